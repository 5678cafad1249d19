//! How large a puzzle's formula will be, without making it.

use super::emit::is_told;
use super::{Fixed, MAX_N, Orbits, SquareMap};
use crate::board::Square;
use crate::cnf::{Encoding, MAX_VARIABLES, SizeOf};
use crate::puzzle::{Bound, Puzzle};

/// The size of a formula under the fixed numbering, or that of orbits if the puzzle has a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaSize {
    /// All variables: one a square or orbit, and the auxiliary ones.
    pub variables: u32,
    pub auxiliaries: u32,
    pub clauses: u64,
    /// Literals in all clauses together.
    pub literals: u64,
}

/// A formula that needs more variables than can be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    #[error(
        "N = {n} is too large: the formula needs a variable for each of the N² squares, and solvers take at most {MAX_VARIABLES}, so N is at most {MAX_N}"
    )]
    Squares { n: u32 },
    #[error(
        "N = {n} with the {encoding} encoding needs {variables} variables, more than the {MAX_VARIABLES} that solvers take: pairwise needs the fewest"
    )]
    Auxiliaries {
        n: u32,
        encoding: Encoding,
        variables: u64,
    },
    #[error(
        "N = {n} with the {encoding} encoding, up to symmetry, needs {variables} variables, more than the {MAX_VARIABLES} that solvers take: leave out '--symmetry-break'{}",
        or_pairwise(*encoding)
    )]
    UpToSymmetry {
        n: u32,
        encoding: Encoding,
        variables: u64,
    },
}

fn or_pairwise(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Pairwise => "",
        _ => ", or use '--amo pairwise', which needs the fewest",
    }
}

/// The exact size of what [`emit`](super::emit) makes of this puzzle under the fixed numbering, or
/// that of [`Orbits`] if the puzzle has a turn; O(groups), by the closed forms of the encodings.
pub fn formula_size(puzzle: &Puzzle, encoding: Encoding) -> Result<FormulaSize, TooLarge> {
    let n = puzzle.n();
    let squares = square_variables(puzzle)?;
    let mut total = SizeOf::new(encoding);
    for constraint in constraints(puzzle) {
        match constraint {
            Constraint::Clause(k) => total.add_clause(k),
            Constraint::AtMostOne(k) => total.add_at_most_one(k),
            Constraint::ExactlyOne(k) => {
                total.add_clause(k);
                total.add_at_most_one(k);
            }
        }
    }
    let size = total.size;
    let variables = u64::from(squares) + size.auxiliaries;
    if variables > u64::from(MAX_VARIABLES) {
        return Err(TooLarge::Auxiliaries {
            n,
            encoding,
            variables,
        });
    }
    Ok(FormulaSize {
        variables: variables as u32,
        auxiliaries: size.auxiliaries as u32,
        clauses: size.clauses,
        literals: size.literals,
    })
}

/// How many variables stand for the squares in an export.
pub(super) fn square_variables(puzzle: &Puzzle) -> Result<u32, TooLarge> {
    let n = puzzle.n();
    let variables = match puzzle.turn() {
        None => Fixed::new(n).map(|map| map.variables()),
        Some(turn) => Orbits::new(n, turn).map(|map| map.variables()),
    };
    variables.ok_or(TooLarge::Squares { n })
}

/// A constraint over so many literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constraint {
    Clause(u64),
    AtMostOne(u64),
    ExactlyOne(u64),
}

/// What [`emit`](super::emit) sends for this puzzle under the numbering of its exports, by the number
/// of literals.
pub(super) fn constraints(puzzle: &Puzzle) -> impl Iterator<Item = Constraint> {
    let (n, turn) = (puzzle.n(), puzzle.turn());
    let groups = puzzle
        .groups()
        .filter(move |group| turn.is_none_or(|turn| group.stands_for_images(turn)));
    let of_groups = groups.flat_map(move |group| {
        let (single, repeated) = match turn {
            None => (group.squares.len() as u64, 0),
            Some(turn) => {
                let repeats = group.repeats(n, turn);
                (repeats.single, repeats.repeated)
            }
        };
        let of_single = match group.bound {
            Bound::ExactlyOne => Constraint::ExactlyOne(single),
            Bound::AtMostOne => Constraint::AtMostOne(single),
        };
        let of_repeated = (0..repeated).map(|_| Constraint::Clause(1));
        of_repeated.chain([of_single])
    });
    let settled = [puzzle.given(), puzzle.forbidden()];
    let of_settled = settled.into_iter().flat_map(move |squares: &[Square]| {
        let told = move |square: &&Square| !is_told(squares, **square, n, turn);
        squares.iter().filter(told).map(|_| Constraint::Clause(1))
    });
    of_groups.chain(of_settled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Regions, Turn};
    use crate::encode::emit;

    /// Fields in an L round the corner, which no turn keeps.
    fn corners(n: u32) -> Puzzle {
        let numbers: Vec<u8> = (0..n * n).map(|i| (i / n).max(i % n) as u8).collect();
        Puzzle::regions(Regions::from_numbers(n, &numbers))
    }

    #[test]
    fn the_closed_form_of_a_symmetric_puzzle_is_what_is_sent() {
        for n in 0..=26 {
            let mut puzzles = vec![Puzzle::queens(n), Puzzle::torus(n), Puzzle::rooks(n)];
            if n > 0 {
                puzzles.push(corners(n));
                let settled = Puzzle::queens(n)
                    .queen(Square::new(0, n / 2))
                    .and_then(|p| p.queen(Square::new(n - 1, n - 1 - n / 2)))
                    .and_then(|p| p.forbid(Square::new(n - 1, 0)));
                puzzles.push(settled.unwrap());
            }
            for (puzzle, turn) in puzzles.iter().flat_map(|p| Turn::ALL.map(|t| (p, t))) {
                let puzzle = puzzle.clone().symmetric(turn);
                for encoding in Encoding::ALL {
                    let mut sent = SizeOf::new(encoding);
                    let map = Orbits::new(n, turn).unwrap();
                    assert!(emit(&puzzle, &map, &mut sent).is_continue());
                    let size = formula_size(&puzzle, encoding).unwrap();
                    assert_eq!(size.clauses, sent.size.clauses, "{puzzle:?} {encoding}");
                    assert_eq!(size.literals, sent.size.literals, "{puzzle:?} {encoding}");
                    assert_eq!(u64::from(size.auxiliaries), sent.size.auxiliaries);
                    assert_eq!(size.variables, map.variables() + size.auxiliaries);
                }
            }
        }
    }
}
