//! The story of a run: read the command line, do it, exit code.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    let outcome = cli::parse().and_then(cli::run);
    cli::exit_code(outcome)
}
