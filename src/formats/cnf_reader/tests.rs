//! Files that are accepted and files that are refused, with where and why.

mod cases;

use std::io;
use std::ops::ControlFlow;

use self::cases::{ACCEPTED, MISCOUNTED, REFUSED};
use super::*;
use crate::cnf::{Cnf, Stop};
use crate::formats::CnfWriter;
use crate::interrupt::Interrupt;
use proptest::prelude::*;

/// Gives so many bytes at a time.
struct Slowly<'a>(&'a [u8], usize);

impl Read for Slowly<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(self.0.len()).min(out.len());
        let (now, later) = self.0.split_at(length);
        out[..length].copy_from_slice(now);
        self.0 = later;
        Ok(length)
    }
}

/// What was read and the clauses, as `1 -2|3`, or the error.
fn read_as(input: impl Read, leniency: Leniency) -> Result<(CnfRead, String), String> {
    let mut cnf = Cnf::new();
    let read = read_cnf(input, leniency, &mut cnf).map_err(|error| error.to_string())?;
    let clause = |clause: &[Lit]| {
        let words: Vec<String> = clause.iter().map(Lit::to_string).collect();
        words.join(" ")
    };
    let clauses: Vec<String> = cnf.clauses().map(clause).collect();
    assert_eq!(clauses.len() as u64, read.clauses);
    Ok((read, clauses.join("|")))
}

/// However the bytes come, they are the same.
fn read(text: &[u8], leniency: Leniency) -> Result<(CnfRead, String), String> {
    let whole = read_as(text, leniency);
    for length in [1, 2, 3, 7] {
        assert_eq!(read_as(Slowly(text, length), leniency), whole);
    }
    whole
}

#[test]
fn what_is_dimacs_is_read() {
    for (text, variables, clauses) in ACCEPTED {
        for leniency in [Leniency::Strict, Leniency::Lenient] {
            let shown = String::from_utf8_lossy(text);
            let (read, found) = read(text, leniency).unwrap_or_else(|e| panic!("{shown:?}: {e}"));
            assert_eq!(found, clauses, "{shown:?}");
            assert_eq!(read.variables, variables, "{shown:?}");
            assert_eq!(read.miscounts, [], "{shown:?}");
            assert!(!read.stopped);
        }
    }
}

#[test]
fn what_is_not_dimacs_is_refused_with_the_place() {
    for (text, message) in REFUSED {
        for leniency in [Leniency::Strict, Leniency::Lenient] {
            let shown = String::from_utf8_lossy(text);
            let error =
                read(text, leniency).map_or_else(|e| e, |read| panic!("{shown:?}: {read:?}"));
            assert!(error.starts_with(message), "{shown:?}: {error}");
        }
    }
}

#[test]
fn a_wrong_header_is_an_error_unless_it_may_be_wrong() {
    for (text, message, told) in MISCOUNTED {
        let shown = String::from_utf8_lossy(text);
        let error = read(text, Leniency::Strict).expect_err(&shown);
        assert!(error.starts_with(message), "{shown:?}: {error}");
        let (read, _) = read(text, Leniency::Lenient).expect(&shown);
        let miscounts: Vec<String> = read.miscounts.iter().map(Miscount::to_string).collect();
        assert_eq!(miscounts, [told], "{shown:?}");
    }
    let (read, _) = read(b"p cnf 1 1\n3 0 -4 0\n", Leniency::Lenient).expect("lenient");
    assert_eq!((read.variables, read.miscounts.len()), (4, 2));
}

#[test]
fn there_are_enough_cases() {
    assert!(ACCEPTED.len() + REFUSED.len() + MISCOUNTED.len() > 100);
}

/// Longer than the buffer, however large that is.
const LONG: usize = 1_000_003;

