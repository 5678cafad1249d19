//! `check-formula`: does somebody's formula say what the puzzle says?

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use queensat::board::Verdict;
use queensat::cnf::Cnf;
use queensat::formats::{Board, CnfRead, Leniency, read_cnf, write_board};
use queensat::solver::Embedded;
use queensat::{
    FormulaCheck, FormulaError, Interrupt, NoPlacement, Options, Puzzle, Square, check_formula,
};
use serde::Serialize;

use super::Outcome;
use super::input::{self, PuzzleArgs, is_number, name_of_laws, name_of_placement, seed};
use super::write::{
    AttackJson, OutputArgs, SCHEMA, attacks_json, columns_from_1, counted, names, write_faults,
};

/// Find out whether a DIMACS file is an encoding of the puzzle: its models are the placements
#[derive(Debug, clap::Args)]
#[command(override_usage = "queensat check-formula [OPTIONS] [N] FILE")]
pub struct Args {
    /// Size of the board (left out with --board or --regions), and a DIMACS file with the square in row
    /// r and column c, from 0, as variable r·N + c + 1; any others come after the squares; '-' is
    /// standard input
    #[arg(value_names = ["N", "FILE"], num_args = 1..=2, required = true, allow_negative_numbers = true)]
    words: Vec<String>,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// Take a header with wrong numbers
    #[arg(long)]
    lenient: bool,

    /// Where there are too many placements to try them all: how many random ones
    #[arg(long, value_name = "K", default_value_t = 100)]
    samples: u64,

    /// For the random placements
    #[arg(long, value_name = "K", allow_negative_numbers = true, default_value_t = 0, value_parser = seed)]
    seed: u64,

    /// SAT solver inside the process: varisat, or libcadical where it was built in
    #[arg(long, value_name = "NAME", default_value_t)]
    solver: Embedded,

    /// One JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Serialize)]
struct Report {
    schema: u32,
    command: &'static str,
    n: u32,
    /// Whether it is an encoding: yes, no, or unknown.
    answer: &'static str,
    variables: u32,
    clauses: u64,
    /// If so, nothing else was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    too_few_variables: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    too_weak: Option<Weak>,
    /// A placement that is part of no model.
    #[serde(skip_serializing_if = "Option::is_none")]
    too_strong: Option<Vec<u32>>,
    /// How many placements were tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    placements: Option<String>,
    /// Whether these are all that there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_placements: Option<bool>,
    seconds: f64,
}

/// A model that is no placement.
#[derive(Clone, Serialize)]
struct Weak {
    queens: Vec<String>,
    attack_count: String,
    attacks: Vec<AttackJson>,
    /// Given squares without a queen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    /// Forbidden squares with a queen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trespassing: Vec<String>,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    let (n, file) = match args.words.as_slice() {
        [file] if args.puzzle.tells_size() && !is_number(file) => (None, file.as_str()),
        [n] => (Some(n.as_str()), "-"),
        [n, file, ..] => (Some(n.as_str()), file.as_str()),
        [] => (None, "-"),
    };
    let file = Path::new(file);
    let puzzle = args.puzzle.puzzle(n, Some(file))?;
    args.output.probe()?;
    let start = Instant::now();
    let (formula, read) = args.read(file)?;
    let options = Options {
        seed: args.seed,
        solver: args.solver.into(),
        interrupt,
        ..Options::default()
    };
    let mut report = Report::new(&puzzle, &read);
    if args.json {
        let mut unknown = report.clone();
        args.output.json_if_stopped(move || {
            unknown.seconds = start.elapsed().as_secs_f64();
            unknown
        });
    }
    let found = match check_formula(&puzzle, &formula, read.variables, args.samples, &options) {
        Ok(Some(check)) => Found::Checked(check),
        Ok(None) => Found::Unknown,
        Err(FormulaError::TooFewVariables { squares, .. }) => Found::TooFew { squares },
        Err(error) => return Err(error.into()),
    };
    if args.json {
        found.fill(&puzzle, &mut report);
        report.seconds = start.elapsed().as_secs_f64();
        args.output.json(&report)?;
    } else if !matches!(found, Found::Unknown) {
        args.output.write(|out| found.tell(&puzzle, &read, out))?;
    }
    Ok(match found {
        Found::Checked(check) if check.is_right() => Outcome::Done,
        Found::Checked(_) | Found::TooFew { .. } => Outcome::No,
        Found::Unknown => {
            args.output.say_stopped(", no answer");
            Outcome::Unknown
        }
    })
}

