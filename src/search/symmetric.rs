//! The native search for symmetric placements: a queen is placed together with its images.
//!
//! It turns squares by arithmetic of its own, and owes nothing to the groups and orbits that go to
//! solvers.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::parallel::Progress;
use super::rows::Rows;
use crate::board::{Diagonals, Square, Turn};
use crate::interrupt::Interrupt;

/// The lines that have their queen, one bit each.
#[derive(Clone, Copy, Default)]
struct Taken {
    rows: u64,
    columns: u64,
    diagonals: u128,
    antidiagonals: u128,
    regions: u64,
}

/// The part of a search that one thread does: a few queens with their images, and what they take.
struct Part {
    columns: Vec<u32>,
    taken: Taken,
}

/// How many queens, each with its images, make the parts.
const PART_QUEENS: u32 = 2;

struct Search<'a, F> {
    board: &'a Rows,
    turn: Turn,
    /// The column of each row's queen, where the row is taken.
    columns: Vec<u32>,
    found: F,
}

/// How many placements are equal to themselves after the turn; `None` if it was interrupted.
pub(super) fn count(
    board: &Rows,
    turn: Turn,
    interrupt: &Interrupt,
    progress: Progress<'_>,
) -> Option<u64> {
    if !is_possible(board, turn) {
        return Some(0);
    }
    let mut parts = Vec::new();
    let mut list = Search::new(board, turn, |columns: &[u32], taken| {
        let columns = columns.to_vec();
        parts.push(Part { columns, taken });
        ControlFlow::Continue(())
    });
    let end = list.place(0, Taken::default(), PART_QUEENS);
    debug_assert!(end.is_continue());
    let done = AtomicU64::new(0);
    let total = parts.len() as u64;
    parts
        .par_iter()
        .map(|part| {
            if interrupt.is_set() {
                return None;
            }
            let mut count = 0;
            let mut search = Search::new(board, turn, |_: &[u32], _| {
                count += 1;
                ControlFlow::Continue(())
            });
            search.columns.copy_from_slice(&part.columns);
            let end = search.place(0, part.taken, u32::MAX);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
            end.is_continue().then_some(count)
        })
        .sum()
}

/// Calls `found` with the columns of every symmetric placement, in lexicographic order, until it
/// breaks.
pub(super) fn for_each(
    board: &Rows,
    turn: Turn,
    mut found: impl FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !is_possible(board, turn) {
        return ControlFlow::Continue(());
    }
    Search::new(board, turn, |columns: &[u32], _| found(columns)).place(
        0,
        Taken::default(),
        u32::MAX,
    )
}

/// After a quarter turn queens come in fours, but for one in the centre; so there are 4k or 4k + 1.
fn is_possible(board: &Rows, turn: Turn) -> bool {
    turn == Turn::Half || [0, 1].contains(&(board.allowed.len() % 4))
}

