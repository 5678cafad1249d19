//! One placement, also for large N.
//!
//! Two methods. *Whole*: the formula of the whole board, numbered so that the solver hardly searches.
//! *Complete*: a greedy walk places most queens, and only the rows that it leaves open go to the
//! solver; there is no N² anything in it, so that N may be many millions.

mod guide;
mod lines;
mod open_rows;
mod walk;
mod whole;

use std::fmt;
use std::str::FromStr;

use crate::board::{Diagonals, Placement};
use crate::puzzle::Puzzle;
use crate::solve::{Loaded, Options, Solution, SolveError};
use open_rows::Open;
use walk::Walk;

/// How one placement is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// The whole board up to [`WHOLE_UP_TO`], completion beyond; the whole board as well where a
    /// greedy start makes no sense: with regions, on a torus, for symmetric placements.
    #[default]
    Auto,
    Whole,
    Complete,
}

/// `auto` gives boards of up to this size to the solver as a whole: that takes some hundredths of a second.
pub const WHOLE_UP_TO: u32 = 100;

/// The largest board: completion takes 4.2 GB for it.
pub const MAX_N: u32 = 1_000_000_000;

/// A name that is no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no method '{0}': the methods are auto, whole, complete")]
pub struct UnknownMethod(String);

impl Method {
    /// The name as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Whole => "whole",
            Method::Complete => "complete",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Method, UnknownMethod> {
        [Method::Auto, Method::Whole, Method::Complete]
            .into_iter()
            .find(|method| method.name() == name)
            .ok_or_else(|| UnknownMethod(name.to_string()))
    }
}

/// What was found, and who found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub solution: Solution,
    pub by: By,
}

/// Who placed the queens that were not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The SAT solver all of them, on the whole board.
    Whole,
    /// The greedy walk so many, and the SAT solver the others.
    Complete { walk: u32, solver: u32 },
}

/// Finds one placement, or that there is none, by the method of the options; who found it too.
///
/// The same puzzle, options and seed give the same placement. Completion needs about 4.2 bytes of
/// memory for each row; the whole board needs N² variables and some 20 clauses for each square.
pub fn find(puzzle: &Puzzle, options: &Options) -> Result<Found, SolveError> {
    if puzzle.n() > MAX_N {
        return Err(SolveError::TooManyRows(puzzle.n()));
    }
    let can_start = puzzle.laws().regions.is_none();
    let whole_by_auto = !can_start
        || puzzle.laws().diagonals == Diagonals::Wrapped
        || puzzle.turn().is_some()
        || puzzle.n() <= WHOLE_UP_TO;
    let complete = match options.method {
        Method::Auto => !whole_by_auto,
        Method::Whole => false,
        Method::Complete if !can_start => return Err(SolveError::NoGreedyStart("regions")),
        Method::Complete if puzzle.turn().is_some() => {
            return Err(SolveError::NoGreedyStart("symmetric placements"));
        }
        Method::Complete => true,
    };
    let solved = |solution| Found {
        solution,
        by: By::Whole,
    };
    let verdict = puzzle.check(puzzle.given());
    let fits = puzzle.turn().is_none_or(|turn| turn.fits(puzzle.n()));
    if !fits || verdict.attack_count > 0 || !verdict.trespassing.is_empty() {
        return Ok(solved(Solution::None));
    }
    if complete {
        return completed(puzzle, options);
    }
    // Where the solver has to prove something, a start would only send it astray.
    if can_start && puzzle.laws().diagonals != Diagonals::Wrapped {
        return whole::solve(puzzle, options).map(solved);
    }
    Loaded::once(puzzle.clone(), options)?
        .solve(&[])
        .map(solved)
}

/// How many rows the solver gets at first: half of a small board, this many of a large one. The chance
/// that they have a solution grows with their number, and so does the solver's work.
const OPEN_ROWS: u32 = 100;

/// And so many rows to each one that the walk could not fill, for the room that it needs: close to where
/// there is just no solution left, the solver may search for ever.
const TO_EACH: u32 = 4;

/// A greedy start and the solver for the rest. Where the rest has no solution, twice as many rows are
/// taken back, down to the whole board; so the answer never depends on luck, only the time does.
fn completed(puzzle: &Puzzle, options: &Options) -> Result<Found, SolveError> {
    let free_rows = puzzle.n() - puzzle.given().len() as u32;
    let found = |solution, solver| Found {
        solution,
        by: By::Complete {
            walk: free_rows - solver,
            solver,
        },
    };
    let Some(mut walk) = Walk::new(puzzle, options.seed, &options.interrupt) else {
        return Ok(found(Solution::Unknown, 0));
    };
    let stuck = walk.open_rows();
    walk.open(OPEN_ROWS.max(TO_EACH * stuck).min(puzzle.n().div_ceil(2)));
    loop {
        let open = walk.open_rows();
        match open_rows::solve(puzzle, &walk, options)? {
            Open::Queens(queens, doubt) => {
                let placement = checked(puzzle, walk.finish(&queens));
                let placement = placement.map_err(|wrong| doubt.map_or(wrong, SolveError::from))?;
                return Ok(found(Solution::Placement(placement), open));
            }
            Open::None if walk.has_placed() => walk.open(open.saturating_mul(2)),
            Open::None => return Ok(found(Solution::None, open)),
            Open::Unknown => return Ok(found(Solution::Unknown, open)),
        }
    }
}

/// In O(N) if all is well; else the faults are looked for.
fn checked(puzzle: &Puzzle, placement: Option<Placement>) -> Result<Placement, SolveError> {
    match placement {
        Some(placement) if puzzle.is_solved_by(&placement) => Ok(placement),
        placement => {
            let queens: Vec<_> = placement.iter().flat_map(Placement::queens).collect();
            Err(SolveError::WrongAnswer(puzzle.check(&queens)))
        }
    }
}
