//! Who answers: the SAT solvers inside the process, and programs outside.

#[cfg(feature = "cadical")]
mod cadical;
mod choice;
mod drat;
mod external;
mod varisat;

#[cfg(feature = "cadical")]
pub use self::cadical::Libcadical;
pub use self::choice::{Choice, UnknownSolver};
pub use self::drat::{Proof, ProofForm};
pub use self::external::{
    ClauseStream, CommandError, External, Preset, ProgramError, Reply, Trouble, end_programs,
};
pub use self::varisat::{TooManyVariables, Varisat};

use std::fmt;

use crate::cnf::{ClauseSink, Lit, Model};
use crate::interrupt::Interrupt;

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Satisfiable(Model),
    Unsatisfiable,
    /// It was interrupted, or [`Solver::trouble`] tells why.
    Unknown,
}

/// A solver for many questions: it takes clauses as they are made, and solves as often as asked, with
/// more clauses added in between.
///
/// Its interrupt is for good: once that is set, loading may stop in the midst of a formula, and every
/// later answer is [`Answer::Unknown`].
pub trait Solver: ClauseSink {
    /// Solves the clauses so far, with these literals assumed to be true for this once.
    fn solve(&mut self, assumptions: &[Lit]) -> Answer;

    /// After [`Answer::Unsatisfiable`], and before more clauses: those of the assumptions that
    /// together contradict the clauses. Not necessarily all of them are needed; none, if the clauses
    /// contradict each other. In no particular order.
    fn core(&self) -> Vec<Lit>;

    /// After [`Answer::Unknown`]: what went wrong, if it was no interrupt. After
    /// [`Answer::Satisfiable`]: what to say if that which is read from the model proves wrong, since the
    /// model is not whole.
    fn trouble(&mut self) -> Option<ProgramError> {
        None
    }
}

/// The solvers inside the process, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Embedded {
    /// varisat: pure Rust, always there.
    #[default]
    Varisat,
    /// CaDiCaL as a library; only there where it was built in.
    #[cfg(feature = "cadical")]
    Libcadical,
}

impl Embedded {
    /// Those of this build.
    pub const ALL: &[Embedded] = &[
        Embedded::Varisat,
        #[cfg(feature = "cadical")]
        Embedded::Libcadical,
    ];

    /// The name that [`FromStr`](std::str::FromStr) reads.
    pub fn name(self) -> &'static str {
        match self {
            Embedded::Varisat => "varisat",
            #[cfg(feature = "cadical")]
            Embedded::Libcadical => "libcadical",
        }
    }

    /// With more variables it takes no formula.
    pub fn max_variables(self) -> u32 {
        match self {
            Embedded::Varisat => Varisat::MAX_VARIABLES,
            #[cfg(feature = "cadical")]
            Embedded::Libcadical => crate::cnf::MAX_VARIABLES,
        }
    }

    /// An empty solver for a formula of up to `variables` variables.
    pub fn start(
        self,
        variables: u32,
        interrupt: Interrupt,
    ) -> Result<Box<dyn Solver>, TooManyVariables> {
        Ok(match self {
            Embedded::Varisat => Box::new(Varisat::new(variables, interrupt)?),
            #[cfg(feature = "cadical")]
            Embedded::Libcadical => Box::new(Libcadical::new(interrupt)),
        })
    }

    /// The same for a single `solve` without assumptions, after the last clause: its search can be
    /// interrupted whichever solver it is. If the numbers of the variables are to lead it, it has to
    /// decide the highest ones first: `in_order` sees to that.
    pub(crate) fn start_once(
        self,
        variables: u32,
        interrupt: Interrupt,
        in_order: bool,
    ) -> Result<Box<dyn Solver>, TooManyVariables> {
        match self {
            Embedded::Varisat => Ok(Box::new(Varisat::once(variables, interrupt, in_order)?)),
            // CaDiCaL does so anyway.
            #[cfg(feature = "cadical")]
            Embedded::Libcadical => self.start(variables, interrupt),
        }
    }

    /// The value that it decides variables to have of which it knows nothing.
    pub(crate) fn first_value(self) -> bool {
        match self {
            Embedded::Varisat => false,
            #[cfg(feature = "cadical")]
            Embedded::Libcadical => true,
        }
    }
}

impl fmt::Display for Embedded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Looks at the interrupt once in many clauses.
struct Poll {
    interrupt: Interrupt,
    clauses_left: u32,
}

/// How many clauses are loaded between two looks at the interrupt.
const POLL_EVERY: u32 = 4096;

impl Poll {
    fn new(interrupt: Interrupt) -> Poll {
        Poll {
            interrupt,
            clauses_left: POLL_EVERY,
        }
    }

    /// To be called for each clause: whether to stop.
    fn says_stop(&mut self) -> bool {
        self.clauses_left -= 1;
        if self.clauses_left > 0 {
            return false;
        }
        self.clauses_left = POLL_EVERY;
        self.interrupt.is_set()
    }
}
