//! The greedy walk: row by row, a random column that is not attacked.
//!
//! On a large board the columns come into a small pool along diagonal strips, so that everything the
//! walk looks at stays in the cache; a few rows and columns all over the board are kept back for the
//! end, because the last columns of the last strip alone would leave no room.

use fastrand::Rng;

use super::lines::Lines;
use crate::board::{Placement, Square};
use crate::interrupt::Interrupt;
use crate::puzzle::Puzzle;

/// A board that is being filled, in memory for one number a row and four bits.
pub struct Walk<'a> {
    puzzle: &'a Puzzle,
    /// The column of each row's queen, or `OPEN`.
    columns: Vec<u32>,
    open_rows: Vec<u32>,
    /// As many as there are open rows.
    free_columns: Vec<u32>,
    lines: Lines,
    rng: Rng,
}

const OPEN: u32 = u32::MAX;

/// The pool's size: 4 KB of columns.
const POOL: usize = 1024;

/// Boards up to this size fit into the cache, and the pool holds all of their columns.
const ALL_IN_POOL: u32 = 1 << 14;

/// How often a row is tried, first from the pool, then from what is left in the end.
const TRIES: usize = 64;
const LAST_TRIES: usize = 2000;

/// How many rows are placed between two looks at the interrupt.
const POLL_EVERY: u32 = 1 << 14;

impl<'a> Walk<'a> {
    /// Places queens beside the given ones, which must not attack each other, until no row finds a
    /// free column any more: some ten or twenty rows stay open. `None` if interrupted.
    pub fn new(puzzle: &'a Puzzle, seed: u64, interrupt: &Interrupt) -> Option<Walk<'a>> {
        let n = puzzle.n();
        let mut walk = Walk {
            puzzle,
            columns: vec![OPEN; n as usize],
            open_rows: Vec::new(),
            free_columns: Vec::new(),
            lines: Lines::new(n, puzzle.laws().diagonals),
            rng: Rng::with_seed(seed),
        };
        puzzle.given().iter().for_each(|&queen| walk.put(queen));
        let mut given: Vec<u32> = puzzle.given().iter().map(|queen| queen.col).collect();
        given.sort_unstable();
        let is_open = |col: &u32| given.is_empty() || given.binary_search(col).is_err();
        let kept_columns = Kept::draw(n, &mut walk.rng);
        let kept_rows = Kept::draw(n, &mut walk.rng);
        let mut columns = strips(n).filter(|col| !kept_columns.contains(*col) && is_open(col));
        let pool = if n <= ALL_IN_POOL { n as usize } else { POOL };
        walk.free_columns.extend(columns.by_ref().take(pool));
        for row in 0..n {
            if row.is_multiple_of(POLL_EVERY) && interrupt.is_set() {
                return None;
            }
            if walk.columns[row as usize] != OPEN {
                continue;
            }
            let choice = match kept_rows.contains(row) {
                true => None,
                false => walk.choose(row, TRIES),
            };
            match choice {
                Some(choice) => {
                    walk.put(Square::new(row, walk.free_columns[choice]));
                    match columns.next() {
                        Some(col) => walk.free_columns[choice] = col,
                        None => drop(walk.free_columns.swap_remove(choice)),
                    }
                }
                None => walk.open_rows.push(row),
            }
        }
        walk.free_columns.extend(columns);
        walk.free_columns
            .extend(kept_columns.0.iter().copied().filter(is_open));
        walk.place_what_was_left(interrupt)
    }

    /// The second round: all open rows in random order, all free columns.
    fn place_what_was_left(mut self, interrupt: &Interrupt) -> Option<Walk<'a>> {
        let mut rows = std::mem::take(&mut self.open_rows);
        self.rng.shuffle(&mut rows);
        for row in rows {
            if interrupt.is_set() {
                return None;
            }
            let tries = LAST_TRIES.min(4 * self.free_columns.len());
            match self.choose(row, tries) {
                Some(choice) => {
                    let col = self.free_columns.swap_remove(choice);
                    self.put(Square::new(row, col));
                }
                None => self.open_rows.push(row),
            }
        }
        Some(self)
    }

