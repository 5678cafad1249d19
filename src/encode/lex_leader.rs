//! The lex-leader: clauses that keep one placement of each orbit, the smallest list.
//!
//! James Crawford, Matthew Ginsberg, Eugene Luks, Amitabha Roy, "Symmetry-Breaking Predicates for
//! Search Problems", KR 1996. The board, row by row, is a list of bits x₀, x₁, …, true where a queen
//! stands, and its image under a symmetry is y₀, y₁, …: yᵢ is the literal of the square that comes to
//! lie on square i. In the first row that differs the smaller list has its queen first, so that no
//! image is smaller where x ≥ y for every symmetry. A chain of auxiliary variables eᵢ, which say that
//! all bits before the i-th are equal, compares them: eᵢ ∧ yᵢ → xᵢ and eᵢ₊₁ ↔ eᵢ ∧ (xᵢ = yᵢ). They
//! follow from the squares, so that a placement stays a single model.
//!
//! Not every bit has to be compared:
//!
//! - Along a cycle of the symmetry each square is compared with the one that it comes from: where all
//!   but one are equal, that one is, too. So the last of each cycle drops out.
//! - In a reflection where each square attacks its image, two lists agree in a row only by a queen on
//!   the axis. There is at most one, so that the first two rows decide, and the first one alone if it
//!   does not meet the axis. Besides, xᵢ and yᵢ are never both true: eᵢ → ¬yᵢ and eᵢ₊₁ ↔ eᵢ ∧ ¬xᵢ.
//!
//! Of the plain board's symmetries the rotations remain, with some 2N² bits in all. For k ≥ 2 bits:
//! k − 1 variables, 5k − 5 clauses, 14k − 16 literals; in such a reflection k − 2, 4k − 6 and 9k − 15.
//! A single bit takes one clause.

mod chain;

use std::ops::ControlFlow;

use chain::Chain;

use super::SquareMap;
use crate::board::{Diagonals, Laws, Square, Symmetry, Turn};
use crate::cnf::{ClauseSink, Size, Stop, ToCnf};
use crate::puzzle::Puzzle;

/// Sends the lex-leader for all of a puzzle's symmetries, after [`emit`](super::emit) has sent the
/// rules, on which it relies; its auxiliary variables come next.
pub fn emit_lex_leader<M, S>(puzzle: &Puzzle, map: &M, cnf: &mut ToCnf<S>) -> ControlFlow<Stop>
where
    M: SquareMap,
    S: ClauseSink,
{
    let mut comparisons = comparisons(puzzle, map.turn()).into_iter();
    comparisons.try_for_each(|comparison| comparison.emit(map, cnf))
}

/// The exact size of a puzzle's lex-leader under a numbering that leaves all squares open, by closed
/// forms; O(N).
pub fn lex_leader_size(puzzle: &Puzzle) -> Size {
    let comparisons = comparisons(puzzle, puzzle.turn()).into_iter();
    comparisons.fold(Size::default(), |sum, comparison| sum + comparison.size())
}

/// The comparison of a board with its image.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    pub(super) symmetry: Symmetry,
    n: u32,
    /// The turn whose orbits share a literal.
    turn: Option<Turn>,
    /// The group that the turn makes.
    turns: Vec<Symmetry>,
    /// The group that the symmetry and the turn make together.
    group: Vec<Symmetry>,
    /// Whether no queens can stand both on a square and on its image.
    attacking: bool,
}

/// The comparisons that a puzzle's lex-leader makes, in order.
///
/// Where placements are equal to themselves after a turn, symmetries that differ by the turn alone
/// have the same images: one of them is enough.
pub(super) fn comparisons(puzzle: &Puzzle, turn: Option<Turn>) -> Vec<Comparison> {
    let turns = generate(turn.map(Turn::symmetry).as_slice());
    let mut seen = vec![representative(turn, GENERIC_N, GENERIC)];
    let mut comparisons = Vec::new();
    for symmetry in puzzle.symmetries().iter() {
        let image = representative(turn, GENERIC_N, symmetry.apply(GENERIC, GENERIC_N));
        if seen.contains(&image) {
            continue;
        }
        seen.push(image);
        let generators = [&turns[..], &[symmetry]].concat();
        comparisons.push(Comparison {
            symmetry,
            n: puzzle.n(),
            turn,
            turns: turns.clone(),
            group: generate(&generators),
            attacking: attacks_image(puzzle.laws(), symmetry),
        });
    }
    comparisons
}

