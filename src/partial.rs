//! Partial counts: what a share of a board's units has, as a line of JSON, and their sum.
//!
//! ```text
//! {"schema":1,"command":"count","n":20,"queens":[],"forbidden":[],"share":{"index":2,"of":10,
//!  "units_version":1,"first_unit":93,"end_unit":199,"all_units":1032},"partial_count":"3900…",
//!  "checksum":"5ad3b8c1","seconds":9.25}
//! ```
//!
//! A share has the units from `first_unit` on that precede `end_unit`, of a list that depends on the board
//! and the version alone. The checksum is the CRC-32 of the line as it would be without the checksum and
//! the seconds.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::board::Square;
use crate::puzzle::Puzzle;
use crate::search::Rows;
use crate::search::bands::{UNITS_VERSION, Units};

/// Of the lines.
const SCHEMA: u32 = 1;

/// A share of the units of a board, and what they have. Squares are in chess notation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Partial {
    schema: u32,
    command: String,
    n: u32,
    queens: Vec<String>,
    forbidden: Vec<String>,
    share: Share,
    /// In decimal.
    partial_count: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    checksum: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Share {
    index: u32,
    of: u32,
    units_version: u32,
    first_unit: usize,
    end_unit: usize,
    all_units: usize,
}

/// Why a line is no partial count that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartialError {
    #[error("it is no partial count: give lines that 'count N --units I/K --json' wrote")]
    NotPartial,
    #[error("its share was not counted to the end: run it again")]
    Unfinished,
    #[error("its checksum is wrong: it is damaged, run this share again")]
    Damaged,
    #[error(
        "it is of version {0} of the list of units, and this queensat has version {UNITS_VERSION}: run all shares with one queensat"
    )]
    OtherVersion(u32),
    #[error(
        "it names units that share {index}/{of} of this board does not have: run this share again"
    )]
    OtherUnits { index: u32, of: u32 },
}

/// Why partial counts do not add up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    #[error(
        "there is no partial count in the files: give lines that 'count N --units I/K --json' wrote"
    )]
    Nothing,
    #[error("{0} and {1} belong to different boards: merge the shares of one board")]
    OtherBoard(String, String),
    #[error("{0} and {1} are of different numbers of shares: merge those of one K")]
    OtherShares(String, String),
    #[error("{0} and {1} have the same share, {2}: leave one of them out")]
    Twice(String, String, u32),
    #[error("of {of} shares these are missing: {missing}")]
    Missing { of: u32, missing: String },
    #[error("the sum is beyond all numbers that a count can be: the files are wrong")]
    TooLarge,
}

/// All shares of a board together.
#[derive(Clone, Debug)]
pub struct Merged {
    pub puzzle: Puzzle,
    pub shares: u32,
    pub count: u64,
}

impl Partial {
    /// The count of a share of this board's units, from 1; see [`Units::share`].
    pub fn new(puzzle: &Puzzle, units: &Units, (index, of): (u32, u32), count: u64) -> Partial {
        let n = puzzle.n();
        let names = |squares: &[Square]| squares.iter().map(|s| s.name(n).to_string()).collect();
        let Range { start, end } = units.share(index, of);
        let mut partial = Partial {
            schema: SCHEMA,
            command: "count".to_string(),
            n: puzzle.n(),
            queens: names(puzzle.given()),
            forbidden: names(puzzle.forbidden()),
            share: Share {
                index,
                of,
                units_version: UNITS_VERSION,
                first_unit: start,
                end_unit: end,
                all_units: units.count(),
            },
            partial_count: count.to_string(),
            checksum: String::new(),
            seconds: None,
        };
        partial.checksum = partial.sum();
        partial
    }

    pub fn with_seconds(self, seconds: f64) -> Partial {
        Partial {
            seconds: Some(seconds),
            ..self
        }
    }

