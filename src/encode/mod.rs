//! The bridge: the only place that speaks both chess and logic.

mod dimacs;
mod emit;
mod guided;
mod map;
mod orbits;
mod residual;
mod size;

pub use dimacs::{DimacsError, write_dimacs};
pub use emit::{emit, emit_side_by_side};
pub use guided::{Guided, Start};
pub use map::{Fixed, MAX_N, SquareMap, Term};
pub use orbits::Orbits;
pub use residual::Residual;
pub use size::{FormulaSize, TooLarge, formula_size};