impl Comparison {
    fn emit<M, S>(&self, map: &M, cnf: &mut ToCnf<S>) -> ControlFlow<Stop>
    where
        M: SquareMap,
        S: ClauseSink,
    {
        let back = self.symmetry.inverse();
        let mut chain = Chain::new(cnf);
        for square in self.squares() {
            let (x, y) = (map.term(square), map.term(back.apply(square, self.n)));
            match self.attacking {
                true => chain.compare_exclusive(x, y)?,
                false => chain.compare(x, y)?,
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn size(&self) -> Size {
        let (bits, attacking) = (self.bits(), self.attacking);
        let (auxiliaries, clauses, literals) = match bits {
            0 => (0, 0, 0),
            1 => (0, 1, if attacking { 1 } else { 2 }),
            k if attacking => (k - 2, 4 * k - 6, 9 * k - 15),
            k => (k - 1, 5 * k - 5, 14 * k - 16),
        };
        Size {
            auxiliaries,
            clauses,
            literals,
        }
    }

    /// How many bits are compared.
    fn bits(&self) -> u64 {
        match self.attacking {
            true => self.squares().count() as u64,
            // Of all literals, those that are not the last of their cycle.
            false => orbits(&self.turns, self.n) - orbits(&self.group, self.n),
        }
    }

    /// The squares that are compared, in reading order.
    fn squares(&self) -> impl Iterator<Item = Square> {
        let n = self.n;
        let squares =
            (0..self.rows()).flat_map(move |row| (0..n).map(move |c| Square::new(row, c)));
        squares.filter(|&square| self.is_compared(square))
    }

    /// How many rows there are until lists must differ.
    fn rows(&self) -> u32 {
        if !self.attacking {
            return self.n;
        }
        let mut first_row = (0..self.n).map(|col| Square::new(0, col));
        let meets_axis = first_row.any(|s| self.symmetry.apply(s, self.n) == s);
        self.n.min(if meets_axis { 2 } else { 1 })
    }

    /// Whether a square is the first that its literal stands for, and that literal not the last of its
    /// cycle.
    fn is_compared(&self, square: Square) -> bool {
        let first = |square| representative(self.turn, self.n, square);
        let mut cycle = self.group.iter().map(|s| first(s.apply(square, self.n)));
        first(square) == square && cycle.any(|other| other > square)
    }
}

/// Whether the symmetry is a reflection where each square attacks its image, and those on the axis
/// attack each other.
fn attacks_image(laws: &Laws, symmetry: Symmetry) -> bool {
    match symmetry {
        // Along the row or the column.
        Symmetry::Mirror | Symmetry::Flip => true,
        // Along the diagonals.
        Symmetry::Transpose | Symmetry::Antitranspose => {
            matches!(laws.diagonals, Diagonals::Plain | Diagonals::Wrapped)
        }
        _ => false,
    }
}

/// The first of the squares that share a square's literal.
fn representative(turn: Option<Turn>, n: u32, square: Square) -> Square {
    turn.map_or(square, |turn| turn.representative(n, square))
}

/// A square that each symmetry carries to another one, on a board of this size: its images tell the
/// symmetries apart.
const GENERIC: Square = Square::new(0, 1);
const GENERIC_N: u32 = 4;

/// The group that some symmetries make.
fn generate(generators: &[Symmetry]) -> Vec<Symmetry> {
    let mut images = vec![GENERIC];
    let mut done = 0;
    while let Some(&square) = images.get(done) {
        for generator in generators {
            let image = generator.apply(square, GENERIC_N);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        done += 1;
    }
    let reached = |symmetry: &Symmetry| images.contains(&symmetry.apply(GENERIC, GENERIC_N));
    Symmetry::ALL.into_iter().filter(reached).collect()
}

/// How many orbits the squares of an `n`×`n` board fall into: as many as a symmetry of the group
/// leaves in place on average (Burnside's lemma).
fn orbits(group: &[Symmetry], n: u32) -> u64 {
    let n = u64::from(n);
    let in_place = group.iter().map(|symmetry| match symmetry {
        Symmetry::Identity => n * n,
        Symmetry::Mirror | Symmetry::Flip => n * (n % 2),
        Symmetry::Transpose | Symmetry::Antitranspose => n,
        Symmetry::QuarterTurn | Symmetry::HalfTurn | Symmetry::ThreeQuarterTurn => n % 2,
    });
    in_place.sum::<u64>() / group.len() as u64
}

#[cfg(test)]
mod tests;
