//! A puzzle as a DIMACS file.

use std::io::Write;
use std::ops::ControlFlow;

use super::{Fixed, SquareMap, TooLarge, emit, formula_size};
use crate::board::Diagonals;
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

/// Writes a puzzle as DIMACS CNF under the fixed numbering, in one pass and with memory for one
/// line of the board; gives the output back.
pub fn write_dimacs<W: Write>(
    puzzle: &Puzzle,
    encoding: Encoding,
    out: W,
    interrupt: Interrupt,
) -> Result<W, DimacsError> {
    let size = formula_size(puzzle, encoding)?;
    let map = Fixed::new(puzzle.n()).ok_or(TooLarge::Squares { n: puzzle.n() })?;
    let comments = comments(puzzle, encoding);
    let mut writer = CnfWriter::new(out, &comments, size.variables, size.clauses, interrupt)?;
    let mut cnf = ToCnf::new(encoding, map.variables(), &mut writer);
    // Where the writer stops the encoding, it reports why when it is finished.
    let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = emit(puzzle, &map, &mut cnf);
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
    vec![
        format!(
            "N-Queens for N={n}{board}{settled}, at most one by the {encoding} encoding, written by queensat"
        ),
        format!(
            "row r and column c, counted from zero with row zero on top, is variable r*{n}+c+1"
        ),
        "it is true where a queen stands; auxiliary variables come after the squares".to_string(),
    ]
}
