//! `count`: how many placements, in ways that check each other.

use std::io::Write;

use anyhow::{anyhow, bail, ensure};
use queensat::crosscheck::{self, Count, Progress, Published, Task, Way, Ways, blocking_plan};
use queensat::search::bands::{self, Cpu};
use queensat::{Interrupt, Puzzle};
use serde::Serialize;

use super::input::{PuzzleArgs, Size, SolverArgs};
use super::resume::{Parts, RunArgs, count_parts, keep_apart, open_journal, progress_bar};
use super::share::ShareOf;
use super::write::{OutputArgs, SCHEMA, counted};
use super::{Outcome, estimate, share};

/// Count the placements, in one or several independent ways that are compared
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    size: Size,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// backtrack or bands (native), blocking (SAT), the name of a solver (blocking with it), clasp (its own
    /// enumeration), 'cmd: COUNTER ARGUMENTS' (a model counter), or several with commas between [default:
    /// bands on plain boards from N = 12 on, else backtrack; and blocking as well where that takes about
    /// a second]
    #[arg(long, value_name = "WAY[,WAY]")]
    by: Vec<Ways>,

    /// Stop at this many placements; the number is then a lower bound
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// Up to symmetry: placements that turns and mirrors of the board carry to each other are one
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    sat: SolverArgs,

    /// For blocking: place the queens of so many first rows natively, and ask a fresh solver for each
    /// way to do so; 0 leaves all to one solver, which is slow beyond N = 10 [default: what is fastest,
    /// about N − 9]
    #[arg(long, value_name = "ROWS", allow_negative_numbers = true)]
    cubes: Option<u32>,

    #[command(flatten)]
    run: RunArgs,

    /// For bands: portable, avx2 or avx512 [default: the fastest that this machine has]
    #[arg(long, value_name = "CODE")]
    cpu: Option<Cpu>,

    /// For bands: about how much memory the lists may take, such as 512M or 2G; a third makes it two
    /// to six times slower [default: half of what is free]
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true, value_parser = bytes)]
    max_memory: Option<u64>,

    /// For bands: count only the I-th of K shares of the work, from 1, and tell with --json what 'merge'
    /// adds up; the shares cost about the same, and are the same on every machine
    #[arg(long, value_name = "I/K", conflicts_with_all = ["limit", "unique"])]
    units: Option<ShareOf>,

    /// For bands: do not count, but tell about how many placements there are, and how long the count
    /// would take with so many threads and how much memory
    #[arg(long, conflicts_with_all = ["limit", "unique", "units", "journal"])]
    estimate: bool,

    /// One JSON object with the count, how it was found and what agrees with it
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    /// Options of a way that was not asked for.
    fn refuse_what_has_no_effect(&self) -> anyhow::Result<()> {
        let ways = || self.by.iter().flat_map(|ways| &ways.0);
        let bands = ways().any(|way| *way == Way::Bands);
        for (way, has_it, option, is_given) in [
            (
                Way::Blocking,
                ways().any(Way::blocks),
                "--cubes",
                self.cubes.is_some(),
            ),
            (Way::Bands, bands, "--cpu", self.cpu.is_some()),
            (Way::Bands, bands, "--max-memory", self.max_memory.is_some()),
            (Way::Bands, bands, "--units", self.units.is_some()),
            (Way::Bands, bands, "--estimate", self.estimate),
        ] {
            ensure!(
                self.by.is_empty() || has_it || !is_given,
                "{option} is for '--by {way}': add that way, or leave the option out"
            );
        }
        Ok(())
    }

    fn bands(&self) -> bands::Settings {
        let default = bands::Settings::default();
        bands::Settings {
            cpu: self.cpu.unwrap_or(default.cpu),
            memory: self.max_memory.unwrap_or(default.memory),
        }
    }
}

/// A number of bytes, with K, M, G or T for powers of 1024.
fn bytes(text: &str) -> Result<u64, String> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let power = match text[end..].to_ascii_uppercase().as_str() {
        "" | "B" => Some(0),
        "K" | "KB" | "KIB" => Some(1),
        "M" | "MB" | "MIB" => Some(2),
        "G" | "GB" | "GIB" => Some(3),
        "T" | "TB" | "TIB" => Some(4),
        _ => None,
    };
    let number: Option<u64> = text[..end].parse().ok();
    let bytes = number.zip(power);
    let bytes = bytes.and_then(|(number, power)| number.checked_mul(1 << (10 * power)));
    bytes.ok_or_else(|| "it must be a whole number of bytes such as 512M or 2G".to_string())
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    command: &'static str,
    n: u32,
    /// The number that all agree on; absent if two differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    /// Up to symmetry.
    unique: bool,
    /// There may be more placements: the count ended at the limit.
    lower_bound: bool,
    agreed: bool,
    ways: Vec<WayReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<PublishedReport>,
}

