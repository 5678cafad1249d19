//! The engine: fills the middle rows, and lets the bands meet.

mod meet;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use fastrand::Rng;

use super::choose::Used;
use super::cpu::Cpu;
use super::lists::{Asked, Band, Lists, Sets};
use super::rows_from_the_middle;
use super::units::{Units, may_stand};
use crate::interrupt::Interrupt;
use crate::search::Progress;

/// So many rows of the middle are filled last, without lists of what their queens leave.
pub(super) const UNLISTED_ROWS: u32 = 2;

/// A board with the lists of its bands, ready to be counted.
pub(super) struct Engine<'a> {
    n: u32,
    allowed: Vec<u32>,
    units: &'a Units,
    /// The rows between the bands, from the middle outwards: those whose queens leave lists, and those
    /// that are filled last.
    listed: Vec<u32>,
    unlisted: Vec<u32>,
    top: Band,
    bottom: Band,
    cpu: Cpu,
    interrupt: &'a Interrupt,
    sets: Sets,
    top_lists: Lists,
    /// None if they are those of the top.
    bottom_lists: Option<Lists>,
}

/// Which units are to be counted, and how far that is.
struct Job<'a> {
    wanted: Vec<bool>,
    progress: Progress<'a>,
    done: AtomicU64,
    total: u64,
}

/// The counts of the units under way, and who is told of them.
struct Run<'a> {
    counts: Vec<u64>,
    finished: &'a mut dyn FnMut(usize, u64) -> ControlFlow<()>,
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

impl Placed {
    fn none(units: &Units) -> Placed {
        Placed {
            queens: Vec::new(),
            columns: 0,
            units: 0..units.count(),
        }
    }
}

impl<'a> Job<'a> {
    fn new(units: &Units, wanted: &dyn Fn(usize) -> bool, progress: Progress<'a>) -> Job<'a> {
        Job {
            wanted: (0..units.count()).map(wanted).collect(),
            progress,
            done: AtomicU64::new(0),
            total: 0,
        }
    }

    fn wants(&self, units: &Range<usize>) -> bool {
        self.wanted[units.clone()].contains(&true)
    }
}

impl<'a> Engine<'a> {
    /// Makes the lists of the bands.
    pub(super) fn new(
        allowed: Vec<u32>,
        units: &'a Units,
        used: Used,
        interrupt: &'a Interrupt,
    ) -> Engine<'a> {
        let n = allowed.len() as u32;
        let Used { cpu, height, .. } = used;
        let rows = height as usize;
        let band = |allowed: Vec<u32>| Band {
            n,
            height,
            allowed,
            marked: units.classes.marked(),
        };
        let top = band(allowed[..rows].to_vec());
        let bottom = band(allowed.iter().rev().take(rows).copied().collect());
        let (sets, top_lists) = Lists::build(&top, cpu, interrupt);
        let is_other = top.allowed != bottom.allowed;
        let bottom_lists = is_other.then(|| Lists::build(&bottom, cpu, interrupt).1);
        let mut listed = rows_from_the_middle(n);
        listed.truncate((n - 2 * height) as usize);
        let unlisted = listed.split_off(listed.len().saturating_sub(UNLISTED_ROWS as usize));
        Engine {
            n,
            allowed,
            units,
            listed,
            unlisted,
            top,
            bottom,
            cpu,
            interrupt,
            sets,
            top_lists,
            bottom_lists,
        }
    }

    /// Tells of each unit that is wanted how many placements it has, unless interrupted or stopped
    /// before. Returns whether all were told.
    pub(super) fn count(
        &self,
        wanted: &dyn Fn(usize) -> bool,
        progress: Progress<'_>,
        finished: &mut dyn FnMut(usize, u64) -> ControlFlow<()>,
    ) -> bool {
        let mut job = Job::new(self.units, wanted, progress);
        let mut placed = Placed::none(self.units);
        if !job.wants(&placed.units) {
            return true;
        }
        job.total = self.count_prefixes(&job, &self.listed, &mut placed);
        let mut scratch = self.scratch();
        let mut run = Run {
            counts: Vec::new(),
            finished,
        };
        let end = self.fill(
            &job,
            self.both(),
            &self.listed,
            &mut placed,
            &mut scratch,
            &mut run,
        );
        end.is_continue()
    }

