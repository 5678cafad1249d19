//! DIMACS CNF as the format notes ask for it, read strictly; and its models, found with varisat.

use std::collections::BTreeSet;

use varisat::{ExtendFormula, Lit, Solver};

/// A formula as written in a file.
pub struct Formula {
    pub comments: Vec<String>,
    pub variables: u32,
    pub clauses: Vec<Vec<i32>>,
}

impl Formula {
    /// Reads a formula; panics where a line is not written in the one plain way, or the header is
    /// not exact.
    pub fn parse(text: &str) -> Formula {
        assert!(text.ends_with('\n') && text.is_ascii());
        let mut lines = text.lines().peekable();
        let mut comments = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with('c')) {
            let comment = line.strip_prefix("c ").expect("a blank after the c");
            comments.push(comment.to_string());
        }
        let (variables, announced) = header(lines.next().expect("a header"));
        let clauses: Vec<Vec<i32>> = lines.map(clause).collect();
        assert_eq!(clauses.len() as u64, announced, "clauses in the header");
        let used = clauses.iter().flatten().map(|lit| lit.unsigned_abs());
        assert_eq!(
            used.max().unwrap_or(0),
            variables,
            "variables in the header"
        );
        Formula {
            comments,
            variables,
            clauses,
        }
    }
}

/// The numbers of variables and clauses that a header line announces.
pub fn header(line: &str) -> (u32, u64) {
    let words: Vec<&str> = line.split(' ').collect();
    let ["p", "cnf", variables, clauses] = words[..] else {
        panic!("no header: {line:?}");
    };
    let number = "a number in the header";
    (
        variables.parse().expect(number),
        clauses.parse().expect(number),
    )
}

fn clause(line: &str) -> Vec<i32> {
    let numbers = line.split(' ').map(|word| word.parse().expect("a literal"));
    let mut lits: Vec<i32> = numbers.collect();
    assert_eq!(lits.pop(), Some(0), "{line:?} ends in 0");
    let variables: BTreeSet<u32> = lits.iter().map(|lit| lit.unsigned_abs()).collect();
    assert_eq!(variables.len(), lits.len(), "{line:?} repeats a variable");
    assert!(!variables.contains(&0), "{line:?} holds a 0");
    lits
}

/// The models of a DIMACS file on an N×N board, each as the columns of the queens from row 0 down.
///
/// varisat reads the file itself; a clause over all squares, and no other variable, blocks each
/// model. A model that has other than one queen in each row is a failure.
pub fn models(dimacs: &str, n: u32) -> BTreeSet<Vec<u32>> {
    let mut solver = Solver::new();
    solver.add_dimacs_cnf(dimacs.as_bytes()).expect("DIMACS");
    let mut found = BTreeSet::new();
    while solver.solve().expect("an answer") {
        let mut squares = solver.model().expect("a model");
        squares.retain(|lit| lit.to_dimacs().unsigned_abs() <= (n * n) as usize);
        let queens = squares.iter().filter(|lit| lit.is_positive());
        let (rows, columns): (Vec<u32>, Vec<u32>) = queens
            .map(|queen| (queen.index() as u32 / n, queen.index() as u32 % n))
            .unzip();
        assert_eq!(rows, (0..n).collect::<Vec<u32>>(), "a queen in each row");
        assert!(found.insert(columns), "a blocked model came again");
        let blocking: Vec<Lit> = squares.iter().map(|&lit| !lit).collect();
        solver.add_clause(&blocking);
    }
    found
}
