//! Map files: what each variable of a formula stands for.
//!
//! Text, a line a variable, in the order of the variables from 1, after one line that says what
//! is to come:
//!
//! ```text
//! queensat-map 1 n 4 variables 18 squares 16 auxiliaries 2 clauses 84
//! 1 row 0
//! 2 antidiagonal 3
//! 3 square 0 2
//! ```
//!
//! - The first line holds the version of the format, the size of the board, the number of variables
//!   (of lines, that is), of squares they stand for in all, of auxiliary variables, and of the
//!   formula's clauses.
//! - `V square R C` is true where a queen stands in row R and column C, both from 0, row 0 on top.
//!   More squares may follow, `V square R C R C`: then a queen stands on all or none of them. A
//!   square comes once at most.
//! - `V row R`, `V column C`, `V diagonal D` (column − row), `V antidiagonal S` (row + column),
//!   `V touching R C R C` (two squares that touch at a corner) and `V region X` (its letter) are
//!   auxiliary variables, which help to say that this group of squares holds at most one queen. On
//!   a torus D and S are taken modulo N.
//! - `V symmetry NAME` is an auxiliary variable, too. It helps to say that the image under this symmetry
//!   of the square (quarter-turn, half-turn, three-quarter-turn, mirror, flip, transpose or
//!   antitranspose) is not the smaller list.
//!
//! Read back, line ends may be those of Windows, and blank lines are passed over.

use std::borrow::Cow;
use std::io::{self, BufRead, Write};

use super::answer::shown;
use super::decimal::{ROOM, write_decimal};
use crate::board::{GroupName, Square, Symmetry};

/// The first line of a map file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapHeader {
    /// The size of the board.
    pub n: u32,
    /// All variables, a line each.
    pub variables: u32,
    /// The squares that variables stand for.
    pub squares: u32,
    pub auxiliaries: u32,
    /// The clauses of the formula.
    pub clauses: u64,
}

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role<'a> {
    /// A queen on each of these squares.
    Squares(&'a [Square]),
    /// It helps to say that this group holds at most one queen.
    Auxiliary(GroupName),
    /// It helps to say that the image under this symmetry is not the smaller list.
    Symmetry(Symmetry),
}

/// A file that is no map, or not the map of this board. Lines count from 1.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(
        "line 1: expected 'queensat-map 1 n N variables V squares S auxiliaries A clauses C', not '{found}': give the file that 'encode --map FILE' wrote"
    )]
    Header { found: String },
    #[error(
        "line 1: it is the map of a formula for N = {found}, not for N = {n}: give its own map"
    )]
    Size { found: u32, n: u32 },
    #[error("line {line}: expected variable {expected}, not '{found}': {AGAIN}")]
    Order {
        line: usize,
        expected: u32,
        found: String,
    },
    #[error(
        "line {line}: '{found}' is no role of a variable (square R C, row R, column C, diagonal D, antidiagonal S, touching R C R C, region X or symmetry NAME): {AGAIN}"
    )]
    Role { line: usize, found: String },
    #[error(
        "line {line}: square {row} {col} is not on the {n}×{n} board, which counts from 0: {AGAIN}"
    )]
    OffBoard {
        line: usize,
        row: u32,
        col: u32,
        n: u32,
    },
    #[error("line {line}: square {row} {col} has a variable already: {AGAIN}")]
    Twice { line: usize, row: u32, col: u32 },
    #[error(
        "line {line}: the first line announces {variables} variables, and this is one more: {AGAIN}"
    )]
    Longer { line: usize, variables: u32 },
    #[error("it holds {found} {what}, but its first line says {said}: {AGAIN}")]
    Count {
        what: &'static str,
        found: u32,
        said: u32,
    },
}

/// The cure for a map file that is damaged.
const AGAIN: &str = "write the map again with 'encode --map FILE'";

/// The word before a symmetry's name.
const SYMMETRY: &str = "symmetry";

/// Writes a map file; the caller sends the variables in their order.
pub struct MapWriter<W> {
    out: W,
    line: Vec<u8>,
    variable: u32,
}

impl<W: Write> MapWriter<W> {
    /// Writes the first line.
    pub fn new(mut out: W, header: &MapHeader) -> io::Result<MapWriter<W>> {
        let MapHeader {
            n,
            variables,
            squares,
            auxiliaries,
            clauses,
        } = header;
        writeln!(
            out,
            "queensat-map 1 n {n} variables {variables} squares {squares} auxiliaries {auxiliaries} clauses {clauses}"
        )?;
        Ok(MapWriter {
            out,
            line: Vec::new(),
            variable: 0,
        })
    }

    /// The next variable stands for these squares.
    pub fn squares(&mut self, squares: impl Iterator<Item = Square>) -> io::Result<()> {
        self.begin();
        self.line.extend_from_slice(b" square");
        for square in squares {
            for number in [square.row, square.col] {
                self.line.push(b' ');
                self.number(number);
            }
        }
        self.end()
    }

    /// The next `count` variables are auxiliary ones of this group.
    pub fn auxiliaries(&mut self, count: u64, group: GroupName) -> io::Result<()> {
        self.repeat(count, &format!(" {group}"))
    }

    /// The next `count` variables are auxiliary ones of this symmetry.
    pub fn symmetries(&mut self, count: u64, symmetry: Symmetry) -> io::Result<()> {
        self.repeat(count, &format!(" {SYMMETRY} {}", symmetry.name()))
    }

    fn repeat(&mut self, count: u64, role: &str) -> io::Result<()> {
        for _ in 0..count {
            self.begin();
            self.line.extend_from_slice(role.as_bytes());
            self.end()?;
        }
        Ok(())
    }

