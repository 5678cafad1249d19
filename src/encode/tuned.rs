//! The tuned map: the numbering that makes other solvers fast.

use super::{Numbering, SquareMap, Term};
use crate::board::Square;
use crate::cnf::{Lit, Model};

/// A numbering that starts with the auxiliary variables; the squares follow row by row, the squares
/// of each row in a random order of its own.
///
/// Most solvers break ties between untouched variables by their number: in reading order they try
/// to place the queens of neighbouring rows in the same corner, where they attack each other. The
/// order of row r is c → (a·c + b) mod N with random a and b, a prime to N; so the map needs memory
/// for the rows alone, and reads back as fast.
#[derive(Clone, Debug)]
pub struct Tuned {
    n: u32,
    auxiliaries: u32,
    seed: u64,
    rows: Vec<RowOrder>,
}

/// The order of a row's squares: column c comes in place (`factor`·c + `offset`) mod N.
#[derive(Clone, Copy, Debug)]
struct RowOrder {
    factor: u32,
    offset: u32,
    /// `factor`·`inverse` is 1 modulo N.
    inverse: u32,
}

impl RowOrder {
    /// A random order of `n` ≥ 1 squares.
    fn random(n: u32, rng: &mut fastrand::Rng) -> RowOrder {
        // More than one number in six is prime to n, whatever n is here, and 1 always is.
        loop {
            let factor = rng.u32(1..=n);
            if let Some(inverse) = inverse(factor, n) {
                let offset = rng.u32(0..n);
                return RowOrder {
                    factor: factor % n,
                    offset,
                    inverse,
                };
            }
        }
    }

    /// The place of column `col`; fits 32 bits, since N² does.
    #[inline]
    fn place(self, col: u32, n: u32) -> u32 {
        (self.factor * col + self.offset) % n
    }

    /// The column in a place.
    fn column(self, place: u32, n: u32) -> u32 {
        let shifted = u64::from(place + n - self.offset);
        (u64::from(self.inverse) * shifted % u64::from(n)) as u32
    }
}

/// The number below `n` whose product with `factor` is 1 modulo `n`, by Euclid's algorithm.
fn inverse(factor: u32, n: u32) -> Option<u32> {
    let (mut r, mut next_r) = (i64::from(n), i64::from(factor));
    let (mut t, mut next_t) = (0, 1);
    while next_r != 0 {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (t, next_t) = (next_t, t - quotient * next_t);
    }
    (r == 1).then(|| t.rem_euclid(i64::from(n)) as u32)
}

impl Tuned {
    /// For an `n`×`n` board and a formula with this many auxiliary variables
    /// ([`formula_size`](super::formula_size) tells); `None` beyond [`MAX_N`](super::MAX_N), or if
    /// there would be more variables than can be numbered.
    pub fn new(n: u32, auxiliaries: u32, seed: u64) -> Option<Tuned> {
        let squares = super::Fixed::new(n)?.variables();
        let variables = squares.checked_add(auxiliaries)?;
        if variables > crate::cnf::MAX_VARIABLES {
            return None;
        }
        let mut rng = fastrand::Rng::with_seed(seed);
        let rows = (0..n).map(|_| RowOrder::random(n, &mut rng)).collect();
        Some(Tuned {
            n,
            auxiliaries,
            seed,
            rows,
        })
    }

    /// The variable of a square of the board.
    #[inline]
    pub fn variable(&self, square: Square) -> u32 {
        let place = self.rows[square.row as usize].place(square.col, self.n);
        self.auxiliaries + square.row * self.n + place + 1
    }

    /// The square of a variable; `None` if the variable is an auxiliary one.
    pub fn square(&self, variable: u32) -> Option<Square> {
        let index = variable.checked_sub(self.auxiliaries + 1)?;
        // Where N = 0 there is no square, and no row to divide by.
        let row = index.checked_div(self.n)?;
        let order = self.rows.get(row as usize)?;
        Some(Square::new(row, order.column(index % self.n, self.n)))
    }
}

impl SquareMap for Tuned {
    #[inline]
    fn term(&self, square: Square) -> Term {
        Term::Lit(Lit::positive(self.variable(square)))
    }

    fn n(&self) -> u32 {
        self.n
    }

    fn variables(&self) -> u32 {
        self.auxiliaries + self.n * self.n
    }

    fn auxiliaries_after(&self) -> u32 {
        0
    }

    fn queens(&self, model: &Model) -> Vec<Square> {
        let squares = model.true_variables().filter_map(|v| self.square(v));
        let mut queens: Vec<Square> = squares.collect();
        queens.sort_unstable();
        queens
    }
}

impl Numbering for Tuned {
    fn squares(&self, variable: u32) -> impl Iterator<Item = Square> {
        self.square(variable).into_iter()
    }

    fn prose(&self) -> [String; 2] {
        let Tuned {
            auxiliaries, seed, ..
        } = self;
        [
            format!(
                "tuned numbering: A={auxiliaries} auxiliary variables come first, then the squares row by row from the top"
            ),
            format!(
                "each row in an order of its own, drawn with seed={seed}: the map file names them; true where a queen stands"
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_a_bijection(n: u32, auxiliaries: u32, seed: u64) {
        let map = Tuned::new(n, auxiliaries, seed).unwrap();
        let mut squares = vec![None; n as usize * n as usize];
        for square in (0..n).flat_map(|row| (0..n).map(move |col| Square::new(row, col))) {
            let variable = map.variable(square);
            assert_eq!(map.square(variable), Some(square));
            // Row by row, after the auxiliary variables.
            let index = variable - auxiliaries - 1;
            assert_eq!(index / n, square.row);
            assert_eq!(squares[index as usize].replace(square), None);
        }
        for variable in (0..=auxiliaries).chain([map.variables() + 1, u32::MAX]) {
            assert_eq!(map.square(variable), None, "{variable}");
        }
    }

    #[test]
    fn every_square_has_a_variable_of_its_own_on_small_boards() {
        for n in 0..40 {
            for (auxiliaries, seed) in [(0, 0), (7, 1), (1000, u64::MAX)] {
                is_a_bijection(n, auxiliaries, seed);
            }
        }
    }

    #[test]
    fn the_largest_board_fits_and_what_is_larger_is_refused() {
        let n = super::super::MAX_N;
        let left = crate::cnf::MAX_VARIABLES - n * n;
        assert!(Tuned::new(n, left + 1, 0).is_none());
        assert!(Tuned::new(n + 1, 0, 0).is_none());
        let map = Tuned::new(n, left, 0).unwrap();
        for square in [
            (0, 0),
            (0, n - 1),
            (n - 1, 0),
            (n - 1, n - 1),
            (n / 2, n / 3),
        ] {
            let square = Square::new(square.0, square.1);
            assert_eq!(map.square(map.variable(square)), Some(square));
        }
    }

    proptest! {
        #[test]
        fn every_square_has_a_variable_of_its_own(n in 0u32..150, auxiliaries in 0u32..1000, seed: u64) {
            is_a_bijection(n, auxiliaries, seed);
        }

        #[test]
        fn rows_of_the_largest_boards_are_read_back(
            n in 40_000u32..=46_340, row in 0u32..40_000, col in 0u32..40_000, seed: u64
        ) {
            let map = Tuned::new(n, 0, seed).unwrap();
            let square = Square::new(row, col);
            prop_assert_eq!(map.square(map.variable(square)), Some(square));
        }
    }
}
