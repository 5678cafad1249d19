//! A journal: which parts of a long run are done, so that one that was killed goes on where it was.
//!
//! A file of lines of text. The first says what is asked; each other one which parts have been
//! finished since the line before, how many placements they have, and how long the output was then and
//! what its CRC-32 was:
//!
//! ```text
//! queensat journal 1 {"command":"count","n":14} 5ad3b8c1
//! done 0-118,120 count 2413 length 0 sum 00000000 0f6c2a97
//! ```
//!
//! The last word of a line is the CRC-32 of all lines' text up to there without these words, in
//! hexadecimal. A last line that is torn was never acted on, and is cut off; any other damage is refused.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rangemap::RangeSet;

/// A journal that is open, and locked for this process.
pub struct Journal {
    path: PathBuf,
    file: File,
    done: RangeSet<u64>,
    count: u64,
    output: Written,
    /// What is finished since the last line.
    new: RangeSet<u64>,
    new_count: u64,
    /// The last line's checksum.
    chain: u32,
    written: Instant,
    /// How long the last line took to reach the disk.
    took: Duration,
}

/// How much output there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub length: u64,
    /// The CRC-32 of all of it.
    pub sum: u32,
}

/// Why a journal can't be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("cannot use the journal {path}: {error}")]
    Io { path: PathBuf, error: io::Error },
    #[error("{0} is in use by another run: wait for its end, or give another --journal")]
    InUse(PathBuf),
    #[error("{0} is no journal of queensat: give another --journal")]
    NotAJournal(PathBuf),
    #[error("{path} is the journal of another run ({problem}): give another --journal")]
    OtherProblem { path: PathBuf, problem: String },
    #[error(
        "{path} is a journal of version {version}, and this queensat reads version {VERSION}: give another --journal"
    )]
    OtherVersion { path: PathBuf, version: String },
    #[error("{path}, line {line}, is damaged: begin anew with another --journal")]
    Damaged { path: PathBuf, line: usize },
}

/// Of the format, and of how the parts of a run are numbered.
pub const VERSION: u32 = 1;

const TITLE: &str = "queensat journal ";

