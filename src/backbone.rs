//! The backbone: what is the same in all placements.

use std::collections::BTreeSet;

use crate::board::Square;
use crate::puzzle::Puzzle;
use crate::solve::{Loaded, Options, Solution, SolveError};

/// The squares that are the same in all placements of a puzzle, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backbone {
    /// A queen stands there in every placement.
    pub queens: Vec<Square>,
    /// In none.
    pub empty: Vec<Square>,
}

/// Finds the backbone: for each square that looks the same in all placements seen so far, the solver
/// is asked for one where it does not. `None` if there is no placement, or if interrupted.
pub fn backbone(puzzle: &Puzzle, options: &Options) -> Result<Option<Backbone>, SolveError> {
    let mut board = Loaded::new(puzzle.clone(), options)?;
    let Solution::Placement(first) = board.solve(&[])? else {
        return Ok(None);
    };
    let mut always: BTreeSet<Square> = first.queens().collect();
    let mut sometimes = always.clone();
    let free = board.free().to_vec();
    for square in free {
        let candidate = always.contains(&square);
        if !candidate && sometimes.contains(&square) {
            continue;
        }
        match board.solve(&[(square, !candidate)])? {
            Solution::Placement(other) => {
                let queens: BTreeSet<Square> = other.queens().collect();
                always.retain(|square| queens.contains(square));
                sometimes.extend(queens);
            }
            Solution::None => {}
            Solution::Unknown => return Ok(None),
        }
    }
    let all = (0..puzzle.n()).flat_map(|r| (0..puzzle.n()).map(move |c| Square::new(r, c)));
    Ok(Some(Backbone {
        queens: always.into_iter().collect(),
        empty: all.filter(|square| !sometimes.contains(square)).collect(),
    }))
}
