//! One count, found in several independent ways and compared with the published table.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::enumerate::{Order, Placements, default_cube_rows};
use crate::puzzle::Puzzle;
use crate::search::{self, Progress, Rows, TooManyRows};
use crate::solve::{Options, SolveError};

/// A way to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The native search.
    Backtrack,
    /// The embedded SAT solver and blocking clauses.
    Blocking,
}

impl Way {
    pub const ALL: [Way; 2] = [Way::Backtrack, Way::Blocking];

    pub fn name(self) -> &'static str {
        match self {
            Way::Backtrack => "backtrack",
            Way::Blocking => "blocking",
        }
    }

    /// The ways used unless told otherwise: the native count, and SAT beside it where that takes
    /// no longer than a second.
    pub fn default_for(n: u32) -> &'static [Way] {
        if n <= 10 {
            &[Way::Backtrack, Way::Blocking]
        } else {
            &[Way::Backtrack]
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no way to count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no way to count called '{0}': the ways are backtrack, blocking")]
pub struct UnknownWay(String);

impl FromStr for Way {
    type Err = UnknownWay;

    fn from_str(name: &str) -> Result<Way, UnknownWay> {
        Way::ALL
            .into_iter()
            .find(|way| way.name() == name)
            .ok_or_else(|| UnknownWay(name.to_string()))
    }
}

/// Why a puzzle could not be counted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CountError {
    #[error(transparent)]
    Native(#[from] TooManyRows),
    #[error(transparent)]
    Sat(#[from] SolveError),
}

/// What one way found, and how long it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub way: Way,
    pub count: u64,
    pub time: Duration,
}

/// Counts in one way; `None` if interrupted.
pub fn count(
    puzzle: &Puzzle,
    way: Way,
    options: &Options,
    progress: Progress<'_>,
) -> Result<Option<Count>, CountError> {
    let start = Instant::now();
    let count = match way {
        Way::Backtrack => search::count(&Rows::new(puzzle)?, &options.interrupt, progress),
        Way::Blocking => count_by_blocking(puzzle, options)?,
    };
    let time = start.elapsed();
    Ok(count.map(|count| Count { way, count, time }))
}

fn count_by_blocking(puzzle: &Puzzle, options: &Options) -> Result<Option<u64>, SolveError> {
    let rows = default_cube_rows(puzzle.n());
    let mut placements = Placements::new(puzzle, options.clone(), Order::AsFound, rows)?;
    let mut count = 0;
    for placement in &mut placements {
        placement?;
        count += 1;
    }
    Ok((!placements.was_interrupted()).then_some(count))
}

/// The published count, where there is one: the plain board up to N = 27 (OEIS A000170).
pub fn published(puzzle: &Puzzle) -> Option<u64> {
    A000170
        .get(puzzle.n() as usize)
        .copied()
        .filter(|_| puzzle.is_plain())
}

const A000170: [u64; 28] = [
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2680,
    14200,
    73712,
    365596,
    2279184,
    14772512,
    95815104,
    666090624,
    4968057848,
    39029188884,
    314666222712,
    2691008701644,
    24233937684440,
    227514171973736,
    2207893435808352,
    22317699616364044,
    234907967154122528,
];

/// The number that all ways and the published table agree on; `None` if any two differ, or if
/// there are none.
pub fn agreed(counts: &[Count], published: Option<u64>) -> Option<u64> {
    let first = counts.first()?.count;
    let same = counts.iter().all(|c| c.count == first) && published.is_none_or(|p| p == first);
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

    #[test]
    fn only_the_plain_board_has_a_published_count() {
        assert_eq!(published(&Puzzle::queens(8)), Some(92));
        assert_eq!(published(&Puzzle::queens(28)), None);
        assert_eq!(published(&Puzzle::torus(5)), None);
    }
}
