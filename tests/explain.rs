//! Why a puzzle has no placement, what all placements share, and whether there is only one.

mod common;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::riddle::{Cell, Law, Riddle, cell, square};
use fastrand::Rng;
use queensat::search::Rows;
use queensat::solver::Embedded;
use queensat::{
    Backbone, Encoding, Options, Puzzle, Solution, Square, backbone, explain, is_unique, solve,
};
use rayon::prelude::*;

const LAWS: [Law; 4] = [Law::Plain, Law::Torus, Law::Rooks, Law::Regions];
/// How much of a board is settled: at most so many of a hundred squares are forbidden, and so many
/// of its rows have their queen.
#[derive(Clone, Copy)]
struct Crowd {
    forbidden: u32,
    given: u32,
}

/// About half of these boards have no placement, or more.
const CROWDED: Crowd = Crowd {
    forbidden: 80,
    given: 50,
};
/// Many of these have several.
const SPARSE: Crowd = Crowd {
    forbidden: 25,
    given: 20,
};

fn random(law: Law, crowd: Crowd, seed: u64) -> Riddle {
    let rng = &mut Rng::with_seed(seed);
    let sizes: &[u32] = match law {
        // The other sizes have no placement at all, which is a reason too, but one a board.
        Law::Torus => &[1, 2, 5, 5, 5, 7, 7, 7, 7],
        _ => &[1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8],
    };
    let n = sizes[rng.usize(0..sizes.len())];
    let mut riddle = Riddle::bare(n, law, rng);
    riddle.give(rng.u32(0..=n * crowd.given / 100), rng);
    riddle.forbid(rng.u32(0..=crowd.forbidden), rng);
    riddle
}

/// Runs a test on so many random boards; its last argument names the board.
fn on_boards(law: Law, crowd: Crowd, count: u64, test: impl Fn(&Riddle, &Options, &str) + Sync) {
    (0..count).into_par_iter().for_each(|seed| {
        let riddle = random(law, crowd, seed);
        let options = Options {
            encoding: Encoding::ALL[seed as usize % Encoding::ALL.len()],
            solver: Embedded::ALL[seed as usize / Encoding::ALL.len() % Embedded::ALL.len()].into(),
            ..Options::default()
        };
        test(&riddle, &options, &format!("seed {seed}: {riddle}"));
    });
}

fn cells_of(squares: &[Square]) -> Vec<Cell> {
    squares.iter().copied().map(cell).collect()
}

/// Members of a reason: squares with a queen (true) or forbidden (false).
type Members = Vec<(Cell, bool)>;

/// Whether the board with these squares settled and no others has a placement.
fn has_placement(riddle: &Riddle, peaceful: &[u64], members: &Members) -> bool {
    let those = |queen: bool| -> Vec<Cell> {
        let members = members.iter().filter(|member| member.1 == queen);
        members.map(|member| member.0).collect()
    };
    let alone = riddle.with_settled(&those(true), &those(false));
    peaceful.iter().any(|&queens| alone.keeps_settled(queens))
}

#[test]
fn a_reason_excludes_every_placement_and_none_of_it_can_be_spared() {
    for law in LAWS {
        let (reasons, largest) = (AtomicUsize::new(0), AtomicUsize::new(0));
        on_boards(law, CROWDED, 4000, |riddle, options, name| {
            if !riddle.placements().is_empty() {
                return;
            }
            let reason = explain(&riddle.puzzle(), options).expect("small");
            let reason = reason.unwrap_or_else(|| panic!("no reason for {name}"));
            let (queens, forbidden) = (cells_of(&reason.queens), cells_of(&reason.forbidden));
            let name = format!("{queens:?} and without {forbidden:?} of {name}");
            assert!(queens.iter().all(|c| riddle.given.contains(c)), "{name}");
            let settled = |c| riddle.forbidden.contains(c);
            assert!(forbidden.iter().all(settled), "{name}");

            let peaceful = riddle.peaceful();
            let mut members: Members = queens.into_iter().map(|cell| (cell, true)).collect();
            members.extend(forbidden.into_iter().map(|cell| (cell, false)));
            assert!(!has_placement(riddle, &peaceful, &members), "{name}");
            for i in 0..members.len() {
                let mut fewer = members.clone();
                let spared = fewer.remove(i);
                let needed = has_placement(riddle, &peaceful, &fewer);
                assert!(needed, "{spared:?} can be spared in {name}");
            }
            reasons.fetch_add(1, Ordering::Relaxed);
            largest.fetch_max(members.len(), Ordering::Relaxed);
        });
        let (reasons, largest) = (reasons.into_inner(), largest.into_inner());
        assert!(reasons > 1000, "{law:?}: only {reasons} reasons");
        assert!(largest > 5, "{law:?}: the largest has {largest} members");
    }
}

