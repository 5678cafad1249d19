//! One placement for any N, by each method: checked by arithmetic of this file, the same for the same seed.

mod common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use common::queensat;
use predicates::prelude::*;
use queensat::board::Turn;
use queensat::cnf::{Cnf, Lit, Model, ToCnf};
use queensat::encode::{
    Fixed, Guided, SquareMap, Start, Term, emit, emit_side_by_side, formula_size,
};
use queensat::first::{By, Found, Method, find};
use queensat::{Encoding, Interrupt, Options, Puzzle, Solution, SolveError, Square};

fn options(method: Method, seed: u64) -> Options {
    Options {
        method,
        seed,
        ..Options::default()
    }
}

/// The columns that a method finds, none attacking another by the arithmetic of line numbers.
fn columns(puzzle: &Puzzle, options: &Options) -> Vec<u32> {
    let found = find(puzzle, options).expect("solved");
    let Solution::Placement(placement) = found.solution else {
        panic!("no placement: {found:?}");
    };
    let columns = placement.columns().to_vec();
    let n = puzzle.n() as usize;
    assert_eq!(columns.len(), n);
    let mut seen = [vec![false; n], vec![false; 2 * n], vec![false; 2 * n]];
    for (row, &col) in columns.iter().enumerate() {
        let col = col as usize;
        for (seen, line) in seen.iter_mut().zip([col, row + col, n + col - row]) {
            assert!(
                !seen[line],
                "N = {n}: two queens on a line, one in row {row}"
            );
            seen[line] = true;
        }
    }
    if let By::Complete { walk, solver } = found.by {
        assert_eq!(walk + solver + puzzle.given().len() as u32, puzzle.n());
    }
    columns
}

#[test]
fn completion_finds_a_placement_for_every_n_from_4_to_200() {
    for n in 4..=200 {
        columns(&Puzzle::queens(n), &options(Method::Complete, u64::from(n)));
    }
}

#[test]
fn completion_finds_a_placement_for_random_n_up_to_a_million() {
    let mut rng = fastrand::Rng::with_seed(4);
    for seed in 0..60 {
        let n = rng.u32(4..=1_000_000);
        columns(&Puzzle::queens(n), &options(Method::Complete, seed));
    }
}

#[test]
fn the_whole_board_is_solved_for_every_n_from_4_to_100() {
    for n in 4..=100 {
        columns(&Puzzle::queens(n), &options(Method::Whole, u64::from(n)));
    }
    columns(&Puzzle::queens(300), &options(Method::Whole, 1));
}

#[test]
fn boards_without_a_placement_have_none_by_every_method() {
    for method in [Method::Auto, Method::Whole, Method::Complete] {
        for n in [2, 3] {
            let found = find(&Puzzle::queens(n), &options(method, 0)).expect("answered");
            assert_eq!(found.solution, Solution::None, "{n} {method}");
        }
        for n in [0, 1] {
            columns(&Puzzle::queens(n), &options(method, 0));
        }
    }
}

#[test]
fn both_methods_keep_given_queens_and_forbidden_squares() {
    for n in [9, 40, 150] {
        let lead = columns(&Puzzle::queens(n), &options(Method::Whole, 7));
        for method in [Method::Whole, Method::Complete] {
            for seed in 0..4 {
                let mut puzzle = Puzzle::queens(n);
                let mut rng = fastrand::Rng::with_seed(seed);
                for (row, &col) in lead.iter().enumerate() {
                    let square = Square::new(row as u32, col);
                    let other = Square::new(row as u32, (col + 1) % n);
                    puzzle = match rng.u32(0..6) {
                        0 => puzzle.queen(square).expect("on the board"),
                        1 | 2 => puzzle.forbid(other).expect("on the board"),
                        _ => puzzle,
                    };
                }
                let found = columns(&puzzle, &options(method, seed));
                let col = |square: &Square| (square.row as usize, square.col);
                let stands = |(row, col): (usize, u32)| found[row] == col;
                assert!(puzzle.given().iter().map(col).all(stands));
                assert!(!puzzle.forbidden().iter().map(col).any(stands));
            }
        }
    }
}

