//! A puzzle as a DIMACS file.

use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};

use super::{Fixed, Formula, Numbering, Orbits, TooLarge};
use crate::board::{Diagonals, Turn};
use crate::formats::{CnfWriter, WriteError};
use crate::interrupt::Interrupt;
use crate::puzzle::Puzzle;

/// Why a puzzle was not written as a formula.
#[derive(Debug, thiserror::Error)]
pub enum DimacsError {
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Who is told, in words of their own, that models which differ in auxiliary variables alone are one:
/// most encodings admit several of them for one placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    /// Nobody: it is for solvers that want one model.
    None,
    /// Model counters, as the competitions have it: `c t pmc`, and `c p show` with the squares.
    Counter,
    /// clasp: `c project` with the squares; before the `p` line, it would be passed over in silence.
    Clasp,
}

/// Writes a formula as DIMACS CNF under the fixed numbering, or that of [`Orbits`] if the puzzle has a
/// turn, in one pass and with memory for one line of the board; gives the output back.
pub fn write_dimacs<W: Write>(
    formula: &Formula<'_>,
    out: W,
    interrupt: Interrupt,
) -> Result<W, DimacsError> {
    write_dimacs_projected(formula, Projection::None, out, interrupt)
}

/// As [`write_dimacs`], with a projection onto the squares.
pub fn write_dimacs_projected<W: Write>(
    formula: &Formula<'_>,
    projection: Projection,
    out: W,
    interrupt: Interrupt,
) -> Result<W, DimacsError> {
    let n = formula.puzzle.n();
    let too_large = TooLarge::Squares { n };
    match formula.puzzle.turn() {
        None => {
            let map = Fixed::new(n).ok_or(too_large)?;
            write_projected(formula, &map, projection, out, interrupt)
        }
        Some(turn) => {
            let map = Orbits::new(n, turn).ok_or(too_large)?;
            write_projected(formula, &map, projection, out, interrupt)
        }
    }
}

/// As [`write_dimacs`], under any numbering for this formula.
pub fn write_numbered<M: Numbering, W: Write>(
    formula: &Formula<'_>,
    map: &M,
    out: W,
    interrupt: Interrupt,
) -> Result<W, DimacsError> {
    write_projected(formula, map, Projection::None, out, interrupt)
}

/// As [`write_numbered`], with a projection onto the squares.
pub fn write_projected<M: Numbering, W: Write>(
    formula: &Formula<'_>,
    map: &M,
    projection: Projection,
    out: W,
    interrupt: Interrupt,
) -> Result<W, DimacsError> {
    let size = formula.size()?;
    let mut comments = comments(formula, map).to_vec();
    if projection == Projection::Counter {
        comments.insert(0, "t pmc".to_string());
    }
    let first = match map.auxiliaries_after() {
        0 => size.auxiliaries + 1,
        _ => 1,
    };
    let line = projection.line(first..=map.variables());
    let (variables, clauses) = (size.variables, size.clauses);
    let writer = CnfWriter::with_line(out, &comments, variables, clauses, &line, interrupt);
    let mut writer = writer?;
    // Where the writer stops the encoding, it reports why when it is finished.
    let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = formula.emit(map, &mut writer);
    Ok(writer.finish()?)
}

impl Projection {
    /// The line after the header.
    fn line(self, squares: RangeInclusive<u32>) -> String {
        let mut line = match self {
            Projection::None => return String::new(),
            Projection::Counter => "c p show".to_string(),
            Projection::Clasp => "c project".to_string(),
        };
        for variable in squares {
            line.push_str(&format!(" {variable}"));
        }
        line.push_str(" 0\n");
        line
    }
}

/// The comments of a formula's clauses under a numbering.
pub(crate) fn comments<M: Numbering>(formula: &Formula<'_>, map: &M) -> [String; 3] {
    let kept = match formula.up_to_symmetry {
        true => ", up to symmetry",
        false => "",
    };
    let how = format!("{kept}, at most one by the {} encoding", formula.encoding);
    let [numbers, meaning] = map.prose();
    [title(formula.puzzle, &how), numbers, meaning]
}

/// The first comment, in plain prose as those of [`Numbering::prose`].
pub(super) fn title(puzzle: &Puzzle, how: &str) -> String {
    let n = puzzle.n();
    let board = match (puzzle.laws().diagonals, &puzzle.laws().regions) {
        (_, Some(_)) => " with a queen in each region and none touching",
        (Diagonals::Wrapped, _) => " on a torus",
        (Diagonals::Free, _) => " with rooks",
        _ => "",
    };
    let settled = match (puzzle.given().len(), puzzle.forbidden().len()) {
        (0, 0) => "",
        (_, 0) => ", some queens given",
        (0, _) => ", some squares forbidden",
        (_, _) => ", some queens given and some squares forbidden",
    };
    let symmetric = match puzzle.turn() {
        None => "",
        Some(Turn::Half) => ", equal to itself after a half turn",
        Some(Turn::Quarter) => ", equal to itself after a quarter turn",
    };
    format!("N-Queens for N={n}{board}{symmetric}{settled}{how}, written by queensat")
}
