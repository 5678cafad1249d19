//! Every placement, through blocking clauses.
//!
//! The queens of the first rows are placed natively; each such cube is a residual board in a solver
//! of its own, which finds the cube's placements and blocks each by a clause over the squares. One
//! solver for all would crawl: every added clause restarts its search, and all blocking clauses stay.

mod blocking;
mod cubes;

use blocking::Blocking;
pub use cubes::Cubes;

use std::vec;

use crate::board::Placement;
use crate::puzzle::Puzzle;
use crate::solve::{Options, SolveError, loadable_size};

/// How many rows are placed natively unless told otherwise: all but the last eight of those without a
/// given queen, or nine beyond N = 12. Measured for N = 10 to 13: one row more or less costs up to a
/// third. None with regions, where the rows say little and the solver needs no help. Symmetric queens
/// come with their images, so that half of the rows or a quarter say all; the last six are left
/// (measured for N = 16, 17 and 28: up to twenty times as fast as with no row).
pub fn default_cube_rows(puzzle: &Puzzle) -> u32 {
    if puzzle.laws().regions.is_some() {
        return 0;
    }
    let n = puzzle.n();
    let (rows, left) = match puzzle.turn() {
        // That there is none is known at once.
        Some(turn) if !turn.fits(n) => (0, 0),
        Some(turn) => (n / turn.order(), 6),
        None if n <= 12 => (n, 8),
        None => (n, 9),
    };
    let open = (0..rows).rev().filter(|&row| !puzzle.has_given_in_row(row));
    open.take(left).last().unwrap_or(0)
}

/// In which order placements come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// In lexicographic order of the list; the placements of one cube are collected and sorted.
    #[default]
    Lexicographic,
    /// As the solver finds them.
    AsFound,
}

/// The placements of a puzzle, each exactly once. After an error, or when interrupted, it ends.
pub struct Placements<'a> {
    puzzle: &'a Puzzle,
    options: Options,
    order: Order,
    cubes: Cubes<'a>,
    current: Option<Blocking>,
    sorted: vec::IntoIter<Placement>,
    interrupted: bool,
}

impl<'a> Placements<'a> {
    /// `cube_rows` rows are placed natively; 0 leaves everything to one solver.
    pub fn new(
        puzzle: &'a Puzzle,
        options: Options,
        order: Order,
        cube_rows: u32,
    ) -> Result<Placements<'a>, SolveError> {
        loadable_size(puzzle, options.encoding)?;
        Ok(Placements {
            puzzle,
            options,
            order,
            cubes: Cubes::new(puzzle, cube_rows),
            current: None,
            sorted: Vec::new().into_iter(),
            interrupted: false,
        })
    }

    /// Whether the run was interrupted, so that placements may be missing.
    pub fn was_interrupted(&self) -> bool {
        self.interrupted
    }

    /// The next cube's solver, or `None` after the last cube.
    fn next_cube(&mut self) -> Result<Option<Blocking>, SolveError> {
        let Some(queens) = self.cubes.next() else {
            return Ok(None);
        };
        let cube = self.puzzle.with_queens(&queens);
        Blocking::new(cube, &self.options).map(Some)
    }

    fn step(&mut self) -> Result<Option<Placement>, SolveError> {
        loop {
            if let Some(placement) = self.sorted.next() {
                return Ok(Some(placement));
            }
            if self.options.interrupt.is_set() {
                self.interrupted = true;
                return Ok(None);
            }
            let mut solver = match self.current.take() {
                Some(solver) => solver,
                None => match self.next_cube()? {
                    Some(solver) => solver,
                    None => return Ok(None),
                },
            };
            match self.order {
                Order::AsFound => {
                    if let Some(placement) = solver.next_placement()? {
                        self.current = Some(solver);
                        return Ok(Some(placement));
                    }
                }
                Order::Lexicographic => {
                    let mut found = Vec::new();
                    while let Some(placement) = solver.next_placement()? {
                        found.push(placement);
                    }
                    // What an interrupted search has found is kept, but may not be all of the cube.
                    self.interrupted = self.options.interrupt.is_set();
                    found.sort_unstable();
                    self.sorted = found.into_iter();
                }
            }
        }
    }
}

impl Iterator for Placements<'_> {
    type Item = Result<Placement, SolveError>;

    fn next(&mut self) -> Option<Result<Placement, SolveError>> {
        self.step().transpose()
    }
}
