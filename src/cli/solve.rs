//! `solve`: one placement, or why there is none.

use std::time::Instant;

use anyhow::ensure;
use queensat::encode::formula_size;
use queensat::first::{self, By, MAX_N, Method, WHOLE_UP_TO};
use queensat::formats::{Board, PlacementFormat, write_board};
use queensat::solver::ProgramError;
use queensat::{
    Backbone, Interrupt, Options, Placement, Puzzle, Reason, Solution, SolveError, Square,
    backbone, explain, is_unique,
};
use serde::Serialize;

use super::Outcome;
use super::input::{
    PuzzleArgs, Size, SolverArgs, name_of_laws, name_of_placement, seed, why_no_size_fits,
};
use super::write::{AttackJson, OutputArgs, SCHEMA, attacks_json, columns_from_1, names};

/// Find one placement with a SAT solver
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    size: Size,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    #[command(flatten)]
    sat: SolverArgs,

    /// whole: the solver gets the whole board; complete: it gets what a greedy start leaves open;
    /// auto: the whole board up to N = 100, on a torus, with regions and symmetry
    #[arg(long, value_name = "METHOD", default_value_t)]
    method: Method,

    /// For the random start: another seed gives another placement
    #[arg(long, value_name = "K", allow_negative_numbers = true, default_value_t = 0, value_parser = seed)]
    seed: u64,

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
    solver: String,
    /// How it was found: `whole` by the solver alone, `complete` with a greedy start.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
    /// How many queens the greedy walk placed, and how many the solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_walk: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_solver: Option<u32>,
    encoding: &'static str,
    /// Of the formula of the whole board, if one can be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    variables: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clauses: Option<u64>,
    seconds: f64,
}

#[derive(Serialize)]
struct Squares {
    queens: Vec<String>,
    /// Squares without a queen.
    empty: Vec<String>,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    let n = args.size.n.as_deref();
    let puzzle = args.puzzle.puzzle_up_to(MAX_N, n, None)?;
    refuse_what_cannot_be_shown(&args, puzzle.n())?;
    args.output.probe()?;
    let options = Options {
        method: args.method,
        seed: args.seed,
        abandon_memory: true,
        ..args.sat.options(interrupt)
    };
    let start = Instant::now();
    if args.json {
        let mut unknown = Found::Unknown.report(&args, &puzzle, 0.0);
        args.output.json_if_stopped(move || {
            unknown.seconds = start.elapsed().as_secs_f64();
            unknown
        });
    }
    let found = match find(&args, &puzzle, &options) {
        Err(SolveError::Program(error)) if error.gave_up() => Found::GaveUp(error),
        found => found?,
    };
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        args.output.json(&found.report(&args, &puzzle, seconds))?;
    }
    found.tell(&args, &puzzle)
}

/// Before long work is done for a board that nobody could look at, or variables without a number.
fn refuse_what_cannot_be_shown(args: &Args, n: u32) -> anyhow::Result<()> {
    let limit = queensat::encode::MAX_N;
    let format = match args.format {
        _ if args.json => return Ok(()),
        _ if args.backbone => {
            ensure!(
                n <= limit,
                "N = {n} is too large for --backbone, which asks for every square: at most {limit}"
            );
            return Ok(());
        }
        Some(PlacementFormat::Board) => "--format board",
        Some(PlacementFormat::Dimacs) => "--format dimacs",
        Some(PlacementFormat::Svg) => "--format svg",
        Some(PlacementFormat::List | PlacementFormat::Json) | None => return Ok(()),
    };
    ensure!(
        n <= limit,
        "N = {n} is too large for {format}, which shows every square: at most {limit}, or use '--format list'"
    );
    Ok(())
}

/// What was found out about a puzzle.
enum Found {
    Placement {
        placement: Placement,
        by: By,
        unique: Option<bool>,
    },
    Backbone(Backbone),
    None(Reason),
    Unknown,
    /// The solver says that it does not know.
    GaveUp(ProgramError),
}

fn find(args: &Args, puzzle: &Puzzle, options: &Options) -> Result<Found, SolveError> {
    if args.backbone
        && let Some(backbone) = backbone(puzzle, options)?
    {
        return Ok(Found::Backbone(backbone));
    }
    let first::Found { solution, by } = first::find(puzzle, options)?;
    Ok(match solution {
        Solution::Placement(placement) => {
            // For a large board it may take far longer than the placement did.
            let asked = puzzle.has_settled() || puzzle.laws().regions.is_some();
            let unique = match asked && puzzle.n() <= WHOLE_UP_TO {
                true => is_unique(puzzle, &placement, options)?,
                false => None,
            };
            Found::Placement {
                placement,
                by,
                unique,
            }
        }
        Solution::None => explain(puzzle, options)?.map_or(Found::Unknown, Found::None),
        Solution::Unknown => Found::Unknown,
    })
}

