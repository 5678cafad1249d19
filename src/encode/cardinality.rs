//! A puzzle for solvers that take "at most one" as it is: one constraint, not clauses.

use std::io::Write;
use std::ops::ControlFlow;

use super::dimacs::title;
use super::size::{Constraint, constraints, square_variables};
use super::{DimacsError, Fixed, Numbering, Orbits, TooLarge, emit};
use crate::formats::{CnfPlusWriter, KnfWriter, OpbWriter};
use crate::interrupt::Interrupt;
use crate::puzzle::Puzzle;

/// A format in which at most one of some literals is a single constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardinalityFormat {
    /// Pseudo-Boolean inequalities; exactly one is an equation.
    Opb,
    /// Clauses, and lines of which at least so many literals are true.
    Knf,
    /// Clauses, and lines of which at most so many literals are true.
    CnfPlus,
}

/// The size of a puzzle's formula in such a format. There are no auxiliary variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardinalitySize {
    /// One a square or orbit.
    pub variables: u32,
    /// Lines of the formula.
    pub constraints: u64,
    /// Literals in all constraints together.
    pub literals: u64,
}

impl CardinalityFormat {
    /// The exact size of a puzzle's formula, O(groups).
    pub fn size(self, puzzle: &Puzzle) -> Result<CardinalitySize, TooLarge> {
        let mut size = CardinalitySize {
            variables: square_variables(puzzle)?,
            constraints: 0,
            literals: 0,
        };
        for constraint in constraints(puzzle) {
            let (lines, literals) = match constraint {
                Constraint::AtMostOne(0 | 1) => (0, 0),
                // A contradiction has to be about some variable.
                Constraint::Clause(0) | Constraint::ExactlyOne(0)
                    if self == CardinalityFormat::Opb =>
                {
                    (1, 1)
                }
                // Two inequalities, or one equation; but a single literal is just true.
                Constraint::ExactlyOne(k) if k > 1 && self != CardinalityFormat::Opb => (2, 2 * k),
                Constraint::Clause(k) | Constraint::AtMostOne(k) | Constraint::ExactlyOne(k) => {
                    (1, k)
                }
            };
            size.constraints += lines;
            size.literals += literals;
        }
        Ok(size)
    }

    /// Writes a puzzle under the fixed numbering, or that of [`Orbits`] if it has a turn, in one pass
    /// and with memory for one line of the board; gives the output back.
    pub fn write<W: Write>(
        self,
        puzzle: &Puzzle,
        out: W,
        interrupt: Interrupt,
    ) -> Result<W, DimacsError> {
        let n = puzzle.n();
        let too_large = TooLarge::Squares { n };
        match puzzle.turn() {
            None => {
                let map = Fixed::new(n).ok_or(too_large)?;
                self.write_numbered(puzzle, &map, out, interrupt)
            }
            Some(turn) => {
                let map = Orbits::new(n, turn).ok_or(too_large)?;
                self.write_numbered(puzzle, &map, out, interrupt)
            }
        }
    }

    fn write_numbered<M: Numbering, W: Write>(
        self,
        puzzle: &Puzzle,
        map: &M,
        out: W,
        interrupt: Interrupt,
    ) -> Result<W, DimacsError> {
        let size = self.size(puzzle)?;
        let (variables, constraints) = (size.variables, size.constraints);
        let [numbers, meaning] = map.prose();
        let how = ", at most one as a single constraint";
        let prose = [title(puzzle, how), numbers, meaning];
        // Where a writer stops the encoding, it reports why when it is finished.
        Ok(match self {
            CardinalityFormat::Opb => {
                let mut writer = OpbWriter::new(out, &prose, variables, constraints, interrupt)?;
                let (ControlFlow::Continue(()) | ControlFlow::Break(_)) =
                    emit(puzzle, map, &mut writer);
                writer.finish()?
            }
            CardinalityFormat::Knf => {
                let mut writer = KnfWriter::new(out, &prose, variables, constraints, interrupt)?;
                let (ControlFlow::Continue(()) | ControlFlow::Break(_)) =
                    emit(puzzle, map, &mut writer);
                writer.finish()?
            }
            CardinalityFormat::CnfPlus => {
                let mut writer =
                    CnfPlusWriter::new(out, &prose, variables, constraints, interrupt)?;
                let (ControlFlow::Continue(()) | ControlFlow::Break(_)) =
                    emit(puzzle, map, &mut writer);
                writer.finish()?
            }
        })
    }
}
