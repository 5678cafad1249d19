//! Bands that meet in the middle: the fast native count.
//!
//! The rows are cut into a band at the top, one at the bottom, and some in the middle. For each band
//! all ways to fill it are listed by the set of columns that they take (`lists`). The rows in the
//! middle are filled one after another, and what attacks these queens drops out of the lists. When the
//! last is filled, ways to fill the top on some columns meet ways to fill the bottom on the others: a
//! pair that shares no diagonal is a placement (`join`). Two items share at most 2·(2·height − 1)
//! diagonals, so that what is left of an item is a word of 32 bits.
//!
//! An empty board is searched for one of each class of placements under symmetry (`classes`).

#[cfg(target_arch = "x86_64")]
mod avx2;
mod choose;
mod classes;
mod cpu;
mod join;
mod lists;

use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

use super::parallel::Progress;
use super::rows::Rows;
use crate::interrupt::Interrupt;

pub use choose::{BandsError, MAX_N, Settings, Used, choose};
use choose::{MAX_HEIGHT, columns};
use classes::Classes;
use cpu::Form;
pub use cpu::{Cpu, UnknownCpu};
use join::{WORD_BITS, Words};
use lists::{Band, Lines, Lists, Piece, Sets, pieces_of};

/// How many placements a board has, in the current rayon pool; `None` if it was interrupted.
pub fn count(
    rows: &Rows,
    settings: Settings,
    interrupt: &Interrupt,
    progress: Progress<'_>,
) -> Result<Option<u64>, BandsError> {
    let Used { cpu, height, .. } = choose(rows, settings)?;
    let allowed = columns(rows);
    let classes = Classes::of(&allowed);
    let mut count = Count::new(allowed, classes, height, cpu, interrupt, progress);
    Ok(count.run())
}

/// So many rows of the middle are filled last, without lists of what their queens leave.
const UNLISTED_ROWS: u32 = 2;

/// A count under way.
struct Count<'a> {
    n: u32,
    allowed: Vec<u32>,
    classes: Classes,
    /// The rows between the bands, from the middle outwards.
    middle: Vec<u32>,
    top: Band,
    bottom: Band,
    cpu: Cpu,
    interrupt: &'a Interrupt,
    progress: Progress<'a>,
    done: AtomicU64,
    total: u64,
}

/// The lists of both bands.
#[derive(Clone, Copy)]
struct Both<'a> {
    sets: &'a Sets,
    top: &'a Lists,
    bottom: &'a Lists,
}

/// Queens in the middle rows.
#[derive(Clone, Debug, Default)]
struct Placed {
    /// Row and column.
    queens: Vec<(u32, u32)>,
    columns: u32,
}

/// The last queens of the middle rows, and what they ask of the bands.
struct Ending {
    columns: u32,
    top: Lines,
    bottom: Lines,
    /// What the first of several asks of the bottom; others begin with it, too.
    shared: Lines,
    weight: u64,
}

/// What a thread works with.
#[derive(Default)]
struct Desk {
    words: Words,
    /// What the shared part of an ending leaves of a bottom group.
    left: Piece,
}

