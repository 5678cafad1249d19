//! How a solver that is another program is called.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::presets::{Preset, QUEENSAT};

/// A solver that is a program of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    name: String,
    program: PathBuf,
    arguments: Vec<String>,
    pub(super) exit_codes: ExitCodes,
    first_value: Option<bool>,
    preset: bool,
}

/// What a program's exit codes say of its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExitCodes {
    /// 10 satisfiable, 20 unsatisfiable, 0 unknown.
    Competition,
    /// The same, with 1 more where the search was cut short, and 30 where it was complete.
    Clasp,
    /// Nothing.
    Meaningless,
    /// 10 and 20 if it is these; 0 may come after any answer.
    Perhaps,
}

/// A command that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    #[error("'{0}' names no program: write 'cmd: PROGRAM ARGUMENTS'")]
    Empty(String),
    #[error("a quote is not closed in '{0}'")]
    OpenQuote(String),
}

/// Begins a command where else the name of a preset stands.
pub(in crate::solver) const PREFIX: &str = "cmd:";

/// The files of one run.
pub(super) struct Files {
    pub(super) cnf: PathBuf,
    pub(super) answer: PathBuf,
    pub(super) proof: PathBuf,
}

impl External {
    /// Any program, with its arguments after it: words, quoted as for a shell; but no shell is run. In
    /// them `{cnf}` is a file with the formula, without which the program gets it by standard input;
    /// `{answer}` is a file where it may write its answer, as minisat does, and `{proof}` one for a proof,
    /// which nobody reads.
    pub fn command(text: &str) -> Result<External, CommandError> {
        let text = text.trim();
        let words = shlex::split(text).ok_or_else(|| CommandError::OpenQuote(text.to_string()))?;
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        let program = program.ok_or_else(|| CommandError::Empty(text.to_string()))?;
        Ok(External {
            name: format!("{PREFIX} {text}"),
            program: program.into(),
            arguments: words.collect(),
            exit_codes: ExitCodes::Perhaps,
            first_value: None,
            preset: false,
        })
    }

    pub(super) fn preset(preset: &Preset) -> External {
        let program = match preset.name {
            // Where that is not known, there may be one of this name on the path.
            QUEENSAT => std::env::current_exe().unwrap_or(QUEENSAT.into()),
            name => name.into(),
        };
        External {
            name: preset.name.to_string(),
            program,
            arguments: preset
                .arguments
                .iter()
                .map(|word| word.to_string())
                .collect(),
            exit_codes: preset.exit_codes,
            first_value: preset.first_value,
            preset: true,
        }
    }

    /// The same program, under the same name, with other arguments.
    pub(super) fn with_arguments(&self, arguments: &[&str]) -> External {
        External {
            arguments: arguments.iter().map(|word| word.to_string()).collect(),
            ..self.clone()
        }
    }

    /// The name of its preset, or the whole command with `cmd:` before it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name in a message about it: without arguments, which may be long.
    pub(super) fn short_name(&self) -> String {
        match self.preset {
            true => self.name.clone(),
            false => self.program.display().to_string(),
        }
    }

    /// If it is best led by the numbers of its variables: the value that it first decides them to have.
    pub(crate) fn first_value(&self) -> Option<bool> {
        self.first_value
    }

    /// Where the program is, if it is there and may be executed.
    pub fn find(&self) -> Option<PathBuf> {
        if self.program.components().count() > 1 {
            return is_executable(&self.program).then(|| self.program.clone());
        }
        let path = std::env::var_os("PATH")?;
        let mut places = std::env::split_paths(&path).map(|folder| folder.join(&self.program));
        places.find(|place| is_executable(place))
    }

    /// Whether it gets the formula as a file, and not by its standard input.
    pub(super) fn takes_file(&self) -> bool {
        self.mentions("{cnf}")
    }

    pub(super) fn writes_answer(&self) -> bool {
        self.mentions("{answer}")
    }

    /// Whether it needs a folder for any file.
    pub(super) fn takes_any_file(&self) -> bool {
        ["{cnf}", "{answer}", "{proof}"]
            .iter()
            .any(|name| self.mentions(name))
    }

    fn mentions(&self, name: &str) -> bool {
        self.arguments.iter().any(|word| word.contains(name))
    }

    /// Ready to be run with these files.
    pub(super) fn to_run(&self, files: Option<&Files>) -> Command {
        let mut command = Command::new(&self.program);
        let arguments = self.arguments.iter();
        command.args(arguments.map(|word| match files {
            None => word.into(),
            Some(files) => filled_in(word, files),
        }));
        command
    }
}

/// A word with the names of files in it.
fn filled_in(word: &str, files: &Files) -> OsString {
    let names: [(&str, &Path); 3] = [
        ("{cnf}", &files.cnf),
        ("{answer}", &files.answer),
        ("{proof}", &files.proof),
    ];
    let mut filled = OsString::new();
    let mut rest = word;
    while let Some((at, name, path)) = names
        .iter()
        .filter_map(|(name, path)| Some((rest.find(name)?, name, path)))
        .min_by_key(|found| found.0)
    {
        filled.push(&rest[..at]);
        filled.push(path);
        rest = &rest[at + name.len()..];
    }
    filled.push(rest);
    filled
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let any = |file: std::fs::Metadata| file.is_file() && file.permissions().mode() & 0o111 != 0;
    path.metadata().is_ok_and(any)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<String> {
        let files = Files {
            cnf: "/t/f.cnf".into(),
            answer: "/t/a".into(),
            proof: "/t/p".into(),
        };
        let command = External::command(command).unwrap().to_run(Some(&files));
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn words_are_split_as_a_shell_would_and_files_filled_in() {
        assert_eq!(words("kissat -q"), ["kissat", "-q"]);
        assert_eq!(
            words(" 'my solver'  --in={cnf} {answer} \"a b\" {proof}{cnf}$HOME"),
            [
                "my solver",
                "--in=/t/f.cnf",
                "/t/a",
                "a b",
                "/t/p/t/f.cnf$HOME"
            ]
        );
        assert_eq!(words("x {other} {cnf"), ["x", "{other}", "{cnf"]);
    }

    #[test]
    fn a_command_without_a_program_or_with_an_open_quote_is_refused() {
        for text in ["", "  ", "''", "'' x"] {
            let error = External::command(text).unwrap_err();
            assert!(matches!(error, CommandError::Empty(_)), "{text:?}");
        }
        for text in ["x 'y", "\"x"] {
            let error = External::command(text).unwrap_err();
            assert!(matches!(error, CommandError::OpenQuote(_)), "{text:?}");
        }
    }
}
