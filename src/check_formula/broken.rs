//! What a broken rule implies, as clauses that are asked together with a formula.
//!
//! A question is a literal: a model in which it is true breaks a rule, and for every model that breaks
//! one, some question can be true. What propagation refutes is no part of any. And they are worded so
//! that none has to be asked which is hard only since the formula leaves some rules to follow from the
//! others. Rows with a queen each and columns with one at most, say, are enough; but that then no row has
//! two is the pigeonhole principle, for which resolution takes exponential time. So that is counted here,
//! once for all, and not by the solver:
//!
//! 1. Two queens in some row, and two in some column.
//! 2. Nowhere two in a column (so there are at most N), and an empty row; then there are fewer than N,
//!    and a column is empty, too, or else two stand in some row.
//! 3. The same with rows and columns exchanged.
//! 4. Two queens on some other line or in some region, or a square that is not as given.
//!
//! If two stand in some row and nowhere two in a column, there are at most N queens, and an empty row, so
//! that the second asks for them. If a row or a column is empty and nowhere two stand in one, there are
//! fewer than N queens, and both a row and a column are empty: the second asks for these, too.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::propagate::Propagator;
use crate::board::{GroupName, Square};
use crate::cnf::{Lit, Stop, Variables};
use crate::encode::{Numbering, Term};
use crate::interrupt::Interrupt;
use crate::puzzle::Puzzle;
use crate::solver::Solver;

/// The ways to break the rules that propagation does not refute.
#[derive(Debug, Default)]
pub(super) struct Broken {
    rows: Lines,
    columns: Lines,
    /// Two literals each, both true: queens on some other line or in some region.
    pairs: Vec<[Lit; 2]>,
    /// A literal each, false where a square is as given.
    settled: Vec<Lit>,
    /// Whether these are all, and not just as many pairs as memory is for.
    pub(super) is_whole: bool,
}

/// The same for the lines of one direction.
#[derive(Debug, Default)]
struct Lines {
    /// Two literals each, both true: queens on one line.
    pairs: Vec<[Lit; 2]>,
    /// The literals of a line, all false.
    empty: Vec<Vec<Lit>>,
}

impl Broken {
    /// Finds them, but no more pairs than about `limit`. `Break` if interrupted.
    pub(super) fn new<M: Numbering>(
        puzzle: &Puzzle,
        map: &M,
        propagator: &mut Propagator,
        limit: usize,
        interrupt: &Interrupt,
    ) -> ControlFlow<Stop, Broken> {
        let mut broken = Broken {
            is_whole: true,
            ..Broken::default()
        };
        // All pairs of a literal are looked at together, since propagation finds them so.
        let mut lines: Vec<(GroupName, Vec<Lit>)> = Vec::new();
        let mut lines_of: Vec<Vec<usize>> = vec![Vec::new(); map.variables() as usize + 1];
        for group in puzzle.groups() {
            let squares = group.squares.clone();
            let lits: Vec<Lit> = squares.filter_map(|square| literal(map, square)).collect();
            for lit in BTreeSet::from_iter(&lits) {
                lines_of[lit.var() as usize].push(lines.len());
            }
            let empty = match group.name {
                GroupName::Row(_) => Some(&mut broken.rows.empty),
                GroupName::Column(_) => Some(&mut broken.columns.empty),
                _ => None,
            };
            if let Some(empty) = empty
                && propagator.assume(lits.iter().map(|&lit| !lit))
            {
                empty.push(lits.clone());
            }
            lines.push((group.name, lits));
        }
        for lit in (1..=map.variables()).map(Lit::positive) {
            if interrupt.is_set() {
                return ControlFlow::Break(Stop);
            }
            if !propagator.assume([lit]) {
                continue;
            }
            broken.is_whole &= broken.pairs_so_far() < limit;
            if !broken.is_whole {
                break;
            }
            for &line in &lines_of[lit.var() as usize] {
                let (name, lits) = &lines[line];
                let pairs = match name {
                    GroupName::Row(_) => &mut broken.rows.pairs,
                    GroupName::Column(_) => &mut broken.columns.pairs,
                    _ => &mut broken.pairs,
                };
                // Of two literals the later one is enough; a literal that stands for two squares is
                // a pair with itself.
                let twice = lits.iter().filter(|&&other| other == lit).count() > 1;
                let others = lits
                    .iter()
                    .filter(|&&other| other < lit || (twice && other == lit));
                let others: BTreeSet<Lit> = others.copied().collect();
                let open = others
                    .into_iter()
                    .filter(|&other| !propagator.is_false(other));
                pairs.extend(open.map(|other| [other, lit]));
            }
        }
        for (squares, is_queen) in [(puzzle.given(), true), (puzzle.forbidden(), false)] {
            let lits = squares.iter().filter_map(|&square| literal(map, square));
            let wrong = lits.map(|lit| if is_queen { !lit } else { lit });
            broken
                .settled
                .extend(wrong.filter(|&lit| propagator.assume([lit])));
        }
        ControlFlow::Continue(broken)
    }

    fn pairs_so_far(&self) -> usize {
        self.rows.pairs.len() + self.columns.pairs.len() + self.pairs.len()
    }

