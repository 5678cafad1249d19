//! The eight symmetries of the square.

use super::{Placement, Square};

/// A way to turn or mirror the board so that it covers itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    Identity,
    /// A quarter turn clockwise.
    QuarterTurn,
    HalfTurn,
    /// A quarter turn counterclockwise.
    ThreeQuarterTurn,
    /// Left and right change places.
    Mirror,
    /// Top and bottom change places.
    Flip,
    /// Mirrored in the diagonal from top left to bottom right.
    Transpose,
    /// Mirrored in the diagonal from top right to bottom left.
    Antitranspose,
}

impl Symmetry {
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::QuarterTurn,
        Symmetry::HalfTurn,
        Symmetry::ThreeQuarterTurn,
        Symmetry::Mirror,
        Symmetry::Flip,
        Symmetry::Transpose,
        Symmetry::Antitranspose,
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::Identity => "identity",
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::ThreeQuarterTurn => "three-quarter-turn",
            Symmetry::Mirror => "mirror",
            Symmetry::Flip => "flip",
            Symmetry::Transpose => "transpose",
            Symmetry::Antitranspose => "antitranspose",
        }
    }

    /// The symmetry with this name.
    pub fn named(name: &str) -> Option<Symmetry> {
        let mut all = Symmetry::ALL.into_iter();
        all.find(|symmetry| symmetry.name() == name)
    }

    /// Where the square of an `n`×`n` board comes to lie; the square must lie on it.
    pub fn apply(self, square: Square, n: u32) -> Square {
        let Square { row, col } = square;
        let (up, left) = (n - 1 - row, n - 1 - col);
        let (row, col) = match self {
            Symmetry::Identity => (row, col),
            Symmetry::QuarterTurn => (col, up),
            Symmetry::HalfTurn => (up, left),
            Symmetry::ThreeQuarterTurn => (left, row),
            Symmetry::Mirror => (row, left),
            Symmetry::Flip => (up, col),
            Symmetry::Transpose => (col, row),
            Symmetry::Antitranspose => (left, up),
        };
        Square { row, col }
    }

    /// The image of a placement whose queens stand in different columns (as all queens that do not
    /// attack each other do).
    pub fn image(self, placement: &Placement) -> Option<Placement> {
        let n = placement.n();
        let mut columns = vec![n; n as usize];
        for queen in placement.queens() {
            let image = self.apply(queen, n);
            columns[image.row as usize] = image.col;
        }
        Placement::from_columns(columns)
    }

    /// The symmetry that takes every square back.
    pub fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::ThreeQuarterTurn,
            Symmetry::ThreeQuarterTurn => Symmetry::QuarterTurn,
            other => other,
        }
    }
}
