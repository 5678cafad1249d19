//! How fast formulas are read: the product export of N = 1000, 8.9 million clauses, from memory.

use std::io::{self, Cursor};

use divan::Bencher;
use divan::counter::BytesCount;
use queensat::cnf::{Cnf, CountClauses};
use queensat::encode::{Formula, write_dimacs};
use queensat::formats::{Leniency, read_cnf};
use queensat::{Encoding, Interrupt, Puzzle};

fn main() {
    divan::main();
}

fn export() -> Vec<u8> {
    let puzzle = Puzzle::queens(1000);
    let formula = Formula::new(&puzzle, Encoding::Product);
    let written = write_dimacs(&formula, Vec::new(), Interrupt::new());
    written.expect("there is memory for it")
}

/// Clauses counted and thrown away: what reading itself costs.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn read_product_1000(bencher: Bencher) {
    let text = export();
    let bytes = BytesCount::of_slice(&text);
    bencher.counter(bytes).bench(|| {
        let mut count = CountClauses::default();
        read_cnf(Cursor::new(&text), Leniency::Strict, &mut count).expect("read");
        count
    });
}

/// Clauses kept in memory.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn keep_product_1000(bencher: Bencher) {
    let text = export();
    let bytes = BytesCount::of_slice(&text);
    bencher.counter(bytes).bench(|| {
        let mut cnf = Cnf::new();
        read_cnf(Cursor::new(&text), Leniency::Strict, &mut cnf).expect("read");
        cnf
    });
}

/// What the machine can do at most: the bytes copied.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn copy_product_1000(bencher: Bencher) {
    let text = export();
    let bytes = BytesCount::of_slice(&text);
    bencher
        .counter(bytes)
        .bench(|| io::copy(&mut Cursor::new(&text), &mut io::sink()));
}
