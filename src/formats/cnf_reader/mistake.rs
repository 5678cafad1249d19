//! What can be wrong with a DIMACS file, and where.

use std::fmt;
use std::io;

use crate::cnf::MAX_VARIABLES;

/// A place in a file: line and column, both from 1, the column in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub line: u64,
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A file that is no DIMACS CNF, or could not be read.
#[derive(Debug, thiserror::Error)]
pub enum CnfError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{place}: {mistake}")]
    Mistake { place: Place, mistake: CnfMistake },
}

/// What is wrong at a place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CnfMistake {
    #[error("it is empty: expected DIMACS CNF, which begins with {HEADER}")]
    Empty,
    #[error("expected {HEADER}, not '{found}': is this DIMACS CNF?")]
    NoHeader { found: String },
    #[error("it ends without {HEADER}: is this DIMACS CNF?")]
    EndsWithoutHeader,
    #[error("'p {found}' begins another format: only {HEADER} is read")]
    OtherFormat { found: String },
    #[error("the header ends without the number of {missing}: expected {HEADER}")]
    ShortHeader { missing: &'static str },
    #[error("'{found}' is not a number of {what}: expected {HEADER}")]
    HeaderNumber { what: &'static str, found: String },
    #[error("{found} {what} are too many: at most {limit}")]
    TooMany {
        what: &'static str,
        found: String,
        limit: u64,
    },
    #[error("'{found}' after the header: it is {HEADER}, alone in its line")]
    LongHeader { found: String },
    #[error("a second header: give one formula at a time")]
    SecondHeader,
    #[error("'{found}' is not a number: a clause is literals, closed by 0")]
    NotANumber { found: String },
    #[error("'{found}' is not a literal: the largest variable is {MAX_VARIABLES}")]
    TooLarge { found: String },
    #[error(
        "variable {variable} is beyond the {announced} of the header: correct it, or read with --lenient"
    )]
    BeyondHeader { variable: u64, announced: u32 },
    #[error(
        "the clause that begins here is one more than the {announced} of the header: correct it, or read with --lenient"
    )]
    MoreClauses { announced: u64 },
    #[error(
        "the file ends at {found} of the {announced} clauses of the header: is it cut short? if not, correct the header, or read with --lenient"
    )]
    FewerClauses { announced: u64, found: u64 },
    #[error("the clause that begins here is not closed by 0: is the file cut short?")]
    Unclosed,
    #[error("'{found}' after the closing %: only a 0 and comments may follow it")]
    AfterTheEnd { found: String },
}

/// What is expected at the top, in a message.
const HEADER: &str = "the header 'p cnf VARIABLES CLAUSES'";

/// A number of the header that is wrong, where that is no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miscount {
    /// Variables or clauses.
    pub what: &'static str,
    pub announced: u64,
    pub found: u64,
}

impl fmt::Display for Miscount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Miscount {
            what,
            announced,
            found,
        } = self;
        write!(
            f,
            "the number of {what} is {found}, not {announced} as the header says"
        )
    }
}
