//! Turns that placements can be symmetric under, and the orbits of squares that they make.

use std::fmt;
use std::str::FromStr;

use super::{Square, Symmetry};

/// A turn of the board that a placement may be equal to itself after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// By 180°.
    Half,
    /// By 90° clockwise, and so by 180° and 270° as well.
    Quarter,
}

/// A name that is no turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no symmetry '{0}': the symmetries are half, quarter (turns by 180° and 90°)")]
pub struct UnknownTurn(String);

impl Turn {
    pub const ALL: [Turn; 2] = [Turn::Half, Turn::Quarter];

    /// The name as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Turn::Half => "half",
            Turn::Quarter => "quarter",
        }
    }

    /// After how many turns everything is back: the size of all orbits but that of the centre.
    pub fn order(self) -> u32 {
        match self {
            Turn::Half => 2,
            Turn::Quarter => 4,
        }
    }

    /// The turn as one of the symmetries of the square.
    pub fn symmetry(self) -> Symmetry {
        match self {
            Turn::Half => Symmetry::HalfTurn,
            Turn::Quarter => Symmetry::QuarterTurn,
        }
    }

    /// The different squares of an `n`×`n` board that the turn, again and again, carries a square
    /// to, itself first: 1 (the centre), 2 or 4. The square must lie on the board.
    pub fn orbit(self, n: u32, square: Square) -> impl Iterator<Item = Square> {
        std::iter::successors(Some(square), move |&last| {
            let next = self.symmetry().apply(last, n);
            (next != square).then_some(next)
        })
    }

    /// The first square of the orbit in reading order.
    pub fn representative(self, n: u32, square: Square) -> Square {
        let opposite = |square| Symmetry::HalfTurn.apply(square, n);
        let first = square.min(opposite(square));
        match self {
            Turn::Half => first,
            Turn::Quarter => {
                let turned = Symmetry::QuarterTurn.apply(square, n);
                first.min(turned).min(opposite(turned))
            }
        }
    }

    /// Whether whole orbits of an `n`×`n` board can have `n` queens together: always for a half turn,
    /// only for n = 4k and 4k + 1 for a quarter turn, since all orbits but the centre have 4 squares.
    pub fn fits(self, n: u32) -> bool {
        match self {
            Turn::Half => true,
            Turn::Quarter => n % 4 <= 1,
        }
    }
}

/// A square of an `n`×`n` board and, if there is a turn, its images.
pub fn orbit(turn: Option<Turn>, n: u32, square: Square) -> impl Iterator<Item = Square> {
    let images = turn.map(|turn| turn.orbit(n, square).skip(1));
    std::iter::once(square).chain(images.into_iter().flatten())
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Turn {
    type Err = UnknownTurn;

    fn from_str(name: &str) -> Result<Turn, UnknownTurn> {
        Turn::ALL
            .into_iter()
            .find(|turn| turn.name() == name)
            .ok_or_else(|| UnknownTurn(name.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_turn_reads_back_from_its_name() {
        for turn in Turn::ALL {
            assert_eq!(turn.to_string().parse(), Ok(turn));
        }
        let error = "third".parse::<Turn>().unwrap_err().to_string();
        assert!(error.contains("half, quarter"), "{error}");
    }

    #[test]
    fn the_orbits_of_a_corner_are_two_or_four_corners() {
        let corner = Square::new(0, 0);
        let orbit = |turn: Turn| turn.orbit(3, corner).collect::<Vec<_>>();
        let at = Square::new;
        assert_eq!(orbit(Turn::Half), [at(0, 0), at(2, 2)]);
        assert_eq!(
            orbit(Turn::Quarter),
            [at(0, 0), at(0, 2), at(2, 2), at(2, 0)]
        );
        assert_eq!(Turn::Quarter.orbit(3, at(1, 1)).count(), 1);
    }

    proptest! {
        #[test]
        fn orbits_part_the_board_and_their_first_square_stands_for_all(
            n in 1u32..=46340, row: u32, col: u32, quarter: bool,
        ) {
            let turn = if quarter { Turn::Quarter } else { Turn::Half };
            let square = Square::new(row % n, col % n);
            let orbit: Vec<Square> = turn.orbit(n, square).collect();
            let set: BTreeSet<Square> = orbit.iter().copied().collect();
            prop_assert_eq!(orbit[0], square);
            prop_assert_eq!(set.len(), orbit.len());
            let centre = 2 * square.row + 1 == n && 2 * square.col + 1 == n;
            let whole = if quarter { 4 } else { 2 };
            prop_assert_eq!(orbit.len(), if centre { 1 } else { whole });
            prop_assert_eq!(Some(&turn.representative(n, square)), set.first());
            for &other in &orbit {
                prop_assert_eq!(&turn.orbit(n, other).collect::<BTreeSet<_>>(), &set);
                // Four squares around the centre, or two on either side of it.
                let doubled = |x: u32| (2 * i64::from(x) + 1 - i64::from(n)).abs();
                let far = |s: Square| [doubled(s.row), doubled(s.col)];
                prop_assert!(far(other) == far(square) || quarter
                    && far(other) == [doubled(square.col), doubled(square.row)]);
            }
        }
    }
}
