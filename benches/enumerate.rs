//! How fast: every placement, counted and listed; and clasp on the export, if it is on the path.
//!
//! `cargo bench --bench enumerate` runs it in some five minutes.

use std::fs::File;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use divan::Bencher;
use queensat::crosscheck::{self, Task, Way};
use queensat::encode::{Formula, write_dimacs};
use queensat::enumerate::{Batches, Order, Plan};
use queensat::formats::{PlacementFormat, write_placement};
use queensat::{Encoding, Interrupt, Options, Puzzle};

fn main() {
    divan::main();
}

const PLACEMENTS: [u64; 15] = [
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14_200, 73_712, 365_596,
];

fn count(n: u32, threads: usize, cube_rows: Option<u32>) {
    let task = Task {
        puzzle: Puzzle::queens(n),
        threads,
        cube_rows,
        ..Task::default()
    };
    let count = crosscheck::count(&task, &Way::Blocking, None, &|_| ()).expect("small");
    assert_eq!(count.map(|c| c.count), Some(PLACEMENTS[n as usize]));
}

/// One solver for the whole board, with all blocking clauses.
#[divan::bench(args = [10, 12], sample_count = 3, sample_size = 1)]
fn count_with_one_solver(n: u32) {
    count(n, 1, Some(0));
}

#[divan::bench(args = [8, 10, 12, 13, 14], sample_count = 3)]
fn count_with_cubes(n: u32) {
    count(n, 1, None);
}

#[divan::bench(args = [12, 13, 14], sample_count = 3)]
fn count_with_two_threads(n: u32) {
    count(n, 2, None);
}

fn list(n: u32, order: Order, threads: usize) {
    let puzzle = Puzzle::queens(n);
    let plan = Plan {
        threads,
        ..Plan::new(&puzzle, order, false)
    };
    let batches = Batches::new(&puzzle, Options::default(), &plan).expect("small");
    let mut out = io::BufWriter::new(File::create("/dev/null").expect("there"));
    let mut listed = 0;
    for batch in batches {
        for placement in batch.expect("right").placements {
            write_placement(&placement, PlacementFormat::List, &mut out).expect("written");
            listed += 1;
        }
    }
    out.flush().expect("written");
    assert_eq!(listed, PLACEMENTS[n as usize]);
}

#[divan::bench(args = [12, 14], sample_count = 3, sample_size = 1)]
fn list_in_order(n: u32) {
    list(n, Order::Lexicographic, 1);
}

#[divan::bench(args = [12, 14], sample_count = 3, sample_size = 1)]
fn list_in_order_with_two_threads(n: u32) {
    list(n, Order::Lexicographic, 2);
}

#[divan::bench(args = [12, 14], sample_count = 3, sample_size = 1)]
fn list_unordered(n: u32) {
    list(n, Order::AsFound, 1);
}

/// The sizes for clasp; none where it is not installed.
fn for_clasp() -> Vec<u32> {
    let mut help = Command::new("clasp");
    help.arg("--help").stdout(Stdio::null());
    match help.status() {
        Ok(_) => vec![8, 10, 12, 13, 14],
        Err(_) => Vec::new(),
    }
}

/// `clasp -n 0` on the export with pairwise clauses, with `-q` to count only.
fn clasp(bencher: Bencher, n: u32, options: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("queens.cnf");
    let file = io::BufWriter::new(File::create(&path).expect("created"));
    let puzzle = Puzzle::queens(n);
    let formula = Formula::new(&puzzle, Encoding::Pairwise);
    assert!(write_dimacs(&formula, file, Interrupt::new()).is_ok());
    bencher.bench_local(|| {
        let mut clasp = Command::new("clasp");
        clasp.args(["-n", "0"]).args(options).arg(&path);
        let status = clasp.stdout(Stdio::null()).status().expect("started");
        // All models were found.
        assert_eq!(status.code(), Some(30));
    });
}

#[divan::bench(args = for_clasp(), sample_count = 3, sample_size = 1)]
fn clasp_counts(bencher: Bencher, n: u32) {
    clasp(bencher, n, &["-q"]);
}

#[divan::bench(args = for_clasp(), sample_count = 3, sample_size = 1)]
fn clasp_lists(bencher: Bencher, n: u32) {
    clasp(bencher, n, &[]);
}
