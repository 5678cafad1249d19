//! A puzzle as a DIMACS file.

use std::io::Write;
use std::ops::ControlFlow;

use super::{Fixed, Numbering, Orbits, TooLarge, emit, formula_size};
use crate::board::{Diagonals, Turn};
use crate::cnf::{Encoding, ToCnf};
use crate::formats::{CnfWriter, WriteError};
use crate::interrupt::Interrupt;
use crate::puzzle::Puzzle;

/// Why a puzzle was not written as DIMACS.
#[derive(Debug, thiserror::Error)]
pub enum DimacsError {
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Writes a puzzle as DIMACS CNF under the fixed numbering, or that of [`Orbits`] if the puzzle has a
/// turn, in one pass and with memory for one line of the board; gives the output back.
pub fn write_dimacs<W: Write>(
    puzzle: &Puzzle,
    encoding: Encoding,
    out: W,
    interrupt: Interrupt,
) -> Result<W, DimacsError> {
    let n = puzzle.n();
    let too_large = TooLarge::Squares { n };
    match puzzle.turn() {
        None => {
            let map = Fixed::new(n).ok_or(too_large)?;
            write_numbered(puzzle, encoding, &map, out, interrupt)
        }
        Some(turn) => {
            let map = Orbits::new(n, turn).ok_or(too_large)?;
            write_numbered(puzzle, encoding, &map, out, interrupt)
        }
    }
}

/// As [`write_dimacs`], under any numbering for this puzzle and encoding.
pub fn write_numbered<M: Numbering, W: Write>(
    puzzle: &Puzzle,
    encoding: Encoding,
    map: &M,
    out: W,
    interrupt: Interrupt,
) -> Result<W, DimacsError> {
    let size = formula_size(puzzle, encoding)?;
    let [numbers, meaning] = map.prose();
    let comments = [title(puzzle, encoding), numbers, meaning];
    let mut writer = CnfWriter::new(out, &comments, size.variables, size.clauses, interrupt)?;
    let mut cnf = ToCnf::new(encoding, map.auxiliaries_after(), &mut writer);
    // Where the writer stops the encoding, it reports why when it is finished.
    let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = emit(puzzle, map, &mut cnf);
    Ok(writer.finish()?)
}

/// The first comment, in plain prose as those of [`Numbering::prose`].
fn title(puzzle: &Puzzle, encoding: Encoding) -> String {
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
    format!(
        "N-Queens for N={n}{board}{symmetric}{settled}, at most one by the {encoding} encoding, written by queensat"
    )
}
