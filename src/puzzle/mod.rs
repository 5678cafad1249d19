//! What is asked: the size of the board, its laws, and the squares that are settled.

mod groups;
mod images;
mod symmetries;

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use crate::board::{
    Diagonals, Laws, Placement, Regions, Square, Turn, Verdict, check, is_placement, is_symmetric,
    orbit, unturned,
};

pub use groups::{Bound, Group, Squares};
pub use symmetries::Symmetries;

/// A puzzle of the N-Queens family: N queens on an N×N board, so that none attacks another.
#[derive(Clone, Debug, Default)]
pub struct Puzzle {
    n: u32,
    laws: Laws,
    given: Vec<Square>,
    forbidden: Vec<Square>,
    turn: Option<Turn>,
}

/// A square that is not on the board of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}, column {col} (from 0) is not on the {n}×{n} board", row = square.row, col = square.col)]
pub struct OffBoard {
    square: Square,
    n: u32,
}

impl Puzzle {
    /// N queens on a plain N×N board. Any N from 0: the empty board has one placement, the empty one.
    pub fn queens(n: u32) -> Puzzle {
        Puzzle {
            n,
            ..Puzzle::default()
        }
    }

    /// N queens on an N×N torus.
    pub fn torus(n: u32) -> Puzzle {
        Puzzle::queens(n).with_diagonals(Diagonals::Wrapped)
    }

    /// N rooks on an N×N board.
    pub fn rooks(n: u32) -> Puzzle {
        Puzzle::queens(n).with_diagonals(Diagonals::Free)
    }

    /// One queen in each row, column and region, no two touching at a corner.
    pub fn regions(regions: Regions) -> Puzzle {
        Puzzle {
            n: regions.n(),
            laws: Laws {
                diagonals: Diagonals::Touching,
                regions: Some(Arc::new(regions)),
            },
            ..Puzzle::default()
        }
    }

    /// The same puzzle, but only placements that are equal to themselves after this turn solve it.
    pub fn symmetric(self, turn: Turn) -> Puzzle {
        Puzzle {
            turn: Some(turn),
            ..self
        }
    }

    fn with_diagonals(mut self, diagonals: Diagonals) -> Puzzle {
        self.laws.diagonals = diagonals;
        self
    }

    /// The same puzzle with a queen already on `square`.
    pub fn queen(mut self, square: Square) -> Result<Puzzle, OffBoard> {
        let square = self.on_board(square)?;
        insert(&mut self.given, square);
        Ok(self)
    }

    /// The same puzzle without a queen on `square`.
    pub fn forbid(mut self, square: Square) -> Result<Puzzle, OffBoard> {
        let square = self.on_board(square)?;
        insert(&mut self.forbidden, square);
        Ok(self)
    }

    /// The same puzzle with more queens and more forbidden squares, all on its board.
    pub(crate) fn with_settled(&self, queens: &[Square], forbidden: &[Square]) -> Puzzle {
        let mut puzzle = self.clone();
        for &queen in queens {
            debug_assert!(self.on_board(queen).is_ok());
            insert(&mut puzzle.given, queen);
        }
        for &square in forbidden {
            debug_assert!(self.on_board(square).is_ok());
            insert(&mut puzzle.forbidden, square);
        }
        puzzle
    }

    fn on_board(&self, square: Square) -> Result<Square, OffBoard> {
        if square.row < self.n && square.col < self.n {
            Ok(square)
        } else {
            Err(OffBoard { square, n: self.n })
        }
    }

    /// The size of the board.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The turn after which a placement has to be equal to itself, if that is asked.
    pub fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// The different squares that the puzzle's turn carries a square to, itself first.
    pub(crate) fn orbit(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        orbit(self.turn, self.n, square)
    }

    /// The first square of an orbit in reading order.
    #[inline]
    pub(crate) fn representative(&self, square: Square) -> Square {
        match self.turn {
            None => square,
            Some(turn) => turn.representative(self.n, square),
        }
    }

    /// The columns of those squares of a row that are the first of their orbit.
    pub(crate) fn representatives(&self, row: u32) -> Range<u32> {
        let n = self.n;
        // Above the middle row, in it, and below.
        match (self.turn, (2 * row + 1).cmp(&n)) {
            (None, _) => 0..n,
            (Some(_), Ordering::Greater) => 0..0,
            (Some(Turn::Half), Ordering::Less) => 0..n,
            (Some(Turn::Half), Ordering::Equal) => 0..row + 1,
            (Some(Turn::Quarter), Ordering::Less) => row..n - 1 - row,
            (Some(Turn::Quarter), Ordering::Equal) => row..row + 1,
        }
    }

