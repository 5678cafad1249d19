//! Lines of literals, written in one pass through one buffer: what all writers of formulas share.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::decimal::{ROOM, write_literal};
use crate::cnf::{Lit, Stop};
use crate::interrupt::Interrupt;

/// Why a formula was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("interrupted")]
    Interrupted,
    /// A mistake in this program: the header and the constraints disagree.
    #[error(
        "the header announced {announced} constraints and {variables} variables, but {written} constraints with variables up to {largest} came; please report this"
    )]
    Mismatch {
        announced: u64,
        written: u64,
        variables: u32,
        largest: u32,
    },
}

/// What a header says of the formula that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Announced {
    pub(super) variables: u32,
    /// Clauses, or constraints where the format has others.
    pub(super) constraints: u64,
}

/// Takes literals and short texts, and writes them out a buffer at a time.
pub(super) struct Lines<W> {
    out: W,
    buffer: Box<[u8; BUFFER]>,
    /// Of another width than `constraints`: of two alike the compiler updates both at once, and each
    /// clause then waits until the processor has put together what the one before has stored apart.
    filled: u32,
    announced: Option<Announced>,
    constraints: u64,
    largest: u32,
    interrupt: Interrupt,
    failed: Option<WriteError>,
}

/// Large enough that system calls cost nothing, small enough to stay in the cache.
pub(super) const BUFFER: usize = 128 * 1024;

/// So many literals are written between two looks at the buffer.
const TOGETHER: usize = 16;

/// More than any text, or the end of a line.
const TEXT: usize = 24;

impl<W: Write> Lines<W> {
    /// Writes the head of the file, which may announce what is to come.
    pub(super) fn new(
        mut out: W,
        head: &str,
        announced: Option<Announced>,
        interrupt: Interrupt,
    ) -> Result<Lines<W>, WriteError> {
        out.write_all(head.as_bytes())?;
        Ok(Lines {
            out,
            buffer: Box::new([0; BUFFER]),
            filled: 0,
            announced,
            constraints: 0,
            largest: 0,
            interrupt,
            failed: None,
        })
    }

    /// Writes a clause as DIMACS has it.
    #[inline]
    pub(super) fn clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        // Most clauses are binary; one look at the buffer is enough for each.
        if let &[a, b] = clause {
            let room: &mut [u8; 2 * ROOM] = self.room()?;
            let mut at = write_at(a.to_dimacs(), 0, room);
            at += write_at(b.to_dimacs(), at, room);
            self.filled += at as u32 + 2;
            self.largest = self.largest.max(a.var()).max(b.var());
            self.constraints += 1;
            return ControlFlow::Continue(());
        }
        self.literals(clause)?;
        self.end_constraint(b"0\n")
    }

    /// Writes literals, and a blank after each.
    pub(super) fn literals(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        for some in lits.chunks(TOGETHER) {
            let room: &mut [u8; TOGETHER * ROOM] = self.room()?;
            let (mut at, mut largest) = (0, 0);
            for &lit in some {
                at += write_at(lit.to_dimacs(), at, room);
                largest = lit.var().max(largest);
            }
            self.filled += at as u32;
            self.largest = self.largest.max(largest);
        }
        ControlFlow::Continue(())
    }

    /// Writes a variable's number, and a blank after it.
    pub(super) fn variable(&mut self, variable: u32) -> ControlFlow<Stop> {
        self.literals(&[Lit::positive(variable)])
    }

    /// Writes a text of up to [`TEXT`] bytes.
    pub(super) fn text(&mut self, text: &[u8]) -> ControlFlow<Stop> {
        debug_assert!(text.len() <= TEXT);
        let room: &mut [u8; TEXT] = self.room()?;
        room[..text.len()].copy_from_slice(text);
        self.filled += text.len() as u32;
        ControlFlow::Continue(())
    }

    /// Writes the end of a constraint.
    pub(super) fn end_constraint(&mut self, text: &[u8]) -> ControlFlow<Stop> {
        self.constraints += 1;
        self.text(text)
    }

    /// Writes what is still in the buffer; an error if something failed on the way or the formula is
    /// not the one that was announced.
    pub(super) fn finish(mut self) -> Result<W, WriteError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if let Some(Announced {
            variables,
            constraints,
        }) = self.announced
            && (self.constraints != constraints || self.largest > variables)
        {
            return Err(WriteError::Mismatch {
                announced: constraints,
                written: self.constraints,
                variables,
                largest: self.largest,
            });
        }
        self.out.write_all(&self.buffer[..self.filled as usize])?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Room for so many bytes.
    #[inline]
    fn room<const SIZE: usize>(&mut self) -> ControlFlow<Stop, &mut [u8; SIZE]> {
        if self.filled as usize > BUFFER - SIZE {
            self.write_out()?;
        }
        match self.buffer[self.filled as usize..].first_chunk_mut() {
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
            let bytes = &self.buffer[..self.filled as usize];
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

/// Writes a literal `at` some place of a room that has place for it; gives its length.
#[inline]
fn write_at<const SIZE: usize>(number: i32, at: usize, room: &mut [u8; SIZE]) -> usize {
    room[at.min(SIZE - ROOM)..]
        .first_chunk_mut()
        .map_or(0, |room| write_literal(number, room))
}

/// Comments, a line each behind this sign.
pub(super) fn comments(sign: char, comments: &[String]) -> String {
    let lines = comments.iter().map(|comment| format!("{sign} {comment}\n"));
    lines.collect()
}
