//! OPB, KNF, CNF+ and iCNF as the format notes ask for them, read strictly and by themselves; and what
//! they mean in clauses.

use std::collections::BTreeSet;

use varisat::{ExtendFormula, Lit, Solver};

/// At least so many of these literals are true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtLeast {
    pub bound: i64,
    pub lits: Vec<i32>,
}

impl AtLeast {
    fn clause(lits: Vec<i32>) -> AtLeast {
        AtLeast { bound: 1, lits }
    }

    /// That at most so many are true: the others are false.
    fn at_most(bound: i64, lits: &[i32]) -> AtLeast {
        AtLeast {
            bound: lits.len() as i64 - bound,
            lits: lits.iter().map(|lit| -lit).collect(),
        }
    }

    /// The clauses that mean the same: of all but `bound` − 1 literals one is true.
    pub fn clauses(&self) -> Vec<Vec<i32>> {
        if self.bound <= 0 {
            return Vec::new();
        }
        match (self.lits.len() as i64 + 1).checked_sub(self.bound) {
            Some(size) if size > 0 => subsets(&self.lits, size as usize),
            _ => vec![Vec::new()],
        }
    }
}

fn subsets(lits: &[i32], size: usize) -> Vec<Vec<i32>> {
    match (size, lits) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let mut with = subsets(rest, size - 1);
            with.iter_mut().for_each(|set| set.push(*first));
            with.extend(subsets(rest, size));
            with
        }
    }
}

/// A file with its constraints line by line; an equation is two of them.
pub struct File {
    pub comments: Vec<String>,
    pub variables: u32,
    pub lines: Vec<Vec<AtLeast>>,
}

impl File {
    /// How many literals there are in all lines.
    pub fn literals(&self) -> usize {
        self.lines.iter().map(|line| line[0].lits.len()).sum()
    }

    pub fn clauses(&self) -> Vec<Vec<i32>> {
        let all = self.lines.iter().flatten();
        all.flat_map(AtLeast::clauses).collect()
    }

    fn check(self, announced: usize) -> File {
        assert_eq!(self.lines.len(), announced, "constraints in the header");
        for line in &self.lines {
            let lits = &line[0].lits;
            let variables: BTreeSet<u32> = lits.iter().map(|lit| lit.unsigned_abs()).collect();
            assert_eq!(variables.len(), lits.len(), "{line:?} repeats a variable");
            let known = |&v: &u32| (1..=self.variables).contains(&v);
            assert!(variables.iter().all(known), "{line:?}");
        }
        self
    }
}

/// The numbers of a line; words apart by single blanks.
fn numbers(words: &[&str]) -> Vec<i32> {
    let number = |word: &&str| word.parse::<i32>().unwrap_or_else(|_| panic!("{words:?}"));
    words.iter().map(number).collect()
}

/// The comments, the header and the lines after it, where comments come first.
fn parts<'a>(text: &'a str, format: &str) -> (Vec<String>, u32, usize, Vec<Vec<&'a str>>) {
    assert!(text.ends_with('\n') && text.is_ascii());
    let mut lines = text.lines().peekable();
    let mut comments = Vec::new();
    while let Some(line) = lines.next_if(|line| line.starts_with("c ")) {
        comments.push(line[2..].to_string());
    }
    let header: Vec<&str> = lines.next().expect("a header").split(' ').collect();
    let (variables, announced) = match header[..] {
        ["p", name, variables, announced] if name == format => (
            variables.parse().expect("variables"),
            announced.parse().expect("constraints"),
        ),
        ["p", "inccnf"] if format == "inccnf" => (0, 0),
        _ => panic!("no header: {header:?}"),
    };
    let lines = lines.map(|line| line.split(' ').collect()).collect();
    (comments, variables, announced, lines)
}

pub fn read_knf(text: &str) -> File {
    let (comments, variables, announced, lines) = parts(text, "knf");
    let lines = lines.iter().map(|words| {
        let [rest @ .., "0"] = &words[..] else {
            panic!("{words:?} ends in 0");
        };
        match rest {
            ["k", bound, lits @ ..] => {
                let (bound, lits) = (bound.parse().expect("a bound"), numbers(lits));
                // Less or more says nothing, or what a clause can say.
                assert!(bound > 1 && bound < lits.len() as i64, "{words:?}");
                vec![AtLeast { bound, lits }]
            }
            lits => vec![AtLeast::clause(numbers(lits))],
        }
    });
    let lines = lines.collect();
    let file = File {
        comments,
        variables,
        lines,
    };
    file.check(announced)
}

