//! Ladder (also regular): sᵢ is true exactly if one of the first i literals is.
//!
//! Ian Gent and Peter Nightingale, "A New Encoding of AllDifferent into SAT", 2004; Carlos
//! Ansótegui and Felip Manyà, "Mapping Problems with Finite-Domain Variables to Problems with
//! Boolean Variables", SAT 2004. The rungs s₁ ≤ s₂ ≤ … and, for each literal, xᵢ ↔ sᵢ ∧ ¬sᵢ₋₁; the
//! last rung is left out, so that none may be true. Unlike the sequential counter it settles every
//! auxiliary variable, so that each assignment of the literals has exactly one model.
//!
//! For k ≥ 2 literals: k − 1 auxiliary variables, 4k − 5 clauses, k − 2 of them of three literals.

use std::ops::ControlFlow;

use crate::cnf::{ClauseSink, Lit, Size, Stop, Variables};

pub fn size(k: u64) -> Size {
    if k < 2 {
        return Size::default();
    }
    Size {
        auxiliaries: k - 1,
        clauses: 4 * k - 5,
        literals: 9 * k - 12,
    }
}

pub fn encode<S: ClauseSink>(
    lits: &[Lit],
    variables: &mut Variables,
    out: &mut S,
) -> ControlFlow<Stop> {
    let [first, inner @ .., last] = lits else {
        return ControlFlow::Continue(());
    };
    let mut rung = Lit::positive(variables.fresh(lits.len() - 1)?);
    out.add_clause(&[!*first, rung])?;
    out.add_clause(&[*first, !rung])?;
    for &lit in inner {
        let next = Lit::positive(rung.var() + 1);
        out.add_clause(&[!rung, next])?;
        out.add_clause(&[!lit, next])?;
        out.add_clause(&[!lit, !rung])?;
        out.add_clause(&[lit, rung, !next])?;
        rung = next;
    }
    out.add_clause(&[!*last, !rung])
}
