//! Units: the work of a count in parts, the same on every machine.
//!
//! A unit is one way to place the queens of some rows in the middle, rows that lie between the bands
//! however high these are. So the list of units depends on the board alone, not on memory or threads,
//! and each unit's count is a whole number that can be kept, compared and added up.

use std::ops::Range;

use super::choose::{BandsError, columns, highest};
use super::classes::Classes;
use super::rows_from_the_middle;
use crate::search::Rows;

/// Of the list of units: counts of units go together only within a version.
pub const UNITS_VERSION: u32 = 1;

/// More units than this make no smaller shares that anybody would ask for.
const ENOUGH: usize = 1000;

/// The units of a board, in order: those that begin alike follow each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    pub(super) classes: Classes,
    /// How many rows each places a queen in, from the middle outwards.
    pub(super) rows: usize,
    /// The queens' columns.
    pub(super) columns: Vec<Vec<u32>>,
    /// What all units before each one cost, and what all cost in the end, in units of its own.
    cost: Vec<f64>,
}

impl Units {
    /// Fails if bands cannot count the board.
    pub fn of(rows: &Rows) -> Result<Units, BandsError> {
        let allowed = columns(rows)?;
        let n = allowed.len() as u32;
        let classes = Classes::of(&allowed);
        let between = (n - 2 * highest(n, classes)) as usize;
        let middle = rows_from_the_middle(n);
        let mut list = vec![Vec::new()];
        let mut filled = 0;
        while filled < between && (list.len() < ENOUGH || filled < classes.rows() as usize) {
            list = with_one_more(&list, &middle[..=filled], &allowed, classes);
            filled += 1;
        }
        let mut sum = 0.0;
        let mut cost = vec![sum];
        for queens in &list {
            sum += cost_of(queens, &middle, &allowed, classes);
            cost.push(sum);
        }
        Ok(Units {
            classes,
            rows: filled,
            columns: list,
            cost,
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.columns.len()
    }

    /// The `index`-th of so many shares, from 1: units that follow each other and cost about as much as
    /// those of any other share. All shares together have each unit once.
    pub fn share(&self, index: u32, of: u32) -> Range<usize> {
        let all = self.cost[self.count()];
        let end = |index: u32| match index {
            0 => 0,
            _ if index >= of => self.count(),
            _ => {
                let end = all * f64::from(index) / f64::from(of);
                self.cost[..self.count()].partition_point(|&before| before < end)
            }
        };
        end(index.saturating_sub(1))..end(index)
    }

    /// What some of the units cost, as a part of what all do.
    pub fn part(&self, units: Range<usize>) -> f64 {
        (self.cost[units.end] - self.cost[units.start]) / self.cost[self.count()]
    }
}

/// Each list with one more queen, in the last of these rows.
fn with_one_more(
    lists: &[Vec<u32>],
    rows: &[u32],
    allowed: &[u32],
    classes: Classes,
) -> Vec<Vec<u32>> {
    let mut longer = Vec::new();
    for columns in lists {
        for col in 0..allowed.len() as u32 {
            let columns = [&columns[..], &[col]].concat();
            let queens: Vec<_> = rows.iter().copied().zip(columns.iter().copied()).collect();
            if may_stand(&queens, allowed, classes) {
                longer.push(columns);
            }
        }
    }
    longer
}

/// Whether the last of these queens may stand beside the others, in this class.
pub(super) fn may_stand(queens: &[(u32, u32)], allowed: &[u32], classes: Classes) -> bool {
    let Some((&(row, col), others)) = queens.split_last() else {
        return true;
    };
    let attacked = |&(r, c): &(u32, u32)| c == col || c.abs_diff(col) == r.abs_diff(row);
    allowed[row as usize] >> col & 1 == 1 && !others.iter().any(attacked) && classes.allow(queens)
}

/// About in proportion to the time that a unit takes. Only sums and products of small numbers, so that
/// all machines agree to the last bit.
fn cost_of(columns: &[u32], middle: &[u32], allowed: &[u32], classes: Classes) -> f64 {
    let n = allowed.len() as u32;
    let queens: Vec<_> = middle
        .iter()
        .copied()
        .zip(columns.iter().copied())
        .collect();
    let mut cost = classes.part(&queens);
    for &row in &middle[columns.len()..] {
        let free = (0..n).filter(|&col| {
            let attacked = |&(r, c): &(u32, u32)| c == col || c.abs_diff(col) == r.abs_diff(row);
            allowed[row as usize] >> col & 1 == 1 && !queens.iter().any(attacked)
        });
        cost *= free.count() as f64 / f64::from(n);
    }
    cost
}
