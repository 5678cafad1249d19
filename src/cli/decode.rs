//! `decode`: another solver's answer as a placement.

use std::path::PathBuf;

use anyhow::{Context, bail};
use queensat::Placement;
use queensat::board::{Laws, Verdict};
use queensat::encode::{Fixed, SquareMap};
use queensat::formats::{Answer, PlacementFormat, Values, parse_answer};
use serde::Serialize;

use super::Outcome;
use super::input::{self, BoardArgs};
use super::write::{AttackJson, OutputArgs, SCHEMA, attacks_json, columns_from_1, what_is_wrong};

/// Read another solver's answer to an exported formula, and check it
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,

    /// The solver's output (competition format) or minisat's result file; '-' is standard input
    #[arg(value_name = "ANSWER", default_value = "-")]
    answer: PathBuf,

    /// board, list, json or dimacs [default: board up to N = 100, list beyond]
    #[arg(long, value_name = "FORMAT")]
    format: Option<PlacementFormat>,

    /// One JSON object with the answer
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
    #[serde(skip_serializing_if = "Option::is_none")]
    placement: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attack_count: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attacks: Vec<AttackJson>,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    if args.board.reads_stdin() && args.answer.as_os_str() == "-" {
        bail!("N and the answer can't both come from standard input: give one of them by name");
    }
    let puzzle = args.board.puzzle()?;
    let n = puzzle.n();
    let name = input::name_of(&args.answer);
    let answer = parse_answer(&input::read(&args.answer)?)
        .with_context(|| format!("{name} is no solver's answer"))?;
    let report = |answer, placement: Option<&Placement>, verdict: Option<&Verdict>| {
        if !args.json {
            return Ok(());
        }
        args.output.json(&Report {
            schema: SCHEMA,
            command: "decode",
            n,
            answer,
            placement: placement.map(columns_from_1),
            attack_count: verdict.map(|v| v.attack_count.to_string()),
            attacks: verdict.map(attacks_json).unwrap_or_default(),
        })
    };
    match answer {
        Answer::Unsatisfiable => {
            report("none", None, None)?;
            args.output
                .say("the solver says that there is no placement");
            Ok(Outcome::No)
        }
        Answer::Unknown => {
            report("unknown", None, None)?;
            args.output.say("the solver gave up");
            Ok(Outcome::Unknown)
        }
        Answer::Satisfiable(values) => match placement_of(n, puzzle.laws(), &values) {
            Ok(placement) => {
                report("placement", Some(&placement), None)?;
                if !args.json {
                    let format = args.format.unwrap_or(PlacementFormat::default_for(n));
                    args.output.placement(&placement, format)?;
                }
                Ok(Outcome::Done)
            }
            Err(verdict) => {
                refuse_what_is_not_for_n(n, puzzle.laws(), &values)
                    .with_context(|| name.clone())?;
                report("wrong", None, Some(&verdict))?;
                super::say(format!("{name} is {}", what_is_wrong(&verdict)));
                Ok(Outcome::No)
            }
        },
    }
}

fn placement_of(n: u32, laws: &Laws, values: &Values) -> Result<Placement, Verdict> {
    let queens = Fixed::new(n).map(|map| map.queens(&values.model()));
    Placement::from_queens(n, &queens.unwrap_or_default(), laws)
}

/// An answer that is no placement may be cut short, or belong to a board of another size: then it
/// is not a wrong answer but the wrong file.
fn refuse_what_is_not_for_n(n: u32, laws: &Laws, values: &Values) -> anyhow::Result<()> {
    let positive = || values.literals().iter().filter(|lit| lit.is_positive());
    // The model of an M×M board has exactly M queens among its first M² variables.
    let mut candidates = (0..=values.largest_variable().isqrt()).filter(|&m| {
        m != n && positive().take_while(|lit| lit.var() <= m * m).count() == m as usize
    });
    if laws == &Laws::queens()
        && let Some(m) = candidates.find(|&m| m > 0 && placement_of(m, laws, values).is_ok())
    {
        bail!("this is an answer for N = {m}, not for N = {n}: decode it with N = {m}");
    }
    let squares = Fixed::new(n).map_or(0, |map| map.variables());
    if values.largest_variable() < squares && !values.closed {
        bail!(
            "the answer is cut short: it ends at variable {} of {squares} squares, without the closing 0",
            values.largest_variable()
        );
    }
    if !values.closed {
        bail!(
            "the answer is cut short: the closing 0 is missing, and what is there is no placement"
        );
    }
    Ok(())
}
