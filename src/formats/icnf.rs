//! iCNF: clauses, and then cubes, lines `a LITS 0`, each to be solved for itself.
//!
//! All cubes come after all clauses, as CaDiCaL wants it. Nothing is announced.

use std::io::Write;
use std::ops::ControlFlow;

use super::lines::{Lines, WriteError, comments};
use crate::cnf::{ClauseSink, Lit, Stop};
use crate::interrupt::Interrupt;

/// Takes clauses and then cubes, and writes them as iCNF.
pub struct IcnfWriter<W> {
    lines: Lines<W>,
}

impl<W: Write> IcnfWriter<W> {
    /// Writes the comments, a line each without the leading `c`, and the header.
    pub fn new(
        out: W,
        prose: &[String],
        interrupt: Interrupt,
    ) -> Result<IcnfWriter<W>, WriteError> {
        let mut head = comments('c', prose);
        head.push_str("p inccnf\n");
        let lines = Lines::new(out, &head, None, interrupt)?;
        Ok(IcnfWriter { lines })
    }

    /// A cube: literals that are all assumed to be true.
    pub fn add_cube(&mut self, cube: &[Lit]) -> ControlFlow<Stop> {
        self.lines.text(b"a ")?;
        self.lines.literals(cube)?;
        self.lines.text(b"0\n")
    }

    /// Writes what is still in the buffer; an error if something failed on the way.
    pub fn finish(self) -> Result<W, WriteError> {
        self.lines.finish()
    }
}

impl<W: Write> ClauseSink for IcnfWriter<W> {
    #[inline]
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        self.lines.clause(clause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_follow_the_clauses() {
        let lits = [1, -2].map(|number| Lit::from_dimacs(number).unwrap());
        let prose = ["a comment".to_string()];
        let mut out = IcnfWriter::new(Vec::new(), &prose, Interrupt::new()).unwrap();
        assert!(out.add_clause(&lits).is_continue());
        assert!(out.add_cube(&lits[1..]).is_continue());
        assert!(out.add_cube(&[]).is_continue());
        let text = String::from_utf8(out.finish().unwrap()).unwrap();
        assert_eq!(text, "c a comment\np inccnf\n1 -2 0\na -2 0\na 0\n");
    }
}
