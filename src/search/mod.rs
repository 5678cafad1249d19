//! Native search, without any logic: what SAT results are held against.

mod backtrack;
mod parallel;

pub use backtrack::{Rows, TooManyRows};
pub use parallel::{Progress, count};
