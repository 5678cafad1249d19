//! How fast formulas are written, to nowhere: the exports of large boards in every format.
//!
//! Bytes a second are those of the file.

use std::io::{self, Write};

use divan::Bencher;
use divan::counter::BytesCount;
use queensat::encode::{CardinalityFormat, Formula, write_dimacs};
use queensat::{Encoding, Interrupt, Puzzle};

fn main() {
    divan::main();
}

/// Counts what is written, and forgets it.
#[derive(Default)]
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs it once to know how long the file is, and then for the measure.
fn measure(bencher: Bencher, write: impl Fn() -> u64 + Sync) {
    bencher.counter(BytesCount::new(write())).bench(write);
}

fn dimacs(bencher: Bencher, n: u32, encoding: Encoding) {
    let puzzle = Puzzle::queens(n);
    measure(bencher, || {
        let formula = Formula::new(&puzzle, encoding);
        let written = write_dimacs(&formula, Count::default(), Interrupt::new());
        written.expect("nothing fails").0
    });
}

#[divan::bench(args = [1000, 2000], sample_count = 10)]
fn write_product(bencher: Bencher, n: u32) {
    dimacs(bencher, n, Encoding::Product);
}

#[divan::bench(sample_count = 5)]
fn write_pairwise_400(bencher: Bencher) {
    dimacs(bencher, 400, Encoding::Pairwise);
}

/// At most one as a single constraint: long lines of literals.
#[divan::bench(
    args = [CardinalityFormat::Opb, CardinalityFormat::Knf, CardinalityFormat::CnfPlus],
    sample_count = 10
)]
fn write_cardinality_1000(bencher: Bencher, format: CardinalityFormat) {
    let puzzle = Puzzle::queens(1000);
    measure(bencher, || {
        let written = format.write(&puzzle, Count::default(), Interrupt::new());
        written.expect("nothing fails").0
    });
}
