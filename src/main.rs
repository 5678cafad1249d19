//! The story of a run: read the command line, do it, exit code.

mod cli;

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let start = Instant::now();
    let outcome = cli::parse().and_then(|cli| cli::run(cli, start));
    cli::exit_code(outcome)
}
