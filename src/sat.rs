//! Any DIMACS formula, solved once: read, renumbered, and its model held against every clause.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::rc::Rc;

use crate::cnf::{ClauseSink, Cnf, Dense, Lit, Model, Stop};
use crate::formats::{CnfError, CnfRead, Leniency, read_cnf};
use crate::interrupt::Interrupt;
use crate::solver::{Answer, Embedded, Proof, Solver, Varisat};

/// Why a formula could not be solved.
#[derive(Debug, thiserror::Error)]
pub enum SatError {
    #[error(transparent)]
    Cnf(#[from] CnfError),
    #[error("more than {limit} variables occur in it, too many for {solver}: use another solver")]
    TooManyVariables { solver: Embedded, limit: u32 },
    /// Clauses count from 1.
    #[error("the solver's answer is wrong: clause {clause} is false in its model")]
    WrongModel { clause: u64 },
    /// The proof could not be written.
    #[error(transparent)]
    Proof(io::Error),
}

/// What was found out about a formula.
#[derive(Clone, Debug)]
pub enum SatAnswer {
    /// With a model that makes every clause true.
    Satisfiable(Values),
    Unsatisfiable,
    /// The run was interrupted.
    Unknown,
}

/// The values of all variables of a formula; those that do not occur in it are false.
#[derive(Clone, Debug)]
pub struct Values {
    numbers: Dense,
    model: Model,
    variables: u32,
}

impl Values {
    /// Whether this literal of the formula is true.
    pub fn satisfy(&self, lit: Lit) -> bool {
        let number = self.numbers.get(lit.var());
        let value = number.is_some_and(|number| self.model.satisfies(Lit::positive(number)));
        value == lit.is_positive()
    }

    /// The true literals of all variables, in order.
    pub fn literals(&self) -> impl Iterator<Item = Lit> {
        (1..=self.variables).map(|variable| {
            let lit = Lit::positive(variable);
            if self.satisfy(lit) { lit } else { !lit }
        })
    }
}

/// A formula in a solver, for one search.
pub struct Problem {
    read: CnfRead,
    loaded: Loaded,
    /// How writing the proof failed, if it did.
    proof_failure: Box<dyn Fn() -> Option<io::Error>>,
    /// For a program that ends when it has its answer: leaves the memory to the system instead of freeing
    /// millions of clauses one by one.
    pub abandon_memory: bool,
}

impl Problem {
    /// Reads a formula into a solver. It takes memory for the variables that occur, whatever their
    /// numbers are.
    pub fn load(
        input: impl Read,
        leniency: Leniency,
        solver: Embedded,
        interrupt: Interrupt,
    ) -> Result<Problem, SatError> {
        // The limit is looked after as variables occur.
        let started = solver.start_once(0, interrupt, false);
        let limit = solver.max_variables();
        let too_many = |_| SatError::TooManyVariables { solver, limit };
        let started = started.map_err(too_many)?;
        let no_proof = Box::new(|| None);
        Problem::load_into(started, solver, Rc::default(), no_proof, input, leniency)
    }

    /// The same into varisat, which writes a proof if there is no model.
    pub fn load_proving<W: Write + 'static>(
        input: impl Read,
        leniency: Leniency,
        proof: &Proof<W>,
        interrupt: Interrupt,
    ) -> Result<Problem, SatError> {
        let numbers = Rc::<RefCell<Dense>>::default();
        let varisat = Varisat::proving(interrupt, proof.steps(Rc::clone(&numbers)));
        let (started, solver) = (Box::new(varisat), Embedded::Varisat);
        let proof = proof.clone();
        let proof_failure = Box::new(move || proof.failure());
        Problem::load_into(started, solver, numbers, proof_failure, input, leniency)
    }

    fn load_into(
        started: Box<dyn Solver>,
        solver: Embedded,
        numbers: Rc<RefCell<Dense>>,
        proof_failure: Box<dyn Fn() -> Option<io::Error>>,
        input: impl Read,
        leniency: Leniency,
    ) -> Result<Problem, SatError> {
        let limit = solver.max_variables();
        let mut loaded = Loaded {
            kept: Cnf::new(),
            numbers,
            solver: started,
            clause: Vec::new(),
            contradictory: false,
            limit,
            too_many: false,
        };
        let read = read_cnf(input, leniency, &mut loaded)?;
        if loaded.too_many {
            return Err(SatError::TooManyVariables { solver, limit });
        }
        Ok(Problem {
            read,
            loaded,
            proof_failure,
            abandon_memory: false,
        })
    }

