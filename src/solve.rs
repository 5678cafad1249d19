//! One placement, through SAT.

use std::io;
use std::ops::ControlFlow;

use crate::board::{Placement, Square, Verdict};
use crate::cnf::{ConstraintSink, Encoding, Lit, ToCnf};
use crate::encode::{FormulaSize, Residual, SquareMap, Term, TooLarge, emit, formula_size};
use crate::first::{self, Method};
use crate::interrupt::Interrupt;
use crate::puzzle::Puzzle;
use crate::solver::{Answer, Choice, ProgramError, Solver, TooManyVariables};

/// How to solve or enumerate.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub encoding: Encoding,
    /// How [`solve`] looks for a placement.
    pub method: Method,
    /// For the random start of [`solve`]: the same seed gives the same placement.
    pub seed: u64,
    pub solver: Choice,
    pub interrupt: Interrupt,
    /// For a program that ends when it has its answer: leaves the solver's memory of a whole board to
    /// the system instead of freeing millions of clauses one by one.
    pub abandon_memory: bool,
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
    /// The same where one placement can be had without numbering the whole board.
    #[error("{0}; for one placement use '--method complete', which numbers only open rows")]
    WholeTooLarge(TooLarge),
    #[error(
        "N = {n} with the {encoding} encoding makes {clauses} clauses, too many for memory: use '--amo product', '--method complete' for one placement, or 'encode' to stream the formula to a file"
    )]
    TooManyClauses {
        n: u32,
        encoding: Encoding,
        clauses: u64,
    },
    #[error(transparent)]
    TooManyVariables(#[from] TooManyVariables),
    #[error("N = {0} is too large: the largest board has N = {limit}", limit = first::MAX_N)]
    TooManyRows(u32),
    #[error(
        "method 'complete' begins with a greedy start, which makes no sense for {0}: use '--method whole'"
    )]
    NoGreedyStart(&'static str),
    #[error("the solver's answer is wrong: it is {0}")]
    WrongAnswer(Verdict),
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error("cannot start another thread ({0}): use fewer with '--threads'")]
    Thread(io::ErrorKind),
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

/// Finds one placement, or that there is none; [`first::find`](crate::first::find) also tells how.
pub fn solve(puzzle: &Puzzle, options: &Options) -> Result<Solution, SolveError> {
    Ok(first::find(puzzle, options)?.solution)
}

/// Whether this placement is the only one; `None` if interrupted.
pub fn is_unique(
    puzzle: &Puzzle,
    placement: &Placement,
    options: &Options,
) -> Result<Option<bool>, SolveError> {
    let mut loaded = Loaded::once(puzzle.clone(), options)?;
    loaded.block(placement);
    Ok(match loaded.solve(&[])? {
        Solution::None => Some(true),
        Solution::Placement(_) => Some(false),
        Solution::Unknown => None,
    })
}

/// What a model's queens are: a placement, if the checker says so; else the solver is wrong, unless it
/// is known that its model was not whole.
pub(crate) fn placed(
    puzzle: &Puzzle,
    queens: &[Square],
    doubt: Option<ProgramError>,
) -> Result<Solution, SolveError> {
    let placement = puzzle.placement(queens).map(Solution::Placement);
    placement.map_err(|verdict| match doubt {
        Some(doubt) => doubt.into(),
        None => SolveError::WrongAnswer(verdict),
    })
}

/// No answer: because of an interrupt, or of trouble.
pub(crate) fn unknown(trouble: Option<ProgramError>) -> Result<Solution, SolveError> {
    trouble.map_or(Ok(Solution::Unknown), |trouble| Err(trouble.into()))
}

/// A puzzle's residual board in a solver of its own.
pub(crate) struct Loaded {
    puzzle: Puzzle,
    map: Residual,
    solver: Box<dyn Solver>,
}

/// How a solver begins.
type Start = fn(&Choice, u32, Interrupt) -> Result<Box<dyn Solver>, TooManyVariables>;

impl Loaded {
    pub(crate) fn new(puzzle: Puzzle, options: &Options) -> Result<Loaded, SolveError> {
        Loaded::load(Choice::start, puzzle, options)
    }

