//! Squares, and how people name them.

use std::fmt;

/// A square of a board: row and column, both counted from 0, row 0 on top, column 0 on the left.
///
/// The order is that of reading: by row, then by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    pub row: u32,
    pub col: u32,
}

/// A text that names no square of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SquareError {
    #[error(
        "'{0}' is not a square: write it like b4 (column letter, row number from below) or 4,1 (row,column from 0, row 0 on top)"
    )]
    Unreadable(String),
    #[error("square {text} is not on the board, which has {n} rows and {n} columns")]
    OffBoard { text: String, n: u32 },
}

impl Square {
    /// The square in row `row` and column `col`, both from 0.
    pub const fn new(row: u32, col: u32) -> Square {
        Square { row, col }
    }

    /// Reads a square of an `n`×`n` board: chess notation (`b4`: columns a, b, … z, aa, … from
    /// the left, rows 1, 2, … from below) or `ROW,COL` (both from 0, row 0 on top).
    pub fn parse(text: &str, n: u32) -> Result<Square, SquareError> {
        let text = text.trim();
        let unreadable = || SquareError::Unreadable(text.to_string());
        let off_board = || SquareError::OffBoard {
            text: text.to_string(),
            n,
        };
        let (row, col) = match text.split_once(',') {
            Some((row, col)) => (
                number(row.trim()).ok_or_else(unreadable)?,
                number(col.trim()).ok_or_else(unreadable)?,
            ),
            None => {
                let digits = text
                    .find(|c: char| c.is_ascii_digit())
                    .ok_or_else(unreadable)?;
                let col = column_from_letters(&text[..digits]).ok_or_else(unreadable)?;
                let rank = number(&text[digits..]).ok_or_else(unreadable)?;
                if rank == 0 || rank > u64::from(n) {
                    return Err(off_board());
                }
                (u64::from(n) - rank, col)
            }
        };
        if row >= u64::from(n) || col >= u64::from(n) {
            return Err(off_board());
        }
        Ok(Square::new(row as u32, col as u32))
    }

    /// The square's name in chess notation on an `n`×`n` board; the square must lie on it.
    pub fn name(self, n: u32) -> SquareName {
        SquareName { square: self, n }
    }
}

/// Shows a square in chess notation.
pub struct SquareName {
    square: Square,
    n: u32,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = [0u8; 8];
        let mut at = letters.len();
        let mut rest = u64::from(self.square.col) + 1;
        while rest > 0 {
            at -= 1;
            letters[at] = b'a' + ((rest - 1) % 26) as u8;
            rest = (rest - 1) / 26;
        }
        for &letter in &letters[at..] {
            write!(f, "{}", char::from(letter))?;
        }
        write!(f, "{}", self.n.saturating_sub(self.square.row))
    }
}

/// Digits alone; a number too large for any board becomes the largest one.
fn number(text: &str) -> Option<u64> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(u64::MAX))
}

/// a → 0, z → 25, aa → 26, …
fn column_from_letters(letters: &str) -> Option<u64> {
    if letters.is_empty() {
        return None;
    }
    let mut col = 0u64;
    for byte in letters.bytes() {
        let digit = byte.to_ascii_lowercase().wrapping_sub(b'a');
        if digit >= 26 {
            return None;
        }
        col = col.saturating_mul(26).saturating_add(u64::from(digit) + 1);
    }
    Some(col - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_those_of_the_chess_board() {
        assert_eq!(Square::new(7, 0).name(8).to_string(), "a1");
        assert_eq!(Square::new(4, 1).name(8).to_string(), "b4");
        assert_eq!(Square::new(0, 26).name(30).to_string(), "aa30");
        assert_eq!(Square::parse("b4", 8), Ok(Square::new(4, 1)));
        assert_eq!(Square::parse("4,1", 8), Ok(Square::new(4, 1)));
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in [
            "", "b", "4", "4b", "b-1", "b4x", "é4", "1,", ",1", "1,2,3", "-1,0",
        ] {
            assert!(matches!(
                Square::parse(text, 8),
                Err(SquareError::Unreadable(_))
            ));
        }
        for text in [
            "a0",
            "a9",
            "i1",
            "8,0",
            "0,8",
            "zzzzzzzzzzzzzzzzzzzz1",
            "a99999999999999999999",
        ] {
            assert!(matches!(
                Square::parse(text, 8),
                Err(SquareError::OffBoard { .. })
            ));
        }
    }

    proptest! {
        #[test]
        fn a_name_reads_back_as_its_square(n in 1u32..100_000, row: u32, col: u32) {
            let square = Square::new(row % n, col % n);
            prop_assert_eq!(Square::parse(&square.name(n).to_string(), n), Ok(square));
            prop_assert_eq!(Square::parse(&format!("{},{}", square.row, square.col), n), Ok(square));
        }
    }
}
