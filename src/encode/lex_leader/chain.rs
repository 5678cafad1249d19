//! The chain: two lists of bits compared from the front, x ≥ y.

use std::ops::ControlFlow;

use crate::cnf::{ClauseSink, ConstraintSink, Lit, Stop, ToCnf};
use crate::encode::Term;

/// A comparison on its way, bit by bit.
pub(super) struct Chain<'a, S> {
    cnf: &'a mut ToCnf<S>,
    /// Whether all bits before the last pair are equal.
    equal: Term,
    /// The last pair. That it is equal needs a name only where another one follows.
    last: Option<(Term, Term)>,
    clause: Vec<Lit>,
}

impl<'a, S: ClauseSink> Chain<'a, S> {
    pub(super) fn new(cnf: &'a mut ToCnf<S>) -> Self {
        Chain {
            cnf,
            equal: Term::True,
            last: None,
            clause: Vec::new(),
        }
    }

    /// The next bit of the board and of its image: x ≥ y if all before are equal.
    pub(super) fn compare(&mut self, x: Term, y: Term) -> ControlFlow<Stop> {
        self.pass_last()?;
        self.last = Some((x, y));
        self.clause(&[!self.equal, !y, x])
    }

    /// The same for bits that are never both true.
    pub(super) fn compare_exclusive(&mut self, x: Term, y: Term) -> ControlFlow<Stop> {
        self.pass_last()?;
        // Where all before are equal, y is false from here on.
        self.last = Some((x, Term::False));
        self.clause(&[!self.equal, !y])
    }

    /// Takes the last pair into `equal`. As x ≥ y holds where all before are equal, the pair is equal
    /// there if x is false or y is true. That gets a variable if it is not settled or a literal already.
    fn pass_last(&mut self) -> ControlFlow<Stop> {
        let Some((x, y)) = self.last else {
            return ControlFlow::Continue(());
        };
        let before = self.equal;
        self.equal = match (before, !x, y) {
            (Term::False, _, _) | (_, Term::False, Term::False) => Term::False,
            (_, Term::True, _) | (_, _, Term::True) => before,
            (Term::True, Term::False, same) | (Term::True, same, Term::False) => same,
            _ => {
                let equal = Term::Lit(self.cnf.fresh()?);
                self.clause(&[!equal, before])?;
                self.clause(&[!equal, !x, y])?;
                self.clause(&[equal, !before, x])?;
                self.clause(&[equal, !before, !y])?;
                equal
            }
        };
        ControlFlow::Continue(())
    }

    /// A clause without terms that are false, unless it holds anyway.
    fn clause(&mut self, terms: &[Term]) -> ControlFlow<Stop> {
        self.clause.clear();
        for &term in terms {
            match term {
                Term::True => return ControlFlow::Continue(()),
                Term::Lit(lit) if self.clause.contains(&!lit) => return ControlFlow::Continue(()),
                Term::Lit(lit) if !self.clause.contains(&lit) => self.clause.push(lit),
                Term::Lit(_) | Term::False => {}
            }
        }
        self.cnf.clause(&self.clause)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::is_plain;
    use super::*;
    use crate::cnf::{Cnf, Encoding, Model};
    use proptest::prelude::*;

    const VARIABLES: u32 = 4;

    fn any_term() -> impl Strategy<Value = Term> {
        prop_oneof![
            Just(Term::True),
            Just(Term::False),
            (1..=VARIABLES, any::<bool>())
                .prop_map(|(v, positive)| Term::Lit(Lit::new(v, positive))),
            (1..=VARIABLES).prop_map(|v| Term::Lit(Lit::positive(v))),
        ]
    }

    fn value(term: Term, model: &Model) -> bool {
        match term {
            Term::Lit(lit) => model.satisfies(lit),
            Term::True => true,
            Term::False => false,
        }
    }

    /// The assignments of variables 1 to `variables`.
    fn assignments(variables: u32) -> impl Iterator<Item = Model> {
        (0u32..1 << variables).map(move |bits| {
            let lits = (1..=variables).map(|v| Lit::new(v, bits >> (v - 1) & 1 == 1));
            Model::from_literals(lits)
        })
    }

    proptest! {
        #[test]
        fn a_chain_has_one_extension_where_the_first_list_is_not_smaller_and_else_none(
            pairs in prop::collection::vec((any_term(), any_term(), any::<bool>()), 0..6),
        ) {
            let mut cnf = ToCnf::new(Encoding::Auto, VARIABLES, Cnf::new());
            let mut chain = Chain::new(&mut cnf);
            for &(x, y, exclusive) in &pairs {
                let end = match exclusive {
                    true => chain.compare_exclusive(x, y),
                    false => chain.compare(x, y),
                };
                prop_assert!(end.is_continue());
            }
            let used = cnf.used_variables();
            let cnf = cnf.into_inner();
            prop_assert!(cnf.clauses().all(is_plain));
            let satisfied = |model: &Model| {
                cnf.clauses().all(|clause| clause.iter().any(|&lit| model.satisfies(lit)))
            };
            for squares in assignments(VARIABLES) {
                let bits = pairs.iter().map(|&(x, y, _)| (value(x, &squares), value(y, &squares)));
                let (x, y): (Vec<bool>, Vec<bool>) = bits.unzip();
                if pairs.iter().zip(x.iter().zip(&y)).any(|(pair, (&x, &y))| pair.2 && x && y) {
                    continue;
                }
                let same = |m: &Model| (1..=VARIABLES).all(|v| {
                    let lit = Lit::positive(v);
                    m.satisfies(lit) == squares.satisfies(lit)
                });
                let extensions = assignments(used).filter(|m| same(m) && satisfied(m)).count();
                prop_assert_eq!(extensions, usize::from(x >= y), "{:?}", pairs);
            }
        }
    }
}
