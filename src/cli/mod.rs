//! The command line: one command a file, using only what a library user can use.

mod check;
mod check_formula;
mod count;
mod decode;
mod encode;
mod enumerate;
mod estimate;
mod generate;
mod input;
mod merge;
mod resume;
mod sat;
mod share;
mod signals;
mod solve;
mod solvers;
mod write;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use queensat::crosscheck::CountError;
use queensat::encode::DimacsError;
use queensat::formats::WriteError;
use queensat::generate::GenerateError;
use queensat::sat::SatError;
use queensat::{FormulaError, SolveError};

/// N queens on an N×N board as SAT: encode, solve, enumerate, count, and check.
#[derive(Debug, Parser)]
#[command(name = "queensat", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Stop after this much wall time, decimals allowed: exit code 3 ('sat': 0); what 'enumerate' has listed stays
    #[arg(long, value_name = "SECONDS", global = true, allow_negative_numbers = true, value_parser = signals::seconds)]
    timeout: Option<Duration>,
}

const EXIT_CODES: &str = "Exit codes: 0 done; 1 the answer is no; 2 bad input, usage, file or solver \
    trouble; 3 unknown (time is up, interrupted); 4 two ways contradict each other, or a solver that queensat \
    asked gave a wrong answer. 'sat' answers 10, 20 and, for unknown, 0, as solvers do.";

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Enumerate(enumerate::Args),
    Count(count::Args),
    Encode(encode::Args),
    Decode(decode::Args),
    Check(check::Args),
    CheckFormula(check_formula::Args),
    Generate(generate::Args),
    Merge(merge::Args),
    Sat(sat::Args),
    Solvers(solvers::Args),
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// The answer is no.
    No,
    /// Stopped before there was an answer.
    Unknown,
    /// Two ways contradict each other, or a solver's answer is wrong.
    Contradiction,
    /// A formula has a model, or none: told by the exit codes of SAT solvers.
    Satisfiable,
    Unsatisfiable,
}

/// Reads the command line. Help and version are printed, and nothing is left to do.
pub fn parse() -> anyhow::Result<Option<Cli>> {
    match Cli::try_parse() {
        Ok(cli) => Ok(Some(cli)),
        Err(error) if !error.use_stderr() => {
            error.print()?;
            Ok(None)
        }
        Err(error) => Err(anyhow::anyhow!(one_line(&error.render().to_string()))),
    }
}

/// clap's message without the usage that follows it.
fn one_line(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let end = message.find("\n\nUsage").unwrap_or(message.len());
    let mut line = String::new();
    for part in message[..end].lines().map(str::trim) {
        if part.is_empty() || part.starts_with("tip: to pass") || part.starts_with("For more") {
            continue;
        }
        if !line.is_empty() {
            line.push_str(if line.ends_with(':') { " " } else { "; " });
        }
        line.push_str(part);
    }
    let command = std::env::args().nth(1).unwrap_or_default();
    let known = Cli::command()
        .get_subcommands()
        .any(|c| c.get_name() == command);
    let help = if known {
        format!("help {command}")
    } else {
        "help".to_string()
    };
    format!("{line}; 'queensat {help}' tells more")
}

/// Runs the command, in a program that began at `start`.
pub fn run(cli: Option<Cli>, start: Instant) -> anyhow::Result<Outcome> {
    let Some(cli) = cli else {
        return Ok(Outcome::Done);
    };
    let interrupt = signals::watch(start, cli.timeout).context("cannot watch for Ctrl-C")?;
    match cli.command {
        Command::Solve(args) => solve::run(args, interrupt),
        Command::Enumerate(args) => enumerate::run(args, interrupt),
        Command::Count(args) => count::run(args, interrupt),
        Command::Encode(args) => encode::run(args, interrupt),
        Command::Decode(args) => decode::run(args),
        Command::Check(args) => check::run(args),
        Command::CheckFormula(args) => check_formula::run(args, interrupt),
        Command::Generate(args) => generate::run(args, interrupt),
        Command::Merge(args) => merge::run(args),
        Command::Sat(args) => sat::run(args, interrupt),
        Command::Solvers(args) => solvers::run(args, interrupt),
    }
}

/// Reports an error in one line. A closed pipe is none: its reader has what it wanted.
pub fn exit_code(outcome: anyhow::Result<Outcome>) -> ExitCode {
    // Threads that nobody waits for may still have solvers at work.
    queensat::solver::end_programs();
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Ok(Outcome::Unknown) => ExitCode::from(3),
        Ok(Outcome::Contradiction) => ExitCode::from(4),
        Ok(Outcome::Satisfiable) => ExitCode::from(10),
        Ok(Outcome::Unsatisfiable) => ExitCode::from(20),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(one_word_apart(&format!("{error:#}")));
            ExitCode::from(code_of(&error))
        }
    }
}

fn code_of(error: &anyhow::Error) -> u8 {
    let solve_error = match (error.downcast_ref(), error.downcast_ref()) {
        (Some(CountError::Sat(error)), _) => Some(error),
        (_, Some(GenerateError::Solve(error))) => Some(error),
        _ => error.downcast_ref(),
    };
    let solve_error = match error.downcast_ref() {
        Some(FormulaError::Solve(error)) => Some(error),
        _ => solve_error,
    };
    let program_error = match (error.downcast_ref(), solve_error) {
        (Some(CountError::Program(error)), _) => Some(error),
        (_, Some(SolveError::Program(error))) => Some(error),
        _ => None,
    };
    let is_wrong_model = matches!(error.downcast_ref(), Some(SatError::WrongModel { .. }))
        || matches!(error.downcast_ref(), Some(FormulaError::WrongModel));
    match (solve_error, program_error) {
        _ if is_wrong_model => 4,
        (Some(SolveError::WrongAnswer(_)), _) => 4,
        (_, Some(error)) if error.is_wrong_answer() => 4,
        (_, Some(error)) if error.gave_up() => 3,
        _ => 2,
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = match cause.downcast_ref() {
            Some(DimacsError::Write(WriteError::Io(io))) => Some(io),
            _ => cause.downcast_ref::<io::Error>(),
        };
        io.is_some_and(queensat::io::is_closed_pipe)
    })
}

fn one_word_apart(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line for people, on standard error; that nobody reads it is no error.
fn say(message: impl Display) {
    let _ = writeln!(io::stderr(), "queensat: {message}");
}
