//! A program where a solver inside the process is expected: it is run anew for each answer.

use std::ops::ControlFlow;

use super::{ClauseStream, External, ProgramError};
use crate::cnf::{ClauseSink, Cnf, Lit, Stop};
use crate::interrupt::Interrupt;
use crate::solver::{Answer, Poll, Solver};

/// Keeps the clauses, and hands them all to the program each time, with a unit clause for each
/// assumption.
pub struct Incremental {
    external: External,
    cnf: Cnf,
    largest: u32,
    contradictory: bool,
    core: Vec<Lit>,
    trouble: Option<ProgramError>,
    poll: Poll,
}

impl Incremental {
    pub(in crate::solver) fn new(external: External, interrupt: Interrupt) -> Incremental {
        Incremental {
            external,
            cnf: Cnf::new(),
            largest: 0,
            contradictory: false,
            core: Vec::new(),
            trouble: None,
            poll: Poll::new(interrupt),
        }
    }
}

impl Solver for Incremental {
    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.core.clear();
        self.trouble = None;
        if self.poll.interrupt.is_set() {
            return Answer::Unknown;
        }
        if self.contradictory {
            return Answer::Unsatisfiable;
        }
        let assumed = assumptions.iter().map(|lit| lit.var()).max();
        let cnf = &self.cnf;
        let send = |sink: &mut dyn ClauseSink| {
            let mut clauses = cnf.clauses();
            clauses.try_for_each(|clause| sink.add_clause(clause))?;
            let mut units = assumptions.chunks(1);
            units.try_for_each(|unit| sink.add_clause(unit))
        };
        let formula = ClauseStream {
            variables: self.largest.max(assumed.unwrap_or(0)),
            clauses: cnf.len() as u64 + assumptions.len() as u64,
            send: &send,
        };
        match self.external.solve(&formula, &self.poll.interrupt) {
            Ok(reply) => {
                if reply.answer == Answer::Unsatisfiable {
                    // No program says which of them are to blame.
                    self.core.extend_from_slice(assumptions);
                }
                self.trouble = reply.doubt;
                reply.answer
            }
            Err(error) => {
                self.trouble = Some(error);
                Answer::Unknown
            }
        }
    }

    fn core(&self) -> Vec<Lit> {
        self.core.clone()
    }

    fn trouble(&mut self) -> Option<ProgramError> {
        self.trouble.take()
    }
}

impl ClauseSink for Incremental {
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        if clause.is_empty() {
            self.contradictory = true;
            return ControlFlow::Break(Stop);
        }
        if self.poll.says_stop() {
            return ControlFlow::Break(Stop);
        }
        self.largest = clause
            .iter()
            .map(|lit| lit.var())
            .fold(self.largest, u32::max);
        self.cnf.add_clause(clause)
    }
}
