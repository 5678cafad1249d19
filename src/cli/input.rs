//! What the commands have in common: the puzzle, and input files.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use queensat::board::{Diagonals, Laws, Regions, Turn, unturned};
use queensat::formats::{PlacementFormat, parse_board};
use queensat::solver::Choice;
use queensat::{Encoding, Interrupt, Options, Puzzle, Square};

/// The size of the board.
#[derive(Debug, clap::Args)]
pub struct Size {
    /// Size of the board and number of queens, from 0; '-' reads it from standard input; may be left
    /// out with --board or --regions
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub n: Option<String>,
}

/// Which queens attack each other.
#[derive(Debug, clap::Args)]
pub struct LawArgs {
    /// Join opposite edges: diagonals wrap around
    #[arg(long, conflicts_with_all = ["rooks", "regions"])]
    torus: bool,

    /// Drop the diagonal rule
    #[arg(long, conflicts_with = "regions")]
    rooks: bool,

    /// Coloured regions, a letter a square: one queen a row, column and region, none touching
    #[arg(long, value_name = "FILE")]
    regions: Option<PathBuf>,

    /// half or quarter: only placements that are equal to themselves after a half turn (180°) or a
    /// quarter turn (90°)
    #[arg(long, value_name = "TURN")]
    pub symmetry: Option<Turn>,
}

/// Squares that are settled.
#[derive(Debug, clap::Args)]
pub struct SettledArgs {
    /// A queen is already there: b4, or ROW,COL from 0 with row 0 on top; repeatable
    #[arg(long, value_name = "SQUARE")]
    queen: Vec<String>,

    /// No queen may stand there; repeatable
    #[arg(long, value_name = "SQUARE")]
    forbid: Vec<String>,

    /// A board as text: Q for queens that are already there, # for forbidden squares, . for the rest
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
}

/// A puzzle of the N-Queens family.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Puzzle")]
pub struct PuzzleArgs {
    #[command(flatten)]
    pub laws: LawArgs,
    #[command(flatten)]
    pub settled: SettledArgs,
}

/// Which solver answers, and how the puzzle is told it.
#[derive(Debug, clap::Args)]
pub struct SolverArgs {
    /// At-most-one encoding
    #[arg(long, value_name = "ENCODING", default_value_t)]
    pub amo: Encoding,

    /// SAT solver: varisat, or libcadical where it was built in, inside the process; kissat, cadical,
    /// minisat and others where they are installed ('queensat solvers' lists them); or
    /// 'cmd: PROGRAM ARGUMENTS', which gets the formula as the file {cnf} or by standard input, and may
    /// write its answer to {answer}
    #[arg(long, value_name = "NAME", default_value_t)]
    pub solver: Choice,
}

impl SolverArgs {
    /// As the library takes it.
    pub fn options(&self, interrupt: Interrupt) -> Options {
        Options {
            encoding: self.amo,
            solver: self.solver.clone(),
            interrupt,
            ..Options::default()
        }
    }
}

impl LawArgs {
    /// The file of the regions.
    pub fn reads(&self) -> Option<&Path> {
        self.regions.as_deref()
    }

    /// The laws, for a board of any size unless there are regions.
    pub fn laws(&self) -> anyhow::Result<Laws> {
        Ok(self.puzzle(0)?.laws().clone())
    }

    /// The empty board under these laws; `n` does not matter if there are regions.
    fn puzzle(&self, n: u32) -> anyhow::Result<Puzzle> {
        let puzzle = self.any_placement(n)?;
        Ok(match self.symmetry {
            Some(turn) => puzzle.symmetric(turn),
            None => puzzle,
        })
    }

    fn any_placement(&self, n: u32) -> anyhow::Result<Puzzle> {
        let Some(path) = &self.regions else {
            return Ok(match (self.torus, self.rooks) {
                (true, _) => Puzzle::torus(n),
                (_, true) => Puzzle::rooks(n),
                _ => Puzzle::queens(n),
            });
        };
        let bytes = read(path)?;
        let text = String::from_utf8_lossy(&bytes);
        let regions = Regions::parse(&text).with_context(|| name_of(path))?;
        Ok(Puzzle::regions(regions))
    }
}

impl PuzzleArgs {
    /// Whether the size of the board is known without N.
    pub fn tells_size(&self) -> bool {
        self.settled.board.is_some() || self.laws.regions.is_some()
    }

    /// The puzzle; `other` is one more file that the command reads. Its squares can be numbered.
    pub fn puzzle(&self, n: Option<&str>, other: Option<&Path>) -> anyhow::Result<Puzzle> {
        self.puzzle_up_to(queensat::encode::MAX_N, n, other)
    }

