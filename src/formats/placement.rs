//! Placements and boards as text, written.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use super::answer_writer::write_values;
use super::board_reader::Board;
use super::decimal::{ROOM, write_decimal};
use super::svg::{Picture, write_svg};
use crate::board::{Placement, Square};
use crate::cnf::Lit;

/// How a placement is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementFormat {
    /// A line a row: `Q` queen, `.` empty, `#` forbidden.
    Board,
    /// One line: the column of each row's queen, from 1, as the literature writes it.
    List,
    /// One line: `{"schema":1,"n":4,"placement":[2,4,1,3]}`, columns from 1.
    Json,
    /// The squares as `v` lines of a solver's answer, under the fixed numbering.
    Dimacs,
    /// A picture; it does not read back.
    Svg,
}

impl PlacementFormat {
    pub const ALL: [PlacementFormat; 5] = [
        PlacementFormat::Board,
        PlacementFormat::List,
        PlacementFormat::Json,
        PlacementFormat::Dimacs,
        PlacementFormat::Svg,
    ];

    pub fn name(self) -> &'static str {
        match self {
            PlacementFormat::Board => "board",
            PlacementFormat::List => "list",
            PlacementFormat::Json => "json",
            PlacementFormat::Dimacs => "dimacs",
            PlacementFormat::Svg => "svg",
        }
    }

    /// What is used unless the user asks otherwise: a picture as long as it fits a screen.
    pub fn default_for(n: u32) -> PlacementFormat {
        if n <= 100 {
            PlacementFormat::Board
        } else {
            PlacementFormat::List
        }
    }
}

impl fmt::Display for PlacementFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format '{0}': the formats are board, list, json, dimacs, svg")]
pub struct UnknownFormat(String);

impl FromStr for PlacementFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<PlacementFormat, UnknownFormat> {
        PlacementFormat::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| UnknownFormat(name.to_string()))
    }
}

/// Writes a board a line a row; the empty board is a blank line.
pub fn write_board<W: Write>(board: &Board, out: &mut W) -> io::Result<()> {
    let mut marked: Vec<(Square, u8)> = Vec::new();
    marked.extend(board.queens.iter().map(|&square| (square, b'Q')));
    marked.extend(board.forbidden.iter().map(|&square| (square, b'#')));
    marked.sort_unstable();
    let mut marked = marked.into_iter().peekable();
    let mut line = vec![b'.'; board.n as usize + 1];
    line[board.n as usize] = b'\n';
    if board.n == 0 {
        out.write_all(&line)?;
    }
    for row in 0..board.n {
        line[..board.n as usize].fill(b'.');
        while let Some((square, mark)) = marked.next_if(|(square, _)| square.row == row) {
            line[square.col as usize] = mark;
        }
        out.write_all(&line)?;
    }
    Ok(())
}

/// Writes a placement, ending in a newline.
pub fn write_placement<W: Write>(
    placement: &Placement,
    format: PlacementFormat,
    out: &mut W,
) -> io::Result<()> {
    match format {
        PlacementFormat::Board => {
            let board = Board {
                n: placement.n(),
                queens: placement.queens().collect(),
                forbidden: Vec::new(),
            };
            write_board(&board, out)
        }
        PlacementFormat::List => {
            write_separated(placement, b' ', out)?;
            out.write_all(b"\n")
        }
        PlacementFormat::Json => {
            write!(
                out,
                "{{\"schema\":1,\"n\":{},\"placement\":[",
                placement.n()
            )?;
            write_separated(placement, b',', out)?;
            out.write_all(b"]}\n")
        }
        PlacementFormat::Dimacs => write_squares(placement, out),
        PlacementFormat::Svg => {
            let queens: Vec<Square> = placement.queens().collect();
            let picture = Picture {
                n: placement.n(),
                queens: &queens,
                ..Picture::default()
            };
            write_svg(&picture, out)
        }
    }
}

/// The columns, from 1, `between` them.
fn write_separated<W: Write>(placement: &Placement, between: u8, out: &mut W) -> io::Result<()> {
    const FULL: usize = 1 << 16;
    let mut text = Vec::with_capacity(FULL + ROOM);
    for (row, &col) in placement.columns().iter().enumerate() {
        if row > 0 {
            text.push(between);
        }
        // A board has fewer rows than an i32 can count.
        let mut digits = [0; ROOM];
        let len = write_decimal(col.saturating_add(1) as i32, &mut digits);
        text.extend_from_slice(&digits[..len]);
        if text.len() >= FULL {
            out.write_all(&text)?;
            text.clear();
        }
    }
    out.write_all(&text)
}

/// All N² literals, under the fixed numbering.
fn write_squares<W: Write>(placement: &Placement, out: &mut W) -> io::Result<()> {
    let n = placement.n();
    let squares = placement.queens().flat_map(|queen| {
        let first = u64::from(queen.row) * u64::from(n) + 1;
        (0..n).map(move |col| (first + u64::from(col), col == queen.col))
    });
    // Whoever has squares without a number has been refused.
    let lits = squares.filter_map(|(variable, has_queen)| {
        let lit = Lit::from_dimacs(variable as i64)?;
        Some(if has_queen { lit } else { !lit })
    });
    write_values(lits, out)
}
