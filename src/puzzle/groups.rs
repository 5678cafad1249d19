//! The rules as groups of squares: what everything that talks to solvers lives off.

use crate::board::{Diagonals, GroupName, Square};

use super::Puzzle;

/// How many squares of a group hold a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    ExactlyOne,
    AtMostOne,
}

/// The squares of one line or region, and how many of them hold a queen.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    pub name: GroupName,
    pub bound: Bound,
    pub squares: Squares<'a>,
}

/// The squares of a group, in order; a line costs no memory, however long it is.
#[derive(Clone, Debug)]
pub struct Squares<'a>(pub(super) Kind<'a>);

#[derive(Clone, Debug)]
pub(super) enum Kind<'a> {
    /// `left` squares from `next` on, each `step` after the one before, on a board of `n` columns
    /// whose edges are joined.
    Line {
        next: Square,
        step: Step,
        left: u32,
        n: u32,
    },
    Set(std::slice::Iter<'a, Square>),
}

/// From a square to the next of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Right,
    Down,
    DownRight,
    DownLeft,
}

impl Squares<'_> {
    /// Whether each square is the right neighbour of the one before.
    pub(crate) fn is_row(&self) -> bool {
        matches!(
            self.0,
            Kind::Line {
                step: Step::Right,
                ..
            }
        )
    }
}

impl Iterator for Squares<'_> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        match &mut self.0 {
            Kind::Line {
                next,
                step,
                left,
                n,
            } => {
                *left = left.checked_sub(1)?;
                let square = *next;
                let down = || {
                    if square.row + 1 == *n {
                        0
                    } else {
                        square.row + 1
                    }
                };
                let right = || {
                    if square.col + 1 == *n {
                        0
                    } else {
                        square.col + 1
                    }
                };
                *next = match step {
                    Step::Right => Square::new(square.row, right()),
                    Step::Down => Square::new(down(), square.col),
                    Step::DownRight => Square::new(down(), right()),
                    Step::DownLeft => {
                        Square::new(down(), square.col.checked_sub(1).unwrap_or(*n - 1))
                    }
                };
                Some(square)
            }
            Kind::Set(squares) => squares.next().copied(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Kind::Line { left, .. } => *left as usize,
            Kind::Set(squares) => squares.len(),
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares<'_> {}

impl Puzzle {
    /// The groups of this puzzle: rows, columns, diagonals, antidiagonals, regions. What is given or
    /// forbidden is no matter of groups.
    ///
    /// A diagonal of a single square is no group, since nothing follows from it.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        let n = self.n();
        let line = move |bound, row, col, step, len| Group {
            name: name_of_line(row, col, step),
            bound,
            squares: Squares(Kind::Line {
                next: Square::new(row, col),
                step,
                left: len,
                n,
            }),
        };
        let one = Bound::ExactlyOne;
        let most = Bound::AtMostOne;
        let rows = (0..n).map(move |i| line(one, i, 0, Step::Right, n));
        let columns = (0..n).map(move |i| line(one, 0, i, Step::Down, n));
        let (plain, wrapped, corners) = match self.laws().diagonals {
            Diagonals::Plain => (n, 0, 0),
            Diagonals::Wrapped => (0, n, 0),
            Diagonals::Touching => (0, 0, n),
            Diagonals::Free => (0, 0, 0),
        };
        // From the corner with the shortest diagonal to the opposite one: first those that begin in
        // the left (or right) column, from below, then those that begin in the top row.
        let last = n.saturating_sub(1);
        let short_to_long = (2..=plain).map(move |len| (n - len, 0, len));
        let long_to_short = (2..plain).rev().map(move |len| (0, n - len, len));
        let diagonals = short_to_long
            .clone()
            .chain(long_to_short.clone())
            .map(move |(row, col, len)| line(most, row, col, Step::DownRight, len));
        let antidiagonals = short_to_long
            .chain(long_to_short)
            .map(move |(row, col, len)| line(most, row, last - col, Step::DownLeft, len));
        let wrapped_diagonals = (0..wrapped).flat_map(move |i| {
            [Step::DownRight, Step::DownLeft].map(|step| line(most, 0, i, step, n))
        });
        let corner_pairs = (1..corners).flat_map(move |row| {
            (1..n).flat_map(move |col| {
                [
                    (col - 1, col, Step::DownRight),
                    (col, col - 1, Step::DownLeft),
                ]
                .map(|(above, below, step)| Group {
                    name: GroupName::Touching(Square::new(row - 1, above), Square::new(row, below)),
                    ..line(most, row - 1, above, step, 2)
                })
            })
        });
        let regions = self.laws().regions.iter().flat_map(move |regions| {
            regions
                .squares()
                .enumerate()
                .map(move |(i, squares)| Group {
                    name: GroupName::Region(regions.letter(i)),
                    bound: one,
                    squares: Squares(Kind::Set(squares.iter())),
                })
        });
        rows.chain(columns)
            .chain(diagonals)
            .chain(antidiagonals)
            .chain(wrapped_diagonals)
            .chain(corner_pairs)
            .chain(regions)
    }
}

/// The name of the line from a square on.
fn name_of_line(row: u32, col: u32, step: Step) -> GroupName {
    match step {
        Step::Right => GroupName::Row(row),
        Step::Down => GroupName::Column(col),
        Step::DownRight => GroupName::Diagonal(col as i32 - row as i32),
        Step::DownLeft => GroupName::Antidiagonal(row + col),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Two squares share a group exactly where queens on them attack each other by arithmetic.
    fn groups_match_the_laws(puzzle: &Puzzle) {
        let n = puzzle.n();
        let mut together = BTreeSet::new();
        for group in puzzle.groups() {
            let squares: Vec<Square> = group.squares.clone().collect();
            assert_eq!(squares.len(), group.squares.len());
            for (i, &a) in squares.iter().enumerate() {
                assert!(a.row < n && a.col < n);
                for &b in &squares[..i] {
                    assert_ne!(a, b);
                    together.insert((a.min(b), a.max(b)));
                }
            }
        }
        let all = || (0..n).flat_map(|r| (0..n).map(move |c| Square::new(r, c)));
        for a in all() {
            for b in all().filter(|&b| a < b) {
                assert_eq!(
                    together.contains(&(a, b)),
                    puzzle.laws().attack(n, a, b),
                    "{a:?} {b:?} on {n}×{n}"
                );
            }
        }
    }

    #[test]
    fn squares_share_a_group_exactly_where_queens_attack_each_other() {
        for n in 0..=9 {
            groups_match_the_laws(&Puzzle::queens(n));
            groups_match_the_laws(&Puzzle::torus(n));
            groups_match_the_laws(&Puzzle::rooks(n));
        }
    }

    #[test]
    fn a_plain_board_has_6n_minus_6_groups() {
        for n in 2..50 {
            let groups: Vec<_> = Puzzle::queens(n).groups().map(|g| g.bound).collect();
            assert_eq!(groups.len(), 6 * n as usize - 6);
            let exactly = groups.iter().filter(|&&b| b == Bound::ExactlyOne).count();
            assert_eq!(exactly, 2 * n as usize);
        }
    }
}
