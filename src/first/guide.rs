//! A guide for the whole board: a random start of queens, for the numbering that leads the solver.

use fastrand::Rng;

use super::lines::Lines;
use crate::board::{Square, Turn};
use crate::encode::Start;
use crate::puzzle::Puzzle;

/// So many orbits of rows at least are left to the solver's own search, if the board has twice as many.
/// With fewer, they often have no solution, and the solver has to leave the guide.
const OPEN: u32 = 60;

/// Draws a start at random: in each row, from the top down, a queen on a column where none attacks
/// it, with all squares that the puzzle's turn carries it to; given queens first.
pub fn draw(puzzle: &Puzzle, seed: u64) -> Start {
    let n = puzzle.n();
    let mut start = Drawing {
        puzzle,
        columns: vec![None; n as usize],
        column_taken: vec![false; n as usize],
        lines: Lines::new(n, puzzle.laws().diagonals),
        rng: Rng::with_seed(seed),
    };
    for queen in puzzle.given().iter().flat_map(|&queen| puzzle.orbit(queen)) {
        start.set(queen, true);
    }
    for row in 0..n {
        for _ in 0..u64::from(n) * 4 {
            if start.columns[row as usize].is_some() {
                break;
            }
            let queen = Square::new(row, start.rng.u32(0..n));
            start.place_orbit(queen);
        }
    }
    let images = match puzzle.turn() {
        None => 1,
        Some(Turn::Half) => 2,
        Some(Turn::Quarter) => 4,
    };
    start.take_back((OPEN * images).min(n / 2));
    Start {
        columns: start.columns,
    }
}

struct Drawing<'a> {
    puzzle: &'a Puzzle,
    columns: Vec<Option<u32>>,
    column_taken: Vec<bool>,
    lines: Lines,
    rng: Rng,
}

impl Drawing<'_> {
    fn set(&mut self, queen: Square, stands: bool) {
        self.lines.set(queen, stands);
        self.columns[queen.row as usize] = stands.then_some(queen.col);
        self.column_taken[queen.col as usize] = stands;
    }

    fn is_free(&self, square: Square) -> bool {
        !self.column_taken[square.col as usize]
            && self.columns[square.row as usize].is_none()
            && self.lines.are_free(square)
            && self.puzzle.forbidden().binary_search(&square).is_err()
    }

    /// A queen on a square and on all that the turn carries it to, or none.
    fn place_orbit(&mut self, square: Square) {
        let puzzle = self.puzzle;
        for (placed, queen) in puzzle.orbit(square).enumerate() {
            if !self.is_free(queen) {
                for queen in puzzle.orbit(square).take(placed) {
                    self.set(queen, false);
                }
                return;
            }
            self.set(queen, true);
        }
    }

    /// Takes queens back from random rows until so many rows have none.
    fn take_back(&mut self, rows: u32) {
        let n = self.puzzle.n();
        let mut open = self.columns.iter().filter(|col| col.is_none()).count();
        let movable = n as usize - self.puzzle.given().len();
        while open < (rows as usize).min(movable) {
            let row = self.rng.u32(0..n);
            if let Some(col) = self.columns[row as usize]
                && !self.puzzle.has_given_in_row(row)
            {
                let puzzle = self.puzzle;
                for queen in puzzle.orbit(Square::new(row, col)) {
                    self.set(queen, false);
                    open += 1;
                }
            }
        }
    }
}
