//! Solvers that are programs of their own: formula in, answer out.
//!
//! The formula goes to the program by its standard input or as a file, and both its outputs are read at
//! the same time. What it answers is believed only if its verdicts and its exit code say the same, and a
//! model only if every clause of the formula, made once more, is true in it. The program, with all that it
//! started, is ended when the interrupt is set.

mod command;
mod counter;
mod error;
mod group;
mod incremental;
mod presets;
mod process;
mod reply;
mod version;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::{Answer, Poll};
use crate::cnf::{ClauseSink, Lit, Model, Stop};
use crate::formats::{self, CnfWriter, Values, WriteError};
use crate::interrupt::Interrupt;
use command::Files;
pub(super) use command::PREFIX;
pub use command::{CommandError, External};
pub use error::{ProgramError, Trouble};
use group::Folder;
pub use group::end_programs;
pub(super) use incremental::Incremental;
pub use presets::Preset;
use process::{Failure, Finished};

/// A formula that is made anew each time that it is sent: nobody has to store it.
#[derive(Clone, Copy)]
pub struct ClauseStream<'a> {
    pub variables: u32,
    pub clauses: u64,
    /// Sends exactly so many clauses, the same each time.
    pub send: &'a dyn Fn(&mut dyn ClauseSink) -> ControlFlow<Stop>,
}

/// A program's answer, and what is still to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// [`Answer::Unknown`] only if the run was interrupted.
    pub answer: Answer,
    /// For a model that leaves variables open, and makes a clause false when these are false: the error,
    /// unless all that is read from the model proves right.
    pub doubt: Option<ProgramError>,
}

impl From<Answer> for Reply {
    fn from(answer: Answer) -> Reply {
        Reply {
            answer,
            doubt: None,
        }
    }
}

/// What a program left.
pub(crate) struct Output {
    finished: Finished,
    answer: Option<Vec<u8>>,
}

/// More than any comments take.
const OUTPUT: usize = 64 << 20;

/// And for each variable, than a literal.
const PER_VARIABLE: usize = 32;

