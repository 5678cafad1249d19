//! The residual board: only the squares that are still free are variables.

use super::{SquareMap, Term};
use crate::board::Square;
use crate::cnf::{Lit, Model};
use crate::puzzle::Puzzle;

/// The map for solving inside the process: given queens are true; forbidden squares and those that
/// a given queen attacks are false; the free squares are numbered from 1 in reading order.
#[derive(Clone, Debug)]
pub struct Residual {
    n: u32,
    /// The variable of each square, by row and column; 0 where no queen can stand, `QUEEN` where
    /// one does.
    variables: Vec<u32>,
    /// The free squares in the order of their variables.
    free: Vec<Square>,
    given: Vec<Square>,
}

const DEAD: u32 = 0;
const QUEEN: u32 = u32::MAX;
const FREE: u32 = 1;

impl Residual {
    /// What the given queens of this puzzle leave open. `None` if the board is larger than
    /// [`MAX_N`](super::MAX_N).
    pub fn new(puzzle: &Puzzle) -> Option<Residual> {
        let n = puzzle.n();
        super::Fixed::new(n)?;
        let mut map = Residual {
            n,
            variables: vec![FREE; n as usize * n as usize],
            free: Vec::new(),
            given: puzzle.given().to_vec(),
        };
        map.settle(puzzle);
        for row in 0..n {
            for col in 0..n {
                let square = Square::new(row, col);
                let index = map.index(square);
                if map.variables[index] == FREE {
                    map.free.push(square);
                    map.variables[index] = map.free.len() as u32;
                }
            }
        }
        Some(map)
    }

    fn settle(&mut self, puzzle: &Puzzle) {
        for &square in puzzle.forbidden() {
            let index = self.index(square);
            self.variables[index] = DEAD;
        }
        for &square in puzzle.given() {
            let index = self.index(square);
            self.variables[index] = QUEEN;
        }
        if puzzle.given().is_empty() {
            return;
        }
        for group in puzzle.groups() {
            let squares = group.squares;
            let taken = |square| self.variables[self.index(square)] == QUEEN;
            if squares.clone().any(taken) {
                for square in squares {
                    let index = self.index(square);
                    if self.variables[index] != QUEEN {
                        self.variables[index] = DEAD;
                    }
                }
            }
        }
    }

    fn index(&self, square: Square) -> usize {
        square.row as usize * self.n as usize + square.col as usize
    }

    /// The free squares, in the order of their variables from 1.
    pub fn free(&self) -> &[Square] {
        &self.free
    }
}

impl SquareMap for Residual {
    fn term(&self, square: Square) -> Term {
        match self.variables[self.index(square)] {
            DEAD => Term::False,
            QUEEN => Term::True,
            variable => Term::Lit(Lit::positive(variable)),
        }
    }

    fn n(&self) -> u32 {
        self.n
    }

    fn variables(&self) -> u32 {
        self.free.len() as u32
    }

    fn queens(&self, model: &Model) -> Vec<Square> {
        let found = model
            .true_variables()
            .map_while(|v| self.free.get(v as usize - 1).copied());
        let mut queens: Vec<Square> = found.chain(self.given.iter().copied()).collect();
        queens.sort_unstable();
        queens
    }
}
