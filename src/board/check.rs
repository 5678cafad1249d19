//! The checker: which queens attack each other, found by sorting coordinates.
//!
//! It shares nothing with the groups that go to solvers, nor with the native search: a rule that is
//! wrong there cannot pass here.

use std::fmt;

use super::{Diagonals, Laws, Placement, Square, Turn};

/// The kind of line along which two queens attack each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    Row,
    Column,
    /// From top left to bottom right.
    Diagonal,
    /// From top right to bottom left.
    Antidiagonal,
    /// Both stand in the region with this letter.
    Region(char),
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Row => f.write_str("row"),
            Line::Column => f.write_str("column"),
            Line::Diagonal => f.write_str("diagonal"),
            Line::Antidiagonal => f.write_str("antidiagonal"),
            Line::Region(letter) => write!(f, "region {letter}"),
        }
    }
}

impl Line {
    /// How the line is named in a sentence: "along the row", "in region F".
    pub fn phrase(self) -> String {
        match self {
            Line::Region(_) => format!("in {self}"),
            _ => format!("along the {self}"),
        }
    }
}

/// "1 queen", "2 queens".
pub fn counted(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Two queens that attack each other; `a` comes first in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attack {
    pub a: Square,
    pub b: Square,
    pub line: Line,
}

/// What the checker found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The size of the board.
    pub n: u32,
    /// How many queens stand on it.
    pub queens: u64,
    /// How many pairs attack each other, counted once for each line.
    pub attack_count: u64,
    /// These pairs, sorted; only the first [`Verdict::SHOWN`] of each kind of line.
    pub attacks: Vec<Attack>,
    /// Given squares without a queen.
    pub missing: Vec<Square>,
    /// Forbidden squares with a queen.
    pub trespassing: Vec<Square>,
    /// Where a symmetry is asked: queens, each with the square that it is turned to, which has none.
    pub unturned: Vec<(Square, Square)>,
}

impl Verdict {
    /// How many attacks of each kind of line are kept.
    pub const SHOWN: usize = 1000;

    /// N queens, none attacks another, and what is given, forbidden or asked of symmetry is kept.
    pub fn is_placement(&self) -> bool {
        self.queens == u64::from(self.n)
            && self.attack_count == 0
            && self.missing.is_empty()
            && self.trespassing.is_empty()
            && self.unturned.is_empty()
    }
}

/// What the queens are, in one line with the first few faults.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { n, queens, .. } = self;
        let count = counted(*queens, "queen");
        if self.is_placement() {
            return write!(f, "a placement of {count}");
        }
        write!(f, "not a placement: {count} on the {n}×{n} board")?;
        if *queens != u64::from(*n) {
            write!(f, ", which needs {n}")?;
        }
        const FEW: usize = 5;
        for attack in self.attacks.iter().take(FEW) {
            let (a, b) = (attack.a.name(*n), attack.b.name(*n));
            write!(f, "; {a} attacks {b} {}", attack.line.phrase())?;
        }
        if self.attack_count > FEW as u64 {
            let more = counted(self.attack_count - FEW as u64, "more attack");
            write!(f, "; and {more}")?;
        }
        for square in self.missing.iter().take(FEW) {
            write!(f, "; the given queen on {} is missing", square.name(*n))?;
        }
        for square in self.trespassing.iter().take(FEW) {
            write!(f, "; {} is forbidden", square.name(*n))?;
        }
        for (queen, image) in self.unturned.iter().take(FEW) {
            let (queen, image) = (queen.name(*n), image.name(*n));
            write!(
                f,
                "; the queen on {queen} is turned to {image}, where none stands"
            )?;
        }
        if self.unturned.len() > FEW {
            write!(f, "; and {} more", self.unturned.len() - FEW)?;
        }
        Ok(())
    }
}

/// Checks queens on an `n`×`n` board; all squares must lie on it and differ. O(Q log Q) for Q queens.
pub fn check(n: u32, queens: &[Square], laws: &Laws) -> Verdict {
    let mut verdict = Verdict {
        n,
        queens: queens.len() as u64,
        attack_count: 0,
        attacks: Vec::new(),
        missing: Vec::new(),
        trespassing: Vec::new(),
        unturned: Vec::new(),
    };
    let size = u64::from(n);
    let column = |q: Square| u64::from(q.col);
    let row = |q: Square| u64::from(q.row);
    verdict.add_line(queens, |_| Line::Row, row);
    verdict.add_line(queens, |_| Line::Column, column);
    match laws.diagonals {
        Diagonals::Plain => {
            verdict.add_line(queens, |_| Line::Diagonal, |q| size + column(q) - row(q));
            verdict.add_line(queens, |_| Line::Antidiagonal, |q| column(q) + row(q));
        }
        Diagonals::Wrapped => {
            let diagonal = |q| (size + column(q) - row(q)) % size;
            let antidiagonal = |q| (column(q) + row(q)) % size;
            verdict.add_line(queens, |_| Line::Diagonal, diagonal);
            verdict.add_line(queens, |_| Line::Antidiagonal, antidiagonal);
        }
        Diagonals::Free => {}
        Diagonals::Touching => verdict.add_touching(queens),
    }
    if let Some(regions) = &laws.regions {
        let region = |q| Line::Region(regions.letter(regions.of(q)));
        verdict.add_line(queens, region, |q| regions.of(q) as u64);
    }
    verdict.attacks.sort_unstable();
    verdict
}

