//! A solver's answer, written: the values of a model as `v` lines.

use std::io::{self, Write};

use super::decimal::{ROOM, write_decimal};
use crate::cnf::Lit;

/// The longest line.
const WIDTH: usize = 78;

/// Writes literals in lines of less than 80 characters, the last one closed by 0.
pub fn write_values(
    literals: impl IntoIterator<Item = Lit>,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let mut line = Vec::with_capacity(WIDTH + 1);
    line.push(b'v');
    let numbers = literals.into_iter().map(Lit::to_dimacs);
    for number in numbers.chain([0]) {
        let mut room = [0; ROOM];
        let length = write_decimal(number, &mut room);
        if line.len() + 1 + length > WIDTH {
            line.push(b'\n');
            out.write_all(&line)?;
            line.truncate(1);
        }
        line.push(b' ');
        line.extend_from_slice(&room[..length]);
    }
    line.push(b'\n');
    out.write_all(&line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Answer, parse_answer};

    #[test]
    fn every_model_reads_back_and_no_line_is_long() -> io::Result<()> {
        for variables in (0..200).chain([10_000]) {
            let lits = (1..=variables).map(|v| Lit::new(v, v % 3 == 0));
            let mut text = b"s SATISFIABLE\n".to_vec();
            write_values(lits.clone(), &mut text)?;
            let Ok(Answer::Satisfiable(values)) = parse_answer(&text) else {
                panic!("{variables} variables do not read back");
            };
            assert!(values.closed && lits.eq(values.literals().iter().copied()));
            let text = String::from_utf8_lossy(&text);
            assert!(text.lines().all(|line| line.len() < 80));
            assert!(text.ends_with(" 0\n"));
        }
        Ok(())
    }
}
