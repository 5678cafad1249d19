//! Product: the literals in a rectangle; at most one row and at most one column of it.
//!
//! Jingchao Chen, "A New SAT Encoding of the At-Most-One Constraint", ModRef 2010. The rectangle
//! has p = ⌈√k⌉ columns and q = ⌈k/p⌉ rows; its rows and columns are encoded in the same way again.
//! Up to 5 literals: pairwise.
//!
//! For k > 5 literals: p + q auxiliary variables and 2k clauses of two literals, and those for p
//! and for q literals.

use std::ops::ControlFlow;

use super::{Encoding, pairwise};
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

/// The same clauses and variables as [`encode`] for one line after another, in an order that goes
/// through all lines side by side; more than 5 literals each.
///
/// Lines that lie side by side on the board have squares side by side in memory: a solver that loads
/// them together meets each part of its tables once instead of once a line. Measured for varisat in
/// `benches/`.
pub fn encode_side_by_side<S: ClauseSink>(
    lines: &[Vec<Lit>],
    variables: &mut Variables,
    out: &mut S,
) -> ControlFlow<Stop> {
    let mut corners = Vec::with_capacity(lines.len());
    for line in lines {
        let k = line.len() as u64;
        let first = variables.fresh(size(k).auxiliaries as usize)?;
        let (columns, rows) = sides(k);
        corners.push(Corner {
            column: first,
            columns: (first, first + columns as u32),
            row: first + columns as u32,
            rows: rows as u32,
        });
    }
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    for i in 0..longest {
        for (line, corner) in lines.iter().zip(&mut corners) {
            if let Some(&lit) = line.get(i) {
                out.add_clause(&[!lit, Lit::positive(corner.column)])?;
                out.add_clause(&[!lit, Lit::positive(corner.row)])?;
                corner.advance();
            }
        }
    }
    for corner in corners {
        let (first, end) = corner.columns;
        let end_of_rows = end + corner.rows;
        let mut variables = Variables::after(end_of_rows - 1);
        for (first, end) in [(first, end), (end, end_of_rows)] {
            let side: Vec<Lit> = (first..end).map(Lit::positive).collect();
            encode(&side, &mut variables, out)?;
        }
    }
    ControlFlow::Continue(())
}

/// Where in its rectangle a line has got to.
struct Corner {
    /// The variable of the present column, and those of all columns.
    column: u32,
    columns: (u32, u32),
    row: u32,
    rows: u32,
}

impl Corner {
    #[inline]
    fn advance(&mut self) {
        self.column += 1;
        if self.column == self.columns.1 {
            self.column = self.columns.0;
            self.row += 1;
        }
    }
}

/// Whether all of these lines go into rectangles under this encoding.
pub fn takes(encoding: Encoding, lines: &[Vec<Lit>]) -> bool {
    lines.iter().all(|line| {
        let k = line.len() as u64;
        k > PAIRWISE_UP_TO && encoding.for_length(k) == Encoding::Product
    })
}
