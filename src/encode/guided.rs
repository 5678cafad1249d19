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

/// The map for a solver that decides its highest variables first.
///
/// From 1 on, if it decides them to be false: the auxiliary variables; the open squares, those in rows
/// and columns where the start has no queen, row by row in random order; the start's queens; all other
/// squares in reading order. The solver first empties all other squares, which forces the start's
/// queens, and then searches among the open squares alone. If it decides them to be true, the others
/// come before the open squares: it first places the start's queens.
///
/// The start leads, it does not bind: where it is wrong, the solver leaves it as it leaves any
/// decision. Squares that the puzzle's turn carries to each other share a variable.
#[derive(Clone, Debug)]
pub struct Guided<'a> {
    puzzle: &'a Puzzle,
    start: &'a Start,
    rows: Vec<Row>,
    /// The variables of the squares in open rows.
    listed: Vec<u32>,
    first_queen: u32,
    last_variable: u32,
}

/// The parts of the board, each numbered in a row.
#[derive(Clone, Copy, Debug)]
enum Part {
    Open,
    Queens,
    Rest,
}

/// In the list, until it has a variable: an open square.
const OPEN: u32 = u32::MAX;

/// How the representatives in a row are numbered: all of its squares, if the puzzle has no turn.
#[derive(Clone, Copy, Debug)]
enum Row {
    /// In order, but for the start's queen; the square in column 0 has this variable, or would have.
    InOrder(i64),
    /// By the list, in which the square in column 0 is here, or would be.
    Listed(i64),
}

impl<'a> Guided<'a> {
    /// With room for `auxiliaries` auxiliary variables before the squares, for a solver that decides
    /// its variables to have this value (false for varisat, true for CaDiCaL). `None` if there are more
    /// variables than can be numbered.
    pub fn new(
        puzzle: &'a Puzzle,
        start: &'a Start,
        auxiliaries: u32,
        seed: u64,
        value: bool,
    ) -> Option<Guided<'a>> {
        let n = puzzle.n();
        let mut rng = Rng::with_seed(seed);
        let mut column_taken = vec![false; n as usize];
        for &col in start.columns.iter().flatten() {
            column_taken[col as usize] = true;
        }
        let open_row = |&row: &u32| start.columns[row as usize].is_none();
        let mut rows = vec![Row::InOrder(0); n as usize];
        let mut listed = Vec::new();
        let mut open = Vec::new();
        for row in (0..n).filter(open_row) {
            let columns = puzzle.representatives(row);
            rows[row as usize] = Row::Listed(listed.len() as i64 - i64::from(columns.start));
            for col in columns {
                if !column_taken[col as usize] {
                    let line = last_line(puzzle, Square::new(row, col));
                    open.push((line, rng.u32(..), listed.len()));
                }
                listed.push(0);
            }
        }
        open.sort_unstable();
        for &(_, _, place) in &open {
            listed[place] = OPEN;
        }
        let mut next = u64::from(auxiliaries) + 1;
        let mut first_queen = 0;
        let parts = match value {
            false => [Part::Open, Part::Queens, Part::Rest],
            true => [Part::Rest, Part::Open, Part::Queens],
        };
        for part in parts {
            match part {
                Part::Open => {
                    for &(_, _, place) in &open {
                        listed[place] = u32::try_from(next).ok()?;
                        next += 1;
                    }
                }
                Part::Queens => {
                    first_queen = u32::try_from(next).ok()?;
                    next += u64::from(n);
                }
                Part::Rest => {
                    for row in (0..n).filter(|row| !open_row(row)) {
                        let columns = puzzle.representatives(row);
                        let zero = next as i64 - i64::from(columns.start);
                        rows[row as usize] = Row::InOrder(zero);
                        next += columns.len() as u64;
                    }
                    for variable in listed.iter_mut().filter(|variable| **variable == 0) {
                        *variable = u32::try_from(next).ok()?;
                        next += 1;
                    }
                }
            }
        }
        (next <= u64::from(MAX_VARIABLES) + 1).then(|| Guided {
            puzzle,
            start,
            rows,
            listed,
            first_queen,
            last_variable: next as u32 - 1,
        })
    }

    #[inline]
    fn variable(&self, representative: Square) -> u32 {
        let Square { row, col } = representative;
        match self.rows[row as usize] {
            Row::InOrder(_) if self.start.columns[row as usize] == Some(col) => {
                self.first_queen + row
            }
            Row::InOrder(zero) => (zero + i64::from(col)) as u32,
            Row::Listed(zero) => self.listed[(zero + i64::from(col)) as usize],
        }
    }
}

/// The last row that has a square of this orbit, among the rows that the turn does not carry to earlier
/// ones: when all squares with this last row are decided, one of them has to hold a queen. After a
/// quarter turn an orbit has squares in two of these rows, else in one.
fn last_line(puzzle: &Puzzle, representative: Square) -> u32 {
    let Square { row, col } = representative;
    match puzzle.turn() {
        Some(Turn::Quarter) => row.max(col.min(puzzle.n() - 1 - col)),
        Some(Turn::Half) | None => row,
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

    fn variables(&self) -> u32 {
        self.last_variable
    }

    fn auxiliaries_after(&self) -> u32 {
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
