//! Puzzles with exactly one solution, from a seed.

mod completion;
mod regions;

pub use completion::completion;
pub use regions::regions;

use crate::board::{Placement, Regions};
use crate::puzzle::Puzzle;
use crate::solve::SolveError;

/// A puzzle, and its only solution.
#[derive(Clone, Debug)]
pub struct Generated {
    pub puzzle: Puzzle,
    pub solution: Placement,
}

/// Why no puzzle was generated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerateError {
    #[error("there is no such puzzle with N = {n}")]
    NoPlacement { n: u32 },
    #[error("a region puzzle has at most {max} regions, one a letter, so N = {n} is too large", max = Regions::MAX_N)]
    TooManyRegions { n: u32 },
    #[error("interrupted")]
    Interrupted,
    #[error(transparent)]
    Solve(#[from] SolveError),
}
