//! The embedded solver, varisat.

use std::ops::ControlFlow;

use varisat::ExtendFormula;

use super::Answer;
use crate::cnf::{ClauseSink, Lit, Model, Stop};
use crate::interrupt::Interrupt;

/// A formula with more variables than varisat can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the formula has {0} variables, but the embedded solver takes fewer than {limit}: export it with 'encode' for another solver",
    limit = Varisat::MAX_VARIABLES + 1
)]
pub struct TooManyVariables(u32);

/// varisat, taking clauses as they are made and solving as often as asked.
pub struct Varisat {
    solver: varisat::Solver<'static>,
    clause: Vec<varisat::Lit>,
    contradictory: bool,
    has_assumptions: bool,
    until_poll: u32,
    interrupt: Interrupt,
}

/// How many clauses are loaded between two looks at the interrupt.
const POLL_EVERY: u32 = 4096;

impl Varisat {
    /// varisat checks this limit only in debug builds, so we do.
    pub const MAX_VARIABLES: u32 = varisat::Var::max_count() as u32;

    /// An empty solver for a formula of up to `variables` variables.
    pub fn new(variables: u32, interrupt: Interrupt) -> Result<Varisat, TooManyVariables> {
        if variables > Varisat::MAX_VARIABLES {
            return Err(TooManyVariables(variables));
        }
        Ok(Varisat {
            solver: varisat::Solver::new(),
            clause: Vec::new(),
            contradictory: false,
            has_assumptions: false,
            until_poll: POLL_EVERY,
            interrupt,
        })
    }

    /// Makes the variables 1 to `last` known in this order. varisat numbers variables within itself as
    /// they first occur, and decides the last ones first.
    pub fn create_variables(&mut self, last: u32) {
        for first in (1..=last).step_by(POLL_EVERY as usize) {
            if self.interrupt.is_set() {
                return;
            }
            let end = last.min(first.saturating_add(POLL_EVERY - 1));
            self.clause.clear();
            self.clause
                .extend((first..=end).map(|variable| to_varisat(Lit::positive(variable))));
            self.solver.assume(&self.clause);
        }
        self.solver.assume(&[]);
    }

    /// Solves the clauses so far, with these literals assumed to be true for this once.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        if self.interrupt.is_set() {
            return Answer::Unknown;
        }
        if self.contradictory {
            return Answer::Unsatisfiable;
        }
        if !assumptions.is_empty() || self.has_assumptions {
            self.has_assumptions = !assumptions.is_empty();
            self.clause.clear();
            self.clause
                .extend(assumptions.iter().map(|&lit| to_varisat(lit)));
            self.solver.assume(&self.clause);
        }
        match self.solver.solve() {
            Ok(true) => {
                let literals = self.solver.model().unwrap_or_default();
                let lits = literals.into_iter().map(from_varisat);
                Answer::Satisfiable(Model::from_literals(lits))
            }
            Ok(false) => Answer::Unsatisfiable,
            Err(_) => Answer::Unknown,
        }
    }

    /// After an unsatisfiable answer: assumptions that together contradict the clauses. Not
    /// necessarily all of them are needed; none, if the clauses contradict each other.
    pub fn core(&self) -> Vec<Lit> {
        let core = self.solver.failed_core().unwrap_or_default();
        core.iter().copied().map(from_varisat).collect()
    }
}

impl ClauseSink for Varisat {
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        if clause.is_empty() {
            self.contradictory = true;
            return ControlFlow::Break(Stop);
        }
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.until_poll = POLL_EVERY;
            if self.interrupt.is_set() {
                return ControlFlow::Break(Stop);
            }
        }
        self.clause.clear();
        self.clause
            .extend(clause.iter().map(|&lit| to_varisat(lit)));
        self.solver.add_clause(&self.clause);
        ControlFlow::Continue(())
    }
}

fn to_varisat(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.var() as usize - 1, lit.is_positive())
}

fn from_varisat(lit: varisat::Lit) -> Lit {
    Lit::new(lit.index() as u32 + 1, lit.is_positive())
}
