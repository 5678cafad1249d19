//! What each variable of a puzzle's formula stands for, as a map file, and answers read through it.

use std::io::{BufRead, Write};

use super::lex_leader::comparisons;
use super::{DimacsError, Formula, Numbering};
use crate::board::Square;
use crate::cnf::{Lit, Model};
use crate::formats::{MapError, MapHeader, MapWriter, Role, WriteError, read_map};
use crate::interrupt::Interrupt;

/// Writes the map file of the formula that [`write_numbered`](super::write_numbered) writes, in one
/// pass and without making the formula; gives the output back.
pub fn write_map<M: Numbering, W: Write>(
    formula: &Formula<'_>,
    map: &M,
    out: W,
    interrupt: Interrupt,
) -> Result<W, DimacsError> {
    let size = formula.size()?;
    let n = formula.puzzle.n();
    let header = MapHeader {
        n,
        variables: size.variables,
        squares: n * n,
        auxiliaries: size.auxiliaries,
        clauses: size.clauses,
    };
    let mut writer = MapWriter::new(out, &header).map_err(WriteError::Io)?;
    let first = map.auxiliaries_after();
    let after = first + size.auxiliaries;
    write_squares(map, 1..=first, &mut writer, &interrupt)?;
    write_auxiliaries(formula, &mut writer, &interrupt)?;
    if formula.up_to_symmetry {
        write_lex_leader(formula, &mut writer, &interrupt)?;
    }
    write_squares(map, after + 1..=size.variables, &mut writer, &interrupt)?;
    Ok(writer.finish())
}

fn write_squares<M: Numbering, W: Write>(
    map: &M,
    variables: std::ops::RangeInclusive<u32>,
    writer: &mut MapWriter<W>,
    interrupt: &Interrupt,
) -> Result<(), WriteError> {
    for variable in variables {
        if interrupt.is_set() {
            return Err(WriteError::Interrupted);
        }
        writer.squares(map.squares(variable))?;
    }
    Ok(())
}

/// The groups take their auxiliary variables in order, as many as the closed forms say.
fn write_auxiliaries<W: Write>(
    formula: &Formula<'_>,
    writer: &mut MapWriter<W>,
    interrupt: &Interrupt,
) -> Result<(), WriteError> {
    let Formula {
        puzzle, encoding, ..
    } = formula;
    for group in puzzle.groups() {
        if interrupt.is_set() {
            return Err(WriteError::Interrupted);
        }
        let literals = match puzzle.turn() {
            None => group.squares.len() as u64,
            Some(turn) if group.stands_for_images(turn) => group.repeats(puzzle.n(), turn).single,
            Some(_) => continue,
        };
        let size = encoding.size(literals);
        writer.auxiliaries(size.auxiliaries, group.name)?;
    }
    Ok(())
}

/// How many lines are written between two looks at the interrupt.
const POLL_EVERY: u64 = 4096;

/// After the groups the symmetries take theirs, in order, too.
fn write_lex_leader<W: Write>(
    formula: &Formula<'_>,
    writer: &mut MapWriter<W>,
    interrupt: &Interrupt,
) -> Result<(), WriteError> {
    let puzzle = formula.puzzle;
    for comparison in comparisons(puzzle, puzzle.turn()) {
        let mut left = comparison.size().auxiliaries;
        while left > 0 {
            if interrupt.is_set() {
                return Err(WriteError::Interrupted);
            }
            let count = left.min(POLL_EVERY);
            writer.symmetries(count, comparison.symmetry)?;
            left -= count;
        }
    }
    Ok(())
}

