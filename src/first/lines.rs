//! Which diagonals and antidiagonals are occupied, one bit each.

use crate::board::{Diagonals, Square};

/// The occupied lines of a board without regions; rows and columns are the walk's own business.
pub struct Lines {
    n: usize,
    law: Diagonals,
    down: Vec<u64>,
    up: Vec<u64>,
}

impl Lines {
    pub fn new(n: u32, law: Diagonals) -> Lines {
        let n = n as usize;
        let words = 2 * n / 64 + 1;
        Lines {
            n,
            law,
            down: vec![0; words],
            up: vec![0; words],
        }
    }

    /// The numbers of the lines through a square.
    #[inline]
    fn through(&self, square: Square) -> (usize, usize) {
        let (row, col) = (square.row as usize, square.col as usize);
        let (down, up) = (self.n + col - row, col + row);
        match self.law {
            Diagonals::Wrapped => (down % self.n, up % self.n),
            _ => (down, up),
        }
    }

    /// Whether neither line through a square is occupied.
    #[inline]
    pub fn are_free(&self, square: Square) -> bool {
        let (down, up) = self.through(square);
        let bit = |words: &[u64], i: usize| words[i / 64] >> (i % 64) & 1;
        bit(&self.down, down) | bit(&self.up, up) == 0 || self.law == Diagonals::Free
    }

    /// Occupies the lines through a square, or frees them.
    #[inline]
    pub fn set(&mut self, square: Square, occupied: bool) {
        let (down, up) = self.through(square);
        for (words, i) in [(&mut self.down, down), (&mut self.up, up)] {
            let bit = 1 << (i % 64);
            if occupied {
                words[i / 64] |= bit;
            } else {
                words[i / 64] &= !bit;
            }
        }
    }
}
