//! Formats at the edges: formulas, solver answers and placements, in and out.

mod answer;
mod answer_writer;
mod board_reader;
mod cnf_plus;
mod cnf_reader;
mod cnf_writer;
mod decimal;
mod icnf;
mod knf;
mod lines;
mod map;
mod opb;
mod placement;
mod svg;

pub(crate) use answer::without_colours;
pub use answer::{Answer, AnswerError, Values, parse_answer, parse_output};
pub use answer_writer::write_values;
pub use board_reader::{Board, PlacementError, parse_board};
pub use cnf_plus::CnfPlusWriter;
pub use cnf_reader::{
    CnfError, CnfHeader, CnfMistake, CnfRead, CnfReader, Leniency, Miscount, Place, read_cnf,
};
pub use cnf_writer::CnfWriter;
pub use icnf::IcnfWriter;
pub use knf::KnfWriter;
pub use lines::WriteError;
pub use map::{MapError, MapHeader, MapWriter, Role, read_map};
pub use opb::OpbWriter;
pub use placement::{PlacementFormat, write_board, write_placement};
pub use svg::{Picture, write_svg};