    /// Gives the output back, with all lines handed to it.
    pub fn finish(self) -> W {
        self.out
    }

    fn begin(&mut self) {
        self.variable += 1;
        self.line.clear();
        self.number(self.variable);
    }

    fn end(&mut self) -> io::Result<()> {
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }

    /// Variables, rows and columns are all below 2³¹.
    fn number(&mut self, number: u32) {
        let mut room = [0; ROOM];
        let length = write_decimal(number as i32, &mut room);
        self.line.extend_from_slice(&room[..length]);
    }
}

/// Reads a map file for a board of size `n` line by line, and sends each variable with its role to
/// `see`. What it saw counts only if the whole file is in order, that is, if no error comes back.
/// A group is only read, not checked: its numbers may be anything.
pub fn read_map(
    mut input: impl BufRead,
    n: u32,
    mut see: impl FnMut(u32, Role<'_>),
) -> Result<MapHeader, MapError> {
    let mut lines = Lines::default();
    let first = lines.next(&mut input)?.unwrap_or_default();
    let Some(header) = parse_header(&first) else {
        return Err(MapError::Header {
            found: shown(first.trim_end()),
        });
    };
    if header.n != n {
        return Err(MapError::Size { found: header.n, n });
    }
    let mut seen = Seen::new(n);
    let (mut variables, mut auxiliaries) = (0u32, 0u32);
    let mut squares = Vec::new();
    let mut line = 1;
    while let Some(text) = lines.next(&mut input)? {
        line += 1;
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let (word, role) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        if variables == header.variables {
            return Err(MapError::Longer { line, variables });
        }
        variables += 1;
        if word.parse() != Ok(variables) {
            return Err(MapError::Order {
                line,
                expected: variables,
                found: shown(word),
            });
        }
        let no_role = || MapError::Role {
            line,
            found: shown(role),
        };
        match role.trim_start().strip_prefix("square") {
            Some(numbers) => {
                parse_squares(numbers, &mut squares).ok_or_else(no_role)?;
                for &square in &squares {
                    seen.insert(square, line)?;
                }
                see(variables, Role::Squares(&squares));
            }
            None => {
                auxiliaries += 1;
                see(variables, parse_auxiliary(role).ok_or_else(no_role)?);
            }
        }
    }
    for (what, found, said) in [
        ("variables", variables, header.variables),
        ("squares", seen.count, header.squares),
        ("auxiliary variables", auxiliaries, header.auxiliaries),
    ] {
        if found != said {
            return Err(MapError::Count { what, found, said });
        }
    }
    Ok(header)
}

fn parse_header(line: &str) -> Option<MapHeader> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [
        "queensat-map",
        "1",
        "n",
        n,
        "variables",
        variables,
        "squares",
        squares,
        "auxiliaries",
        auxiliaries,
        "clauses",
        clauses,
    ] = words[..]
    else {
        return None;
    };
    Some(MapHeader {
        n: n.parse().ok()?,
        variables: variables.parse().ok()?,
        squares: squares.parse().ok()?,
        auxiliaries: auxiliaries.parse().ok()?,
        clauses: clauses.parse().ok()?,
    })
}

fn parse_auxiliary(role: &str) -> Option<Role<'static>> {
    let mut words = role.split_ascii_whitespace();
    if words.next() != Some(SYMMETRY) {
        return role.parse().ok().map(Role::Auxiliary);
    }
    let symmetry = Symmetry::named(words.next()?)?;
    words.next().is_none().then_some(Role::Symmetry(symmetry))
}

/// Rows and columns by turns, at least one of each.
fn parse_squares(numbers: &str, squares: &mut Vec<Square>) -> Option<()> {
    squares.clear();
    if !numbers.starts_with([' ', '\t']) {
        return None;
    }
    let mut words = numbers.split_ascii_whitespace();
    while let Some(row) = words.next() {
        let (row, col) = (row.parse().ok()?, words.next()?.parse().ok()?);
        squares.push(Square::new(row, col));
    }
    (!squares.is_empty()).then_some(())
}

/// The lines of a file, one at a time.
#[derive(Default)]
struct Lines(Vec<u8>);

const LONGEST_LINE: u64 = 1000;

impl Lines {
    /// The next line; `None` at the end.
    fn next(&mut self, input: &mut impl BufRead) -> io::Result<Option<Cow<'_, str>>> {
        self.0.clear();
        // Far more than any line needs, so that an endless one ends.
        let mut line = io::Read::take(input, LONGEST_LINE);
        let length = line.read_until(b'\n', &mut self.0)?;
        Ok((length > 0).then(|| String::from_utf8_lossy(&self.0)))
    }
}

/// The squares that came so far, a bit each.
struct Seen {
    n: u32,
    words: Vec<u64>,
    count: u32,
}

impl Seen {
    fn new(n: u32) -> Seen {
        let squares = n as usize * n as usize;
        Seen {
            n,
            words: vec![0; squares.div_ceil(64)],
            count: 0,
        }
    }

    /// Notes a square of this line, which must be on the board and new.
    fn insert(&mut self, square: Square, line: usize) -> Result<(), MapError> {
        let (Square { row, col }, n) = (square, self.n);
        if row >= n || col >= n {
            return Err(MapError::OffBoard { line, row, col, n });
        }
        let index = row as usize * n as usize + col as usize;
        let (word, bit) = (&mut self.words[index / 64], 1 << (index % 64));
        if *word & bit != 0 {
            return Err(MapError::Twice { line, row, col });
        }
        *word |= bit;
        self.count += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
