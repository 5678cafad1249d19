//! The engine: fills the middle rows, and lets the bands meet.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::choose::MAX_HEIGHT;
use super::classes::Cases;
use super::cpu::{Cpu, Form};
use super::join::{Tables, WORD_BITS};
use super::lists::{Band, Lines, Lists, Piece, Sets, pieces_of};
use super::rows_from_the_middle;
use super::units::{Units, may_stand};
use crate::interrupt::Interrupt;
use crate::search::Progress;

/// So many rows of the middle are filled last, without lists of what their queens leave.
pub(super) const UNLISTED_ROWS: u32 = 2;

/// A count under way.
pub(super) struct Engine<'a> {
    n: u32,
    allowed: Vec<u32>,
    units: &'a Units,
    /// For each unit whether it is to be counted.
    wanted: Vec<bool>,
    /// The rows between the bands, from the middle outwards: those whose queens leave lists, and those
    /// that are filled last.
    listed: Vec<u32>,
    unlisted: Vec<u32>,
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
#[derive(Clone, Debug)]
struct Placed {
    /// Row and column.
    queens: Vec<(u32, u32)>,
    columns: u32,
    /// The units that begin so.
    units: Range<usize>,
}

/// The last queens of the middle rows, and what they ask of the bands.
struct Ending {
    columns: u32,
    top: Lines,
    bottom: Lines,
    /// What the first of several asks of the bottom; others begin with it, too.
    shared: Lines,
    cases: Cases,
    /// Which of the units under way it belongs to.
    unit: usize,
}

/// What a thread works with.
#[derive(Default)]
struct Desk {
    tables: Tables,
    /// The words of each kind that the cases name.
    top: [Vec<u32>; 2],
    bottom: Vec<u32>,
    /// What the shared part of an ending leaves of a bottom group.
    left: Piece,
}