#[test]
fn both_methods_agree_with_each_other_where_little_is_possible() {
    let mut none = 0;
    for seed in 0..400 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let n = rng.u32(4..9);
        let mut puzzle = match rng.u32(0..2) {
            0 => Puzzle::queens(n),
            _ => Puzzle::rooks(n),
        };
        for _ in 0..rng.u32(0..3 * n) {
            let square = Square::new(rng.u32(0..n), rng.u32(0..n));
            puzzle = puzzle.forbid(square).expect("on the board");
        }
        for _ in 0..rng.u32(0..3) {
            let square = Square::new(rng.u32(0..n), rng.u32(0..n));
            puzzle = puzzle.queen(square).expect("on the board");
        }
        let rows = queensat::search::Rows::new(&puzzle).expect("small");
        let exists = rows.for_each(|_| ControlFlow::Break(())).is_break();
        none += u32::from(!exists);
        for method in [Method::Whole, Method::Complete] {
            let Found { solution, .. } = find(&puzzle, &options(method, seed)).expect("answered");
            match solution {
                Solution::Placement(placement) => {
                    assert!(exists && puzzle.is_solved_by(&placement), "{puzzle:?}");
                }
                Solution::None => assert!(!exists, "{method} {puzzle:?}"),
                Solution::Unknown => panic!("nobody interrupted"),
            }
        }
    }
    assert!((50..350).contains(&none), "{none} of 400 have none");
}

#[test]
fn the_same_seed_gives_the_same_placement_and_another_one_another() {
    for (n, method) in [
        (60, Method::Whole),
        (60, Method::Complete),
        (50_000, Method::Auto),
    ] {
        let puzzle = Puzzle::queens(n);
        let first = columns(&puzzle, &options(method, 5));
        assert_eq!(first, columns(&puzzle, &options(method, 5)), "{n} {method}");
        assert_ne!(first, columns(&puzzle, &options(method, 6)), "{n} {method}");
    }
}

#[test]
fn an_interrupt_that_is_set_ends_both_methods() {
    for method in [Method::Whole, Method::Complete] {
        let options = Options {
            interrupt: Interrupt::new(),
            ..options(method, 0)
        };
        options.interrupt.set();
        let found = find(&Puzzle::queens(500), &options).expect("ended");
        assert_eq!(found.solution, Solution::Unknown, "{method}");
    }
}

#[test]
fn a_greedy_start_is_refused_where_it_makes_no_sense() {
    let puzzle = Puzzle::queens(8).symmetric(Turn::Half);
    let refused = find(&puzzle, &options(Method::Complete, 0));
    assert!(matches!(refused, Err(SolveError::NoGreedyStart(_))));
}