impl Journal {
    /// Opens the journal of a problem, told in one line, or begins one.
    pub fn open(path: &Path, problem: &str) -> Result<Journal, JournalError> {
        let failed = |error| JournalError::Io {
            path: path.to_path_buf(),
            error,
        };
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_path_buf())),
            // Some file systems know no locks; then it is the user's to see that there is one run.
            Err(TryLockError::Error(_)) => {}
        }
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(JournalError::NotAJournal(path.to_path_buf()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut journal = Journal {
            path: path.to_path_buf(),
            file,
            done: RangeSet::new(),
            count: 0,
            output: Written::default(),
            new: RangeSet::new(),
            new_count: 0,
            chain: 0,
            written: Instant::now(),
            took: Duration::ZERO,
        };
        let whole = journal.read(&bytes, problem)?;
        journal.file.set_len(whole).map_err(failed)?;
        journal.file.seek(SeekFrom::End(0)).map_err(failed)?;
        if whole == 0 {
            journal
                .append(&format!("{TITLE}{VERSION} {problem}"))
                .map_err(failed)?;
        }
        Ok(journal)
    }

    /// Reads what a journal says, and tells how much of it is whole.
    fn read(&mut self, bytes: &[u8], problem: &str) -> Result<u64, JournalError> {
        let mut whole = 0;
        let path = self.path.clone();
        let path = || path.clone();
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        for (number, line) in (1..).zip(lines) {
            let is_last = whole + line.len() == bytes.len();
            let text = checked(line, &mut self.chain);
            match (text, number) {
                // Torn while it was begun: nothing can have been done yet.
                (None, 1) if is_last && !line.ends_with(b"\n") && is_begun(line) => return Ok(0),
                (None, 1) => return Err(JournalError::NotAJournal(path())),
                (None, _) if is_last => break,
                (Some(text), 1) => self.read_title(text, problem)?,
                (text, _) => {
                    let read = text.and_then(|text| self.read_done(text));
                    read.ok_or_else(|| JournalError::Damaged {
                        path: path(),
                        line: number,
                    })?;
                }
            }
            whole += line.len();
        }
        Ok(whole as u64)
    }

    fn read_title(&self, text: &str, problem: &str) -> Result<(), JournalError> {
        let path = || self.path.clone();
        let title = text.strip_prefix(TITLE);
        let title = title.ok_or_else(|| JournalError::NotAJournal(path()))?;
        let (version, of) = title.split_once(' ').unwrap_or((title, ""));
        if version != VERSION.to_string() {
            return Err(JournalError::OtherVersion {
                path: path(),
                version: version.to_string(),
            });
        }
        if of != problem {
            return Err(JournalError::OtherProblem {
                path: path(),
                problem: of.to_string(),
            });
        }
        Ok(())
    }

    /// `None` if the line says nothing that can be.
    fn read_done(&mut self, text: &str) -> Option<()> {
        let words: Vec<&str> = text.split(' ').collect();
        let ["done", parts, "count", count, "length", length, "sum", sum] = words[..] else {
            return None;
        };
        for part in parts.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let part = first.parse().ok()?..last.parse::<u64>().ok()?.checked_add(1)?;
            if part.is_empty() || self.done.overlaps(&part) {
                return None;
            }
            self.done.insert(part);
        }
        self.count = self.count.checked_add(count.parse().ok()?)?;
        let length = length.parse().ok()?;
        if length < self.output.length {
            return None;
        }
        let sum = u32::from_str_radix(sum, 16).ok()?;
        self.output = Written { length, sum };
        Some(())
    }

    /// The parts that are done, by number.
    pub fn done(&self) -> &RangeSet<u64> {
        &self.done
    }

    /// How many parts are done.
    pub fn parts(&self) -> u64 {
        self.done.iter().map(|range| range.end - range.start).sum()
    }

    /// How many placements they have.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How much output there was when the last line was written.
    pub fn output(&self) -> Written {
        self.output
    }

    /// Notes that a part is done; the next line tells.
    pub fn finished(&mut self, part: u64, count: u64) {
        self.new.insert(part..part + 1);
        self.new_count += count;
    }

    /// Whether it is time for a line: a few a second, as long as that costs little.
    pub fn is_due(&self) -> bool {
        self.written.elapsed() > LINE_EVERY.max(self.took * 20)
    }

    /// Writes a line, if any part is new; so much output must have reached the disk. After this the parts
    /// are done, whatever happens.
    pub fn write_line(&mut self, output: Written) -> Result<(), JournalError> {
        if self.new.is_empty() {
            return Ok(());
        }
        let start = Instant::now();
        let parts: Vec<String> = self.new.iter().map(name_of_range).collect();
        let parts = parts.join(",");
        let Written { length, sum } = output;
        let count = self.new_count;
        let line = format!("done {parts} count {count} length {length} sum {sum:08x}");
        self.append(&line).map_err(|error| JournalError::Io {
            path: self.path.clone(),
            error,
        })?;
        self.done.extend(std::mem::take(&mut self.new));
        self.count += std::mem::take(&mut self.new_count);
        self.output = output;
        self.written = Instant::now();
        self.took = start.elapsed();
        Ok(())
    }

    fn append(&mut self, text: &str) -> io::Result<()> {
        let sum = chained(self.chain, text);
        self.file
            .write_all(format!("{text} {sum:08x}\n").as_bytes())?;
        self.chain = sum;
        self.file.sync_data()
    }
}

const LINE_EVERY: Duration = Duration::from_millis(250);

fn name_of_range(range: &Range<u64>) -> String {
    match range.end - range.start {
        1 => range.start.to_string(),
        _ => format!("{}-{}", range.start, range.end - 1),
    }
}

/// The checksum of a line's text after lines with this checksum.
fn chained(before: u32, text: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(text.as_bytes());
    hasher.finalize()
}

/// The text of a whole line with the right checksum, which is the next one's `chain`.
fn checked<'a>(line: &'a [u8], chain: &mut u32) -> Option<&'a str> {
    let line = str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (text, sum) = line.rsplit_once(' ')?;
    let expected = chained(*chain, text);
    let is_sum = sum.len() == 8 && u32::from_str_radix(sum, 16) == Ok(expected);
    is_sum.then(|| {
        *chain = expected;
        text
    })
}

