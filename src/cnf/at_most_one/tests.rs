//! Every encoding against its closed form and against its meaning.

use super::*;
use crate::cnf::{Cnf, CountClauses};
use varisat::{ExtendFormula, Solver};

/// The literals 1 … k, and the clauses that let at most one of them be true.
fn encoded(encoding: Encoding, k: u32) -> (Vec<Lit>, Cnf, u32) {
    let lits: Vec<Lit> = (1..=k).map(Lit::positive).collect();
    let mut variables = Variables::after(k);
    let mut cnf = Cnf::new();
    assert!(
        encoding
            .at_most_one(&lits, &mut variables, &mut cnf)
            .is_continue()
    );
    (lits, cnf, variables.used())
}

fn solver_lit(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(lit.to_dimacs() as isize)
}

fn has_model(cnf: &Cnf, assumed: &[Lit]) -> bool {
    let mut solver = Solver::new();
    for clause in cnf.clauses() {
        let clause: Vec<_> = clause.iter().map(|&lit| solver_lit(lit)).collect();
        solver.add_clause(&clause);
    }
    for &lit in assumed {
        solver.add_clause(&[solver_lit(lit)]);
    }
    solver.solve().unwrap()
}

/// The literals that follow from `assumed` by unit propagation alone; `None` on a conflict.
fn propagate(cnf: &Cnf, assumed: Lit) -> Option<Vec<Lit>> {
    let mut known = vec![assumed];
    loop {
        let before = known.len();
        for clause in cnf.clauses() {
            if clause.iter().any(|lit| known.contains(lit)) {
                continue;
            }
            let open: Vec<Lit> = clause
                .iter()
                .copied()
                .filter(|&lit| !known.contains(&!lit))
                .collect();
            match open[..] {
                [] => return None,
                [unit] => known.push(unit),
                _ => {}
            }
        }
        if known.len() == before {
            return Some(known);
        }
    }
}

#[test]
fn the_closed_forms_are_exact() {
    for encoding in Encoding::ALL {
        for k in 0..=300u32 {
            let lits: Vec<Lit> = (1..=k).map(Lit::positive).collect();
            let mut variables = Variables::after(k);
            let mut count = CountClauses::default();
            let flow = encoding.at_most_one(&lits, &mut variables, &mut count);
            assert!(flow.is_continue());
            let auxiliaries = u64::from(variables.used() - k);
            assert_eq!(
                count.size(auxiliaries),
                encoding.size(k.into()),
                "{encoding} {k}"
            );
        }
    }
}

#[test]
fn none_or_one_true_extends_to_a_model_and_two_true_do_not() {
    for encoding in Encoding::ALL {
        for k in 0..=12 {
            let (lits, cnf, _) = encoded(encoding, k);
            for assignment in 0u32..1 << k {
                if assignment.count_ones() > 2 {
                    continue;
                }
                let assumed: Vec<Lit> = lits
                    .iter()
                    .map(|&lit| Lit::new(lit.var(), assignment >> (lit.var() - 1) & 1 == 1))
                    .collect();
                let expected = assignment.count_ones() < 2;
                assert_eq!(
                    has_model(&cnf, &assumed),
                    expected,
                    "{encoding}, {k} literals, {assumed:?}"
                );
            }
        }
    }
}

#[test]
fn one_true_literal_makes_the_others_false_by_unit_propagation() {
    for encoding in Encoding::ALL {
        for k in 1..=40 {
            let (lits, cnf, _) = encoded(encoding, k);
            for &lit in &lits {
                let known = propagate(&cnf, lit).unwrap();
                let others = lits.iter().filter(|&&other| other != lit);
                assert!(
                    others.clone().all(|&other| known.contains(&!other)),
                    "{encoding}, {k} literals, {lit}"
                );
            }
        }
    }
}

#[test]
fn clauses_hold_no_variable_twice_and_all_auxiliaries_are_used() {
    for encoding in Encoding::ALL {
        for k in 0..=60 {
            let (_, cnf, used) = encoded(encoding, k);
            let mut seen = vec![false; used as usize + 1];
            for clause in cnf.clauses() {
                let mut variables: Vec<u32> = clause.iter().map(|lit| lit.var()).collect();
                variables.iter().for_each(|&v| seen[v as usize] = true);
                variables.sort_unstable();
                variables.dedup();
                assert_eq!(variables.len(), clause.len(), "{encoding} {k}");
            }
            assert!(
                seen.iter().skip(k as usize + 1).all(|&s| s),
                "{encoding} {k}"
            );
        }
    }
}

#[test]
fn the_ladder_settles_every_auxiliary_variable() {
    for k in 0..=8u32 {
        let (lits, cnf, used) = encoded(Encoding::Ladder, k);
        let models = (0u64..1 << used)
            .filter(|bits| {
                let satisfied = |lit: &Lit| (bits >> (lit.var() - 1) & 1 == 1) == lit.is_positive();
                cnf.clauses().all(|clause| clause.iter().any(satisfied))
            })
            .count();
        assert_eq!(models, lits.len() + 1);
    }
}

#[test]
fn running_out_of_variables_stops_the_encoding() {
    let lits: Vec<Lit> = (1..=10).map(Lit::positive).collect();
    let mut variables = Variables::after(crate::cnf::MAX_VARIABLES - 3);
    let flow = Encoding::Sequential.at_most_one(&lits, &mut variables, &mut Cnf::new());
    assert!(flow.is_break());
}

#[test]
fn names_read_back() {
    for encoding in Encoding::ALL {
        assert_eq!(encoding.name().parse(), Ok(encoding));
    }
    let error = "pairwize".parse::<Encoding>().unwrap_err().to_string();
    assert!(error.contains("pairwise, sequential, ladder"));
}