    /// What was read; if that was stopped, the answer is unknown.
    pub fn read(&self) -> &CnfRead {
        &self.read
    }

    /// Searches for a model, and holds it against every clause.
    pub fn solve(self) -> Result<SatAnswer, SatError> {
        let Problem {
            read, mut loaded, ..
        } = self;
        let answer = match (read.stopped, loaded.contradictory) {
            (true, _) => Answer::Unknown,
            (_, true) => Answer::Unsatisfiable,
            _ => loaded.solver.solve(&[]),
        };
        // With a proof that fails varisat stops as if it were interrupted.
        if let Some(error) = (self.proof_failure)() {
            return Err(SatError::Proof(error));
        }
        let answer = match answer {
            Answer::Satisfiable(model) => SatAnswer::Satisfiable(Values {
                numbers: loaded.numbers.take(),
                model,
                variables: read.variables,
            }),
            Answer::Unsatisfiable => SatAnswer::Unsatisfiable,
            Answer::Unknown => SatAnswer::Unknown,
        };
        if let SatAnswer::Satisfiable(values) = &answer {
            let is_false = |clause: &[Lit]| !clause.iter().any(|&lit| values.satisfy(lit));
            if let Some(index) = loaded.kept.clauses().position(is_false) {
                let clause = index as u64 + 1;
                return Err(SatError::WrongModel { clause });
            }
        }
        if self.abandon_memory {
            std::mem::forget(loaded);
        }
        Ok(answer)
    }
}

/// Takes clauses: renumbered into the solver, and as they are to check its model.
struct Loaded {
    kept: Cnf,
    /// Shared with the proof.
    numbers: Rc<RefCell<Dense>>,
    solver: Box<dyn Solver>,
    /// The clause under way, renumbered.
    clause: Vec<Lit>,
    /// There was the empty clause: the solver needs nothing more, but the rest is read.
    contradictory: bool,
    limit: u32,
    too_many: bool,
}

impl ClauseSink for Loaded {
    fn add_clause(&mut self, clause: &[Lit]) -> ControlFlow<Stop> {
        self.contradictory |= clause.is_empty();
        if self.contradictory {
            return ControlFlow::Continue(());
        }
        self.kept.add_clause(clause)?;
        let mut numbers = self.numbers.borrow_mut();
        self.clause.clear();
        self.clause
            .extend(clause.iter().map(|&lit| numbers.number(lit)));
        if numbers.len() > self.limit {
            self.too_many = true;
            return ControlFlow::Break(Stop);
        }
        // Loading may write steps of the proof, which need them.
        drop(numbers);
        self.solver.add_clause(&self.clause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solver that takes anything, and says that all variables are false.
    struct Wrong;

    impl ClauseSink for Wrong {
        fn add_clause(&mut self, _: &[Lit]) -> ControlFlow<Stop> {
            ControlFlow::Continue(())
        }
    }

    impl Solver for Wrong {
        fn solve(&mut self, _: &[Lit]) -> Answer {
            Answer::Satisfiable(Model::default())
        }

        fn core(&self) -> Vec<Lit> {
            Vec::new()
        }
    }

    fn answered_wrongly(formula: &str) -> Result<SatAnswer, SatError> {
        let (solver, no_proof) = (Embedded::Varisat, Box::new(|| None));
        let input = formula.as_bytes();
        let started = Box::new(Wrong);
        let numbers = Rc::default();
        let strict = Leniency::Strict;
        Problem::load_into(started, solver, numbers, no_proof, input, strict)?.solve()
    }

    #[test]
    fn a_wrong_model_is_an_error_that_names_the_clause() {
        let wrong = answered_wrongly("p cnf 9 3\n-1 2 0\n-9 0\n8 9 0\n");
        assert!(matches!(wrong, Err(SatError::WrongModel { clause: 3 })));
        let right = answered_wrongly("p cnf 9 2\n-1 2 0\n-9 0\n");
        let Ok(SatAnswer::Satisfiable(values)) = right else {
            panic!("it is satisfiable");
        };
        assert!(values.literals().eq((1..=9).map(Lit::negative)));
    }

    #[test]
    fn an_interrupt_leaves_the_answer_open() {
        let interrupt = Interrupt::new();
        interrupt.set();
        let formula = &b"p cnf 1 1\n1 0\n"[..];
        let problem = Problem::load(formula, Leniency::Strict, Embedded::Varisat, interrupt);
        let answer = problem.and_then(Problem::solve);
        assert!(matches!(answer, Ok(SatAnswer::Unknown)));
    }
}
