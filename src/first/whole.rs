//! The whole board as SAT, with the numbering that leads the solver along a random start.

use std::ops::ControlFlow;

use super::guide;
use crate::cnf::ToCnf;
use crate::encode::{Guided, SquareMap, TooLarge, emit_side_by_side};
use crate::puzzle::Puzzle;
use crate::solve::{Options, Solution, SolveError, loadable_size};
use crate::solver::Answer;

/// Solves the whole formula of a puzzle without regions whose given queens do not attack each other.
pub fn solve(puzzle: &Puzzle, options: &Options) -> Result<Solution, SolveError> {
    let too_large = TooLarge::Squares { n: puzzle.n() };
    let size = loadable_size(puzzle, options.encoding).map_err(|error| match error {
        SolveError::TooLarge(why) if puzzle.turn().is_none() => SolveError::WholeTooLarge(why),
        error => error,
    })?;
    let start = guide::draw(puzzle, options.seed);
    let value = options.solver.first_value();
    let map =
        Guided::new(puzzle, &start, size.auxiliaries, options.seed, value).ok_or(too_large)?;
    let interrupt = options.interrupt.clone();
    let mut solver = options
        .solver
        .start_once(map.variables(), interrupt, true)?;
    let mut cnf = ToCnf::new(options.encoding, map.auxiliaries_after(), &mut *solver);
    // Where the solver stops the encoding, it knows why: a contradiction or an interrupt.
    let (ControlFlow::Continue(()) | ControlFlow::Break(_)) =
        emit_side_by_side(puzzle, &map, &mut cnf);
    let answer = solver.solve(&[]);
    if options.abandon_memory {
        std::mem::forget(solver);
    }
    match answer {
        Answer::Satisfiable(model) => {
            let queens = map.queens(&model);
            let placement = puzzle.placement(&queens);
            placement
                .map(Solution::Placement)
                .map_err(SolveError::WrongAnswer)
        }
        Answer::Unsatisfiable => Ok(Solution::None),
        Answer::Unknown => Ok(Solution::Unknown),
    }
}
