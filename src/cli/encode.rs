//! `encode`: the formula as a file.

use std::io::Write;

use anyhow::Context;
use queensat::encode::{DimacsError, FormulaSize, formula_size, write_dimacs};
use queensat::formats::WriteError;
use queensat::{Encoding, Interrupt};
use serde::Serialize;

use super::Outcome;
use super::input::{PuzzleArgs, Size};
use super::write::{OutputArgs, SCHEMA};

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

    /// Print how large the formula is, and do not write it
    #[arg(long)]
    stats: bool,

    /// With --stats: one JSON object
    #[arg(long, requires = "stats")]
    json: bool,

    #[command(flatten)]
    output: OutputArgs,
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
    let puzzle = args.puzzle.puzzle(args.size.n.as_deref(), None)?;
    let size = formula_size(&puzzle, args.amo)?;
    if args.stats {
        print_size(&args, puzzle.n(), size)?;
        return Ok(Outcome::Done);
    }
    let out = args.output.create()?;
    let written = write_dimacs(&puzzle, args.amo, out, interrupt);
    if let Err(DimacsError::Write(WriteError::Interrupted)) = written {
        args.output.say("interrupted, the formula is not whole");
        return Ok(Outcome::Unknown);
    }
    written
        .map_err(anyhow::Error::from)
        .and_then(|out| Ok(out.finish()?))
        .with_context(|| args.output.cannot_write())?;
    if args.output.path.is_some() {
        let FormulaSize {
            variables, clauses, ..
        } = size;
        args.output
            .say(format!("{variables} variables, {clauses} clauses"));
    }
    Ok(Outcome::Done)
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
