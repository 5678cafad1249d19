//! The search through one cube: what its solver finds, put together as the plan wants it.

use std::sync::Arc;

use super::{Batch, blocking::Blocking, cubes::Cube};
use crate::board::{Placement, Square};
use crate::interrupt::Interrupt;
use crate::puzzle::{Puzzle, Symmetries};
use crate::solve::{Options, SolveError};

/// What all cubes of a run have in common.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) puzzle: Arc<Puzzle>,
    /// Their interrupt is `abandoned`.
    pub(super) options: Options,
    /// Set when the run is interrupted, or nobody waits for results any more.
    pub(super) abandoned: Interrupt,
    /// If only the smallest list of each orbit is searched for: what makes the orbits.
    pub(super) orbits: Option<Arc<Symmetries>>,
    /// Whether each such list stands for itself alone, and not for its orbit.
    pub(super) unique: bool,
    /// Whether the placements are wanted, or just their number.
    pub(super) listed: bool,
    /// Whether all that a cube has comes in one sorted batch.
    pub(super) whole: bool,
}

/// One cube's search.
pub(super) struct Search {
    task: Arc<Task>,
    number: u64,
    solver: Blocking,
}

impl Search {
    pub(super) fn new(task: &Arc<Task>, cube: Cube) -> Result<Search, SolveError> {
        let Cube {
            number,
            puzzle,
            queens,
        } = cube;
        let puzzle = puzzle.with_settled(&queens, &[]);
        let mut solver = Blocking::new(puzzle, &task.options)?;
        if let (Some(orbits), [first, second, ..]) = (&task.orbits, &*queens) {
            for pair in smaller_after_a_tie(orbits, *first, *second, task.puzzle.n()) {
                solver.exclude(&pair);
            }
        }
        Ok(Search {
            task: task.clone(),
            number,
            solver,
        })
    }

    /// The next batch, the cube's last one if it is `done`; `None` if interrupted.
    pub(super) fn next_batch(&mut self) -> Result<Option<Batch>, SolveError> {
        let mut batch = Batch {
            cube: self.number,
            count: 0,
            placements: Vec::new(),
            done: false,
        };
        while !self.task.is_interrupted() {
            let Some(found) = self.solver.next_placement()? else {
                if self.task.is_interrupted() {
                    break;
                }
                batch.placements.sort_unstable();
                batch.done = true;
                return Ok(Some(batch));
            };
            let is_new = self.task.take(found, &mut batch)?;
            if is_new && !self.task.whole {
                return Ok(Some(batch));
            }
        }
        // What an interrupted search has found is kept, though it may not be all of the cube; and that
        // this cube is not whole has to be told before the next one comes.
        batch.placements.sort_unstable();
        Ok((batch.count > 0 || self.task.whole).then_some(batch))
    }
}

/// For a list that begins with these two queens: the pairs of squares whose queens would make an image
/// begin with the same column and go on with a smaller one. It spares the search a quarter of what it
/// would find and pass over.
fn smaller_after_a_tie(
    orbits: &Symmetries,
    first: Square,
    second: Square,
    n: u32,
) -> impl Iterator<Item = [Square; 2]> {
    orbits.iter().flat_map(move |image| {
        let preimage = move |square| image.inverse().apply(square, n);
        let smaller = (0..second.col).map(move |col| Square::new(1, col));
        smaller.map(move |square| [preimage(first), preimage(square)])
    })
}

impl Task {
    pub(super) fn is_interrupted(&self) -> bool {
        self.abandoned.is_set()
    }

    /// Adds what a found placement stands for, if anything, to a batch.
    fn take(&self, found: Placement, batch: &mut Batch) -> Result<bool, SolveError> {
        let Some(orbits) = &self.orbits else {
            batch.count += 1;
            if self.listed {
                batch.placements.push(found);
            }
            return Ok(true);
        };
        if !orbits.is_smallest(&found) {
            return Ok(false);
        }
        match (self.unique, self.listed) {
            (true, false) => batch.count += 1,
            (true, true) => {
                batch.count += 1;
                batch.placements.push(found);
            }
            (false, false) => batch.count += orbits.orbit_size(&found),
            (false, true) => {
                let orbit = orbits.orbit(&found);
                if let Some(wrong) = orbit.iter().find(|image| !self.puzzle.is_solved_by(image)) {
                    let queens: Vec<_> = wrong.queens().collect();
                    return Err(SolveError::WrongAnswer(self.puzzle.check(&queens)));
                }
                batch.count += orbit.len() as u64;
                batch.placements.extend(orbit);
            }
        }
        Ok(true)
    }
}
