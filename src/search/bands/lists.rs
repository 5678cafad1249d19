//! Band lists: every way to fill the rows at one edge of the board, by the set of columns.

use std::ops::Range;

use rayon::prelude::*;

use super::cpu::Cpu;
use super::estimate::walk;
use crate::interrupt::Interrupt;

/// The lines that queens of a band attack along, or that must be free of them: one bit a diagonal and
/// one an antidiagonal.
///
/// A band counts its rows r from the edge of the board on, and has `height` of them. The diagonal of a
/// square is bit c − r + height − 1, the antidiagonal bit c + r.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) diagonals: u32,
    pub(super) antidiagonals: u32,
}

impl Lines {
    pub(super) fn and(self, other: Lines) -> Lines {
        Lines {
            diagonals: self.diagonals | other.diagonals,
            antidiagonals: self.antidiagonals | other.antidiagonals,
        }
    }
}

/// The form of a band.
#[derive(Clone, Debug)]
pub(super) struct Band {
    pub(super) n: u32,
    pub(super) height: u32,
    /// For each row from the edge on, the columns where a queen may stand.
    pub(super) allowed: Vec<u32>,
    /// The set of columns in which it is to be known where the outermost queen stands: an item's kind is
    /// the first row from the edge on that has its queen in one of them, or `height` if none has.
    /// Without marked columns there is only kind 0.
    pub(super) marked: u32,
}

impl Band {
    /// Whether the lines of such a band fit into the words.
    pub(super) fn fits(n: u32, height: u32) -> bool {
        n + height <= u32::BITS + 1
    }

    /// The lines through a square of the board, from this band's edge on, as far as they meet the
    /// band.
    pub(super) fn lines(&self, row: u32, col: u32) -> Lines {
        let bit = |at: u32| 1u32.checked_shl(at).unwrap_or(0);
        let width = self.n + self.height;
        Lines {
            diagonals: (col + self.height).checked_sub(row + 1).map_or(0, bit),
            antidiagonals: match row + col + 1 < width {
                true => bit(row + col),
                false => 0,
            },
        }
    }

    /// What tells apart the pairs of a top and a bottom item that attack each other: where in the words
    /// the shared diagonals begin, and how many there are.
    pub(super) fn shared(&self) -> (u32, u32) {
        (self.n - self.height, (2 * self.height).saturating_sub(1))
    }
}

/// The sets of columns of one size in increasing order, and their places in it.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    pub(super) sets: Vec<u32>,
    place: Vec<u32>,
}

impl Sets {
    /// All sets of `size` out of `n` columns.
    fn of_size(n: u32, size: u32, mut place: Vec<u32>) -> Sets {
        place.resize(1 << n, 0);
        let mut sets = Vec::new();
        let end = 1u64 << n;
        let mut set = (1u64 << size) - 1;
        while set < end {
            place[set as usize] = sets.len() as u32;
            sets.push(set as u32);
            if set == 0 {
                break;
            }
            // Gosper's hack: the next number with as many bits.
            let low = set & set.wrapping_neg();
            let ripple = set + low;
            set = (((ripple ^ set) >> 2) / low) | ripple;
        }
        Sets { sets, place }
    }

    /// The place of a set of this size.
    #[inline]
    pub(super) fn place(&self, set: u32) -> usize {
        self.place[set as usize] as usize
    }
}

/// What a queen beyond the band asks of its items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// A set of kinds; no others are needed.
    pub(super) kinds: u32,
    /// To be left free.
    pub(super) lines: Lines,
    /// Too.
    pub(super) col: u32,
}

/// The items of a band: for each set of columns a group, one item for each way to place a queen in every
/// row on these columns, sorted by kind. Groups are kept in pieces that threads make independently.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    pieces: Vec<Piece>,
    kinds: u32,
}

/// The items of [`PIECE`] groups, and [`Piece::PADDING`] more that mean nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    pub(super) diagonals: Vec<u32>,
    pub(super) antidiagonals: Vec<u32>,
    /// Where the items of each group and kind begin, and where the last ones end.
    starts: Vec<u32>,
}

/// How many groups make a piece: so many that threads have enough to do, so few that the load is even.
pub(super) const PIECE: usize = 64;

impl Piece {
    /// Kernels may read so far beyond a group.
    pub(super) const PADDING: usize = 16;

    fn clear(&mut self) {
        self.diagonals.clear();
        self.antidiagonals.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    /// One group anew: the items of another that leave these lines free.
    pub(super) fn refill(&mut self, from: &Lists, place: usize, free: Lines, cpu: Cpu) {
        self.clear();
        for kind in 0..from.kinds {
            let group = from.group(place, &(kind..kind + 1));
            cpu.append(group, free, Lines::default(), self);
            self.end_kind();
        }
        self.pad();
    }

    /// Those of the items that [`refill`](Piece::refill) took whose kind is one of these.
    pub(super) fn group(&self, kinds: &Range<u32>) -> Group<'_> {
        let (start, end) = (
            self.starts[kinds.start as usize],
            self.starts[kinds.end as usize],
        );
        Group {
            piece: self,
            start: start as usize,
            len: (end - start) as usize,
        }
    }

