//! `generate`: a puzzle with exactly one solution.

use std::fmt;
use std::io::Write;
use std::str::FromStr;

use anyhow::ensure;
use queensat::formats::{Board, PlacementFormat, write_board, write_svg};
use queensat::generate::{GenerateError, Generated, completion, regions};
use queensat::{Interrupt, Puzzle};
use serde::Serialize;

use super::Outcome;
use super::input::{PuzzleArgs, Size, SolverArgs, seed};
use super::write::{OutputArgs, SCHEMA, columns_from_1, names, picture};

/// Generate a puzzle with exactly one solution
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    size: Size,

    /// regions, or completion: as few given queens as leaving out one after another reaches
    #[arg(long, value_name = "KIND", default_value_t)]
    kind: Kind,

    /// The same seed gives the same puzzle
    #[arg(
        long,
        value_name = "K",
        allow_negative_numbers = true,
        default_value_t = 0,
        value_parser = seed
    )]
    seed: u64,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    #[command(flatten)]
    sat: SolverArgs,

    /// board (text, as --board and --regions read it) or svg
    #[arg(long, value_name = "FORMAT", default_value = "board")]
    format: PlacementFormat,

    /// One JSON object with the puzzle and its solution
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    output: OutputArgs,
}

/// What is generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Regions,
    Completion,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Regions => "regions",
            Kind::Completion => "completion",
        })
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Kind, String> {
        match name {
            "regions" => Ok(Kind::Regions),
            "completion" => Ok(Kind::Completion),
            _ => Err("the kinds are regions, completion".to_string()),
        }
    }
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    command: &'static str,
    kind: String,
    n: u32,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    queens: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<String>,
    /// The solution.
    placement: Vec<u32>,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    let base = args.puzzle.puzzle(args.size.n.as_deref(), None)?;
    let board_or_svg = [PlacementFormat::Board, PlacementFormat::Svg].contains(&args.format);
    ensure!(
        board_or_svg,
        "a puzzle is written as board or svg, not as {}",
        args.format
    );
    ensure!(
        base.turn().is_none(),
        "a puzzle is generated for all placements: leave out --symmetry"
    );
    let options = args.sat.options(interrupt);
    let generated = match args.kind {
        Kind::Regions => {
            ensure!(
                base.laws() == Puzzle::queens(0).laws() && !base.has_settled(),
                "a region puzzle is generated from N and --seed alone: for other rules or given squares use --kind completion"
            );
            regions(base.n(), args.seed, &options)
        }
        Kind::Completion => completion(&base, args.seed, &options),
    };
    match generated {
        Ok(generated) => {
            write(&args, &generated)?;
            if args.kind == Kind::Completion && base.laws() != Puzzle::queens(0).laws() {
                args.output
                    .say("a board does not hold these rules: solve it with the same option");
            }
            Ok(Outcome::Done)
        }
        Err(error @ GenerateError::NoPlacement { .. }) => {
            args.output.say(error);
            Ok(Outcome::No)
        }
        Err(GenerateError::Interrupted) => {
            args.output.say_stopped(", no puzzle");
            Ok(Outcome::Unknown)
        }
        Err(error) => Err(error.into()),
    }
}

fn write(args: &Args, generated: &Generated) -> anyhow::Result<()> {
    let puzzle = &generated.puzzle;
    let n = puzzle.n();
    let regions = puzzle.laws().regions.as_ref();
    if args.json {
        return args.output.json(&Report {
            schema: SCHEMA,
            command: "generate",
            kind: args.kind.to_string(),
            n,
            seed: args.seed,
            regions: regions.map(|grid| grid.to_string().lines().map(str::to_string).collect()),
            queens: names(n, puzzle.given()),
            forbidden: names(n, puzzle.forbidden()),
            placement: columns_from_1(&generated.solution),
        });
    }
    if args.format == PlacementFormat::Svg {
        let picture = picture(puzzle, puzzle.given());
        return args.output.write(|out| write_svg(&picture, out));
    }
    args.output
        .write(|out| match regions.filter(|_| args.kind == Kind::Regions) {
            Some(grid) => write!(out, "{grid}"),
            None => {
                let board = Board {
                    n,
                    queens: puzzle.given().to_vec(),
                    forbidden: puzzle.forbidden().to_vec(),
                };
                write_board(&board, out)
            }
        })
}
