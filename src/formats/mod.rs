//! Formats at the edges: formulas out, solver answers and placements in and out.

mod answer;
mod board_reader;
mod cnf_writer;
mod decimal;
mod map;
mod placement;
mod svg;

pub(crate) use answer::without_colours;
pub use answer::{Answer, AnswerError, Values, parse_answer, parse_output};
pub use board_reader::{Board, PlacementError, parse_board};
pub use cnf_writer::{CnfWriter, WriteError};
pub use map::{MapError, MapHeader, MapWriter, Role, read_map};
pub use placement::{PlacementFormat, write_board, write_placement};
pub use svg::{Picture, write_svg};
