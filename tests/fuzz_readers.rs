//! What reads other people's files never panics, refuses with a place, and reads back what was written.
//!
//! Random bytes, valid files and damaged ones, for about a second each; QUEENSAT_FUZZ_SECONDS=600 makes it
//! longer. What was found once stands in the tests of the readers.

use std::io::Read;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use queensat::Interrupt;
use queensat::cnf::{ClauseSink, Cnf, Lit, MAX_VARIABLES};
use queensat::formats::{
    Answer, CnfError, CnfRead, CnfWriter, Leniency, parse_answer, read_cnf, write_values,
};

/// Runs a property on new cases until time is up.
fn fuzz<S: Strategy>(strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let seconds = std::env::var("QUEENSAT_FUZZ_SECONDS").map_or(1.0, |seconds| {
        seconds.parse().expect("QUEENSAT_FUZZ_SECONDS is a number")
    });
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    // Always the same cases first, and others the longer it takes.
    for seed in 0.. {
        let config = Config {
            cases: 200,
            failure_persistence: None,
            rng_seed: RngSeed::Fixed(seed),
            ..Config::default()
        };
        let run = TestRunner::new(config).run(&strategy, &property);
        if let Err(error) = run {
            panic!("seed {seed}: {error}");
        }
        if Instant::now() >= end {
            return;
        }
    }
}

/// Gives so many bytes at a time.
struct Slowly<'a>(&'a [u8], usize);

impl Read for Slowly<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let length = self.1.min(self.0.len()).min(out.len());
        let (now, later) = self.0.split_at(length);
        out[..length].copy_from_slice(now);
        self.0 = later;
        Ok(length)
    }
}

fn read(input: impl Read, leniency: Leniency) -> Result<(CnfRead, Cnf), CnfError> {
    let mut cnf = Cnf::new();
    let read = read_cnf(input, leniency, &mut cnf)?;
    Ok((read, cnf))
}

/// What holds for any bytes.
fn is_read_or_refused(text: &[u8], length: usize) -> Result<(), TestCaseError> {
    let strict = read(text, Leniency::Strict);
    let lenient = read(text, Leniency::Lenient);
    for (whole, leniency) in [(&strict, Leniency::Strict), (&lenient, Leniency::Lenient)] {
        let slow = read(Slowly(text, length), leniency);
        match (whole, slow) {
            (Ok(whole), Ok(slow)) => prop_assert_eq!(whole, &slow),
            (Err(whole), Err(slow)) => prop_assert_eq!(whole.to_string(), slow.to_string()),
            _ => prop_assert!(false, "it matters how the bytes come"),
        }
        if let Err(error) = whole {
            let CnfError::Mistake { place, .. } = error else {
                return Err(TestCaseError::fail(error.to_string()));
            };
            let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
            prop_assert!((1..=lines).contains(&place.line), "{}", place);
            prop_assert!(
                (1..=text.len() as u64 + 1).contains(&place.column),
                "{}",
                place
            );
            let message = error.to_string();
            prop_assert!(
                !message.contains('\n') && message.len() < 400,
                "{}",
                message
            );
        }
    }
    if let Ok((strict, clauses)) = &strict {
        prop_assert!(strict.miscounts.is_empty());
        let (lenient, same) = lenient.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!((strict, clauses), (&lenient, &same));
    } else if let Ok((lenient, _)) = &lenient {
        prop_assert!(!lenient.miscounts.is_empty(), "refused for something else");
    }
    Ok(())
}

fn lits() -> impl Strategy<Value = Lit> {
    let variable = prop_oneof![1u32..20, 1u32..100_000, 1u32..=MAX_VARIABLES];
    (variable, any::<bool>()).prop_map(|(variable, positive)| Lit::new(variable, positive))
}

fn clauses() -> impl Strategy<Value = Vec<Vec<Lit>>> {
    prop::collection::vec(prop::collection::vec(lits(), 0..6), 0..20)
}

fn written(clauses: &[Vec<Lit>]) -> (Vec<u8>, Cnf) {
    let largest = clauses.iter().flatten().map(|lit| lit.var()).max();
    let comments = ["a comment".to_string()];
    let (variables, count) = (largest.unwrap_or(0), clauses.len() as u64);
    let writer = CnfWriter::new(Vec::new(), &comments, variables, count, Interrupt::new());
    let mut writer = writer.expect("memory takes it");
    let mut cnf = Cnf::new();
    for clause in clauses {
        assert!(writer.add_clause(clause).is_continue() && cnf.add_clause(clause).is_continue());
    }
    (writer.finish().expect("the header is right"), cnf)
}

