//! From constraints to clauses.

use std::ops::ControlFlow;

use super::{ClauseSink, ConstraintSink, Encoding, Lit, MAX_VARIABLES, Stop};

/// Hands out auxiliary variables, in order.
#[derive(Clone, Debug)]
pub struct Variables {
    next: u32,
}

impl Variables {
    /// The first one handed out is `used` + 1.
    pub fn after(used: u32) -> Variables {
        Variables { next: used + 1 }
    }

    /// `count` new variables in a row; gives the first. `Break` when the numbers are used up.
    pub fn fresh(&mut self, count: usize) -> ControlFlow<Stop, u32> {
        let first = self.next;
        match u32::try_from(count).ok().and_then(|c| first.checked_add(c)) {
            Some(next) if next <= MAX_VARIABLES + 1 => {
                self.next = next;
                ControlFlow::Continue(first)
            }
            _ => ControlFlow::Break(Stop),
        }
    }

    /// The last variable that was handed out.
    pub fn used(&self) -> u32 {
        self.next - 1
    }
}

/// Turns constraints into clauses by one of the at-most-one encodings.
#[derive(Debug)]
pub struct ToCnf<S> {
    encoding: Encoding,
    variables: Variables,
    out: S,
}

impl<S: ClauseSink> ToCnf<S> {
    /// Auxiliary variables come after `used`.
    pub fn new(encoding: Encoding, used: u32, out: S) -> ToCnf<S> {
        ToCnf {
            encoding,
            variables: Variables::after(used),
            out,
        }
    }

    /// A new auxiliary variable; `Break` when the numbers are used up.
    pub fn fresh(&mut self) -> ControlFlow<Stop, Lit> {
        self.variables.fresh(1).map_continue(Lit::positive)
    }

    /// The largest variable so far.
    pub fn used_variables(&self) -> u32 {
        self.variables.used()
    }

    /// The sink that took the clauses.
    pub fn into_inner(self) -> S {
        self.out
    }
}

impl<S: ClauseSink> ConstraintSink for ToCnf<S> {
    fn clause(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        self.out.add_clause(lits)
    }

    fn at_most_one(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        self.encoding
            .at_most_one(lits, &mut self.variables, &mut self.out)
    }

    fn at_most_one_each(&mut self, lines: &[Vec<Lit>]) -> ControlFlow<Stop> {
        self.encoding
            .at_most_one_each(lines, &mut self.variables, &mut self.out)
    }
}
