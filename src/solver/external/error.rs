//! What goes wrong with a solver that is another program.

use std::fmt;

use crate::formats::AnswerError;

/// A program that gave no answer, or one that cannot be believed; with the last that it said on its
/// standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    /// The solver's name.
    pub program: String,
    pub trouble: Trouble,
    /// The last lines of its standard error, in one.
    pub said: String,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    #[error(
        "there is no such program: install it, or name another solver ('queensat solvers' tells which are here)"
    )]
    Missing,
    #[error("this file is no program that you may run: make it executable, or name another solver")]
    NotExecutable,
    #[error("it cannot be started ({0})")]
    NotStarted(String),
    #[error("the formula cannot be handed to it ({0})")]
    NoFormula(String),
    #[error("it {how} without an answer", how = ended(*code))]
    Silent { code: i32 },
    #[error("it crashed, ended by signal {signal}{name}", name = signal_name(*signal))]
    Crashed { signal: i32 },
    #[error("its answer cannot be read: {0}")]
    Unreadable(AnswerError),
    #[error("it printed more than {megabytes} MB, far more than any answer")]
    Endless { megabytes: usize },
    #[error("it gave up: its answer is 'unknown'")]
    GaveUp,
    #[error("it says {verdict}, but its exit code {code} says {meaning}: neither is believed")]
    ExitCode {
        verdict: &'static str,
        code: i32,
        meaning: &'static str,
    },
    #[error(
        "it says {verdict}, but {how}, as if it had failed: that is not believed",
        how = ended(*code)
    )]
    Failed { verdict: String, code: i32 },
    #[error(
        "it says {file} in its answer file, but {stdout} on standard output: neither is believed"
    )]
    TwoAnswers {
        file: &'static str,
        stdout: &'static str,
    },
    #[error("its model is wrong: it makes the clause '{clause}' false")]
    WrongModel { clause: String },
    #[error(
        "its answer is incomplete: it gives values for {given} of {variables} variables, and these are no placement"
    )]
    Incomplete { given: u64, variables: u64 },
    #[error("it gave no count: a line 'c s exact arb int N' or 's mc N' is expected")]
    NoCount,
    #[error("it gave an estimate or a weight ('{0}'), and no exact count")]
    NotExact(String),
    #[error("the count '{0}' is none, or larger than 2^64")]
    BadCount(String),
    #[error("it gave two answers that contradict each other: {first} and {second}")]
    TwoCounts { first: String, second: String },
}

impl ProgramError {
    /// Whether the program contradicts itself or the formula: that is worse than no answer.
    pub fn is_wrong_answer(&self) -> bool {
        use AnswerError::{Contradictory, ModelOfNothing, TwoVerdicts};
        matches!(
            self.trouble,
            Trouble::WrongModel { .. }
                | Trouble::ExitCode { .. }
                | Trouble::TwoAnswers { .. }
                | Trouble::TwoCounts { .. }
                | Trouble::Unreadable(TwoVerdicts { .. } | Contradictory { .. } | ModelOfNothing)
        )
    }

    /// Whether the program ended as it should, but has no answer.
    pub fn gave_up(&self) -> bool {
        self.trouble == Trouble::GaveUp
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.program, self.trouble)?;
        match self.said.as_str() {
            "" => Ok(()),
            said => write!(f, "; it said: {said}"),
        }
    }
}

impl std::error::Error for ProgramError {}

fn ended(code: i32) -> String {
    format!("ended with exit code {code}")
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        8 => " (arithmetic)",
        9 => " (kill: perhaps for want of memory)",
        11 => " (segmentation fault)",
        15 => " (termination)",
        _ => "",
    }
}

/// How many of the last lines of standard error are shown, and how much of them.
const LINES: usize = 3;
const CHARACTERS: usize = 200;

/// The last lines of a program's standard error, in one line without control characters.
pub(super) fn last_lines(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join(" / ");
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let from = last.chars().count().saturating_sub(CHARACTERS);
    let end: String = last.chars().skip(from).map(visible).collect();
    match from {
        0 => end,
        _ => format!("…{end}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_standard_error_the_last_lines_are_shown_in_one() {
        assert_eq!(last_lines(b""), "");
        assert_eq!(last_lines(b"a\n\nb\r\nc\nd\n"), "b / c / d");
        assert_eq!(last_lines(b"\x1b[1mhe\xff"), "\u{fffd}[1mhe\u{fffd}");
        let long = last_lines("x".repeat(1000).as_bytes());
        assert_eq!(long.chars().count(), CHARACTERS + 1);
        assert!(long.starts_with('…'));
    }
}
