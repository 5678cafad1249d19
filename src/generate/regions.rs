//! A region puzzle: from one that is obviously unique to one that is not.

use fastrand::Rng;

use super::{GenerateError, Generated};
use crate::board::{Regions, Square, Verdict};
use crate::puzzle::Puzzle;
use crate::solve::{Options, Solution, SolveError, is_unique, solve};

/// Connected regions on an `n`×`n` board that have exactly one placement.
///
/// It begins with a random placement where each queen's region is its square alone, but for one that
/// has all other squares: there is no other placement. Then squares go over from larger regions to
/// smaller ones, at random, each only if that lets no other placement in; so the puzzle has exactly
/// one all the time. It ends when regions are as even as so many tries make them.
pub fn regions(n: u32, seed: u64, options: &Options) -> Result<Generated, GenerateError> {
    if n > Regions::MAX_N {
        return Err(GenerateError::TooManyRegions { n });
    }
    if n == 0 || n == 2 || n == 3 {
        return Err(GenerateError::NoPlacement { n });
    }
    let mut rng = Rng::with_seed(seed);
    let queens = random_queens(n, &mut rng);
    let mut grid = Grid::one_around_the_others(n, &queens, &mut rng);
    for _ in 0..TRIES * n * n {
        let square = Square::new(rng.u32(0..n), rng.u32(0..n));
        let Some(region) = grid.smaller_neighbour(square, &queens, &mut rng) else {
            continue;
        };
        let old = grid.set(square, region);
        // A placement that was none before has a queen on the square.
        let puzzle = Puzzle::regions(grid.regions()).with_settled(&[square], &[]);
        match solve(&puzzle, options)? {
            Solution::None => {}
            Solution::Placement(_) => {
                grid.set(square, old);
            }
            Solution::Unknown => return Err(GenerateError::Interrupted),
        }
    }
    let puzzle = Puzzle::regions(grid.regions());
    let solution = puzzle.placement(&queens).map_err(wrong_answer)?;
    match is_unique(&puzzle, &solution, options)? {
        Some(true) => Ok(Generated { puzzle, solution }),
        Some(false) => Err(wrong_answer(puzzle.check(&queens))),
        None => Err(GenerateError::Interrupted),
    }
}

/// How often each square is tried.
const TRIES: u32 = 12;

fn wrong_answer(verdict: Verdict) -> GenerateError {
    GenerateError::Solve(SolveError::WrongAnswer(verdict))
}

/// One queen in each row and column, none touching at a corner: random rows until one gets through.
fn random_queens(n: u32, rng: &mut Rng) -> Vec<Square> {
    loop {
        let mut columns: Vec<u32> = (0..n).collect();
        let mut queens: Vec<Square> = Vec::new();
        for row in 0..n {
            let apart = |col: u32| {
                queens
                    .last()
                    .is_none_or(|q: &Square| q.col.abs_diff(col) > 1)
            };
            let free: Vec<usize> = (0..columns.len()).filter(|&i| apart(columns[i])).collect();
            let Some(&choice) = rng.choice(&free) else {
                break;
            };
            queens.push(Square::new(row, columns.swap_remove(choice)));
        }
        if queens.len() == n as usize {
            return queens;
        }
    }
}

/// The region of each square, by row and column.
struct Grid {
    n: u32,
    region: Vec<u8>,
    sizes: Vec<u32>,
}

impl Grid {
    /// Region number i is the square of the i-th queen alone, but for one that has all the rest.
    fn one_around_the_others(n: u32, queens: &[Square], rng: &mut Rng) -> Grid {
        let large = rng.usize(0..queens.len());
        let mut grid = Grid {
            n,
            region: vec![large as u8; n as usize * n as usize],
            sizes: vec![0; queens.len()],
        };
        grid.sizes[large] = n * n;
        for (number, &queen) in queens.iter().enumerate() {
            grid.set(queen, number as u8);
        }
        grid
    }

    /// A neighbouring region, smaller than the square's own, that the square can go over to: it has
    /// no queen, and what it leaves stays connected.
    fn smaller_neighbour(&self, square: Square, queens: &[Square], rng: &mut Rng) -> Option<u8> {
        let old = self.of(square);
        let smaller = |&region: &u8| self.size(region) + 1 < self.size(old);
        let neighbours = self.neighbours(square).map(|s| self.of(s));
        let regions: Vec<u8> = neighbours.filter(smaller).collect();
        let region = *rng.choice(&regions)?;
        let queen = queens[usize::from(old)];
        (queen != square && self.is_connected_without(square, queen)).then_some(region)
    }

    /// Puts a square into a region, and gives the one it was in.
    fn set(&mut self, square: Square, region: u8) -> u8 {
        let index = self.index(square);
        let old = std::mem::replace(&mut self.region[index], region);
        self.sizes[usize::from(old)] -= 1;
        self.sizes[usize::from(region)] += 1;
        old
    }

    fn size(&self, region: u8) -> u32 {
        self.sizes[usize::from(region)]
    }

    /// Whether a region of which `from` is a square stays connected without `square`.
    fn is_connected_without(&self, square: Square, from: Square) -> bool {
        let region = self.of(from);
        let mut reached = vec![false; self.region.len()];
        reached[self.index(from)] = true;
        reached[self.index(square)] = true;
        let mut open = vec![from];
        let mut count = 1;
        while let Some(here) = open.pop() {
            count += 1;
            for next in self.neighbours(here) {
                let index = self.index(next);
                if self.of(next) == region && !reached[index] {
                    reached[index] = true;
                    open.push(next);
                }
            }
        }
        count == self.size(region)
    }

    fn regions(&self) -> Regions {
        Regions::from_numbers(self.n, &self.region)
    }

    fn index(&self, square: Square) -> usize {
        square.row as usize * self.n as usize + square.col as usize
    }

    fn of(&self, square: Square) -> u8 {
        self.region[self.index(square)]
    }

    /// The squares that share an edge with this one.
    fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        let Square { row, col } = square;
        let n = self.n;
        let rows = [row.checked_sub(1), Some(row + 1)].into_iter().flatten();
        let cols = [col.checked_sub(1), Some(col + 1)].into_iter().flatten();
        let above_and_below = rows.map(move |row| Square::new(row, col));
        let beside = cols.map(move |col| Square::new(row, col));
        above_and_below
            .chain(beside)
            .filter(move |s| s.row < n && s.col < n)
    }
}
