//! Which solver is to answer: one inside the process, or a program.

use std::fmt;
use std::str::FromStr;

use super::external::{CommandError, External, Incremental, PREFIX, Preset};
use super::{Embedded, Solver, TooManyVariables};
use crate::interrupt::Interrupt;

/// A solver by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Inside the process.
    Embedded(Embedded),
    /// A program of its own.
    External(External),
}

impl Choice {
    /// The name that [`FromStr`] reads.
    pub fn name(&self) -> &str {
        match self {
            Choice::Embedded(solver) => solver.name(),
            Choice::External(solver) => solver.name(),
        }
    }

    /// An empty solver for a formula of up to `variables` variables. A program is run anew each time that
    /// it is to solve.
    pub fn start(
        &self,
        variables: u32,
        interrupt: Interrupt,
    ) -> Result<Box<dyn Solver>, TooManyVariables> {
        match self {
            Choice::Embedded(solver) => solver.start(variables, interrupt),
            Choice::External(solver) => Ok(Box::new(Incremental::new(solver.clone(), interrupt))),
        }
    }

    /// The same for a single `solve` without assumptions.
    pub(crate) fn start_once(
        &self,
        variables: u32,
        interrupt: Interrupt,
    ) -> Result<Box<dyn Solver>, TooManyVariables> {
        match self {
            Choice::Embedded(solver) => solver.start_once(variables, interrupt, false),
            Choice::External(_) => self.start(variables, interrupt),
        }
    }
}

impl Default for Choice {
    fn default() -> Choice {
        Choice::Embedded(Embedded::default())
    }
}

impl From<Embedded> for Choice {
    fn from(solver: Embedded) -> Choice {
        Choice::Embedded(solver)
    }
}

impl From<External> for Choice {
    fn from(solver: External) -> Choice {
        Choice::External(solver)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no solver's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownSolver {
    #[error(
        "there is no solver called '{0}': inside the process there are varisat, libcadical; programs are {programs}, and any other is 'cmd: PROGRAM ARGUMENTS'",
        programs = program_names()
    )]
    Name(String),
    #[error("there is no solver called '{0}' inside the process: there are varisat, libcadical")]
    NotInside(String),
    #[error(
        "libcadical is not in this build: install it with 'cargo install --path . --features cadical', which takes a C++ compiler"
    )]
    NotBuiltIn,
    #[error(transparent)]
    Command(#[from] CommandError),
}

fn program_names() -> String {
    let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name).collect();
    names.join(", ")
}

impl FromStr for Embedded {
    type Err = UnknownSolver;

    fn from_str(name: &str) -> Result<Embedded, UnknownSolver> {
        let known = Embedded::ALL.iter().find(|solver| solver.name() == name);
        known.copied().ok_or_else(|| match name {
            "libcadical" => UnknownSolver::NotBuiltIn,
            _ => UnknownSolver::NotInside(name.to_string()),
        })
    }
}

impl FromStr for Choice {
    type Err = UnknownSolver;

    /// A name, or `cmd:` and a command.
    fn from_str(name: &str) -> Result<Choice, UnknownSolver> {
        if let Some(command) = name.strip_prefix(PREFIX) {
            return Ok(External::command(command)?.into());
        }
        if let Some(preset) = Preset::named(name) {
            return Ok(preset.program().into());
        }
        match name.parse::<Embedded>() {
            Ok(solver) => Ok(solver.into()),
            Err(UnknownSolver::NotInside(name)) => Err(UnknownSolver::Name(name)),
            Err(error) => Err(error),
        }
    }
}
