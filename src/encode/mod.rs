//! The bridge: the only place that speaks both chess and logic.

mod cardinality;
mod dimacs;
mod emit;
mod formula;
mod guided;
mod lex_leader;
mod map;
mod map_file;
mod orbits;
mod residual;
mod size;
mod tuned;

pub use cardinality::{CardinalityFormat, CardinalitySize};
pub(crate) use dimacs::comments;
pub use dimacs::{
    DimacsError, Projection, write_dimacs, write_dimacs_projected, write_numbered, write_projected,
};
pub use emit::{emit, emit_side_by_side};
pub use formula::Formula;
pub use guided::{Guided, Start};
pub use lex_leader::{emit_lex_leader, lex_leader_size};
pub use map::{Fixed, MAX_N, Numbering, SquareMap, Term};
pub use map_file::{read_queens, write_map};
pub use orbits::Orbits;
pub use residual::Residual;
pub use size::{FormulaSize, TooLarge, formula_size};
pub use tuned::Tuned;
