//! Chess: squares, lines, placements and the checker. Knows nothing of logic.

mod attacks;
mod check;
mod group_name;
mod placement;
mod regions;
mod square;
mod symmetry;
mod turn;

pub use attacks::{Diagonals, Laws};
pub use check::{Attack, Line, Verdict, check, counted, is_placement, is_symmetric, unturned};
pub use group_name::{GroupName, UnknownGroup};
pub use placement::Placement;
pub use regions::{Regions, RegionsError};
pub use square::{Square, SquareError};
pub use symmetry::Symmetry;
pub use turn::{Turn, UnknownTurn, orbit};
