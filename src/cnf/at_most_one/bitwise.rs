//! Bitwise (also binary, logarithmic): the number of the true literal, in binary.
//!
//! Alan Frisch, Timothy Peugniez, Anthony Doggett and Peter Nightingale, "Solving Non-Boolean
//! Satisfiability Problems with Stochastic Local Search", 2005; Steven Prestwich, "Finding Large
//! Cliques using SAT Local Search", 2007. For k literals: ⌈log₂ k⌉ auxiliary variables,
//! k⌈log₂ k⌉ clauses of two literals.

use std::ops::ControlFlow;

use super::{bits_for, imply_code};
use crate::cnf::{ClauseSink, Lit, Size, Stop, Variables};

pub fn size(k: u64) -> Size {
    let bits = u64::from(bits_for(k));
    Size::binary(bits, k * bits)
}

pub fn encode<S: ClauseSink>(
    lits: &[Lit],
    variables: &mut Variables,
    out: &mut S,
) -> ControlFlow<Stop> {
    let bits = bits_for(lits.len() as u64);
    let first = variables.fresh(bits as usize)?;
    for (number, &lit) in lits.iter().enumerate() {
        imply_code(lit, number, first, bits, out)?;
    }
    ControlFlow::Continue(())
}
