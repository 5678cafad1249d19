//! Commander: each group of three has a commander, true exactly if one of the group is.
//!
//! Will Klieber and Gihwon Kwon, "Efficient CNF Encoding for Selecting 1 from N Objects", CFV 2007.
//! At most one commander is true, encoded in the same way again. A literal that is left alone is
//! its own commander; up to 6 literals pairwise needs no more clauses, so it is taken.
//!
//! For k > 6 literals, in g = ⌊k/3⌋ full groups and a rest r: each full group has 7 clauses and a
//! commander, a rest of two has 4 and a commander; and the clauses for the commanders.

use std::ops::ControlFlow;

use super::pairwise;
use crate::cnf::{ClauseSink, Lit, Size, Stop, Variables};

const GROUP: usize = 3;
const PAIRWISE_UP_TO: u64 = 6;

/// Of a group of `k` literals, without the constraint on the commanders.
fn group_size(k: u64) -> Size {
    match k {
        0 | 1 => Size::default(),
        _ => Size::binary(1, k) + Size::clause(k + 1) + pairwise::size(k),
    }
}

pub fn size(k: u64) -> Size {
    if k <= PAIRWISE_UP_TO {
        return pairwise::size(k);
    }
    let (full, rest) = (k / GROUP as u64, k % GROUP as u64);
    let one = group_size(GROUP as u64);
    let groups = Size {
        auxiliaries: full * one.auxiliaries,
        clauses: full * one.clauses,
        literals: full * one.literals,
    };
    groups + group_size(rest) + size(full + u64::from(rest > 0))
}

pub fn encode<S: ClauseSink>(
    lits: &[Lit],
    variables: &mut Variables,
    out: &mut S,
) -> ControlFlow<Stop> {
    if lits.len() as u64 <= PAIRWISE_UP_TO {
        return pairwise::encode(lits, out);
    }
    let mut commanders = Vec::with_capacity(lits.len().div_ceil(GROUP));
    for group in lits.chunks(GROUP) {
        if let [alone] = group {
            commanders.push(*alone);
            continue;
        }
        let commander = Lit::positive(variables.fresh(1)?);
        commanders.push(commander);
        pairwise::encode(group, out)?;
        for &lit in group {
            out.add_clause(&[!lit, commander])?;
        }
        let mut one_of_them = [!commander; GROUP + 1];
        one_of_them[1..=group.len()].copy_from_slice(group);
        out.add_clause(&one_of_them[..=group.len()])?;
    }
    encode(&commanders, variables, out)
}
