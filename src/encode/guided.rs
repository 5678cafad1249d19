//! The guided numbering: a solver that follows its variables' numbers finds a placement without search.

use fastrand::Rng;

use super::{SquareMap, Term};
use crate::board::{Square, Turn};
use crate::cnf::{Lit, MAX_VARIABLES, Model};
use crate::puzzle::Puzzle;

/// A start of queens that do not attack each other: the column of each row's queen, if it has one.
#[derive(Clone, Debug)]
pub struct Start {
    pub columns: Vec<Option<u32>>,
}

/// The map for a solver that first decides the highest variables, and decides them to be false, as
/// varisat does.
///
/// From 1 on: the auxiliary variables; the squares of the rows where the start has no queen, each
/// row in random order; the start's queens; all other squares in reading order. The solver
/// first empties all other squares, which forces the start's queens, and then searches in the open
/// rows alone. The start leads, it does not bind: where it is wrong, the solver leaves it as it
/// leaves any decision. Squares that the puzzle's turn carries to each other share a variable.
#[derive(Clone, Debug)]
pub struct Guided<'a> {
    puzzle: &'a Puzzle,
    start: &'a Start,
    rows: Vec<Row>,
    /// For the squares of the open rows: their place in the random order of their row.
    places: Vec<u32>,
    first_place: u32,
    first_queen: u32,
    variables: u32,
}

/// The representatives in a row of the board: all squares, if the puzzle has no turn.
#[derive(Clone, Copy, Debug)]
struct Row {
    is_open: bool,
    /// The variable that the square in column 0 has or would have.
    zero: i64,
}

impl<'a> Guided<'a> {
    /// With room for `auxiliaries` auxiliary variables before the squares. `None` if there are more
    /// variables than can be numbered.
    pub fn new(
        puzzle: &'a Puzzle,
        start: &'a Start,
        auxiliaries: u32,
        seed: u64,
    ) -> Option<Guided<'a>> {
        let n = puzzle.n();
        let mut rng = Rng::with_seed(seed);
        let mut rows = vec![
            Row {
                is_open: false,
                zero: 0,
            };
            n as usize
        ];
        let mut places = Vec::new();
        let first_place = auxiliaries.checked_add(1)?;
        let mut next = u64::from(first_place);
        for row in 0..n {
            if start.columns[row as usize].is_none() {
                let columns = puzzle.representatives(row);
                let this = &mut rows[row as usize];
                this.is_open = true;
                this.zero = next as i64 - i64::from(columns.start);
                let mut order: Vec<u32> = (0..columns.len() as u32).collect();
                rng.shuffle(&mut order);
                next += order.len() as u64;
                places.extend(order);
            }
        }
        let first_queen = next;
        next += u64::from(n);
        for row in 0..n {
            let columns = puzzle.representatives(row);
            let this = &mut rows[row as usize];
            if !this.is_open {
                this.zero = next as i64 - i64::from(columns.start);
                next += columns.len() as u64;
            }
        }
        (next <= u64::from(MAX_VARIABLES) + 1).then(|| Guided {
            puzzle,
            start,
            rows,
            places,
            first_place,
            first_queen: first_queen as u32,
            variables: next as u32 - 1,
        })
    }

    /// The largest variable of all.
    pub fn last_variable(&self) -> u32 {
        self.variables
    }

    #[inline]
    fn variable(&self, representative: Square) -> u32 {
        let Square { row, col } = representative;
        let this = self.rows[row as usize];
        let variable = (this.zero + i64::from(col)) as u32;
        if this.is_open {
            let columns = self.puzzle.representatives(row);
            let first = variable - (col - columns.start);
            first + self.places[(variable - self.first_place) as usize]
        } else if self.start.columns[row as usize] == Some(col) {
            self.first_queen + row
        } else {
            variable
        }
    }
}

impl SquareMap for Guided<'_> {
    #[inline]
    fn term(&self, square: Square) -> Term {
        let representative = self.puzzle.representative(square);
        Term::Lit(Lit::positive(self.variable(representative)))
    }

    fn n(&self) -> u32 {
        self.puzzle.n()
    }

    fn turn(&self) -> Option<Turn> {
        self.puzzle.turn()
    }

    /// The auxiliary variables come first.
    fn variables(&self) -> u32 {
        0
    }

    fn queens(&self, model: &Model) -> Vec<Square> {
        let mut queens = Vec::new();
        for row in 0..self.n() {
            for col in self.puzzle.representatives(row) {
                let square = Square::new(row, col);
                if model.satisfies(Lit::positive(self.variable(square))) {
                    queens.extend(self.puzzle.orbit(square));
                }
            }
        }
        queens.sort_unstable();
        queens
    }
}
