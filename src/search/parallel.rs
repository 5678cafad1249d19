//! The reference search with mirror halving and threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::count_rows;
use super::rows::{Attacked, Rows};
use super::symmetric;
use crate::board::Diagonals;
use crate::interrupt::Interrupt;

/// Told how many of how many parts of the search are done.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// The first rows filled, and how many placements each one below stands for.
struct Part {
    columns: Vec<u32>,
    attacked: Attacked,
    weight: u64,
}

/// How many rows make the parts: enough for an even load, few enough to list.
const PART_ROWS: usize = 3;

/// How many placements a board has, in the current rayon pool; `None` if it was interrupted.
///
/// Where the board is its own mirror image, only one of each pair of mirrored parts is searched.
pub fn count(rows: &Rows, interrupt: &Interrupt, progress: Progress<'_>) -> Option<u64> {
    if let Some(turn) = rows.turn {
        return symmetric::count(rows, turn, interrupt, progress);
    }
    let n = rows.allowed.len();
    let mut parts = Vec::new();
    let mut first_rows = vec![0; PART_ROWS.min(n)];
    let halve = rows.is_mirror_symmetric();
    let list = rows
        .search(&mut first_rows, |columns, attacked| {
            let weight = if halve { mirror_weight(columns, n) } else { 1 };
            if weight > 0 {
                parts.push(Part {
                    columns: columns.to_vec(),
                    attacked,
                    weight,
                });
            }
            ControlFlow::Continue(())
        })
        .place(0, Attacked::default());
    debug_assert!(list.is_continue());
    let done = AtomicU64::new(0);
    let total = parts.len() as u64;
    parts
        .par_iter()
        .map(|part| {
            let count = rows.count_below(part, interrupt)?;
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
            Some(count * part.weight)
        })
        .sum()
}

/// 2 if the first queen that is off the middle column is left of it, 0 if it is right of it, 1 if
/// all stand in the middle.
fn mirror_weight(columns: &[u32], n: usize) -> u64 {
    let mut off_middle = columns.iter().map(|&c| (2 * c as usize + 1).cmp(&n));
    match off_middle.find(|side| side.is_ne()) {
        Some(std::cmp::Ordering::Less) => 2,
        Some(_) => 0,
        None => 1,
    }
}

impl Rows {
    fn is_mirror_symmetric(&self) -> bool {
        let shift = 64 - self.allowed.len() as u32;
        self.regions.is_none()
            && self
                .allowed
                .iter()
                .all(|&row| row.reverse_bits().checked_shr(shift).unwrap_or(0) == row)
    }

    fn count_below(&self, part: &Part, interrupt: &Interrupt) -> Option<u64> {
        if interrupt.is_set() {
            return None;
        }
        let first = part.columns.len();
        if self.diagonals == Diagonals::Plain && self.regions.is_none() {
            let Attacked {
                columns,
                diagonals,
                antidiagonals,
                ..
            } = part.attacked;
            let rows = &self.allowed[first..];
            return Some(count_rows(rows, columns, diagonals, antidiagonals));
        }
        let mut columns = vec![0; self.allowed.len()];
        columns[..first].copy_from_slice(&part.columns);
        let mut count = 0;
        let search = self
            .search(&mut columns, |_, _| {
                count += 1;
                ControlFlow::Continue(())
            })
            .place(first, part.attacked);
        search.is_continue().then_some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    fn both_ways(puzzle: &Puzzle) -> u64 {
        let rows = Rows::new(puzzle).unwrap();
        let mut one_by_one = 0;
        let _ = rows.for_each(|_| {
            one_by_one += 1;
            ControlFlow::Continue(())
        });
        let in_parts = count(&rows, &Interrupt::new(), &|_, _| ());
        assert_eq!(in_parts, Some(one_by_one));
        one_by_one
    }

    #[test]
    fn halving_changes_no_count() {
        for n in 0..=9 {
            both_ways(&Puzzle::queens(n));
            both_ways(&Puzzle::torus(n));
        }
        for n in 0..=6 {
            both_ways(&Puzzle::rooks(n));
        }
    }

    #[test]
    fn the_published_counts_come_out() {
        let queens = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724];
        for (n, count) in (0..).zip(queens) {
            assert_eq!(both_ways(&Puzzle::queens(n)), count);
        }
        for (n, count) in [(1, 1), (5, 10), (6, 0), (7, 28), (8, 0), (9, 0), (11, 88)] {
            assert_eq!(both_ways(&Puzzle::torus(n)), count);
        }
        assert_eq!(both_ways(&Puzzle::rooks(8)), 40320);
    }
}
