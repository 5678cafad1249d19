//! How fast: encoding, loading, one placement by each method, and other solvers on the export.
//!
//! `cargo bench` runs it in some minutes; memory is for `/usr/bin/time -v` to tell. Other solvers are
//! those of minisat and kissat that are on the path; a solver that has not answered within a minute is
//! stopped and counts with that minute.

use std::fs::File;
use std::hint::black_box;
use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use divan::Bencher;
use queensat::board::Turn;
use queensat::cnf::{CountClauses, ToCnf};
use queensat::encode::{Fixed, Formula, SquareMap, emit, write_dimacs};
use queensat::first::Method;
use queensat::solver::Varisat;
use queensat::{Encoding, Interrupt, Options, Puzzle, Solution, solve};

fn main() {
    divan::main();
}

/// Clauses made and thrown away: what encoding itself costs.
#[divan::bench(args = [Encoding::Product, Encoding::Bimander, Encoding::Sequential])]
fn encode_1000(bencher: Bencher, encoding: Encoding) {
    let puzzle = Puzzle::queens(1000);
    let map = Fixed::new(1000).expect("small");
    bencher.bench(|| {
        let mut count = CountClauses::default();
        let mut cnf = ToCnf::new(encoding, map.variables(), &mut count);
        let _ = emit(&puzzle, &map, &mut cnf);
        count
    });
}

/// The formula under the fixed numbering, line after line into varisat, without solving.
#[divan::bench(args = [100, 400, 1000], sample_count = 3)]
fn load_varisat(bencher: Bencher, n: u32) {
    let puzzle = Puzzle::queens(n);
    let map = Fixed::new(n).expect("small");
    bencher.bench(|| {
        let mut solver = Varisat::new(Varisat::MAX_VARIABLES, Interrupt::new()).expect("small");
        let mut cnf = ToCnf::new(Encoding::Product, map.variables(), &mut solver);
        let _ = emit(&puzzle, &map, &mut cnf);
        solver
    });
}

/// One placement; encoding, loading and search together.
fn place(puzzle: Puzzle, method: Method, encoding: Encoding, seed: u64) {
    let options = Options {
        method,
        encoding,
        seed,
        ..Options::default()
    };
    let solution = solve(black_box(&puzzle), &options).expect("answered");
    assert!(matches!(solution, Solution::Placement(_)));
}

/// Cycles through seeds, so that the median is not one start's luck.
fn over_seeds(bencher: Bencher, place: impl Fn(u64) + Sync) {
    let mut seed = 0;
    bencher
        .with_inputs(|| {
            seed += 1;
            seed
        })
        .bench_local_values(place);
}

#[divan::bench(args = [100, 200, 400, 1000, 2000, 4000], sample_count = 3)]
fn whole_board(bencher: Bencher, n: u32) {
    over_seeds(bencher, |seed| {
        place(Puzzle::queens(n), Method::Whole, Encoding::Auto, seed);
    });
}

#[divan::bench(args = [
    Encoding::Pairwise, Encoding::Product, Encoding::Bimander, Encoding::Bitwise,
    Encoding::Commander, Encoding::Sequential,
], sample_count = 3)]
fn whole_board_200(bencher: Bencher, encoding: Encoding) {
    over_seeds(bencher, |seed| {
        place(Puzzle::queens(200), Method::Whole, encoding, seed);
    });
}

#[divan::bench(args = [Turn::Half, Turn::Quarter], sample_count = 3)]
fn symmetric_2000(bencher: Bencher, turn: Turn) {
    over_seeds(bencher, |seed| {
        let puzzle = Puzzle::queens(2000).symmetric(turn);
        place(puzzle, Method::Whole, Encoding::Auto, seed);
    });
}

#[divan::bench(args = [100, 1000, 10_000, 100_000, 1_000_000, 10_000_000], sample_count = 5)]
fn complete(bencher: Bencher, n: u32) {
    over_seeds(bencher, |seed| {
        place(Puzzle::queens(n), Method::Complete, Encoding::Auto, seed);
    });
}

/// The program with its arguments, for a plain product export of N = 1000.
fn installed() -> Vec<&'static str> {
    let mut programs = vec!["minisat -verb=0", "kissat -q"];
    programs.retain(|words| {
        let program = words.split(' ').next().unwrap_or_default();
        let mut help = Command::new(program);
        help.arg("--help")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        help.status().is_ok()
    });
    programs
}

#[divan::bench(args = installed(), sample_count = 1, sample_size = 1)]
fn other_solvers_1000(bencher: Bencher, words: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("queens.cnf");
    let file = io::BufWriter::new(File::create(&path).expect("created"));
    let puzzle = Puzzle::queens(1000);
    let formula = Formula::new(&puzzle, Encoding::Product);
    assert!(write_dimacs(&formula, file, Interrupt::new()).is_ok());
    bencher.bench_local(|| {
        let mut words = words.split(' ');
        let mut solver = Command::new(words.next().unwrap_or_default());
        solver.args(words).arg(&path);
        let mut child = solver
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(60) {
            if child.try_wait().expect("waited for").is_some() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("killed");
        child.wait().expect("gone");
    });
}
