//! `enumerate`: every placement.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use queensat::crosscheck::LISTABLE;
use queensat::enumerate::{Batches, Order, Plan};
use queensat::formats::{PlacementFormat, write_placement};
use queensat::io::{Output, check_unlocked};
use queensat::journal::{Journal, Written};
use queensat::{Interrupt, Puzzle};

use super::Outcome;
use super::input::{
    PuzzleArgs, Size, SolverArgs, name_of_laws, name_of_placement, why_no_size_fits,
};
use super::resume::{Parts, RunArgs, count_parts, keep_apart, open_journal, progress_beside};
use super::write::{OutputArgs, counted};

/// List every placement, each exactly once, through blocking clauses
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    size: Size,

    #[command(flatten)]
    puzzle: PuzzleArgs,

    #[command(flatten)]
    sat: SolverArgs,

    /// Stop after this many placements
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    limit: Option<u64>,

    /// One placement of those that turns and mirrors of the board carry to each other: the smallest
    /// list
    #[arg(long, alias = "symmetry-break")]
    unique: bool,

    /// In any order, which may differ between runs: several times faster, since one placement is
    /// searched for of those that turns and mirrors carry to each other
    #[arg(long)]
    unordered: bool,

    /// Place the queens of so many first rows natively, and ask a fresh solver for each way to do so; 0
    /// leaves all to one solver, which is slow beyond N = 10 [default: what is fastest, about N − 9]
    #[arg(long, value_name = "ROWS", allow_negative_numbers = true)]
    cubes: Option<u32>,

    #[command(flatten)]
    run: RunArgs,

    /// board (with a blank line between), list, json or dimacs [default: board up to N = 100]
    #[arg(long, value_name = "FORMAT")]
    format: Option<PlacementFormat>,

    /// One JSON object a line, as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    fn plan(&self, puzzle: &Puzzle) -> Plan {
        let order = match self.unordered {
            true => Order::AsFound,
            false => Order::Lexicographic,
        };
        let plan = Plan::new(puzzle, order, self.unique);
        let cube_rows = self.cubes.unwrap_or(match order {
            // A few of very many placements are found best by one solver for the whole board.
            Order::AsFound if self.limit.is_some() && puzzle.n() > LISTABLE => 0,
            _ => plan.cube_rows,
        });
        Plan {
            cube_rows,
            threads: self.run.threads(),
            ..plan
        }
    }

    /// The journal, if one is asked for, of a run whose output can be cut back to what it says.
    fn journal(
        &self,
        puzzle: &Puzzle,
        plan: &Plan,
        format: PlacementFormat,
    ) -> anyhow::Result<Option<Journal>> {
        let Some(path) = &self.run.journal else {
            return Ok(None);
        };
        let output = self.output.path.as_deref();
        let is_file = |output: &Path| !output.exists() || output.is_file();
        let output = output.filter(|output| *output != Path::new("-") && is_file(output));
        let output = output.context(
            "--journal notes how long the output is: give a file to write to with '-o FILE'",
        )?;
        ensure!(
            !Output::compresses(output),
            "--journal cuts the output back to where it was, which does not go with compression: give '-o' a name without .gz, .xz, .bz2 or .zst"
        );
        let journal = open_journal(path, puzzle, Parts::of_plan(plan), Some(format))?;
        keep_apart(path, Some(output))?;
        Ok(Some(journal))
    }

    fn open(&self, journal: Option<&Journal>) -> anyhow::Result<Output> {
        let (Some(journal), Some(path)) = (journal, &self.output.path) else {
            return self.output.stream();
        };
        let Written { length, sum } = journal.output();
        let begun = || {
            let path = path.display();
            format!(
                "cannot go on with {path} (to begin anew, give other files, or remove the journal)"
            )
        };
        // It is cut, and must not be another run's.
        check_unlocked(path).with_context(begun)?;
        let output = match length {
            0 => self.output.stream()?,
            _ => Output::resume(path, length, sum).with_context(begun)?,
        };
        output.lock().with_context(begun)?;
        Ok(output)
    }
}

/// Lines on their way to the output: in pieces that a pipe takes whole, so that none is cut when the
/// program ends.
struct Pieces {
    out: Output,
    piece: Vec<u8>,
    /// Of all that was written.
    hasher: crc32fast::Hasher,
}

