//! Variables, literals and models.

use std::fmt;
use std::ops::Not;

/// The largest variable: so that a literal fits 32 bits in every solver, 2³¹ − 2.
pub const MAX_VARIABLES: u32 = i32::MAX as u32 - 1;

/// A variable, numbered from 1, or its negation; as in DIMACS, never 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(i32);

impl Lit {
    /// The literal that is true when the variable is; `var` from 1 to [`MAX_VARIABLES`].
    #[inline]
    pub fn positive(var: u32) -> Lit {
        debug_assert!((1..=MAX_VARIABLES).contains(&var));
        Lit(var as i32)
    }

    /// The literal that is true when the variable is false.
    #[inline]
    pub fn negative(var: u32) -> Lit {
        !Lit::positive(var)
    }

    /// `var` itself or its negation.
    #[inline]
    pub fn new(var: u32, positive: bool) -> Lit {
        if positive {
            Lit::positive(var)
        } else {
            Lit::negative(var)
        }
    }

    /// The variable, from 1.
    #[inline]
    pub fn var(self) -> u32 {
        self.0.unsigned_abs()
    }

    #[inline]
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// The number that stands for it in DIMACS.
    #[inline]
    pub fn to_dimacs(self) -> i32 {
        self.0
    }

    /// The literal that this number stands for in DIMACS; `None` for 0 and beyond
    /// [`MAX_VARIABLES`].
    pub fn from_dimacs(number: i64) -> Option<Lit> {
        let var = u32::try_from(number.unsigned_abs()).ok()?;
        (1..=MAX_VARIABLES)
            .contains(&var)
            .then(|| Lit::new(var, number > 0))
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The variables that are true; every other one is false or was left open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    words: Vec<u64>,
}

impl Model {
    /// From literals in any order; negative ones may be left out.
    pub fn from_literals(literals: impl IntoIterator<Item = Lit>) -> Model {
        let mut model = Model::default();
        for lit in literals.into_iter().filter(|lit| lit.is_positive()) {
            let (word, bit) = (lit.var() as usize / 64, lit.var() % 64);
            if word >= model.words.len() {
                model.words.resize(word + 1, 0);
            }
            model.words[word] |= 1 << bit;
        }
        model
    }

    /// Whether the literal's variable is true (or, for a negative literal, is not).
    pub fn satisfies(&self, lit: Lit) -> bool {
        let (word, bit) = (lit.var() as usize / 64, lit.var() % 64);
        let value = self.words.get(word).is_some_and(|w| w >> bit & 1 == 1);
        value == lit.is_positive()
    }

    /// The variables that are true, in order.
    pub fn true_variables(&self) -> impl Iterator<Item = u32> {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(i as u32 * 64 + bit)
            })
        })
    }
}
