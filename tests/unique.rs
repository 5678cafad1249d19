//! One placement of each orbit: the smallest list, whatever finds it; and the same search, weighted,
//! gives all placements.

mod common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use common::{brute_force, json, queensat, read_lists, stdout_of};
use fastrand::Rng;
use queensat::board::{Laws, Regions, Turn};
use queensat::crosscheck::{self, Task, Way};
use queensat::enumerate::{Batches, Order, Placements, Plan};
use queensat::search::Rows;
use queensat::{Interrupt, Options, Puzzle, Square};

/// Placements of a plain board up to turns and mirrors, N = 1, 2, … (OEIS A002562).
const UNIQUE: [u64; 15] = [
    1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285_053,
];

/// Where the eight symmetries carry a square.
fn images(row: u32, col: u32, n: u32) -> [(u32, u32); 8] {
    let (r, c, last) = (row, col, n.saturating_sub(1));
    [
        (r, c),
        (r, last - c),
        (last - r, c),
        (last - r, last - c),
        (c, r),
        (c, last - r),
        (last - c, r),
        (last - c, last - r),
    ]
}

/// A list under those of the eight symmetries that are in a set of bits.
fn images_of_list(columns: &[u32], symmetries: u8) -> Vec<Vec<u32>> {
    let n = columns.len() as u32;
    let one = |i: usize| {
        let mut image = vec![0; columns.len()];
        for (row, &col) in (0..).zip(columns) {
            let (row, col) = images(row, col, n)[i];
            image[row as usize] = col;
        }
        image
    };
    let of_set = (0..8).filter(|i| symmetries >> i & 1 == 1);
    of_set.map(one).collect()
}

/// Which of the eight carry a set of squares to itself.
fn keep(squares: &BTreeSet<(u32, u32)>, n: u32) -> u8 {
    let keeps = |i: usize| {
        let mut moved = squares.iter().map(|&(r, c)| images(r, c, n)[i]);
        moved.all(|square| squares.contains(&square))
    };
    (0..8).filter(|&i| keeps(i)).fold(0, |set, i| set | 1 << i)
}

fn smallest(all: &BTreeSet<Vec<u32>>, symmetries: u8) -> BTreeSet<Vec<u32>> {
    let is_smallest = |list: &&Vec<u32>| {
        images_of_list(list, symmetries)
            .iter()
            .all(|image| image >= *list)
    };
    all.iter().filter(is_smallest).cloned().collect()
}

fn found(puzzle: &Puzzle, plan: &Plan) -> Vec<Vec<u32>> {
    let placements = Placements::new(puzzle, Options::default(), plan).expect("small");
    let list = placements.map(|placement| placement.expect("right").columns().to_vec());
    list.collect()
}

/// Every plan gives these placements and these smallest lists, in order if asked.
fn every_plan_finds(
    puzzle: &Puzzle,
    all: &BTreeSet<Vec<u32>>,
    symmetries: u8,
    plans: impl Iterator<Item = (u32, usize)>,
) {
    let unique = smallest(all, symmetries);
    for (cube_rows, threads) in plans {
        for (order, one_an_orbit) in [
            (Order::Lexicographic, false),
            (Order::Lexicographic, true),
            (Order::AsFound, false),
            (Order::AsFound, true),
        ] {
            let plan = Plan {
                cube_rows,
                threads,
                ..Plan::new(puzzle, order, one_an_orbit)
            };
            let name = format!("{puzzle:?}, {plan:?}");
            let expected = if one_an_orbit { &unique } else { all };
            let mut list = found(puzzle, &plan);
            if order == Order::AsFound {
                list.sort_unstable();
            }
            assert!(list.iter().eq(expected), "{name}");
            let plan = Plan {
                listed: false,
                whole_cubes: threads == 2,
                ..plan
            };
            let batches = Batches::new(puzzle, Options::default(), &plan).expect("small");
            let counts = batches.map(|batch| batch.expect("right").count);
            assert_eq!(counts.sum::<u64>(), expected.len() as u64, "{name}");
        }
    }
    let is_plain = *puzzle.laws() == Laws::queens() && puzzle.turn().is_none();
    for way in Way::ALL {
        if way == Way::Bands && !is_plain {
            continue; // it counts no others
        }
        for (one_an_orbit, expected) in [(false, all), (true, &unique)] {
            let task = Task {
                puzzle: puzzle.clone(),
                unique: one_an_orbit,
                threads: 2,
                ..Task::default()
            };
            let count = crosscheck::count(&task, &way, None, &|_| ()).expect("small");
            let count = count.map(|count| count.count);
            assert_eq!(count, Some(expected.len() as u64), "{puzzle:?} by {way}");
        }
    }
}

fn all_plans(n: u32) -> impl Iterator<Item = (u32, usize)> {
    (0..=n).flat_map(|rows| [1, 2].map(|threads| (rows, threads)))
}

