//! Bands that meet in the middle: the fast native count.
//!
//! The rows are cut into a band at the top, one at the bottom, and some in the middle. For each band
//! all ways to fill it are listed by the set of columns that they take (`lists`). The rows in the
//! middle are filled one after another, and what attacks these queens drops out of the lists. When the
//! last is filled, ways to fill the top on some columns meet ways to fill the bottom on the others: a
//! pair that shares no diagonal is a placement (`join`). Two items share at most 2·(2·height − 1)
//! diagonals, so that what is left of an item is a word of 32 bits.
//!
//! An empty board is searched for one of each class of placements under symmetry (`classes`).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod choose;
mod classes;
mod cpu;
mod engine;
mod estimate;
mod join;
mod lists;
mod units;

use std::ops::ControlFlow;

use super::parallel::Progress;
use super::rows::Rows;
use crate::interrupt::Interrupt;

use choose::columns;
pub use choose::{BandsError, MAX_N, Settings, Used, choose};
pub use cpu::{Cpu, UnknownCpu};
use engine::Engine;
pub use estimate::{Estimate, estimate};
pub use units::{UNITS_VERSION, Units};

/// How many placements a board has, in the current rayon pool; `None` if it was interrupted.
pub fn count(
    rows: &Rows,
    settings: Settings,
    interrupt: &Interrupt,
    progress: Progress<'_>,
) -> Result<Option<u64>, BandsError> {
    let units = Units::of(rows)?;
    let mut sum = 0;
    let all = |_| true;
    let mut add = |_, count| {
        sum += count;
        ControlFlow::Continue(())
    };
    let done = count_units(rows, &units, &all, settings, interrupt, progress, &mut add)?;
    Ok(done.then_some(sum))
}

/// Counts the placements of those units of a board that are wanted, by their numbers, in the current
/// rayon pool, and tells of each when it is finished, until it is told to stop. Units that begin alike
/// share much of the work. Returns whether all are finished: else it was interrupted or told to stop.
pub fn count_units(
    rows: &Rows,
    units: &Units,
    wanted: &dyn Fn(usize) -> bool,
    settings: Settings,
    interrupt: &Interrupt,
    progress: Progress<'_>,
    finished: &mut dyn FnMut(usize, u64) -> ControlFlow<()>,
) -> Result<bool, BandsError> {
    let used = choose(rows, settings)?;
    if !(0..units.count()).any(wanted) {
        return Ok(true);
    }
    let engine = Engine::new(columns(rows)?, units, used, interrupt);
    Ok(engine.count(wanted, progress, finished))
}

/// All rows, from the middle outwards.
fn rows_from_the_middle(n: u32) -> Vec<u32> {
    let mut rows: Vec<u32> = (0..n).collect();
    rows.sort_by_key(|&row| ((2 * row + 1).abs_diff(n), row));
    rows
}
