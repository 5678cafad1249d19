//! Where the bands meet: the last rows of the middle are filled, and the lists of both bands joined.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::{Both, Engine, Job, Placed};
use crate::search::bands::choose::MAX_HEIGHT;
use crate::search::bands::classes::Cases;
use crate::search::bands::cpu::Form;
use crate::search::bands::join::{Tables, WORD_BITS};
use crate::search::bands::lists::{Lines, Piece, pieces_of};

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

impl Engine<'_> {
    /// Fills the last rows in every way, and joins what is left of the bands.
    pub(super) fn end(
        &self,
        job: &Job<'_>,
        both: Both<'_>,
        placed: &mut Placed,
        counts: &mut [u64],
    ) {
        let mut endings = Vec::new();
        let before = (placed.queens.len(), placed.units.start);
        self.list_endings(job, &self.unlisted, before, placed, &mut endings);
        let others = ((1u64 << self.n) - 1) as u32 & !placed.columns;
        let pieces = pieces_of(both.sets.sets.len());
        let total = job.total * pieces.len() as u64;
        let begin = || (Desk::default(), vec![0; counts.len()]);
        let sums = pieces.fold(begin, |(mut desk, mut sums), places| {
            for place in places {
                if self.interrupt.is_set() {
                    break;
                }
                self.meet(both, place, others, &endings, &mut desk, &mut sums);
            }
            let done = job.done.fetch_add(1, Ordering::Relaxed) + 1;
            (job.progress)(done, total);
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
        job: &Job<'_>,
        rows: &[u32],
        before: (usize, usize),
        placed: &mut Placed,
        endings: &mut Vec<Ending>,
    ) {
        if let Some((&row, rest)) = rows.split_first() {
            let _ = self.for_each_queen(job, row, placed, |placed| {
                self.list_endings(job, rest, before, placed, endings);
                ControlFlow::Continue(())
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
