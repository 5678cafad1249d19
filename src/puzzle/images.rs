//! Which lines a turn carries to each other, and which squares it carries along one line.

use super::groups::{Group, Kind, Step};
use crate::board::{Square, Symmetry, Turn};

/// The literals of a group when the squares of an orbit share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// Literals that stand for several squares of the group.
    pub repeated: u64,
    /// Those that stand for one.
    pub single: u64,
}

/// A line as its first square, direction and number of squares, on a board of size `n`.
struct Line {
    first: Square,
    step: Step,
    len: u32,
    n: u32,
}

impl Group<'_> {
    /// Whether this line stands for all lines that the turn carries it to: of each set of such lines
    /// exactly one does. A region stands for itself alone, since its image may be none.
    ///
    /// A quarter turn carries every column to a row and every antidiagonal to a diagonal; a half turn
    /// carries each line to one of the same direction.
    pub fn stands_for_images(&self, turn: Turn) -> bool {
        let Some(line) = self.line() else {
            return true;
        };
        let kept = turn == Turn::Half || matches!(line.step, Step::Right | Step::DownRight);
        kept && line.first <= line.first_of_half_turned()
    }

    /// How many literals the group has on an `n`×`n` board when the squares of an orbit share one;
    /// for a line that stands for its images.
    pub(crate) fn repeats(&self, n: u32, turn: Turn) -> Repeats {
        let Some(line) = self.line() else {
            let squares = self.squares.clone();
            let firsts = squares.map(|square| turn.representative(n, square));
            return count_repeats(firsts.collect());
        };
        let len = u64::from(line.len);
        let repeated = if line.first == line.first_of_half_turned() {
            // All squares but the centre of the board come in pairs.
            len / 2
        } else {
            u64::from(turn == Turn::Quarter && line.holds_quarter_turned_square())
        };
        Repeats {
            repeated,
            single: len - 2 * repeated,
        }
    }

    fn line(&self) -> Option<Line> {
        match self.squares.0 {
            Kind::Line {
                next,
                step,
                left,
                n,
            } => Some(Line {
                first: next,
                step,
                len: left,
                n,
            }),
            Kind::Set(_) => None,
        }
    }
}

impl Line {
    /// A half turn reverses a line, so that the image of its last square comes first.
    fn first_of_half_turned(&self) -> Square {
        let Square { row, col } = self.first;
        let far = |from: u32| (from + self.len - 1) % self.n;
        let last = match self.step {
            Step::Right => Square::new(row, far(col)),
            Step::Down => Square::new(far(row), col),
            Step::DownRight => Square::new(far(row), far(col)),
            Step::DownLeft => Square::new(far(row), (col + self.n + 1 - self.len) % self.n),
        };
        Symmetry::HalfTurn.apply(last, self.n)
    }

    /// Whether a quarter turn carries a square of this row or diagonal to another one of it; no line
    /// that is not its own image after a half turn has more than one such pair.
    fn holds_quarter_turned_square(&self) -> bool {
        let n = self.n;
        match self.step {
            // Row i meets the two long diagonals of the board.
            Step::Right => true,
            // Diagonal d = c − r meets the middle column in row middle − d and the middle row: by
            // arithmetic the only square of a diagonal that is turned to another one of it.
            Step::DownRight if n % 2 == 1 => {
                let middle = n / 2;
                let Square { row, col } = self.first;
                let above = (middle + n + row - col) % n;
                let holds = |r: u32| (r + n - row) % n < self.len;
                above != middle && holds(above) && holds(middle)
            }
            _ => false,
        }
    }
}

fn count_repeats(mut firsts: Vec<Square>) -> Repeats {
    firsts.sort_unstable();
    let mut repeats = Repeats {
        repeated: 0,
        single: 0,
    };
    for run in firsts.chunk_by(|a, b| a == b) {
        match run.len() {
            1 => repeats.single += 1,
            _ => repeats.repeated += 1,
        }
    }
    repeats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Regions;
    use crate::puzzle::Puzzle;
    use std::collections::{BTreeMap, BTreeSet};

    fn puzzles(n: u32) -> Vec<Puzzle> {
        let mut puzzles = vec![Puzzle::queens(n), Puzzle::torus(n), Puzzle::rooks(n)];
        if (1..=52).contains(&n) {
            // Upright stripes: the rows' and columns' rules, and touching.
            let numbers: Vec<u8> = (0..n * n).map(|i| (i % n) as u8).collect();
            puzzles.push(Puzzle::regions(Regions::from_numbers(n, &numbers)));
        }
        puzzles
    }

    #[test]
    fn of_all_lines_that_are_turned_to_each_other_exactly_one_is_kept() {
        for puzzle in (0..=13).flat_map(puzzles) {
            for turn in Turn::ALL {
                let n = puzzle.n();
                let turned = |square| turn.symmetry().apply(square, n);
                // On the smallest boards a row may be a column, too, or a diagonal an antidiagonal.
                let mut lines: BTreeMap<BTreeSet<Square>, bool> = BTreeMap::new();
                for group in puzzle.groups().filter(|group| group.line().is_some()) {
                    let kept = group.stands_for_images(turn);
                    *lines.entry(group.squares.collect()).or_default() |= kept;
                }
                for line in lines.keys() {
                    let mut images = BTreeSet::from([line.clone()]);
                    let mut image: BTreeSet<Square> = line.iter().copied().map(turned).collect();
                    while images.insert(image.clone()) {
                        image = image.into_iter().map(turned).collect();
                    }
                    let kept = images.iter().filter(|image| lines[*image]).count();
                    assert!(
                        kept == 1 || kept == 2 && n == 2,
                        "N = {n}, {turn}, {line:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn repeated_literals_are_counted_as_they_are() {
        for puzzle in (0..=13).flat_map(puzzles) {
            for turn in Turn::ALL {
                let n = puzzle.n();
                for group in puzzle.groups().filter(|g| g.stands_for_images(turn)) {
                    let firsts = group.squares.clone().map(|s| turn.representative(n, s));
                    let counted = count_repeats(firsts.collect());
                    assert_eq!(
                        group.repeats(n, turn),
                        counted,
                        "N = {n}, {turn}, {group:?}"
                    );
                }
            }
        }
    }
}
