//! KNF: clauses, and lines `k B LITS 0` of which at least B literals are true.
//!
//! Joseph Reeves, Marijn Heule, Randal Bryant, "From Clauses to Klauses", CAV 2024. At most one of k
//! literals says that at least k − 1 of their negations are true; for two literals that is a clause.

use std::io::Write;
use std::ops::ControlFlow;

use super::lines::{Announced, Lines, WriteError, comments};
use crate::cnf::{ConstraintSink, Lit, Stop};
use crate::interrupt::Interrupt;

/// Takes constraints and writes them as KNF.
pub struct KnfWriter<W> {
    lines: Lines<W>,
}

impl<W: Write> KnfWriter<W> {
    /// Writes the comments, a line each without the leading `c`, and the header.
    pub fn new(
        out: W,
        prose: &[String],
        variables: u32,
        constraints: u64,
        interrupt: Interrupt,
    ) -> Result<KnfWriter<W>, WriteError> {
        let mut head = comments('c', prose);
        head.push_str(&format!("p knf {variables} {constraints}\n"));
        let announced = Announced {
            variables,
            constraints,
        };
        let lines = Lines::new(out, &head, Some(announced), interrupt)?;
        Ok(KnfWriter { lines })
    }

    /// Writes what is still in the buffer; an error if something failed on the way or the formula
    /// is not the one that was announced.
    pub fn finish(self) -> Result<W, WriteError> {
        self.lines.finish()
    }
}

impl<W: Write> ConstraintSink for KnfWriter<W> {
    fn clause(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        self.lines.clause(lits)
    }

    fn at_most_one(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        match lits {
            [] | [_] => ControlFlow::Continue(()),
            &[a, b] => self.lines.clause(&[!a, !b]),
            _ => {
                let begin = format!("k {} ", lits.len() - 1);
                self.lines.text(begin.as_bytes())?;
                for &lit in lits {
                    self.lines.literals(&[!lit])?;
                }
                self.lines.end_constraint(b"0\n")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_one_is_one_line_and_exactly_one_two() {
        let lits = [1, -2, 3].map(|number| Lit::from_dimacs(number).unwrap());
        let mut out = KnfWriter::new(Vec::new(), &[], 3, 6, Interrupt::new()).unwrap();
        for k in [0, 1, 2] {
            assert!(out.at_most_one(&lits[..k]).is_continue());
        }
        for k in [0, 1, 3] {
            assert!(out.exactly_one(&lits[..k]).is_continue());
        }
        assert!(out.clause(&lits[1..]).is_continue());
        let text = String::from_utf8(out.finish().unwrap()).unwrap();
        let lines = "p knf 3 6\n-1 2 0\n0\n1 0\n1 -2 3 0\nk 2 -1 2 -3 0\n-2 3 0\n";
        assert_eq!(text, lines);
    }
}
