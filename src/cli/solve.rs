//! `solve`: one placement, or why there is none.

use std::time::Instant;

use queensat::encode::{TooLarge, formula_size};
use queensat::formats::{Board, PlacementFormat, write_board};
use queensat::{
    Backbone, Encoding, Interrupt, Options, Placement, Puzzle, Reason, Solution, SolveError,
    Square, backbone, explain, is_unique, solve,
};
use serde::Serialize;

use super::Outcome;
use super::input::{PuzzleArgs, Size, name_of_laws};
use super::write::{AttackJson, OutputArgs, SCHEMA, attacks_json, columns_from_1, names};

/// Find one placement with the embedded SAT solver
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    size: Size,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// At-most-one encoding
    #[arg(long, value_name = "ENCODING", default_value_t)]
    amo: Encoding,

    /// Instead of a placement, what all placements have in common: a board with Q where all have a
    /// queen and # where none has
    #[arg(long, conflicts_with = "format")]
    backbone: bool,

    /// board, list, json, dimacs or svg [default: board up to N = 100, list beyond]
    #[arg(long, value_name = "FORMAT")]
    format: Option<PlacementFormat>,

    /// One JSON object with the placement, whether it is the only one, or why there is none
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
    /// Whether it is the only one; absent where nobody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    backbone: Option<Squares>,
    #[serde(skip_serializing_if = "Option::is_none")]
    core: Option<Squares>,
    /// Given queens that attack each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attacks: Vec<AttackJson>,
    solver: &'static str,
    encoding: &'static str,
    variables: u32,
    clauses: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Squares {
    queens: Vec<String>,
    /// Squares without a queen.
    empty: Vec<String>,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    let puzzle = args.puzzle.puzzle(args.size.n.as_deref(), None)?;
    args.output.probe()?;
    let options = Options {
        encoding: args.amo,
        interrupt,
    };
    let start = Instant::now();
    let found = find(&args, &puzzle, &options)?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        args.output.json(&found.report(&args, &puzzle, seconds)?)?;
    }
    found.tell(&args, &puzzle)
}

/// What was found out about a puzzle.
enum Found {
    Placement {
        placement: Placement,
        unique: Option<bool>,
    },
    Backbone(Backbone),
    None(Reason),
    Unknown,
}

fn find(args: &Args, puzzle: &Puzzle, options: &Options) -> Result<Found, SolveError> {
    if args.backbone
        && let Some(backbone) = backbone(puzzle, options)?
    {
        return Ok(Found::Backbone(backbone));
    }
    Ok(match solve(puzzle, options)? {
        Solution::Placement(placement) => {
            let asked = puzzle.has_settled() || puzzle.laws().regions.is_some();
            let unique = match asked {
                true => is_unique(puzzle, &placement, options)?,
                false => None,
            };
            Found::Placement { placement, unique }
        }
        Solution::None => explain(puzzle, options)?.map_or(Found::Unknown, Found::None),
        Solution::Unknown => Found::Unknown,
    })
}

impl Found {
    fn report(&self, args: &Args, puzzle: &Puzzle, seconds: f64) -> Result<Report, TooLarge> {
        let n = puzzle.n();
        let size = formula_size(puzzle, args.amo)?;
        let mut report = Report {
            schema: SCHEMA,
            command: "solve",
            n,
            answer: "placement",
            placement: None,
            unique: None,
            backbone: None,
            core: None,
            attacks: Vec::new(),
            solver: "varisat",
            encoding: args.amo.name(),
            variables: size.variables,
            clauses: size.clauses,
            seconds,
        };
        let squares = |queens: &[Square], empty: &[Square]| {
            Some(Squares {
                queens: names(n, queens),
                empty: names(n, empty),
            })
        };
        match self {
            Found::Placement { placement, unique } => {
                report.placement = Some(columns_from_1(placement));
                report.unique = *unique;
            }
            Found::Backbone(backbone) => {
                report.backbone = squares(&backbone.queens, &backbone.empty);
            }
            Found::None(reason) => {
                report.answer = "none";
                report.core = squares(&reason.queens, &reason.forbidden);
                report.attacks = attacks_json(n, &reason.attacks);
            }
            Found::Unknown => report.answer = "unknown",
        }
        Ok(report)
    }

    fn tell(&self, args: &Args, puzzle: &Puzzle) -> anyhow::Result<Outcome> {
        match self {
            Found::Placement { placement, unique } => {
                if !args.json {
                    args.output.placement(puzzle, placement, args.format)?;
                }
                match unique {
                    Some(true) => args.output.say("this is the only placement"),
                    Some(false) => args.output.say("this is not the only placement"),
                    None => {}
                }
                Ok(Outcome::Done)
            }
            Found::Backbone(backbone) => {
                if !args.json {
                    let board = Board {
                        n: puzzle.n(),
                        queens: backbone.queens.clone(),
                        forbidden: backbone.empty.clone(),
                    };
                    args.output.write(|out| write_board(&board, out))?;
                }
                Ok(Outcome::Done)
            }
            Found::None(reason) => {
                args.output.say(why_none(puzzle, reason));
                Ok(Outcome::No)
            }
            Found::Unknown => {
                args.output.say("interrupted, no answer");
                Ok(Outcome::Unknown)
            }
        }
    }
}

/// The reason in words.
fn why_none(puzzle: &Puzzle, reason: &Reason) -> String {
    let n = puzzle.n();
    let none = format!("N = {n}{} has no placement", name_of_laws(puzzle));
    let board_has_one = !reason.queens.is_empty() || !reason.forbidden.is_empty();
    if let Some(attack) = reason.attacks.first().filter(|_| board_has_one) {
        let (a, b, line) = (attack.a.name(n), attack.b.name(n), attack.line.phrase());
        return format!("{none}: the given queens on {a} and {b} attack each other {line}");
    }
    let list = |squares: &[Square]| names(n, squares).join(", ");
    let (queens, forbidden) = (list(&reason.queens), list(&reason.forbidden));
    let spare = "; without any one of these it has one";
    match (reason.queens.len(), reason.forbidden.len()) {
        (0, 0) if puzzle.has_settled() => format!("{none}, whatever is given or forbidden"),
        (0, 0) => none,
        (1, 0) => format!("{none} with a queen on {queens}, but has one without"),
        (0, 1) => format!("{none} with {forbidden} forbidden, but has one without"),
        (1, 1) if queens == forbidden => format!("{none}: {queens} is both given and forbidden"),
        (_, 0) => format!("{none} with queens on {queens}{spare}"),
        (0, _) => format!("{none} with {forbidden} forbidden{spare}"),
        (_, _) => format!("{none} with queens on {queens} and {forbidden} forbidden{spare}"),
    }
}
