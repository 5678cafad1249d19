//! Whether somebody's formula is an encoding of a puzzle: its models, seen on the squares, are exactly
//! the placements.
//!
//! It is too weak if a model is no placement: the solver is asked for one, together with what a broken
//! rule implies. It is too strong if a placement is part of no model: the solver is asked about one
//! placement after another, with every square assumed.

mod broken;
mod propagate;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use broken::Broken;
use propagate::Propagator;

use crate::board::{Placement, Square, Verdict};
use crate::cnf::{ClauseSink, Cnf, Lit, Model, Variables};
use crate::encode::{Fixed, Numbering, Orbits, Term, TooLarge};
use crate::puzzle::Puzzle;
use crate::search::Rows;
use crate::solve::{Options, Solution, SolveError, solve};
use crate::solver::{Answer, Solver, TooManyVariables};

/// What was found out about a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaCheck {
    pub too_weak: Option<NoPlacement>,
    /// A placement that is part of no model.
    pub too_strong: Option<Placement>,
    /// How many placements were tried, up to that one.
    pub placements: u64,
    /// Whether these are all that there are.
    pub all: bool,
}

/// A model that is no placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPlacement {
    pub queens: Vec<Square>,
    /// Why it is none.
    pub verdict: Verdict,
}

impl FormulaCheck {
    /// Whether no fault was found.
    pub fn is_right(&self) -> bool {
        self.too_weak.is_none() && self.too_strong.is_none()
    }
}

/// Why a formula could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum FormulaError {
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    #[error(transparent)]
    TooManyVariables(#[from] TooManyVariables),
    /// It cannot say where all the queens stand.
    #[error(
        "the formula has {variables} variables, fewer than the {squares} that stand for the squares of N = {n}"
    )]
    TooFewVariables {
        n: u32,
        variables: u32,
        squares: u32,
    },
    #[error(
        "the formula is too large: it forbids too few pairs of queens on one line by propagation, and the solver would have to be asked about more than {MOST_PAIRS}"
    )]
    TooManyPairs,
    #[error("the solver's answer is wrong: its model makes a clause of the formula false")]
    WrongModel,
}

/// Beyond this size only some placements are tried, and the solver finds them.
pub const LISTED_UP_TO: u32 = 12;

/// If a small board has more placements than this, only some are tried.
pub const LISTED_AT_MOST: usize = 1000;

/// The solver is asked about no more pairs of queens than fit into some hundreds of megabytes.
const MOST_PAIRS: usize = 10_000_000;

/// Checks a formula of so many variables, whose first ones stand for the squares: row r, column c, from
/// 0, is variable r·N + c + 1, or if the puzzle has a turn, as [`Orbits`] numbers them.
///
/// That it is not too weak is shown for all models. That it is not too strong is shown for all
/// placements if they are few ([`LISTED_UP_TO`], [`LISTED_AT_MOST`]), else for some that are found from
/// up to `samples` random starts after the seed of the options. `None` if interrupted.
pub fn check_formula(
    puzzle: &Puzzle,
    formula: &Cnf,
    variables: u32,
    samples: u64,
    options: &Options,
) -> Result<Option<FormulaCheck>, FormulaError> {
    let n = puzzle.n();
    let too_large = TooLarge::Squares { n };
    match puzzle.turn() {
        None => {
            let map = Fixed::new(n).ok_or(too_large)?;
            check(puzzle, &map, formula, variables, samples, options)
        }
        Some(turn) => {
            let map = Orbits::new(n, turn).ok_or(too_large)?;
            check(puzzle, &map, formula, variables, samples, options)
        }
    }
}

fn check<M: Numbering>(
    puzzle: &Puzzle,
    map: &M,
    formula: &Cnf,
    variables: u32,
    samples: u64,
    options: &Options,
) -> Result<Option<FormulaCheck>, FormulaError> {
    let squares = map.variables();
    if variables < squares {
        return Err(FormulaError::TooFewVariables {
            n: puzzle.n(),
            variables,
            squares,
        });
    }
    let (formula, variables) = without_gaps(formula, variables, squares);
    let formula: &Cnf = &formula;
    let mut propagator = Propagator::new(formula, variables);
    let broken = Broken::new(puzzle, map, &mut propagator, MOST_PAIRS, &options.interrupt);
    drop(propagator);
    let ControlFlow::Continue(broken) = broken else {
        return Ok(None);
    };
    let most = u64::from(variables) + broken.variables();
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    let mut solver = options.solver.start(most, options.interrupt.clone())?;
    // Where the solver takes no more, it knows why: a contradiction or an interrupt.
    let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = formula
        .clauses()
        .try_for_each(|clause| solver.add_clause(clause));
    let check = Check {
        puzzle,
        map,
        formula,
        broken,
        variables: Variables::after(variables),
        solver,
        options,
    };
    check.run(samples)
}

