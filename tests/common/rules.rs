//! The rules in clauses, by arithmetic of their own, and what is true of a formula that may break them.

use std::collections::BTreeSet;
use std::fmt::Write;

use queensat::cnf::{ClauseSink, Cnf, Lit};
use queensat::{NoPlacement, Options, Puzzle, check_formula};

use super::cardinality::models;
use super::{brute_force, is_peaceful};

pub type Clauses = Vec<Vec<i32>>;

pub fn square(n: i32, row: i32, col: i32) -> i32 {
    row * n + col + 1
}

/// The lines of each kind by arithmetic of their own: rows, columns, diagonals, antidiagonals.
pub fn lines(n: i32) -> [Vec<Vec<i32>>; 4] {
    let along = |numbers: std::ops::Range<i32>, on: fn(i32, i32) -> i32| {
        let line = |number: i32| {
            let all = (0..n).flat_map(|r| (0..n).map(move |c| (r, c)));
            let squares = all.filter(|&(r, c)| on(r, c) == number);
            squares.map(|(r, c)| square(n, r, c)).collect()
        };
        numbers.map(line).collect()
    };
    [
        along(0..n, |r, _| r),
        along(0..n, |_, c| c),
        along(1 - n..n, |r, c| c - r),
        along(0..2 * n - 1, |r, c| r + c),
    ]
}

pub fn at_least(lines: &[Vec<i32>]) -> Clauses {
    lines.to_vec()
}

pub fn at_most(lines: &[Vec<i32>]) -> Clauses {
    let mut clauses = Vec::new();
    for line in lines {
        for (i, a) in line.iter().enumerate() {
            clauses.extend(line[i + 1..].iter().map(|b| vec![-a, -b]));
        }
    }
    clauses
}

/// All rules pairwise.
pub fn pairwise(n: i32) -> Clauses {
    let [rows, columns, down, up] = lines(n);
    [
        at_least(&rows),
        at_most(&rows),
        at_least(&columns),
        at_most(&columns),
        at_most(&down),
        at_most(&up),
    ]
    .concat()
}

pub fn dimacs(clauses: &Clauses) -> String {
    let variables = clauses.iter().flatten().map(|lit| lit.unsigned_abs());
    let mut text = format!("p cnf {} {}\n", variables.max().unwrap_or(0), clauses.len());
    for clause in clauses {
        for lit in clause {
            write!(text, "{lit} ").expect("a string takes text");
        }
        text.push_str("0\n");
    }
    text
}

fn largest(clauses: &Clauses) -> u32 {
    let variables = clauses.iter().flatten().map(|lit| lit.unsigned_abs());
    variables.max().unwrap_or(0)
}

/// The squares of a placement's queens.
pub fn squares_of(columns: &[u32]) -> Vec<u32> {
    let n = columns.len() as u32;
    let rows = columns.iter().enumerate();
    rows.map(|(row, col)| row as u32 * n + col + 1).collect()
}

/// Whether a formula is too weak and whether it is too strong, by all its models.
pub fn truth(n: u32, clauses: &Clauses) -> (bool, bool) {
    let placements: BTreeSet<Vec<u32>> = brute_force(n).iter().map(|c| squares_of(c)).collect();
    let found = models(clauses, n * n, &[]);
    (!found.is_subset(&placements), !placements.is_subset(&found))
}

fn cnf(clauses: &Clauses) -> Cnf {
    let mut cnf = Cnf::new();
    for clause in clauses {
        let lits = clause
            .iter()
            .map(|&lit| Lit::from_dimacs(lit.into()).expect("a literal"));
        assert!(cnf.add_clause(&lits.collect::<Vec<_>>()).is_continue());
    }
    cnf
}

/// What the library says, held against the models that it shows.
pub fn found(n: u32, clauses: &Clauses) -> (bool, bool) {
    let variables = largest(clauses).max(n * n);
    let puzzle = Puzzle::queens(n);
    let check = check_formula(&puzzle, &cnf(clauses), variables, 10, &Options::default());
    let check = check.expect("an answer").expect("nobody interrupts");
    let all = |queens: &BTreeSet<u32>| -> Vec<i32> {
        let squares = 1..=n * n;
        squares
            .map(|s| {
                if queens.contains(&s) {
                    s as i32
                } else {
                    -(s as i32)
                }
            })
            .collect()
    };
    if let Some(NoPlacement { queens, verdict }) = &check.too_weak {
        let squares = queens.iter().map(|q| q.row * n + q.col + 1).collect();
        assert!(
            !models(clauses, n * n, &all(&squares)).is_empty(),
            "no model"
        );
        assert!(!verdict.is_placement());
        let columns: Vec<u32> = queens.iter().map(|q| q.col).collect();
        let rows = queens.iter().map(|q| q.row);
        assert!(!rows.eq(0..n) || !is_peaceful(&columns), "a placement");
    }
    if let Some(placement) = &check.too_strong {
        let squares = squares_of(placement.columns()).into_iter().collect();
        assert!(models(clauses, n * n, &all(&squares)).is_empty(), "a model");
        assert!(is_peaceful(placement.columns()));
    }
    (check.too_weak.is_some(), check.too_strong.is_some())
}
