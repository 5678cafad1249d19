//! At most one of k literals: seven ways to say it in clauses.
//!
//! One encoding a file; its head names the paper and gives the exact size. All encodings are
//! complete for unit propagation: one true literal makes every other one false.

mod bimander;
mod bitwise;
mod commander;
mod ladder;
mod pairwise;
mod product;
mod sequential;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::{ClauseSink, Lit, Size, Stop, Variables};

/// A way to encode at-most-one constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Encoding {
    /// The smallest for solving: pairwise for short lines, product for long ones, decided a line
    /// at a time ([`AUTO_PAIRWISE_UP_TO`]).
    #[default]
    Auto,
    Pairwise,
    Sequential,
    Ladder,
    Product,
    Commander,
    Bimander,
    Bitwise,
}

/// `auto` encodes lines of up to this many literals pairwise and longer ones by product.
pub const AUTO_PAIRWISE_UP_TO: usize = 50;

/// A name that is no encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no encoding '{0}': the encodings are {names}", names = Encoding::names())]
pub struct UnknownEncoding(String);

impl Encoding {
    /// All of them, `auto` first.
    pub const ALL: [Encoding; 8] = [
        Encoding::Auto,
        Encoding::Pairwise,
        Encoding::Sequential,
        Encoding::Ladder,
        Encoding::Product,
        Encoding::Commander,
        Encoding::Bimander,
        Encoding::Bitwise,
    ];

    /// The name as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Auto => "auto",
            Encoding::Pairwise => "pairwise",
            Encoding::Sequential => "sequential",
            Encoding::Ladder => "ladder",
            Encoding::Product => "product",
            Encoding::Commander => "commander",
            Encoding::Bimander => "bimander",
            Encoding::Bitwise => "bitwise",
        }
    }

    fn names() -> String {
        Encoding::ALL.map(Encoding::name).join(", ")
    }

    /// The encoding used for `k` literals: itself, unless it is `auto`.
    fn for_length(self, k: u64) -> Encoding {
        match self {
            Encoding::Auto if k <= AUTO_PAIRWISE_UP_TO as u64 => Encoding::Pairwise,
            Encoding::Auto => Encoding::Product,
            fixed => fixed,
        }
    }

    /// The exact number of auxiliary variables, clauses and literals for `k` literals.
    pub fn size(self, k: u64) -> Size {
        match self.for_length(k) {
            Encoding::Auto | Encoding::Pairwise => pairwise::size(k),
            Encoding::Sequential => sequential::size(k),
            Encoding::Ladder => ladder::size(k),
            Encoding::Product => product::size(k),
            Encoding::Commander => commander::size(k),
            Encoding::Bimander => bimander::size(k),
            Encoding::Bitwise => bitwise::size(k),
        }
    }

    /// Writes the clauses that let at most one of `lits` be true, with auxiliary variables from
    /// `variables`.
    pub fn at_most_one<S: ClauseSink>(
        self,
        lits: &[Lit],
        variables: &mut Variables,
        out: &mut S,
    ) -> ControlFlow<Stop> {
        match self.for_length(lits.len() as u64) {
            Encoding::Auto | Encoding::Pairwise => pairwise::encode(lits, out),
            Encoding::Sequential => sequential::encode(lits, variables, out),
            Encoding::Ladder => ladder::encode(lits, variables, out),
            Encoding::Product => product::encode(lits, variables, out),
            Encoding::Commander => commander::encode(lits, variables, out),
            Encoding::Bimander => bimander::encode(lits, variables, out),
            Encoding::Bitwise => bitwise::encode(lits, variables, out),
        }
    }

    /// Writes the clauses of [`at_most_one`](Encoding::at_most_one) for each of several lines, with
    /// the same variables, in the order that is best for a solver's cache if the lines lie side by
    /// side on the board.
    pub fn at_most_one_each<S: ClauseSink>(
        self,
        lines: &[Vec<Lit>],
        variables: &mut Variables,
        out: &mut S,
    ) -> ControlFlow<Stop> {
        if product::takes(self, lines) {
            return product::encode_side_by_side(lines, variables, out);
        }
        lines
            .iter()
            .try_for_each(|line| self.at_most_one(line, variables, out))
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Encoding, UnknownEncoding> {
        Encoding::ALL
            .into_iter()
            .find(|encoding| encoding.name() == name)
            .ok_or_else(|| UnknownEncoding(name.to_string()))
    }
}

/// ⌈log₂ k⌉: how many bits tell `k` things apart.
fn bits_for(k: u64) -> u32 {
    k.next_power_of_two().trailing_zeros()
}

/// `lit` implies the binary number `code` on the `bits` variables from `first` on.
fn imply_code<S: ClauseSink>(
    lit: Lit,
    code: usize,
    first: u32,
    bits: u32,
    out: &mut S,
) -> ControlFlow<Stop> {
    (0..bits).try_for_each(|bit| {
        let set = code >> bit & 1 == 1;
        out.add_clause(&[!lit, Lit::new(first + bit, set)])
    })
}

#[cfg(test)]
mod tests;
