//! A placement: one queen in each row.

use super::Square;

/// One queen in each row of an N×N board, given by the columns.
///
/// That no two queens attack each other is what [`check`](super::check) and
/// [`is_placement`](super::is_placement) find out; a `Placement` promises only that there are N columns, each less than N.
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