pub fn read_cnf_plus(text: &str) -> File {
    let (comments, variables, announced, lines) = parts(text, "cnf+");
    let lines = lines.iter().map(|words| match &words[..] {
        [lits @ .., "<=", bound] => {
            let (bound, lits) = (bound.parse().expect("a bound"), numbers(lits));
            assert!(bound > 0 && bound < lits.len() as i64, "{words:?}");
            vec![AtLeast::at_most(bound, &lits)]
        }
        [lits @ .., "0"] => vec![AtLeast::clause(numbers(lits))],
        _ => panic!("{words:?}"),
    });
    let lines = lines.collect();
    let file = File {
        comments,
        variables,
        lines,
    };
    file.check(announced)
}

pub fn read_opb(text: &str) -> File {
    assert!(text.ends_with('\n') && text.is_ascii());
    let mut lines = text.lines().peekable();
    let header: Vec<&str> = lines.next().expect("a header").split(' ').collect();
    let ["*", "#variable=", variables, "#constraint=", announced] = header[..] else {
        panic!("no header: {header:?}");
    };
    let mut comments = Vec::new();
    while let Some(line) = lines.next_if(|line| line.starts_with("* ")) {
        comments.push(line[2..].to_string());
    }
    let lines = lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let [sum @ .., comparison, bound, ";"] = &words[..] else {
            panic!("{line:?}");
        };
        assert!(!sum.is_empty(), "{line:?}: the grammar wants a product");
        let mut bound: i64 = bound.parse().expect("a bound");
        // A product −1·x is ¬x − 1.
        let lits: Vec<i32> = sum
            .chunks(2)
            .map(|product| {
                let variable = product[1].strip_prefix('x').expect("a variable");
                let variable: i32 = variable.parse().expect("a variable");
                match product[0] {
                    "+1" => variable,
                    "-1" => {
                        bound += 1;
                        -variable
                    }
                    other => panic!("{line:?}: {other}"),
                }
            })
            .collect();
        match *comparison {
            ">=" => vec![AtLeast { bound, lits }],
            "=" => vec![
                AtLeast {
                    bound,
                    lits: lits.clone(),
                },
                AtLeast::at_most(bound, &lits),
            ],
            other => panic!("{line:?}: {other}"),
        }
    });
    let file = File {
        comments,
        variables: variables.parse().expect("variables"),
        lines: lines.collect(),
    };
    file.check(announced.parse().expect("constraints"))
}

/// The clauses and the cubes.
pub fn read_icnf(text: &str) -> (Vec<Vec<i32>>, Vec<Vec<i32>>) {
    let (_, _, _, lines) = parts(text, "inccnf");
    let (mut clauses, mut cubes) = (Vec::new(), Vec::new());
    for words in lines {
        match &words[..] {
            ["a", lits @ .., "0"] => cubes.push(numbers(lits)),
            [lits @ .., "0"] => {
                assert!(cubes.is_empty(), "a clause after a cube");
                clauses.push(numbers(lits));
            }
            _ => panic!("{words:?}"),
        }
    }
    (clauses, cubes)
}

/// The models of some clauses, each as the variables up to `variables` that are true, while some
/// literals are assumed.
pub fn models(clauses: &[Vec<i32>], variables: u32, assumed: &[i32]) -> BTreeSet<Vec<u32>> {
    let lit = |&number: &i32| Lit::from_dimacs(number as isize);
    let mut solver = Solver::new();
    for clause in clauses
        .iter()
        .cloned()
        .chain(assumed.iter().map(|&a| vec![a]))
    {
        solver.add_clause(&clause.iter().map(lit).collect::<Vec<Lit>>());
    }
    let mut found = BTreeSet::new();
    while !clauses.iter().any(Vec::is_empty) && solver.solve().expect("an answer") {
        let model = solver.model().expect("a model");
        let positive: BTreeSet<u32> = model
            .iter()
            .filter(|lit| lit.is_positive())
            .map(|lit| lit.to_dimacs() as u32)
            .collect();
        let blocking: Vec<Lit> = (1..=variables)
            .map(|v| Lit::from_dimacs(v as isize) ^ positive.contains(&v))
            .collect();
        let trues = positive.into_iter().take_while(|&v| v <= variables);
        assert!(found.insert(trues.collect()), "a blocked model came again");
        if blocking.is_empty() {
            break;
        }
        solver.add_clause(&blocking);
    }
    found
}
