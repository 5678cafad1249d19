//! `decode`: another solver's answer as a placement.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use queensat::board::{Turn, Verdict};
use queensat::cnf::Model;
use queensat::encode::{Fixed, Orbits, SquareMap, read_queens};
use queensat::formats::{Answer, MapHeader, PlacementFormat, Values, parse_answer};
use queensat::{Placement, Puzzle, Square};
use serde::Serialize;

use super::Outcome;
use super::input::{self, PuzzleArgs, is_number};
use super::write::{
    AttackJson, OutputArgs, SCHEMA, UnturnedJson, attacks_json, columns_from_1, names,
    unturned_json,
};

/// Read another solver's answer to an exported formula, and check it
#[derive(Debug, clap::Args)]
#[command(override_usage = "queensat decode [OPTIONS] [N] [ANSWER]")]
pub struct Args {
    /// Size of the board (left out with --board or --regions), and the solver's output (competition
    /// format) or minisat's result file; '-' is standard input, also where ANSWER is left out
    #[arg(value_names = ["N", "ANSWER"], num_args = 0..=2, allow_negative_numbers = true)]
    words: Vec<String>,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// The map of the formula, which 'encode --map FILE' wrote [default: the fixed numbering]
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// board, list, json, dimacs or svg [default: board up to N = 100, list beyond]
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
    /// Given squares without a queen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    /// Forbidden squares with a queen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trespassing: Vec<String>,
    /// Queens that the turn carries to squares without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unturned: Vec<UnturnedJson>,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let (n, file) = match args.words.as_slice() {
        [] => (None, "-"),
        [file] if args.puzzle.tells_size() && !is_number(file) => (None, file.as_str()),
        [n] => (Some(n.as_str()), "-"),
        [n, file, ..] => (Some(n.as_str()), file.as_str()),
    };
    let file = Path::new(file);
    input::one_reader_of_stdin(&[Some(file), args.map.as_deref()])?;
    let map_from_stdin = args.map.as_deref().filter(|&map| map == Path::new("-"));
    let puzzle = args.puzzle.puzzle(n, map_from_stdin.or(Some(file)))?;
    let n = puzzle.n();
    let name = input::name_of(file);
    let answer = parse_answer(&input::read(file)?)
        .with_context(|| format!("{name} is no solver's answer"))?;
    let mapped = args.map.as_deref().map(|map| Mapped::read(map, n, &answer));
    let mapped = mapped.transpose()?;
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
            attacks: verdict.map_or(Vec::new(), |v| attacks_json(n, &v.attacks)),
            missing: verdict.map_or(Vec::new(), |v| names(n, &v.missing)),
            trespassing: verdict.map_or(Vec::new(), |v| names(n, &v.trespassing)),
            unturned: verdict.map_or(Vec::new(), |v| unturned_json(n, &v.unturned)),
        })
    };
    match answer {
        Answer::Unsatisfiable => {
            report("none", None, None)?;
            let doubt = if puzzle.is_plain() && n != 2 && n != 3 {
                ", which is wrong: a plain board of this size has one"
            } else {
                " (which is not checked)"
            };
            args.output
                .say(format!("the solver says that there is no placement{doubt}"));
            Ok(Outcome::No)
        }
        Answer::Unknown => {
            report("unknown", None, None)?;
            args.output.say("the solver gave up");
            Ok(Outcome::Unknown)
        }
        Answer::Satisfiable(values) => match placement_of(&puzzle, &values, mapped.as_ref()) {
            Ok(placement) => {
                report("placement", Some(&placement), None)?;
                if !args.json {
                    args.output.placement(&puzzle, &placement, args.format)?;
                }
                Ok(Outcome::Done)
            }
            Err(verdict) => {
                refuse_the_wrong_file(&puzzle, &values, mapped.as_ref())
                    .with_context(|| name.clone())?;
                report("wrong", None, Some(&verdict))?;
                // A wrong number of queens is seldom the solver's fault.
                let hint = match mapped {
                    None if verdict.queens != u64::from(n) => {
                        "; if the formula was made with --map, --symmetry, --regions or the like, decode it with the same"
                    }
                    _ => "",
                };
                super::say(format!("{name} is {verdict}{hint}"));
                Ok(Outcome::No)
            }
        },
    }
}

/// An answer read through a map file.
struct Mapped {
    /// The map file's name in a message.
    name: String,
    header: MapHeader,
    queens: Vec<Square>,
}

