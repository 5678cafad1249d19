//! Who answers: the SAT solver inside the process.

mod varisat;

pub use self::varisat::{TooManyVariables, Varisat};

use crate::cnf::Model;

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Satisfiable(Model),
    Unsatisfiable,
    /// It was interrupted.
    Unknown,
}
