//! `solvers`: which solvers are here, and whether they work.

use std::io::Write;
use std::thread;
use std::time::Duration;

use anyhow::ensure;
use queensat::conformance::{self, Outcome as Result};
use queensat::solver::{Choice, Embedded, Preset};
use queensat::{Interrupt, Options, Puzzle, Solution, solve};
use serde::Serialize;

use super::Outcome;
use super::write::{OutputArgs, SCHEMA};

/// List the solvers that '--solver' takes, which of them are here, and whether they work
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Instead, put one solver to the test on boards with known answers: a line for each, exit code 1 if
    /// it fails on any
    #[arg(long, value_name = "NAME")]
    test: Option<Choice>,

    /// One JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    command: &'static str,
    solvers: Vec<SolverReport>,
}

#[derive(Serialize)]
struct SolverReport {
    name: &'static str,
    /// Whether it is inside the process.
    embedded: bool,
    found: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// Whether it solved two small boards; absent where it is not here.
    #[serde(skip_serializing_if = "Option::is_none")]
    works: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct TestReport {
    schema: u32,
    command: &'static str,
    solver: String,
    passed: bool,
    cases: Vec<CaseReport>,
}

#[derive(Serialize)]
struct CaseReport {
    name: &'static str,
    known: String,
    passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    match &args.test {
        Some(solver) => test(&args, solver, interrupt),
        None => list(&args, &interrupt),
    }
}

fn list(args: &Args, interrupt: &Interrupt) -> anyhow::Result<Outcome> {
    let embedded = Embedded::ALL.iter().map(|&solver| SolverReport {
        name: solver.name(),
        embedded: true,
        found: true,
        path: None,
        version: None,
        works: None,
        error: None,
    });
    let mut solvers: Vec<SolverReport> = embedded.collect();
    solvers.extend(Preset::ALL.iter().map(|preset| {
        let path = preset.program().find();
        SolverReport {
            name: preset.name,
            embedded: false,
            found: path.is_some(),
            version: path
                .as_ref()
                .and_then(|_| preset.version(&with_patience(interrupt))),
            path: path.map(|path| path.display().to_string()),
            works: None,
            error: None,
        }
    }));
    for solver in solvers.iter_mut().filter(|solver| solver.found) {
        let choice: Choice = solver.name.parse()?;
        solver.error = smoke(&choice, interrupt).err();
        solver.works = Some(solver.error.is_none());
    }
    if interrupt.is_set() {
        args.output.say_stopped(", not all solvers were tried");
        return Ok(Outcome::Unknown);
    }
    let broken = solvers.iter().any(|solver| solver.works == Some(false));
    if args.json {
        args.output.json(&Report {
            schema: SCHEMA,
            command: "solvers",
            solvers,
        })?;
    } else {
        args.output.write(|out| {
            solvers
                .iter()
                .try_for_each(|solver| writeln!(out, "{}", line(solver)))
        })?;
    }
    Ok(if broken { Outcome::No } else { Outcome::Done })
}

fn line(solver: &SolverReport) -> String {
    let name = solver.name;
    if !solver.found {
        return format!("{name:14}  not here, untested until found");
    }
    let state = match &solver.error {
        None => "works".to_string(),
        Some(error) => format!("FAILS: {error}"),
    };
    let version = match &solver.version {
        Some(version) => format!(", version {version}"),
        None => String::new(),
    };
    let place = match &solver.path {
        Some(path) => format!(", {path}"),
        None => ", inside the process".to_string(),
    };
    format!("{name:14}  {state}{version}{place}")
}

/// How long a solver may take for something small.
const PATIENCE: Duration = Duration::from_secs(10);

/// An interrupt that is also set when patience is at its end: a solver that hangs must not keep the
/// others from being listed.
fn with_patience(interrupt: &Interrupt) -> Interrupt {
    let own = interrupt.nested();
    let flag = own.clone();
    // Without a thread there is no limit.
    let _ = thread::Builder::new().spawn(move || {
        thread::sleep(PATIENCE);
        flag.set();
    });
    own
}

/// One board that has a placement, and one that has none.
fn smoke(solver: &Choice, interrupt: &Interrupt) -> std::result::Result<(), String> {
    let options = Options {
        solver: solver.clone(),
        interrupt: with_patience(interrupt),
        ..Options::default()
    };
    for (n, has_one) in [(8, true), (3, false)] {
        let solution = solve(&Puzzle::queens(n), &options).map_err(|error| error.to_string())?;
        let found = match solution {
            Solution::Placement(_) => true,
            Solution::None => false,
            Solution::Unknown => {
                let seconds = PATIENCE.as_secs();
                return Err(format!("it has no answer for N = {n} after {seconds} s"));
            }
        };
        if found != has_one {
            return Err(match has_one {
                true => format!("it finds no placement for N = {n}, which has one"),
                false => format!("it finds a placement for N = {n}, which has none"),
            });
        }
    }
    Ok(())
}

fn test(args: &Args, solver: &Choice, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    if let Choice::External(program) = solver {
        ensure!(
            program.find().is_some(),
            "{solver} is not here, or may not be executed: install it, or name another solver"
        );
    }
    let options = Options {
        solver: solver.clone(),
        interrupt,
        ..Options::default()
    };
    let mut reports = Vec::new();
    let mut out = match args.json {
        true => None,
        false => Some(args.output.stream()?),
    };
    for case in conformance::cases() {
        let error = match case.run(&options) {
            Result::Passed => None,
            Result::Failed(error) => Some(error),
            Result::Interrupted => {
                args.output.say_stopped(", the test is not done");
                return Ok(Outcome::Unknown);
            }
        };
        let known = case.known();
        if let Some(out) = &mut out {
            match &error {
                None => writeln!(out, "pass  {}: {known}", case.name)?,
                Some(error) => writeln!(out, "FAIL  {}: {known}, but {error}", case.name)?,
            }
            out.write_through()?;
        }
        reports.push(CaseReport {
            name: case.name,
            known,
            passed: error.is_none(),
            error,
        });
    }
    let all = reports.len();
    let failed = reports.iter().filter(|case| !case.passed).count();
    if let Some(out) = out {
        out.finish()?;
    } else {
        args.output.json(&TestReport {
            schema: SCHEMA,
            command: "solvers",
            solver: solver.name().to_string(),
            passed: failed == 0,
            cases: reports,
        })?;
    }
    args.output.say(match failed {
        0 => format!("{solver} passes all {all} tests"),
        _ => format!("{solver} fails {failed} of {all} tests"),
    });
    Ok(if failed == 0 {
        Outcome::Done
    } else {
        Outcome::No
    })
}
