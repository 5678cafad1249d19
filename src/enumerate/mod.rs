//! Every placement, through blocking clauses.
//!
//! The queens of the first rows are placed natively; each such cube is a residual board in a solver
//! of its own, which finds the cube's placements and blocks each by a clause over the squares. One
//! solver for all would crawl: every added clause restarts its search, and all blocking clauses stay.
//!
//! Where the order of the placements does not matter, and there is more than one cube, the solvers
//! look only for the smallest list of each orbit under the puzzle's symmetries; its images come with
//! it. So no image may begin with a smaller column than the list does: that closes squares at the
//! border for the solver, and what is left of ties is passed over when it is found.

mod blocking;
mod cubes;
mod icnf;
mod pool;
mod search;

use std::sync::Arc;
use std::vec;

use rangemap::RangeSet;

use crate::board::Placement;
use crate::journal::Journal;
use crate::puzzle::{Puzzle, Symmetries};
use crate::solve::{Options, SolveError, loadable_size};

use cubes::Cubes;
pub use cubes::count_cubes;
pub use icnf::{count_icnf_cubes, write_icnf};
use pool::Pool;
use search::{Search, Task};

/// How to enumerate. What is found does not depend on it, save for `unique`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub order: Order,
    /// One placement of each orbit under the puzzle's [`symmetries`](Puzzle::symmetries): the smallest
    /// list.
    pub unique: bool,
    /// How many rows are placed natively; 0 leaves everything to one solver.
    pub cube_rows: u32,
    /// How many threads search, each through a cube at a time; at least 1.
    pub threads: usize,
    /// Whether placements are wanted, or just their number.
    pub listed: bool,
    /// Whether all placements of a cube come together, whatever the order.
    pub whole_cubes: bool,
    /// Cubes that are passed over.
    pub done: RangeSet<u64>,
}

/// In which order placements come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// In lexicographic order of the list; the placements of one cube are collected and sorted.
    #[default]
    Lexicographic,
    /// As the solvers find them, with their images under the puzzle's symmetries.
    AsFound,
}

impl Plan {
    /// All placements, or one of each orbit, found by one thread; with the cubes that are fastest.
    pub fn new(puzzle: &Puzzle, order: Order, unique: bool) -> Plan {
        let reduces = (unique || order == Order::AsFound) && !puzzle.symmetries().is_trivial();
        Plan {
            order,
            unique,
            cube_rows: default_cube_rows(puzzle, reduces),
            threads: 1,
            listed: true,
            whole_cubes: false,
            done: RangeSet::new(),
        }
    }

    /// The same for a run that goes on where its journal ends, cube by cube.
    pub fn going_on(self, journal: Option<&Journal>) -> Plan {
        match journal {
            None => self,
            Some(journal) => Plan {
                whole_cubes: true,
                done: journal.done().clone(),
                ..self
            },
        }
    }

    /// Whether only the smallest list of each orbit is searched for.
    fn is_up_to_symmetry(&self) -> bool {
        self.unique || self.order == Order::AsFound && self.cube_rows > 0
    }

    /// The cubes, and what makes the orbits if only the smallest lists are searched for.
    fn cubes(&self, puzzle: &Puzzle) -> (Cubes, Option<Arc<Symmetries>>) {
        let symmetries = puzzle.symmetries();
        let reduces = self.is_up_to_symmetry() && !symmetries.is_trivial();
        let orbits = reduces.then(|| Arc::new(symmetries));
        let puzzle = Arc::new(puzzle.clone());
        let cubes = Cubes::new(puzzle, self.cube_rows, orbits.as_deref());
        (cubes, orbits)
    }
}

/// How many rows are placed natively unless told otherwise: all but the last eight to ten of those
/// without a given queen, measured for N = 10 to 15, where one row more or less costs up to a third.
/// None with regions, where the rows say little and the solver needs no help. Symmetric queens come
/// with their images, so that half of the rows or a quarter say all; the last six are left (measured
/// for N = 16, 17 and 28: up to twenty times as fast as with no row).
fn default_cube_rows(puzzle: &Puzzle, up_to_symmetry: bool) -> u32 {
    if puzzle.laws().regions.is_some() {
        return 0;
    }
    let n = puzzle.n();
    let (rows, left) = match puzzle.turn() {
        // That there is none is known at once.
        Some(turn) if !turn.fits(n) => (0, 0),
        Some(turn) => (n / turn.order(), 6),
        // Closed squares at the border make a cube easier.
        None if up_to_symmetry => (n, 8 + u32::from(n > 10) + u32::from(n > 14)),
        None => (n, 8 + u32::from(n > 12)),
    };
    let open = (0..rows).rev().filter(|&row| !puzzle.has_given_in_row(row));
    open.take(left as usize).last().unwrap_or(0)
}

