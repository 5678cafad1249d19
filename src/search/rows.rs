//! Backtracking under all laws of attack, listing as well as counting.
//!
//! Like the plain count it owes nothing to the groups that go to solvers.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::symmetric;
use crate::board::{Diagonals, Regions, Square, Turn};
use crate::interrupt::Interrupt;
use crate::puzzle::Puzzle;

/// A board for the native search: for each row the columns where a queen may stand, bit c for
/// column c.
#[derive(Clone, Debug)]
pub struct Rows {
    pub(super) allowed: Vec<u64>,
    pub(super) diagonals: Diagonals,
    pub(super) regions: Option<Arc<Regions>>,
    pub(super) turn: Option<Turn>,
}

/// A board with more than 64 columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("N = {n} is too large for the native search, which goes up to N = {MAX_N}")]
pub struct TooManyRows {
    n: u32,
}

pub(crate) const MAX_N: u32 = 64;

/// What is attacked in a row, bit c for column c; and the regions that have their queen.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacked {
    pub(super) columns: u64,
    pub(super) diagonals: u64,
    pub(super) antidiagonals: u64,
    regions: u64,
}

impl Rows {
    /// Forbidden squares and the rest of a given queen's row are not allowed.
    pub fn new(puzzle: &Puzzle) -> Result<Rows, TooManyRows> {
        let n = puzzle.n();
        if n > MAX_N {
            return Err(TooManyRows { n });
        }
        let mut allowed = vec![u64::MAX.checked_shr(64 - n).unwrap_or(0); n as usize];
        for square in puzzle.forbidden() {
            allowed[square.row as usize] &= !(1 << square.col);
        }
        for queen in puzzle.given() {
            allowed[queen.row as usize] &= 1 << queen.col;
        }
        if puzzle.is_hopeless() {
            // The search need not come to the rows that tell.
            allowed.fill(0);
        }
        Ok(Rows {
            allowed,
            diagonals: puzzle.laws().diagonals,
            regions: puzzle.laws().regions.clone(),
            turn: puzzle.turn(),
        })
    }

    /// Calls `found` with the columns of every placement, in lexicographic order, until it breaks.
    pub fn for_each(&self, mut found: impl FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        if let Some(turn) = self.turn {
            return symmetric::for_each(self, turn, found);
        }
        let mut columns = vec![0; self.allowed.len()];
        self.search(&mut columns, |columns, _| found(columns))
            .place(0, Attacked::default())
    }

    /// A search that fills as many rows as there are `columns`, and then calls `found`.
    pub(super) fn search<'a, F>(&'a self, columns: &'a mut [u32], found: F) -> Search<'a, F>
    where
        F: FnMut(&[u32], Attacked) -> ControlFlow<()>,
    {
        Search {
            board: self,
            columns,
            found,
        }
    }

    /// The bit of a square's region; none where there are no regions.
    #[inline]
    fn region(&self, row: usize, col: u32) -> u64 {
        let number = |regions: &Arc<Regions>| 1 << regions.of(Square::new(row as u32, col));
        self.regions.as_ref().map_or(0, number)
    }

    /// What is attacked in the next row when a queen is added to this one.
    #[inline]
    fn below(&self, attacked: Attacked, queen: u64, region: u64) -> Attacked {
        let down = attacked.diagonals | queen;
        let up = attacked.antidiagonals | queen;
        let edge = self.allowed.len() - 1;
        let (diagonals, antidiagonals) = match self.diagonals {
            Diagonals::Plain => (down << 1, up >> 1),
            Diagonals::Wrapped => (down << 1 | down >> edge & 1, up >> 1 | (up & 1) << edge),
            Diagonals::Touching => (queen << 1, queen >> 1),
            Diagonals::Free => (0, 0),
        };
        Attacked {
            columns: attacked.columns | queen,
            diagonals,
            antidiagonals,
            regions: attacked.regions | region,
        }
    }
}

/// A search under way.
pub(super) struct Search<'a, F> {
    board: &'a Rows,
    columns: &'a mut [u32],
    found: F,
}

impl<F: FnMut(&[u32], Attacked) -> ControlFlow<()>> Search<'_, F> {
    /// Fills the rows from `row` on in every way.
    pub(super) fn place(&mut self, row: usize, attacked: Attacked) -> ControlFlow<()> {
        if row == self.columns.len() {
            return (self.found)(self.columns, attacked);
        }
        let mut free = self.board.allowed[row]
            & !(attacked.columns | attacked.diagonals | attacked.antidiagonals);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let column = queen.trailing_zeros();
            let region = self.board.region(row, column);
            if attacked.regions & region == 0 {
                self.columns[row] = column;
                self.place(row + 1, self.board.below(attacked, queen, region))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// How many placements there are that are `wanted`, but no more than `limit`; `None` if interrupted.
pub fn count_up_to(
    rows: &Rows,
    limit: u64,
    mut wanted: impl FnMut(&[u32]) -> bool,
    interrupt: &Interrupt,
) -> Option<u64> {
    let mut count = 0;
    let end = rows.for_each(|columns| {
        count += u64::from(wanted(columns));
        if count == limit || interrupt.is_set() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    (count == limit || end.is_continue()).then_some(count)
}
