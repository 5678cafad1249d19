//! One count, found in several independent ways and compared with the published table.

mod programs;
mod published;
mod way;

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use crate::board::Placement;
use crate::enumerate::{Batches, Order, Plan};
use crate::journal::{Journal, JournalError, Written};
use crate::puzzle::Puzzle;
use crate::search::bands::{self, BandsError, Units};
use crate::search::{self, Rows, TooManyRows, count_up_to};
use crate::solve::{Options, SolveError};
use crate::solver::{Choice, ProgramError};

pub use published::{Published, published};
pub use way::{UnknownWay, Way, Ways};

/// Why a puzzle could not be counted.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    #[error(transparent)]
    Native(#[from] TooManyRows),
    #[error(transparent)]
    Bands(#[from] BandsError),
    #[error(
        "bands count all placements at once: with a limit use '--by backtrack' or '--by blocking'"
    )]
    BandsUpTo,
    #[error("a model counter counts all at once: leave out the limit, or use another way")]
    CounterUpTo,
    #[error(transparent)]
    Sat(#[from] SolveError),
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// What to count.
#[derive(Clone, Debug, Default)]
pub struct Task {
    pub puzzle: Puzzle,
    /// Up to the puzzle's symmetries.
    pub unique: bool,
    /// Stop at this many.
    pub limit: Option<u64>,
    /// For SAT: how many rows are placed natively, if not the default; 0 leaves all to one solver.
    pub cube_rows: Option<u32>,
    pub bands: bands::Settings,
    /// How many threads search; 0 as 1. The native search takes those of the current rayon pool.
    pub threads: usize,
    pub options: Options,
}

/// How far a count is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Parts that are done.
    pub done: u64,
    /// Of how many, if that is known.
    pub of: Option<u64>,
    /// Placements so far, if that is known.
    pub found: Option<u64>,
}

/// What one way found, and how long it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub way: Way,
    pub count: u64,
    pub time: Duration,
    /// For bands: what they used.
    pub bands: Option<bands::Used>,
}