impl Args {
    /// The formula, in memory.
    fn read(&self, file: &Path) -> anyhow::Result<(Cnf, CnfRead)> {
        let name = input::name_of(file);
        let cannot_read = || format!("cannot read {name}");
        let leniency = match self.lenient {
            true => Leniency::Lenient,
            false => Leniency::Strict,
        };
        let input = queensat::io::read_through(file).with_context(cannot_read)?;
        let mut formula = Cnf::new();
        let read = read_cnf(input, leniency, &mut formula).with_context(|| name.clone())?;
        for miscount in &read.miscounts {
            self.output.say(format!("{name}: {miscount}"));
        }
        Ok((formula, read))
    }
}

/// What came of it.
enum Found {
    Checked(FormulaCheck),
    TooFew { squares: u32 },
    Unknown,
}

impl Found {
    fn fill(&self, puzzle: &Puzzle, report: &mut Report) {
        match self {
            Found::Checked(check) => {
                report.answer = if check.is_right() { "yes" } else { "no" };
                report.too_weak = check.too_weak.as_ref().map(|model| {
                    let (n, verdict) = (puzzle.n(), &model.verdict);
                    Weak {
                        queens: names(n, &model.queens),
                        attack_count: verdict.attack_count.to_string(),
                        attacks: attacks_json(n, &verdict.attacks),
                        missing: names(n, &verdict.missing),
                        trespassing: names(n, &verdict.trespassing),
                    }
                });
                report.too_strong = check.too_strong.as_ref().map(columns_from_1);
                report.placements = Some(check.placements.to_string());
                report.all_placements = Some(check.all);
            }
            Found::TooFew { .. } => {
                report.answer = "no";
                report.too_few_variables = Some(true);
            }
            Found::Unknown => {}
        }
    }

    fn tell(&self, puzzle: &Puzzle, read: &CnfRead, out: &mut impl Write) -> io::Result<()> {
        let n = puzzle.n();
        let what = format!("N = {n}{}", name_of_laws(puzzle));
        let no = format!("no encoding of {what}");
        match self {
            Found::Unknown => Ok(()),
            Found::TooFew { squares } => writeln!(
                out,
                "{no}: {} for {squares} squares",
                counted(read.variables.into(), "variable")
            ),
            Found::Checked(check) if check.is_right() => {
                writeln!(out, "an encoding of {what}: {}", why_right(puzzle, check))
            }
            Found::Checked(check) => {
                if let Some(NoPlacement { queens, verdict }) = &check.too_weak {
                    writeln!(
                        out,
                        "{no}: too weak, since it has a model that is no placement:"
                    )?;
                    show(n, queens, out)?;
                    say_faults(queens, verdict, out)?;
                }
                if let Some(placement) = &check.too_strong {
                    writeln!(out, "{no}: too strong, since no model has this placement:")?;
                    let queens: Vec<Square> = placement.queens().collect();
                    show(n, &queens, out)?;
                }
                Ok(())
            }
        }
    }
}

impl Report {
    fn new(puzzle: &Puzzle, read: &CnfRead) -> Report {
        Report {
            schema: SCHEMA,
            command: "check-formula",
            n: puzzle.n(),
            answer: "unknown",
            variables: read.variables,
            clauses: read.clauses,
            too_few_variables: None,
            too_weak: None,
            too_strong: None,
            placements: None,
            all_placements: None,
            seconds: 0.0,
        }
    }
}

/// What was shown of a formula in which no fault was found.
fn why_right(puzzle: &Puzzle, check: &FormulaCheck) -> String {
    let kind = name_of_placement(puzzle);
    let every = format!("every model is a {kind}");
    match (check.placements, check.all) {
        (0, true) => format!("there is no {kind}, and it has no model"),
        (0, false) => format!("{every} (whether every placement is a model was not tried)"),
        (1, true) => format!("{every}, and the only one is a model"),
        (count, true) => format!("{every}, and all {count} are models"),
        (1, false) => format!("{every}, and 1 random one is a model"),
        (count, false) => format!("{every}, and {count} random ones are models"),
    }
}

fn show(n: u32, queens: &[Square], out: &mut impl Write) -> io::Result<()> {
    let board = Board {
        n,
        queens: queens.to_vec(),
        forbidden: Vec::new(),
    };
    write_board(&board, out)
}

/// Why a board is no placement, a line each.
fn say_faults(queens: &[Square], verdict: &Verdict, out: &mut impl Write) -> io::Result<()> {
    let n = verdict.n;
    if verdict.queens != u64::from(n) {
        let count = counted(verdict.queens, "queen");
        writeln!(out, "{count} on the {n}×{n} board, which needs {n}")?;
    }
    write_faults(verdict, out)?;
    let is_empty = |row: &u32| !queens.iter().any(|queen| queen.row == *row);
    match (0..n).find(is_empty) {
        Some(row) if verdict.attack_count == 0 => {
            writeln!(out, "row {}, counted from below, has no queen", n - row)
        }
        _ => Ok(()),
    }
}