impl External {
    /// Has the program solve a formula.
    ///
    /// ```no_run
    /// use queensat::Interrupt;
    /// use queensat::cnf::{ClauseSink, Lit};
    /// use queensat::solver::{Answer, ClauseStream, External};
    ///
    /// let (a, b) = (Lit::positive(1), Lit::positive(2));
    /// let send = |sink: &mut dyn ClauseSink| {
    ///     sink.add_clause(&[a, b])?;
    ///     sink.add_clause(&[!a, !b])
    /// };
    /// let formula = ClauseStream {
    ///     variables: 2,
    ///     clauses: 2,
    ///     send: &send,
    /// };
    /// let solver = External::command("kissat -q")?;
    /// let reply = solver.solve(&formula, &Interrupt::new())?;
    /// assert!(matches!(reply.answer, Answer::Satisfiable(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &self,
        formula: &ClauseStream<'_>,
        interrupt: &Interrupt,
    ) -> Result<Reply, ProgramError> {
        let write = |out: &mut dyn Write| formula.write(out, interrupt);
        let Some(output) = self.run(formula.variables, &write, interrupt)? else {
            return Ok(Answer::Unknown.into());
        };
        let Output { finished, answer } = &output;
        let judged = reply::judge(
            self.exit_codes,
            finished.ended,
            &finished.stdout,
            answer.as_deref(),
        );
        match judged {
            Ok(formats::Answer::Satisfiable(values)) => {
                self.check(&values, formula, &output, interrupt)
            }
            Ok(formats::Answer::Unsatisfiable) => Ok(Answer::Unsatisfiable.into()),
            Ok(formats::Answer::Unknown) => Err(self.error(Trouble::GaveUp, &output)),
            Err(trouble) => Err(self.error(trouble, &output)),
        }
    }

    /// Holds a model against every clause.
    fn check(
        &self,
        values: &Values,
        formula: &ClauseStream<'_>,
        output: &Output,
        interrupt: &Interrupt,
    ) -> Result<Reply, ProgramError> {
        let model = values.model();
        let mut check = Check {
            model: &model,
            broken: None,
            poll: Poll::new(interrupt.clone()),
        };
        let end = (formula.send)(&mut check);
        let Some(clause) = check.broken else {
            return Ok(match end {
                ControlFlow::Continue(()) => Answer::Satisfiable(model).into(),
                ControlFlow::Break(Stop) => Answer::Unknown.into(),
            });
        };
        let variables = u64::from(formula.variables);
        let lits = values.literals().iter();
        let given = lits.filter(|lit| lit.var() <= formula.variables).count() as u64;
        if given == variables {
            return Err(self.error(Trouble::WrongModel { clause }, output));
        }
        let incomplete = Trouble::Incomplete { given, variables };
        Ok(Reply {
            answer: Answer::Satisfiable(model),
            doubt: Some(self.error(incomplete, output)),
        })
    }

    /// Runs the program on what `write` writes, to its end; `None` if it was interrupted.
    pub(crate) fn run(
        &self,
        variables: u32,
        write: &dyn Fn(&mut dyn Write) -> Result<(), WriteError>,
        interrupt: &Interrupt,
    ) -> Result<Option<Output>, ProgramError> {
        let no_formula =
            |error: &dyn ToString| Err(self.silent_error(Trouble::NoFormula(error.to_string())));
        let folder = match self.takes_any_file().then(Folder::new).transpose() {
            Ok(folder) => folder,
            Err(_) if interrupt.is_set() => return Ok(None),
            Err(error) => return no_formula(&error),
        };
        let files = folder.as_ref().map(|folder| Files {
            cnf: folder.file("formula.cnf"),
            answer: folder.file("answer.txt"),
            proof: folder.file("proof"),
        });
        let mut feed = |out: &mut dyn Write| write(out).map_err(to_io);
        let by_file = files.as_ref().filter(|_| self.takes_file());
        if let Some(files) = by_file {
            let written = std::fs::File::create(&files.cnf).and_then(|mut file| feed(&mut file));
            match written {
                Ok(()) => {}
                Err(_) if interrupt.is_set() => return Ok(None),
                Err(error) => return no_formula(&error),
            }
        }
        let limit = OUTPUT + PER_VARIABLE * variables as usize;
        let mut command = self.to_run(files.as_ref());
        let feed: Option<process::Feed<'_>> = match by_file {
            Some(_) => None,
            None => Some(&mut feed),
        };
        let finished = match process::run(&mut command, feed, limit, interrupt) {
            Ok(Some(finished)) => finished,
            Ok(None) => return Ok(None),
            Err(Failure::Start(error)) => {
                return Err(self.silent_error(self.not_started(&error)));
            }
            Err(Failure::Feed(error)) => return no_formula(&error),
        };
        let endless = Trouble::Endless {
            megabytes: limit >> 20,
        };
        let answer = files.filter(|_| self.writes_answer());
        let answer = answer.map(|files| read_up_to(limit, &files.answer));
        let overflowed = finished.overflowed || answer.as_ref().is_some_and(Option::is_none);
        let output = Output {
            finished,
            answer: answer.flatten(),
        };
        match overflowed {
            true => Err(self.error(endless, &output)),
            false => Ok(Some(output)),
        }
    }

    fn not_started(&self, error: &io::Error) -> Trouble {
        match error.kind() {
            // Of a script, it may be the interpreter that is missing.
            io::ErrorKind::NotFound if self.find().is_none() => Trouble::Missing,
            io::ErrorKind::PermissionDenied => Trouble::NotExecutable,
            _ => Trouble::NotStarted(error.to_string()),
        }
    }

    fn error(&self, trouble: Trouble, output: &Output) -> ProgramError {
        ProgramError {
            said: error::last_lines(&output.finished.stderr),
            ..self.silent_error(trouble)
        }
    }

    fn silent_error(&self, trouble: Trouble) -> ProgramError {
        ProgramError {
            program: self.short_name(),
            trouble,
            said: String::new(),
        }
    }
}

/// A file's bytes, none if there is no such file; `None` if there are too many.
fn read_up_to(limit: usize, path: &Path) -> Option<Vec<u8>> {
    let is_short = |file: std::fs::Metadata| file.len() <= limit as u64;
    path.metadata()
        .map_or(true, is_short)
        .then(|| std::fs::read(path).unwrap_or_default())
}

fn to_io(error: WriteError) -> io::Error {
    match error {
        WriteError::Io(error) => error,
        error => io::Error::other(error),
    }
}

impl ClauseStream<'_> {
    fn write(&self, out: &mut dyn Write, interrupt: &Interrupt) -> Result<(), WriteError> {
        let (variables, clauses) = (self.variables, self.clauses);
        let mut writer = CnfWriter::new(out, &[], variables, clauses, interrupt.clone())?;
        // Where the writer stops the encoding, it reports why when it is finished.
        let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = (self.send)(&mut writer);
        writer.finish()?;
        Ok(())
    }
}

/// Looks for a clause that a model makes false.
struct Check<'a> {
    model: &'a Model,
    broken: Option<String>,
    poll: Poll,
}

/// How many of its literals are shown.
const SHOWN: usize = 6;

impl ClauseSink for Check<'_> {
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        if clause.iter().any(|&lit| self.model.satisfies(lit)) {
            return match self.poll.says_stop() {
                true => ControlFlow::Break(Stop),
                false => ControlFlow::Continue(()),
            };
        }
        let lits: Vec<String> = clause.iter().take(SHOWN).map(Lit::to_string).collect();
        let more = if clause.len() > SHOWN { " …" } else { "" };
        self.broken = Some(format!("{}{more} 0", lits.join(" ")));
        ControlFlow::Break(Stop)
    }
}
