//! Classes of placements of an empty board under symmetry, told by the queens in the middle.
//!
//! For an odd number of rows there is one queen in the middle row and one in the middle column. If they
//! stand d and e squares from the centre, then d ≠ e unless both are 0 and they are one: else they would
//! stand on one diagonal. So of each eight images one has the first queen left of the centre, the
//! second above it, and d < e; a queen in the centre is a class of its own.
//!
//! For an even number there are two middle rows, whose queens two mirrors carry to three other pairs, or
//! one. The farther of these two queens stands d from the centre, the farther of those in the two middle
//! columns e, and the mirrors change neither; mirroring at a diagonal exchanges d and e. So those with
//! e < d count twice, and those with e = d once.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Classes {
    /// Every placement stands for itself.
    Each,
    Odd {
        n: u32,
    },
    Even {
        n: u32,
    },
}

/// Which items of the bands go together, by the kinds of [`Band::marked`](super::lists::Band::marked), and
/// how many placements each pair stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cases {
    pub(super) top: Vec<Range<u32>>,
    pub(super) bottom: Vec<Range<u32>>,
    /// The weight of the first kinds of both, and of all other pairs.
    pub(super) first: u64,
    pub(super) others: u64,
}

impl Cases {
    fn one(weight: u64, top: Range<u32>, bottom: Range<u32>) -> Cases {
        Cases {
            top: vec![top],
            bottom: vec![bottom],
            first: weight,
            others: weight,
        }
    }
}

impl Classes {
    /// Those of a board, by its rows of allowed columns.
    pub(super) fn of(allowed: &[u32]) -> Classes {
        let n = allowed.len() as u32;
        let all = ((1u64 << n) - 1) as u32;
        match n {
            _ if n < 2 || allowed.iter().any(|&row| row != all) => Classes::Each,
            _ if n % 2 == 1 => Classes::Odd { n },
            _ => Classes::Even { n },
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

    /// The set of columns whose queens tell the class, too.
    pub(super) fn marked(self) -> u32 {
        match self {
            Classes::Each => 0,
            Classes::Odd { n } => 1 << (n / 2),
            Classes::Even { n } => 3 << (n / 2 - 1),
        }
    }

    /// Whether there can be placements of this class with these queens in the middle rows; the rows come
    /// from the middle outwards.
    pub(super) fn allow(self, queens: &[(u32, u32)]) -> bool {
        match (self, queens) {
            (Classes::Odd { n }, &[(centre, first), ref others @ ..]) => {
                let in_column = others.iter().find(|&&(_, col)| col == n / 2);
                first <= centre && in_column.is_none_or(|&(row, _)| row < first)
            }
            (Classes::Even { n }, &[(_, a)]) => 2 * a + 1 < n,
            (Classes::Even { n }, &[(_, a), (_, b), ..]) => {
                a < b && a + b < n && self.farthest(queens) <= farther(n, a, b)
            }
            _ => true,
        }
    }

    /// What such queens, when the middle is full, ask of the items of bands of this height.
    pub(super) fn cases(self, queens: &[(u32, u32)], height: u32) -> Cases {
        let unmarked = height..height + 1;
        match (self, queens) {
            (Classes::Odd { n }, &[(_, first), ref others @ ..]) if first != n / 2 => {
                // The middle column's queen must stand above the centre, and farther from it.
                match others.iter().any(|&(_, col)| col == n / 2) {
                    true => Cases::one(8, unmarked.clone(), unmarked),
                    false => Cases::one(8, 0..first.min(height), unmarked),
                }
            }
            (Classes::Odd { .. }, _) => Cases::one(1, unmarked.clone(), unmarked),
            (Classes::Even { n }, &[(_, a), (_, b), ..]) => {
                let mirrored = if a + b + 1 == n { 2 } else { 4 };
                let farther = farther(n, a, b);
                // How far from its edge each band has the row that is as far from the centre.
                let row = (n - 1 - farther) / 2;
                let nearer = height.min(row + 1)..height + 1;
                if self.farthest(queens) == farther {
                    return Cases::one(mirrored, nearer.clone(), nearer);
                }
                let mut kinds = vec![nearer];
                kinds.extend((row < height).then_some(row..row + 1));
                Cases {
                    top: kinds.clone(),
                    bottom: kinds,
                    first: 2 * mirrored,
                    others: mirrored,
                }
            }
            _ => Cases::one(1, 0..1, 0..1),
        }
    }

    /// The sets of kinds that can be asked of the items of the top and the bottom band, whatever queens
    /// follow these.
    pub(super) fn kinds(self, queens: &[(u32, u32)], height: u32) -> [u32; 2] {
        let (all, unmarked) = (u32::MAX, 1 << height);
        match (self, queens) {
            (Classes::Odd { n }, &[(_, first), ..]) if first != n / 2 => {
                let above = (1 << first.min(height)) - 1;
                [above | unmarked, unmarked]
            }
            (Classes::Odd { .. }, &[_, ..]) => [unmarked; 2],
            (Classes::Even { n }, &[(_, a), (_, b), ..]) => {
                let row = (n - 1 - farther(n, a, b)) / 2;
                [all << row.min(height); 2]
            }
            _ => [all; 2],
        }
    }

    /// About what part of the placements with these queens are of this class, as far as they tell it.
    pub(super) fn part(self, queens: &[(u32, u32)]) -> f64 {
        let part = |rows: u32, n: u32| f64::from(rows) / f64::from(n);
        match (self, queens) {
            (Classes::Odd { n }, &[(_, first), ..]) if first != n / 2 => part(first, n),
            (Classes::Even { n }, &[(_, a), (_, b), ..]) => {
                let nearer = part(farther(n, a, b), n);
                nearer * nearer
            }
            _ => 1.0,
        }
    }

    /// How far from the centre, in halves of squares, the marked columns' queens are, as far as they
    /// are among these; 0 if none is.
    fn farthest(self, queens: &[(u32, u32)]) -> u32 {
        let Classes::Even { n } = self else { return 0 };
        let marked = queens
            .iter()
            .filter(|&&(_, col)| self.marked() >> col & 1 == 1);
        marked.map(|&(row, _)| distance(n, row)).max().unwrap_or(0)
    }
}

/// From the middle of n rows or columns, in halves of squares.
fn distance(n: u32, at: u32) -> u32 {
    (2 * at + 1).abs_diff(n)
}

fn farther(n: u32, a: u32, b: u32) -> u32 {
    distance(n, a).max(distance(n, b))
}
