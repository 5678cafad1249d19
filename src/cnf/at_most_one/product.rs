//! Product: the literals in a rectangle; at most one row and at most one column of it.
//!
//! Jingchao Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010. The rectangle
//! has p = ⌈√k⌉ columns and q = ⌈k/p⌉ rows; its rows and columns are encoded in the same way again.
//! Up to 5 literals: pairwise.
//!
//! For k > 5 literals: p + q auxiliary variables and 2k clauses of two literals, and those for p
//! and for q literals.

use std::ops::ControlFlow;

use super::pairwise;
use crate::cnf::{ClauseSink, Lit, Size, Stop, Variables};

const PAIRWISE_UP_TO: u64 = 5;

/// Columns and rows of the rectangle for `k` literals.
fn sides(k: u64) -> (u64, u64) {
    let root = k.isqrt();
    let columns = root + u64::from(root * root < k);
    (columns, k.div_ceil(columns))
}

pub fn size(k: u64) -> Size {
    if k <= PAIRWISE_UP_TO {
        return pairwise::size(k);
    }
    let (columns, rows) = sides(k);
    Size::binary(columns + rows, 2 * k) + size(columns) + size(rows)
}

pub fn encode<S: ClauseSink>(
    lits: &[Lit],
    variables: &mut Variables,
    out: &mut S,
) -> ControlFlow<Stop> {
    if lits.len() as u64 <= PAIRWISE_UP_TO {
        return pairwise::encode(lits, out);
    }
    let (columns, rows) = sides(lits.len() as u64);
    let first = variables.fresh((columns + rows) as usize)?;
    let sides: Vec<Lit> = (first..)
        .take((columns + rows) as usize)
        .map(Lit::positive)
        .collect();
    let (columns, rows) = sides.split_at(columns as usize);
    for (in_row, &row) in lits.chunks(columns.len()).zip(rows) {
        for (&lit, &column) in in_row.iter().zip(columns) {
            out.add_clause(&[!lit, column])?;
            out.add_clause(&[!lit, row])?;
        }
    }
    encode(columns, variables, out)?;
    encode(rows, variables, out)
}
