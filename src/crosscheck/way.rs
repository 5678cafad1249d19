//! The ways to count, by name.

use std::fmt;
use std::str::FromStr;

use crate::solver::{Choice, CommandError, External, UnknownSolver};

/// A way to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// The native search.
    Backtrack,
    /// The fast native count, of plain boards.
    Bands,
    /// The SAT solver of the options, and blocking clauses.
    Blocking,
    /// The same with this solver.
    Solver(Choice),
    /// clasp enumerates by itself, without blocking clauses of ours.
    Clasp,
    /// A program that counts the models of a formula, projected onto the squares.
    Counter(External),
}

impl Way {
    /// Those that need nothing but this program.
    pub const ALL: [Way; 3] = [Way::Backtrack, Way::Bands, Way::Blocking];

    /// The name that [`Ways`] are read by.
    pub fn name(&self) -> &str {
        match self {
            Way::Backtrack => "backtrack",
            Way::Bands => "bands",
            Way::Blocking => "blocking",
            Way::Solver(solver) => solver.name(),
            Way::Clasp => "clasp",
            Way::Counter(counter) => counter.name(),
        }
    }

    /// Whether it goes cube by cube, and blocks each placement by a clause.
    pub fn blocks(&self) -> bool {
        matches!(self, Way::Blocking | Way::Solver(_))
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no way to count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownWay {
    #[error(
        "there is no way to count called '{0}': the ways are backtrack, bands, blocking, clasp, the name of a solver (blocking with it), and 'cmd: COUNTER ARGUMENTS' (a model counter)"
    )]
    Name(String),
    #[error(transparent)]
    NotBuiltIn(UnknownSolver),
    #[error(transparent)]
    Command(#[from] CommandError),
}

impl FromStr for Way {
    type Err = UnknownWay;

    fn from_str(name: &str) -> Result<Way, UnknownWay> {
        let name = name.trim();
        if let Some(command) = name.strip_prefix(COMMAND) {
            return Ok(Way::Counter(External::command(command)?));
        }
        if let Some(way) = Way::ALL.iter().find(|way| way.name() == name) {
            return Ok(way.clone());
        }
        match name.parse() {
            _ if name == Way::Clasp.name() => Ok(Way::Clasp),
            Ok(solver) => Ok(Way::Solver(solver)),
            Err(error @ UnknownSolver::NotBuiltIn) => Err(UnknownWay::NotBuiltIn(error)),
            Err(_) => Err(UnknownWay::Name(name.to_string())),
        }
    }
}

/// Begins a command.
const COMMAND: &str = "cmd:";

/// One way or several, with commas between; a command is the last of them, since it may have commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways(pub Vec<Way>);

impl FromStr for Ways {
    type Err = UnknownWay;

    fn from_str(names: &str) -> Result<Ways, UnknownWay> {
        let mut ways = Vec::new();
        let mut rest = Some(names);
        while let Some(names) = rest {
            let (name, more) = match names.split_once(',') {
                Some((name, more)) if !names.trim_start().starts_with(COMMAND) => {
                    (name, Some(more))
                }
                _ => (names, None),
            };
            ways.push(name.parse()?);
            rest = more;
        }
        Ok(Ways(ways))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_read_by_name_with_a_command_at_the_end() {
        let names = |text: &str| {
            let Ways(ways) = text.parse().unwrap();
            let names: Vec<String> = ways.iter().map(Way::to_string).collect();
            names.join("|")
        };
        assert_eq!(names("bands"), "bands");
        assert_eq!(names("clasp, minisat,blocking"), "clasp|minisat|blocking");
        assert_eq!(names("bands,cmd: x a,b {cnf}"), "bands|cmd: x a,b {cnf}");
        for text in ["", "backtrack,", "nobody", "cmd:", "cmd: 'x"] {
            assert!(text.parse::<Ways>().is_err(), "{text:?}");
        }
    }
}