impl<'a> Count<'a> {
    fn new(
        allowed: Vec<u32>,
        classes: Classes,
        height: u32,
        cpu: Cpu,
        interrupt: &'a Interrupt,
        progress: Progress<'a>,
    ) -> Count<'a> {
        let n = allowed.len() as u32;
        let rows = height as usize;
        let band = |allowed: Vec<u32>| Band {
            n,
            height,
            allowed,
            marked: classes.marked(),
        };
        let mut middle: Vec<u32> = (height..n - height).collect();
        middle.sort_by_key(|&row| ((2 * row + 1).abs_diff(n), row));
        Count {
            n,
            top: band(allowed[..rows].to_vec()),
            bottom: band(allowed.iter().rev().take(rows).copied().collect()),
            allowed,
            classes,
            middle,
            cpu,
            interrupt,
            progress,
            done: AtomicU64::new(0),
            total: 0,
        }
    }

    fn run(&mut self) -> Option<u64> {
        let (sets, top) = Lists::build(&self.top, self.cpu, self.interrupt);
        let other = match self.top.allowed == self.bottom.allowed {
            true => None,
            false => Some(Lists::build(&self.bottom, self.cpu, self.interrupt).1),
        };
        let both = Both {
            sets: &sets,
            top: &top,
            bottom: other.as_ref().unwrap_or(&top),
        };
        let listed = self.middle.len().saturating_sub(UNLISTED_ROWS as usize);
        let (listed, unlisted) = self.middle.split_at(listed);
        self.total = self.count_prefixes(listed, &mut Placed::default());
        let mut scratch = Vec::new();
        scratch.resize_with(listed.len(), Default::default);
        let (listed, unlisted) = (listed.to_vec(), unlisted.to_vec());
        let count = self.fill(
            both,
            &listed,
            &unlisted,
            &mut Placed::default(),
            &mut scratch,
        );
        (!self.interrupt.is_set()).then_some(count)
    }

    /// The columns where a queen may be added in a row, in this class of placements.
    fn columns(&self, row: u32, placed: &Placed) -> Vec<u32> {
        let allowed = self.allowed[row as usize] & !placed.columns;
        let may_stand = |&col: &u32| {
            let attacked = |&(r, c): &(u32, u32)| c.abs_diff(col) == r.abs_diff(row);
            allowed >> col & 1 == 1
                && !placed.queens.iter().any(attacked)
                && self.classes.weight(&placed.queens, (row, col)) > 0
        };
        (0..self.n).filter(may_stand).collect()
    }

    fn count_prefixes(&self, rows: &[u32], placed: &mut Placed) -> u64 {
        let Some((&row, rest)) = rows.split_first() else {
            return 1;
        };
        let mut count = 0;
        for col in self.columns(row, placed) {
            placed.add(row, col);
            count += self.count_prefixes(rest, placed);
            placed.remove();
        }
        count
    }

    /// Fills the rows of `listed`, with lists of what each queen leaves, and then those of `unlisted`.
    fn fill(
        &self,
        both: Both<'_>,
        listed: &[u32],
        unlisted: &[u32],
        placed: &mut Placed,
        scratch: &mut [[Lists; 2]],
    ) -> u64 {
        let (Some((&row, rest)), Some((here, scratch))) =
            (listed.split_first(), scratch.split_first_mut())
        else {
            return self.end(both, unlisted, placed);
        };
        let mut count = 0;
        for col in self.columns(row, placed) {
            let [top, bottom] = &mut *here;
            let lines = [
                self.top.lines(row, col),
                self.bottom.lines(self.n - 1 - row, col),
            ];
            let pairs = [
                (both.top, lines[0], &mut *top),
                (both.bottom, lines[1], &mut *bottom),
            ];
            for (lists, lines, into) in pairs {
                lists.restrict(both.sets, lines, col, self.cpu, self.interrupt, into);
            }
            let left = Both {
                top,
                bottom,
                ..both
            };
            placed.add(row, col);
            count += self.fill(left, rest, unlisted, placed, scratch);
            placed.remove();
        }
        count
    }

    /// Fills the last rows in every way, and joins what is left of the bands.
    fn end(&self, both: Both<'_>, rows: &[u32], placed: &mut Placed) -> u64 {
        let mut endings = Vec::new();
        let before = placed.queens.len();
        self.list_endings(rows, before, placed, &mut endings);
        let others = ((1u64 << self.n) - 1) as u32 & !placed.columns;
        let pieces = pieces_of(both.sets.sets.len());
        let total = self.total * pieces.len() as u64;
        pieces
            .map_init(Desk::default, |desk, places| {
                let mut count = 0;
                for place in places {
                    if self.interrupt.is_set() {
                        break;
                    }
                    count += self.meet(both, place, others, &endings, desk);
                }
                let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.progress)(done, total);
                count
            })
            .sum()
    }

    fn list_endings(
        &self,
        rows: &[u32],
        before: usize,
        placed: &mut Placed,
        endings: &mut Vec<Ending>,
    ) {
        let Some((&row, rest)) = rows.split_first() else {
            let weight = self.classes.weight_of(&placed.queens);
            let asked = self.classes.asked_of_bands(&placed.queens, self.top.height);
            let mut ending = Ending {
                columns: 0,
                top: asked[0],
                bottom: asked[1],
                shared: Lines::default(),
                weight,
            };
            if let [(row, col), _, ..] = placed.queens[before..] {
                let first = self.bottom.lines(self.n - 1 - row, col);
                ending.shared = ending.bottom.and(first);
            }
            for &(row, col) in &placed.queens[before..] {
                ending.columns |= 1 << col;
                ending.top = ending.top.and(self.top.lines(row, col));
                let below = self.bottom.lines(self.n - 1 - row, col);
                ending.bottom = ending.bottom.and(below);
            }
            endings.push(ending);
            return;
        };
        for col in self.columns(row, placed) {
            placed.add(row, col);
            self.list_endings(rest, before, placed, endings);
            placed.remove();
        }
    }

    /// How many placements have the bottom on one set of columns, with their weights.
    fn meet(
        &self,
        both: Both<'_>,
        place: usize,
        others: u32,
        endings: &[Ending],
        desk: &mut Desk,
    ) -> u64 {
        let whole = both.bottom.group(place);
        let set = both.sets.sets[place];
        if whole.len == 0 || set & !others != 0 {
            return 0;
        }
        let (from_top, from_bottom) = (Form::top(&self.top), Form::bottom(&self.bottom));
        let Desk { words, left } = desk;
        let mut shared = Lines::default();
        let mut count = 0;
        for ending in endings.iter().filter(|ending| ending.columns & set == 0) {
            let top = others & !ending.columns & !set;
            let top = both.top.group(both.sets.place(top));
            if top.len == 0 {
                continue;
            }
            if ending.shared != shared {
                shared = ending.shared;
                left.refill(whole, shared, self.cpu);
            }
            let bottom = match shared == Lines::default() {
                true => whole,
                false => left.all(),
            };
            self.cpu
                .gather(bottom, ending.bottom, from_bottom, &mut words.bottom);
            if words.bottom.is_empty() {
                continue;
            }
            self.cpu.gather(top, ending.top, from_top, &mut words.top);
            if !words.top.is_empty() {
                count += ending.weight * self.cpu.join(words);
            }
        }
        count
    }
}

impl Placed {
    fn add(&mut self, row: u32, col: u32) {
        self.queens.push((row, col));
        self.columns |= 1 << col;
    }

    fn remove(&mut self) {
        if let Some((_, col)) = self.queens.pop() {
            self.columns &= !(1 << col);
        }
    }
}

const _: () = assert!(2 * (2 * MAX_HEIGHT - 1) <= WORD_BITS);