/// The squares with a queen in a model of the formula that a map file for an `n`×`n` board belongs
/// to, in reading order; and what the map says of itself.
pub fn read_queens(
    map: impl BufRead,
    n: u32,
    model: &Model,
) -> Result<(MapHeader, Vec<Square>), MapError> {
    let mut queens = Vec::new();
    let header = read_map(map, n, |variable, role| {
        if let Role::Squares(squares) = role
            && model.satisfies(Lit::positive(variable))
        {
            queens.extend_from_slice(squares);
        }
    })?;
    queens.sort_unstable();
    Ok((header, queens))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{GroupName, Regions, Turn};
    use crate::cnf::{Cnf, Encoding};
    use crate::encode::{Fixed, Orbits, Tuned};
    use crate::puzzle::Puzzle;

    /// What a variable stands for, whatever its number: its square, or its group or symmetry and which
    /// of all auxiliary variables it is.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    enum Meaning {
        Queen(Square),
        Auxiliary(GroupName, usize),
        Symmetry(&'static str, usize),
    }

    type Clauses = Vec<Vec<(Meaning, bool)>>;

    /// The formula under a numbering as sorted clauses, renamed by what its map file says.
    fn meant<M: Numbering>(formula: &Formula<'_>, map: &M) -> Clauses {
        let file = write_map(formula, map, Vec::new(), Interrupt::new()).unwrap();
        let mut meanings = Vec::new();
        let mut auxiliaries = 0;
        let header = read_map(file.as_slice(), map.n(), |_, role| {
            auxiliaries += usize::from(!matches!(role, Role::Squares(_)));
            meanings.push(match role {
                Role::Squares(squares) => Meaning::Queen(squares[0]),
                Role::Auxiliary(group) => Meaning::Auxiliary(group, auxiliaries),
                Role::Symmetry(symmetry) => Meaning::Symmetry(symmetry.name(), auxiliaries),
            });
        });
        let mut cnf = Cnf::new();
        assert!(formula.emit(map, &mut cnf).is_continue());
        assert_eq!(header.unwrap().clauses, cnf.len() as u64);
        let clauses = cnf.clauses().map(|clause| {
            let lits = clause.iter().map(|lit| {
                let meaning = meanings[lit.var() as usize - 1].clone();
                (meaning, lit.is_positive())
            });
            let mut lits: Vec<_> = lits.collect();
            lits.sort();
            lits
        });
        let mut clauses: Clauses = clauses.collect();
        clauses.sort();
        clauses
    }

    /// The formulas of a puzzle: of all its placements, and of one of each orbit.
    fn formulas(puzzle: &Puzzle) -> impl Iterator<Item = Formula<'_>> {
        let formulas = [Formula::new, Formula::up_to_symmetry];
        let all = Encoding::ALL.into_iter();
        all.flat_map(move |encoding| formulas.map(|formula| formula(puzzle, encoding)))
    }

    fn the_tuned_formula_is_the_fixed_one(puzzle: &Puzzle) {
        for formula in formulas(puzzle) {
            let size = formula.size().unwrap();
            let fixed = Fixed::new(puzzle.n()).unwrap();
            let fixed = meant(&formula, &fixed);
            for seed in [0, 5] {
                let tuned = Tuned::new(puzzle.n(), size.auxiliaries, seed).unwrap();
                assert!(meant(&formula, &tuned) == fixed, "{formula:?}");
            }
        }
    }

    #[test]
    fn the_tuned_formula_is_the_fixed_one_with_its_variables_renamed() {
        for n in 0..=12 {
            the_tuned_formula_is_the_fixed_one(&Puzzle::queens(n));
        }
        for n in 5..=7 {
            the_tuned_formula_is_the_fixed_one(&Puzzle::torus(n));
            the_tuned_formula_is_the_fixed_one(&Puzzle::rooks(n));
            let settled = Puzzle::queens(n).queen(Square::new(2, 3)).unwrap();
            let settled = settled.forbid(Square::new(0, 1)).unwrap();
            the_tuned_formula_is_the_fixed_one(&settled);
        }
        let regions = Regions::parse("AABBB\nACCBB\nAACDD\nECCDD\nEEEED\n").unwrap();
        the_tuned_formula_is_the_fixed_one(&Puzzle::regions(regions));
    }

    #[test]
    fn the_map_of_a_symmetric_puzzle_names_every_square_and_every_auxiliary() {
        for turn in Turn::ALL {
            for n in 0..=20 {
                let puzzle = Puzzle::queens(n).symmetric(turn);
                let map = Orbits::new(n, turn).unwrap();
                for formula in formulas(&puzzle) {
                    let none = Interrupt::new();
                    let file = write_map(&formula, &map, Vec::new(), none).unwrap();
                    let mut auxiliaries = 0;
                    // The reader counts squares and auxiliary variables against the header.
                    let header = read_map(file.as_slice(), n, |variable, role| match role {
                        Role::Squares(squares) => {
                            let orbit = squares.iter().map(|&square| map.variable(square));
                            assert!(orbit.into_iter().all(|v| v == variable));
                        }
                        Role::Auxiliary(_) | Role::Symmetry(_) => auxiliaries += 1,
                    });
                    let header = header.unwrap();
                    assert_eq!((header.squares, header.auxiliaries), (n * n, auxiliaries));
                }
            }
        }
    }

    #[test]
    fn an_interrupt_stops_the_map() {
        let interrupt = Interrupt::new();
        interrupt.set();
        let (puzzle, map) = (Puzzle::queens(4), Fixed::new(4).unwrap());
        let formula = Formula::new(&puzzle, Encoding::Auto);
        let written = write_map(&formula, &map, Vec::new(), interrupt);
        assert!(matches!(
            written,
            Err(DimacsError::Write(WriteError::Interrupted))
        ));
    }
}
