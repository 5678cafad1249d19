//! What a count by bands uses: the code, and how high the bands are for the memory that there is.

use super::classes::Classes;
use super::cpu::Cpu;
use super::engine::UNLISTED_ROWS;
use super::lists::{Band, estimate};
use crate::board::Diagonals;
use crate::search::Rows;

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub cpu: Cpu,
    /// How many bytes the lists may take, about.
    pub memory: u64,
}

impl Default for Settings {
    /// The fastest code, and half of the memory that is free.
    fn default() -> Settings {
        Settings {
            cpu: Cpu::best(),
            memory: free_memory().unwrap_or(4 << 30) / 2,
        }
    }
}

/// How many bytes a program can have without others being swapped out, as Linux tells.
fn free_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// What a count by bands chose, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    pub cpu: Cpu,
    /// How many rows each band has, and would have if there were enough memory.
    pub height: u32,
    pub highest: u32,
    /// About how many bytes the lists take.
    pub memory: u64,
}

/// Why a board is not counted by bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BandsError {
    #[error(
        "bands count all placements of queens on a plain board, and no others: use '--by backtrack'"
    )]
    Rules,
    #[error("N = {n} is too large for bands, which go up to N = {MAX_N}: use '--by backtrack'")]
    TooLarge { n: u32 },
    #[error(
        "the lists for N = {n} take some {needed} MB at least, more than --max-memory allows (half of what is free, unless told): give more, or use '--by backtrack'"
    )]
    TooMuchMemory { n: u32, needed: u64 },
}

/// Beyond, sets of columns would make too large a table, and the count take years.
pub const MAX_N: u32 = 24;

/// Bands of this height have lists of gigabytes at N = 19; higher ones do not fit any machine.
pub(super) const MAX_HEIGHT: u32 = 8;

/// Up to N = 20 bands with more rows in the middle are slower than backtracking; beyond, bands of less than
/// this height are.
const MAX_MIDDLE: u32 = 6;
const ENOUGH_HEIGHT: u32 = 7;

/// What a count of this board will use: the highest bands whose lists fit into the memory, up to all
/// but one row or two in the middle.
pub fn choose(rows: &Rows, settings: Settings) -> Result<Used, BandsError> {
    let allowed = columns(rows)?;
    let n = allowed.len() as u32;
    let classes = Classes::of(&allowed);
    let highest = highest(n, classes);
    let lowest = n.saturating_sub(MAX_MIDDLE) / 2;
    let lowest = lowest.min(ENOUGH_HEIGHT).min(highest);
    let sizes = (lowest..=highest).map(|height| (height, memory(&allowed, height)));
    let chosen = sizes.rev().find(|&(_, memory)| memory <= settings.memory);
    let (height, memory) = chosen.ok_or_else(|| BandsError::TooMuchMemory {
        n,
        needed: memory(&allowed, lowest).div_ceil(1 << 20),
    })?;
    Ok(Used {
        cpu: settings.cpu,
        height,
        highest,
        memory,
    })
}

/// How high the bands of such a board can be: however low they are, the rows between the highest lie
/// between them.
pub(super) fn highest(n: u32, classes: Classes) -> u32 {
    (0..=n.saturating_sub(classes.rows()) / 2)
        .take_while(|&height| height <= MAX_HEIGHT && Band::fits(n, height))
        .last()
        .unwrap_or(0)
}

/// For each row the columns where a queen may stand, of a board that bands can count.
pub(super) fn columns(rows: &Rows) -> Result<Vec<u32>, BandsError> {
    let n = rows.allowed.len() as u32;
    if rows.diagonals != Diagonals::Plain || rows.regions.is_some() || rows.turn.is_some() {
        return Err(BandsError::Rules);
    }
    if n > MAX_N {
        return Err(BandsError::TooLarge { n });
    }
    Ok(rows.allowed.iter().map(|&row| row as u32).collect())
}

/// About how many bytes the lists and the table of sets take.
fn memory(allowed: &[u32], height: u32) -> u64 {
    let n = allowed.len() as u32;
    let top = estimate(allowed, height);
    let rows = height as usize;
    let below: Vec<u32> = allowed.iter().rev().take(rows).copied().collect();
    let both = match below == allowed[..rows] {
        true => top,
        false => top + estimate(&below, height),
    };
    // Less than half is left of both lists after each queen in the middle, and then of that.
    let levels = (n - 2 * height).saturating_sub(UNLISTED_ROWS);
    let left: u64 = (0..levels)
        .map(|level| both.max(2 * top) >> (level + 1))
        .sum();
    // Two words an item; and there is the list before the last row was added, and room to grow.
    let lists = 8 * (both + left);
    lists + lists / 4 + (4 << n)
}
