//! Pairwise (also binomial, naive): no two of them.
//!
//! For k literals: no auxiliary variables, k(k − 1)/2 clauses of two literals.

use std::ops::ControlFlow;

use crate::cnf::{ClauseSink, Lit, Size, Stop};

pub fn size(k: u64) -> Size {
    Size::binary(0, k * k.saturating_sub(1) / 2)
}

pub fn encode<S: ClauseSink>(lits: &[Lit], out: &mut S) -> ControlFlow<Stop> {
    for (i, &a) in lits.iter().enumerate() {
        for &b in &lits[i + 1..] {
            out.add_clause(&[!a, !b])?;
        }
    }
    ControlFlow::Continue(())
}