#[test]
fn plain_boards() {
    for n in 0..=8 {
        every_plan_finds(&Puzzle::queens(n), &brute_force(n), 255, all_plans(n));
    }
}

#[test]
fn a_torus_and_rooks() {
    for n in 0..=7 {
        let of_torus = |list: &Vec<u32>| {
            let wrapped = |sign: i64| -> BTreeSet<i64> {
                let along = (0..).zip(list).map(|(r, &c)| i64::from(c) + sign * r);
                along.map(|d| d.rem_euclid(i64::from(n))).collect()
            };
            wrapped(1).len() == list.len() && wrapped(-1).len() == list.len()
        };
        let all = brute_force(n).into_iter().filter(of_torus).collect();
        every_plan_finds(&Puzzle::torus(n), &all, 255, all_plans(n));
    }
    for n in 0..=5 {
        let mut all = BTreeSet::new();
        permutations(&mut Vec::new(), n, &mut all);
        every_plan_finds(&Puzzle::rooks(n), &all, 255, all_plans(n));
    }
}

fn permutations(list: &mut Vec<u32>, n: u32, all: &mut BTreeSet<Vec<u32>>) {
    if list.len() == n as usize {
        all.insert(list.clone());
    }
    for col in (0..n).filter(|col| !list.contains(col)).collect::<Vec<_>>() {
        list.push(col);
        permutations(list, n, all);
        list.pop();
    }
}

/// A random set of squares that some of the symmetries keep, often not all.
fn random_squares(rng: &mut Rng, n: u32) -> BTreeSet<(u32, u32)> {
    let generators: u8 = match rng.u8(0..4) {
        0 => 0,
        1 => 1 << rng.u8(1..8),
        _ => 1 << rng.u8(1..8) | 1 << rng.u8(1..8),
    };
    let mut squares = BTreeSet::new();
    for _ in 0..rng.u32(0..4) {
        squares.insert((rng.u32(0..n), rng.u32(0..n)));
    }
    loop {
        let moved: BTreeSet<_> = squares
            .iter()
            .flat_map(|&(r, c)| {
                let some = (0..8).filter(|i| generators >> i & 1 == 1);
                some.map(move |i| images(r, c, n)[i])
            })
            .collect();
        let before = squares.len();
        squares.extend(moved);
        if squares.len() == before {
            return squares;
        }
    }
}

#[test]
fn boards_whose_squares_keep_some_of_the_symmetries() {
    let mut rng = Rng::with_seed(5);
    let mut groups = BTreeSet::new();
    for _ in 0..400 {
        let n = rng.u32(4..=8);
        let (forbidden, mut given) = (random_squares(&mut rng, n), random_squares(&mut rng, n));
        if rng.bool() {
            given.clear();
        }
        let mut puzzle = Puzzle::queens(n);
        for &(row, col) in &forbidden {
            puzzle = puzzle.forbid(Square::new(row, col)).expect("on the board");
        }
        for &(row, col) in &given {
            puzzle = puzzle.queen(Square::new(row, col)).expect("on the board");
        }
        let fits = |list: &Vec<u32>| {
            given.iter().all(|&(r, c)| list[r as usize] == c)
                && forbidden.iter().all(|&(r, c)| list[r as usize] != c)
        };
        let all = brute_force(n).into_iter().filter(fits).collect();
        let symmetries = keep(&given, n) & keep(&forbidden, n);
        groups.insert(symmetries);
        let plans = [(rng.u32(0..=n), 1), (rng.u32(1..=n), 2)];
        every_plan_finds(&puzzle, &all, symmetries, plans.into_iter());
    }
    assert!(groups.len() > 6, "{groups:?}");
}

#[test]
fn symmetric_placements() {
    for n in 4..=8 {
        for turn in Turn::ALL {
            let puzzle = Puzzle::queens(n).symmetric(turn);
            let image = match turn {
                Turn::Half => 3,
                Turn::Quarter => 5,
            };
            let keeps = |list: &Vec<u32>| images_of_list(list, 1 << image)[0] == *list;
            let all = brute_force(n).into_iter().filter(keeps).collect();
            every_plan_finds(&puzzle, &all, 255, all_plans(n));
        }
    }
}

#[test]
fn regions_with_a_symmetry_and_without() {
    // The first is its own mirror image, the second its own image after a half turn.
    for (text, symmetries) in [
        ("AABCC\nAABCC\nDDBEE\nDDBEE\nDDBEE\n", 0b11),
        ("AABBC\nABBBC\nDDBCC\nDEEEC\nDEECC\n", 0b1),
        ("AAAAB\nACBBB\nCCCEE\nDDDEC\nDEEEE\n", 0b1),
        ("AAABBB\nAACBBB\nACCCCB\nEDDDDF\nEEEDFF\nEEEFFF\n", 0b1001),
    ] {
        let regions = Regions::parse(text).expect("regions");
        let n = regions.n();
        let rows: Vec<Vec<u8>> = text.lines().map(|line| line.bytes().collect()).collect();
        let fits = |list: &Vec<u32>| {
            let letters: BTreeSet<u8> = (0..)
                .zip(list)
                .map(|(r, &c)| rows[r as usize][c as usize])
                .collect();
            let apart = list.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1);
            letters.len() == list.len() && apart
        };
        let mut all = BTreeSet::new();
        permutations(&mut Vec::new(), n, &mut all);
        all.retain(fits);
        every_plan_finds(&Puzzle::regions(regions), &all, symmetries, all_plans(n));
    }
}