/// What was found in a cube, or in a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The number of the cube, from 0 in lexicographic order.
    pub cube: u64,
    /// How many placements this batch holds or stands for.
    pub count: u64,
    /// Sorted; none if they are not wanted.
    pub placements: Vec<Placement>,
    /// Whether this is all, or the last, of the cube.
    pub done: bool,
}

/// The placements of a puzzle, each exactly once, in batches. After an error, or when interrupted,
/// it ends.
pub struct Batches {
    task: Arc<Task>,
    source: Source,
    ended: bool,
}

type Found = Result<Batch, SolveError>;

enum Source {
    /// This thread.
    Here {
        cubes: Box<dyn Iterator<Item = cubes::Cube> + Send>,
        current: Option<Search>,
    },
    Threads(Pool<Found>),
}

impl Batches {
    pub fn new(puzzle: &Puzzle, options: Options, plan: &Plan) -> Result<Batches, SolveError> {
        loadable_size(puzzle, options.encoding)?;
        let (cubes, orbits) = plan.cubes(puzzle);
        let in_order = plan.order == Order::Lexicographic;
        let abandoned = options.interrupt.nested();
        let task = Arc::new(Task {
            puzzle: Arc::new(puzzle.clone()),
            options: Options {
                interrupt: abandoned.clone(),
                ..options
            },
            abandoned,
            orbits,
            unique: plan.unique,
            listed: plan.listed,
            whole: in_order || plan.whole_cubes,
        });
        let done = plan.done.clone();
        let end = task.clone();
        let cubes = cubes
            .take_while(move |_| !end.is_interrupted())
            .filter(move |cube| !done.contains(&cube.number));
        let source = if plan.threads > 1 && plan.cube_rows > 0 {
            let task = task.clone();
            let work = move |cube, give: &dyn Fn(Found) -> bool| search(&task, cube, give);
            let pool = Pool::start(plan.threads, in_order, cubes, work);
            Source::Threads(pool.map_err(|error| SolveError::Thread(error.kind()))?)
        } else {
            Source::Here {
                cubes: Box::new(cubes),
                current: None,
            }
        };
        Ok(Batches {
            task,
            source,
            ended: false,
        })
    }

    /// Whether the run was interrupted, so that placements may be missing.
    pub fn was_interrupted(&self) -> bool {
        self.ended && self.task.options.interrupt.is_set()
    }

    fn step(&mut self) -> Result<Option<Batch>, SolveError> {
        let (cubes, current) = match &mut self.source {
            Source::Threads(pool) => return pool.next().transpose(),
            Source::Here { cubes, current } => (cubes, current),
        };
        let mut search = match current.take() {
            Some(search) => search,
            None => match cubes.next() {
                Some(cube) => Search::new(&self.task, cube)?,
                None => return Ok(None),
            },
        };
        let batch = search.next_batch()?;
        if batch.as_ref().is_some_and(|batch| !batch.done) {
            *current = Some(search);
        }
        Ok(batch)
    }
}

/// What a thread does with a cube.
fn search(task: &Arc<Task>, cube: cubes::Cube, give: &dyn Fn(Found) -> bool) {
    let mut search = match Search::new(task, cube) {
        Ok(search) => search,
        Err(error) => {
            give(Err(error));
            return;
        }
    };
    loop {
        let batch = search.next_batch().transpose();
        let goes_on = matches!(&batch, Some(Ok(batch)) if !batch.done);
        let Some(batch) = batch else { return };
        if !give(batch) || !goes_on {
            return;
        }
    }
}

impl Iterator for Batches {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        if self.ended {
            return None;
        }
        let batch = self.step().transpose();
        // In order, what comes after a cube that is not whole does not follow on it.
        self.ended = match &batch {
            Some(Ok(batch)) => self.task.whole && !batch.done,
            Some(Err(_)) | None => true,
        };
        batch
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.task.abandoned.set();
    }
}

/// The placements of a puzzle one by one.
pub struct Placements {
    batches: Batches,
    current: vec::IntoIter<Placement>,
}

impl Placements {
    pub fn new(puzzle: &Puzzle, options: Options, plan: &Plan) -> Result<Placements, SolveError> {
        Ok(Placements {
            batches: Batches::new(puzzle, options, plan)?,
            current: Vec::new().into_iter(),
        })
    }

    /// Whether the run was interrupted, so that placements may be missing.
    pub fn was_interrupted(&self) -> bool {
        self.batches.was_interrupted()
    }
}

impl Iterator for Placements {
    type Item = Result<Placement, SolveError>;

    fn next(&mut self) -> Option<Result<Placement, SolveError>> {
        loop {
            if let Some(placement) = self.current.next() {
                return Some(Ok(placement));
            }
            match self.batches.next()? {
                Ok(batch) => self.current = batch.placements.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