/// Counts in one way; `None` if interrupted. A journal, which bands and ways that [block](Way::blocks)
/// can use, is kept up to date and spares the parts that it names.
pub fn count(
    task: &Task,
    way: &Way,
    journal: Option<&mut Journal>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Option<Count>, CountError> {
    let start = Instant::now();
    let count = match way {
        Way::Backtrack => count_by_backtracking(task, progress)?,
        Way::Bands => count_by_bands(task, journal, progress)?,
        Way::Blocking => count_by_blocking(task, journal, progress)?,
        Way::Solver(solver) => {
            let mut task = task.clone();
            task.options.solver = solver.clone();
            count_by_blocking(&task, journal, progress)?
        }
        Way::Clasp => programs::count_by_clasp(task)?,
        Way::Counter(counter) => programs::count_by_counter(task, counter)?,
    };
    let time = start.elapsed();
    let bands = match way {
        Way::Bands => Some(bands::choose(&Rows::new(&task.puzzle)?, task.bands)?),
        _ => None,
    };
    Ok(count.map(|count| Count {
        way: way.clone(),
        count,
        time,
        bands,
    }))
}

fn count_by_bands(
    task: &Task,
    journal: Option<&mut Journal>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Option<u64>, CountError> {
    if task.limit.is_some() {
        return Err(CountError::BandsUpTo);
    }
    let rows = Rows::new(&task.puzzle)?;
    let units = Units::of(&rows)?;
    let all = count_units(task, &units, 0..units.count(), journal, progress)?;
    Ok(up_to_symmetry(task, all, &parts(progress))?)
}

/// Counts some of a puzzle's units by bands; `None` if interrupted. A journal is kept up to date and
/// spares the units that it names.
pub fn count_units(
    task: &Task,
    units: &Units,
    range: Range<usize>,
    mut journal: Option<&mut Journal>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Option<u64>, CountError> {
    let rows = Rows::new(&task.puzzle)?;
    let mut count = journal.as_ref().map_or(0, |journal| journal.count());
    let finished_before = journal.as_ref().map(|journal| journal.done().clone());
    let is_open = |unit: usize| {
        let done = finished_before.as_ref();
        range.contains(&unit) && !done.is_some_and(|done| done.contains(&(unit as u64)))
    };
    let mut failed = None;
    let all = bands::count_units(
        &rows,
        units,
        &is_open,
        task.bands,
        &task.options.interrupt,
        &parts(progress),
        &mut |unit, found| {
            count += found;
            let Some(journal) = &mut journal else {
                return ControlFlow::Continue(());
            };
            journal.finished(unit as u64, found);
            if journal.is_due() {
                failed = journal.write_line(Written::default()).err();
            }
            match failed {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        },
    )?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    if let Some(journal) = journal {
        journal.write_line(Written::default())?;
    }
    Ok(all.then_some(count))
}

/// What a native search tells of its parts.
fn parts(progress: &(dyn Fn(Progress) + Sync)) -> impl Fn(u64, u64) + Sync {
    |done, of| {
        progress(Progress {
            done,
            of: Some(of),
            found: None,
        });
    }
}

/// The count that is asked for where all placements have been counted.
fn up_to_symmetry(
    task: &Task,
    all: Option<u64>,
    parts: search::Progress<'_>,
) -> Result<Option<u64>, TooManyRows> {
    match all {
        Some(all) if task.unique => {
            search::count_unique(&task.puzzle, all, &task.options.interrupt, parts)
        }
        _ => Ok(all),
    }
}

fn count_by_backtracking(
    task: &Task,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Option<u64>, TooManyRows> {
    let Task {
        puzzle, options, ..
    } = task;
    let rows = Rows::new(puzzle)?;
    let interrupt = &options.interrupt;
    let Some(limit) = task.limit else {
        let parts = parts(progress);
        let all = search::count(&rows, interrupt, &parts);
        return up_to_symmetry(task, all, &parts);
    };
    let symmetries = puzzle.symmetries();
    let is_wanted = |columns: &[u32]| {
        let placement = || Placement::from_columns(columns.to_vec());
        !task.unique || placement().is_some_and(|placement| symmetries.is_smallest(&placement))
    };
    Ok(count_up_to(&rows, limit, is_wanted, interrupt))
}

fn count_by_blocking(
    task: &Task,
    mut journal: Option<&mut Journal>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Option<u64>, CountError> {
    let plan = blocking_plan(task).going_on(journal.as_deref());
    let (mut count, mut done) = match &journal {
        Some(journal) => (journal.count(), journal.parts()),
        None => (0, 0),
    };
    let mut batches = Batches::new(&task.puzzle, task.options.clone(), &plan)?;
    let mut end = Ok(());
    while task.limit.is_none_or(|limit| count < limit) {
        let batch = match batches.next() {
            None => break,
            Some(Ok(batch)) => batch,
            Some(Err(error)) => {
                end = Err(error);
                break;
            }
        };
        count += batch.count;
        done += u64::from(batch.done);
        progress(Progress {
            done,
            of: None,
            found: Some(count),
        });
        if let Some(journal) = &mut journal
            && batch.done
        {
            journal.finished(batch.cube, batch.count);
            if journal.is_due() {
                journal.write_line(Written::default())?;
            }
        }
    }
    if let Some(journal) = journal {
        journal.write_line(Written::default())?;
    }
    end?;
    match task.limit.filter(|&limit| count >= limit) {
        Some(limit) => Ok(Some(limit)),
        None if batches.was_interrupted() => Ok(None),
        None => Ok(Some(count)),
    }
}

/// How blocking clauses count.
pub fn blocking_plan(task: &Task) -> Plan {
    let plan = Plan::new(&task.puzzle, Order::AsFound, task.unique);
    // A few of very many placements are found best by one solver for the whole board.
    let default = match task.limit {
        Some(_) if task.puzzle.n() > LISTABLE => 0,
        _ => plan.cube_rows,
    };
    Plan {
        cube_rows: task.cube_rows.unwrap_or(default),
        threads: task.threads.max(1),
        listed: false,
        ..plan
    }
}

/// Boards up to this size have so few placements that a search through all of them can end.
pub const LISTABLE: u32 = 20;

/// The way that is used unless told otherwise: bands from N = 12 on where they can count and their lists
/// fit, else backtracking, except where a native search may not find even one placement in reasonable
/// time, or is not needed to know that there is none.
pub fn default_way(task: &Task) -> Way {
    let (puzzle, limit) = (&task.puzzle, task.limit);
    let n = puzzle.n();
    let regions = puzzle.laws().regions.is_some();
    let none_fits = puzzle.turn().is_some_and(|turn| !turn.fits(n));
    if regions && n > 14 || limit.is_some() && n > LISTABLE || none_fits && n > search::MAX_N {
        return Way::Blocking;
    }
    let fits = |rows: Rows| bands::choose(&rows, task.bands).is_ok();
    match limit {
        None if n >= 12 && Rows::new(puzzle).is_ok_and(fits) => Way::Bands,
        _ => Way::Backtrack,
    }
}

/// Whether so many placements are found by blocking clauses in about a second: up to N = 12, and on
/// larger boards where regions, given queens or a symmetry leave little to search.
pub fn is_quick(task: &Task, count: u64) -> bool {
    let puzzle = &task.puzzle;
    let settled = puzzle.given().len() as u32;
    let open = puzzle.n() - settled.min(puzzle.n());
    let small = open <= puzzle.turn().map_or(12, |turn| 8 * turn.order());
    // Each of an orbit's placements costs as much if they are not searched for as one.
    let per_search = match (task.unique, puzzle.has_settled()) {
        (false, false) => 8,
        _ => 1,
    };
    // A program is started for each.
    let searches = match task.options.solver {
        Choice::Embedded(_) => 2000,
        Choice::External(_) => 100,
    };
    count <= searches * per_search && (small || puzzle.laws().regions.is_some())
}

/// The number that all ways and the expected one (if there is one) agree on; `None` if any two
/// differ, or if there are none.
pub fn agreed(counts: &[Count], expected: Option<u64>) -> Option<u64> {
    let first = counts.first()?.count;
    let same = counts.iter().all(|c| c.count == first) && expected.is_none_or(|e| e == first);
    same.then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(count: u64) -> Count {
        Count {
            way: Way::Backtrack,
            count,
            time: Duration::ZERO,
            bands: None,
        }
    }

    #[test]
    fn any_two_numbers_that_differ_are_no_agreement() {
        assert_eq!(agreed(&[found(92), found(92)], Some(92)), Some(92));
        assert_eq!(agreed(&[found(92), found(92)], None), Some(92));
        assert_eq!(agreed(&[found(92), found(91)], None), None);
        assert_eq!(agreed(&[found(92), found(92)], Some(91)), None);
        assert_eq!(agreed(&[], Some(92)), None);
    }
}
