//! The command line: one command a file, using only what a library user can use.

mod check;
mod check_formula;
mod count;
mod decode;
mod encode;
mod enumerate;
mod generate;
mod input;
mod resume;
mod signals;
mod solve;
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
use queensat::{FormulaError, SolveError};

/// N queens on an N×N board as SAT: encode, solve, enumerate, count, and check.
#[derive(Debug, Parser)]
#[command(name = "queensat", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Stop after this much wall time, decimals allowed: exit code 3; what 'enumerate' has listed stays
    #[arg(long, value_name = "SECONDS", global = true, allow_negative_numbers = true, value_parser = signals::seconds)]
    timeout: Option<Duration>,
}

const EXIT_CODES: &str = "Exit codes: 0 done; 1 the answer is no; 2 bad input, usage or file; \
    3 unknown (time is up, interrupted); 4 two ways contradict each other, or a solver that queensat \
    asked gave a wrong answer.";

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
    }
}

/// Reports an error in one line. A closed pipe is none: its reader has what it wanted.
pub fn exit_code(outcome: anyhow::Result<Outcome>) -> ExitCode {
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Ok(Outcome::Unknown) => ExitCode::from(3),
        Ok(Outcome::Contradiction) => ExitCode::from(4),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(one_word_apart(&format!("{error:#}")));
            ExitCode::from(if is_wrong_answer(&error) { 4 } else { 2 })
        }
    }
}

fn is_wrong_answer(error: &anyhow::Error) -> bool {
    let solve_error = match (error.downcast_ref(), error.downcast_ref()) {
        (Some(CountError::Sat(error)), _) => Some(error),
        (_, Some(GenerateError::Solve(error))) => Some(error),
        _ => error.downcast_ref(),
    };
    let formula_error = match error.downcast_ref() {
        Some(FormulaError::Solve(error)) => return is_wrong(error),
        other => other,
    };
    matches!(formula_error, Some(FormulaError::WrongModel)) || solve_error.is_some_and(is_wrong)
}

fn is_wrong(error: &SolveError) -> bool {
    matches!(error, SolveError::WrongAnswer(_))
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