    /// Reads a line and looks whether its board has such a share.
    pub fn parse(line: &str) -> Result<Partial, PartialError> {
        let not = |_| {
            let value: Option<serde_json::Value> = serde_json::from_str(line).ok();
            let answer = value.as_ref().and_then(|value| value.get("answer"));
            match answer.is_some_and(|answer| answer == "unknown") {
                true => PartialError::Unfinished,
                false => PartialError::NotPartial,
            }
        };
        let partial: Partial = serde_json::from_str(line).map_err(not)?;
        if partial.share.units_version != UNITS_VERSION {
            return Err(PartialError::OtherVersion(partial.share.units_version));
        }
        if partial.checksum != partial.sum() || partial.schema != SCHEMA {
            return Err(PartialError::Damaged);
        }
        let Share { index, of, .. } = partial.share;
        let other = PartialError::OtherUnits { index, of };
        let units = partial.puzzle().and_then(|puzzle| Rows::new(&puzzle).ok());
        let units = units.and_then(|rows| Units::of(&rows).ok());
        let units = units.filter(|units| {
            let share = units.share(index, of);
            (1..=of).contains(&index)
                && (share.start, share.end) == (partial.share.first_unit, partial.share.end_unit)
                && units.count() == partial.share.all_units
        });
        match units.is_some() && partial.count().is_some() {
            true => Ok(partial),
            false => Err(other),
        }
    }

    fn sum(&self) -> String {
        let bare = Partial {
            checksum: String::new(),
            seconds: None,
            ..self.clone()
        };
        // A map with text for its keys can always be written.
        let text = serde_json::to_string(&bare).unwrap_or_default();
        format!("{:08x}", crc32fast::hash(text.as_bytes()))
    }

    fn puzzle(&self) -> Option<Puzzle> {
        let mut puzzle = Puzzle::queens(self.n);
        for name in &self.queens {
            puzzle = puzzle.queen(Square::parse(name, self.n).ok()?).ok()?;
        }
        for name in &self.forbidden {
            puzzle = puzzle.forbid(Square::parse(name, self.n).ok()?).ok()?;
        }
        Some(puzzle)
    }

    fn count(&self) -> Option<u64> {
        self.partial_count.parse().ok()
    }

    fn board(&self) -> (u32, &[String], &[String]) {
        (self.n, &self.queens, &self.forbidden)
    }
}

/// Adds up the shares of one board, each with the name of where it comes from. All must be there,
/// once.
pub fn merge(partials: &[(String, Partial)]) -> Result<Merged, MergeError> {
    let Some((first_name, first)) = partials.first() else {
        return Err(MergeError::Nothing);
    };
    let of = first.share.of;
    let mut seen: BTreeMap<u32, &str> = BTreeMap::new();
    let mut sum = Some(0u64);
    for (name, partial) in partials {
        let both = || (first_name.clone(), name.clone());
        if partial.board() != first.board() {
            let (one, other) = both();
            return Err(MergeError::OtherBoard(one, other));
        }
        if partial.share.of != of {
            let (one, other) = both();
            return Err(MergeError::OtherShares(one, other));
        }
        if let Some(before) = seen.insert(partial.share.index, name) {
            let (one, other) = (before.to_string(), name.clone());
            return Err(MergeError::Twice(one, other, partial.share.index));
        }
        sum = sum.zip(partial.count()).and_then(|(a, b)| a.checked_add(b));
    }
    let missing = missing(&seen, of);
    if !missing.is_empty() {
        return Err(MergeError::Missing { of, missing });
    }
    let puzzle = first.puzzle();
    match (puzzle, sum) {
        (Some(puzzle), Some(count)) => Ok(Merged {
            puzzle,
            shares: of,
            count,
        }),
        _ => Err(MergeError::TooLarge),
    }
}

/// The shares that are not there, as a list of ranges.
fn missing(seen: &BTreeMap<u32, &str>, of: u32) -> String {
    let mut gaps = Vec::new();
    let mut next = 1;
    for index in seen.keys().copied().chain([of.saturating_add(1)]) {
        match index - next {
            0 => {}
            1 => gaps.push(next.to_string()),
            _ => gaps.push(format!("{next} to {}", index - 1)),
        }
        next = index.saturating_add(1);
    }
    gaps.join(", ")
}
