//! DIMACS CNF, read in one pass: a clause at a time, whatever is between them, and nothing else.
//!
//! What is read: comments anywhere (a line that begins with `c`, or the rest of one after a `c` that
//! stands alone), any blanks, tabs and line ends, clauses over several lines and several in one, a missing
//! end of the last line, SATLIB's trailer (`%`, then `0`), a byte order mark, and a header that announces
//! more variables than there are. What is refused, with its line and column: see [`CnfMistake`].
//!
//! A reader of its own, since those there are differ from this: flussab-cnf 0.3 refuses two clauses in a
//! line and the trailer, and takes a file without a header; rustsat 0.7 takes any number of clauses.

mod mistake;
mod words;

use std::io::Read;
use std::ops::ControlFlow;

use self::words::{Words, is_blank};
use crate::cnf::{ClauseSink, Lit, MAX_VARIABLES};

pub use self::mistake::{CnfError, CnfMistake, Miscount, Place};

/// Whether the header has to be right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leniency {
    #[default]
    Strict,
    /// Wrong numbers of variables and clauses are told, and are no error; everything else is.
    Lenient,
}

/// What the header announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CnfHeader {
    /// At most [`MAX_VARIABLES`].
    pub variables: u32,
    pub clauses: u64,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CnfRead {
    /// The number that the header announces, or the largest variable if that is larger.
    pub variables: u32,
    pub clauses: u64,
    /// Where the header is wrong: only if it may be.
    pub miscounts: Vec<Miscount>,
    /// Whether the sink stopped it, so that the rest of the file has not been looked at.
    pub stopped: bool,
}

/// Reads a formula and sends its clauses, literals in the order of the file, to the sink. What the sink
/// got counts only if the whole file is in order, that is, if no error comes back.
pub fn read_cnf(
    input: impl Read,
    leniency: Leniency,
    sink: &mut (impl ClauseSink + ?Sized),
) -> Result<CnfRead, CnfError> {
    CnfReader::new(input, leniency)?.read(sink)
}

/// A formula of which the header has been read.
pub struct CnfReader<R> {
    words: Words<R>,
    leniency: Leniency,
    header: CnfHeader,
    /// The clause that is being read.
    clause: Vec<Lit>,
    /// Where it begins.
    begin: Place,
    clauses: u64,
    largest: u32,
}

/// Why the clauses at hand went no further.
enum Halt {
    /// They are used up.
    OutOfWords,
    /// Something that is no number.
    OtherWord,
    /// The sink takes no more.
    Stopped,
}

impl<R: Read> CnfReader<R> {
    /// Reads up to the end of the header.
    pub fn new(input: R, leniency: Leniency) -> Result<CnfReader<R>, CnfError> {
        let mut words = Words::new(input)?;
        let header = read_header(&mut words)?;
        Ok(CnfReader {
            words,
            leniency,
            header,
            clause: Vec::new(),
            begin: Place::default(),
            clauses: 0,
            largest: 0,
        })
    }

    pub fn header(&self) -> CnfHeader {
        self.header
    }

    /// Reads the clauses, as [`read_cnf`] does.
    pub fn read(mut self, sink: &mut (impl ClauseSink + ?Sized)) -> Result<CnfRead, CnfError> {
        loop {
            match self.clauses(sink)? {
                Halt::OutOfWords => {
                    if !self.words.refill()? {
                        return self.finish(false);
                    }
                }
                Halt::OtherWord => self.other_word()?,
                Halt::Stopped => return self.finish(true),
            }
        }
    }

    /// The inner loop: numbers and blanks, as far as they are at hand.
    fn clauses(&mut self, sink: &mut (impl ClauseSink + ?Sized)) -> Result<Halt, CnfError> {
        let limit = match self.leniency {
            Leniency::Strict => self.header.variables,
            Leniency::Lenient => MAX_VARIABLES,
        };
        loop {
            let bytes = self.words.bytes();
            let Some(&first) = bytes.first() else {
                return Ok(Halt::OutOfWords);
            };
            if is_blank(first) {
                self.words.at += 1;
                if first == b'\n' {
                    self.words.begin_line();
                }
                continue;
            }
            let Some((number, length)) = number(bytes) else {
                return Ok(Halt::OtherWord);
            };
            if self.clause.is_empty() {
                self.begin = self.words.place();
            }
            if number == 0 {
                if self.end_clause(sink)?.is_break() {
                    return Ok(Halt::Stopped);
                }
            } else {
                let variable = number.unsigned_abs();
                if variable > u64::from(limit) {
                    return Err(self.words.error(self.too_large(variable)));
                }
                // The limit is that of all variables at most.
                let lit = Lit::new(variable as u32, number > 0);
                self.largest = self.largest.max(lit.var());
                self.clause.push(lit);
            }
            self.words.at += length;
        }
    }

    fn end_clause(
        &mut self,
        sink: &mut (impl ClauseSink + ?Sized),
    ) -> Result<ControlFlow<()>, CnfError> {
        self.clauses += 1;
        let announced = self.header.clauses;
        if self.clauses > announced && self.leniency == Leniency::Strict {
            return Err(CnfError::Mistake {
                place: self.begin,
                mistake: CnfMistake::MoreClauses { announced },
            });
        }
        let flow = sink.add_clause(&self.clause);
        self.clause.clear();
        Ok(match flow {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(_) => ControlFlow::Break(()),
        })
    }

    #[cold]
    fn too_large(&self, variable: u64) -> CnfMistake {
        if variable > u64::from(MAX_VARIABLES) {
            return CnfMistake::TooLarge {
                found: self.words.shown(),
            };
        }
        CnfMistake::BeyondHeader {
            variable,
            announced: self.header.variables,
        }
    }

