//! Coloured regions: a grid of letters.

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
        let mut grid = Vec::with_capacity(rows.len() * rows.len());
        let mut squares = vec![Vec::new(); letters.len()];
        for (r, (_, row)) in rows.iter().enumerate() {
            for (c, letter) in row.iter().enumerate() {
                let region = letters.binary_search(letter).unwrap_or_default();
                grid.push(region as u8);
                squares[region].push(Square::new(r as u32, c as u32));
            }
        }
        Ok(Regions {
            n,
            grid,
            squares,
            letters,
        })
    }

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

    /// The squares of each region.
    pub fn squares(&self) -> impl Iterator<Item = &[Square]> {
        self.squares.iter().map(Vec::as_slice)
    }
}
