//! queensat: the N-Queens family as SAT, there and back.
//!
//! A puzzle becomes groups of squares, groups become constraints on literals, constraints become
//! clauses, these go to whoever can answer, and the answer comes back as a placement that an
//! independent checker has seen.
//!
//! ```
//! use queensat::{Options, Puzzle, Solution, solve};
//!
//! let puzzle = Puzzle::queens(8);
//! let Solution::Placement(placement) = solve(&puzzle, &Options::default())? else {
//!     panic!("eight queens have a placement");
//! };
//! assert_eq!(placement.columns().len(), 8);
//! # Ok::<(), queensat::SolveError>(())
//! ```
//!
//! - [`board`]: chess. Squares, placements, symmetries, and the checker.
//! - [`puzzle`]: what is asked, and the rules as groups of squares; whether placements have to be
//!   symmetric.
//! - [`cnf`]: logic. Literals, sinks, and the at-most-one encodings with their exact sizes.
//! - [`encode`]: the bridge between the two.
//! - [`formats`]: DIMACS in and out, OPB, KNF, CNF+ and iCNF out, solver answers in, placements and map
//!   files in and out.
//! - [`io`]: files that are whole or absent, compression, pipes.
//! - [`solver`]: the SAT solvers inside the process, and programs outside.
//! - [`sat`]: any DIMACS formula, solved as it is.
//! - [`first`]: one placement, for large N as well.
//! - [`enumerate`]: every placement, through cubes and blocking clauses.
//! - [`search`]: the native count, which shares nothing with all that.
//! - [`explain()`], [`backbone()`], [`generate`]: why there is no placement, what all have in common,
//!   and puzzles with exactly one.
//! - [`check_formula()`]: whether somebody else's formula is an encoding.
//! - [`crosscheck`]: the same count in several ways, compared.
//! - [`conformance`]: boards with known answers, for solvers to prove themselves on.
//! - [`journal`]: long runs that go on where they were killed.
//! - [`partial`]: counts in shares, for many machines, and their sum.

mod backbone;
pub mod board;
mod check_formula;
pub mod cnf;
pub mod conformance;
pub mod crosscheck;
pub mod encode;
pub mod enumerate;
mod explain;
pub mod first;
pub mod formats;
pub mod generate;
mod interrupt;
pub mod io;
pub mod journal;
pub mod partial;
pub mod puzzle;
pub mod sat;
pub mod search;
mod solve;
pub mod solver;

pub use backbone::{Backbone, backbone};
pub use board::{Placement, Square};
pub use check_formula::{
    FormulaCheck, FormulaError, LISTED_AT_MOST, LISTED_UP_TO, NoPlacement, check_formula,
};
pub use cnf::Encoding;
pub use explain::{Reason, explain};
pub use interrupt::Interrupt;
pub use puzzle::Puzzle;
pub use solve::{MAX_CLAUSES_IN_MEMORY, Options, Solution, SolveError, is_unique, solve};

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
