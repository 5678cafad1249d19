//! Blocking clauses: each placement that is found is forbidden, until there is no more.

use crate::board::{Placement, Square};
use crate::puzzle::Puzzle;
use crate::solve::{Loaded, Options, Solution, SolveError};

/// A solver that gives the placements of one puzzle, one after another.
pub struct Blocking(Loaded);

impl Blocking {
    pub fn new(puzzle: Puzzle, options: &Options) -> Result<Blocking, SolveError> {
        Loaded::new(puzzle, options).map(Blocking)
    }

    /// No placement any more with queens on all of these squares.
    pub fn exclude(&mut self, squares: &[Square]) {
        self.0.exclude(squares);
    }

    /// One more placement; `None` when there is no more, or when interrupted.
    pub fn next_placement(&mut self) -> Result<Option<Placement>, SolveError> {
        match self.0.solve(&[])? {
            Solution::Placement(placement) => {
                self.0.block(&placement);
                Ok(Some(placement))
            }
            Solution::None | Solution::Unknown => Ok(None),
        }
    }
}