    /// What comes is neither a blank nor a number that fits.
    #[cold]
    fn other_word(&mut self) -> Result<(), CnfError> {
        if self.words.is_comment() {
            return Ok(self.words.skip_line()?);
        }
        let found = self.words.shown();
        Err(match found.as_str() {
            "%" if self.clause.is_empty() => return self.trailer(),
            "%" => self.unclosed(),
            "p" => self.words.error(CnfMistake::SecondHeader),
            _ if is_integer(&found) => self.words.error(CnfMistake::TooLarge { found }),
            _ => self.words.error(CnfMistake::NotANumber { found }),
        })
    }

    /// The `%` and what may follow it, to the end of the file.
    fn trailer(&mut self) -> Result<(), CnfError> {
        self.words.at += 1;
        let mut zero = false;
        while let Some(word) = self.words.next()? {
            if word == b"0" && !zero {
                zero = true;
                self.words.at += 1;
            } else if self.words.is_comment() {
                self.words.skip_line()?;
            } else {
                let found = self.words.shown();
                return Err(self.words.error(CnfMistake::AfterTheEnd { found }));
            }
        }
        Ok(())
    }

    fn unclosed(&self) -> CnfError {
        CnfError::Mistake {
            place: self.begin,
            mistake: CnfMistake::Unclosed,
        }
    }

    fn finish(self, stopped: bool) -> Result<CnfRead, CnfError> {
        let CnfHeader { variables, clauses } = self.header;
        let mut miscounts = Vec::new();
        if !stopped {
            if !self.clause.is_empty() {
                return Err(self.unclosed());
            }
            if self.clauses < clauses && self.leniency == Leniency::Strict {
                return Err(self.words.error(CnfMistake::FewerClauses {
                    announced: clauses,
                    found: self.clauses,
                }));
            }
            if self.largest > variables {
                miscounts.push(Miscount {
                    what: "variables",
                    announced: variables.into(),
                    found: self.largest.into(),
                });
            }
            if self.clauses != clauses {
                miscounts.push(Miscount {
                    what: "clauses",
                    announced: clauses,
                    found: self.clauses,
                });
            }
        }
        Ok(CnfRead {
            variables: variables.max(self.largest),
            clauses: self.clauses,
            miscounts,
            stopped,
        })
    }
}

/// The number that these bytes begin with, and its length, if it is one that a file may hold and a blank
/// follows.
#[inline]
fn number(bytes: &[u8]) -> Option<(i64, usize)> {
    let negative = bytes.first() == Some(&b'-');
    let first = usize::from(negative);
    let mut at = first;
    let mut magnitude = 0i64;
    while let Some(digit) = bytes.get(at).map(|byte| byte.wrapping_sub(b'0'))
        && digit < 10
    {
        magnitude = magnitude.wrapping_mul(10).wrapping_add(digit.into());
        at += 1;
    }
    let plain = (1..=MOST_DIGITS).contains(&(at - first)) && is_blank(*bytes.get(at)?);
    // There is no negative 0.
    let exists = magnitude != 0 || !negative;
    (plain && exists).then_some((if negative { -magnitude } else { magnitude }, at))
}

/// With so many digits nothing overflows, even with some zeros in front.
const MOST_DIGITS: usize = 18;

fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word).trim_end_matches('…');
    digits.len() > MOST_DIGITS && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Comments, then the header with its whole line.
fn read_header(words: &mut Words<impl Read>) -> Result<CnfHeader, CnfError> {
    loop {
        let Some(word) = words.next()? else {
            let is_empty = words.place() == Place { line: 1, column: 1 };
            return Err(words.error(match is_empty {
                true => CnfMistake::Empty,
                false => CnfMistake::EndsWithoutHeader,
            }));
        };
        if word == b"p" {
            break;
        }
        if !words.is_comment() {
            let found = words.shown();
            return Err(words.error(CnfMistake::NoHeader { found }));
        }
        words.skip_line()?;
    }
    words.at += 1;
    match words.next_in_line()? {
        Some(b"cnf") => words.at += 3,
        Some(_) => {
            let found = words.shown();
            return Err(words.error(CnfMistake::OtherFormat { found }));
        }
        None => {
            return Err(words.error(CnfMistake::ShortHeader {
                missing: "variables",
            }));
        }
    }
    let variables = header_number(words, "variables", MAX_VARIABLES.into())?;
    let clauses = header_number(words, "clauses", u64::MAX)?;
    if words.next_in_line()?.is_some() {
        if !words.is_comment() {
            let found = words.shown();
            return Err(words.error(CnfMistake::LongHeader { found }));
        }
        words.skip_line()?;
    }
    Ok(CnfHeader {
        // Not beyond MAX_VARIABLES.
        variables: variables as u32,
        clauses,
    })
}

/// A number of the header.
fn header_number(
    words: &mut Words<impl Read>,
    what: &'static str,
    limit: u64,
) -> Result<u64, CnfError> {
    let Some(word) = words.next_in_line()? else {
        return Err(words.error(CnfMistake::ShortHeader { missing: what }));
    };
    let is_number = word.iter().all(u8::is_ascii_digit);
    let length = word.len();
    let number = std::str::from_utf8(word)
        .ok()
        .and_then(|word| word.parse().ok());
    let found = words.shown();
    match number.filter(|&number: &u64| number <= limit) {
        Some(number) if is_number => {
            words.at += length;
            Ok(number)
        }
        _ if is_number => Err(words.error(CnfMistake::TooMany { what, found, limit })),
        _ => Err(words.error(CnfMistake::HeaderNumber { what, found })),
    }
}

#[cfg(test)]
mod tests;