    /// Which queens attack each other.
    pub fn laws(&self) -> &Laws {
        &self.laws
    }

    /// The squares that have a queen already, sorted, each once.
    pub fn given(&self) -> &[Square] {
        &self.given
    }

    /// Whether a row has a given queen.
    pub(crate) fn has_given_in_row(&self, row: u32) -> bool {
        let given = self.given.binary_search_by_key(&row, |queen| queen.row);
        given.is_ok()
    }

    /// The squares that must stay empty, sorted, each once.
    pub fn forbidden(&self) -> &[Square] {
        &self.forbidden
    }

    /// The same board, laws and turn with nothing given or forbidden.
    pub fn without_settled(&self) -> Puzzle {
        Puzzle {
            n: self.n,
            laws: self.laws.clone(),
            turn: self.turn,
            ..Puzzle::default()
        }
    }

    /// Whether any square is given or forbidden.
    pub fn has_settled(&self) -> bool {
        !self.given.is_empty() || !self.forbidden.is_empty()
    }

    /// Whether two given queens attack each other, or they and the forbidden squares leave no square for a
    /// queen in some row or column. Searches that fill row after row would be long in finding out. Not
    /// looked into beyond N = 64, where they would not end anyway.
    pub(crate) fn is_hopeless(&self) -> bool {
        if self.n > 64 || !self.has_settled() {
            return false;
        }
        let may_stand = |&square: &Square| {
            let peaceful =
                |&queen: &Square| queen == square || !self.laws.attack(self.n, queen, square);
            self.forbidden.binary_search(&square).is_err() && self.given.iter().all(peaceful)
        };
        let mut lines = (0..self.n).flat_map(|i| {
            let row = (0..self.n)
                .map(move |j| Square::new(i, j))
                .any(|square| may_stand(&square));
            let column = (0..self.n)
                .map(move |j| Square::new(j, i))
                .any(|square| may_stand(&square));
            [row, column]
        });
        !lines.all(|has_square| has_square)
    }

    /// Checks queens on this board against the laws, the settled squares and the turn; the queens'
    /// squares must lie on the board and differ.
    pub fn check(&self, queens: &[Square]) -> Verdict {
        let mut sorted = queens.to_vec();
        sorted.sort_unstable();
        let holds = |square: &&Square| sorted.binary_search(square).is_ok();
        let mut verdict = check(self.n, queens, &self.laws);
        verdict.missing = self.given.iter().filter(|s| !holds(s)).copied().collect();
        verdict.trespassing = self.forbidden.iter().filter(holds).copied().collect();
        if let Some(turn) = self.turn {
            verdict.unturned = unturned(self.n, queens, turn);
        }
        verdict
    }

    /// Whether the checker finds that a placement solves this puzzle, in O(N).
    pub fn is_solved_by(&self, placement: &Placement) -> bool {
        let stands =
            |square: &Square| placement.columns().get(square.row as usize) == Some(&square.col);
        placement.n() == self.n
            && is_placement(placement, &self.laws)
            && self.turn.is_none_or(|turn| is_symmetric(placement, turn))
            && self.given.iter().all(stands)
            && !self.forbidden.iter().any(stands)
    }

    /// Queens as a placement, if the checker finds that they solve this puzzle; else what it found
    /// instead.
    pub fn placement(&self, queens: &[Square]) -> Result<Placement, Verdict> {
        let verdict = self.check(queens);
        if !verdict.is_placement() {
            return Err(verdict);
        }
        let mut columns = vec![0; self.n as usize];
        for queen in queens {
            columns[queen.row as usize] = queen.col;
        }
        // The columns are those of squares on the board.
        Placement::from_columns(columns).ok_or(verdict)
    }

    /// Whether the board is plain and empty and no symmetry is asked, as in the best known counts.
    pub fn is_plain(&self) -> bool {
        self.laws == Laws::queens() && !self.has_settled() && self.turn.is_none()
    }
}

fn insert(squares: &mut Vec<Square>, square: Square) {
    if let Err(at) = squares.binary_search(&square) {
        squares.insert(at, square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_keeps_its_turn() {
        let puzzle = Puzzle::queens(5).symmetric(Turn::Quarter);
        assert_eq!(puzzle.turn(), Some(Turn::Quarter));
        let more = puzzle.with_settled(&[Square::new(2, 2)], &[]);
        assert_eq!(more.turn(), Some(Turn::Quarter));
        assert_eq!(more.without_settled().turn(), Some(Turn::Quarter));
        assert!(!puzzle.is_plain());
        assert_eq!(Puzzle::queens(5).turn(), None);
    }
}
