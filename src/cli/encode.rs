//! `encode`: the formula as a file.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use clap::ValueEnum;
use queensat::encode::{
    CardinalityFormat, DimacsError, Fixed, Formula, FormulaSize, Numbering, Orbits, Projection,
    TooLarge, Tuned, write_map, write_projected,
};
use queensat::enumerate::{count_icnf_cubes, write_icnf};
use queensat::formats::WriteError;
use queensat::io::{Output, is_same_target};
use queensat::{Encoding, Interrupt, Puzzle};
use serde::Serialize;

use super::Outcome;
use super::input::{PuzzleArgs, Size, seed};
use super::write::{OutputArgs, SCHEMA, cannot_write};

/// Write the formula for other solvers, as DIMACS CNF or in other formats
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    size: Size,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// cnf: DIMACS; opb, knf and cnf+: at most one stays a single constraint; icnf: DIMACS with the
    /// ways to fill the first rows as cubes
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        default_value = "cnf",
        hide_possible_values = true
    )]
    to: Format,

    /// With --to cnf and icnf, the at-most-one encoding: auto, pairwise, sequential, ladder, product,
    /// commander, bimander or bitwise [default: auto]
    #[arg(long, value_name = "ENCODING")]
    amo: Option<Encoding>,

    /// With --to icnf: a cube holds the queens of the first K rows [default: 2]
    #[arg(long, value_name = "K")]
    cubes: Option<u32>,

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
enum Format {
    Cnf,
    Opb,
    Knf,
    #[value(name = "cnf+")]
    CnfPlus,
    Icnf,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Format::Cnf => "cnf",
            Format::Opb => "opb",
            Format::Knf => "knf",
            Format::CnfPlus => "cnf+",
            Format::Icnf => "icnf",
        }
    }

    /// If at most one is a single constraint in it.
    fn cardinality(self) -> Option<CardinalityFormat> {
        match self {
            Format::Cnf | Format::Icnf => None,
            Format::Opb => Some(CardinalityFormat::Opb),
            Format::Knf => Some(CardinalityFormat::Knf),
            Format::CnfPlus => Some(CardinalityFormat::CnfPlus),
        }
    }
}

/// As many cubes as there are pairs of squares in two rows that do not attack each other: enough for
/// the cores of a large machine.
const CUBE_ROWS: u32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    Fixed,
    Tuned,
}

/// How large the formula is.
#[derive(Serialize)]
struct Report {
    schema: u32,
    command: &'static str,
    n: u32,
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    variables: u32,
    auxiliaries: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    clauses: Option<u64>,
    /// In formats that have others than clauses.
    #[serde(skip_serializing_if = "Option::is_none")]
    constraints: Option<u64>,
    literals: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cubes: Option<u64>,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    args.refuse_what_does_not_fit()?;
    let puzzle = args.puzzle.puzzle(args.size.n.as_deref(), None)?;
    if let Some(format) = args.to.cardinality() {
        return run_cardinality(&args, format, &puzzle, interrupt);
    }
    let formula = Formula {
        puzzle: &puzzle,
        encoding: args.amo.unwrap_or_default(),
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
        print_size(&args, &report(&args, &formula, size))?;
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
    let FormulaSize {
        variables, clauses, ..
    } = size;
    let size = format!("{variables} variables, {clauses} clauses");
    let outcome = tell(&args, written, &size)?;
    if outcome == Outcome::Done {
        say_if_in_vain();
    }
    Ok(outcome)
}

/// The same for a format in which at most one is a single constraint.
fn run_cardinality(
    args: &Args,
    format: CardinalityFormat,
    puzzle: &Puzzle,
    interrupt: Interrupt,
) -> anyhow::Result<Outcome> {
    let size = format.size(puzzle)?;
    if args.stats {
        print_size(
            args,
            &Report {
                schema: SCHEMA,
                command: "encode",
                n: puzzle.n(),
                format: args.to.name(),
                encoding: None,
                variables: size.variables,
                auxiliaries: 0,
                clauses: None,
                constraints: Some(size.constraints),
                literals: size.literals,
                cubes: None,
            },
        )?;
        return Ok(Outcome::Done);
    }
    let out = args.output.create()?;
    let written = format.write(puzzle, out, interrupt);
    let written = written
        .map_err(anyhow::Error::from)
        .and_then(|out| Ok(out.finish()?))
        .with_context(|| args.output.cannot_write());
    let (variables, constraints) = (size.variables, size.constraints);
    let size = format!("{variables} variables, {constraints} constraints");
    tell(args, written, &size)
}

/// What came of writing, for people.
fn tell(args: &Args, written: anyhow::Result<()>, size: &str) -> anyhow::Result<Outcome> {
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
        args.output.say(size);
    }
    Ok(Outcome::Done)
}

impl Args {
    fn refuse_what_does_not_fit(&self) -> anyhow::Result<()> {
        ensure!(
            self.to == Format::Icnf || self.cubes.is_none(),
            "--cubes says how many rows the cubes of --to icnf fill: add that, or leave it out"
        );
        ensure!(
            self.to == Format::Cnf || !self.for_counting,
            "--for-counting is for model counters, which read CNF: leave out --to {}",
            self.to.name()
        );
        if self.to.cardinality().is_some() {
            self.refuse_clauses()?;
        }
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

    /// What there is only where at most one is clauses.
    fn refuse_clauses(&self) -> anyhow::Result<()> {
        let to = self.to.name();
        ensure!(
            self.amo.is_none(),
            "--to {to} leaves at most one to the solver, as a single constraint: leave out --amo"
        );
        ensure!(
            !self.symmetry_break,
            "--symmetry-break adds clauses to those of --to cnf and icnf: use one of these instead of {to}"
        );
        ensure!(
            self.order == Order::Fixed && self.map.is_none(),
            "--to {to} has the fixed numbering and no auxiliary variables: leave out --order and --map"
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
    let written = match args.to {
        Format::Icnf => {
            let rows = args.cubes.unwrap_or(CUBE_ROWS);
            write_icnf(formula, map, rows, out, interrupt.clone())
        }
        _ => write_projected(formula, map, projection, out, interrupt.clone()),
    };
    written
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

/// The size of clauses, and the number of cubes if there are any.
fn report(args: &Args, formula: &Formula<'_>, size: FormulaSize) -> Report {
    let rows = args.cubes.unwrap_or(CUBE_ROWS);
    Report {
        schema: SCHEMA,
        command: "encode",
        n: formula.puzzle.n(),
        format: args.to.name(),
        encoding: Some(formula.encoding.name()),
        variables: size.variables,
        auxiliaries: size.auxiliaries,
        clauses: Some(size.clauses),
        constraints: None,
        literals: size.literals,
        cubes: (args.to == Format::Icnf).then(|| count_icnf_cubes(formula, rows)),
    }
}

fn print_size(args: &Args, report: &Report) -> anyhow::Result<()> {
    if args.json {
        return args.output.json(report);
    }
    args.output.write(|out| {
        writeln!(out, "variables {}", report.variables)?;
        writeln!(out, "auxiliary variables {}", report.auxiliaries)?;
        for (name, count) in [
            ("clauses", report.clauses),
            ("constraints", report.constraints),
            ("literals", Some(report.literals)),
            ("cubes", report.cubes),
        ] {
            if let Some(count) = count {
                writeln!(out, "{name} {count}")?;
            }
        }
        Ok(())
    })
}
