//! What the commands have in common: the size of the board, and input files.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use queensat::Puzzle;

/// The board.
#[derive(Debug, clap::Args)]
pub struct BoardArgs {
    /// Size of the board and number of queens, from 0; '-' reads it from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    n: String,
}

impl BoardArgs {
    pub fn puzzle(&self) -> anyhow::Result<Puzzle> {
        Ok(Puzzle::queens(self.n()?))
    }

    /// Whether the size is read from standard input.
    pub fn reads_stdin(&self) -> bool {
        self.n == "-"
    }

    fn n(&self) -> anyhow::Result<u32> {
        if !self.reads_stdin() {
            return parse_n(&self.n);
        }
        let mut text = String::new();
        // Far more than any number needs, so that an endless input ends.
        let input = std::io::stdin().lock().take(1000);
        { input }
            .read_to_string(&mut text)
            .context("cannot read N from standard input")?;
        parse_n(text.trim()).context("standard input")
    }
}

fn parse_n(text: &str) -> anyhow::Result<u32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let shown: String = text.chars().take(40).collect();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        bail!("'{shown}' is not a board size: N is a whole number from 0, such as 8");
    }
    if digits.len() < text.len() {
        bail!("N = {shown} is negative: a board has 0 or more rows, such as 8");
    }
    let limit = queensat::encode::MAX_N;
    match text.parse() {
        Ok(n) if n <= limit => Ok(n),
        _ => bail!("N = {shown} is too large: the N² squares can be numbered up to N = {limit}"),
    }
}

/// Reads a whole input file, or standard input for `-`.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    queensat::io::read_whole(path).with_context(|| format!("cannot read {}", name_of(path)))
}

/// A file's name in a message.
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_string()
    } else {
        path.display().to_string()
    }
}