impl Found {
    fn report(&self, args: &Args, puzzle: &Puzzle, seconds: f64) -> Report {
        let n = puzzle.n();
        let size = formula_size(puzzle, args.sat.amo).ok();
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
            solver: args.sat.solver.name().to_string(),
            method: None,
            by_walk: None,
            by_solver: None,
            encoding: args.sat.amo.name(),
            variables: size.map(|size| size.variables),
            clauses: size.map(|size| size.clauses),
            seconds,
        };
        let squares = |queens: &[Square], empty: &[Square]| {
            Some(Squares {
                queens: names(n, queens),
                empty: names(n, empty),
            })
        };
        match self {
            Found::Placement {
                placement,
                by,
                unique,
            } => {
                report.placement = Some(columns_from_1(placement));
                report.unique = *unique;
                match *by {
                    By::Whole => report.method = Some(Method::Whole.name()),
                    By::Complete { walk, solver } => {
                        report.method = Some(Method::Complete.name());
                        report.by_walk = Some(walk);
                        report.by_solver = Some(solver);
                    }
                }
            }
            Found::Backbone(backbone) => {
                report.backbone = squares(&backbone.queens, &backbone.empty);
            }
            Found::None(reason) => {
                report.answer = "none";
                report.core = squares(&reason.queens, &reason.forbidden);
                report.attacks = attacks_json(n, &reason.attacks);
            }
            Found::Unknown | Found::GaveUp(_) => report.answer = "unknown",
        }
        report
    }

    fn tell(&self, args: &Args, puzzle: &Puzzle) -> anyhow::Result<Outcome> {
        match self {
            Found::Placement {
                placement,
                by,
                unique,
            } => {
                if let By::Complete { walk, solver } = by {
                    let given = match puzzle.given().len() {
                        0 => String::new(),
                        given => format!(", {given} given"),
                    };
                    args.output.say(format!(
                        "{walk} queens by the greedy walk, {solver} by the solver{given}"
                    ));
                }
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
                args.output.say_stopped(", no answer");
                Ok(Outcome::Unknown)
            }
            Found::GaveUp(error) => {
                args.output.say(error);
                Ok(Outcome::Unknown)
            }
        }
    }
}

/// The reason in words.
fn why_none(puzzle: &Puzzle, reason: &Reason) -> String {
    let n = puzzle.n();
    let (laws, placement) = (name_of_laws(puzzle), name_of_placement(puzzle));
    let none = format!("N = {n}{laws} has no {placement}");
    let no_size_fits = why_no_size_fits(puzzle);
    if !no_size_fits.is_empty() {
        return format!("{none}{no_size_fits}");
    }
    let board_has_one = !reason.queens.is_empty() || !reason.forbidden.is_empty();
    if let Some(attack) = reason.attacks.first().filter(|_| board_has_one) {
        let (a, b, line) = (attack.a.name(n), attack.b.name(n), attack.line.phrase());
        return format!("{none}: the given queens on {a} and {b} attack each other {line}");
    }
    let list = |squares: &[Square]| names(n, squares).join(", ");
    let (queens, forbidden) = (list(&reason.queens), list(&reason.forbidden));
    let spare = "; without any one of these it has one";
    let (images, its_images) = match puzzle.turn() {
        Some(_) => (" and their images", " and its images"),
        None => ("", ""),
    };
    match (reason.queens.len(), reason.forbidden.len()) {
        (0, 0) if puzzle.has_settled() => format!("{none}, whatever is given or forbidden"),
        (0, 0) => none,
        (1, 0) => format!("{none} with a queen on {queens}{its_images}, but has one without"),
        (0, 1) => format!("{none} with {forbidden}{its_images} forbidden, but has one without"),
        (1, 1) if queens == forbidden => format!("{none}: {queens} is both given and forbidden"),
        (_, 0) => format!("{none} with queens on {queens}{images}{spare}"),
        (0, _) => format!("{none} with {forbidden}{images} forbidden{spare}"),
        (_, _) => {
            format!("{none} with queens on {queens} and {forbidden} forbidden{images}{spare}")
        }
    }
}
