//! `count --estimate`: what a count would take.

use std::io::Write;

use queensat::crosscheck::Task;
use queensat::search::Rows;
use queensat::search::bands;
use serde::Serialize;

use super::Outcome;
use super::write::{OutputArgs, SCHEMA, counted};

#[derive(Serialize)]
struct Report {
    schema: u32,
    command: &'static str,
    n: u32,
    estimate: Estimate,
}

#[derive(Serialize)]
struct Estimate {
    /// Rounded.
    placements: String,
    megabytes: u64,
    height: u32,
    cpu: &'static str,
    threads: usize,
    samples: u32,
    /// Of the whole count with so many threads; what is the same in each share of it; and what is shared
    /// out.
    seconds: f64,
    seconds_lists: f64,
    seconds_units: f64,
}

/// Estimates a count in the current rayon pool.
pub fn run(task: &Task, json: bool, output: &OutputArgs) -> anyhow::Result<Outcome> {
    let rows = Rows::new(&task.puzzle)?;
    let estimate = bands::estimate(&rows, task.bands, &task.options.interrupt)?;
    let Some(estimate) = estimate else {
        output.say_stopped(", no estimate");
        return Ok(Outcome::Unknown);
    };
    let (lists, units) = (estimate.lists.as_secs_f64(), estimate.units.as_secs_f64());
    let seconds = lists + units;
    let placements = rounded(estimate.placements);
    let megabytes = estimate.used.memory.div_ceil(1 << 20);
    if json {
        output.json(&Report {
            schema: SCHEMA,
            command: "count",
            n: task.puzzle.n(),
            estimate: Estimate {
                placements,
                megabytes,
                height: estimate.used.height,
                cpu: estimate.used.cpu.name(),
                threads: task.threads,
                samples: estimate.samples,
                seconds,
                seconds_lists: lists,
                seconds_units: units,
            },
        })?;
    } else {
        output.write(|out| {
            writeln!(
                out,
                "about {placements} placements, in {} with {} and {megabytes} MB",
                duration(seconds),
                counted(task.threads as u64, "thread")
            )
        })?;
    }
    output.say(format!(
        "estimated by {}; each share of '--units' also takes {} to make the lists",
        counted(estimate.samples.into(), "sample"),
        duration(lists)
    ));
    Ok(Outcome::Done)
}

/// Two digits.
fn rounded(number: f64) -> String {
    match number < 1e4 {
        true => format!("{number:.0}"),
        false => format!("{number:.1e}"),
    }
}

/// In the unit that people would use.
fn duration(seconds: f64) -> String {
    let units = [
        ("s", 1.0, 120.0),
        ("minutes", 60.0, 7200.0),
        ("hours", 3600.0, 172_800.0),
        ("days", 86_400.0, f64::INFINITY),
    ];
    let unit = units.iter().find(|&&(_, _, end)| seconds < end);
    let &(name, length, _) = unit.unwrap_or(&units[0]);
    let digits = if seconds < 10.0 { 2 } else { 0 };
    format!("{:.digits$} {name}", seconds / length)
}
