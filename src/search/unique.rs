//! The native count up to symmetry, without an orbit in sight.
//!
//! By Burnside's lemma the number of orbits is the average number of placements that a symmetry
//! keeps. So nothing here is shared with the search for smallest lists.

use std::ops::ControlFlow;

use super::parallel::{Progress, count};
use super::rows::{Rows, TooManyRows};
use crate::board::{Diagonals, Square, Symmetry, Turn};
use crate::interrupt::Interrupt;
use crate::puzzle::Puzzle;

/// How many orbits the placements of a puzzle make under its symmetries, if there are `all` of them; in
/// the current rayon pool; `None` if it was interrupted.
pub fn count_unique(
    puzzle: &Puzzle,
    all: u64,
    interrupt: &Interrupt,
    progress: Progress<'_>,
) -> Result<Option<u64>, TooManyRows> {
    let mut kept = all;
    let mut order = 1;
    for symmetry in puzzle.symmetries().iter().skip(1) {
        order += 1;
        match count_kept(puzzle, symmetry, interrupt, progress)? {
            Some(count) => kept += count,
            None => return Ok(None),
        }
    }
    Ok(Some(kept / order))
}

/// How many placements a symmetry keeps, other than the identity.
fn count_kept(
    puzzle: &Puzzle,
    symmetry: Symmetry,
    interrupt: &Interrupt,
    progress: Progress<'_>,
) -> Result<Option<u64>, TooManyRows> {
    let whole = |puzzle: &Puzzle| Ok(count(&Rows::new(puzzle)?, interrupt, progress));
    let has_diagonals = matches!(
        puzzle.laws().diagonals,
        Diagonals::Plain | Diagonals::Wrapped
    );
    match (symmetry, puzzle.turn()) {
        (Symmetry::HalfTurn, None) => whole(&puzzle.clone().symmetric(Turn::Half)),
        (Symmetry::QuarterTurn | Symmetry::ThreeQuarterTurn, None) => {
            whole(&puzzle.clone().symmetric(Turn::Quarter))
        }
        // A queen and its mirror image attack each other, and not all can stand on the axis.
        (_, None) if has_diagonals && puzzle.n() > 1 => Ok(Some(0)),
        _ => count_one_by_one(puzzle, symmetry, interrupt),
    }
}

fn count_one_by_one(
    puzzle: &Puzzle,
    symmetry: Symmetry,
    interrupt: &Interrupt,
) -> Result<Option<u64>, TooManyRows> {
    let mut kept = 0;
    let end = Rows::new(puzzle)?.for_each(|columns| {
        let mut queens = (0..).zip(columns);
        let keeps = queens.all(|(row, &col)| {
            let image = symmetry.apply(Square::new(row, col), puzzle.n());
            columns[image.row as usize] == image.col
        });
        kept += u64::from(keeps);
        match interrupt.is_set() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    Ok(end.is_continue().then_some(kept))
}