    /// How many variables the questions take.
    pub(super) fn variables(&self) -> u64 {
        let empty = self.rows.empty.len() + self.columns.empty.len();
        let ways = self.pairs_so_far() + empty;
        ways as u64 + QUESTIONS
    }

    /// Loads the questions into a solver, with new variables, and gives their literals. `Break` if
    /// interrupted.
    pub(super) fn ask(
        &self,
        variables: &mut Variables,
        solver: &mut dyn Solver,
    ) -> ControlFlow<Stop, Vec<Lit>> {
        let mut asking = Asking { variables, solver };
        let rows = asking.lines(&self.rows)?;
        let columns = asking.lines(&self.columns)?;
        let mut others = asking.pairs(&self.pairs)?;
        others.extend_from_slice(&self.settled);
        let mut questions = Vec::new();
        questions.extend(asking.question(&[&rows.crowded, &columns.crowded])?);
        for (most, other, pairs) in [
            (&columns, &rows, &self.columns.pairs),
            (&rows, &columns, &self.rows.pairs),
        ] {
            let follows = [&most.empty[..], &other.crowded].concat();
            if let Some(question) = asking.question(&[&other.empty, &follows])? {
                for &[a, b] in pairs {
                    asking.solver.add_clause(&[!question, !a, !b])?;
                }
                questions.push(question);
            }
        }
        questions.extend(asking.question(&[&others])?);
        ControlFlow::Continue(questions)
    }
}

const QUESTIONS: u64 = 4;

/// Every export has a literal for every square.
fn literal<M: Numbering>(map: &M, square: Square) -> Option<Lit> {
    match map.term(square) {
        Term::Lit(lit) => Some(lit),
        Term::True | Term::False => None,
    }
}

/// Takes what belongs to the questions.
struct Asking<'a> {
    variables: &'a mut Variables,
    solver: &'a mut dyn Solver,
}

/// Literals that imply a way each to break the rules on lines of one direction.
struct Ways {
    crowded: Vec<Lit>,
    empty: Vec<Lit>,
}

impl Asking<'_> {
    fn fresh(&mut self) -> ControlFlow<Stop, Lit> {
        self.variables.fresh(1).map_continue(Lit::positive)
    }

    /// A literal that implies that of each of these lists one literal is true; none if a list is empty.
    fn question(&mut self, lists: &[&[Lit]]) -> ControlFlow<Stop, Option<Lit>> {
        if lists.iter().any(|list| list.is_empty()) {
            return ControlFlow::Continue(None);
        }
        let question = self.fresh()?;
        for list in lists {
            self.solver.add_clause(&[&[!question], *list].concat())?;
        }
        ControlFlow::Continue(Some(question))
    }

    fn lines(&mut self, lines: &Lines) -> ControlFlow<Stop, Ways> {
        let crowded = self.pairs(&lines.pairs)?;
        let mut empty = Vec::with_capacity(lines.empty.len());
        for lits in &lines.empty {
            let way = self.fresh()?;
            for &lit in lits {
                self.solver.add_clause(&[!way, !lit])?;
            }
            empty.push(way);
        }
        ControlFlow::Continue(Ways { crowded, empty })
    }

    /// For each pair a literal that implies both.
    fn pairs(&mut self, pairs: &[[Lit; 2]]) -> ControlFlow<Stop, Vec<Lit>> {
        let mut ways = Vec::with_capacity(pairs.len());
        for &[a, b] in pairs {
            let way = self.fresh()?;
            self.solver.add_clause(&[!way, a])?;
            self.solver.add_clause(&[!way, b])?;
            ways.push(way);
        }
        ControlFlow::Continue(ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Cnf, Encoding};
    use crate::encode::{Fixed, Formula, SquareMap};

    fn broken(puzzle: &Puzzle, formula: &Cnf, limit: usize) -> Broken {
        let map = Fixed::new(puzzle.n()).expect("small");
        let mut propagator = Propagator::new(formula, map.variables());
        let none = Interrupt::new();
        match Broken::new(puzzle, &map, &mut propagator, limit, &none) {
            ControlFlow::Continue(broken) => broken,
            ControlFlow::Break(Stop) => panic!("nobody interrupts"),
        }
    }

    #[test]
    fn propagation_refutes_every_way_to_break_the_rules_of_an_export() {
        for n in 0..=10 {
            let puzzle = Puzzle::queens(n);
            let mut cnf = Cnf::new();
            let map = Fixed::new(n).expect("small");
            let formula = Formula::new(&puzzle, Encoding::Pairwise);
            assert!(formula.emit(&map, &mut cnf).is_continue());
            let broken = broken(&puzzle, &cnf, 1);
            assert_eq!(broken.variables(), QUESTIONS, "N = {n}");
            assert!(broken.is_whole);
        }
    }

    #[test]
    fn there_are_no_more_pairs_than_memory_is_for() {
        let (puzzle, nothing) = (Puzzle::queens(6), Cnf::new());
        let pairs = 6 * 5 * (5 * 6 - 1) / 3;
        let whole = broken(&puzzle, &nothing, 1000);
        assert!(whole.is_whole);
        assert_eq!(whole.pairs_so_far(), pairs);
        let part = broken(&puzzle, &nothing, 100);
        assert!(!part.is_whole);
        assert!((100..130).contains(&part.pairs_so_far()));
    }
}
