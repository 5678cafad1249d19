//! One count, found in several independent ways and compared with the published table.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::board::Diagonals;
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
            .find(|way| way.name() == name.trim())
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

/// Counts in one way, up to `limit` placements; `None` if interrupted.
pub fn count(
    puzzle: &Puzzle,
    way: Way,
    limit: Option<u64>,
    options: &Options,
    progress: Progress<'_>,
) -> Result<Option<Count>, CountError> {
    let start = Instant::now();
    let count = match (way, limit) {
        (Way::Backtrack, None) => search::count(&Rows::new(puzzle)?, &options.interrupt, progress),
        (Way::Backtrack, Some(limit)) => {
            search::count_up_to(&Rows::new(puzzle)?, limit, &options.interrupt)
        }
        (Way::Blocking, limit) => count_by_blocking(puzzle, limit, options)?,
    };
    let time = start.elapsed();
    Ok(count.map(|count| Count { way, count, time }))
}

fn count_by_blocking(
    puzzle: &Puzzle,
    limit: Option<u64>,
    options: &Options,
) -> Result<Option<u64>, SolveError> {
    // A few of very many placements are found best by one solver for the whole board.
    let rows = match limit {
        Some(_) if puzzle.n() > LISTABLE => 0,
        _ => default_cube_rows(puzzle),
    };
    let mut placements = Placements::new(puzzle, options.clone(), Order::AsFound, rows)?;
    let mut count = 0;
    while limit.is_none_or(|limit| count < limit) {
        match placements.next().transpose()? {
            Some(_) => count += 1,
            None if placements.was_interrupted() => return Ok(None),
            None => break,
        }
    }
    Ok(Some(count))
}

/// Boards up to this size have so few placements that a search through all of them can end.
pub const LISTABLE: u32 = 20;

/// The way that is used unless told otherwise: the native search, except where it may not find even
/// one placement in reasonable time.
pub fn default_way(puzzle: &Puzzle, limit: Option<u64>) -> Way {
    let regions = puzzle.laws().regions.is_some();
    if regions && puzzle.n() > 14 || limit.is_some() && puzzle.n() > LISTABLE {
        Way::Blocking
    } else {
        Way::Backtrack
    }
}

/// Whether so many placements are found by blocking clauses in about a second: up to N = 10, and on
/// larger boards where regions or given queens leave little to search.
pub fn is_quick(puzzle: &Puzzle, count: u64) -> bool {
    let settled = puzzle.given().len() as u32;
    let small = puzzle.n() - settled.min(puzzle.n()) <= 10;
    count <= 1000 && (small || puzzle.laws().regions.is_some())
}

/// A count that others found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    pub count: u64,
    /// Where it is published.
    pub source: &'static str,
}

/// The published count, where there is one: the plain board up to N = 27, the torus up to N = 24,
/// rooks up to N = 20.
pub fn published(puzzle: &Puzzle) -> Option<Published> {
    if puzzle.has_settled() || puzzle.laws().regions.is_some() {
        return None;
    }
    let n = puzzle.n();
    let (count, source) = match puzzle.laws().diagonals {
        Diagonals::Plain => (A000170.get(n as usize).copied()?, "OEIS A000170"),
        Diagonals::Wrapped => (torus(n)?, "OEIS A051906"),
        Diagonals::Free => ((1..=u64::from(n)).try_fold(1u64, u64::checked_mul)?, "N!"),
        Diagonals::Touching => return None,
    };
    Some(Published { count, source })
}

/// Placements on the torus exist only where N has no divisor in common with 6.
fn torus(n: u32) -> Option<u64> {
    match n {
        0 | 1 => Some(1),
        5 => Some(10),
        7 => Some(28),
        11 => Some(88),
        13 => Some(4524),
        17 => Some(140_692),
        19 => Some(820_496),
        23 => Some(128_850_048),
        2..=24 => Some(0),
        _ => None,
    }
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
    use crate::board::Square;

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
    fn only_boards_without_given_squares_have_a_published_count() {
        let count = |puzzle| published(&puzzle).map(|p| p.count);
        assert_eq!(count(Puzzle::queens(8)), Some(92));
        assert_eq!(count(Puzzle::queens(28)), None);
        assert_eq!(count(Puzzle::torus(5)), Some(10));
        assert_eq!(count(Puzzle::torus(6)), Some(0));
        assert_eq!(count(Puzzle::rooks(8)), Some(40_320));
        assert_eq!(count(Puzzle::rooks(21)), None);
        let given = Puzzle::queens(8).queen(Square::new(0, 0)).unwrap();
        assert_eq!(count(given), None);
    }
}