    /// The puzzle, on a board of up to `limit` rows.
    pub fn puzzle_up_to(
        &self,
        limit: u32,
        n: Option<&str>,
        other: Option<&Path>,
    ) -> anyhow::Result<Puzzle> {
        let sources = [
            n.map(Path::new),
            self.settled.board.as_deref(),
            self.laws.reads(),
            other,
        ];
        one_reader_of_stdin(&sources)?;
        let told = n.map(|n| parse_size(n, limit)).transpose()?;
        let board = self.settled.board.as_deref().map(read_board).transpose()?;
        let size = match (told, &board) {
            (Some(n), _) => n,
            (None, Some(board)) => board.n,
            (None, None) if self.laws.regions.is_some() => 0,
            (None, None) => bail!("the size of the board is missing: say N, such as 8"),
        };
        let mut puzzle = self.laws.puzzle(size)?;
        let n = puzzle.n();
        let sizes = [(told, "N"), (board.as_ref().map(|b| b.n), "the board")];
        for (other, name) in sizes {
            if let Some(other) = other.filter(|&other| other != n) {
                let what = if self.laws.regions.is_some() {
                    "the regions are"
                } else {
                    "N is"
                };
                bail!("{what} {n}, but {name} is {other}: they must agree");
            }
        }
        for (texts, queens) in [(&self.settled.queen, true), (&self.settled.forbid, false)] {
            for text in texts {
                let square = Square::parse(text, n)?;
                puzzle = settle(puzzle, square, queens)?;
            }
        }
        let board = board.unwrap_or_default();
        for (squares, queens) in [(board.queens, true), (board.forbidden, false)] {
            for square in squares {
                puzzle = settle(puzzle, square, queens)?;
            }
        }
        ensure_symmetric(&puzzle, puzzle.given(), "given", "without a queen")?;
        ensure_symmetric(&puzzle, puzzle.forbidden(), "forbidden", "not forbidden")?;
        Ok(puzzle)
    }
}

/// What is settled has to be symmetric itself where symmetric placements are asked: a queen alone
/// would put others where nobody said so.
fn ensure_symmetric(
    puzzle: &Puzzle,
    squares: &[Square],
    how: &str,
    not: &str,
) -> anyhow::Result<()> {
    let (Some(turn), n) = (puzzle.turn(), puzzle.n()) else {
        return Ok(());
    };
    if let Some((square, image)) = unturned(n, squares, turn).first() {
        let (square, image) = (square.name(n), image.name(n));
        let option = if how == "given" { "queen" } else { "forbid" };
        bail!(
            "{square} is {how}, but {image}, where a {turn} turn carries it, is {not}: add '--{option} {image}', or leave out --symmetry"
        );
    }
    Ok(())
}

fn settle(puzzle: Puzzle, square: Square, queen: bool) -> anyhow::Result<Puzzle> {
    Ok(if queen {
        puzzle.queen(square)?
    } else {
        puzzle.forbid(square)?
    })
}

fn read_board(path: &Path) -> anyhow::Result<queensat::formats::Board> {
    parse_board(&read(path)?, Some(PlacementFormat::Board)).with_context(|| name_of(path))
}

/// Standard input can be read once.
pub fn one_reader_of_stdin(sources: &[Option<&Path>]) -> anyhow::Result<()> {
    let stdin = |source: &&Option<&Path>| source.is_some_and(|path| path == Path::new("-"));
    ensure!(
        sources.iter().filter(stdin).count() <= 1,
        "standard input ('-') can be read only once: give the others as files"
    );
    Ok(())
}

/// The laws' name in a message, with a blank before it; nothing for a plain board.
pub fn name_of_laws(puzzle: &Puzzle) -> &'static str {
    match (puzzle.laws().diagonals, &puzzle.laws().regions) {
        (_, Some(_)) => " with regions",
        (Diagonals::Wrapped, _) => " on a torus",
        (Diagonals::Free, _) => " with rooks",
        _ => "",
    }
}

/// What is looked for, in a message.
pub fn name_of_placement(puzzle: &Puzzle) -> &'static str {
    match puzzle.turn() {
        None => "placement",
        Some(Turn::Half) => "placement equal to itself after a half turn",
        Some(Turn::Quarter) => "placement equal to itself after a quarter turn",
    }
}

/// Why a symmetric puzzle has no placement where no board of its size has; else nothing.
pub fn why_no_size_fits(puzzle: &Puzzle) -> &'static str {
    match puzzle.turn() {
        Some(turn) if !turn.fits(puzzle.n()) => {
            ": its queens come in fours but for one in the centre, so N has to be 4k or 4k + 1"
        }
        _ => "",
    }
}

/// The size of a board, read from standard input for `-`.
fn parse_size(text: &str, limit: u32) -> anyhow::Result<u32> {
    if text != "-" {
        return parse_n(text, limit);
    }
    let mut text = String::new();
    // Far more than any number needs, so that an endless input ends.
    let mut input = std::io::stdin().lock().take(1000);
    input
        .read_to_string(&mut text)
        .context("cannot read N from standard input")?;
    let text = text.trim_start_matches('\u{feff}').trim();
    parse_n(text, limit).context("standard input")
}

fn parse_n(text: &str, limit: u32) -> anyhow::Result<u32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let shown: String = text.chars().take(40).collect();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        bail!("'{shown}' is not a board size: N is a whole number from 0, such as 8");
    }
    if digits.len() < text.len() {
        bail!("N = {shown} is negative: a board has 0 or more rows, such as 8");
    }
    match text.parse() {
        Ok(n) if n <= limit => Ok(n),
        _ if limit == queensat::encode::MAX_N => {
            bail!("N = {shown} is too large: the N² squares can be numbered up to N = {limit}")
        }
        _ => bail!("N = {shown} is too large: the largest board has N = {limit}"),
    }
}

/// A lone word that is a number is N, unless there is a file of that name.
pub fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) && !Path::new(word).exists()
}

/// A seed, as all commands take it.
pub fn seed(text: &str) -> Result<u64, String> {
    let limit = u64::MAX;
    text.parse()
        .map_err(|_| format!("a seed is a whole number from 0 to {limit}, such as 1"))
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
