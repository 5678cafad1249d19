//! Bimander: the true literal's group of four, as a binary number; pairwise in each group.
//!
//! Van-Hau Nguyen and Son Thai Mai, "A New Method to Encode the At-Most-One Constraint into SAT",
//! SoICT 2015. For k literals in m = ⌈k/4⌉ groups: ⌈log₂ m⌉ auxiliary variables, k⌈log₂ m⌉ clauses
//! of two literals, and the pairs of each group.

use std::ops::ControlFlow;

use super::{bits_for, imply_code, pairwise};
use crate::cnf::{ClauseSink, Lit, Size, Stop, Variables};

const GROUP: usize = 4;

pub fn size(k: u64) -> Size {
    let group = GROUP as u64;
    let bits = u64::from(bits_for(k.div_ceil(group)));
    let in_full_groups = k / group * pairwise::size(group).clauses;
    Size::binary(bits, k * bits + in_full_groups) + pairwise::size(k % group)
}

pub fn encode<S: ClauseSink>(
    lits: &[Lit],
    variables: &mut Variables,
    out: &mut S,
) -> ControlFlow<Stop> {
    let bits = bits_for(lits.len().div_ceil(GROUP) as u64);
    let first = variables.fresh(bits as usize)?;
    for (number, group) in lits.chunks(GROUP).enumerate() {
        pairwise::encode(group, out)?;
        for &lit in group {
            imply_code(lit, number, first, bits, out)?;
        }
    }
    ControlFlow::Continue(())
}