    /// A free column's place among the free columns such that no queen attacks the square.
    #[inline]
    fn choose(&mut self, row: u32, tries: usize) -> Option<usize> {
        let free = self.free_columns.len();
        if free == 0 {
            return None;
        }
        for _ in 0..tries {
            let choice = self.rng.usize(0..free);
            if self.is_free(Square::new(row, self.free_columns[choice])) {
                return Some(choice);
            }
        }
        None
    }

    fn put(&mut self, queen: Square) {
        self.lines.set(queen, true);
        self.columns[queen.row as usize] = queen.col;
    }

    fn is_free(&self, square: Square) -> bool {
        let forbidden = self.puzzle.forbidden();
        self.lines.are_free(square)
            && (forbidden.is_empty() || forbidden.binary_search(&square).is_err())
    }

    /// Takes queens back from random rows, so that `rows` are open, or all but the given ones.
    pub fn open(&mut self, rows: u32) {
        let (n, given) = (self.puzzle.n(), self.puzzle.given().len() as u32);
        let rows = rows.min(n - given) as usize;
        // Drawing a row that is open or given is rare until most rows are open.
        while self.open_rows.len() < rows.min(n as usize / 2) {
            let row = self.rng.u32(0..n);
            self.take_back(row);
        }
        for row in 0..n {
            if self.open_rows.len() >= rows {
                break;
            }
            self.take_back(row);
        }
    }

    fn take_back(&mut self, row: u32) {
        let col = self.columns[row as usize];
        if col == OPEN || self.puzzle.has_given_in_row(row) {
            return;
        }
        self.lines.set(Square::new(row, col), false);
        self.columns[row as usize] = OPEN;
        self.open_rows.push(row);
        self.free_columns.push(col);
    }

    /// How many rows have no queen.
    pub fn open_rows(&self) -> u32 {
        self.open_rows.len() as u32
    }

    /// Whether the walk itself has placed a queen.
    pub fn has_placed(&self) -> bool {
        self.open_rows.len() + self.puzzle.given().len() < self.columns.len()
    }

    /// The squares where a queen may be added, row by row, columns ascending. `None` if interrupted.
    pub fn free_squares(&self, interrupt: &Interrupt) -> Option<Vec<Square>> {
        let mut columns = self.free_columns.clone();
        columns.sort_unstable();
        let mut rows = self.open_rows.clone();
        rows.sort_unstable();
        let mut free = Vec::new();
        for row in rows {
            if interrupt.is_set() {
                return None;
            }
            let squares = columns.iter().map(|&col| Square::new(row, col));
            free.extend(squares.filter(|&square| self.is_free(square)));
        }
        Some(free)
    }

    /// The whole placement, with these queens in the open rows; `None` if a row stays open.
    pub fn finish(mut self, queens: &[Square]) -> Option<Placement> {
        for queen in queens {
            self.columns[queen.row as usize] = queen.col;
        }
        Placement::from_columns(self.columns)
    }
}

/// The columns from left to right in several sweeps. A walk down the rows that takes them in this
/// order goes along steep strips: neighbouring rows meet neighbouring columns and diagonals.
fn strips(n: u32) -> impl Iterator<Item = u32> {
    // Fewer sweeps crowd the diagonals where they cross; more leave the cache.
    let sweeps: u32 = if n < 1 << 24 { 64 } else { 128 };
    (0..sweeps).flat_map(move |first| (first..n).step_by(sweeps as usize))
}

/// Rows or columns that are kept for the end: one of each block of a large board, at random.
struct Kept(Vec<u32>, u32);

impl Kept {
    /// So many at least of a large board, and one of so many rows of a huge one: with fewer, the end
    /// leaves more rows open than the solver can do with.
    const COUNT: u32 = 4096;
    const LARGEST_BLOCK: u32 = 11;

    fn draw(n: u32, rng: &mut Rng) -> Kept {
        if n <= ALL_IN_POOL {
            return Kept(Vec::new(), 0);
        }
        let shift = (n / Kept::COUNT).ilog2().clamp(3, Kept::LARGEST_BLOCK);
        let blocks = 0..n.div_ceil(1 << shift);
        let kept = blocks.map(|block| {
            let first = block << shift;
            rng.u32(first..n.min(first + (1 << shift)))
        });
        Kept(kept.collect(), shift)
    }

    #[inline]
    fn contains(&self, number: u32) -> bool {
        self.0.get((number >> self.1) as usize) == Some(&number)
    }
}
