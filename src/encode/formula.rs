//! What is exported: a puzzle, how its lines are encoded, and of which placements.

use std::ops::ControlFlow;

use super::lex_leader::{emit_lex_leader, lex_leader_size};
use super::{FormulaSize, SquareMap, TooLarge, emit, formula_size};
use crate::cnf::{ClauseSink, Encoding, MAX_VARIABLES, Stop, ToCnf};
use crate::puzzle::Puzzle;

/// A puzzle's formula.
#[derive(Clone, Copy, Debug)]
pub struct Formula<'a> {
    pub puzzle: &'a Puzzle,
    pub encoding: Encoding,
    /// Whether its models are only those placements no image of which, under the
    /// [puzzle's symmetries](Puzzle::symmetries), is a smaller list: one of each orbit.
    pub up_to_symmetry: bool,
}

impl<'a> Formula<'a> {
    /// The formula of all placements.
    pub fn new(puzzle: &'a Puzzle, encoding: Encoding) -> Formula<'a> {
        Formula {
            puzzle,
            encoding,
            up_to_symmetry: false,
        }
    }

    /// The formula of one placement of each orbit.
    pub fn up_to_symmetry(puzzle: &'a Puzzle, encoding: Encoding) -> Formula<'a> {
        Formula {
            puzzle,
            encoding,
            up_to_symmetry: true,
        }
    }

    /// The exact size of what is exported under any numbering of this puzzle; as fast as
    /// [`formula_size`].
    pub fn size(&self) -> Result<FormulaSize, TooLarge> {
        let rules = formula_size(self.puzzle, self.encoding)?;
        if !self.up_to_symmetry {
            return Ok(rules);
        }
        let more = lex_leader_size(self.puzzle);
        let variables = u64::from(rules.variables) + more.auxiliaries;
        if variables > u64::from(MAX_VARIABLES) {
            return Err(TooLarge::UpToSymmetry {
                n: self.puzzle.n(),
                encoding: self.encoding,
                variables,
            });
        }
        Ok(FormulaSize {
            variables: variables as u32,
            auxiliaries: rules.auxiliaries + more.auxiliaries as u32,
            clauses: rules.clauses + more.clauses,
            literals: rules.literals + more.literals,
        })
    }

    /// Sends its clauses; auxiliary variables come where the map says, those of the groups first.
    pub fn emit<M, S>(&self, map: &M, out: S) -> ControlFlow<Stop>
    where
        M: SquareMap,
        S: ClauseSink,
    {
        let mut cnf = ToCnf::new(self.encoding, map.auxiliaries_after(), out);
        emit(self.puzzle, map, &mut cnf)?;
        match self.up_to_symmetry {
            true => emit_lex_leader(self.puzzle, map, &mut cnf),
            false => ControlFlow::Continue(()),
        }
    }
}
