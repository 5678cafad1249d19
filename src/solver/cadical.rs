//! The embedded solver CaDiCaL: strong where there is no placement.

use std::ops::ControlFlow;

use super::{Answer, Poll, Solver};
use crate::cnf::{ClauseSink, Lit, Model, Stop};
use crate::interrupt::Interrupt;

/// CaDiCaL, which can be interrupted while it searches. Its literals are ours, and so is the number
/// of variables that it takes.
pub struct Libcadical {
    solver: cadical::Solver<WhileSearching>,
    assumptions: Vec<Lit>,
    poll: Poll,
}

/// What CaDiCaL asks, many times a second, whether to go on.
struct WhileSearching(Interrupt);

impl cadical::Callbacks for WhileSearching {
    fn terminate(&mut self) -> bool {
        self.0.is_set()
    }
}

impl Libcadical {
    /// An empty solver.
    pub fn new(interrupt: Interrupt) -> Libcadical {
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(WhileSearching(interrupt.clone())));
        Libcadical {
            solver,
            assumptions: Vec::new(),
            poll: Poll::new(interrupt),
        }
    }
}

impl Solver for Libcadical {
    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        if self.poll.interrupt.is_set() {
            return Answer::Unknown;
        }
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        let assumed = assumptions.iter().map(|lit| lit.to_dimacs());
        match self.solver.solve_with(assumed) {
            Some(true) => {
                let numbers = 1..=self.solver.max_variable();
                let trues = numbers.filter(|&number| self.solver.value(number) == Some(true));
                let lits = trues.filter_map(|number| Lit::from_dimacs(number.into()));
                Answer::Satisfiable(Model::from_literals(lits))
            }
            Some(false) => Answer::Unsatisfiable,
            None => Answer::Unknown,
        }
    }

    fn core(&self) -> Vec<Lit> {
        // CaDiCaL ends the process when it is asked for a core that it has not.
        if self.solver.status() != Some(false) {
            return Vec::new();
        }
        let assumed = self.assumptions.iter().copied();
        assumed
            .filter(|lit| self.solver.failed(lit.to_dimacs()))
            .collect()
    }
}

impl ClauseSink for Libcadical {
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        if self.poll.says_stop() {
            return ControlFlow::Break(Stop);
        }
        self.solver
            .add_clause(clause.iter().map(|lit| lit.to_dimacs()));
        if clause.is_empty() {
            return ControlFlow::Break(Stop);
        }
        ControlFlow::Continue(())
    }
}
