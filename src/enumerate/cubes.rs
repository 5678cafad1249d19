//! Cubes: every way to place the queens of the first rows.

use std::sync::Arc;

use super::Plan;
use crate::board::{Square, Symmetry};
use crate::puzzle::{Puzzle, Symmetries};

/// The queens of the first rows, and the puzzle in which they stand.
#[derive(Clone, Debug)]
pub(crate) struct Cube {
    /// Its place among the cubes of its puzzle and plan, from 0.
    pub(crate) number: u64,
    /// If only the smallest list of each orbit counts: without the squares whose queen would make an
    /// image smaller than any list that begins as this cube does.
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) queens: Vec<Square>,
}

/// The cubes of a puzzle in lexicographic order: no queen attacks another or a given one or stands on
/// a forbidden square.
#[derive(Clone, Debug)]
pub(crate) struct Cubes {
    whole: Arc<Puzzle>,
    /// If only the smallest list of each orbit counts: what carries it to the others.
    images: Vec<Symmetry>,
    rows: u32,
    /// The puzzle for the column of the first queen.
    puzzle: Arc<Puzzle>,
    queens: Vec<Square>,
    /// The column to try next in the row after the last queen.
    column: u32,
    number: u64,
    done: bool,
}

impl Cubes {
    /// All cubes, or those of the smallest lists under these symmetries. With 0 rows there is one
    /// cube, the empty one.
    pub(crate) fn new(puzzle: Arc<Puzzle>, rows: u32, smallest: Option<&Symmetries>) -> Cubes {
        let images = smallest.into_iter().flat_map(Symmetries::iter);
        Cubes {
            rows: rows.min(puzzle.n()),
            images: images.filter(|&s| s != Symmetry::Identity).collect(),
            done: puzzle.is_hopeless(),
            puzzle: puzzle.clone(),
            whole: puzzle,
            queens: Vec::new(),
            column: 0,
            number: 0,
        }
    }

    /// Places a queen in the next row, if it may stand there.
    fn place(&mut self, queen: Square) -> bool {
        if queen.row == 0 {
            self.puzzle = self.beginning_with(queen.col);
        }
        let may_stand = self.may_stand(queen);
        if may_stand {
            self.queens.push(queen);
            if self.has_smaller_image() {
                self.queens.pop();
                return false;
            }
        }
        may_stand
    }

    /// Whether a queen may stand here, beside those of the rows above and the given ones.
    fn may_stand(&self, queen: Square) -> bool {
        let (n, laws) = (self.puzzle.n(), self.puzzle.laws());
        let peaceful = |&other: &Square| other == queen || !laws.attack(n, queen, other);
        self.queens.iter().all(peaceful)
            && self.puzzle.given().iter().all(peaceful)
            && self.puzzle.forbidden().binary_search(&queen).is_err()
    }

    /// The puzzle for lists that begin with this column: no image may begin with a smaller one, so
    /// that no queen may stand where it would come to lie there.
    fn beginning_with(&self, column: u32) -> Arc<Puzzle> {
        let n = self.whole.n();
        let smaller = (0..column).map(|col| Square::new(0, col));
        let mut closed: Vec<Square> = smaller
            .flat_map(|square| {
                let preimage = move |image: &Symmetry| image.inverse().apply(square, n);
                self.images.iter().map(preimage)
            })
            .collect();
        // The other squares of this row have no queen anyway.
        closed.retain(|square| square.row > 0 || square.col == column);
        if closed.is_empty() {
            return self.whole.clone();
        }
        Arc::new(self.whole.with_settled(&[], &closed))
    }

    /// Whether an image of all placements of this cube is a smaller list, as far as the cube tells.
    fn has_smaller_image(&self) -> bool {
        let n = self.puzzle.n();
        self.images.iter().any(|image| {
            let images = self.queens.iter().map(|&queen| image.apply(queen, n));
            let images: Vec<Square> = images.collect();
            for queen in &self.queens {
                let Some(image) = images.iter().find(|image| image.row == queen.row) else {
                    return false;
                };
                if image.col != queen.col {
                    return image.col < queen.col;
                }
            }
            false
        })
    }

    /// Takes the last queen back, so that the next column of its row is tried.
    fn back(&mut self) {
        match self.queens.pop() {
            Some(queen) => self.column = queen.col + 1,
            None => self.done = true,
        }
    }
}

impl Iterator for Cubes {
    type Item = Cube;

    fn next(&mut self) -> Option<Cube> {
        while !self.done {
            let row = self.queens.len() as u32;
            if row == self.rows {
                let cube = Cube {
                    number: self.number,
                    puzzle: self.puzzle.clone(),
                    queens: self.queens.clone(),
                };
                self.number += 1;
                self.back();
                return Some(cube);
            }
            let n = self.puzzle.n();
            match (self.column..n).find(|&col| self.place(Square::new(row, col))) {
                Some(_) => self.column = 0,
                None => self.back(),
            }
        }
        None
    }
}

/// How many cubes a puzzle has under a plan: all parts of the run.
pub fn count_cubes(puzzle: &Puzzle, plan: &Plan) -> u64 {
    plan.cubes(puzzle).0.count() as u64
}