/// Pieces of which DIMACS files consist, and some that they don't.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "p cnf ",
            "p",
            "cnf",
            "p cnf 3 2\n",
            "c",
            "c ",
            "c word 0\n",
            "%",
            "%\n0\n",
            "0",
            " 0\n",
            " ",
            "\n",
            "\r\n",
            "\t",
            "\u{b}",
            "-",
            "+",
            "-0",
            "00",
            "2147483646",
            "2147483647",
            "9223372036854775808",
            "\u{feff}",
            "v",
            "é",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        (-5i32..5).prop_map(|number| format!("{number} ").into_bytes()),
        any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Damage to a file: at a place (as a part of its length) so many bytes become others.
type Damage = (f64, usize, Vec<u8>);

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    let damage = (
        0.0..1.0,
        0usize..6,
        pieces().prop_map(|mut bytes| {
            bytes.truncate(6);
            bytes
        }),
    );
    prop::collection::vec(damage, 1..4)
}

fn damaged(mut text: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for (place, length, new) in damages {
        let begin = (place * text.len() as f64) as usize;
        let end = (begin + length).min(text.len());
        text.splice(begin..end, new.iter().copied());
    }
    text
}

#[test]
fn any_bytes_are_a_formula_or_refused() {
    let bytes = prop::collection::vec(any::<u8>(), 0..100);
    fuzz((bytes, 1usize..20), |(bytes, length)| {
        is_read_or_refused(&bytes, length)
    });
}

#[test]
fn any_pieces_of_formulas_are_a_formula_or_refused() {
    fuzz(
        (pieces(), 1usize..20, any::<bool>()),
        |(pieces, length, header)| {
            let header = if header { "p cnf 4 4\n" } else { "" };
            is_read_or_refused(&[header.as_bytes(), &pieces].concat(), length)
        },
    );
}

#[test]
fn what_the_writer_wrote_reads_back_and_damaged_it_is_read_or_refused() {
    fuzz(
        (clauses(), damages(), 1usize..50),
        |(clauses, damages, length)| {
            let (text, cnf) = written(&clauses);
            let (read, back) = read(Slowly(&text, length), Leniency::Strict)
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!((back, read.clauses), (cnf, clauses.len() as u64));
            is_read_or_refused(&damaged(text, &damages), length)
        },
    );
}

/// Lines of answers, right and wrong.
fn answer_pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "s SATISFIABLE\n",
            "s UNSATISFIABLE\n",
            "s UNKNOWN\n",
            "SAT\n",
            "UNSAT\n",
            "INDET\n",
            "sat\n",
            "c words\n",
            "c UNKNOWN\n",
            "v ",
            "v 0\n",
            "0\n",
            "\n",
            "\r\n",
            " ",
            "\t",
            "\u{1b}[1m",
            "\u{1b}[",
            "s ",
            "s",
            "v",
            "c",
            "\u{feff}",
            "2147483647",
            "-9223372036854775808",
            "é",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        (-9i32..9).prop_map(|number| format!("{number} ").into_bytes()),
        any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// What holds for any bytes that may be an answer.
fn is_answer_or_refused(text: &[u8]) -> Result<(), TestCaseError> {
    match parse_answer(text) {
        Ok(Answer::Satisfiable(values)) => {
            let lits = values.literals();
            prop_assert!(lits.is_sorted_by(|a, b| a.var() < b.var()));
            let model = values.model();
            prop_assert!(lits.iter().all(|&lit| model.satisfies(lit)));
        }
        Ok(Answer::Unsatisfiable | Answer::Unknown) => {}
        Err(error) => {
            let message = error.to_string();
            prop_assert!(
                !message.contains('\n') && message.len() < 400,
                "{}",
                message
            );
        }
    }
    Ok(())
}

#[test]
fn any_bytes_are_an_answer_or_refused() {
    let bytes = prop::collection::vec(any::<u8>(), 0..100);
    fuzz(bytes, |bytes| is_answer_or_refused(&bytes));
    fuzz(answer_pieces(), |pieces| is_answer_or_refused(&pieces));
}

#[test]
fn answers_read_back_and_damaged_they_are_read_or_refused() {
    let signs = prop::collection::vec(any::<bool>(), 0..60);
    fuzz((signs, damages()), |(signs, damages)| {
        let lits: Vec<Lit> = (1..)
            .zip(&signs)
            .map(|(v, &sign)| Lit::new(v, sign))
            .collect();
        let mut text = b"c an answer\ns SATISFIABLE\n".to_vec();
        write_values(lits.iter().copied(), &mut text)?;
        let Ok(Answer::Satisfiable(values)) = parse_answer(&text) else {
            return Err(TestCaseError::fail("it does not read back"));
        };
        prop_assert!(values.closed);
        prop_assert_eq!(values.literals(), lits);
        is_answer_or_refused(&damaged(text, &damages))
    });
}
