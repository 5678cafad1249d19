//! `solve`: one placement.

use std::time::Instant;

use queensat::encode::formula_size;
use queensat::formats::PlacementFormat;
use queensat::{Encoding, Interrupt, Options, Solution, SolveError};
use serde::Serialize;

use super::Outcome;
use super::input::BoardArgs;
use super::write::{OutputArgs, SCHEMA, columns_from_1};

/// Find one placement with the embedded SAT solver
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,

    /// At-most-one encoding
    #[arg(long, value_name = "ENCODING", default_value_t)]
    amo: Encoding,

    /// board, list, json or dimacs [default: board up to N = 100, list beyond]
    #[arg(long, value_name = "FORMAT")]
    format: Option<PlacementFormat>,

    /// One JSON object with the placement, the formula's size and the time
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    command: &'static str,
    n: u32,
    answer: &'static str,
    placement: Option<Vec<u32>>,
    solver: &'static str,
    encoding: &'static str,
    variables: u32,
    clauses: u64,
    seconds: f64,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    let puzzle = args.board.puzzle()?;
    let n = puzzle.n();
    let options = Options {
        encoding: args.amo,
        interrupt,
    };
    let start = Instant::now();
    let solution = match queensat::solve(&puzzle, &options) {
        Err(error @ SolveError::WrongAnswer(_)) => {
            super::say(error);
            return Ok(Outcome::Contradiction);
        }
        other => other?,
    };
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let size = formula_size(&puzzle, args.amo)?;
        args.output.json(&Report {
            schema: SCHEMA,
            command: "solve",
            n,
            answer: match &solution {
                Solution::Placement(_) => "placement",
                Solution::None => "none",
                Solution::Unknown => "unknown",
            },
            placement: match &solution {
                Solution::Placement(placement) => Some(columns_from_1(placement)),
                _ => None,
            },
            solver: "varisat",
            encoding: args.amo.name(),
            variables: size.variables,
            clauses: size.clauses,
            seconds,
        })?;
    }
    match solution {
        Solution::Placement(placement) => {
            if !args.json {
                let format = args.format.unwrap_or(PlacementFormat::default_for(n));
                args.output.placement(&placement, format)?;
            }
            Ok(Outcome::Done)
        }
        Solution::None => {
            args.output.say(format!("N = {n} has no placement"));
            Ok(Outcome::No)
        }
        Solution::Unknown => {
            args.output.say("interrupted, no answer");
            Ok(Outcome::Unknown)
        }
    }
}