    fn end_kind(&mut self) {
        self.starts.push(self.diagonals.len() as u32);
    }

    fn pad(&mut self) {
        let padded = self.diagonals.len() + Piece::PADDING;
        self.diagonals.resize(padded, 0);
        self.antidiagonals.resize(padded, 0);
    }
}

/// Items of one group, of one kind or several.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    pub(super) piece: &'a Piece,
    pub(super) start: usize,
    pub(super) len: usize,
}

impl Lists {
    pub(super) fn group(&self, place: usize, kinds: &Range<u32>) -> Group<'_> {
        let first = (place % PIECE) as u32 * self.kinds;
        self.pieces[place / PIECE].group(&(first + kinds.start..first + kinds.end))
    }

    /// The lists of a band, grown row by row: the items on a set of columns are, for each of its
    /// columns, those on the others that leave the square in the new row free, and that queen.
    pub(super) fn build(band: &Band, cpu: Cpu, interrupt: &Interrupt) -> (Sets, Lists) {
        let mut sets = Sets::of_size(band.n, 0, Vec::new());
        let mut lists = Lists {
            pieces: vec![Piece::default()],
            kinds: 1,
        };
        let first = &mut lists.pieces[0];
        first.clear();
        first.diagonals.push(0);
        first.antidiagonals.push(0);
        first.end_kind();
        first.pad();
        for row in 0..band.height {
            // The places of the smaller sets stay in the table, where they are looked up.
            let larger = Sets::of_size(band.n, row + 1, std::mem::take(&mut sets.place));
            let grow = |places: Range<usize>| {
                let mut piece = Piece::default();
                piece.clear();
                for &set in &larger.sets[places] {
                    let set_allowed = set & band.allowed[row as usize];
                    let add = |mut columns: u32, kind: u32, piece: &mut Piece| {
                        while columns != 0 && !interrupt.is_set() {
                            let col = columns.trailing_zeros();
                            columns &= columns - 1;
                            let lines = band.lines(row, col);
                            let place = larger.place(set ^ 1 << col);
                            let smaller = lists.group(place, &(kind..kind + 1));
                            cpu.append(smaller, lines, lines, piece);
                        }
                    };
                    if band.marked != 0 {
                        for kind in 0..row {
                            add(set_allowed, kind, &mut piece);
                            piece.end_kind();
                        }
                        add(set_allowed & band.marked, row, &mut piece);
                        piece.end_kind();
                    }
                    let unmarked = lists.kinds - 1;
                    add(set_allowed & !band.marked, unmarked, &mut piece);
                    piece.end_kind();
                }
                piece.pad();
                piece
            };
            let pieces = pieces_of(larger.sets.len()).map(grow).collect();
            lists = Lists {
                pieces,
                kinds: match band.marked {
                    0 => 1,
                    _ => row + 2,
                },
            };
            sets = larger;
        }
        (sets, lists)
    }

    /// The items that are asked for, into lists whose memory is used again.
    pub(super) fn restrict(
        &self,
        sets: &Sets,
        asked: Asked,
        cpu: Cpu,
        interrupt: &Interrupt,
        into: &mut Lists,
    ) {
        into.kinds = self.kinds;
        into.pieces.resize_with(self.pieces.len(), Piece::default);
        let places = pieces_of(sets.sets.len());
        let pieces = into.pieces.par_iter_mut();
        pieces.zip(places).for_each(|(piece, places)| {
            piece.clear();
            for place in places {
                let takes_none = sets.sets[place] >> asked.col & 1 == 0 && !interrupt.is_set();
                for kind in 0..self.kinds {
                    if takes_none && asked.kinds >> kind & 1 == 1 {
                        let group = self.group(place, &(kind..kind + 1));
                        cpu.append(group, asked.lines, Lines::default(), piece);
                    }
                    piece.end_kind();
                }
            }
            piece.pad();
        });
    }
}

/// The places of each piece's groups.
pub(super) fn pieces_of(groups: usize) -> impl IndexedParallelIterator<Item = Range<usize>> {
    (0..groups.div_ceil(PIECE))
        .into_par_iter()
        .map(move |piece| piece * PIECE..((piece + 1) * PIECE).min(groups))
}

/// About how many items the lists of a band have, by random walks. The same every time.
pub(super) fn estimate(allowed: &[u32], height: u32) -> u64 {
    const WALKS: u32 = 2000;
    let mut rng = fastrand::Rng::with_seed(0);
    let rows: Vec<u64> = allowed.iter().map(|&row| u64::from(row)).collect();
    let rows = &rows[..height as usize];
    let sum: f64 = (0..WALKS).map(|_| walk(rows, &mut rng)).sum();
    (sum / f64::from(WALKS)) as u64
}
