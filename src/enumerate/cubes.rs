//! Cubes: every way to place the queens of the first rows.

use crate::board::Square;
use crate::puzzle::Puzzle;

/// The cubes of a puzzle in lexicographic order: the queens of its first rows, none attacking
/// another or a given queen, none on a forbidden square.
#[derive(Clone, Debug)]
pub struct Cubes<'a> {
    puzzle: &'a Puzzle,
    rows: u32,
    queens: Vec<Square>,
    /// The column to try next in the row after the last queen.
    column: u32,
    done: bool,
}

impl<'a> Cubes<'a> {
    /// Cubes of `rows` queens (at most N). With 0 rows there is one cube, the empty one.
    pub fn new(puzzle: &'a Puzzle, rows: u32) -> Cubes<'a> {
        Cubes {
            puzzle,
            rows: rows.min(puzzle.n()),
            queens: Vec::new(),
            column: 0,
            done: false,
        }
    }

    /// Whether a queen may stand here, beside those of the rows above and the given ones.
    fn may_stand(&self, queen: Square) -> bool {
        let (n, laws) = (self.puzzle.n(), self.puzzle.laws());
        let peaceful = |&other: &Square| other == queen || !laws.attack(n, queen, other);
        self.queens.iter().all(peaceful)
            && self.puzzle.given().iter().all(peaceful)
            && self.puzzle.forbidden().binary_search(&queen).is_err()
    }

    /// Takes the last queen back, so that the next column of its row is tried.
    fn back(&mut self) {
        match self.queens.pop() {
            Some(queen) => self.column = queen.col + 1,
            None => self.done = true,
        }
    }
}

impl Iterator for Cubes<'_> {
    type Item = Vec<Square>;

    fn next(&mut self) -> Option<Vec<Square>> {
        while !self.done {
            let row = self.queens.len() as u32;
            if row == self.rows {
                let cube = self.queens.clone();
                self.back();
                return Some(cube);
            }
            let free = (self.column..self.puzzle.n())
                .map(|col| Square::new(row, col))
                .find(|&square| self.may_stand(square));
            match free {
                Some(queen) => {
                    self.queens.push(queen);
                    self.column = 0;
                }
                None => self.back(),
            }
        }
        None
    }
}
