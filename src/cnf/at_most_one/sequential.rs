//! Sequential counter: sᵢ says that one of the first i literals is true.
//!
//! Carsten Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005,
//! for the bound 1. For k ≥ 2 literals: k − 1 auxiliary variables, 3k − 4 clauses of two literals.

use std::ops::ControlFlow;

use crate::cnf::{ClauseSink, Lit, Size, Stop, Variables};

pub fn size(k: u64) -> Size {
    if k < 2 {
        return Size::default();
    }
    Size::binary(k - 1, 3 * k - 4)
}

pub fn encode<S: ClauseSink>(
    lits: &[Lit],
    variables: &mut Variables,
    out: &mut S,
) -> ControlFlow<Stop> {
    let [first, inner @ .., last] = lits else {
        return ControlFlow::Continue(());
    };
    let mut seen = Lit::positive(variables.fresh(lits.len() - 1)?);
    out.add_clause(&[!*first, seen])?;
    for &lit in inner {
        let next = Lit::positive(seen.var() + 1);
        out.add_clause(&[!lit, next])?;
        out.add_clause(&[!seen, next])?;
        out.add_clause(&[!lit, !seen])?;
        seen = next;
    }
    out.add_clause(&[!*last, !seen])
}
