//! The counts that others published.

use crate::board::{Diagonals, Turn};
use crate::puzzle::Puzzle;

/// A count that others found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    pub count: u64,
    /// Where it is published.
    pub source: &'static str,
}

/// The published count, where there is one: the plain board up to N = 27, the torus up to N = 24,
/// rooks up to N = 20; equal to themselves after a turn, the plain board alone: up to N = 32 for a half
/// turn, 63 for a quarter turn; up to symmetry (`unique`), the plain board alone: up to N = 27.
pub fn published(puzzle: &Puzzle, unique: bool) -> Option<Published> {
    if puzzle.has_settled() || puzzle.laws().regions.is_some() {
        return None;
    }
    let n = puzzle.n();
    if unique {
        return up_to_symmetry(n).filter(|_| puzzle.is_plain());
    }
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

fn symmetric(n: u32, turn: Turn) -> Option<Published> {
    match turn {
        Turn::Half => from_1(n, &A032522, "OEIS A032522"),
        Turn::Quarter => from_1(n, &A033148, "OEIS A033148"),
    }
}

fn up_to_symmetry(n: u32) -> Option<Published> {
    from_1(n, &A002562, "OEIS A002562")
}

/// From a table that begins with N = 1; the empty board is counted as everywhere here.
fn from_1(n: u32, table: &[u64], source: &'static str) -> Option<Published> {
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

/// Up to symmetry.
const A002562: [u64; 27] = [
    1,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn only_boards_without_given_squares_have_a_published_count() {
        let count = |puzzle: Puzzle| published(&puzzle, false).map(|p| p.count);
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
        for n in 2..=27 {
            let expected = up_to_symmetry(n).unwrap().count;
            let symmetric = |turn| symmetric(n, turn).unwrap().count;
            let all = A000170[n as usize] + symmetric(Turn::Half) + 2 * symmetric(Turn::Quarter);
            assert_eq!(all, 8 * expected, "N = {n}");
        }
    }
}