#[test]
fn given_queens_that_attack_each_other_are_named_with_the_line() {
    for law in LAWS {
        let named = AtomicUsize::new(0);
        on_boards(law, CROWDED, 4000, |riddle, options, name| {
            if !riddle.placements().is_empty() {
                return;
            }
            let reason = explain(&riddle.puzzle(), options).expect("small");
            let reason = reason.unwrap_or_else(|| panic!("no reason for {name}"));
            // A smaller reason comes first: one queen, or nothing at all, can be enough.
            let queens = cells_of(&reason.queens);
            let attack_each_other = |queens: &[Cell]| {
                let lines = |a: &Cell| queens.iter().any(|&b| is_attack(riddle, *a, b));
                queens.iter().any(lines)
            };
            let alone = queens.len() + reason.forbidden.len() < 2;
            let expected = attack_each_other(&riddle.given) && !alone;
            assert_eq!(attack_each_other(&queens), expected, "{reason:?}, {name}");

            let attacks = reason.attacks.iter().map(|attack| {
                let line = attack.line.to_string();
                (cell(attack.a), cell(attack.b), line)
            });
            // All attacks among the given queens are named, whatever the reason is.
            let mut given = riddle.given.clone();
            given.sort_unstable();
            given.dedup();
            let mut lines = Vec::new();
            for (i, &a) in given.iter().enumerate() {
                for &b in &given[i + 1..] {
                    lines.extend(riddle.lines(a, b).into_iter().map(|line| (a, b, line)));
                }
            }
            assert_eq!(attacks.collect::<Vec<_>>(), lines, "{name}");
            named.fetch_add(usize::from(expected), Ordering::Relaxed);
        });
        let named = named.into_inner();
        assert!(named > 10, "{law:?}: only {named} pairs");
    }
}

fn is_attack(riddle: &Riddle, a: Cell, b: Cell) -> bool {
    a != b && !riddle.lines(a, b).is_empty()
}

#[test]
fn a_puzzle_with_a_placement_has_no_reason() {
    for law in LAWS {
        on_boards(law, CROWDED, 4000, |riddle, options, name| {
            let puzzle = riddle.puzzle();
            if puzzle.has_settled() && !riddle.placements().is_empty() {
                let reason = explain(&puzzle, options).expect("small");
                assert_eq!(reason, None, "{name}");
            }
        });
    }
}

#[test]
fn a_board_without_any_placement_is_its_own_reason() {
    let empty = Riddle::bare(3, Law::Plain, &mut Rng::with_seed(0));
    for (given, forbidden) in [
        (vec![], vec![]),
        (vec![(0, 0)], vec![]),
        (vec![(0, 0), (1, 1)], vec![(2, 2)]),
        (vec![(0, 0)], vec![(0, 0)]),
    ] {
        let puzzle = empty.with_settled(&given, &forbidden).puzzle();
        let reason = explain(&puzzle, &Options::default()).expect("small");
        let reason = reason.unwrap_or_else(|| panic!("no reason for {given:?}"));
        assert!(
            reason.queens.is_empty() && reason.forbidden.is_empty(),
            "{given:?}"
        );
    }
}