#[test]
fn large_boards_are_lists_and_say_who_placed_the_queens() {
    queensat("solve 20000 --seed 3")
        .assert()
        .success()
        .stderr(predicate::str::contains(
            "19900 queens by the greedy walk, 100 by the solver",
        ))
        .stdout(predicate::function(|text: &str| {
            let columns: BTreeSet<u32> = text
                .split_whitespace()
                .map(|word| word.parse().expect("a column"))
                .collect();
            text.lines().count() == 1 && columns.into_iter().eq(1..=20_000)
        }));
    queensat("solve 300 --json -q")
        .assert()
        .success()
        .stderr("")
        .stdout(
            predicate::str::contains(r#""method":"complete","by_walk":200,"by_solver":100"#)
                .and(predicate::str::contains(r#""variables":"#)),
        );
}

#[test]
fn attacks_on_a_large_board_are_seen_at_once() {
    for puzzle in ["--queen a1 --queen b2", "--rooks --queen a1 --queen a7"] {
        queensat(&format!("solve 30000 {puzzle}"))
            .assert()
            .code(1)
            .stderr(predicate::str::contains("attack each other"));
    }
    queensat("solve 30000 --queen a1 --forbid a1")
        .assert()
        .code(1)
        .stderr(predicate::str::contains("a1 is both given and forbidden"));
}

fn clauses(
    emitted: impl FnOnce(&mut ToCnf<&mut Cnf>) -> ControlFlow<queensat::cnf::Stop>,
    encoding: Encoding,
    used: u32,
) -> BTreeSet<Vec<Lit>> {
    let mut cnf = Cnf::new();
    let mut sink = ToCnf::new(encoding, used, &mut cnf);
    assert_eq!(emitted(&mut sink), ControlFlow::Continue(()));
    let sorted = cnf.clauses().map(|clause| {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause
    });
    sorted.collect()
}

#[test]
fn lines_side_by_side_give_the_same_clauses() {
    for encoding in Encoding::ALL {
        for n in [0, 1, 2, 5, 8, 13, 30, 61] {
            for puzzle in [Puzzle::queens(n), Puzzle::torus(n), Puzzle::rooks(n)] {
                let map = Fixed::new(n).expect("small");
                let one_by_one = clauses(|sink| emit(&puzzle, &map, sink), encoding, n * n);
                let side_by_side = clauses(
                    |sink| emit_side_by_side(&puzzle, &map, sink),
                    encoding,
                    n * n,
                );
                assert_eq!(one_by_one, side_by_side, "N = {n}, {encoding}");
            }
        }
    }
}

#[test]
fn the_guided_numbering_gives_each_orbit_a_variable_of_its_own() {
    for n in 0..=13 {
        for turn in [None, Some(Turn::Half), Some(Turn::Quarter)] {
            let plain = Puzzle::queens(n);
            let puzzle = match turn {
                None => plain,
                Some(turn) => plain.symmetric(turn),
            };
            let mut rng = fastrand::Rng::with_seed(u64::from(n));
            let value = rng.bool();
            let columns = (0..n).map(|_| rng.bool().then(|| rng.u32(0..n))).collect();
            let start = Start { columns };
            let auxiliaries = 10 * n;
            let map = Guided::new(&puzzle, &start, auxiliaries, 1, value).expect("small");
            let mut seen = BTreeSet::new();
            for row in 0..n {
                for col in 0..n {
                    let square = Square::new(row, col);
                    let orbit: BTreeSet<Square> = match turn {
                        None => [square].into(),
                        Some(turn) => turn.orbit(n, square).collect(),
                    };
                    let Term::Lit(lit) = map.term(square) else {
                        panic!("{square:?} is settled");
                    };
                    assert!(lit.is_positive() && lit.var() > auxiliaries);
                    assert!(lit.var() <= map.variables());
                    assert_eq!(seen.insert(lit), orbit.first() == Some(&square));
                    let model = Model::from_literals([lit]);
                    assert!(map.queens(&model).into_iter().eq(orbit));
                }
            }
        }
    }
}

#[test]
fn a_whole_board_is_as_large_as_its_size_says() {
    let puzzle = Puzzle::queens(70);
    let size = formula_size(&puzzle, Encoding::Auto).expect("small");
    let start = Start {
        columns: vec![None; 70],
    };
    let map = Guided::new(&puzzle, &start, size.auxiliaries, 0, false).expect("small");
    let mut cnf = Cnf::new();
    let mut sink = ToCnf::new(Encoding::Auto, map.auxiliaries_after(), &mut cnf);
    assert_eq!(
        emit_side_by_side(&puzzle, &map, &mut sink),
        ControlFlow::Continue(())
    );
    assert_eq!(sink.used_variables(), size.auxiliaries);
    assert_eq!(cnf.len() as u64, size.clauses);
}
