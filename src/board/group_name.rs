//! What the groups of squares are called, here and in files.

use std::fmt;
use std::str::FromStr;

use super::Square;

/// Which line, pair or region a group of squares is; rows and columns count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroupName {
    Row(u32),
    Column(u32),
    /// From top left to bottom right: column − row; on a torus modulo N, from 0.
    Diagonal(i32),
    /// From top right to bottom left: row + column; on a torus modulo N.
    Antidiagonal(u32),
    /// Two squares that touch at a corner, the upper one first.
    Touching(Square, Square),
    /// The region with this letter.
    Region(char),
}

/// A text that is no group's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected row R, column C, diagonal D, antidiagonal S, touching R C R C or region X with numbers from 0 and a letter X"
)]
pub struct UnknownGroup;

/// A word and its numbers or letter, blanks between them; reads back with [`FromStr`].
impl fmt::Display for GroupName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupName::Row(row) => write!(f, "row {row}"),
            GroupName::Column(col) => write!(f, "column {col}"),
            GroupName::Diagonal(difference) => write!(f, "diagonal {difference}"),
            GroupName::Antidiagonal(sum) => write!(f, "antidiagonal {sum}"),
            GroupName::Touching(a, b) => {
                write!(f, "touching {} {} {} {}", a.row, a.col, b.row, b.col)
            }
            GroupName::Region(letter) => write!(f, "region {letter}"),
        }
    }
}

impl FromStr for GroupName {
    type Err = UnknownGroup;

    fn from_str(text: &str) -> Result<GroupName, UnknownGroup> {
        let mut words = text.split_ascii_whitespace();
        let mut next = || words.next().ok_or(UnknownGroup);
        let name = match next()? {
            "row" => GroupName::Row(number(next()?)?),
            "column" => GroupName::Column(number(next()?)?),
            "diagonal" => GroupName::Diagonal(number(next()?)?),
            "antidiagonal" => GroupName::Antidiagonal(number(next()?)?),
            "touching" => GroupName::Touching(
                Square::new(number(next()?)?, number(next()?)?),
                Square::new(number(next()?)?, number(next()?)?),
            ),
            "region" => GroupName::Region(number(next()?)?),
            _ => return Err(UnknownGroup),
        };
        match words.next() {
            None => Ok(name),
            Some(_) => Err(UnknownGroup),
        }
    }
}

fn number<T: FromStr>(word: &str) -> Result<T, UnknownGroup> {
    word.parse().map_err(|_| UnknownGroup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for text in [
            "row 0",
            "column 7",
            "diagonal -6",
            "diagonal 6",
            "antidiagonal 14",
            "touching 0 1 1 0",
            "region b",
        ] {
            let name: Result<GroupName, _> = text.parse();
            assert_eq!(name.map(|name| name.to_string()), Ok(text.to_string()));
        }
    }

    #[test]
    fn what_names_no_group_is_refused() {
        for text in [
            "",
            "row",
            "row x",
            "row -1",
            "row 1 2",
            "Row 1",
            "region",
            "region ab",
            "touching 1 2 3",
            "line 3",
            "row 99999999999",
        ] {
            assert_eq!(text.parse::<GroupName>(), Err(UnknownGroup), "{text:?}");
        }
    }
}
