//! Random puzzles of every kind: the solver, the native search, the exported file and the checker
//! agree with trying all permutations.

mod common;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::dimacs::{self, Formula};
use common::riddle::{Cell, Kind, Law, Riddle, cell, square};
use fastrand::Rng;
use queensat::board::{self, Attack, Placement, Square, Verdict};
use queensat::encode::{self, write_dimacs};
use queensat::enumerate::{Order, Placements, Plan};
use queensat::search::{self, Rows, count_up_to};
use queensat::{Encoding, Interrupt, Options, Puzzle};
use rayon::prelude::*;

const PUZZLES: u64 = 2000;
const EXPORTED: u64 = 200;

/// Runs a test on so many random puzzles of a kind; its last argument names the puzzle.
fn on_random_puzzles(kind: Kind, count: u64, test: impl Fn(&Riddle, u64, &str) + Sync) {
    (0..count).into_par_iter().for_each(|seed| {
        let riddle = Riddle::random(kind, seed);
        test(&riddle, seed, &format!("{kind:?}, seed {seed}: {riddle}"));
    });
}

fn options(seed: u64) -> Options {
    Options {
        encoding: encoding(seed),
        ..Options::default()
    }
}

fn encoding(seed: u64) -> Encoding {
    Encoding::ALL[seed as usize % Encoding::ALL.len()]
}

/// The placements that the solver finds, in their order.
fn by_sat(riddle: &Riddle, puzzle: &Puzzle, seed: u64) -> Vec<u64> {
    let mut rng = Rng::with_seed(seed);
    let cube_rows = rng.u32(0..=riddle.n);
    let order = match rng.bool() {
        true => Order::Lexicographic,
        false => Order::AsFound,
    };
    let plan = Plan {
        cube_rows,
        threads: rng.usize(1..=3),
        ..Plan::new(puzzle, order, false)
    };
    let placements = Placements::new(puzzle, options(seed), &plan).expect("small");
    let found = placements.map(|placement| placement.expect("no wrong answer"));
    let mut found: Vec<Placement> = found.collect();
    if order == Order::AsFound {
        found.sort_unstable();
    }
    let sets = found.iter().map(|p| riddle.set_of_columns(p.columns()));
    sets.collect()
}

