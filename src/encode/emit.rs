//! From groups of squares to constraints on literals.

use std::ops::ControlFlow;

use super::{SquareMap, Term};
use crate::board::{Square, Turn};
use crate::cnf::{ConstraintSink, Lit, Stop};
use crate::puzzle::{Bound, Group, Puzzle};

/// Sends a puzzle's constraints to a sink: its groups in order, then a unit clause for each given
/// and each forbidden square that the map leaves open.
///
/// What is settled is put right here, once for all maps and encodings: a square that is false drops
/// out; one that is true makes the others of its group false; a literal that stands for two squares
/// of a group is false; a group that must hold a queen and cannot is the empty clause. Where a turn's
/// squares share literals, one of the lines that it carries to each other is sent for all.
pub fn emit<M, S>(puzzle: &Puzzle, map: &M, sink: &mut S) -> ControlFlow<Stop>
where
    M: SquareMap,
    S: ConstraintSink,
{
    let mut lits = Vec::with_capacity(puzzle.n() as usize);
    for group in groups(puzzle, map) {
        let queens = literals(&group, map, &mut lits);
        if queens == 0 && has_repeats(&group, map) {
            make_distinct(&mut lits, sink)?;
        }
        emit_group(group.bound, queens, &lits, sink)?;
    }
    emit_settled(puzzle, map, sink)
}

/// How many lines go side by side; more squares than that in a row would not stay in the cache.
const SIDE_BY_SIDE: usize = 64;

/// Sends the same constraints as [`emit`], neighbouring lines side by side where the sink can do that:
/// it is for solvers, which load them faster so, and for maps that leave all squares open.
pub fn emit_side_by_side<M, S>(puzzle: &Puzzle, map: &M, sink: &mut S) -> ControlFlow<Stop>
where
    M: SquareMap,
    S: ConstraintSink,
{
    let mut groups = groups(puzzle, map);
    let mut lines: Vec<Vec<Lit>> = Vec::new();
    while let Some(group) = groups.next() {
        let mut count = 0;
        let mut next = Some(group);
        while let Some(group) = next {
            if lines.len() == count {
                lines.push(Vec::new());
            }
            let lits = &mut lines[count];
            let queens = literals(&group, map, lits);
            debug_assert_eq!(queens, 0);
            if has_repeats(&group, map) {
                make_distinct(lits, sink)?;
            }
            if group.bound == Bound::ExactlyOne {
                sink.clause(lits)?;
            }
            if lits.len() > 1 {
                count += 1;
            }
            // A row's squares are side by side already.
            let more = count < SIDE_BY_SIDE && !group.squares.is_row();
            next = more.then(|| groups.next()).flatten();
        }
        sink.at_most_one_each(&lines[..count])?;
    }
    emit_settled(puzzle, map, sink)
}

/// The groups of a puzzle; of those that are the same constraint under this map, one.
fn groups<'a, M: SquareMap>(puzzle: &'a Puzzle, map: &M) -> impl Iterator<Item = Group<'a>> {
    let turn = map.turn();
    puzzle
        .groups()
        .filter(move |group| turn.is_none_or(|turn| group.stands_for_images(turn)))
}

/// Puts the literals of a group into `lits`, and counts the queens that are settled.
fn literals<M: SquareMap>(group: &Group<'_>, map: &M, lits: &mut Vec<Lit>) -> u32 {
    lits.clear();
    let mut queens = 0;
    for square in group.squares.clone() {
        match map.term(square) {
            Term::Lit(lit) => lits.push(lit),
            Term::True => queens += 1,
            Term::False => {}
        }
    }
    queens
}

/// A unit clause for each given and each forbidden square that the map leaves open.
fn emit_settled<M, S>(puzzle: &Puzzle, map: &M, sink: &mut S) -> ControlFlow<Stop>
where
    M: SquareMap,
    S: ConstraintSink,
{
    for (squares, holds_queen) in [(puzzle.given(), true), (puzzle.forbidden(), false)] {
        for &square in squares {
            if is_told(squares, square, puzzle.n(), map.turn()) {
                continue;
            }
            match (map.term(square), holds_queen) {
                (Term::Lit(lit), true) => sink.clause(&[lit])?,
                (Term::Lit(lit), false) => sink.clause(&[!lit])?,
                (Term::True, true) | (Term::False, false) => {}
                (Term::True, false) | (Term::False, true) => sink.clause(&[])?,
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether the first square of this one's orbit is among the sorted `squares`, and tells what the map
/// makes of both.
pub(super) fn is_told(squares: &[Square], square: Square, n: u32, turn: Option<Turn>) -> bool {
    let first = turn.map(|turn| turn.representative(n, square));
    first.is_some_and(|first| first != square && squares.binary_search(&first).is_ok())
}

/// One group, `queens` of whose squares are true; false ones and repeated literals have dropped out.
fn emit_group<S: ConstraintSink>(
    bound: Bound,
    queens: u32,
    lits: &[Lit],
    sink: &mut S,
) -> ControlFlow<Stop> {
    if queens > 1 {
        return sink.clause(&[]);
    }
    if queens == 1 {
        return lits.iter().try_for_each(|&lit| sink.clause(&[!lit]));
    }
    match bound {
        Bound::ExactlyOne => sink.exactly_one(lits),
        Bound::AtMostOne if lits.len() > 1 => sink.at_most_one(lits),
        Bound::AtMostOne => ControlFlow::Continue(()),
    }
}

/// Whether some literal may stand for two squares of a group.
fn has_repeats<M: SquareMap>(group: &Group<'_>, map: &M) -> bool {
    map.turn()
        .is_some_and(|turn| group.repeats(map.n(), turn).repeated > 0)
}

/// A literal that occurs twice, for two squares of one orbit, can't be true: it becomes a unit clause
/// and drops out.
fn make_distinct<S: ConstraintSink>(lits: &mut Vec<Lit>, sink: &mut S) -> ControlFlow<Stop> {
    let mut sorted = lits.clone();
    sorted.sort_unstable();
    for run in sorted.chunk_by(|a, b| a == b).filter(|run| run.len() > 1) {
        sink.clause(&[!run[0]])?;
        lits.retain(|lit| *lit != run[0]);
    }
    ControlFlow::Continue(())
}
