//! `enumerate`: every placement.

use std::io::Write;

use anyhow::{Context, ensure};
use queensat::Interrupt;
use queensat::crosscheck::LISTABLE;
use queensat::enumerate::{Order, Placements, default_cube_rows};
use queensat::formats::{PlacementFormat, write_placement};

use super::Outcome;
use super::input::{
    PuzzleArgs, Size, SolverArgs, name_of_laws, name_of_placement, why_no_size_fits,
};
use super::write::{OutputArgs, counted};

/// List every placement, each exactly once, through blocking clauses
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    size: Size,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    #[command(flatten)]
    sat: SolverArgs,

    /// Stop after this many placements
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    limit: Option<u64>,

    /// In the order in which they are found, instead of that of the lists
    #[arg(long)]
    unordered: bool,

    /// Place the queens of this many rows natively; 0 leaves all to one solver [default: N − 8]
    #[arg(long, value_name = "ROWS", allow_negative_numbers = true)]
    cubes: Option<u32>,

    /// board (with a blank line between), list, json or dimacs [default: board up to N = 100]
    #[arg(long, value_name = "FORMAT")]
    format: Option<PlacementFormat>,

    /// One JSON object a line, as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    let puzzle = args.puzzle.puzzle(args.size.n.as_deref(), None)?;
    let n = puzzle.n();
    let format = match args.format {
        _ if args.json => PlacementFormat::Json,
        Some(format) => format,
        None => PlacementFormat::default_for(n),
    };
    ensure!(
        format != PlacementFormat::Svg,
        "svg is a picture of one board: use 'solve', or board, list, json or dimacs here"
    );
    let options = args.sat.options(interrupt);
    let order = if args.unordered {
        Order::AsFound
    } else {
        Order::Lexicographic
    };
    let cube_rows = args.cubes.unwrap_or(match order {
        // A few of very many placements are found best by one solver for the whole board.
        Order::AsFound if args.limit.is_some() && n > LISTABLE => 0,
        _ => default_cube_rows(&puzzle),
    });
    let mut placements = Placements::new(&puzzle, options, order, cube_rows)?;
    let mut out = args.output.stream()?;
    let mut found = 0u64;
    let mut end = Ok(());
    while args.limit.is_none_or(|limit| found < limit) {
        let placement = match placements.next() {
            None => break,
            Some(Ok(placement)) => placement,
            Some(Err(error)) => {
                end = Err(error);
                break;
            }
        };
        if found > 0 && format == PlacementFormat::Board {
            out.write_all(b"\n")
                .with_context(|| args.output.cannot_write())?;
        }
        write_placement(&placement, format, &mut out)
            .and_then(|()| out.write_through())
            .with_context(|| args.output.cannot_write())?;
        found += 1;
    }
    out.finish().with_context(|| args.output.cannot_write())?;
    end?;
    if placements.was_interrupted() {
        args.output
            .say_stopped(format!(" after {}", counted(found, "placement")));
        return Ok(Outcome::Unknown);
    }
    if found == 0 && args.limit != Some(0) {
        let (laws, placement) = (name_of_laws(&puzzle), name_of_placement(&puzzle));
        let settled = match why_no_size_fits(&puzzle) {
            "" if puzzle.has_settled() => " with what is given and forbidden",
            why => why,
        };
        args.output
            .say(format!("N = {n}{laws} has no {placement}{settled}"));
        return Ok(Outcome::No);
    }
    let limit_reached = args.limit == Some(found);
    let why = if limit_reached { " (the limit)" } else { "" };
    args.output
        .say(format!("{}{why}", counted(found, "placement")));
    Ok(Outcome::Done)
}
