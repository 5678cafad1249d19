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

/// The items of a band: for each set of columns a group, one item for each way to place a queen in every
/// row on these columns, sorted by kind. Groups are kept in pieces that threads make independently.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    pieces: Vec<Piece>,
    /// How many groups make a piece.
    piece: usize,
    kinds: u32,
}

/// The items of some groups, and [`Piece::PADDING`] more that mean nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    pub(super) diagonals: Vec<u32>,
    pub(super) antidiagonals: Vec<u32>,
    /// Where the items of each group and kind begin, and where the last ones end.
    starts: Vec<u32>,
}

/// Into how many pieces groups are cut, if they are many: so few that threads have enough to do, so many
/// that the load is even.
fn pieces() -> usize {
    8 * rayon::current_num_threads().max(4)
}

impl Piece {
    /// Kernels may read so far beyond a group.
    pub(super) const PADDING: usize = 16;

    /// A piece that may come to have so many items, and if it has many does not have to move them.
    fn with_room_for(items: usize) -> Piece {
        const MANY: usize = 3 << 20;
        let mut piece = Piece::default();
        piece.clear();
        if items > MANY {
            // What is never written to costs nothing.
            for words in [&mut piece.diagonals, &mut piece.antidiagonals] {
                words.reserve_exact(items + Piece::PADDING);
                in_huge_pages(words);
            }
        }
        piece
    }

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

/// Asks for large pages where much memory will be written to for the first time, which takes the system
/// a tenth of a long count else.
#[cfg(target_os = "linux")]
fn in_huge_pages(words: &mut Vec<u32>) {
    const PAGE: usize = 1 << 21;
    let room = words.spare_capacity_mut();
    let at = room.as_mut_ptr().align_offset(PAGE);
    let whole = room.len().saturating_sub(at) * size_of::<u32>() / PAGE * PAGE;
    if whole > 0 {
        // SAFETY: the memory is ours, and stays as it is. If it is refused, all goes on as well.
        let _ = unsafe {
            rustix::mm::madvise(
                room[at..].as_mut_ptr().cast(),
                whole,
                rustix::mm::Advice::LinuxHugepage,
            )
        };
    }
}

#[cfg(not(target_os = "linux"))]
fn in_huge_pages(_: &mut Vec<u32>) {}

/// Items of one group, of one kind or several.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    pub(super) piece: &'a Piece,
    pub(super) start: usize,
    pub(super) len: usize,
}

impl Lists {
    pub(super) fn group(&self, place: usize, kinds: &Range<u32>) -> Group<'_> {
        let first = (place % self.piece) as u32 * self.kinds;
        self.pieces[place / self.piece].group(&(first + kinds.start..first + kinds.end))
    }

    /// The lists of a band, grown row by row: the items on a set of columns are, for each of its
    /// columns, those on the others that leave the square in the new row free, and that queen.
    pub(super) fn build(band: &Band, cpu: Cpu, interrupt: &Interrupt) -> (Sets, Lists) {
        let mut sets = Sets::of_size(band.n, 0, Vec::new());
        let mut lists = Lists {
            pieces: vec![Piece::default()],
            piece: 1,
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
                let sets = &larger.sets[places];
                let mut piece = Piece::with_room_for(lists.items_below(sets, &larger));
                for &set in sets {
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
            let groups = larger.sets.len();
            let piece = groups.div_ceil(pieces()).max(1);
            let pieces = places(groups, piece).map(grow).collect();
            lists = Lists {
                pieces,
                piece,
                kinds: match band.marked {
                    0 => 1,
                    _ => row + 2,
                },
            };
            sets = larger;
        }
        (sets, lists)
    }

    /// No fewer items than can come of these when a queen is added: those on all sets with one column
    /// less.
    fn items_below(&self, larger: &[u32], places: &Sets) -> usize {
        let below = |set: u32| {
            let mut columns = set;
            let mut items = 0;
            while columns != 0 {
                let smaller = set & !(columns & columns.wrapping_neg());
                items += self.group(places.place(smaller), &(0..self.kinds)).len;
                columns &= columns - 1;
            }
            items
        };
        larger.iter().map(|&set| below(set)).sum()
    }

    /// The items that leave a queen's lines free and have none in its column, into lists whose memory
    /// is used again.
    pub(super) fn restrict(
        &self,
        sets: &Sets,
        lines: Lines,
        col: u32,
        cpu: Cpu,
        interrupt: &Interrupt,
        into: &mut Lists,
    ) {
        (into.kinds, into.piece) = (self.kinds, self.piece);
        into.pieces.resize_with(self.pieces.len(), Piece::default);
        let places = places(sets.sets.len(), self.piece);
        let pieces = into.pieces.par_iter_mut();
        pieces.zip(places).for_each(|(piece, places)| {
            piece.clear();
            for place in places {
                let takes_none = sets.sets[place] >> col & 1 == 0 && !interrupt.is_set();
                for kind in 0..self.kinds {
                    if takes_none {
                        let group = self.group(place, &(kind..kind + 1));
                        cpu.append(group, lines, Lines::default(), piece);
                    }
                    piece.end_kind();
                }
            }
            piece.pad();
        });
    }
}

/// The places of groups, so many at a time.
pub(super) fn places(
    groups: usize,
    at_once: usize,
) -> impl IndexedParallelIterator<Item = Range<usize>> {
    (0..groups.div_ceil(at_once))
        .into_par_iter()
        .map(move |piece| piece * at_once..((piece + 1) * at_once).min(groups))
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
