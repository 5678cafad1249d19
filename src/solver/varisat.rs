//! The embedded solver, varisat.

use std::io;
use std::ops::ControlFlow;

use varisat::ExtendFormula;

use super::{Answer, POLL_EVERY, Poll, Solver};
use crate::cnf::{ClauseSink, Lit, Model, Stop};
use crate::interrupt::Interrupt;

/// A formula with more variables than varisat can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the formula has {0} variables, but varisat takes fewer than {limit}: export it with 'encode' for another solver",
    limit = Varisat::MAX_VARIABLES + 1
)]
pub struct TooManyVariables(u32);

/// varisat, taking clauses as they are made and solving as often as asked.
pub struct Varisat {
    solver: varisat::Solver<'static>,
    clause: Vec<varisat::Lit>,
    contradictory: bool,
    has_assumptions: bool,
    poll: Poll,
}

/// Takes varisat's proof, until the interrupt is set: then it fails, and varisat, which cannot be asked to
/// stop, ends its search at the next conflict. It can't be used after that, nor is it, since an interrupt
/// is for good.
struct Stoppable<W>(W, Interrupt);

impl<W: io::Write> io::Write for Stoppable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.1.is_set() {
            // Not `Interrupted`, after which writers try again.
            return Err(io::ErrorKind::Other.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Varisat {
    /// varisat checks this limit only in debug builds, so we do.
    pub const MAX_VARIABLES: u32 = varisat::Var::max_count() as u32;

    /// An empty solver for a formula of up to `variables` variables.
    pub fn new(variables: u32, interrupt: Interrupt) -> Result<Varisat, TooManyVariables> {
        if variables > Varisat::MAX_VARIABLES {
            return Err(TooManyVariables(variables));
        }
        Ok(Varisat::empty(interrupt))
    }

    fn empty(interrupt: Interrupt) -> Varisat {
        Varisat {
            solver: varisat::Solver::new(),
            clause: Vec::new(),
            contradictory: false,
            has_assumptions: false,
            poll: Poll::new(interrupt),
        }
    }

    /// The same for a single `solve` without assumptions, after the last clause; this one can be
    /// interrupted while it searches. varisat numbers variables within itself as they first occur,
    /// and decides the last ones first; `in_order` makes its numbers ours.
    pub(super) fn once(
        variables: u32,
        interrupt: Interrupt,
        in_order: bool,
    ) -> Result<Varisat, TooManyVariables> {
        let mut varisat = Varisat::new(variables, interrupt)?;
        if in_order {
            varisat.create_variables(variables);
        }
        varisat.write_proof(io::sink());
        Ok(varisat)
    }

    /// The same, with a proof that the formula has no model, if it has none: binary DRAT, in which the
    /// empty clause may be missing at the end where it follows by unit propagation.
    pub(crate) fn proving(interrupt: Interrupt, proof: impl io::Write + 'static) -> Varisat {
        let mut varisat = Varisat::empty(interrupt);
        varisat.write_proof(proof);
        varisat
    }

    fn write_proof(&mut self, proof: impl io::Write + 'static) {
        // This format costs nothing that can be measured, but forbids incremental use; varisat's own
        // allows that, and costs up to a quarter of the time.
        let format = varisat::ProofFormat::BinaryDrat;
        let proof = Stoppable(proof, self.poll.interrupt.clone());
        self.solver.write_proof(proof, format);
    }

    /// Makes the variables from 1 on known in their order, by assuming them for a moment.
    fn create_variables(&mut self, variables: u32) {
        for first in (1..=variables).step_by(POLL_EVERY as usize) {
            if self.poll.interrupt.is_set() {
                return;
            }
            let end = variables.min(first.saturating_add(POLL_EVERY - 1));
            self.clause.clear();
            self.clause
                .extend((first..=end).map(|variable| to_varisat(Lit::positive(variable))));
            self.solver.assume(&self.clause);
        }
        self.solver.assume(&[]);
    }
}

impl Solver for Varisat {
    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        if self.poll.interrupt.is_set() {
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

    fn core(&self) -> Vec<Lit> {
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
        if self.poll.says_stop() {
            return ControlFlow::Break(Stop);
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