impl Mapped {
    fn read(path: &Path, n: u32, answer: &Answer) -> anyhow::Result<Mapped> {
        let name = input::name_of(path);
        let file = queensat::io::read_through(path);
        let file = file.with_context(|| format!("cannot read {name}"))?;
        let model = match answer {
            Answer::Satisfiable(values) => values.model(),
            Answer::Unsatisfiable | Answer::Unknown => Model::default(),
        };
        let (header, queens) = read_queens(file, n, &model).with_context(|| name.clone())?;
        if let Answer::Satisfiable(values) = answer
            && values.largest_variable() > header.variables
        {
            bail!(
                "the answer speaks of variable {}, but {name} has only {}: it is the map of another formula",
                values.largest_variable(),
                header.variables
            );
        }
        Ok(Mapped {
            name,
            header,
            queens,
        })
    }
}

/// The answer as a placement, by the numbering without a map if there is none.
fn placement_of(
    puzzle: &Puzzle,
    values: &Values,
    mapped: Option<&Mapped>,
) -> Result<Placement, Verdict> {
    if let Some(mapped) = mapped {
        return puzzle.placement(&mapped.queens);
    }
    let (n, model) = (puzzle.n(), values.model());
    let queens = match puzzle.turn() {
        None => Fixed::new(n).map(|map| map.queens(&model)),
        Some(turn) => Orbits::new(n, turn).map(|map| map.queens(&model)),
    };
    puzzle.placement(&queens.unwrap_or_default())
}

/// An answer that is no placement may be cut short, or belong to a board of another size, without
/// symmetry, or to a map: then it is not a wrong answer but the wrong file.
fn refuse_the_wrong_file(
    puzzle: &Puzzle,
    values: &Values,
    mapped: Option<&Mapped>,
) -> anyhow::Result<()> {
    let n = puzzle.n();
    if let Some(Mapped { name, header, .. }) = mapped {
        if placement_of(puzzle, values, None).is_ok() {
            bail!(
                "this is an answer to a formula with the fixed numbering: decode it without --map {name}"
            );
        }
        if !values.closed {
            let (last, all) = (values.largest_variable(), header.variables);
            bail!(
                "the answer is cut short: it ends without the closing 0 after variable {last} of {all}, and what is there is no placement"
            );
        }
        return Ok(());
    }
    let (own, symmetry) = match puzzle.turn() {
        None => (n, ""),
        Some(_) => (0, ", without --symmetry"),
    };
    if let Some(m) = other_size(own, values) {
        let own = match puzzle.turn() {
            None => format!("N = {n}"),
            Some(turn) => format!("N = {n} with --symmetry {turn}"),
        };
        bail!("this is an answer for N = {m}, not for {own}: decode it with N = {m}{symmetry}");
    }
    if values.closed {
        return Ok(());
    }
    let last = values.largest_variable();
    let squares = u64::from(n) * u64::from(n);
    let (squares, what) = match puzzle.turn() {
        None => (squares, "squares"),
        Some(Turn::Half) => (squares.div_ceil(2), "orbits of squares"),
        Some(Turn::Quarter) => (squares.div_ceil(4), "orbits of squares"),
    };
    bail!(
        "the answer is cut short: it ends without the closing 0 after variable {last} ({squares} of them are {what}), and what is there is no placement"
    )
}

/// The size of the plain board that these values are a placement for, if it is not `n`.
fn other_size(n: u32, values: &Values) -> Option<u32> {
    // A smaller board only where squares of this one are missing.
    let missing = u64::from(values.largest_variable()) < u64::from(n) * u64::from(n);
    let smallest = if missing { 1 } else { n.saturating_add(1) };
    let positive: Vec<_> = values
        .literals()
        .iter()
        .filter(|l| l.is_positive())
        .collect();
    // The model of an M×M board gives all of its first M² variables, and M of them are true.
    let fits = |m: u32| {
        let given = values.literals().partition_point(|lit| lit.var() <= m * m);
        let queens = positive.partition_point(|lit| lit.var() <= m * m);
        // The single queen of the smallest board would be found in many answers.
        let alone = m > 1 || values.largest_variable() == 1;
        given == m as usize * m as usize && queens == m as usize && alone
    };
    (smallest..=values.largest_variable().isqrt())
        .filter(|&m| m != n && fits(m))
        .find(|&m| placement_of(&Puzzle::queens(m), values, None).is_ok())
}
