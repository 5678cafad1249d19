//! `count`: how many placements, in ways that check each other.

use indicatif::{ProgressBar, ProgressStyle};
use queensat::crosscheck::{self, Count, CountError, Way};
use queensat::{Encoding, Interrupt, Options, SolveError};
use serde::Serialize;

use super::Outcome;
use super::input::BoardArgs;
use super::write::{OutputArgs, SCHEMA};

/// Count the placements, in one or several independent ways that are compared
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,

    /// backtrack (native) or blocking (SAT), or both with a comma between
    /// [default: both up to N = 10, backtrack beyond]
    #[arg(long, value_name = "WAY[,WAY]", value_delimiter = ',')]
    by: Vec<Way>,

    /// At-most-one encoding, for blocking
    #[arg(long, value_name = "ENCODING", default_value_t)]
    amo: Encoding,

    /// Threads of the native search [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// One JSON object with the count, how it was found and what agrees with it
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    command: &'static str,
    n: u32,
    /// The number that all agree on; absent if two differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    agreed: bool,
    ways: Vec<WayReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
}

#[derive(Serialize)]
struct WayReport {
    way: &'static str,
    count: String,
    seconds: f64,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    let puzzle = args.board.puzzle()?;
    let n = puzzle.n();
    let options = Options {
        encoding: args.amo,
        interrupt,
    };
    let ways = if args.by.is_empty() {
        Way::default_for(n)
    } else {
        &args.by
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.unwrap_or(0).into())
        .build()?;
    let mut counts = Vec::new();
    for &way in ways {
        let bar = progress_bar(way, args.output.quiet);
        let progress = |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        };
        let count = pool.install(|| crosscheck::count(&puzzle, way, &options, &progress));
        bar.finish_and_clear();
        match count {
            Ok(Some(count)) => counts.push(count),
            Ok(None) => {
                args.output.say("interrupted, no count");
                return Ok(Outcome::Unknown);
            }
            Err(CountError::Sat(error @ SolveError::WrongAnswer(_))) => {
                super::say(error);
                return Ok(Outcome::Contradiction);
            }
            Err(error) => return Err(error.into()),
        }
    }
    report(&args, n, &counts, crosscheck::published(&puzzle))
}

fn report(
    args: &Args,
    n: u32,
    counts: &[Count],
    published: Option<u64>,
) -> anyhow::Result<Outcome> {
    let agreed = crosscheck::agreed(counts, published);
    if args.json {
        args.output.json(&Report {
            schema: SCHEMA,
            command: "count",
            n,
            count: agreed.map(|count| count.to_string()),
            agreed: agreed.is_some(),
            ways: counts
                .iter()
                .map(|c| WayReport {
                    way: c.way.name(),
                    count: c.count.to_string(),
                    seconds: c.time.as_secs_f64(),
                })
                .collect(),
            published: published.map(|count| count.to_string()),
        })?;
    }
    let told = tell(counts, published);
    match agreed {
        Some(count) => {
            if !args.json {
                args.output
                    .write(|out| std::io::Write::write_all(out, format!("{count}\n").as_bytes()))?;
            }
            let verdict = match counts.len() + usize::from(published.is_some()) {
                1 => "nothing to compare it with",
                2 => "both agree",
                _ => "all agree",
            };
            args.output.say(format!("{told}: {verdict}"));
            Ok(Outcome::Done)
        }
        None => {
            super::say(format!("the counts contradict each other: {told}"));
            Ok(Outcome::Contradiction)
        }
    }
}

fn tell(counts: &[Count], published: Option<u64>) -> String {
    let mut parts: Vec<String> = counts
        .iter()
        .map(|c| format!("{} by {} in {:.3} s", c.count, c.way, c.time.as_secs_f64()))
        .collect();
    parts.extend(published.map(|count| format!("{count} published (OEIS A000170)")));
    parts.join(", ")
}

/// On a terminal only, and only once the count has taken a while.
fn progress_bar(way: Way, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = "{msg} {wide_bar} {pos}/{len} parts, {eta} left";
    let bar = ProgressBar::no_length().with_message(way.name());
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::time::Duration;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn found(way: Way, count: u64) -> Count {
        Count {
            way,
            count,
            time: Duration::ZERO,
        }
    }

    #[test]
    fn counts_that_differ_are_a_contradiction_that_shows_all_numbers() {
        let args = Line::parse_from(["count", "8", "-o", "/dev/null"]).args;
        let (right, wrong) = (found(Way::Backtrack, 92), found(Way::Blocking, 91));
        let outcome = |counts: &[Count], published| report(&args, 8, counts, published).unwrap();
        assert_eq!(outcome(&[right], Some(92)), Outcome::Done);
        assert_eq!(outcome(&[right, wrong], None), Outcome::Contradiction);
        assert_eq!(outcome(&[wrong], Some(92)), Outcome::Contradiction);
        let told = tell(&[right, wrong], Some(92));
        for number in ["92 by backtrack", "91 by blocking", "92 published"] {
            assert!(told.contains(number), "{told}");
        }
    }
}