#[test]
fn the_backbone_is_what_all_placements_share() {
    for law in LAWS {
        let found = AtomicUsize::new(0);
        on_boards(law, SPARSE, 2000, |riddle, options, name| {
            let placements = riddle.placements();
            let always = placements.iter().fold(u64::MAX, |all, p| all & p);
            let sometimes = placements.iter().fold(0, |any, p| any | p);
            let squares = |holds: &dyn Fn(u64) -> bool| {
                let mut cells = riddle.cells();
                cells.retain(|&cell| holds(riddle.bit(cell)));
                cells.into_iter().map(square).collect()
            };
            let expected = (!placements.is_empty()).then(|| Backbone {
                queens: squares(&|bit| always & bit != 0),
                empty: squares(&|bit| sometimes & bit == 0),
            });
            let backbone = backbone(&riddle.puzzle(), options).expect("small");
            assert_eq!(backbone, expected, "{name}");
            found.fetch_add(usize::from(placements.len() > 1), Ordering::Relaxed);
        });
        let found = found.into_inner();
        assert!(found > 150, "{law:?}: only {found} with several placements");
    }
}

#[test]
fn a_placement_is_the_only_one_exactly_where_there_is_one() {
    for law in LAWS {
        let only = AtomicUsize::new(0);
        on_boards(law, SPARSE, 2000, |riddle, options, name| {
            let (placements, puzzle) = (riddle.placements(), riddle.puzzle());
            let Solution::Placement(placement) = solve(&puzzle, options).expect("small") else {
                assert!(placements.is_empty(), "{name}");
                return;
            };
            assert!(placements.contains(&riddle.set_of_columns(placement.columns())));
            let unique = is_unique(&puzzle, &placement, options).expect("small");
            assert_eq!(unique, Some(placements.len() == 1), "{name}");
            only.fetch_add(usize::from(placements.len() == 1), Ordering::Relaxed);
        });
        let only = only.into_inner();
        assert!(only > 100, "{law:?}: only {only} with one placement");
    }
}

/// How many placements the native search finds.
fn count(puzzle: &Puzzle) -> usize {
    let mut count = 0;
    let rows = Rows::new(puzzle).expect("small");
    let end = rows.for_each(|_| {
        count += 1;
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    count
}

#[test]
fn the_puzzle_of_1850_has_two_placements() {
    let named = |name| Square::parse(name, 8).expect("a square");
    let puzzle = Puzzle::queens(8).queen(named("b4")).expect("on the board");
    let puzzle = puzzle.queen(named("d5")).expect("on the board");
    assert_eq!(count(&puzzle), 2);
    let options = Options::default();
    let Solution::Placement(placement) = solve(&puzzle, &options).expect("small") else {
        panic!("it has a placement");
    };
    let unique = is_unique(&puzzle, &placement, &options).expect("small");
    assert_eq!(unique, Some(false));
}

#[test]
fn of_the_1288_peaceful_pairs_on_the_chess_board_236_have_no_placement() {
    let board = Riddle::bare(8, Law::Plain, &mut Rng::with_seed(0));
    let (cells, peaceful) = (board.cells(), board.peaceful());
    let mut pairs = Vec::new();
    for (i, &a) in cells.iter().enumerate() {
        let apart = cells[..i].iter().filter(|&&b| !is_attack(&board, a, b));
        pairs.extend(apart.map(|&b| vec![b, a]));
    }
    assert_eq!(pairs.len(), 1288);
    let without = pairs.par_iter().filter(|pair| {
        let riddle = board.with_settled(pair, &[]);
        let none = !peaceful.iter().any(|&queens| riddle.keeps_settled(queens));
        let (puzzle, options) = (riddle.puzzle(), Options::default());
        assert_eq!(count(&puzzle) == 0, none, "the reference on {riddle}");
        let solution = solve(&puzzle, &options).expect("small");
        assert_eq!(solution == Solution::None, none, "SAT on {riddle}");
        if none {
            let reason = explain(&puzzle, &options).expect("small").expect("none");
            assert_eq!(cells_of(&reason.queens), **pair, "{riddle}");
        }
        none
    });
    assert_eq!(without.count(), 236);
}
