//! Classes of placements of an empty board under symmetry, told by the queens in the middle.
//!
//! For an odd number of rows there is one queen in the middle row and one in the middle column. If they
//! stand d and e squares from the centre, then d ≠ e unless both are 0 and they are one: else they would
//! stand on one diagonal. So of each eight images one has the first queen left of the centre, the
//! second above it, and d < e; a queen in the centre is a class of its own.
//!
//! For an even number it is the queens in the two middle rows, which two mirrors carry to three other
//! pairs, or one.

use super::lists::{Band, Lines};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Classes {
    /// Every placement stands for itself.
    Each,
    Odd {
        centre: u32,
    },
    Even {
        last: u32,
    },
}

impl Classes {
    /// Those of a board, by its rows of allowed columns.
    pub(super) fn of(allowed: &[u32]) -> Classes {
        let n = allowed.len() as u32;
        let all = ((1u64 << n) - 1) as u32;
        match n {
            _ if n < 2 || allowed.iter().any(|&row| row != all) => Classes::Each,
            _ if n % 2 == 1 => Classes::Odd { centre: n / 2 },
            _ => Classes::Even { last: n - 1 },
        }
    }

    /// How many rows in the middle tell the class, and have to lie between the bands.
    pub(super) fn rows(self) -> u32 {
        match self {
            Classes::Each => 0,
            Classes::Odd { .. } => 1,
            Classes::Even { .. } => 2,
        }
    }

    /// The column whose queen's row tells the class, too.
    pub(super) fn marked(self) -> Option<u32> {
        match self {
            Classes::Odd { centre } => Some(centre),
            _ => None,
        }
    }

    /// How many placements one with these queens in the middle rows stands for, as far as they tell;
    /// the rows come from the middle outwards. 0 if another stands for it.
    pub(super) fn weight_of(self, queens: &[(u32, u32)]) -> u64 {
        match (self, queens) {
            (Classes::Each, _) => 1,
            (Classes::Odd { centre }, &[(_, first), ref others @ ..]) => {
                if first == centre {
                    return 1;
                }
                let in_column = others.iter().find(|&&(_, col)| col == centre);
                let is_above = in_column.is_none_or(|&(row, _)| row < first);
                8 * u64::from(first < centre && is_above)
            }
            (Classes::Even { last }, &[(_, a), (_, b), ..]) => match a < b && a + b <= last {
                true if a + b == last => 2,
                true => 4,
                false => 0,
            },
            (Classes::Even { last }, &[(_, a)]) => u64::from(2 * a < last),
            (_, []) => 1,
        }
    }

    /// The same with one more queen.
    pub(super) fn weight(self, queens: &[(u32, u32)], more: (u32, u32)) -> u64 {
        let mut queens = queens.to_vec();
        queens.push(more);
        self.weight_of(&queens)
    }

    /// What the class asks of the items of the top and the bottom band.
    pub(super) fn asked_of_bands(self, queens: &[(u32, u32)], height: u32) -> [Lines; 2] {
        let marks = |rows: std::ops::Range<u32>| {
            let none = Lines::default();
            rows.map(Band::mark).fold(none, Lines::and)
        };
        match (self, queens) {
            // The middle column's queen must stand above the centre, and farther from it.
            (Classes::Odd { centre }, &[(_, first), ..]) if first != centre => {
                [marks(first.min(height)..height), marks(0..height)]
            }
            _ => [Lines::default(); 2],
        }
    }
}
