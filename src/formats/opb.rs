//! OPB, the format of the pseudo-Boolean competitions: a constraint is a linear inequality.
//!
//! As PB06 defines it, in its narrowest form: only `>=` and `=`, every coefficient written, no `~`. A
//! negative literal is 1 − x, so that its coefficient changes its sign and the bound moves by 1.

use std::io::Write;
use std::ops::ControlFlow;

use super::lines::{Announced, Lines, WriteError, comments};
use crate::cnf::{ConstraintSink, Lit, Stop};
use crate::interrupt::Interrupt;

/// Takes constraints and writes each as one line of OPB.
pub struct OpbWriter<W> {
    lines: Lines<W>,
}

impl<W: Write> OpbWriter<W> {
    /// Writes the header, which comes first here, and the comments, a line each without the leading
    /// `*`.
    pub fn new(
        out: W,
        prose: &[String],
        variables: u32,
        constraints: u64,
        interrupt: Interrupt,
    ) -> Result<OpbWriter<W>, WriteError> {
        let mut head = format!("* #variable= {variables} #constraint= {constraints}\n");
        head.push_str(&comments('*', prose));
        let announced = Announced {
            variables,
            constraints,
        };
        let lines = Lines::new(out, &head, Some(announced), interrupt)?;
        Ok(OpbWriter { lines })
    }

    /// Writes what is still in the buffer; an error if something failed on the way or the formula
    /// is not the one that was announced.
    pub fn finish(self) -> Result<W, WriteError> {
        self.lines.finish()
    }

    /// Writes a sum of literals, each times +1, or each times −1, and what it is compared with.
    fn sum(&mut self, lits: &[Lit], times: i64, comparison: &str, bound: i64) -> ControlFlow<Stop> {
        let mut bound = bound;
        for &lit in lits {
            let coefficient = if lit.is_positive() { times } else { -times };
            bound -= i64::from(!lit.is_positive()) * times;
            let text = if coefficient > 0 { b"+1 x" } else { b"-1 x" };
            self.lines.text(text)?;
            self.lines.variable(lit.var())?;
        }
        let end = format!("{comparison} {bound} ;\n");
        self.lines.end_constraint(end.as_bytes())
    }
}

impl<W: Write> ConstraintSink for OpbWriter<W> {
    /// The empty clause, which OPB cannot write, becomes an inequality that no value of the first
    /// variable satisfies; the formula must have a variable.
    fn clause(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        match lits {
            [] => self.sum(&[Lit::positive(1)], 1, ">=", 2),
            _ => self.sum(lits, 1, ">=", 1),
        }
    }

    fn at_most_one(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        match lits {
            [] | [_] => ControlFlow::Continue(()),
            _ => self.sum(lits, -1, ">=", -1),
        }
    }

    fn exactly_one(&mut self, lits: &[Lit]) -> ControlFlow<Stop> {
        match lits {
            [] | [_] => self.clause(lits),
            _ => self.sum(lits, 1, "=", 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constraint_is_one_line() {
        let lits = [1, -2, 3].map(|number| Lit::from_dimacs(number).unwrap());
        let prose = ["a comment".to_string()];
        let mut out = OpbWriter::new(Vec::new(), &prose, 3, 6, Interrupt::new()).unwrap();
        for k in [0, 1, 2, 3] {
            assert!(out.at_most_one(&lits[..k]).is_continue());
        }
        for k in [0, 2] {
            assert!(out.clause(&lits[..k]).is_continue());
        }
        for k in [1, 3] {
            assert!(out.exactly_one(&lits[..k]).is_continue());
        }
        let text = String::from_utf8(out.finish().unwrap()).unwrap();
        assert_eq!(
            text,
            "* #variable= 3 #constraint= 6\n\
             * a comment\n\
             -1 x1 +1 x2 >= 0 ;\n\
             -1 x1 +1 x2 -1 x3 >= 0 ;\n\
             +1 x1 >= 2 ;\n\
             +1 x1 -1 x2 >= 0 ;\n\
             +1 x1 >= 1 ;\n\
             +1 x1 -1 x2 +1 x3 = 0 ;\n"
        );
    }
}