    /// Calls `with` for each way to add a queen in a row that begins a wanted unit, or goes on in it.
    fn for_each_queen(
        &self,
        job: &Job<'_>,
        row: u32,
        placed: &mut Placed,
        mut with: impl FnMut(&mut Placed) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut end = ControlFlow::Continue(());
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
            if job.wants(&placed.units) && may_stand() {
                placed.columns = columns | 1 << col;
                end = with(placed);
            }
            placed.queens.pop();
            if end.is_break() {
                break;
            }
        }
        placed.columns = columns;
        placed.units = units;
        end
    }

    fn count_prefixes(&self, job: &Job<'_>, rows: &[u32], placed: &mut Placed) -> u64 {
        let Some((&row, rest)) = rows.split_first() else {
            return 1;
        };
        let mut count = 0;
        let _ = self.for_each_queen(job, row, placed, |placed| {
            count += self.count_prefixes(job, rest, placed);
            ControlFlow::Continue(())
        });
        count
    }

    /// Fills the rows of `listed`, with lists of what each queen leaves, and then those that are not.
    fn fill(
        &self,
        job: &Job<'_>,
        both: Both<'_>,
        listed: &[u32],
        placed: &mut Placed,
        scratch: &mut [[Lists; 2]],
        run: &mut Run<'_>,
    ) -> ControlFlow<()> {
        // From here on, all lists are made for these units alone.
        let begins = placed.queens.len() == self.units.rows.min(self.listed.len());
        if begins {
            run.counts.clear();
            run.counts.resize(placed.units.len(), 0);
        }
        if let (Some((&row, rest)), Some((here, scratch))) =
            (listed.split_first(), scratch.split_first_mut())
        {
            self.for_each_queen(job, row, placed, |placed| {
                let left = self.restrict(both, &placed.queens, here);
                self.fill(job, left, rest, placed, scratch, run)
            })?;
        } else {
            self.end(job, both, placed, &mut run.counts);
        }
        if self.interrupt.is_set() {
            return ControlFlow::Break(());
        }
        if begins {
            let units = placed.units.clone().zip(run.counts.iter());
            for (unit, &count) in units.filter(|&(unit, _)| job.wanted[unit]) {
                (run.finished)(unit, count)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// How many seconds a whole count would take with these lists: what one random way to fill the rows
    /// of `listed` takes, each step times how many choices led to it (Knuth 1975, *Estimating the
    /// efficiency of backtrack programs*, whose costs are by the clock here).
    pub(super) fn seconds_of_random_path(&self, scratch: &mut [[Lists; 2]], rng: &mut Rng) -> f64 {
        let job = Job::new(self.units, &|_| true, &|_, _| ());
        let mut placed = Placed::none(self.units);
        self.seconds_below(&job, self.both(), &self.listed, &mut placed, scratch, rng)
    }

    /// Room for the lists that the queens of `listed` leave.
    pub(super) fn scratch(&self) -> Vec<[Lists; 2]> {
        let rows = self.listed.iter();
        rows.map(|_| Default::default()).collect()
    }

    fn seconds_below(
        &self,
        job: &Job<'_>,
        both: Both<'_>,
        listed: &[u32],
        placed: &mut Placed,
        scratch: &mut [[Lists; 2]],
        rng: &mut Rng,
    ) -> f64 {
        let (Some((&row, rest)), Some((here, scratch))) =
            (listed.split_first(), scratch.split_first_mut())
        else {
            let start = Instant::now();
            self.end(job, both, placed, &mut vec![0; placed.units.len()]);
            return start.elapsed().as_secs_f64();
        };
        let mut choices = 0;
        let _ = self.for_each_queen(job, row, placed, |_| {
            choices += 1;
            ControlFlow::Continue(())
        });
        let mut left = rng.u32(0..choices.max(1));
        let mut seconds = 0.0;
        let _ = self.for_each_queen(job, row, placed, |placed| {
            if left > 0 {
                left -= 1;
                return ControlFlow::Continue(());
            }
            let start = Instant::now();
            let both = self.restrict(both, &placed.queens, here);
            let restricted = start.elapsed().as_secs_f64();
            let below = self.seconds_below(job, both, rest, placed, scratch, rng);
            seconds = f64::from(choices) * (restricted + below);
            ControlFlow::Break(())
        });
        seconds
    }

    fn both(&self) -> Both<'_> {
        Both {
            sets: &self.sets,
            top: &self.top_lists,
            bottom: self.bottom_lists.as_ref().unwrap_or(&self.top_lists),
        }
    }

    /// What the last of these queens leaves of both lists.
    fn restrict<'b>(
        &self,
        both: Both<'b>,
        queens: &[(u32, u32)],
        into: &'b mut [Lists; 2],
    ) -> Both<'b> {
        let Some(&(row, col)) = queens.last() else {
            return both;
        };
        let [top, bottom] = into;
        let lines = [
            self.top.lines(row, col),
            self.bottom.lines(self.n - 1 - row, col),
        ];
        let kinds = self.units.classes.kinds(queens, self.top.height);
        let pairs = [(both.top, &mut *top), (both.bottom, &mut *bottom)];
        for (((from, into), lines), kinds) in pairs.into_iter().zip(lines).zip(kinds) {
            let asked = Asked { kinds, lines, col };
            from.restrict(both.sets, asked, self.cpu, self.interrupt, into);
        }
        Both {
            top,
            bottom,
            ..both
        }
    }
}
