//! The orbits: squares that a turn carries to each other share a literal.

use super::{Fixed, Numbering, SquareMap, Term};
use crate::board::{Square, Turn};
use crate::cnf::{Lit, Model};

/// The numbering of all exports of symmetric puzzles: an orbit is numbered by its first square, and
/// these first squares from 1 in reading order.
///
/// After a half turn they are the first half of the board, so that row r, column c (from 0) is
/// variable r·N + c + 1 as under [`Fixed`]. After a quarter turn row r has N − 1 − 2r of them, from
/// column r on, and the centre comes last: row r, column c is variable r·(N − r) + c − r + 1.
#[derive(Clone, Copy, Debug)]
pub struct Orbits {
    n: u32,
    turn: Turn,
}

impl Orbits {
    /// For an `n`×`n` board; `None` beyond [`MAX_N`](super::MAX_N).
    pub fn new(n: u32, turn: Turn) -> Option<Orbits> {
        Fixed::new(n).map(|_| Orbits { n, turn })
    }

    /// The variable of a square of the board, shared by all squares of its orbit.
    pub fn variable(self, square: Square) -> u32 {
        let Square { row, col } = self.turn.representative(self.n, square);
        match self.turn {
            Turn::Half => row * self.n + col + 1,
            Turn::Quarter => row * (self.n - row) + col - row + 1,
        }
    }

    /// The first square of a variable's orbit; `None` if the variable is an auxiliary one.
    pub fn square(self, variable: u32) -> Option<Square> {
        let index = variable.checked_sub(1)?;
        if variable > self.variables() {
            return None;
        }
        let n = self.n;
        Some(match self.turn {
            Turn::Half => Square::new(index / n, index % n),
            Turn::Quarter => {
                // The largest row r with r·(n − r) ≤ index, by the quadratic formula.
                let left = u64::from(n) * u64::from(n) - 4 * u64::from(index);
                let root = left.isqrt();
                let root = root + u64::from(root * root < left);
                let row = (n - root as u32) / 2;
                Square::new(row, index - row * (n - row) + row)
            }
        })
    }
}

impl SquareMap for Orbits {
    #[inline]
    fn term(&self, square: Square) -> Term {
        Term::Lit(Lit::positive(self.variable(square)))
    }

    fn n(&self) -> u32 {
        self.n
    }

    fn variables(&self) -> u32 {
        let squares = self.n * self.n;
        match self.turn {
            Turn::Half => squares.div_ceil(2),
            Turn::Quarter => squares.div_ceil(4),
        }
    }

    fn queens(&self, model: &Model) -> Vec<Square> {
        let firsts = model.true_variables().map_while(|v| self.square(v));
        let mut queens: Vec<Square> = firsts
            .flat_map(|first| self.turn.orbit(self.n, first))
            .collect();
        queens.sort_unstable();
        queens
    }

    fn turn(&self) -> Option<Turn> {
        Some(self.turn)
    }
}

impl Numbering for Orbits {
    fn squares(&self, variable: u32) -> impl Iterator<Item = Square> {
        let first = self.square(variable).into_iter();
        first.flat_map(|first| self.turn.orbit(self.n, first))
    }

    fn prose(&self) -> [String; 2] {
        let Orbits { n, turn } = self;
        let variable = match turn {
            Turn::Half => format!("r*{n}+c+1"),
            Turn::Quarter => format!("r*({n}-r)+c-r+1"),
        };
        [
            format!(
                "squares that a {turn} turn carries to each other are an orbit and share one variable, numbered in reading order of the first square of each orbit"
            ),
            format!(
                "row r and column c of the first square of an orbit, counted from zero with row zero on top, is variable {variable}; auxiliary variables come after the squares"
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_squares_are_numbered_in_reading_order_and_found_again() {
        for turn in Turn::ALL {
            for n in 0..=13 {
                let map = Orbits::new(n, turn).unwrap();
                let mut next = 1;
                for square in (0..n).flat_map(|r| (0..n).map(move |c| Square::new(r, c))) {
                    let first = turn.representative(n, square);
                    if first == square {
                        assert_eq!(map.variable(square), next, "{turn}, N = {n}, {square:?}");
                        assert_eq!(map.square(next), Some(square));
                        next += 1;
                    }
                    assert_eq!(map.variable(square), map.variable(first));
                }
                assert_eq!(map.variables(), next - 1);
                assert_eq!(map.square(next), None);
                assert_eq!(map.square(0), None);
            }
        }
    }

    #[test]
    fn the_largest_boards_do_not_overflow() {
        for turn in Turn::ALL {
            let map = Orbits::new(super::super::MAX_N, turn).unwrap();
            for variable in [1, 2, map.variables() / 2, map.variables()] {
                let square = map.square(variable).unwrap();
                assert_eq!(map.variable(square), variable);
                assert_eq!(turn.representative(map.n, square), square);
            }
        }
    }
}
