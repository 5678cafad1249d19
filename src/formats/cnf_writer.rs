//! DIMACS CNF, written in one pass: the header is announced first and kept at the end.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::decimal::{ROOM, write_decimal};
use crate::cnf::{ClauseSink, Lit, Stop};
use crate::interrupt::Interrupt;

/// Why a formula was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("interrupted")]
    Interrupted,
    /// A mistake in this program: the header and the clauses disagree.
    #[error(
        "the header announced {announced} clauses and {variables} variables, but {written} clauses with variables up to {largest} came; please report this"
    )]
    Mismatch {
        announced: u64,
        written: u64,
        variables: u32,
        largest: u32,
    },
}

/// Takes clauses and writes them as DIMACS CNF through one buffer, which is all the memory it needs.
pub struct CnfWriter<W> {
    out: W,
    buffer: Box<[u8]>,
    filled: usize,
    variables: u32,
    announced: u64,
    written: u64,
    largest: u32,
    interrupt: Interrupt,
    failed: Option<WriteError>,
}

/// Large enough that system calls cost nothing, small enough to stay in the cache.
const BUFFER: usize = 128 * 1024;

impl<W: Write> CnfWriter<W> {
    /// Writes the comments, a line each without the leading `c`, and the header.
    pub fn new(
        out: W,
        comments: &[String],
        variables: u32,
        clauses: u64,
        interrupt: Interrupt,
    ) -> Result<CnfWriter<W>, WriteError> {
        CnfWriter::with_line(out, comments, variables, clauses, "", interrupt)
    }

    /// The same with a line after the header, which is for programs and not for people.
    pub fn with_line(
        out: W,
        comments: &[String],
        variables: u32,
        clauses: u64,
        line: &str,
        interrupt: Interrupt,
    ) -> Result<CnfWriter<W>, WriteError> {
        let mut out = out;
        let mut head = String::new();
        for comment in comments {
            head.push_str("c ");
            head.push_str(comment);
            head.push('\n');
        }
        head.push_str(&format!("p cnf {variables} {clauses}\n{line}"));
        out.write_all(head.as_bytes())?;
        Ok(CnfWriter {
            out,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            filled: 0,
            variables,
            announced: clauses,
            written: 0,
            largest: 0,
            interrupt,
            failed: None,
        })
    }

    /// Writes what is still in the buffer; an error if something failed on the way or the formula
    /// is not the one that was announced.
    pub fn finish(mut self) -> Result<W, WriteError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if self.written != self.announced || self.largest > self.variables {
            return Err(WriteError::Mismatch {
                announced: self.announced,
                written: self.written,
                variables: self.variables,
                largest: self.largest,
            });
        }
        self.out.write_all(&self.buffer[..self.filled])?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Room for one literal.
    #[inline]
    fn room(&mut self) -> ControlFlow<Stop, &mut [u8; ROOM]> {
        if self.filled > BUFFER - ROOM {
            self.write_out()?;
        }
        match self.buffer[self.filled..].first_chunk_mut() {
            Some(room) => ControlFlow::Continue(room),
            None => ControlFlow::Break(Stop),
        }
    }

    #[cold]
    fn write_out(&mut self) -> ControlFlow<Stop> {
        if self.failed.is_some() {
            return ControlFlow::Break(Stop);
        }
        let result = if self.interrupt.is_set() {
            Err(WriteError::Interrupted)
        } else {
            let bytes = &self.buffer[..self.filled];
            self.out.write_all(bytes).map_err(WriteError::Io)
        };
        match result {
            Ok(()) => {
                self.filled = 0;
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(Stop)
            }
        }
    }
}

impl<W: Write> ClauseSink for CnfWriter<W> {
    #[inline]
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        for &lit in clause {
            let room = self.room()?;
            let length = write_decimal(lit.to_dimacs(), room);
            room[length] = b' ';
            self.filled += length + 1;
            self.largest = self.largest.max(lit.var());
        }
        self.room()?[..2].copy_from_slice(b"0\n");
        self.filled += 2;
        self.written += 1;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        let mut writer = CnfWriter::new(Full, &[], 1, u64::MAX, Interrupt::new()).unwrap();
        let clause = [Lit::positive(1)];
        let stopped = (0..BUFFER).position(|_| writer.add_clause(&clause).is_break());
        assert!(stopped.is_some());
        assert!(writer.add_clause(&clause).is_break());
        assert!(matches!(writer.finish(), Err(WriteError::Io(_))));
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
                prop::collection::vec((1i64..2_000_000_000, any::<bool>()), 0..40), 0..400)
        ) {
            let clauses: Vec<Vec<i64>> = clauses
                .into_iter()
                .map(|c| c.into_iter().map(|(v, sign)| if sign { v } else { -v }).collect())
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
