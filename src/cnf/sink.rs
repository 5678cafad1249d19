//! Sinks: where constraints and clauses go.

use std::ops::ControlFlow;

use super::{Lit, Size};

/// The sink takes no more. Why is for the sink to say: a closed pipe, a full disk, Ctrl-C, or a
/// formula that is already contradictory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop;

/// Takes clauses: a solver, a file, a counter.
pub trait ClauseSink {
    /// One clause; the slice is only lent. An empty clause is the contradiction. `Break` asks the
    /// caller to stop encoding at once.
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop>;
}

/// Takes constraints over literals that are pairwise different and not each other's negation.
pub trait ConstraintSink {
    fn clause(&mut self, lits: &[Lit]) -> ControlFlow<Stop>;

    fn at_most_one(&mut self, lits: &[Lit]) -> ControlFlow<Stop>;

    fn exactly_one(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        self.clause(lits)?;
        self.at_most_one(lits)
    }

    /// At most one of each line; the sink may go through the lines side by side.
    fn at_most_one_each(&mut self, lines: &[Vec<Lit>]) -> ControlFlow<Stop> {
        lines.iter().try_for_each(|line| self.at_most_one(line))
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for &mut S {
    #[inline]
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        (**self).add_clause(clause)
    }
}

/// A formula in memory: all literals in one array, so that a clause costs no allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in the order in which they came.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.lits[start..end])
    }
}

impl ClauseSink for Cnf {
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
        ControlFlow::Continue(())
    }
}

/// Counts clauses and literals one by one; what the closed forms are held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountClauses {
    pub clauses: u64,
    pub literals: u64,
}

impl CountClauses {
    /// The size, given how many auxiliary variables were taken.
    pub fn size(self, auxiliaries: u64) -> Size {
        Size {
            auxiliaries,
            clauses: self.clauses,
            literals: self.literals,
        }
    }
}

impl ClauseSink for CountClauses {
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        self.clauses += 1;
        self.literals += clause.len() as u64;
        ControlFlow::Continue(())
    }
}
