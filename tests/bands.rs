//! Bands count what the reference does, on every board and by every code path.

mod common;

use common::{PLACEMENTS, fails_with_one_line, json, queensat, stdout_of};
use fastrand::Rng;
use queensat::search::bands::{self, Cpu, Settings};
use queensat::search::{self, Rows};
use queensat::{Interrupt, Puzzle, Square};

/// The paths that this machine has.
fn paths() -> impl Iterator<Item = Cpu> {
    Cpu::ALL.into_iter().filter(|cpu| cpu.is_here())
}

fn by_bands(puzzle: &Puzzle, settings: Settings) -> u64 {
    let rows = Rows::new(puzzle).expect("small");
    let count = bands::count(&rows, settings, &Interrupt::new(), &|_, _| ());
    count.expect("a plain board").expect("nobody interrupts")
}

fn by_reference(puzzle: &Puzzle) -> u64 {
    let rows = Rows::new(puzzle).expect("small");
    search::count(&rows, &Interrupt::new(), &|_, _| ()).expect("nobody interrupts")
}

#[test]
fn empty_boards() {
    for cpu in paths() {
        for n in 0..=13 {
            for memory in [1 << 19, 1 << 20, 1 << 30] {
                // Little memory makes low bands, and a middle of many rows.
                let counted = by_bands(&Puzzle::queens(n), Settings { cpu, memory });
                assert_eq!(
                    counted as usize, PLACEMENTS[n as usize],
                    "{n} {cpu} {memory}"
                );
            }
        }
    }
}

/// A board with a few forbidden squares, or many, and a few queens.
fn random_board(rng: &mut Rng) -> Puzzle {
    let n = rng.u32(8..=13);
    let mut puzzle = Puzzle::queens(n);
    let forbidden = [0, 3, n, n * n / 4][rng.usize(0..4)];
    for _ in 0..forbidden {
        let square = Square::new(rng.u32(0..n), rng.u32(0..n));
        puzzle = puzzle.forbid(square).expect("on the board");
    }
    for _ in 0..rng.u32(0..4) {
        let square = Square::new(rng.u32(0..n), rng.u32(0..n));
        let peaceful = puzzle
            .given()
            .iter()
            .all(|&q| !puzzle.laws().attack(n, q, square));
        if peaceful || rng.u32(0..20) == 0 {
            puzzle = puzzle.queen(square).expect("on the board");
        }
    }
    puzzle
}

#[test]
fn four_hundred_boards_with_forbidden_squares_and_given_queens() {
    let mut rng = Rng::with_seed(7);
    let mut with_placements = 0;
    for _ in 0..400 {
        let puzzle = random_board(&mut rng);
        let expected = by_reference(&puzzle);
        with_placements += u32::from(expected > 0);
        for cpu in paths() {
            let memory = [1 << 30, 1 << 20][rng.usize(0..2)];
            let counted = by_bands(&puzzle, Settings { cpu, memory });
            assert_eq!(counted, expected, "{cpu}, {memory}: {puzzle:?}");
        }
    }
    assert!((200..400).contains(&with_placements), "{with_placements}");
}

#[test]
fn the_program_counts_by_bands_from_12_on() {
    for (n, placements) in PLACEMENTS.iter().enumerate() {
        for cpu in paths() {
            let counted = stdout_of(&format!("count {n} --by bands --cpu {cpu} --threads 2"));
            assert_eq!(counted, format!("{placements}\n"), "N = {n}, {cpu}");
        }
    }
    let report = json(
        &queensat("count 16 --json --max-memory 25M")
            .output()
            .unwrap(),
    );
    let used = &report["ways"][0]["bands"];
    assert!(used["height"].as_u64().unwrap() < 7, "{used}");
    assert!(used["megabytes"].as_u64().unwrap() <= 25, "{used}");
    assert_eq!(report["count"], "14772512");
    let ways = |n: u32| {
        let report = json(&queensat(&format!("count {n} --json")).output().unwrap());
        assert_eq!(report["agreed"], true);
        report["ways"][0]["way"].clone()
    };
    assert_eq!(
        [ways(11), ways(12), ways(16)],
        ["backtrack", "bands", "bands"]
    );
    assert_eq!(stdout_of("count 15 -q"), "2279184\n");
    assert_eq!(stdout_of("count 14 -q --unique --by bands"), "45752\n");
    assert_eq!(
        stdout_of("count 13 -q --by bands,backtrack --queen a1"),
        "2760\n"
    );
}

#[test]
fn what_bands_cannot_count_is_refused() {
    for (arguments, cure) in [
        ("count 7 --torus --by bands", "backtrack"),
        ("count 7 --rooks --by bands", "backtrack"),
        ("count 8 --symmetry half --by bands", "backtrack"),
        ("count 25 --by bands", "N = 24"),
        ("count 12 --limit 5 --by bands", "limit"),
        ("count 12 --by bands --cpu mmx", "portable, avx2, avx512"),
        ("count 12 --by bands --max-memory 1K", "--max-memory"),
        ("count 12 --by backtrack --max-memory 1G", "bands"),
        ("count 12 --by blocking --cpu portable", "bands"),
        ("count 12 --by bands --cubes 3", "blocking"),
        ("count 12 --by bands --max-memory 1X", "512M"),
        ("count 12 --by bands --max-memory 99999999999G", "512M"),
    ] {
        let line = fails_with_one_line(&mut queensat(arguments), 2);
        assert!(line.contains(cure), "{arguments}: {line}");
    }
}

#[test]
#[ignore = "takes a minute; the checks before a change lands run it"]
fn the_table_goes_on_to_18_on_every_path() {
    let table = [2_279_184, 14_772_512, 95_815_104, 666_090_624_u64];
    for cpu in paths() {
        for (n, expected) in (15..).zip(table) {
            let settings = Settings {
                cpu,
                ..Settings::default()
            };
            assert_eq!(
                by_bands(&Puzzle::queens(n), settings),
                expected,
                "N = {n}, {cpu}"
            );
        }
    }
    let little = Settings {
        memory: 256 << 20,
        ..Settings::default()
    };
    assert_eq!(by_bands(&Puzzle::queens(17), little), table[2]);
}