/// Whether a first line that is not whole is the beginning of a title.
fn is_begun(line: &[u8]) -> bool {
    let title = TITLE.as_bytes();
    line.starts_with(title) || title.starts_with(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: &str = "{\"n\":8}";

    fn open(path: &Path) -> Result<Journal, JournalError> {
        Journal::open(path, PROBLEM)
    }

    /// Five parts in two lines.
    fn sample(path: &Path) -> Vec<u8> {
        let mut journal = open(path).unwrap();
        for (parts, count, length) in [(vec![0, 1, 4], 7, 200), (vec![2, 3], 5, 300)] {
            parts.iter().for_each(|&part| journal.finished(part, count));
            journal.write_line(written(length)).unwrap();
        }
        std::fs::read(path).unwrap()
    }

    fn written(length: u64) -> Written {
        Written {
            length,
            sum: 3 * length as u32,
        }
    }

    fn says(journal: &Journal) -> (u64, u64, u64) {
        let output = journal.output();
        assert_eq!(output, written(output.length));
        (journal.parts(), journal.count(), output.length)
    }

    #[test]
    fn it_says_what_was_noted_and_goes_on_from_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = open(&path).unwrap();
        assert_eq!(says(&journal), (0, 0, 0));
        journal.finished(3, 10);
        journal.finished(1, 20);
        journal.write_line(written(77)).unwrap();
        journal.finished(2, 5);
        drop(journal);
        let mut journal = open(&path).unwrap();
        assert_eq!(says(&journal), (2, 30, 77));
        assert!(journal.done().contains(&1) && !journal.done().contains(&2));
        journal.finished(2, 5);
        journal.write_line(written(90)).unwrap();
        drop(journal);
        assert_eq!(says(&open(&path).unwrap()), (3, 35, 90));
    }

    #[test]
    fn cut_anywhere_it_says_what_its_whole_lines_say() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let bytes = sample(&path);
        for cut in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let lines = bytes[..cut].iter().filter(|&&b| b == b'\n').count();
            let expected = [(0, 0, 0), (0, 0, 0), (3, 21, 200), (5, 31, 300)][lines];
            assert_eq!(says(&open(&path).unwrap()), expected, "{cut} bytes");
            // What was torn is gone, and a line can follow.
            let mut journal = open(&path).unwrap();
            journal.finished(9, 1);
            journal.write_line(written(400)).unwrap();
            drop(journal);
            let (parts, count, _) = expected;
            assert_eq!(says(&open(&path).unwrap()), (parts + 1, count + 1, 400));
        }
    }

    #[test]
    fn any_byte_that_is_changed_costs_lines_or_is_refused_and_never_counts_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let bytes = sample(&path);
        let mut refused = 0;
        for at in 0..bytes.len() {
            for bit in [1, 16, 128] {
                let mut changed = bytes.clone();
                changed[at] ^= bit;
                std::fs::write(&path, &changed).unwrap();
                match open(&path) {
                    Ok(journal) => assert!([(0, 0, 0), (3, 21, 200)].contains(&says(&journal))),
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(refused > bytes.len());
    }

    #[test]
    fn another_problem_another_version_and_a_second_run_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let first = open(&path).unwrap();
        assert!(matches!(open(&path), Err(JournalError::InUse(_))));
        drop(first);
        let other = Journal::open(&path, "{\"n\":9}");
        assert!(matches!(other, Err(JournalError::OtherProblem { .. })));
        let line = |before, text: &str| {
            let sum = chained(before, text);
            (format!("{text} {sum:08x}\n"), sum)
        };
        let (title, sum) = line(0, &format!("{TITLE}{VERSION} {PROBLEM}"));
        let (later, _) = line(0, &format!("{TITLE}{} {PROBLEM}", VERSION + 1));
        std::fs::write(&path, &later).unwrap();
        assert!(matches!(
            open(&path),
            Err(JournalError::OtherVersion { .. })
        ));
        for text in ["a letter\n", "a letter", "1 8 c\n2 3 d\n", "\0\0"] {
            std::fs::write(&path, text).unwrap();
            assert!(matches!(open(&path), Err(JournalError::NotAJournal(_))));
            assert_eq!(
                std::fs::read_to_string(&path).unwrap(),
                text,
                "it is left alone"
            );
        }
        let (good, sum) = line(sum, "done 0 count 1 length 5 sum 0000000f");
        for bad in [
            "done 0 count 1 length 5 sum 0000000f",
            "done 2-1 count 1 length 9 sum 0000000f",
            "done 1, count 1 length 9 sum 0000000f",
            "done 1 count 1 length 4 sum 0000000f",
            "done 1 count -1 length 9 sum 0000000f",
            "done 1 count 18446744073709551615 length 9 sum 0000000f",
            "done 18446744073709551615 count 1 length 9 sum 0000000f",
            "done 1 count 1",
            "done 1 count 1 length 9 sum x",
            "done 1 count 1 length 9",
        ] {
            std::fs::write(&path, format!("{title}{good}{}", line(sum, bad).0)).unwrap();
            let opened = open(&path);
            assert!(
                matches!(opened, Err(JournalError::Damaged { line: 3, .. })),
                "{bad}"
            );
        }
    }
}
