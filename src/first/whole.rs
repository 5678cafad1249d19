//! The whole board as SAT, with the numbering that leads the solver along a random start, or helps
//! another program.

use std::ops::ControlFlow;

use super::guide;
use crate::cnf::{ClauseSink, ToCnf};
use crate::encode::{FormulaSize, Guided, SquareMap, TooLarge, Tuned, emit_side_by_side};
use crate::puzzle::Puzzle;
use crate::solve::{Options, Solution, SolveError, loadable_size, placed};
use crate::solver::{
    Answer, Choice, ClauseStream, Embedded, External, ProgramError, Reply, TooManyVariables,
};

/// Solves the whole formula of a puzzle without regions whose given queens do not attack each other.
pub fn solve(puzzle: &Puzzle, options: &Options) -> Result<Solution, SolveError> {
    let too_large = TooLarge::Squares { n: puzzle.n() };
    let size = loadable_size(puzzle, options.encoding).map_err(|error| match error {
        SolveError::TooLarge(why) if puzzle.turn().is_none() => SolveError::WholeTooLarge(why),
        error => error,
    })?;
    let value = match &options.solver {
        Choice::Embedded(solver) => Some(solver.first_value()),
        Choice::External(solver) => solver.first_value(),
    };
    // The tuned numbering knows no orbits.
    let Some(value) = value.or(puzzle.turn().map(|_| true)) else {
        let map = Tuned::new(puzzle.n(), size.auxiliaries, options.seed).ok_or(too_large)?;
        return ask(puzzle, &map, size, options);
    };
    let start = guide::draw(puzzle, options.seed);
    let map =
        Guided::new(puzzle, &start, size.auxiliaries, options.seed, value).ok_or(too_large)?;
    ask(puzzle, &map, size, options)
}

/// Has the solver of the options find a placement under this numbering.
fn ask<M: SquareMap>(
    puzzle: &Puzzle,
    map: &M,
    size: FormulaSize,
    options: &Options,
) -> Result<Solution, SolveError> {
    let Reply { answer, doubt } = match &options.solver {
        Choice::Embedded(solver) => inside(*solver, puzzle, map, options)?.into(),
        Choice::External(solver) => outside(solver, puzzle, map, size, options)?,
    };
    match answer {
        Answer::Satisfiable(model) => placed(puzzle, &map.queens(&model), doubt),
        Answer::Unsatisfiable => Ok(Solution::None),
        Answer::Unknown => Ok(Solution::Unknown),
    }
}

fn inside<M: SquareMap>(
    solver: Embedded,
    puzzle: &Puzzle,
    map: &M,
    options: &Options,
) -> Result<Answer, TooManyVariables> {
    let interrupt = options.interrupt.clone();
    let mut solver = solver.start_once(map.variables(), interrupt, true)?;
    let mut cnf = ToCnf::new(options.encoding, map.auxiliaries_after(), &mut *solver);
    // Where the solver stops the encoding, it knows why: a contradiction or an interrupt.
    let (ControlFlow::Continue(()) | ControlFlow::Break(_)) =
        emit_side_by_side(puzzle, map, &mut cnf);
    let answer = solver.solve(&[]);
    if options.abandon_memory {
        std::mem::forget(solver);
    }
    Ok(answer)
}

/// The clauses go to the program as they are made, and are made again to check its model.
fn outside<M: SquareMap>(
    solver: &External,
    puzzle: &Puzzle,
    map: &M,
    size: FormulaSize,
    options: &Options,
) -> Result<Reply, ProgramError> {
    let send = |sink: &mut dyn ClauseSink| {
        let mut cnf = ToCnf::new(options.encoding, map.auxiliaries_after(), sink);
        emit_side_by_side(puzzle, map, &mut cnf)
    };
    let formula = ClauseStream {
        variables: map.variables(),
        clauses: size.clauses,
        send: &send,
    };
    solver.solve(&formula, &options.interrupt)
}
