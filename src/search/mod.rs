//! Native search, without any logic: what SAT results are held against.

mod backtrack;
pub mod bands;
mod parallel;
mod rows;
mod symmetric;
mod unique;

pub use backtrack::count_rows;
pub use parallel::{Progress, count};
pub(crate) use rows::MAX_N;
pub use rows::{Rows, TooManyRows, count_up_to};
pub use unique::count_unique;