/// The same formula with new numbers for what are no squares, and how many variables it has then: a short
/// file can have large numbers, which would take memory.
fn without_gaps(formula: &Cnf, variables: u32, squares: u32) -> (Cow<'_, Cnf>, u32) {
    let used = formula.clauses().flatten().map(|lit| lit.var());
    let mut others: Vec<u32> = used.filter(|&variable| variable > squares).collect();
    others.sort_unstable();
    others.dedup();
    let needed = squares + others.len() as u32;
    if needed == variables {
        return (Cow::Borrowed(formula), variables);
    }
    let mut renamed = Cnf::new();
    let mut clause = Vec::new();
    for lits in formula.clauses() {
        clause.clear();
        clause.extend(
            lits.iter()
                .map(|&lit| match others.binary_search(&lit.var()) {
                    Ok(at) => Lit::new(squares + 1 + at as u32, lit.is_positive()),
                    Err(_) => lit,
                }),
        );
        // It takes all there are.
        let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = renamed.add_clause(&clause);
    }
    (Cow::Owned(renamed), needed)
}

/// A formula in a solver.
struct Check<'a, M> {
    puzzle: &'a Puzzle,
    map: &'a M,
    formula: &'a Cnf,
    broken: Broken,
    variables: Variables,
    solver: Box<dyn Solver>,
    options: &'a Options,
}

impl<M: Numbering> Check<'_, M> {
    fn run(mut self, samples: u64) -> Result<Option<FormulaCheck>, FormulaError> {
        let Some(too_weak) = self.too_weak()? else {
            return Ok(None);
        };
        let Some((placements, all)) = self.placements(samples)? else {
            return Ok(None);
        };
        let mut check = FormulaCheck {
            too_weak,
            too_strong: None,
            placements: 0,
            all,
        };
        for placement in placements {
            check.placements += 1;
            match self.extends(&placement) {
                Some(true) => {}
                Some(false) => {
                    check.too_strong = Some(placement);
                    break;
                }
                None => return Ok(None),
            }
        }
        Ok(Some(check))
    }

    /// A model that is no placement, if there is one; `None` if interrupted.
    fn too_weak(&mut self) -> Result<Option<Option<NoPlacement>>, FormulaError> {
        let asked = self.broken.ask(&mut self.variables, &mut *self.solver);
        let ControlFlow::Continue(questions) = asked else {
            return Ok(None);
        };
        for question in questions {
            match self.solver.solve(&[question]) {
                Answer::Satisfiable(model) => return self.shown(&model).map(Some).map(Some),
                Answer::Unsatisfiable => {}
                Answer::Unknown => return Ok(None),
            }
        }
        if !self.broken.is_whole {
            return Err(FormulaError::TooManyPairs);
        }
        Ok(Some(None))
    }

    /// The queens of a model, and what the checker says of them.
    fn shown(&self, model: &Model) -> Result<NoPlacement, FormulaError> {
        let holds = |clause: &[Lit]| clause.iter().any(|&lit| model.satisfies(lit));
        if !self.formula.clauses().all(holds) {
            return Err(FormulaError::WrongModel);
        }
        let queens = self.map.queens(model);
        let verdict = self.puzzle.check(&queens);
        if verdict.is_placement() {
            // The solver's answer breaks the rule that it was asked to break.
            return Err(SolveError::WrongAnswer(verdict).into());
        }
        Ok(NoPlacement { queens, verdict })
    }

    /// The placements to try, and whether they are all; `None` if interrupted.
    fn placements(&self, samples: u64) -> Result<Option<(Vec<Placement>, bool)>, FormulaError> {
        let interrupt = &self.options.interrupt;
        if self.puzzle.n() <= LISTED_UP_TO
            && let Ok(rows) = Rows::new(self.puzzle)
        {
            let mut listed = Vec::new();
            let end = rows.for_each(|columns| {
                listed.extend(Placement::from_columns(columns.to_vec()));
                match listed.len() > LISTED_AT_MOST || interrupt.is_set() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            if end.is_continue() {
                return Ok(Some((listed, true)));
            }
        }
        let mut found = BTreeSet::new();
        for sample in 0..samples {
            let options = Options {
                seed: self.options.seed.wrapping_add(sample),
                ..self.options.clone()
            };
            match solve(self.puzzle, &options)? {
                Solution::Placement(placement) => {
                    found.insert(placement);
                }
                Solution::None => return Ok(Some((Vec::new(), true))),
                Solution::Unknown => return Ok(None),
            }
        }
        let found = found.into_iter().collect();
        Ok((!interrupt.is_set()).then_some((found, false)))
    }

    /// Whether a placement is part of a model; `None` if interrupted.
    fn extends(&mut self, placement: &Placement) -> Option<bool> {
        let squares = self.map.variables();
        let mut assumed: Vec<Lit> = (1..=squares).map(Lit::negative).collect();
        for queen in placement.queens() {
            if let Term::Lit(lit) = self.map.term(queen) {
                assumed[lit.var() as usize - 1] = lit;
            }
        }
        match self.solver.solve(&assumed) {
            Answer::Satisfiable(_) => Some(true),
            Answer::Unsatisfiable => Some(false),
            Answer::Unknown => None,
        }
    }
}