impl<'a> Engine<'a> {
    pub(super) fn new(
        allowed: Vec<u32>,
        units: &'a Units,
        wanted: &dyn Fn(usize) -> bool,
        height: u32,
        cpu: Cpu,
        interrupt: &'a Interrupt,
        progress: Progress<'a>,
    ) -> Engine<'a> {
        let n = allowed.len() as u32;
        let rows = height as usize;
        let band = |allowed: Vec<u32>| Band {
            n,
            height,
            allowed,
            marked: units.classes.marked(),
        };
        let mut listed = rows_from_the_middle(n);
        listed.truncate((n - 2 * height) as usize);
        let unlisted = listed.split_off(listed.len().saturating_sub(UNLISTED_ROWS as usize));
        Engine {
            n,
            top: band(allowed[..rows].to_vec()),
            bottom: band(allowed.iter().rev().take(rows).copied().collect()),
            allowed,
            units,
            wanted: (0..units.count()).map(wanted).collect(),
            listed,
            unlisted,
            cpu,
            interrupt,
            progress,
            done: AtomicU64::new(0),
            total: 0,
        }
    }

    /// Tells of each unit that is wanted how many placements it has, unless interrupted before.
    pub(super) fn run(&mut self, finished: &mut dyn FnMut(usize, u64)) {
        let mut placed = Placed {
            queens: Vec::new(),
            columns: 0,
            units: 0..self.units.count(),
        };
        if !self.wants(&placed.units) {
            return;
        }
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
        self.total = self.count_prefixes(&self.listed, &mut placed);
        let mut scratch = Vec::new();
        scratch.resize_with(self.listed.len(), Default::default);
        let counts = &mut Vec::new();
        self.fill(
            both,
            &self.listed,
            &mut placed,
            &mut scratch,
            counts,
            finished,
        );
    }

    fn wants(&self, units: &Range<usize>) -> bool {
        self.wanted[units.clone()].contains(&true)
    }

    /// Calls `with` for each way to add a queen in a row that begins a wanted unit, or goes on in it.
    fn for_each_queen(
        &self,
        row: u32,
        placed: &mut Placed,
        mut with: impl FnMut(&mut Placed, u32),
    ) {
        let units = placed.units.clone();
        let depth = placed.queens.len();
        let columns = placed.columns;
        for col in (0..self.n).filter(|&col| columns >> col & 1 == 0) {
            placed.queens.push((row, col));
            if depth < self.units.rows {
                let of_col = |unit: &[Vec<u32>], beyond: bool| {
                    unit.partition_point(|unit| match beyond {
                        true => unit[depth] <= col,
                        false => unit[depth] < col,
                    })
                };
                let under = &self.units.columns[units.clone()];
                placed.units =
                    units.start + of_col(under, false)..units.start + of_col(under, true);
            }
            let may_stand = || may_stand(&placed.queens, &self.allowed, self.units.classes);
            if self.wants(&placed.units) && may_stand() {
                placed.columns = columns | 1 << col;
                with(placed, col);
            }
            placed.queens.pop();
        }
        placed.columns = columns;
        placed.units = units;
    }

    fn count_prefixes(&self, rows: &[u32], placed: &mut Placed) -> u64 {
        let Some((&row, rest)) = rows.split_first() else {
            return 1;
        };
        let mut count = 0;
        self.for_each_queen(row, placed, |placed, _| {
            count += self.count_prefixes(rest, placed);
        });
        count
    }

    /// Fills the rows of `listed`, with lists of what each queen leaves, and then those that are not.
    /// `counts` are those of the units under way.
    fn fill(
        &self,
        both: Both<'_>,
        listed: &[u32],
        placed: &mut Placed,
        scratch: &mut [[Lists; 2]],
        counts: &mut Vec<u64>,
        finished: &mut dyn FnMut(usize, u64),
    ) {
        // From here on, all lists are made for these units alone.
        let begins = placed.queens.len() == self.units.rows.min(self.listed.len());
        if begins {
            counts.clear();
            counts.resize(placed.units.len(), 0);
        }
        if let (Some((&row, rest)), Some((here, scratch))) =
            (listed.split_first(), scratch.split_first_mut())
        {
            self.for_each_queen(row, placed, |placed, col| {
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
                self.fill(left, rest, placed, scratch, counts, finished);
            });
        } else {
            self.end(both, placed, counts);
        }
        if begins && !self.interrupt.is_set() {
            let units = placed.units.clone().zip(counts.iter());
            for (unit, &count) in units.filter(|&(unit, _)| self.wanted[unit]) {
                finished(unit, count);
            }
        }
    }

    /// Fills the last rows in every way, and joins what is left of the bands.
    fn end(&self, both: Both<'_>, placed: &mut Placed, counts: &mut [u64]) {
        let mut endings = Vec::new();
        let before = (placed.queens.len(), placed.units.start);
        self.list_endings(&self.unlisted, before, placed, &mut endings);
        let others = ((1u64 << self.n) - 1) as u32 & !placed.columns;
        let pieces = pieces_of(both.sets.sets.len());
        let total = self.total * pieces.len() as u64;
        let begin = || (Desk::default(), vec![0; counts.len()]);
        let sums = pieces.fold(begin, |(mut desk, mut sums), places| {
            for place in places {
                if self.interrupt.is_set() {
                    break;
                }
                self.meet(both, place, others, &endings, &mut desk, &mut sums);
            }
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            (self.progress)(done, total);
            (desk, sums)
        });
        let sums = sums
            .map(|(_, sums)| sums)
            .reduce(Vec::new, |a, b| match a.len() {
                0 => b,
                _ => a.iter().zip(&b).map(|(a, b)| a + b).collect(),
            });
        counts
            .iter_mut()
            .zip(sums)
            .for_each(|(count, sum)| *count += sum);
    }

    fn list_endings(
        &self,
        rows: &[u32],
        before: (usize, usize),
        placed: &mut Placed,
        endings: &mut Vec<Ending>,
    ) {
        if let Some((&row, rest)) = rows.split_first() {
            self.for_each_queen(row, placed, |placed, _| {
                self.list_endings(rest, before, placed, endings);
            });
            return;
        }
        let mut ending = Ending {
            columns: 0,
            top: Lines::default(),
            bottom: Lines::default(),
            shared: Lines::default(),
            cases: self.units.classes.cases(&placed.queens, self.top.height),
            unit: placed.units.start - before.1,
        };
        for &(row, col) in &placed.queens[before.0..] {
            ending.columns |= 1 << col;
            ending.top = ending.top.and(self.top.lines(row, col));
            ending.shared = ending.bottom;
            let below = self.bottom.lines(self.n - 1 - row, col);
            ending.bottom = ending.bottom.and(below);
        }
        endings.push(ending);
    }

    /// How many placements have the bottom on one set of columns, with their weights.
    fn meet(
        &self,
        both: Both<'_>,
        place: usize,
        others: u32,
        endings: &[Ending],
        desk: &mut Desk,
        sums: &mut [u64],
    ) {
        let set = both.sets.sets[place];
        if set & !others != 0 {
            return;
        }
        let (from_top, from_bottom) = (Form::top(&self.top), Form::bottom(&self.bottom));
        let mut shared = Lines::default();
        for ending in endings.iter().filter(|ending| ending.columns & set == 0) {
            let top = both.sets.place(others & !ending.columns & !set);
            let cases = &ending.cases;
            let mut has_top = false;
            for (words, kinds) in desk.top.iter_mut().zip(&cases.top) {
                let group = both.top.group(top, kinds);
                self.cpu.gather(group, ending.top, from_top, words);
                has_top |= !words.is_empty();
            }
            if !has_top {
                continue;
            }
            if ending.shared != shared {
                shared = ending.shared;
                desk.left.refill(both.bottom, place, shared, self.cpu);
            }
            for (i, kinds) in cases.bottom.iter().enumerate() {
                let group = match shared == Lines::default() {
                    true => both.bottom.group(place, kinds),
                    false => desk.left.group(kinds),
                };
                let bottom = &mut desk.bottom;
                self.cpu.gather(group, ending.bottom, from_bottom, bottom);
                for (j, top) in desk.top[..cases.top.len()].iter_mut().enumerate() {
                    let weight = if i + j == 0 {
                        cases.first
                    } else {
                        cases.others
                    };
                    if !top.is_empty() && !bottom.is_empty() {
                        sums[ending.unit] += weight * self.cpu.join(top, bottom, &mut desk.tables);
                    }
                }
            }
        }
    }
}

const _: () = assert!(2 * (2 * MAX_HEIGHT - 1) <= WORD_BITS);
