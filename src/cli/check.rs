//! `check`: is this a placement?

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use queensat::board::{self, Turn, Verdict};
use queensat::formats::{Picture, PlacementFormat, parse_board, write_svg};
use serde::Serialize;

use super::Outcome;
use super::input::{self, LawArgs};
use super::write::{
    AttackJson, OutputArgs, SCHEMA, UnturnedJson, attacks_json, counted, unturned_json,
    write_faults,
};

/// Check a placement or board, and name every pair of queens that attack each other
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A board, a list of columns, JSON or v lines; '-' is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    laws: LawArgs,

    /// board, list, json or dimacs [default: what it looks like]
    #[arg(long, value_name = "FORMAT")]
    from: Option<PlacementFormat>,

    /// Only svg: a picture with the attacking pairs as lines
    #[arg(long, value_name = "FORMAT", value_parser = only_svg)]
    format: Option<PlacementFormat>,

    /// One JSON object
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
    queens: u64,
    placement: bool,
    attack_count: String,
    /// At most 1000 of each kind of line.
    attacks: Vec<AttackJson>,
    /// Queens that the turn carries to squares without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unturned: Vec<UnturnedJson>,
}

fn only_svg(name: &str) -> Result<PlacementFormat, String> {
    match name.parse() {
        Ok(PlacementFormat::Svg) => Ok(PlacementFormat::Svg),
        _ => Err("'check' tells in words, in JSON (--json) or draws (svg)".to_string()),
    }
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    input::one_reader_of_stdin(&[Some(&args.file), args.laws.reads()])?;
    let laws = args.laws.laws()?;
    let bytes = input::read(&args.file)?;
    let name = input::name_of(&args.file);
    let board = parse_board(&bytes, args.from).with_context(|| name.clone())?;
    if let Some(regions) = &laws.regions {
        let (n, size) = (board.n, regions.n());
        ensure!(
            n == size,
            "{name} is of size {n}, but the regions are {size}: they must agree"
        );
    }
    let mut verdict = board::check(board.n, &board.queens, &laws);
    if let Some(turn) = args.laws.symmetry {
        verdict.unturned = board::unturned(board.n, &board.queens, turn);
    }
    if args.format.is_some() {
        let picture = Picture {
            n: board.n,
            queens: &board.queens,
            forbidden: &board.forbidden,
            regions: laws.regions.as_deref(),
            attacks: &verdict.attacks,
            ..Picture::default()
        };
        args.output.write(|out| write_svg(&picture, out))?;
    } else if args.json {
        args.output.json(&Report {
            schema: SCHEMA,
            command: "check",
            n: verdict.n,
            queens: verdict.queens,
            placement: verdict.is_placement(),
            attack_count: verdict.attack_count.to_string(),
            attacks: attacks_json(verdict.n, &verdict.attacks),
            unturned: unturned_json(verdict.n, &verdict.unturned),
        })?;
    } else {
        args.output
            .write(|out| tell(&verdict, args.laws.symmetry, out))?;
    }
    Ok(if verdict.is_placement() {
        Outcome::Done
    } else {
        Outcome::No
    })
}

fn tell(verdict: &Verdict, turn: Option<Turn>, out: &mut impl Write) -> std::io::Result<()> {
    let n = verdict.n;
    let queens = counted(verdict.queens, "queen");
    if verdict.is_placement() {
        let symmetric = match turn {
            None => "",
            Some(Turn::Half) => ", equal to itself after a half turn",
            Some(Turn::Quarter) => ", equal to itself after a quarter turn",
        };
        return writeln!(
            out,
            "a placement: {queens}, none attacks another{symmetric}"
        );
    }
    let needs = if verdict.queens == u64::from(n) {
        String::new()
    } else {
        format!(", which needs {n}")
    };
    let attacks = match verdict.attack_count {
        0 => "none attacks another".to_string(),
        count => counted(count, "attack"),
    };
    writeln!(
        out,
        "no placement: {queens} on the {n}×{n} board{needs}, {attacks}"
    )?;
    write_faults(verdict, out)
}
