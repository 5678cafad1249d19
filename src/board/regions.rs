//! Coloured regions: a grid of letters.

use std::fmt;

use super::Square;

/// A board cut into N regions, each named by a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    n: u32,
    /// The region's number of each square, by row and column.
    grid: Vec<u8>,
    /// The squares of each region, in reading order.
    squares: Vec<Vec<Square>>,
    letters: Vec<char>,
}

/// A text that is no grid of regions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegionsError {
    #[error("a grid of regions needs at least one row of letters")]
    Empty,
    #[error(
        "line {line} has {found} letters, but the grid has {rows} rows: every row needs {rows} letters, one a square"
    )]
    RowLength {
        line: usize,
        found: usize,
        rows: usize,
    },
    #[error("line {line}: '{found}' is no region: regions are named by the letters a–z and A–Z")]
    NotALetter { line: usize, found: char },
    #[error("the {n}×{n} grid has {regions} regions, but needs {n}, one for each queen")]
    Count { n: u32, regions: usize },
}

impl Regions {
    /// Reads a grid of letters, one a square, a line a row; blanks, tabs and commas between
    /// letters are passed over. Lower and upper case are different letters.
    pub fn parse(text: &str) -> Result<Regions, RegionsError> {
        let mut rows: Vec<(usize, Vec<char>)> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let letters: Vec<char> = line
                .chars()
                .filter(|c| !c.is_whitespace() && *c != ',' && *c != '\u{feff}')
                .collect();
            if let Some(&found) = letters.iter().find(|c| !c.is_ascii_alphabetic()) {
                return Err(RegionsError::NotALetter {
                    line: number + 1,
                    found,
                });
            }
            if !letters.is_empty() {
                rows.push((number + 1, letters));
            }
        }
        if rows.is_empty() {
            return Err(RegionsError::Empty);
        }
        if let Some((line, short)) = rows.iter().find(|(_, row)| row.len() != rows.len()) {
            return Err(RegionsError::RowLength {
                line: *line,
                found: short.len(),
                rows: rows.len(),
            });
        }
        let mut letters: Vec<char> = rows.iter().flat_map(|(_, row)| row).copied().collect();
        letters.sort_unstable();
        letters.dedup();
        let n = rows.len() as u32;
        if letters.len() != rows.len() {
            return Err(RegionsError::Count {
                n,
                regions: letters.len(),
            });
        }
        let number = |letter| letters.binary_search(letter).unwrap_or_default() as u8;
        let grid: Vec<u8> = rows.iter().flat_map(|(_, row)| row).map(number).collect();
        Ok(Regions::new(n, grid, letters))
    }

    /// From the number of each square's region, by row and column; all of 0 to `n` − 1 must occur,
    /// and `n` be at most [`Regions::MAX_N`]. The letters are A, B, …, Z, a, ….
    pub(crate) fn from_numbers(n: u32, numbers: &[u8]) -> Regions {
        let letters = ('A'..='Z').chain('a'..='z').take(n as usize).collect();
        Regions::new(n, numbers.to_vec(), letters)
    }

    fn new(n: u32, grid: Vec<u8>, letters: Vec<char>) -> Regions {
        let mut squares = vec![Vec::new(); letters.len()];
        for (index, &region) in (0u32..).zip(&grid) {
            squares[usize::from(region)].push(Square::new(index / n, index % n));
        }
        Regions {
            n,
            grid,
            squares,
            letters,
        }
    }

    /// One region for each of the letters a–z and A–Z.
    pub const MAX_N: u32 = 52;

    /// The size of the board, which is also the number of regions.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The number of the region that a square of this board belongs to, from 0.
    pub fn of(&self, square: Square) -> usize {
        usize::from(self.grid[square.row as usize * self.n as usize + square.col as usize])
    }

    /// The letter of region number `region`.
    pub fn letter(&self, region: usize) -> char {
        self.letters[region]
    }

    /// The squares of each region, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = &[Square]> {
        self.squares.iter().map(Vec::as_slice)
    }
}

/// A line of letters a row.
impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.grid.chunks(self.n as usize) {
            let letters = row.iter().map(|&region| self.letter(usize::from(region)));
            writeln!(f, "{}", letters.collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str = "AAb\nAbb\nccc\n";

    #[test]
    fn every_way_to_write_a_grid_is_read() {
        let regions = Regions::parse(GRID).unwrap();
        for text in [
            "A A b\r\nA b b\r\nc c c\r\n",
            "A,A,b\nA,b,b\nc,c,c",
            "\u{feff}AAb  \n\nAbb\t\nccc\n\n",
        ] {
            assert_eq!(Regions::parse(text), Ok(regions.clone()), "{text:?}");
        }
        assert_eq!(regions.to_string(), GRID);
        assert_ne!(regions.of(Square::new(0, 0)), regions.of(Square::new(0, 2)));
        assert_eq!(regions.letter(regions.of(Square::new(1, 1))), 'b');
    }

    #[test]
    fn what_is_no_grid_is_refused_with_the_row() {
        for (text, message) in [
            ("", "a grid of regions needs at least one row"),
            (" \n,\n", "a grid of regions needs at least one row"),
            ("AB\nA\n", "line 2 has 1 letters, but the grid has 2 rows"),
            ("AA\nAA\n", "the 2×2 grid has 1 regions, but needs 2"),
            ("AB\nCC\n", "the 2×2 grid has 3 regions, but needs 2"),
            ("A1\nBB\n", "line 1: '1' is no region"),
        ] {
            let error = Regions::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
    }
}