/// What JSON tells when the count was stopped.
#[derive(Serialize)]
struct Unknown {
    schema: u32,
    command: &'static str,
    n: u32,
    /// "unknown".
    answer: &'static str,
    /// Those that had ended.
    ways: Vec<WayReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<PublishedReport>,
}

#[derive(Serialize)]
struct WayReport {
    way: String,
    count: String,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    bands: Option<BandsReport>,
}

/// What bands used.
#[derive(Serialize)]
struct BandsReport {
    cpu: &'static str,
    height: u32,
    megabytes: u64,
}

#[derive(Serialize)]
struct PublishedReport {
    count: String,
    source: &'static str,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    let puzzle = args.puzzle.puzzle(args.size.n.as_deref(), None)?;
    args.output.probe()?;
    let task = Task {
        puzzle: puzzle.clone(),
        unique: args.unique,
        limit: args.limit,
        cube_rows: args.cubes,
        threads: args.run.threads(),
        bands: args.bands(),
        options: args.sat.options(interrupt),
    };
    let mut ways = Vec::new();
    for way in args.by.iter().flat_map(|ways| &ways.0) {
        if !ways.contains(way) {
            ways.push(way.clone());
        }
    }
    if ways.is_empty() {
        ways.push(match args.units.is_some() || args.estimate {
            true => Way::Bands,
            false => crosscheck::default_way(&task),
        });
    }
    args.refuse_what_has_no_effect()?;
    let mut journal = None;
    if let Some(path) = &args.run.journal {
        let parts = match &ways[..] {
            [way] if way.blocks() => Parts::of_plan(&blocking_plan(&task)),
            [Way::Bands] => Parts::units(args.units.map(|share| share.to_string())),
            _ => bail!(
                "--journal notes the parts of one way to count: add '--by bands' or '--by blocking'"
            ),
        };
        journal = Some(open_journal(path, &puzzle, parts, None)?);
        keep_apart(path, args.output.path.as_deref())?;
    }
    if args.units.is_some() || args.estimate {
        ensure!(
            ways == [Way::Bands],
            "only bands have units: leave out '--by', or say '--by bands'"
        );
        let pool = threads(task.threads)?;
        return pool.install(|| match args.units {
            Some(share) => share::run(&task, share, journal, args.json, &args.output),
            None => estimate::run(&task, args.json, &args.output),
        });
    }
    // Blocking has threads of its own.
    let pool = threads(match ways.iter().all(Way::blocks) {
        true => 1,
        false => task.threads,
    })?;
    let mut count = |way: &Way| {
        let bar = progress_bar(way.name(), args.output.quiet);
        if way.blocks() {
            count_parts(&bar, &puzzle, &blocking_plan(&task));
        }
        let progress = |progress: Progress| {
            if let Some(of) = progress.of {
                bar.set_length(of);
            }
            if let Some(found) = progress.found
                && !bar.is_hidden()
            {
                bar.set_message(format!(", {found} placements"));
            }
            bar.set_position(progress.done);
        };
        // There is one only if this is the only way.
        let journal = journal.as_mut();
        let count = pool.install(|| crosscheck::count(&task, way, journal, &progress));
        bar.finish_and_clear();
        count
    };
    let mut counts = Vec::new();
    while let Some(way) = ways.get(counts.len()).cloned() {
        if args.json {
            let unknown = unknown(&args, &puzzle, &counts);
            args.output.json_if_stopped(move || unknown);
        }
        let Some(count) = count(&way)? else {
            if args.json {
                args.output.json(&unknown(&args, &puzzle, &counts))?;
            }
            match &journal {
                None if counts.is_empty() => args.output.say_stopped(", no count"),
                None => {
                    let told = tell(&counts, None);
                    args.output
                        .say_stopped(format!(", no count by {way}; {told}"));
                }
                Some(journal) => args.output.say_stopped(format!(
                    " after {}, which the journal keeps",
                    counted(journal.count(), "placement")
                )),
            }
            return Ok(Outcome::Unknown);
        };
        let quick = || crosscheck::is_quick(&task, count.count);
        let is_one = ways.len() == 1 && ways != [Way::Blocking] && args.run.journal.is_none();
        if args.by.is_empty() && is_one && quick() {
            ways.push(Way::Blocking);
        }
        counts.push(count);
    }
    report(&args, &puzzle, &counts)
}