impl<'a, F: FnMut(&[u32], Taken) -> ControlFlow<()>> Search<'a, F> {
    fn new(board: &'a Rows, turn: Turn, found: F) -> Search<'a, F> {
        Search {
            board,
            turn,
            columns: vec![0; board.allowed.len()],
            found,
        }
    }

    /// Fills the rows from `row` on that are not taken, with `left` more queens at most, in every
    /// way.
    fn place(&mut self, row: usize, taken: Taken, left: u32) -> ControlFlow<()> {
        let n = self.columns.len();
        let open = (row..n).find(|&row| taken.rows >> row & 1 == 0);
        let Some(row) = open.filter(|_| left > 0) else {
            return (self.found)(&self.columns, taken);
        };
        for col in 0..n {
            if let Some(taken) = self.with_images(row, col, taken) {
                self.place(row + 1, taken, left - 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds a queen and its images; `None` if one of them may not stand.
    fn with_images(&mut self, row: usize, col: usize, mut taken: Taken) -> Option<Taken> {
        let last = self.columns.len() - 1;
        let (below, right) = (last - row, last - col);
        let images = match self.turn {
            Turn::Half => &[(row, col), (below, right)][..],
            Turn::Quarter => &[(row, col), (col, below), (below, right), (right, row)],
        };
        for (i, &image) in images.iter().enumerate() {
            if !images[..i].contains(&image) {
                taken = self.with_queen(image, taken)?;
            }
        }
        Some(taken)
    }

    /// Adds one queen; `None` if it may not stand there.
    fn with_queen(&mut self, (row, col): (usize, usize), taken: Taken) -> Option<Taken> {
        let n = self.columns.len();
        let (down, up) = (n + col - row, row + col);
        let (diagonals, antidiagonals) = match self.board.diagonals {
            Diagonals::Plain => (1 << (down - 1), 1 << up),
            Diagonals::Wrapped => (1 << (down % n), 1 << (up % n)),
            Diagonals::Free | Diagonals::Touching => (0, 0),
        };
        let square = Square::new(row as u32, col as u32);
        let regions = self.board.regions.as_ref();
        let new = Taken {
            rows: 1 << row,
            columns: 1 << col,
            diagonals,
            antidiagonals,
            regions: regions.map_or(0, |regions| 1 << regions.of(square)),
        };
        let is_free = self.board.allowed[row] >> col & 1 == 1
            && taken.rows & new.rows == 0
            && taken.columns & new.columns == 0
            && taken.diagonals & new.diagonals == 0
            && taken.antidiagonals & new.antidiagonals == 0
            && taken.regions & new.regions == 0
            && !self.touches(row, col, taken);
        is_free.then(|| {
            self.columns[row] = col as u32;
            Taken {
                rows: taken.rows | new.rows,
                columns: taken.columns | new.columns,
                diagonals: taken.diagonals | new.diagonals,
                antidiagonals: taken.antidiagonals | new.antidiagonals,
                regions: taken.regions | new.regions,
            }
        })
    }

    /// Whether a queen of the row above or below stands at a corner of this square, if that matters.
    fn touches(&self, row: usize, col: usize, taken: Taken) -> bool {
        let stands_near = |other: usize| {
            other < self.columns.len()
                && taken.rows >> other & 1 == 1
                && self.columns[other].abs_diff(col as u32) == 1
        };
        self.board.diagonals == Diagonals::Touching
            && (stands_near(row + 1) || row.checked_sub(1).is_some_and(stands_near))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Placement, Symmetry};
    use crate::puzzle::Puzzle;

    fn list(puzzle: &Puzzle) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        let end = Rows::new(puzzle).unwrap().for_each(|columns| {
            found.push(columns.to_vec());
            ControlFlow::Continue(())
        });
        assert!(end.is_continue());
        found
    }

    #[test]
    fn symmetric_placements_are_those_that_the_turn_keeps() {
        let plain = (0..=9).map(Puzzle::queens);
        let others = (0..=6).flat_map(|n| [Puzzle::torus(n), Puzzle::rooks(n)]);
        for puzzle in plain.chain(others) {
            for (turn, symmetry) in [
                (Turn::Half, Symmetry::HalfTurn),
                (Turn::Quarter, Symmetry::QuarterTurn),
            ] {
                let kept = |columns: &Vec<u32>| {
                    let placement = Placement::from_columns(columns.clone()).unwrap();
                    symmetry.image(&placement) == Some(placement)
                };
                let expected: Vec<_> = list(&puzzle).into_iter().filter(kept).collect();
                let puzzle = puzzle.clone().symmetric(turn);
                assert_eq!(list(&puzzle), expected, "{puzzle:?}");
                let rows = Rows::new(&puzzle).unwrap();
                let counted = super::super::count(&rows, &Interrupt::new(), &|_, _| ());
                assert_eq!(counted, Some(expected.len() as u64), "{puzzle:?}");
            }
        }
    }
}
