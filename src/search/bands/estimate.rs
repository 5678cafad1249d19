//! What a count would take, before it is begun: a few random parts of it are done, by the clock.

use std::time::{Duration, Instant};

use super::choose::{BandsError, Settings, Used, choose, columns};
use super::engine::Engine;
use super::units::Units;
use crate::interrupt::Interrupt;
use crate::search::Rows;

/// What a count would take, about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How many placements there are.
    pub placements: f64,
    /// To make the lists of the bands; in every share of the units again.
    pub lists: Duration,
    /// To count all units with these lists.
    pub units: Duration,
    /// How many parts of the count were done for this.
    pub samples: u32,
    pub used: Used,
}

/// Samples are taken until they have taken so long, or are so many.
const ENOUGH: Duration = Duration::from_secs(5);
const SAMPLES: u32 = 30;

/// Estimates a count in the current rayon pool; `None` if it was interrupted.
pub fn estimate(
    rows: &Rows,
    settings: Settings,
    interrupt: &Interrupt,
) -> Result<Option<Estimate>, BandsError> {
    let used = choose(rows, settings)?;
    let units = Units::of(rows)?;
    let start = Instant::now();
    let engine = Engine::new(columns(rows)?, &units, used, interrupt);
    let lists = start.elapsed();
    let mut rng = fastrand::Rng::with_seed(0);
    let mut scratch = engine.scratch();
    if used.height < used.highest {
        // The first time is longer, since its memory is new.
        engine.seconds_of_random_path(&mut scratch, &mut rng);
    }
    let (mut sum, mut samples) = (0.0, 0);
    let start = Instant::now();
    while samples < SAMPLES && start.elapsed() < ENOUGH && !interrupt.is_set() {
        sum += engine.seconds_of_random_path(&mut scratch, &mut rng);
        samples += 1;
    }
    let estimate = Estimate {
        placements: placements(&rows.allowed, &mut rng),
        lists,
        units: Duration::try_from_secs_f64(sum / f64::from(samples.max(1)))
            .unwrap_or(Duration::MAX),
        samples,
        used,
    };
    Ok((!interrupt.is_set()).then_some(estimate))
}

/// By random walks that multiply the choices on their way (Knuth 1975, *Estimating the efficiency of
/// backtrack programs*).
fn placements(allowed: &[u64], rng: &mut fastrand::Rng) -> f64 {
    const WALKS: u32 = 500_000;
    let sum: f64 = (0..WALKS).map(|_| walk(allowed, rng)).sum();
    sum / f64::from(WALKS)
}

/// The product of the choices of one walk from the first of these rows on, 0 if it ends before the last.
pub(super) fn walk(allowed: &[u64], rng: &mut fastrand::Rng) -> f64 {
    let mut product = 1.0;
    let (mut columns, mut down, mut up) = (0u64, 0u64, 0u64);
    for &row in allowed {
        let mut free = row & !(columns | down | up);
        let choices = free.count_ones();
        if choices == 0 {
            return 0.0;
        }
        product *= f64::from(choices);
        for _ in 0..rng.u32(0..choices) {
            free &= free - 1;
        }
        let queen = free & free.wrapping_neg();
        columns |= queen;
        down = (down | queen) << 1;
        up = (up | queen) >> 1;
    }
    product
}
