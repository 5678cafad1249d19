//! DIMACS CNF, written in one pass: the header is announced first and kept at the end.

use std::io::Write;
use std::ops::ControlFlow;

use super::lines::{Announced, Lines, WriteError, comments};
use crate::cnf::{ClauseSink, Lit, Stop};
use crate::interrupt::Interrupt;

/// Takes clauses and writes them as DIMACS CNF through one buffer, which is all the memory it needs.
pub struct CnfWriter<W> {
    lines: Lines<W>,
}

impl<W: Write> CnfWriter<W> {
    /// Writes the comments, a line each without the leading `c`, and the header.
    pub fn new(
        out: W,
        prose: &[String],
        variables: u32,
        clauses: u64,
        interrupt: Interrupt,
    ) -> Result<CnfWriter<W>, WriteError> {
        CnfWriter::with_line(out, prose, variables, clauses, "", interrupt)
    }

    /// The same with a line after the header, which is for programs and not for people.
    pub fn with_line(
        out: W,
        prose: &[String],
        variables: u32,
        clauses: u64,
        line: &str,
        interrupt: Interrupt,
    ) -> Result<CnfWriter<W>, WriteError> {
        let mut head = comments('c', prose);
        head.push_str(&format!("p cnf {variables} {clauses}\n{line}"));
        let announced = Announced {
            variables,
            constraints: clauses,
        };
        let lines = Lines::new(out, &head, Some(announced), interrupt)?;
        Ok(CnfWriter { lines })
    }

    /// Writes what is still in the buffer; an error if something failed on the way or the formula
    /// is not the one that was announced.
    pub fn finish(self) -> Result<W, WriteError> {
        self.lines.finish()
    }
}

impl<W: Write> ClauseSink for CnfWriter<W> {
    #[inline]
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        self.lines.clause(clause)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::BUFFER;
    use super::*;
    use proptest::prelude::*;
    use std::io;

    fn written(clauses: &[Vec<i64>], variables: u32, announced: u64) -> Result<String, WriteError> {
        let comments = ["a comment".to_string()];
        let mut writer = CnfWriter::new(
            Vec::new(),
            &comments,
            variables,
            announced,
            Interrupt::new(),
        )?;
        for clause in clauses {
            let lits: Vec<Lit> = clause.iter().filter_map(|&l| Lit::from_dimacs(l)).collect();
            if writer.add_clause(&lits).is_break() {
                break;
            }
        }
        Ok(String::from_utf8_lossy(&writer.finish()?).into_owned())
    }

    #[test]
    fn a_header_that_does_not_fit_the_clauses_is_an_error() {
        let clauses = [vec![1, -2], vec![]];
        assert_eq!(
            written(&clauses, 2, 2).ok().as_deref(),
            Some("c a comment\np cnf 2 2\n1 -2 0\n0\n")
        );
        for (variables, announced) in [(2, 1), (2, 3), (1, 2)] {
            let result = written(&clauses, variables, announced);
            assert!(matches!(result, Err(WriteError::Mismatch { .. })));
        }
    }

    #[test]
    fn a_failing_output_stops_the_encoding_and_is_reported() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                if bytes.starts_with(b"p cnf") {
                    return Ok(bytes.len());
                }
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for clause in [&[1][..], &[1, 2], &[1, 2, 3]] {
            let lits: Vec<Lit> = clause.iter().map(|&v| Lit::positive(v)).collect();
            let mut writer = CnfWriter::new(Full, &[], 3, u64::MAX, Interrupt::new()).unwrap();
            let stopped = (0..BUFFER).position(|_| writer.add_clause(&lits).is_break());
            assert!(stopped.is_some());
            assert!(writer.add_clause(&lits).is_break());
            assert!(matches!(writer.finish(), Err(WriteError::Io(_))));
        }
    }

    #[test]
    fn an_interrupt_stops_the_encoding() {
        let interrupt = Interrupt::new();
        let mut writer = CnfWriter::new(io::sink(), &[], 1, u64::MAX, interrupt.clone()).unwrap();
        interrupt.set();
        assert!((0..BUFFER).any(|_| writer.add_clause(&[Lit::positive(1)]).is_break()));
        assert!(matches!(writer.finish(), Err(WriteError::Interrupted)));
    }

    proptest! {
        #[test]
        fn clauses_are_written_as_plain_formatting_would(
            clauses in prop::collection::vec(
                prop::collection::vec((1i64..2_000_000_000, 0u32..31, any::<bool>()), 0..40), 0..400),
            binary in prop::collection::vec(
                prop::collection::vec((1i64..2_000_000_000, 0u32..31, any::<bool>()), 2..3), 0..9000)
        ) {
            let all = clauses.into_iter().chain(binary);
            let clauses: Vec<Vec<i64>> = all
                .map(|c| {
                    let number = |(v, shift, sign)| (1 + (v >> shift)) * if sign { 1 } else { -1 };
                    c.into_iter().map(number).collect()
                })
                .collect();
            let mut expected = format!("c a comment\np cnf {} {}\n", 2_000_000_000, clauses.len());
            for clause in &clauses {
                for lit in clause {
                    expected.push_str(&format!("{lit} "));
                }
                expected.push_str("0\n");
            }
            prop_assert_eq!(written(&clauses, 2_000_000_000, clauses.len() as u64).unwrap(), expected);
        }
    }
}
