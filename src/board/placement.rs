//! A placement: one queen in each row.

use super::{Laws, Square, Verdict, check};

/// One queen in each row of an N×N board, given by the columns.
///
/// That no two queens attack each other is what [`check`] and [`is_placement`](super::is_placement)
/// find out; a `Placement` promises only that there are N columns, each less than N.
/// Placements are ordered as their lists are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    columns: Vec<u32>,
}

impl Placement {
    /// From the column of each row's queen, both counted from 0; `None` if a column is off the board.
    pub fn from_columns(columns: Vec<u32>) -> Option<Placement> {
        let n = columns.len();
        columns
            .iter()
            .all(|&c| (c as usize) < n)
            .then_some(Placement { columns })
    }

    /// From any queens on an `n`×`n` board, if the checker finds them to be a placement under
    /// these laws; else what it found instead.
    pub fn from_queens(n: u32, queens: &[Square], laws: &Laws) -> Result<Placement, Verdict> {
        let verdict = check(n, queens, laws);
        if !verdict.is_placement() {
            return Err(verdict);
        }
        let mut columns = vec![0; n as usize];
        for queen in queens {
            columns[queen.row as usize] = queen.col;
        }
        Ok(Placement { columns })
    }

    /// The size of the board.
    pub fn n(&self) -> u32 {
        self.columns.len() as u32
    }

    /// The column of each row's queen, from 0, row 0 first.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The squares of the queens, from the top row down.
    pub fn queens(&self) -> impl ExactSizeIterator<Item = Square> + '_ {
        self.columns
            .iter()
            .enumerate()
            .map(|(row, &col)| Square::new(row as u32, col))
    }
}