/// What POSIX systems write to a pipe at once, if at all.
const PIECE: usize = 4096;

impl Pieces {
    fn new(out: Output, before: Written) -> Pieces {
        Pieces {
            out,
            piece: Vec::new(),
            hasher: crc32fast::Hasher::new_with_initial(before.sum),
        }
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if self.piece.len() + line.len() > PIECE {
            self.flush()?;
        }
        self.piece.extend_from_slice(line);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.hasher.update(&self.piece);
        self.out.write_all(&self.piece)?;
        self.piece.clear();
        self.out.write_through()
    }

    /// Has all on the disk, and tells how much it is.
    fn sync(&mut self) -> io::Result<Written> {
        self.flush()?;
        Ok(Written {
            length: self.out.sync()?,
            sum: self.hasher.clone().finalize(),
        })
    }
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    let puzzle = args.puzzle.puzzle(args.size.n.as_deref(), None)?;
    let n = puzzle.n();
    let format = match args.format {
        _ if args.json => PlacementFormat::Json,
        Some(format) => format,
        None => PlacementFormat::default_for(n),
    };
    ensure!(
        format != PlacementFormat::Svg,
        "svg is a picture of one board: use 'solve', or board, list, json or dimacs here"
    );
    let plan = args.plan(&puzzle);
    let mut journal = args.journal(&puzzle, &plan, format)?;
    let plan = plan.going_on(journal.as_ref());
    let mut batches = Batches::new(&puzzle, args.sat.options(interrupt), &plan)?;
    let out = args.open(journal.as_ref())?;
    let before = journal.as_ref().map(Journal::output);
    let mut out = Pieces::new(out, before.unwrap_or_default());
    let mut line = Vec::new();
    let mut found = journal.as_ref().map_or(0, Journal::count);
    let mut parts = journal.as_ref().map_or(0, Journal::parts);
    let bar = progress_beside("enumerate", args.output.quiet, args.output.path.as_deref());
    count_parts(&bar, &puzzle, &plan);
    let mut end = Ok(());
    while args.limit.is_none_or(|limit| found < limit) {
        let batch = match batches.next() {
            None => break,
            Some(Ok(batch)) => batch,
            Some(Err(error)) => {
                end = Err(error);
                break;
            }
        };
        if journal.is_some() && !batch.done {
            // A cube that was interrupted is searched again as a whole.
            continue;
        }
        for placement in &batch.placements {
            if args.limit == Some(found) {
                break;
            }
            line.clear();
            if found > 0 && format == PlacementFormat::Board {
                line.push(b'\n');
            }
            write_placement(placement, format, &mut line)?;
            out.write(&line)
                .with_context(|| args.output.cannot_write())?;
            found += 1;
        }
        if let Some(journal) = &mut journal {
            journal.finished(batch.cube, batch.count);
            if journal.is_due() {
                let written = out.sync().with_context(|| args.output.cannot_write())?;
                journal.write_line(written)?;
            }
        } else if !batch.placements.is_empty() {
            out.flush().with_context(|| args.output.cannot_write())?;
        }
        parts += u64::from(batch.done);
        bar.set_position(parts);
        if !bar.is_hidden() {
            bar.set_message(format!(", {}", counted(found, "placement")));
        }
    }
    bar.finish_and_clear();
    if let Some(journal) = &mut journal {
        let written = out.sync().with_context(|| args.output.cannot_write())?;
        journal.write_line(written)?;
    }
    out.flush()
        .and_then(|()| out.out.finish())
        .with_context(|| args.output.cannot_write())?;
    end?;
    if batches.was_interrupted() {
        args.output
            .say_stopped(format!(" after {}", counted(found, "placement")));
        return Ok(Outcome::Unknown);
    }
    if found == 0 && args.limit != Some(0) {
        let (laws, placement) = (name_of_laws(&puzzle), name_of_placement(&puzzle));
        let settled = match why_no_size_fits(&puzzle) {
            "" if puzzle.has_settled() => " with what is given and forbidden",
            why => why,
        };
        args.output
            .say(format!("N = {n}{laws} has no {placement}{settled}"));
        return Ok(Outcome::No);
    }
    let limit_reached = args.limit == Some(found);
    let why = if limit_reached { " (the limit)" } else { "" };
    args.output
        .say(format!("{}{why}", counted(found, "placement")));
    Ok(Outcome::Done)
}
