//! Why a puzzle has no placement: a smallest set of its settled squares that excludes one.

use crate::board::{Attack, Diagonals, Square};
use crate::puzzle::Puzzle;
use crate::solve::{Loaded, Options, Solution, SolveError};

/// Settled squares that together leave no placement, none of which can be spared. Without any, the
/// board itself has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    pub queens: Vec<Square>,
    pub forbidden: Vec<Square>,
    /// All given queens that attack each other, whether or not they belong to the set.
    pub attacks: Vec<Attack>,
}

/// A square with a queen (true) or without one (false).
type Fact = (Square, bool);

/// Finds the reason why a puzzle that has no placement has none: assumptions, the solver's failed core, and then one member after another left
/// out as long as there is still no placement. `None` if there is one, or if interrupted. That a board
/// without settled squares has none is taken on trust.
pub fn explain(puzzle: &Puzzle, options: &Options) -> Result<Option<Reason>, SolveError> {
    if !puzzle.has_settled() {
        return Ok(Some(Reason::default()));
    }
    if let Some(reason) = at_once(puzzle) {
        return Ok(Some(reason));
    }
    let mut board = Loaded::new(puzzle.without_settled(), options)?;
    let Some(mut core) = core_of(&mut board, &suspects(puzzle))? else {
        return Ok(None);
    };
    let mut needed = 0;
    while needed < core.len() {
        let mut fewer = core.clone();
        fewer.remove(needed);
        match core_of(&mut board, &fewer)? {
            Some(smaller) => core = smaller,
            None => needed += 1,
        }
    }
    if options.interrupt.is_set() {
        return Ok(None);
    }
    let squares = |queen| {
        let facts = core.iter().filter(move |fact| fact.1 == queen);
        facts.map(|fact| fact.0).collect::<Vec<_>>()
    };
    Ok(Some(Reason {
        queens: squares(true),
        forbidden: squares(false),
        attacks: puzzle.check(puzzle.given()).attacks,
    }))
}

/// From this size on, a queen alone leaves a placement wherever it stands on a plain board or among
/// rooks, so that two queens that attack each other can't be spared, and nobody has to ask the solver.
const ALONE_FITS_FROM: u32 = 100;

/// The reason where two given queens attack each other on a large board, or one stands on a forbidden
/// square.
fn at_once(puzzle: &Puzzle) -> Option<Reason> {
    let is_simple = matches!(puzzle.laws().diagonals, Diagonals::Plain | Diagonals::Free)
        && puzzle.laws().regions.is_none()
        && puzzle.turn().is_none();
    if !is_simple || puzzle.n() < ALONE_FITS_FROM {
        return None;
    }
    let verdict = puzzle.check(puzzle.given());
    let mut reason = Reason::default();
    if let Some(attack) = verdict.attacks.first() {
        reason.queens = vec![attack.a, attack.b];
    } else {
        let &square = verdict.trespassing.first()?;
        reason.queens = vec![square];
        reason.forbidden = vec![square];
    }
    reason.attacks = verdict.attacks;
    Some(reason)
}

/// What to begin with: given queens that attack each other or stand on forbidden squares, since
/// everybody understands that; else everything.
fn suspects(puzzle: &Puzzle) -> Vec<Fact> {
    let verdict = puzzle.check(puzzle.given());
    if let Some(attack) = verdict.attacks.first() {
        return vec![(attack.a, true), (attack.b, true)];
    }
    if let Some(&square) = verdict.trespassing.first() {
        return vec![(square, true), (square, false)];
    }
    let given = puzzle.given().iter().map(|&square| (square, true));
    let forbidden = puzzle.forbidden().iter().map(|&square| (square, false));
    given.chain(forbidden).collect()
}

/// Those of the facts that already exclude a placement; `None` if there is one.
fn core_of(board: &mut Loaded, facts: &[Fact]) -> Result<Option<Vec<Fact>>, SolveError> {
    Ok(match board.solve(facts)? {
        Solution::None => Some(board.core(facts)),
        Solution::Placement(_) | Solution::Unknown => None,
    })
}