#[test]
fn comments_blanks_and_words_may_be_longer_than_any_buffer() {
    let comment = format!("c {}", "word".repeat(LONG));
    let text = format!("{comment}\n{comment}\np cnf 2 1\n1\n{comment}\n-2 0\n{comment}");
    let (_, clauses) = read_as(text.as_bytes(), Leniency::Strict).expect("read");
    assert_eq!(clauses, "1 -2");
    let blanks = " \n".repeat(LONG);
    let text = format!(
        "{blanks}p cnf {} 2 1\n{blanks}1{blanks}x 0",
        " ".repeat(LONG)
    );
    let error = read_as(text.as_bytes(), Leniency::Strict).expect_err("no number");
    let line = 3 * LONG + 2;
    assert!(
        error.starts_with(&format!("line {line}, column 1: 'x'")),
        "{error}"
    );
    for (word, message) in [
        ("1".repeat(LONG), "is not a literal"),
        ("x".repeat(LONG), "is not a number"),
        ("c".repeat(LONG), "is not a number"),
    ] {
        let text = format!("p cnf 1 1\n1 {word} 0\n");
        let error = read_as(text.as_bytes(), Leniency::Strict).expect_err("a long word");
        assert!(error.starts_with("line 2, column 3: '"), "{error}");
        assert!(error.contains(message) && error.len() < 200, "{error}");
    }
}

#[test]
fn a_literal_is_whole_wherever_the_buffer_ends() {
    for shift in 0..40 {
        let clauses = LONG / 20;
        let mut text = format!("c{}\np cnf 123456789 {clauses}\n", " ".repeat(shift));
        text.push_str(&"123456789 -12345 0\n".repeat(clauses));
        let mut count = crate::cnf::CountClauses::default();
        let read = read_cnf(text.as_bytes(), Leniency::Strict, &mut count).expect("read");
        assert_eq!(
            (read.clauses, count.literals),
            (clauses as u64, 2 * clauses as u64)
        );
    }
}

#[test]
fn the_header_is_known_before_the_clauses() {
    let text = "c x\np cnf 3 2\n1 0\n-3 0\n";
    let reader = CnfReader::new(text.as_bytes(), Leniency::Strict).expect("a header");
    let header = CnfHeader {
        variables: 3,
        clauses: 2,
    };
    assert_eq!(reader.header(), header);
    assert_eq!(reader.read(&mut Cnf::new()).expect("clauses").clauses, 2);
}

#[test]
fn a_sink_that_takes_no_more_ends_the_reading() {
    struct One(u32);
    impl ClauseSink for One {
        fn add_clause(&mut self, _: &[Lit]) -> ControlFlow<Stop> {
            self.0 += 1;
            ControlFlow::Break(Stop)
        }
    }
    let mut sink = One(0);
    let read = read_cnf(
        &b"p cnf 3 9\n1 0\n2 0\nrubbish"[..],
        Leniency::Strict,
        &mut sink,
    );
    let read = read.expect("nobody looks at the rest");
    assert!(read.stopped && sink.0 == 1 && read.clauses == 1);
}

#[test]
fn an_input_that_fails_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the cable is out"))
        }
    }
    let text = b"p cnf 3 9\n1 0\n".chain(Broken);
    let error = read_as(text, Leniency::Strict).expect_err("broken");
    assert_eq!(error, "the cable is out");
}

proptest! {
    #[test]
    fn what_the_writer_writes_reads_back(
        clauses in prop::collection::vec(
            prop::collection::vec((1u32..=MAX_VARIABLES, any::<bool>()), 0..20), 0..60),
        length in 1usize..100
    ) {
        let mut cnf = Cnf::new();
        let mut writer = CnfWriter::new(
            Vec::new(), &["a comment".to_string()], MAX_VARIABLES, clauses.len() as u64,
            Interrupt::new(),
        ).unwrap();
        for clause in &clauses {
            let lits: Vec<Lit> = clause.iter().map(|&(var, sign)| Lit::new(var, sign)).collect();
            prop_assert!(cnf.add_clause(&lits).is_continue());
            prop_assert!(writer.add_clause(&lits).is_continue());
        }
        let text = writer.finish().unwrap();
        let mut back = Cnf::new();
        let read = read_cnf(Slowly(&text, length), Leniency::Strict, &mut back).unwrap();
        prop_assert_eq!(read.clauses, clauses.len() as u64);
        prop_assert_eq!(back, cnf);
    }
}