    /// For a single `solve` without assumptions, after the last `block`.
    pub(crate) fn once(puzzle: Puzzle, options: &Options) -> Result<Loaded, SolveError> {
        Loaded::load(Choice::start_once, puzzle, options)
    }

    fn load(start: Start, puzzle: Puzzle, options: &Options) -> Result<Loaded, SolveError> {
        let size = loadable_size(&puzzle, options.encoding)?;
        let map = Residual::new(&puzzle).ok_or(TooLarge::Squares { n: puzzle.n() })?;
        // The residual formula is never larger than the whole one.
        let mut solver = start(&options.solver, size.variables, options.interrupt.clone())?;
        let mut cnf = ToCnf::new(options.encoding, map.auxiliaries_after(), &mut *solver);
        // Where no orbits have N queens together, the empty clause says so: resolution cannot count, and
        // the solver would search for ever.
        let fits = puzzle.turn().is_none_or(|turn| turn.fits(puzzle.n()));
        let end = match fits {
            true => emit(&puzzle, &map, &mut cnf),
            false => cnf.clause(&[]),
        };
        // Where the solver stops the encoding, it knows why: a contradiction or an interrupt.
        let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = end;
        Ok(Loaded {
            puzzle,
            map,
            solver,
        })
    }

    /// Solves while each of these squares has a queen (true) or none (false).
    pub(crate) fn solve(&mut self, assumed: &[(Square, bool)]) -> Result<Solution, SolveError> {
        let mut assumptions = Vec::with_capacity(assumed.len());
        for &(square, queen) in assumed {
            match (self.map.term(square), queen) {
                (Term::Lit(lit), true) => assumptions.push(lit),
                (Term::Lit(lit), false) => assumptions.push(!lit),
                (Term::True, true) | (Term::False, false) => {}
                (Term::True, false) | (Term::False, true) => return Ok(Solution::None),
            }
        }
        match self.solver.solve(&assumptions) {
            Answer::Satisfiable(model) => {
                let queens = self.map.queens(&model);
                placed(&self.puzzle, &queens, self.solver.trouble())
            }
            Answer::Unsatisfiable => Ok(Solution::None),
            Answer::Unknown => unknown(self.solver.trouble()),
        }
    }

    /// After `solve` gave `None`: those of the assumed squares that already leave no placement, of
    /// those that share a literal the first.
    pub(crate) fn core(&self, assumed: &[(Square, bool)]) -> Vec<(Square, bool)> {
        let mut core = self.solver.core();
        let mut in_core = |&(square, queen): &(Square, bool)| match self.map.term(square) {
            Term::Lit(lit) => {
                let lit = if queen { lit } else { !lit };
                let before = core.len();
                core.retain(|&other| other != lit);
                core.len() < before
            }
            Term::True | Term::False => true,
        };
        let facts = assumed.iter().copied();
        facts.filter(|fact| in_core(fact)).collect()
    }

    /// The free squares of the board.
    pub(crate) fn free(&self) -> &[Square] {
        self.map.free()
    }

    /// Adds the clause that not all of these squares have a queen.
    pub(crate) fn exclude(&mut self, squares: &[Square]) {
        let mut clause = Vec::with_capacity(squares.len());
        for &square in squares {
            match self.map.term(square) {
                Term::Lit(lit) => clause.push(!lit),
                Term::True => {}
                Term::False => return,
            }
        }
        let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = self.solver.add_clause(&clause);
    }

    /// Adds a clause that no model with exactly these queens satisfies.
    ///
    /// It holds the free queens alone, and not the last of them: when all others stand, its row
    /// and its column leave it no other square. That does not hold for the last orbit, whose two or
    /// four queens may stand in the same rows and columns in another way.
    pub(crate) fn block(&mut self, placement: &Placement) {
        let mut clause: Vec<Lit> = placement
            .queens()
            .filter_map(|queen| match self.map.term(queen) {
                Term::Lit(lit) => Some(!lit),
                Term::True | Term::False => None,
            })
            .collect();
        if self.puzzle.turn().is_some() {
            clause.sort_unstable();
            clause.dedup();
        } else {
            clause.pop();
        }
        let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = self.solver.add_clause(&clause);
    }
}