/// The placements that the native search finds, in their order.
fn by_reference(riddle: &Riddle, puzzle: &Puzzle) -> Vec<u64> {
    let mut found = Vec::new();
    let rows = Rows::new(puzzle).expect("small");
    let end = rows.for_each(|columns| {
        found.push(riddle.set_of_columns(columns));
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    found
}

fn every_way_finds_the_same(kind: Kind) {
    let with_placements = AtomicUsize::new(0);
    on_random_puzzles(kind, PUZZLES, |riddle, seed, name| {
        let expected = riddle.placements();
        let puzzle = riddle.puzzle();
        assert_eq!(by_sat(riddle, &puzzle, seed), expected, "SAT on {name}");
        let reference = by_reference(riddle, &puzzle);
        assert_eq!(reference, expected, "the reference on {name}");
        let rows = Rows::new(&puzzle).expect("small");
        let count = search::count(&rows, &Interrupt::new(), &|_, _| ());
        assert_eq!(count, Some(expected.len() as u64), "the count on {name}");
        let up_to_2 = count_up_to(&rows, 2, |_| true, &Interrupt::new());
        assert_eq!(up_to_2, Some(expected.len().min(2) as u64), "2 on {name}");
        with_placements.fetch_add(usize::from(!expected.is_empty()), Ordering::Relaxed);
    });
    let share = with_placements.into_inner() * 100 / PUZZLES as usize;
    assert!((25..=90).contains(&share), "{share} % have a placement");
}

#[test]
fn every_way_finds_the_same_completions() {
    every_way_finds_the_same(Kind::Completion);
}

#[test]
fn every_way_finds_the_same_on_the_torus() {
    every_way_finds_the_same(Kind::Torus);
}

#[test]
fn every_way_finds_the_same_for_rooks() {
    every_way_finds_the_same(Kind::Rooks);
}

#[test]
fn every_way_finds_the_same_with_regions() {
    every_way_finds_the_same(Kind::Regions);
}

#[test]
fn every_way_finds_the_same_where_laws_and_settled_squares_mix() {
    every_way_finds_the_same(Kind::Mixed);
}

#[test]
fn every_way_finds_the_same_on_empty_boards() {
    for law in [Law::Plain, Law::Torus, Law::Rooks] {
        let largest = if law == Law::Rooks { 6 } else { 8 };
        for n in 0..=largest {
            let riddle = Riddle::bare(n, law, &mut Rng::with_seed(0));
            let (puzzle, expected) = (riddle.puzzle(), riddle.placements());
            assert_eq!(by_sat(&riddle, &puzzle, 0), expected, "{riddle}");
            assert_eq!(by_reference(&riddle, &puzzle), expected, "{riddle}");
        }
    }
}

#[test]
fn an_exported_puzzle_has_the_same_placements() {
    for kind in Kind::ALL {
        on_random_puzzles(kind, EXPORTED, |riddle, seed, name| {
            let puzzle = riddle.puzzle();
            let encoding = encoding(seed);
            let formula = encode::Formula::new(&puzzle, encoding);
            let file = write_dimacs(&formula, Vec::new(), Interrupt::new());
            let text = String::from_utf8(file.expect("memory takes it all")).expect("ASCII");
            let formula = Formula::parse(&text);
            let variable = |cell: &Cell| (cell.0 * riddle.n + cell.1 + 1) as i32;
            let given = riddle.given.iter().map(variable);
            let forbidden = riddle.forbidden.iter().map(|cell| -variable(cell));
            for unit in given.chain(forbidden) {
                assert!(formula.clauses.contains(&vec![unit]), "{unit} in {name}");
            }
            let models = dimacs::models(&text, riddle.n);
            let found: Vec<u64> = models.iter().map(|m| riddle.set_of_columns(m)).collect();
            assert_eq!(found, riddle.placements(), "{encoding} of {name}");
        });
    }
}

/// Queens that are right, nearly right, or anywhere.
fn some_queens(riddle: &Riddle, peaceful: &[u64], rng: &mut Rng) -> Vec<Cell> {
    let mut cells = riddle.cells();
    rng.shuffle(&mut cells);
    if peaceful.is_empty() || rng.u32(0..3) == 0 {
        cells.truncate(rng.usize(0..=riddle.n as usize + 1));
        return cells;
    }
    let set = peaceful[rng.usize(0..peaceful.len())];
    let stands = |cell: &Cell| set & riddle.bit(*cell) != 0;
    let (mut queens, others): (Vec<Cell>, Vec<Cell>) = cells.into_iter().partition(stands);
    match (rng.u32(0..4), others.first()) {
        (0, _) => {
            queens.pop();
        }
        (1, Some(&other)) => queens.push(other),
        (2, Some(&other)) => {
            queens.pop();
            queens.push(other);
        }
        _ => {}
    }
    queens
}

/// What is wrong with some queens, by the rules' own arithmetic or as the checker tells.
#[derive(Debug, PartialEq)]
struct Faults {
    attacks: Vec<(Cell, Cell, String)>,
    attack_count: u64,
    missing: Vec<Cell>,
    trespassing: Vec<Cell>,
}

fn expected_faults(riddle: &Riddle, queens: &[Cell]) -> Faults {
    let mut queens = queens.to_vec();
    queens.sort_unstable();
    let mut attacks = Vec::new();
    for (i, &a) in queens.iter().enumerate() {
        for &b in &queens[i + 1..] {
            let lines = riddle.lines(a, b).into_iter();
            attacks.extend(lines.map(|line| (a, b, line)));
        }
    }
    attacks.sort_unstable();
    let those = |cells: &[Cell], stand: bool| {
        let mut cells = cells.to_vec();
        cells.retain(|cell| queens.contains(cell) == stand);
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    Faults {
        attack_count: attacks.len() as u64,
        attacks,
        missing: those(&riddle.given, false),
        trespassing: those(&riddle.forbidden, true),
    }
}

fn reported_faults(verdict: &Verdict) -> Faults {
    let cells = |squares: &[Square]| squares.iter().copied().map(cell).collect();
    let named = |attack: &Attack| (cell(attack.a), cell(attack.b), attack.line.to_string());
    let mut attacks: Vec<_> = verdict.attacks.iter().map(named).collect();
    attacks.sort_unstable();
    Faults {
        attack_count: verdict.attack_count,
        attacks,
        missing: cells(&verdict.missing),
        trespassing: cells(&verdict.trespassing),
    }
}

#[test]
fn the_checker_knows_right_queens_from_wrong_ones_and_names_every_fault() {
    for kind in Kind::ALL {
        let right = AtomicUsize::new(0);
        on_random_puzzles(kind, PUZZLES, |riddle, seed, name| {
            let mut rng = Rng::with_seed(seed);
            let (puzzle, peaceful) = (riddle.puzzle(), riddle.peaceful());
            let placements = riddle.placements();
            for sets in [&peaceful, &peaceful, &placements, &placements] {
                let queens = some_queens(riddle, sets, &mut rng);
                let name = format!("{queens:?} on {name}");
                let squares: Vec<Square> = queens.iter().copied().map(square).collect();
                let verdict = puzzle.check(&squares);
                let expected = expected_faults(riddle, &queens);
                assert_eq!(reported_faults(&verdict), expected, "{name}");
                assert_eq!(verdict.queens, queens.len() as u64, "{name}");

                let set = riddle.set(&queens);
                let is_right = placements.contains(&set);
                assert_eq!(verdict.is_placement(), is_right, "{name}");
                let placement = puzzle.placement(&squares).ok();
                let found = placement.map(|p| riddle.set_of_columns(p.columns()));
                assert_eq!(found, is_right.then_some(set), "{name}");
                right.fetch_add(usize::from(is_right), Ordering::Relaxed);
            }
        });
        let share = right.into_inner() * 100 / (4 * PUZZLES as usize);
        assert!((5..=70).contains(&share), "{kind:?}: {share} % are right");
    }
}

#[test]
fn the_linear_checks_of_a_placement_agree_with_the_pairwise_one() {
    for kind in Kind::ALL {
        on_random_puzzles(kind, PUZZLES, |riddle, seed, name| {
            let mut rng = Rng::with_seed(seed);
            let (puzzle, peaceful) = (riddle.puzzle(), riddle.peaceful());
            for _ in 0..10 {
                let columns = some_columns(riddle, &peaceful, &mut rng);
                let set = riddle.set_of_columns(&columns);
                let name = format!("{columns:?} on {name}");
                let placement = Placement::from_columns(columns).expect("on the board");
                let is_peaceful = peaceful.contains(&set);
                let found = board::is_placement(&placement, puzzle.laws());
                assert_eq!(found, is_peaceful, "{name}");
                let is_right = is_peaceful && riddle.keeps_settled(set);
                assert_eq!(puzzle.is_solved_by(&placement), is_right, "{name}");
            }
        });
    }
}

/// The columns of peaceful queens, or of any permutation, or nearly of one.
fn some_columns(riddle: &Riddle, peaceful: &[u64], rng: &mut Rng) -> Vec<u32> {
    let mut columns: Vec<u32> = (0..riddle.n).collect();
    if !peaceful.is_empty() && rng.bool() {
        let set = peaceful[rng.usize(0..peaceful.len())];
        let mut queens = riddle.cells();
        queens.retain(|&cell| set & riddle.bit(cell) != 0);
        columns = queens.into_iter().map(|queen| queen.1).collect();
    } else {
        rng.shuffle(&mut columns);
    }
    if riddle.n > 0 && rng.u32(0..4) == 0 {
        columns[rng.usize(0..riddle.n as usize)] = rng.u32(0..riddle.n);
    }
    columns
}
