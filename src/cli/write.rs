//! What the commands have in common: where results go and in which form.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use queensat::board::{Attack, Verdict};
use queensat::formats::{Picture, PlacementFormat, write_placement, write_svg};
use queensat::io::Output;
use queensat::{Placement, Puzzle, Square};
use serde::Serialize;

use super::signals;

/// The version of all JSON output; it changes when a field changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// Where results go.
#[derive(Clone, Debug, clap::Args)]
pub struct OutputArgs {
    /// Write to this file instead of standard output; .gz, .xz, .bz2 and .zst compress
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub path: Option<PathBuf>,

    /// Say nothing on standard error but errors
    #[arg(short, long)]
    pub quiet: bool,
}

impl OutputArgs {
    /// Output that appears whole or not at all.
    pub fn create(&self) -> anyhow::Result<Output> {
        self.open(Output::create)
    }

    /// Fails if a file could not be created, before long work is done for it.
    pub fn probe(&self) -> anyhow::Result<()> {
        let is_new = self
            .path
            .as_ref()
            .is_some_and(|p| !p.exists() || p.is_dir());
        if is_new {
            self.create()?;
        }
        Ok(())
    }

    /// Output that is written through as it comes.
    pub fn stream(&self) -> anyhow::Result<Output> {
        self.open(Output::stream)
    }

    fn open(&self, open: impl Fn(&Path) -> io::Result<Output>) -> anyhow::Result<Output> {
        open(self.path.as_deref().unwrap_or(Path::new("-"))).with_context(|| self.cannot_write())
    }

    /// Writes with `write` and finishes the output.
    pub fn write(&self, write: impl FnOnce(&mut Output) -> io::Result<()>) -> anyhow::Result<()> {
        let mut out = self.create()?;
        write(&mut out)
            .and_then(|()| out.finish())
            .with_context(|| self.cannot_write())
    }

    /// Writes one line of JSON.
    pub fn json(&self, value: &impl Serialize) -> anyhow::Result<()> {
        signals::take_back_last_words();
        self.line_of_json(value)
    }

    /// Leaves a line of JSON that is written if the program has to end before there is another.
    pub fn json_if_stopped<T: Serialize>(&self, value: impl FnOnce() -> T + Send + 'static) {
        let output = self.clone();
        signals::leave_last_words(move || {
            // The program is ending, and there is nobody left to tell.
            let _ = output.line_of_json(&value());
        });
    }

    fn line_of_json(&self, value: &impl Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_string(value)?;
        line.push('\n');
        self.write(|out| out.write_all(line.as_bytes()))
    }

    /// Writes a placement; a picture shows what the puzzle is, too.
    pub fn placement(
        &self,
        puzzle: &Puzzle,
        placement: &Placement,
        format: Option<PlacementFormat>,
    ) -> anyhow::Result<()> {
        let format = format.unwrap_or(PlacementFormat::default_for(puzzle.n()));
        if format != PlacementFormat::Svg {
            return self.write(|out| write_placement(placement, format, out));
        }
        let queens: Vec<Square> = placement.queens().collect();
        self.write(|out| write_svg(&picture(puzzle, &queens), out))
    }

    pub fn cannot_write(&self) -> String {
        cannot_write(self.path.as_deref())
    }

    /// Why the run was stopped and what came of it, for people, unless they asked for quiet.
    pub fn say_stopped(&self, what_came: impl std::fmt::Display) {
        if !self.quiet {
            signals::say_stopped(what_came);
        }
    }

    /// A line for people, unless they asked for quiet.
    pub fn say(&self, message: impl std::fmt::Display) {
        if !self.quiet {
            super::say(message);
        }
    }
}

/// What failed, in a message; no path and `-` are standard output.
pub fn cannot_write(path: Option<&Path>) -> String {
    match path {
        Some(path) if path != Path::new("-") => format!("cannot write {}", path.display()),
        _ => "cannot write to standard output".to_string(),
    }
}

/// A puzzle and queens on its board, without attacks.
pub fn picture<'a>(puzzle: &'a Puzzle, queens: &'a [Square]) -> Picture<'a> {
    Picture {
        n: puzzle.n(),
        queens,
        given: puzzle.given(),
        forbidden: puzzle.forbidden(),
        regions: puzzle.laws().regions.as_deref(),
        attacks: &[],
    }
}

pub use queensat::board::counted;

/// What the checker found wrong, a line for each.
pub fn write_faults(verdict: &Verdict, out: &mut impl Write) -> io::Result<()> {
    let n = verdict.n;
    for attack in &verdict.attacks {
        let (a, b) = (attack.a.name(n), attack.b.name(n));
        writeln!(out, "{a} attacks {b} {}", attack.line.phrase())?;
    }
    let hidden = verdict.attack_count - verdict.attacks.len() as u64;
    if hidden > 0 {
        writeln!(out, "and {hidden} more")?;
    }
    for square in &verdict.missing {
        writeln!(out, "the given queen on {} is missing", square.name(n))?;
    }
    for square in &verdict.trespassing {
        writeln!(
            out,
            "a queen stands on {}, which is forbidden",
            square.name(n)
        )?;
    }
    for (queen, image) in &verdict.unturned {
        let (queen, image) = (queen.name(n), image.name(n));
        writeln!(
            out,
            "the queen on {queen} is turned to {image}, where none stands"
        )?;
    }
    Ok(())
}

/// Squares in chess notation, as JSON has them.
pub fn names(n: u32, squares: &[Square]) -> Vec<String> {
    squares.iter().map(|s| s.name(n).to_string()).collect()
}

/// The columns of a placement from 1, as JSON has them.
pub fn columns_from_1(placement: &Placement) -> Vec<u32> {
    placement.columns().iter().map(|col| col + 1).collect()
}

/// A pair of queens that attack each other, as JSON has it.
#[derive(Clone, Serialize)]
pub struct AttackJson {
    a: String,
    b: String,
    line: String,
}

/// Attacks on a board of size `n`, as JSON has them.
pub fn attacks_json(n: u32, attacks: &[Attack]) -> Vec<AttackJson> {
    let attacks = attacks.iter().map(|attack| AttackJson {
        a: attack.a.name(n).to_string(),
        b: attack.b.name(n).to_string(),
        line: attack.line.to_string(),
    });
    attacks.collect()
}

/// A queen that a turn carries to a square without one, as JSON has it.
#[derive(Serialize)]
pub struct UnturnedJson {
    queen: String,
    image: String,
}

/// Such queens on a board of size `n`, as JSON has them.
pub fn unturned_json(n: u32, unturned: &[(Square, Square)]) -> Vec<UnturnedJson> {
    let unturned = unturned.iter().map(|(queen, image)| UnturnedJson {
        queen: queen.name(n).to_string(),
        image: image.name(n).to_string(),
    });
    unturned.collect()
}
