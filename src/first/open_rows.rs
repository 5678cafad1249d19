//! The open rows as SAT: a variable for each free square, and the lines through them.

use std::ops::ControlFlow;

use super::walk::Walk;
use crate::board::{Diagonals, Square};
use crate::cnf::{ConstraintSink, Lit, SizeOf, Stop, ToCnf};
use crate::puzzle::Puzzle;
use crate::solve::{MAX_CLAUSES_IN_MEMORY, Options, SolveError};
use crate::solver::{Answer, ProgramError};

/// What the solver says of the open rows.
pub enum Open {
    /// A queen for each; and what to say if they attack each other, where the model was not whole.
    Queens(Vec<Square>, Option<ProgramError>),
    None,
    Unknown,
}

/// Asks the solver for queens on the free squares of the open rows.
pub fn solve(puzzle: &Puzzle, walk: &Walk<'_>, options: &Options) -> Result<Open, SolveError> {
    let Some(free) = walk.free_squares(&options.interrupt) else {
        return Ok(Open::Unknown);
    };
    if has_empty_line(&free, walk.open_rows()) {
        return Ok(Open::None);
    }
    let mut size = SizeOf::new(options.encoding);
    let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = emit(puzzle, &free, &mut size);
    let clauses = size.size.clauses;
    if clauses > MAX_CLAUSES_IN_MEMORY {
        return Err(SolveError::TooManyClauses {
            n: puzzle.n(),
            encoding: options.encoding,
            clauses,
        });
    }
    let variables = free.len() as u64 + size.size.auxiliaries;
    let variables = u32::try_from(variables).unwrap_or(u32::MAX);
    let interrupt = options.interrupt.clone();
    let mut solver = options.solver.start_once(variables, interrupt)?;
    let mut cnf = ToCnf::new(options.encoding, free.len() as u32, &mut *solver);
    let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = emit(puzzle, &free, &mut cnf);
    Ok(match solver.solve(&[]) {
        Answer::Satisfiable(model) => {
            let variables = model.true_variables();
            let queens = variables.map_while(|v| free.get(v as usize - 1));
            Open::Queens(queens.copied().collect(), solver.trouble())
        }
        Answer::Unsatisfiable => Open::None,
        Answer::Unknown => match solver.trouble() {
            Some(trouble) => return Err(trouble.into()),
            None => Open::Unknown,
        },
    })
}

/// Whether an open row or column has no free square, as the solver would find out as well.
fn has_empty_line(free: &[Square], open: u32) -> bool {
    let mut columns: Vec<u32> = free.iter().map(|square| square.col).collect();
    columns.sort_unstable();
    columns.dedup();
    let rows = free.chunk_by(|a, b| a.row == b.row).count();
    rows < open as usize || columns.len() < open as usize
}

/// Exactly one queen in each row and column, at most one on each diagonal; square number i is
/// variable i + 1.
fn emit<S: ConstraintSink>(puzzle: &Puzzle, free: &[Square], sink: &mut S) -> ControlFlow<Stop> {
    let n = u64::from(puzzle.n());
    let (row, col) = (|s: Square| u64::from(s.row), |s: Square| u64::from(s.col));
    each_line(free, row, |line| sink.exactly_one(line))?;
    each_line(free, col, |line| sink.exactly_one(line))?;
    let modulus = match puzzle.laws().diagonals {
        Diagonals::Plain | Diagonals::Touching => 2 * n,
        Diagonals::Wrapped => n,
        Diagonals::Free => return ControlFlow::Continue(()),
    };
    let mut at_most_one = |line: &[Lit]| match line.len() {
        1 => ControlFlow::Continue(()),
        _ => sink.at_most_one(line),
    };
    each_line(free, |s| (n + col(s) - row(s)) % modulus, &mut at_most_one)?;
    each_line(free, |s| (col(s) + row(s)) % modulus, &mut at_most_one)
}

/// Calls `constrain` with the literals of each line, in order of the lines' numbers.
fn each_line(
    free: &[Square],
    number: impl Fn(Square) -> u64,
    mut constrain: impl FnMut(&[Lit]) -> ControlFlow<Stop>,
) -> ControlFlow<Stop> {
    let mut squares: Vec<(u64, u32)> = (1..)
        .zip(free)
        .map(|(variable, &square)| (number(square), variable))
        .collect();
    squares.sort_unstable();
    let mut lits = Vec::new();
    for line in squares.chunk_by(|a, b| a.0 == b.0) {
        lits.clear();
        lits.extend(line.iter().map(|&(_, variable)| Lit::positive(variable)));
        constrain(&lits)?;
    }
    ControlFlow::Continue(())
}