#[test]
fn the_program_lists_the_smallest_of_each_orbit_and_counts_them() {
    for n in 1..=9 {
        let expected: Vec<Vec<u32>> = smallest(&brute_force(n), 255).into_iter().collect();
        assert_eq!(expected.len() as u64, UNIQUE[n as usize - 1]);
        let enumerate = format!("enumerate {n} --unique --format list");
        if expected.is_empty() {
            common::fails_with_one_line(&mut queensat(&enumerate), 1);
        } else {
            assert_eq!(read_lists(&stdout_of(&enumerate)), expected);
            let any = read_lists(&stdout_of(&format!("{enumerate} --unordered")));
            assert_eq!(any.len(), expected.len());
            assert!(
                any.into_iter()
                    .collect::<BTreeSet<_>>()
                    .iter()
                    .eq(&expected)
            );
        }
        let count = format!("count {n} --unique --json --by blocking,backtrack");
        let report = json(&queensat(&count).output().unwrap());
        assert_eq!(report["count"], expected.len().to_string());
        assert_eq!(report["unique"], true);
        assert_eq!(report["published"]["source"], "OEIS A002562");
    }
}

#[test]
fn an_interrupted_run_in_order_has_no_gap() {
    let puzzle = Puzzle::queens(12);
    let mut cut = 0;
    for millis in 1..=60 {
        let interrupt = Interrupt::new();
        let options = Options {
            interrupt: interrupt.clone(),
            ..Options::default()
        };
        let plan = Plan {
            threads: 4,
            ..Plan::new(&puzzle, Order::Lexicographic, false)
        };
        let batches = Batches::new(&puzzle, options, &plan).expect("small");
        let timer = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(millis));
            interrupt.set();
        });
        let batches: Vec<_> = batches.map(|batch| batch.expect("right")).collect();
        timer.join().expect("it only waits");
        for (i, batch) in batches.iter().enumerate() {
            assert_eq!(batch.cube, i as u64);
            assert!(batch.done || i + 1 == batches.len());
        }
        cut += u32::from(batches.last().is_some_and(|batch| !batch.done));
    }
    assert!(cut > 0, "no cube was interrupted");
}

#[test]
fn a_limit_on_orbits_is_kept() {
    let first: Vec<_> = smallest(&brute_force(8), 255).into_iter().take(5).collect();
    let listed = stdout_of("enumerate 8 --unique --limit 5 --format list");
    assert_eq!(read_lists(&listed), first);
    for by in ["blocking", "backtrack"] {
        let counted = stdout_of(&format!("count 8 --unique --limit 5 --by {by}"));
        assert_eq!(counted, "5\n");
    }
}

/// The native search's placements and those of every depth of cubes, in both orders.
fn every_depth_lists_what_the_native_search_does(n: u32) {
    let puzzle = Puzzle::queens(n);
    let mut native = Vec::new();
    let end = Rows::new(&puzzle).expect("small").for_each(|columns| {
        native.push(columns.to_vec());
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    for (cube_rows, threads) in all_plans(n) {
        if cube_rows == 0 && threads > 1 {
            continue; // one cube is for one thread
        }
        for order in [Order::Lexicographic, Order::AsFound] {
            let plan = Plan {
                cube_rows,
                threads,
                ..Plan::new(&puzzle, order, false)
            };
            let mut list = found(&puzzle, &plan);
            if order == Order::AsFound {
                list.sort_unstable();
            }
            assert!(list == native, "N = {n}, {plan:?}");
        }
    }
}

#[test]
fn every_depth_of_cubes_lists_the_same_up_to_10() {
    (9..=10).for_each(every_depth_lists_what_the_native_search_does);
}

#[test]
#[ignore = "takes a minute; the checks before a change lands run it"]
fn every_depth_of_cubes_lists_the_same_up_to_12() {
    (11..=12).for_each(every_depth_lists_what_the_native_search_does);
}

#[test]
#[ignore = "takes a minute; the checks before a change lands run it"]
fn the_table_goes_on_to_15() {
    let all = [2680, 14_200, 73_712, 365_596, 2_279_184];
    for (n, all) in (11..).zip(all) {
        let counted = |more: &str| stdout_of(&format!("count {n} -q --by blocking {more}"));
        assert_eq!(counted(""), format!("{all}\n"));
        assert_eq!(counted("--unique"), format!("{}\n", UNIQUE[n - 1]));
    }
}
