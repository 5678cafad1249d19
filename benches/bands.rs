//! How fast: the native counts.
//!
//! `cargo bench --bench bands` runs it in a minute or two.

use divan::Bencher;
use queensat::search::bands::{self, Cpu, Settings};
use queensat::search::{self, Rows};
use queensat::{Interrupt, Puzzle};

fn main() {
    divan::main();
}

const PLACEMENTS: [u64; 19] = [
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
];

/// In a pool of so many threads.
fn count(n: u32, threads: usize, count: impl Fn(&Rows) -> Option<u64> + Sync) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.build().expect("threads");
    let rows = Rows::new(&Puzzle::queens(n)).expect("small");
    let counted = pool.install(|| count(&rows));
    assert_eq!(counted, Some(PLACEMENTS[n as usize]));
}

fn by_bands(n: u32, threads: usize, cpu: Cpu) {
    let settings = Settings {
        cpu,
        memory: 4 << 30,
    };
    let none = Interrupt::new();
    count(n, threads, |rows| {
        bands::count(rows, settings, &none, &|_, _| ()).expect("a plain board")
    });
}

/// The code paths of this machine.
fn paths() -> Vec<Cpu> {
    Cpu::ALL.into_iter().filter(|cpu| cpu.is_here()).collect()
}

#[divan::bench(args = [14, 15, 16, 17, 18], sample_count = 5, sample_size = 1)]
fn bands_one_thread(n: u32) {
    by_bands(n, 1, Cpu::best());
}

#[divan::bench(args = [17, 18], sample_count = 5, sample_size = 1)]
fn bands_two_threads(n: u32) {
    by_bands(n, 2, Cpu::best());
}

#[divan::bench(args = paths(), sample_count = 5, sample_size = 1)]
fn bands_17_by_path(bencher: Bencher, cpu: Cpu) {
    bencher.bench(|| by_bands(17, 1, cpu));
}

#[divan::bench(args = [14, 15, 16], sample_count = 3, sample_size = 1)]
fn backtrack_one_thread(n: u32) {
    let none = Interrupt::new();
    count(n, 1, |rows| search::count(rows, &none, &|_, _| ()));
}
