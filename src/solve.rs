//! One placement, through SAT.

use std::ops::ControlFlow;

use crate::board::{Placement, Verdict};
use crate::cnf::{ClauseSink, Encoding, Lit, ToCnf};
use crate::encode::{FormulaSize, Residual, SquareMap, Term, TooLarge, emit, formula_size};
use crate::interrupt::Interrupt;
use crate::puzzle::Puzzle;
use crate::solver::{Answer, TooManyVariables, Varisat};

/// How to solve or enumerate.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub encoding: Encoding,
    pub interrupt: Interrupt,
}

/// What solving found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// A placement that the checker has seen.
    Placement(Placement),
    /// There is none.
    None,
    /// The run was interrupted.
    Unknown,
}

/// Why a puzzle could not be solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    #[error(
        "N = {n} with the {encoding} encoding makes {clauses} clauses, too many for memory: use '--amo product', or 'encode' to stream the formula to a file"
    )]
    TooManyClauses {
        n: u32,
        encoding: Encoding,
        clauses: u64,
    },
    #[error(transparent)]
    TooManyVariables(#[from] TooManyVariables),
    #[error(
        "the solver's answer is wrong: its {queens} queens are no placement on the {n}×{n} board, {attacks} pairs attack each other",
        queens = .0.queens, n = .0.n, attacks = .0.attack_count
    )]
    WrongAnswer(Verdict),
}

/// At most this many clauses are loaded into the solver: some 12 GB of pairwise clauses.
pub const MAX_CLAUSES_IN_MEMORY: u64 = 1_000_000_000;

/// The size of the whole formula, if it can go into the solver.
pub fn loadable_size(puzzle: &Puzzle, encoding: Encoding) -> Result<FormulaSize, SolveError> {
    let size = formula_size(puzzle, encoding)?;
    if size.clauses > MAX_CLAUSES_IN_MEMORY {
        return Err(SolveError::TooManyClauses {
            n: puzzle.n(),
            encoding,
            clauses: size.clauses,
        });
    }
    Ok(size)
}

/// Finds one placement, or that there is none.
pub fn solve(puzzle: &Puzzle, options: &Options) -> Result<Solution, SolveError> {
    Board::load(puzzle.clone(), options)?.solve()
}

/// A puzzle's residual board in a solver of its own.
pub(crate) struct Board {
    puzzle: Puzzle,
    map: Residual,
    solver: Varisat,
}

impl Board {
    pub(crate) fn load(puzzle: Puzzle, options: &Options) -> Result<Board, SolveError> {
        let size = loadable_size(&puzzle, options.encoding)?;
        let map = Residual::new(&puzzle).ok_or(TooLarge::Squares { n: puzzle.n() })?;
        // The residual formula is never larger than the whole one.
        let mut solver = Varisat::new(size.variables, options.interrupt.clone())?;
        let mut cnf = ToCnf::new(options.encoding, map.variables(), &mut solver);
        // Where the solver stops the encoding, it knows why: a contradiction or an interrupt.
        let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = emit(&puzzle, &map, &mut cnf);
        Ok(Board {
            puzzle,
            map,
            solver,
        })
    }

    pub(crate) fn solve(&mut self) -> Result<Solution, SolveError> {
        match self.solver.solve() {
            Answer::Satisfiable(model) => {
                let queens = self.map.queens(&model);
                Placement::from_queens(self.puzzle.n(), &queens, self.puzzle.laws())
                    .map(Solution::Placement)
                    .map_err(SolveError::WrongAnswer)
            }
            Answer::Unsatisfiable => Ok(Solution::None),
            Answer::Unknown => Ok(Solution::Unknown),
        }
    }

    /// Adds a clause that no model with exactly these queens satisfies.
    ///
    /// It holds the free queens alone, and not the last of them: when all others stand, its row
    /// and its column leave it no other square.
    pub(crate) fn block(&mut self, placement: &Placement) {
        let mut clause: Vec<Lit> = placement
            .queens()
            .filter_map(|queen| match self.map.term(queen) {
                Term::Lit(lit) => Some(!lit),
                Term::True | Term::False => None,
            })
            .collect();
        clause.pop();
        let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = self.solver.add_clause(&clause);
    }
}
