//! A completion puzzle: a few given queens that only one placement extends.

use fastrand::Rng;

use super::{GenerateError, Generated};
use crate::board::{Placement, Square};
use crate::puzzle::Puzzle;
use crate::solve::{Loaded, Options, Solution, loadable_size, solve};

/// Given queens on the board of `puzzle` (whose own settled squares are kept) so that there is
/// exactly one placement, and no given queen can be spared.
pub fn completion(
    puzzle: &Puzzle,
    seed: u64,
    options: &Options,
) -> Result<Generated, GenerateError> {
    loadable_size(puzzle, options.encoding)?;
    let mut rng = Rng::with_seed(seed);
    let solution = random_placement(puzzle, &mut rng, options)?;
    let mut board = Loaded::new(puzzle.clone(), options)?;
    board.block(&solution);
    // One after another is left out, as long as the others still exclude every other placement.
    let mut given: Vec<(Square, bool)> = solution.queens().map(|queen| (queen, true)).collect();
    rng.shuffle(&mut given);
    let mut needed = 0;
    while needed < given.len() {
        let left_out = given.swap_remove(needed);
        match board.solve(&given)? {
            Solution::None => {}
            Solution::Placement(_) => {
                given.push(left_out);
                let last = given.len() - 1;
                given.swap(needed, last);
                needed += 1;
            }
            Solution::Unknown => return Err(GenerateError::Interrupted),
        }
    }
    let queens: Vec<Square> = given.into_iter().map(|fact| fact.0).collect();
    Ok(Generated {
        puzzle: puzzle.with_settled(&queens, &[]),
        solution,
    })
}

/// A placement that extends a few random queens, fewer of them each time that there is none.
fn random_placement(
    puzzle: &Puzzle,
    rng: &mut Rng,
    options: &Options,
) -> Result<Placement, GenerateError> {
    let n = puzzle.n();
    let mut tries = 1 + n / 3;
    loop {
        let mut start = puzzle.clone();
        let some_queens = if n == 0 { 0 } else { tries };
        for _ in 0..some_queens {
            let queen = Square::new(rng.u32(0..n), rng.u32(0..n));
            let with_queen = start.with_settled(&[queen], &[]);
            if with_queen.check(with_queen.given()).attack_count == 0 {
                start = with_queen;
            }
        }
        match solve(&start, options)? {
            Solution::Placement(placement) => return Ok(placement),
            Solution::Unknown => return Err(GenerateError::Interrupted),
            Solution::None if tries == 0 => return Err(GenerateError::NoPlacement { n }),
            Solution::None => tries -= 1,
        }
    }
}
