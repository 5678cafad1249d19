//! One count, found in several independent ways and compared with the published table.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::board::{Diagonals, Turn};
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
/// one placement in reasonable time, or is not needed to know that there is none.
pub fn default_way(puzzle: &Puzzle, limit: Option<u64>) -> Way {
    let n = puzzle.n();
    let regions = puzzle.laws().regions.is_some();
    let none_fits = puzzle.turn().is_some_and(|turn| !turn.fits(n));
    if regions && n > 14 || limit.is_some() && n > LISTABLE || none_fits && n > search::MAX_N {
        Way::Blocking
    } else {
        Way::Backtrack
    }
}

/// Whether so many placements are found by blocking clauses in about a second: up to N = 10, and on
/// larger boards where regions, given queens or a symmetry leave little to search.
pub fn is_quick(puzzle: &Puzzle, count: u64) -> bool {
    let settled = puzzle.given().len() as u32;
    let open = puzzle.n() - settled.min(puzzle.n());
    let small = open <= puzzle.turn().map_or(10, |turn| 8 * turn.order());
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
/// rooks up to N = 20; equal to themselves after a turn, the plain board alone: up to N = 32 for a half
/// turn, 63 for a quarter turn.
pub fn published(puzzle: &Puzzle) -> Option<Published> {
    if puzzle.has_settled() || puzzle.laws().regions.is_some() {
        return None;
    }
    let n = puzzle.n();
    if let Some(turn) = puzzle.turn() {
        return symmetric(n, turn).filter(|_| puzzle.laws().diagonals == Diagonals::Plain);
    }
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

/// Both tables begin with N = 1; the empty board is counted as everywhere here.
fn symmetric(n: u32, turn: Turn) -> Option<Published> {
    let (table, source) = match turn {
        Turn::Half => (&A032522[..], "OEIS A032522"),
        Turn::Quarter => (&A033148[..], "OEIS A033148"),
    };
    let count = n
        .checked_sub(1)
        .map_or(Some(1), |i| table.get(i as usize).copied())?;
    Some(Published { count, source })
}

/// Placements equal to themselves after a half turn, those that a quarter turn keeps included.
const A032522: [u64; 32] = [
    1,
    0,
    0,
    2,
    2,
    4,
    8,
    4,
    16,
    12,
    48,
    80,
    136,
    420,
    1240,
    3000,
    8152,
    18104,
    44184,
    144620,
    375664,
    1250692,
    3581240,
    11675080,
    34132592,
    115718268,
    320403024,
    1250901440,
    3600075088,
    14589438024,
    43266334696,
    181254386312,
];

/// Placements equal to themselves after a quarter turn.
#[rustfmt::skip]
const A033148: [u64; 63] = [
    1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3328, 3264, 0, 0,
    32896, 43776, 0, 0, 406784, 667904, 0, 0, 5845504, 8650752, 0, 0, 77184000, 101492736, 0, 0,
    1261588480, 1795233792, 0, 0, 21517426688, 35028172800, 0, 0, 406875119616, 652044443648, 0, 0,
    8613581094912, 12530550128640, 0, 0, 194409626533888, 291826098503680, 0, 0,
];

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
        let symmetric = |n, turn| count(Puzzle::queens(n).symmetric(turn));
        assert_eq!(symmetric(8, Turn::Half), Some(4));
        assert_eq!(symmetric(12, Turn::Quarter), Some(8));
        assert_eq!(symmetric(0, Turn::Quarter), Some(1));
        assert_eq!(symmetric(33, Turn::Half), None);
        assert_eq!(count(Puzzle::torus(5).symmetric(Turn::Half)), None);
        let given = Puzzle::queens(8).queen(Square::new(0, 0)).unwrap();
        assert_eq!(count(given), None);
    }

    #[test]
    fn the_tables_agree_on_how_many_placements_differ_up_to_symmetry() {
        let up_to_symmetry = [
            0,
            0,
            1,
            2,
            1,
            6,
            12,
            46,
            92,
            341,
            1787,
            9233,
            45752,
            285_053,
            1_846_955,
            11_977_939,
            83_263_591,
            621_012_754,
            4_878_666_808,
            39_333_324_973,
            336_376_244_042,
            3_029_242_658_210,
            28_439_272_956_934,
            275_986_683_743_434,
            2_789_712_466_510_289,
            29_363_495_934_315_694,
        ];
        for (n, expected) in (2..).zip(up_to_symmetry) {
            let symmetric = |turn| symmetric(n, turn).unwrap().count;
            let all = A000170[n as usize] + symmetric(Turn::Half) + 2 * symmetric(Turn::Quarter);
            assert_eq!(all, 8 * expected, "N = {n}");
        }
    }
}
