//! Logic: literals, constraints, clauses and their sizes. Knows nothing of chess.

pub mod at_most_one;
mod dense;
mod lit;
mod sink;
mod size;
mod to_cnf;

pub use at_most_one::Encoding;
pub use dense::Dense;
pub use lit::{Lit, MAX_VARIABLES, Model};
pub use sink::{ClauseSink, Cnf, ConstraintSink, CountClauses, Stop};
pub use size::{Size, SizeOf};
pub use to_cnf::{ToCnf, Variables};
