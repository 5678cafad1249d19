//! How large a puzzle's formula will be, without making it.

use super::{Fixed, MAX_N, SquareMap};
use crate::cnf::{Encoding, MAX_VARIABLES, SizeOf};
use crate::puzzle::{Bound, Puzzle};

/// The size of a formula under the fixed numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaSize {
    /// All variables: one a square, and the auxiliary ones.
    pub variables: u32,
    pub auxiliaries: u32,
    pub clauses: u64,
    /// Literals in all clauses together.
    pub literals: u64,
}

/// A formula that needs more variables than can be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    #[error(
        "N = {n} is too large: the formula needs a variable for each of the N² squares, and solvers take at most {MAX_VARIABLES}, so N is at most {MAX_N}"
    )]
    Squares { n: u32 },
    #[error(
        "N = {n} with the {encoding} encoding needs {variables} variables, more than the {MAX_VARIABLES} that solvers take: pairwise needs the fewest"
    )]
    Auxiliaries {
        n: u32,
        encoding: Encoding,
        variables: u64,
    },
}

/// The exact size of what [`emit`](super::emit) makes of this puzzle under the fixed numbering;
/// O(groups), by the closed forms of the encodings.
pub fn formula_size(puzzle: &Puzzle, encoding: Encoding) -> Result<FormulaSize, TooLarge> {
    let n = puzzle.n();
    let squares = Fixed::new(n).ok_or(TooLarge::Squares { n })?.variables();
    let mut total = SizeOf::new(encoding);
    for group in puzzle.groups() {
        let k = group.squares.len() as u64;
        if group.bound == Bound::ExactlyOne {
            total.add_clause(k);
        }
        total.add_at_most_one(k);
    }
    for _ in puzzle.given().iter().chain(puzzle.forbidden()) {
        total.add_clause(1);
    }
    let size = total.size;
    let variables = u64::from(squares) + size.auxiliaries;
    if variables > u64::from(MAX_VARIABLES) {
        return Err(TooLarge::Auxiliaries {
            n,
            encoding,
            variables,
        });
    }
    Ok(FormulaSize {
        variables: variables as u32,
        auxiliaries: size.auxiliaries as u32,
        clauses: size.clauses,
        literals: size.literals,
    })
}
