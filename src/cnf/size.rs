//! How large a formula is, by closed forms.

use std::ops::{Add, AddAssign, ControlFlow};

use super::{ConstraintSink, Encoding, Lit, Stop};

/// Auxiliary variables, clauses, and literals in all clauses together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub auxiliaries: u64,
    pub clauses: u64,
    pub literals: u64,
}

impl Size {
    /// `clauses` binary clauses over `auxiliaries` new variables.
    pub const fn binary(auxiliaries: u64, clauses: u64) -> Size {
        Size {
            auxiliaries,
            clauses,
            literals: 2 * clauses,
        }
    }

    /// One clause of `literals` literals.
    pub const fn clause(literals: u64) -> Size {
        Size {
            auxiliaries: 0,
            clauses: 1,
            literals,
        }
    }
}

impl Add for Size {
    type Output = Size;

    fn add(self, other: Size) -> Size {
        Size {
            auxiliaries: self.auxiliaries + other.auxiliaries,
            clauses: self.clauses + other.clauses,
            literals: self.literals + other.literals,
        }
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        *self = *self + other;
    }
}

/// Sums up the sizes of constraints without making a clause.
#[derive(Clone, Copy, Debug)]
pub struct SizeOf {
    encoding: Encoding,
    pub size: Size,
}

impl SizeOf {
    pub fn new(encoding: Encoding) -> SizeOf {
        SizeOf {
            encoding,
            size: Size::default(),
        }
    }

    /// Adds an at-most-one constraint over `k` literals.
    pub fn add_at_most_one(&mut self, k: u64) {
        self.size += self.encoding.size(k);
    }

    /// Adds a clause of `k` literals.
    pub fn add_clause(&mut self, k: u64) {
        self.size += Size::clause(k);
    }
}

impl ConstraintSink for SizeOf {
    fn clause(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        self.add_clause(lits.len() as u64);
        ControlFlow::Continue(())
    }

    fn at_most_one(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        self.add_at_most_one(lits.len() as u64);
        ControlFlow::Continue(())
    }
}
