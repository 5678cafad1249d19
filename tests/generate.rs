//! Generated puzzles have exactly one solution, connected regions, and no given queen to spare.

mod common;

use std::collections::BTreeSet;

use common::{queensat, text};
use fastrand::Rng;
use queensat::generate::{Generated, completion, regions};
use queensat::search::{Rows, count_up_to};
use queensat::{Interrupt, Options, Puzzle, Square};
use rayon::prelude::*;

const SEEDS: u64 = 100;
const SIZES: std::ops::RangeInclusive<u32> = 5..=12;

/// Runs a test for each size with each seed; its last argument names them. Gives what it gave.
fn for_all<T: Send>(
    sizes: impl IntoIterator<Item = u32>,
    test: impl Fn(u32, u64, &str) -> T + Sync,
) -> Vec<T> {
    let sizes = sizes.into_iter();
    let pairs: Vec<(u32, u64)> = sizes
        .flat_map(|n| (0..SEEDS).map(move |seed| (n, seed)))
        .collect();
    let test = |(n, seed)| test(n, seed, &format!("N = {n}, seed {seed}"));
    pairs.into_par_iter().map(test).collect()
}

/// How many placements the native search finds, up to 2.
fn count(puzzle: &Puzzle) -> u64 {
    let rows = Rows::new(puzzle).expect("small");
    count_up_to(&rows, 2, |_| true, &Interrupt::new()).expect("nobody interrupts")
}

/// The solution must be one, and the only one.
fn assert_solved(generated: &Generated, name: &str) {
    let queens: Vec<Square> = generated.solution.queens().collect();
    let verdict = generated.puzzle.check(&queens);
    assert!(verdict.is_placement(), "{name}: {verdict}");
    assert_eq!(count(&generated.puzzle), 1, "{name}");
}

/// The sizes of the connected pieces of a grid, each with its letter.
fn pieces(grid: &str) -> Vec<(char, usize)> {
    let rows: Vec<Vec<char>> = grid.lines().map(|line| line.chars().collect()).collect();
    let mut left: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (row, letters) in rows.iter().enumerate() {
        assert_eq!(letters.len(), rows.len(), "{grid}");
        left.extend((0..letters.len()).map(|col| (row, col)));
    }
    let mut pieces = Vec::new();
    while let Some(start) = left.pop_first() {
        let letter = rows[start.0][start.1];
        let mut open = vec![start];
        let mut size = 0;
        while let Some((row, col)) = open.pop() {
            size += 1;
            let beside = [
                (row.wrapping_sub(1), col),
                (row + 1, col),
                (row, col.wrapping_sub(1)),
                (row, col + 1),
            ];
            for next in beside {
                if left.contains(&next) && rows[next.0][next.1] == letter {
                    left.remove(&next);
                    open.push(next);
                }
            }
        }
        pieces.push((letter, size));
    }
    pieces
}

/// The grid must have N connected regions.
fn assert_connected(grid: &str, n: u32, name: &str) {
    let pieces = pieces(grid);
    let letters: BTreeSet<char> = pieces.iter().map(|piece| piece.0).collect();
    assert_eq!(letters.len(), n as usize, "{name}:\n{grid}");
    assert_eq!(pieces.len(), n as usize, "{name}:\n{grid}");
}

#[test]
fn a_flood_fill_tells_connected_regions_from_others() {
    assert_eq!(pieces("AAB\nABB\nCCC\n"), [('A', 3), ('B', 3), ('C', 3)]);
    assert_eq!(pieces("AB\nBA\n").len(), 4);
}

/// A generated region puzzle as text, when all that must hold of it does.
fn region_puzzle(n: u32, seed: u64, name: &str) -> String {
    let generated = regions(n, seed, &Options::default()).expect(name);
    assert_eq!(generated.puzzle.n(), n);
    assert!(!generated.puzzle.has_settled(), "{name}");
    assert_solved(&generated, name);
    let grid = generated.puzzle.laws().regions.as_ref().expect("regions");
    let grid = grid.to_string();
    assert_connected(&grid, n, name);
    grid
}

#[test]
fn every_region_puzzle_has_exactly_one_solution_and_connected_regions() {
    let grids = for_all(SIZES, region_puzzle);
    // Different seeds differ, but for a rare coincidence on the smallest boards.
    let different: BTreeSet<&String> = grids.iter().collect();
    assert!(different.len() + 10 > grids.len(), "{}", different.len());
}

#[test]
fn the_smallest_region_puzzles_are_generated_too() {
    for_all([1, 4], region_puzzle);
}

/// Given queens that are not those of the base must all be needed.
fn assert_minimal(generated: &Generated, base: &Puzzle, name: &str) {
    let rebuilt = |spared: Square| {
        let kept = generated.puzzle.given().iter().filter(|&&q| q != spared);
        kept.fold(base.clone(), |puzzle, &queen| {
            puzzle.queen(queen).expect("on the board")
        })
    };
    for &queen in generated.puzzle.given() {
        let given_before = base.given().contains(&queen);
        let spared = given_before || count(&rebuilt(queen)) == 2;
        assert!(spared, "{queen:?} can be spared, {name}");
    }
}

#[test]
fn every_completion_has_exactly_one_solution_and_no_queen_to_spare() {
    for_all(SIZES, |n, seed, name| {
        let base = Puzzle::queens(n);
        let generated = completion(&base, seed, &Options::default()).expect(name);
        assert_eq!(generated.puzzle.n(), n);
        assert!(generated.puzzle.forbidden().is_empty(), "{name}");
        assert_solved(&generated, name);
        assert_minimal(&generated, &base, name);
    });
}

#[test]
fn a_completion_keeps_the_laws_and_squares_that_it_starts_from() {
    let options = Options::default();
    for_all([5, 7, 8], |n, seed, name| {
        let mut rng = Rng::with_seed(seed);
        let mut square = || Square::new(rng.u32(0..n), rng.u32(0..n));
        let laws = [Puzzle::torus(n), Puzzle::rooks(n), Puzzle::queens(n)];
        for empty in laws {
            let base = empty.queen(square()).expect("on the board");
            let base = base.forbid(square()).expect("on the board");
            let possible = count(&base) > 0;
            let generated = completion(&base, seed, &options);
            assert_eq!(generated.is_ok(), possible, "{name}, {base:?}");
            let Ok(generated) = generated else { continue };
            assert_eq!(generated.puzzle.laws(), base.laws(), "{name}");
            assert_eq!(generated.puzzle.forbidden(), base.forbidden(), "{name}");
            let given = generated.puzzle.given();
            assert!(base.given().iter().all(|q| given.contains(q)), "{name}");
            assert_solved(&generated, name);
            assert_minimal(&generated, &base, name);
        }
    });
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_another_puzzle() {
    let bytes = |arguments: &str| text(queensat(arguments).assert().success().get_output());
    for kind in ["regions", "completion"] {
        let mut different = BTreeSet::new();
        for seed in 0..10 {
            let arguments = format!("generate 9 --kind {kind} --seed {seed}");
            let puzzle = bytes(&arguments);
            assert_eq!(bytes(&arguments), puzzle, "{arguments}");
            let as_json = format!("{arguments} --json");
            assert_eq!(bytes(&as_json), bytes(&as_json));
            different.insert(puzzle);
        }
        assert_eq!(different.len(), 10, "{kind}");
        let unsaid = bytes(&format!("generate 9 --kind {kind}"));
        assert_eq!(unsaid, bytes(&format!("generate 9 --kind {kind} --seed 0")));
    }
}
