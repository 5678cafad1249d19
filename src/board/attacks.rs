//! The laws of attack, by arithmetic on coordinates.

use std::sync::Arc;

use super::{Regions, Square};

/// Along which diagonals queens attack each other; rows and columns always count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Diagonals {
    /// The diagonals and antidiagonals of a plain board.
    #[default]
    Plain,
    /// Those of a torus, where both pairs of opposite edges are joined.
    Wrapped,
    /// None: the queens are rooks.
    Free,
    /// Only the next square along each: no two queens touch at a corner.
    Touching,
}

/// Which queens attack each other on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Laws {
    pub diagonals: Diagonals,
    /// Queens in the same region attack each other as well.
    pub regions: Option<Arc<Regions>>,
}

impl Laws {
    /// The laws of a plain board.
    pub fn queens() -> Laws {
        Laws::default()
    }

    /// Whether queens on these two squares of an `n`×`n` board attack each other; a queen attacks
    /// its own square.
    pub fn attack(&self, n: u32, a: Square, b: Square) -> bool {
        if a.row == b.row || a.col == b.col {
            return true;
        }
        let (n, down, right) = (
            i64::from(n),
            i64::from(b.row) - i64::from(a.row),
            i64::from(b.col) - i64::from(a.col),
        );
        let diagonal = match self.diagonals {
            Diagonals::Plain => down.abs() == right.abs(),
            Diagonals::Wrapped => (down - right) % n == 0 || (down + right) % n == 0,
            Diagonals::Free => false,
            Diagonals::Touching => down.abs() == 1 && right.abs() == 1,
        };
        diagonal
            || self
                .regions
                .as_ref()
                .is_some_and(|regions| regions.of(a) == regions.of(b))
    }
}
