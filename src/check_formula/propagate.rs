//! Unit propagation: what follows from some assumptions at once.
//!
//! Two watched literals a clause (Moskewicz et al., "Chaff", DAC 2001), and no search. A formula that
//! somebody wrote down for the rules nearly always says them so that propagation is enough; a solver
//! would go through placements to find that out.

use crate::cnf::{Cnf, Lit};

/// A formula, and what follows from it and the assumptions of the moment.
pub(super) struct Propagator {
    /// The clauses of two or more literals; the first two of each are watched.
    lits: Vec<Lit>,
    bounds: Vec<(usize, usize)>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// For each variable its value, if it has one.
    values: Vec<Option<bool>>,
    /// The literals that are true, in order; those before `root` follow from the formula alone, and
    /// those before `done` have been propagated.
    trail: Vec<Lit>,
    root: usize,
    done: usize,
    contradictory: bool,
}

impl Propagator {
    pub(super) fn new(formula: &Cnf, variables: u32) -> Propagator {
        let variables = variables as usize + 1;
        let mut propagator = Propagator {
            lits: Vec::new(),
            bounds: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            values: vec![None; variables],
            trail: Vec::new(),
            root: 0,
            done: 0,
            contradictory: false,
        };
        for clause in formula.clauses() {
            propagator.add(clause);
        }
        propagator.contradictory |= !propagator.propagate();
        propagator.root = propagator.trail.len();
        propagator
    }

    fn add(&mut self, clause: &[Lit]) {
        match *clause {
            [] => self.contradictory = true,
            [lit] => self.contradictory |= !self.set(lit),
            [a, b, ..] => {
                let number = self.bounds.len() as u32;
                self.watches[index(a)].push(number);
                self.watches[index(b)].push(number);
                let begin = self.lits.len();
                self.lits.extend_from_slice(clause);
                self.bounds.push((begin, self.lits.len()));
            }
        }
    }

    /// Assumes that these literals are true, instead of what was assumed before; false if propagation
    /// finds a contradiction.
    pub(super) fn assume(&mut self, lits: impl IntoIterator<Item = Lit>) -> bool {
        for lit in self.trail.drain(self.root..) {
            self.values[lit.var() as usize] = None;
        }
        self.done = self.root;
        !self.contradictory && lits.into_iter().all(|lit| self.set(lit)) && self.propagate()
    }

    /// Whether it follows that a literal is false.
    pub(super) fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.var() as usize] == Some(!lit.is_positive())
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.var() as usize] == Some(lit.is_positive())
    }

    /// Makes a literal true; false if it is false already.
    fn set(&mut self, lit: Lit) -> bool {
        let value = &mut self.values[lit.var() as usize];
        if value.is_none() {
            *value = Some(lit.is_positive());
            self.trail.push(lit);
        }
        *value == Some(lit.is_positive())
    }

    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.done) {
            self.done += 1;
            if !self.visit(!lit) {
                return false;
            }
        }
        true
    }

    /// Goes through the clauses that watch a literal that has become false.
    fn visit(&mut self, lit: Lit) -> bool {
        let mut watching = std::mem::take(&mut self.watches[index(lit)]);
        let mut consistent = true;
        watching.retain(|&number| {
            !consistent || {
                let (begin, end) = self.bounds[number as usize];
                if self.lits[begin] == lit {
                    self.lits.swap(begin, begin + 1);
                }
                let other = self.lits[begin];
                if self.is_true(other) {
                    return true;
                }
                let replacement = (begin + 2..end).find(|&at| !self.is_false(self.lits[at]));
                if let Some(at) = replacement {
                    self.lits.swap(begin + 1, at);
                    self.watches[index(self.lits[begin + 1])].push(number);
                    return false;
                }
                consistent = self.set(other);
                true
            }
        });
        // Nothing was added meanwhile: a replacement is not false.
        self.watches[index(lit)] = watching;
        consistent
    }
}

fn index(lit: Lit) -> usize {
    2 * lit.var() as usize + usize::from(lit.is_positive())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::ClauseSink;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const VARIABLES: i32 = 8;

    /// What follows by going through all clauses again and again; `None` is a contradiction.
    fn closure(clauses: &[Vec<i32>], assumed: &[i32]) -> Option<BTreeSet<i32>> {
        let mut trues: BTreeSet<i32> = assumed.iter().copied().collect();
        loop {
            if trues.iter().any(|lit| trues.contains(&-lit)) {
                return None;
            }
            let before = trues.len();
            for clause in clauses {
                let mut open = clause.iter().filter(|lit| !trues.contains(&-**lit));
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (Some(&lit), None) => drop(trues.insert(lit)),
                    _ => {}
                }
            }
            if trues.len() == before {
                return Some(trues);
            }
        }
    }

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number.into()).expect("a literal")
    }

    fn any_literal() -> impl Strategy<Value = i32> {
        (1..=VARIABLES, any::<bool>()).prop_map(|(v, sign)| if sign { v } else { -v })
    }

    /// Without a literal twice.
    fn any_clause() -> impl Strategy<Value = Vec<i32>> {
        prop::collection::btree_set(any_literal(), 0..5).prop_map(|set| set.into_iter().collect())
    }

    proptest! {
        #[test]
        fn what_follows_is_the_closure_whatever_was_assumed_before(
            clauses in prop::collection::vec(any_clause(), 0..30),
            rounds in prop::collection::vec(prop::collection::vec(any_literal(), 0..4), 1..6),
        ) {
            let mut cnf = Cnf::new();
            for clause in &clauses {
                let lits: Vec<Lit> = clause.iter().map(|&number| lit(number)).collect();
                prop_assert!(cnf.add_clause(&lits).is_continue());
            }
            let mut propagator = Propagator::new(&cnf, VARIABLES as u32);
            for assumed in &rounds {
                let consistent = propagator.assume(assumed.iter().map(|&number| lit(number)));
                let expected = closure(&clauses, assumed);
                prop_assert_eq!(consistent, expected.is_some());
                if let Some(trues) = expected {
                    for number in (-VARIABLES..=VARIABLES).filter(|&number| number != 0) {
                        let is_false = propagator.is_false(lit(number));
                        prop_assert_eq!(is_false, trues.contains(&-number));
                    }
                }
            }
        }
    }
}
