//! `merge`: the shares of a count, added up.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use queensat::crosscheck::published;
use queensat::partial::{Partial, merge};
use serde::Serialize;

use super::Outcome;
use super::input::{name_of, one_reader_of_stdin, read};
use super::write::{OutputArgs, SCHEMA};

/// Add up the shares of a count that 'count N --units I/K --json' wrote
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files with a line for each share, one or more in each; '-' is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// One JSON object with the count and what agrees with it
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
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    shares: u32,
    agreed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<Published>,
}

#[derive(Serialize)]
struct Published {
    count: String,
    source: &'static str,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let files: Vec<Option<&Path>> = args.files.iter().map(|file| Some(file.as_path())).collect();
    one_reader_of_stdin(&files)?;
    let mut partials = Vec::new();
    for file in &args.files {
        partials.extend(read_partials(file)?);
    }
    let merged = merge(&partials)?;
    let published = published(&merged.puzzle, false);
    let agrees = published.is_none_or(|published| published.count == merged.count);
    if args.json {
        args.output.json(&Report {
            schema: SCHEMA,
            command: "merge",
            n: merged.puzzle.n(),
            count: agrees.then(|| merged.count.to_string()),
            shares: merged.shares,
            agreed: agrees,
            published: published.map(|published| Published {
                count: published.count.to_string(),
                source: published.source,
            }),
        })?;
    }
    let told = format!("{} by all {} shares", merged.count, merged.shares);
    let told = match published {
        Some(published) => format!(
            "{told}, {} published ({})",
            published.count, published.source
        ),
        None => told,
    };
    if !agrees {
        super::say(format!("the counts contradict each other: {told}"));
        return Ok(Outcome::Contradiction);
    }
    if !args.json {
        args.output.write(|out| writeln!(out, "{}", merged.count))?;
    }
    args.output.say(match published {
        Some(_) => format!("{told}: both agree"),
        None => format!("{told}: nothing to compare it with"),
    });
    Ok(Outcome::Done)
}

/// The partial counts of a file, each with the name of where it stands.
fn read_partials(file: &Path) -> anyhow::Result<Vec<(String, Partial)>> {
    let name = name_of(file);
    let bytes = read(file)?;
    let text = String::from_utf8(bytes).map_err(|_| {
        anyhow::anyhow!("{name} is no text: give lines that 'count N --units I/K --json' wrote")
    })?;
    let mut partials = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let place = format!("{name}, line {number}");
        let partial = Partial::parse(line).with_context(|| place.clone())?;
        partials.push((place, partial));
    }
    if partials.is_empty() {
        bail!("{name} is empty: run the share that should have written it again");
    }
    Ok(partials)
}
