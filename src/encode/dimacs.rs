//! A puzzle as a DIMACS file.

use std::io::Write;
use std::ops::ControlFlow;

use super::{Fixed, Orbits, SquareMap, TooLarge, emit, formula_size};
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
            write_under(&map, puzzle, encoding, out, interrupt)
        }
        Some(turn) => {
            let map = Orbits::new(n, turn).ok_or(too_large)?;
            write_under(&map, puzzle, encoding, out, interrupt)
        }
    }
}

fn write_under<W: Write>(
    map: &impl SquareMap,
    puzzle: &Puzzle,
    encoding: Encoding,
    out: W,
    interrupt: Interrupt,
) -> Result<W, DimacsError> {
    let size = formula_size(puzzle, encoding)?;
    let comments = comments(puzzle, encoding);
    let mut writer = CnfWriter::new(out, &comments, size.variables, size.clauses, interrupt)?;
    let mut cnf = ToCnf::new(encoding, map.variables(), &mut writer);
    // Where the writer stops the encoding, it reports why when it is finished.
    let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = emit(puzzle, map, &mut cnf);
    Ok(writer.finish()?)
}

/// Plain prose: some solvers take options from comments, and old tools trip over a lone 0.
fn comments(puzzle: &Puzzle, encoding: Encoding) -> Vec<String> {
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
    let mut lines = vec![format!(
        "N-Queens for N={n}{board}{symmetric}{settled}, at most one by the {encoding} encoding, written by queensat"
    )];
    let (square, variable) = match puzzle.turn() {
        None => (",", format!("r*{n}+c+1")),
        Some(Turn::Half) => (" of the first square of an orbit,", format!("r*{n}+c+1")),
        Some(Turn::Quarter) => (
            " of the first square of an orbit,",
            format!("r*({n}-r)+c-r+1"),
        ),
    };
    if let Some(turn) = puzzle.turn() {
        lines.push(format!(
            "squares that a {turn} turn carries to each other are an orbit and share one variable, numbered in reading order of the first square of each orbit"
        ));
    }
    lines.push(format!(
        "row r and column c{square} counted from zero with row zero on top, is variable {variable}"
    ));
    lines.push(
        "it is true where a queen stands; auxiliary variables come after the squares".to_string(),
    );
    lines
}
