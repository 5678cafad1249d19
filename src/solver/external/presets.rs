//! Solvers that are known by name: how each is run, and what its exit codes mean.

use super::command::{ExitCodes, External};

/// A program that many people have, and how it is run.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name, also of the program.
    pub name: &'static str,
    /// As those of [`External::command`]; where no `{cnf}` is among them, it reads the formula from standard
    /// input.
    pub(super) arguments: &'static [&'static str],
    pub(super) exit_codes: ExitCodes,
    /// The arguments with which it tells its version, if it does.
    pub(super) version: Option<&'static str>,
    /// The value that it decides variables to have of which it knows nothing, if on a large board it is
    /// faster when their numbers lead it than with the tuned ones (measured for N = 200 and 400).
    pub(super) first_value: Option<bool>,
}

/// One that keeps to the rules of the SAT competitions.
const fn competitor(name: &'static str, arguments: &'static [&'static str]) -> Preset {
    Preset {
        name,
        arguments,
        exit_codes: ExitCodes::Competition,
        version: Some("--version"),
        first_value: None,
    }
}

impl Preset {
    /// All of them, by name.
    pub const ALL: &[Preset] = &[
        competitor("cadical", &["-q"]),
        Preset {
            exit_codes: ExitCodes::Clasp,
            first_value: Some(true),
            ..competitor("clasp", &["--verbose=0"])
        },
        competitor("cryptominisat5", &["--verb", "0"]),
        competitor("gimsatul", &["-q"]),
        Preset {
            version: None,
            ..competitor("glucose", &["-verb=0", "-model"])
        },
        competitor("kissat", &["-q"]),
        competitor("lingeling", &["-q"]),
        Preset {
            version: None,
            // It prints a model nowhere but into a file, and then wants its input as a file, too.
            ..competitor("minisat", &["-verb=0", "/dev/stdin", "{answer}"])
        },
        Preset {
            first_value: Some(true),
            ..competitor("picosat", &[])
        },
        competitor(QUEENSAT, &["sat", "-"]),
        Preset {
            exit_codes: ExitCodes::Meaningless,
            ..competitor("z3", &["-dimacs", "-in"])
        },
    ];

    /// The one of this name.
    pub fn named(name: &str) -> Option<Preset> {
        Preset::ALL
            .iter()
            .find(|preset| preset.name == name)
            .copied()
    }

    /// The program as it is run.
    pub fn program(&self) -> External {
        External::preset(self)
    }
}

/// This program itself.
pub(super) const QUEENSAT: &str = "queensat";
