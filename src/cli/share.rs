//! `count --units`: a share of a count, for one machine of many.

use std::fmt;
use std::str::FromStr;
use std::time::Instant;

use anyhow::ensure;
use queensat::crosscheck::{Task, count_units};
use queensat::journal::Journal;
use queensat::partial::Partial;
use queensat::search::Rows;
use queensat::search::bands::Units;
use serde::Serialize;

use super::Outcome;
use super::resume::progress_bar;
use super::write::{OutputArgs, SCHEMA, counted};

/// Share I of K, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShareOf {
    index: u32,
    of: u32,
}

impl fmt::Display for ShareOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for ShareOf {
    type Err = String;

    fn from_str(text: &str) -> Result<ShareOf, String> {
        let share = text.split_once('/').and_then(|(index, of)| {
            let (index, of) = (index.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&index).then_some(ShareOf { index, of })
        });
        share.ok_or_else(|| "a share is I/K with I from 1 to K, such as 1/100".to_string())
    }
}

/// What JSON tells of a share that was not finished.
#[derive(Serialize)]
struct Unknown {
    schema: u32,
    command: &'static str,
    n: u32,
    /// "unknown".
    answer: &'static str,
    share: String,
}

/// Counts a share, in the current rayon pool.
pub fn run(
    task: &Task,
    share: ShareOf,
    mut journal: Option<Journal>,
    json: bool,
    output: &OutputArgs,
) -> anyhow::Result<Outcome> {
    ensure!(
        json,
        "--units gives a part of a count, which is no count: add --json, and add up the parts with 'queensat merge'"
    );
    let puzzle = &task.puzzle;
    let unknown = || Unknown {
        schema: SCHEMA,
        command: "count",
        n: puzzle.n(),
        answer: "unknown",
        share: share.to_string(),
    };
    let last_words = unknown();
    output.json_if_stopped(move || last_words);
    let start = Instant::now();
    let units = Units::of(&Rows::new(puzzle)?)?;
    let range = units.share(share.index, share.of);
    let bar = progress_bar("bands", output.quiet);
    let progress = |progress: queensat::crosscheck::Progress| {
        if let Some(of) = progress.of {
            bar.set_length(of);
        }
        bar.set_position(progress.done);
    };
    let count = count_units(task, &units, range.clone(), journal.as_mut(), &progress);
    bar.finish_and_clear();
    let Some(count) = count? else {
        output.json(&unknown())?;
        let kept = journal.map_or(0, |journal| journal.parts());
        output.say_stopped(match kept {
            0 => String::new(),
            _ => format!(" after {}, which the journal keeps", counted(kept, "unit")),
        });
        return Ok(Outcome::Unknown);
    };
    let seconds = start.elapsed().as_secs_f64();
    let partial = Partial::new(puzzle, &units, (share.index, share.of), count);
    output.json(&partial.with_seconds(seconds))?;
    output.say(format!(
        "share {share}, {} of {}, in {seconds:.3} s",
        counted(range.len() as u64, "unit"),
        units.count()
    ));
    Ok(Outcome::Done)
}
