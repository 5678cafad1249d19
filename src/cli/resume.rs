//! Long runs: journals, and progress on a terminal.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::ensure;
use indicatif::{ProgressBar, ProgressStyle};
use queensat::Puzzle;
use queensat::board::{Diagonals, Turn};
use queensat::enumerate::{Order, Plan, count_cubes};
use queensat::formats::PlacementFormat;
use queensat::journal::Journal;
use queensat::search::bands::UNITS_VERSION;
use same_file::is_same_file;
use serde::Serialize;

use super::write::names;

/// How many threads search, and where it is noted how far they are.
#[derive(Debug, clap::Args)]
pub struct RunArgs {
    /// Threads that search [default: all cores]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Note in this file which parts are done, so that the same command goes on there after a crash or a
    /// kill; for 'count' by bands or by blocking, and for 'enumerate' with '-o FILE'
    #[arg(long, value_name = "FILE", conflicts_with = "limit")]
    pub journal: Option<PathBuf>,
}

impl RunArgs {
    /// At least 1.
    pub fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// What a journal belongs to: all that says which placements come in which part, and in which form.
#[derive(Serialize)]
struct Problem {
    command: &'static str,
    n: u32,
    rules: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    queens: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<String>,
    #[serde(flatten)]
    parts: Parts,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
}

/// What the parts of a run are.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Parts {
    /// Those of a search through blocking clauses.
    Cubes {
        unique: bool,
        ordered: bool,
        cubes: u32,
    },
    /// Those of a count by bands: of all placements, or of a share.
    Units {
        units_version: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        share: Option<String>,
    },
}

impl Parts {
    pub fn of_plan(plan: &Plan) -> Parts {
        Parts::Cubes {
            unique: plan.unique,
            ordered: plan.order == Order::Lexicographic,
            cubes: plan.cube_rows,
        }
    }

    pub fn units(share: Option<String>) -> Parts {
        Parts::Units {
            units_version: UNITS_VERSION,
            share,
        }
    }
}

/// Opens the journal of a run; one that writes placements has a format.
pub fn open_journal(
    path: &Path,
    puzzle: &Puzzle,
    parts: Parts,
    format: Option<PlacementFormat>,
) -> anyhow::Result<Journal> {
    ensure!(
        path != Path::new("-"),
        "a journal is read and written: give --journal a file"
    );
    let n = puzzle.n();
    let regions = puzzle.laws().regions.as_deref();
    let problem = Problem {
        command: match format {
            Some(_) => "enumerate",
            None => "count",
        },
        n,
        rules: match puzzle.laws().diagonals {
            Diagonals::Plain => "queens",
            Diagonals::Wrapped => "torus",
            Diagonals::Free => "rooks",
            Diagonals::Touching => "regions",
        },
        regions: regions.map(|regions| regions.to_string().trim_end().replace('\n', "/")),
        symmetry: puzzle.turn().map(Turn::name),
        queens: names(n, puzzle.given()),
        forbidden: names(n, puzzle.forbidden()),
        parts,
        format: format.map(PlacementFormat::name),
    };
    Ok(Journal::open(path, &serde_json::to_string(&problem)?)?)
}

/// Fails if results would go into the open journal, by whatever links.
pub fn keep_apart(journal: &Path, output: Option<&Path>) -> anyhow::Result<()> {
    let is_same = |output| is_same_file(journal, output).unwrap_or(false);
    ensure!(
        !output.is_some_and(is_same),
        "the results and the journal cannot both go to the same file: give --journal a file of its own"
    );
    Ok(())
}

/// A bar on a terminal, unless it is to be quiet.
pub fn progress_bar(name: &str, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = "{prefix} {wide_bar} {pos}/{len} parts{msg}, {eta} left";
    let bar = ProgressBar::no_length().with_prefix(name.to_string());
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The same for placements that are written; none where these go to a terminal themselves.
pub fn progress_beside(name: &'static str, quiet: bool, path: Option<&Path>) -> ProgressBar {
    let to_stdout = path.is_none_or(|path| path == Path::new("-"));
    progress_bar(name, quiet || to_stdout && std::io::stdout().is_terminal())
}

/// Finds out, beside the run, how many cubes there are; only if somebody looks at the bar.
pub fn count_parts(bar: &ProgressBar, puzzle: &Puzzle, plan: &Plan) {
    if bar.is_hidden() {
        return;
    }
    let (bar, puzzle, plan) = (bar.clone(), puzzle.clone(), plan.clone());
    // Without it the bar has no length, and all else is as well.
    let _ = thread::Builder::new().spawn(move || bar.set_length(count_cubes(&puzzle, &plan)));
}
