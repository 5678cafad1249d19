//! Square maps: what literal a square is.

use std::ops::Not;

use crate::board::{Square, Turn};
use crate::cnf::{Lit, MAX_VARIABLES, Model};

/// What a formula says of a square: whether a queen stands there is a literal, or settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    Lit(Lit),
    True,
    False,
}

impl Not for Term {
    type Output = Term;

    #[inline]
    fn not(self) -> Term {
        match self {
            Term::Lit(lit) => Term::Lit(!lit),
            Term::True => Term::False,
            Term::False => Term::True,
        }
    }
}

/// Decides the literal of each square, in one place for encoding and decoding.
pub trait SquareMap {
    /// The term of a square of the board.
    fn term(&self, square: Square) -> Term;

    /// The size of the board.
    fn n(&self) -> u32;

    /// The largest variable that stands for a square.
    fn variables(&self) -> u32;

    /// Auxiliary variables come right after this variable: after the squares, unless the map says
    /// otherwise.
    fn auxiliaries_after(&self) -> u32 {
        self.variables()
    }

    /// The squares with a queen in a model, in reading order.
    fn queens(&self, model: &Model) -> Vec<Square>;

    /// The turn whose orbits share a literal, if they do: then lines that it carries to each other
    /// are the same constraint. Without one, no literal stands for two squares.
    fn turn(&self) -> Option<Turn> {
        None
    }
}

/// A square map that exports can use: it says what each of its variables is.
pub trait Numbering: SquareMap {
    /// The squares that a variable stands for; none if it is an auxiliary one.
    fn squares(&self, variable: u32) -> impl Iterator<Item = Square>;

    /// What a reader of the formula has to know, as comments in plain prose: some solvers take
    /// options from comments, and old tools trip over a lone 0.
    fn prose(&self) -> [String; 2];
}

/// The largest N whose N² squares can be numbered: 46340, since N² must not exceed 2³¹ − 2.
pub const MAX_N: u32 = (MAX_VARIABLES as u64).isqrt() as u32;

/// The fixed numbering of all exports: row r, column c (from 0, row 0 on top) is variable
/// r·N + c + 1, whatever is given or forbidden.
#[derive(Clone, Copy, Debug)]
pub struct Fixed {
    n: u32,
}

impl Fixed {
    /// For an `n`×`n` board; `None` beyond [`MAX_N`].
    pub fn new(n: u32) -> Option<Fixed> {
        (n <= MAX_N).then_some(Fixed { n })
    }

    /// The variable of a square of the board.
    pub fn variable(self, square: Square) -> u32 {
        square.row * self.n + square.col + 1
    }

    /// The square of a variable; `None` if the variable is an auxiliary one.
    pub fn square(self, variable: u32) -> Option<Square> {
        let index = variable.checked_sub(1)?;
        (variable <= self.variables()).then(|| Square::new(index / self.n, index % self.n))
    }
}

impl SquareMap for Fixed {
    #[inline]
    fn term(&self, square: Square) -> Term {
        Term::Lit(Lit::positive(self.variable(square)))
    }

    fn n(&self) -> u32 {
        self.n
    }

    fn variables(&self) -> u32 {
        self.n * self.n
    }

    fn queens(&self, model: &Model) -> Vec<Square> {
        let squares = model.true_variables().map_while(|v| self.square(v));
        squares.collect()
    }
}

impl Numbering for Fixed {
    fn squares(&self, variable: u32) -> impl Iterator<Item = Square> {
        self.square(variable).into_iter()
    }

    fn prose(&self) -> [String; 2] {
        let n = self.n;
        [
            format!(
                "row r and column c, counted from zero with row zero on top, is variable r*{n}+c+1"
            ),
            "it is true where a queen stands; auxiliary variables come after the squares"
                .to_string(),
        ]
    }
}
