//! The words of a file, through one buffer, and the places where they stand.

use std::io::{self, Read};

use super::mistake::{CnfError, CnfMistake, Place};
use crate::formats::answer::shown;

/// A buffer that is refilled so that words in it are whole: who scans [`Words::bytes`] needs no
/// thought of what comes later.
pub struct Words<R> {
    input: R,
    buffer: Box<[u8]>,
    /// The next byte to look at.
    pub at: usize,
    /// Where the whole words end, behind a blank.
    whole: usize,
    filled: usize,
    /// How long the file is, once its end was seen.
    length: Option<u64>,
    /// How many bytes have left the buffer.
    gone: u64,
    line: u64,
    /// The byte of the file at which the line begins.
    line_start: u64,
    /// Whether only blanks stand between the beginning of the line and that of the buffer.
    fresh: bool,
}

/// Large enough that system calls cost nothing, small enough to stay in the cache.
const BUFFER: usize = 128 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Blanks, tabs, and all ends of lines and pages.
#[inline]
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

impl<R: Read> Words<R> {
    /// At the first byte behind a byte order mark.
    pub fn new(input: R) -> io::Result<Words<R>> {
        let mut words = Words {
            input,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            at: 0,
            whole: 0,
            filled: 0,
            length: None,
            gone: 0,
            line: 1,
            line_start: 0,
            fresh: true,
        };
        if words.refill()? && words.bytes().starts_with(BYTE_ORDER_MARK) {
            words.at = BYTE_ORDER_MARK.len();
            words.line_start = words.at as u64;
        }
        Ok(words)
    }

    /// The bytes from `at` on, up to the end of a word, and none when there is need of a refill.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.at..self.whole]
    }

    /// Gets more words when all are used up; false at the end of the file.
    pub fn refill(&mut self) -> io::Result<bool> {
        self.fresh = self.is_first_in_line();
        self.buffer.copy_within(self.at..self.filled, 0);
        self.gone += self.at as u64;
        self.filled -= self.at;
        (self.at, self.whole) = (0, 0);
        // Room for the blank at the end.
        let room = self.buffer.len() - 1;
        while self.whole == 0 && self.filled < room && self.length.is_none() {
            let new = self.filled;
            match self.input.read(&mut self.buffer[new..room]) {
                Ok(0) => {
                    let length = self.gone + self.filled as u64;
                    self.length = Some(length);
                    // That the last word is whole, too.
                    if length > 0 {
                        self.buffer[self.filled] = b' ';
                        self.filled += 1;
                    }
                }
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            let blank = self.buffer[new..self.filled]
                .iter()
                .rposition(|&b| is_blank(b));
            self.whole = blank.map_or(0, |blank| new + blank + 1);
        }
        if self.whole == 0 {
            // A word without end: all that is there of it.
            self.whole = self.filled;
        }
        Ok(self.whole > 0)
    }

    /// Counts a line that ended just before `at`.
    #[inline]
    pub fn begin_line(&mut self) {
        self.line += 1;
        self.line_start = self.gone + self.at as u64;
    }

    /// Where `at` is.
    #[inline]
    pub fn place(&self) -> Place {
        let at = self.gone + self.at as u64;
        let at = self.length.map_or(at, |length| at.min(length));
        Place {
            line: self.line,
            column: at - self.line_start + 1,
        }
    }

    /// An error at `at`.
    pub fn error(&self, mistake: CnfMistake) -> CnfError {
        CnfError::Mistake {
            place: self.place(),
            mistake,
        }
    }

    /// The next word of the file, which stays the next; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<&[u8]>> {
        while self.next_in_line()?.is_none() {
            if self.bytes().is_empty() {
                return Ok(None);
            }
            // It is at the end of a line.
            self.at += 1;
            self.begin_line();
        }
        Ok(Some(self.word()))
    }

    /// The next word of the line, which stays the next; `None` at the end of the line.
    pub fn next_in_line(&mut self) -> io::Result<Option<&[u8]>> {
        loop {
            match self
                .bytes()
                .iter()
                .position(|&b| b == b'\n' || !is_blank(b))
            {
                Some(blanks) => {
                    self.at += blanks;
                    let is_word = !is_blank(self.buffer[self.at]);
                    return Ok(is_word.then(|| self.word()));
                }
                None => {
                    self.at = self.whole;
                    if !self.refill()? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// The word that begins at `at`.
    fn word(&self) -> &[u8] {
        let bytes = self.bytes();
        let end = bytes.iter().position(|&b| is_blank(b));
        &bytes[..end.unwrap_or(bytes.len())]
    }

    /// The word that begins at `at`, for a message.
    pub fn shown(&self) -> String {
        // Four bytes for each character that will be shown, and one more.
        let word = self.word();
        shown(&String::from_utf8_lossy(&word[..word.len().min(164)]))
    }

    /// Passes over the rest of the line, however long, up to its end.
    pub fn skip_line(&mut self) -> io::Result<()> {
        loop {
            if let Some(end) = self.bytes().iter().position(|&b| b == b'\n') {
                self.at += end;
                return Ok(());
            }
            self.at = self.whole;
            if !self.refill()? {
                return Ok(());
            }
        }
    }

    /// Whether a comment begins at `at`: a `c` alone, or any word with c that comes first in its line.
    pub fn is_comment(&self) -> bool {
        let word = self.word();
        word == b"c" || (word.first() == Some(&b'c') && self.is_first_in_line())
    }

    /// Whether only blanks are before `at` in its line.
    fn is_first_in_line(&self) -> bool {
        let (begin, fresh) = match self.line_start.checked_sub(self.gone) {
            Some(begin) => (begin as usize, true),
            None => (0, self.fresh),
        };
        fresh && self.buffer[begin..self.at].iter().all(|&b| is_blank(b))
    }
}
