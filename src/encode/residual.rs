//! The residual board: only the squares that are still free are variables.

use super::{SquareMap, Term};
use crate::board::{Square, Turn, orbit};
use crate::cnf::{Lit, Model};
use crate::puzzle::Puzzle;

/// The map for solving inside the process: given queens are true; forbidden squares and those that
/// a given queen attacks are false; the free squares are numbered from 1 in reading order. If the
/// puzzle has a turn, all squares of an orbit are alike, and it is orbits that are numbered.
#[derive(Clone, Debug)]
pub struct Residual {
    n: u32,
    turn: Option<Turn>,
    /// The variable of each square, by row and column; 0 where no queen can stand, `QUEEN` where
    /// one does.
    variables: Vec<u32>,
    /// The free squares, or the first ones of free orbits, in the order of their variables.
    free: Vec<Square>,
    /// The given queens, with their images.
    given: Vec<Square>,
}

const DEAD: u32 = 0;
const QUEEN: u32 = u32::MAX;
const FREE: u32 = QUEEN - 1;

impl Residual {
    /// What the given queens of this puzzle leave open. `None` if the board is larger than
    /// [`MAX_N`](super::MAX_N).
    pub fn new(puzzle: &Puzzle) -> Option<Residual> {
        let n = puzzle.n();
        super::Fixed::new(n)?;
        let mut map = Residual {
            n,
            turn: puzzle.turn(),
            variables: vec![FREE; n as usize * n as usize],
            free: Vec::new(),
            given: Vec::new(),
        };
        map.settle(puzzle);
        for row in 0..n {
            for col in 0..n {
                let square = Square::new(row, col);
                if map.variables[map.index(square)] == FREE {
                    map.free.push(square);
                    map.set(square, map.free.len() as u32);
                }
            }
        }
        Some(map)
    }

    fn settle(&mut self, puzzle: &Puzzle) {
        for &square in puzzle.forbidden() {
            self.set(square, DEAD);
        }
        for &square in puzzle.given() {
            self.set(square, QUEEN);
            self.given.extend(orbit(self.turn, self.n, square));
        }
        if puzzle.given().is_empty() {
            return;
        }
        self.given.sort_unstable();
        self.given.dedup();
        for group in puzzle.groups() {
            let squares = group.squares;
            let taken = |square| self.variables[self.index(square)] == QUEEN;
            if squares.clone().any(taken) {
                for square in squares {
                    if self.variables[self.index(square)] != QUEEN {
                        self.set(square, DEAD);
                    }
                }
            }
        }
    }

    /// Sets a square and its images.
    fn set(&mut self, square: Square, value: u32) {
        for square in orbit(self.turn, self.n, square) {
            let index = self.index(square);
            self.variables[index] = value;
        }
    }

    fn index(&self, square: Square) -> usize {
        square.row as usize * self.n as usize + square.col as usize
    }

    /// The free squares, of each orbit the first, in the order of their variables from 1.
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
            .map_while(|v| self.free.get(v as usize - 1).copied())
            .flat_map(|square| orbit(self.turn, self.n, square));
        let mut queens: Vec<Square> = found.chain(self.given.iter().copied()).collect();
        queens.sort_unstable();
        queens
    }

    fn turn(&self) -> Option<Turn> {
        self.turn
    }
}