fn threads(threads: usize) -> anyhow::Result<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|_| anyhow!("cannot start so many threads: use fewer with '--threads'"))
}

fn report(args: &Args, puzzle: &Puzzle, counts: &[Count]) -> anyhow::Result<Outcome> {
    let at_limit = |count: &Count| args.limit.is_some_and(|limit| count.count >= limit);
    let lower_bound = counts.iter().any(at_limit);
    let published = crosscheck::published(puzzle, args.unique);
    // What is known of a count that ended at the limit is that it goes at least so far.
    let expected = published.map(|p| match args.limit {
        Some(limit) => p.count.min(limit),
        None => p.count,
    });
    let agreed = crosscheck::agreed(counts, expected);
    if args.json {
        args.output.json(&Report {
            schema: SCHEMA,
            command: "count",
            n: puzzle.n(),
            count: agreed.map(|count| count.to_string()),
            unique: args.unique,
            lower_bound,
            agreed: agreed.is_some(),
            ways: ways_json(counts),
            published: published.map(published_json),
        })?;
    }
    let told = tell(counts, published);
    let Some(count) = agreed else {
        super::say(format!("the counts contradict each other: {told}"));
        return Ok(Outcome::Contradiction);
    };
    if !args.json {
        args.output.write(|out| writeln!(out, "{count}"))?;
    }
    let verdict = match counts.len() + usize::from(published.is_some()) {
        _ if lower_bound => "a lower bound, since the count ended at the limit",
        1 => "nothing to compare it with",
        2 => "both agree",
        _ => "all agree",
    };
    args.output.say(format!("{told}: {verdict}"));
    Ok(Outcome::Done)
}

fn unknown(args: &Args, puzzle: &Puzzle, counts: &[Count]) -> Unknown {
    Unknown {
        schema: SCHEMA,
        command: "count",
        n: puzzle.n(),
        answer: "unknown",
        ways: ways_json(counts),
        published: crosscheck::published(puzzle, args.unique).map(published_json),
    }
}

fn ways_json(counts: &[Count]) -> Vec<WayReport> {
    let ways = counts.iter().map(|c| WayReport {
        way: c.way.name().to_string(),
        count: c.count.to_string(),
        seconds: c.time.as_secs_f64(),
        bands: c.bands.map(|used| BandsReport {
            cpu: used.cpu.name(),
            height: used.height,
            megabytes: used.memory >> 20,
        }),
    });
    ways.collect()
}

fn published_json(published: Published) -> PublishedReport {
    PublishedReport {
        count: published.count.to_string(),
        source: published.source,
    }
}

fn tell(counts: &[Count], published: Option<Published>) -> String {
    let tell = |c: &Count| {
        let lower = c.bands.filter(|used| used.height < used.highest);
        let lower = lower.map_or(String::new(), |used| {
            format!(" (for want of memory with bands of {} rows)", used.height)
        });
        let seconds = c.time.as_secs_f64();
        format!("{} by {}{lower} in {seconds:.3} s", c.count, c.way)
    };
    let mut parts: Vec<String> = counts.iter().map(tell).collect();
    parts.extend(published.map(|p| format!("{} published ({})", p.count, p.source)));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::slice;
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
            bands: None,
        }
    }

    #[test]
    fn counts_that_differ_are_a_contradiction_that_shows_all_numbers() {
        let args = Line::parse_from(["count", "8", "-o", "/dev/null"]).args;
        let (right, wrong) = (found(Way::Backtrack, 92), found(Way::Blocking, 91));
        let outcome = |counts: &[Count]| report(&args, &Puzzle::queens(8), counts).unwrap();
        assert_eq!(outcome(slice::from_ref(&right)), Outcome::Done);
        assert_eq!(outcome(slice::from_ref(&wrong)), Outcome::Contradiction);
        let both = [right, wrong];
        assert_eq!(outcome(&both), Outcome::Contradiction);
        let told = tell(&both, crosscheck::published(&Puzzle::queens(8), false));
        for number in ["92 by backtrack", "91 by blocking", "92 published"] {
            assert!(told.contains(number), "{told}");
        }
    }
}