/// Whether no queen of a placement attacks another, in O(N).
pub fn is_placement(placement: &Placement, laws: &Laws) -> bool {
    let n = placement.columns().len();
    let mut columns = Marks::new(n);
    let all_differ = placement
        .columns()
        .iter()
        .all(|&c| columns.is_new(c as usize));
    drop(columns);
    let queens = || placement.columns().iter().map(|&c| c as usize).enumerate();
    let diagonals_differ = match laws.diagonals {
        Diagonals::Plain => {
            let mut down = Marks::new(2 * n);
            let mut up = Marks::new(2 * n);
            queens().all(|(r, c)| down.is_new(n + c - r) && up.is_new(c + r))
        }
        Diagonals::Wrapped => {
            let mut down = Marks::new(n);
            let mut up = Marks::new(n);
            queens().all(|(r, c)| down.is_new((n + c - r) % n) && up.is_new((c + r) % n))
        }
        Diagonals::Free => true,
        Diagonals::Touching => placement
            .columns()
            .windows(2)
            .all(|pair| pair[0].abs_diff(pair[1]) != 1),
    };
    let regions_differ = laws.regions.as_ref().is_none_or(|regions| {
        let mut seen = Marks::new(n);
        placement
            .queens()
            .all(|queen| seen.is_new(regions.of(queen)))
    });
    all_differ && diagonals_differ && regions_differ
}

/// The queens whose image under the turn has no queen, each with that image; the queens' squares
/// must lie on the board.
pub fn unturned(n: u32, queens: &[Square], turn: Turn) -> Vec<(Square, Square)> {
    let mut sorted = queens.to_vec();
    sorted.sort_unstable();
    let images = sorted.iter().map(|&queen| {
        let (from_below, from_the_right) = (n - 1 - queen.row, n - 1 - queen.col);
        match turn {
            Turn::Half => (queen, Square::new(from_below, from_the_right)),
            Turn::Quarter => (queen, Square::new(queen.col, from_below)),
        }
    });
    images
        .filter(|(_, image)| sorted.binary_search(image).is_err())
        .collect()
}

/// Whether a placement is equal to itself after the turn, in O(N).
pub fn is_symmetric(placement: &Placement, turn: Turn) -> bool {
    let columns = placement.columns();
    let last = columns.len().saturating_sub(1);
    columns.iter().enumerate().all(|(row, &column)| {
        let column = column as usize;
        let (image_row, image_column) = match turn {
            Turn::Half => (last - row, last - column),
            Turn::Quarter => (column, last - row),
        };
        columns[image_row] as usize == image_column
    })
}

/// A set of numbers, one bit each.
struct Marks(Vec<u64>);

impl Marks {
    fn new(len: usize) -> Marks {
        Marks(vec![0; len / 64 + 1])
    }

    /// Adds `i`; false if it was there already.
    fn is_new(&mut self, i: usize) -> bool {
        let (word, bit) = (&mut self.0[i / 64], 1 << (i % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

impl Verdict {
    /// Adds the pairs of queens whose lines have the same number.
    fn add_line(
        &mut self,
        queens: &[Square],
        line: impl Fn(Square) -> Line,
        number: impl Fn(Square) -> u64,
    ) {
        let mut sorted: Vec<(u64, Square)> = queens.iter().map(|&q| (number(q), q)).collect();
        sorted.sort_unstable();
        let mut room = Verdict::SHOWN;
        for run in sorted.chunk_by(|a, b| a.0 == b.0) {
            let queens = run.len() as u64;
            self.attack_count += queens * (queens - 1) / 2;
            for (i, &(_, a)) in run.iter().enumerate() {
                if room == 0 {
                    break;
                }
                let shown = room.min(run.len() - i - 1);
                let partners = run[i + 1..].iter().take(shown);
                self.attacks.extend(partners.map(|&(_, b)| Attack {
                    a,
                    b,
                    line: line(a),
                }));
                room -= shown;
            }
        }
    }

    fn add_touching(&mut self, queens: &[Square]) {
        let mut sorted = queens.to_vec();
        sorted.sort_unstable();
        let mut room = 2 * Verdict::SHOWN;
        for &a in &sorted {
            let below = |col: Option<u32>| {
                col.map(|col| Square::new(a.row + 1, col))
                    .filter(|b| sorted.binary_search(b).is_ok())
            };
            let touching = [
                (below(a.col.checked_add(1)), Line::Diagonal),
                (below(a.col.checked_sub(1)), Line::Antidiagonal),
            ];
            for (b, line) in touching {
                let Some(b) = b else { continue };
                self.attack_count += 1;
                if room > 0 {
                    room -= 1;
                    self.attacks.push(Attack { a, b, line });
                }
            }
        }
    }
}
