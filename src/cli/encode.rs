//! `encode`: the formula as a file.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use clap::ValueEnum;
use queensat::encode::{
    DimacsError, Fixed, Formula, FormulaSize, Numbering, Orbits, Projection, TooLarge, Tuned,
    write_map, write_projected,
};
use queensat::formats::WriteError;
use queensat::io::{Output, is_same_target};
use queensat::{Encoding, Interrupt};
use serde::Serialize;

use super::Outcome;
use super::input::{PuzzleArgs, Size, seed};
use super::write::{OutputArgs, SCHEMA, cannot_write};

/// Write the formula as DIMACS CNF for other solvers
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    size: Size,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// At-most-one encoding: auto, pairwise, sequential, ladder, product, commander, bimander or
    /// bitwise
    #[arg(long, value_name = "ENCODING", default_value_t)]
    amo: Encoding,

    /// Add clauses that keep one placement of those that turns and mirrors of the board carry to each
    /// other: the smallest list
    #[arg(long, alias = "unique")]
    symmetry_break: bool,

    /// The numbering of the variables: fixed (square in row r and column c, from 0, is r·N + c + 1)
    /// or tuned, with which other solvers are faster; it needs --map, and goes without --symmetry
    #[arg(
        long,
        value_name = "ORDER",
        value_enum,
        default_value = "fixed",
        hide_possible_values = true
    )]
    order: Order,

    /// With --order tuned: the seed of the random order of each row's squares [default: 0]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = seed)]
    seed: Option<u64>,

    /// Write to this file what each variable stands for; 'decode --map FILE' reads it
    #[arg(long, value_name = "FILE", conflicts_with = "stats")]
    map: Option<PathBuf>,

    /// For a model counter: add comments that say which variables are squares, onto which it has to project
    /// ('c t pmc', 'c p show')
    #[arg(long, conflicts_with = "stats")]
    for_counting: bool,

    /// Print how large the formula is, and do not write it
    #[arg(long)]
    stats: bool,

    /// With --stats: one JSON object
    #[arg(long, requires = "stats")]
    json: bool,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    Fixed,
    Tuned,
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    command: &'static str,
    n: u32,
    encoding: &'static str,
    variables: u32,
    auxiliaries: u32,
    clauses: u64,
    literals: u64,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    args.refuse_what_does_not_fit()?;
    let puzzle = args.puzzle.puzzle(args.size.n.as_deref(), None)?;
    let formula = Formula {
        puzzle: &puzzle,
        encoding: args.amo,
        up_to_symmetry: args.symmetry_break,
    };
    let size = formula.size()?;
    let say_if_in_vain = || {
        if args.symmetry_break && puzzle.symmetries().is_trivial() {
            args.output
                .say("this puzzle has no symmetry: --symmetry-break adds nothing");
        }
    };
    if args.stats {
        print_size(&args, puzzle.n(), size)?;
        say_if_in_vain();
        return Ok(Outcome::Done);
    }
    let n = puzzle.n();
    let squares = TooLarge::Squares { n };
    let written = match (args.order, puzzle.turn()) {
        (Order::Fixed, Some(turn)) => {
            let map = Orbits::new(n, turn).ok_or(squares)?;
            write(&args, &formula, &map, &interrupt)
        }
        (Order::Tuned, Some(_)) => {
            bail!(
                "--order tuned and --symmetry do not go together, since the squares of symmetric placements share variables: leave out one of them"
            )
        }
        (Order::Fixed, None) => {
            let map = Fixed::new(n).ok_or(squares)?;
            write(&args, &formula, &map, &interrupt)
        }
        (Order::Tuned, None) => {
            let seed = args.seed.unwrap_or_default();
            let map = Tuned::new(n, size.auxiliaries, seed).ok_or(squares)?;
            write(&args, &formula, &map, &interrupt)
        }
    };
    if let Err(error) = written {
        let interrupted = matches!(
            error.downcast_ref(),
            Some(DimacsError::Write(WriteError::Interrupted))
        );
        if !interrupted {
            return Err(error);
        }
        args.output.say_stopped(", the formula is not whole");
        return Ok(Outcome::Unknown);
    }
    if args.output.path.is_some() {
        let FormulaSize {
            variables, clauses, ..
        } = size;
        args.output
            .say(format!("{variables} variables, {clauses} clauses"));
    }
    say_if_in_vain();
    Ok(Outcome::Done)
}

impl Args {
    fn refuse_what_does_not_fit(&self) -> anyhow::Result<()> {
        ensure!(
            self.order == Order::Tuned || self.seed.is_none(),
            "--seed draws the orders of --order tuned: add that, or leave it out"
        );
        let Some(map) = &self.map else {
            ensure!(
                self.order == Order::Fixed || self.stats,
                "--order tuned needs --map FILE: without the map nobody can tell which variable is which square"
            );
            return Ok(());
        };
        let formula = self.output.path.as_deref().unwrap_or(Path::new("-"));
        let name = match formula == Path::new("-") {
            true => "standard output",
            false => "the same file",
        };
        ensure!(
            !is_same_target(map, formula),
            "the formula and its map cannot both go to {name}: give --map a file of its own"
        );
        Ok(())
    }
}

/// Writes the formula, and its map if asked.
fn write<M: Numbering>(
    args: &Args,
    formula: &Formula<'_>,
    map: &M,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let out = args.output.create()?;
    let mut unfinished = None;
    if let Some(path) = &args.map {
        let written = create_map(path, formula, map, interrupt);
        let file = written.map_err(|error| without_map(path, error))?;
        // A solver in a pipe may have answered, and its reader want the map, while we still run.
        if out.appears_whole() {
            unfinished = Some((file, path));
        } else {
            let finished = file.finish().map_err(anyhow::Error::from);
            finished.map_err(|error| without_map(path, error))?;
        }
    }
    let projection = match args.for_counting {
        true => Projection::Counter,
        false => Projection::None,
    };
    write_projected(formula, map, projection, out, interrupt.clone())
        .map_err(anyhow::Error::from)
        .and_then(|out| Ok(out.finish()?))
        .with_context(|| args.output.cannot_write())?;
    if let Some((file, path)) = unfinished {
        let finished = file.finish().map_err(anyhow::Error::from);
        finished.map_err(|error| without_map(path, error))?;
    }
    Ok(())
}

/// Without its map a formula is of no use: that nobody reads it any more is an error here.
fn without_map(path: &Path, error: anyhow::Error) -> anyhow::Error {
    if super::is_closed_pipe(&error) {
        return anyhow!("the map is not whole, since its reader has gone: give --map a file");
    }
    error.context(cannot_write(Some(path)))
}

/// The map file, written but not finished.
fn create_map<M: Numbering>(
    path: &Path,
    formula: &Formula<'_>,
    map: &M,
    interrupt: &Interrupt,
) -> anyhow::Result<Output> {
    let file = Output::create(path)?;
    Ok(write_map(formula, map, file, interrupt.clone())?)
}

fn print_size(args: &Args, n: u32, size: FormulaSize) -> anyhow::Result<()> {
    let FormulaSize {
        variables,
        auxiliaries,
        clauses,
        literals,
    } = size;
    if args.json {
        return args.output.json(&Report {
            schema: SCHEMA,
            command: "encode",
            n,
            encoding: args.amo.name(),
            variables,
            auxiliaries,
            clauses,
            literals,
        });
    }
    args.output.write(|out| {
        writeln!(out, "variables {variables}")?;
        writeln!(out, "auxiliary variables {auxiliaries}")?;
        writeln!(out, "clauses {clauses}")?;
        writeln!(out, "literals {literals}")
    })
}
