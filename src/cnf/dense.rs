//! Variables numbered as they first occur.

use super::Lit;

/// Numbers from 1 without a gap for variables that may be few and far between; solvers take memory for
/// every variable up to the largest. It takes memory for the variables that occur.
#[derive(Clone, Debug, Default)]
pub struct Dense {
    /// The number of each variable, 0 for none, in pages that are there once one of theirs occurs.
    pages: Vec<Option<Box<Page>>>,
    /// The variable of each number.
    variables: Vec<u32>,
}

type Page = [u32; PAGE];

const PAGE: usize = 1024;

impl Dense {
    /// How many variables have occurred.
    pub fn len(&self) -> u32 {
        self.variables.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    /// The literal under the new numbers; a variable that is new gets the next one.
    #[inline]
    pub fn number(&mut self, lit: Lit) -> Lit {
        let (page, index) = (lit.var() as usize / PAGE, lit.var() as usize % PAGE);
        if page >= self.pages.len() {
            self.pages.resize(page + 1, None);
        }
        let page = self.pages[page].get_or_insert_with(|| Box::new([0; PAGE]));
        if page[index] == 0 {
            self.variables.push(lit.var());
            page[index] = self.variables.len() as u32;
        }
        Lit::new(page[index], lit.is_positive())
    }

    /// The number of a variable, if it has occurred.
    pub fn get(&self, variable: u32) -> Option<u32> {
        let page = self.pages.get(variable as usize / PAGE)?.as_ref()?;
        Some(page[variable as usize % PAGE]).filter(|&number| number > 0)
    }

    /// The literal that has this one under the new numbers; `None` for a number that nothing has.
    pub fn original(&self, lit: Lit) -> Option<Lit> {
        let variable = self.variables.get(lit.var() as usize - 1)?;
        Some(Lit::new(*variable, lit.is_positive()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::MAX_VARIABLES;

    #[test]
    fn numbers_come_in_the_order_of_first_occurrence() {
        let mut dense = Dense::default();
        let far = [7, MAX_VARIABLES, 7, 1, 1 << 28, 1];
        let numbers = far.map(|variable| dense.number(Lit::positive(variable)).var());
        assert_eq!(numbers, [1, 2, 1, 3, 4, 3]);
        assert_eq!((dense.len(), dense.is_empty()), (4, false));
        for variable in far {
            let number = dense.get(variable).expect("it has occurred");
            let back = dense.original(Lit::negative(number));
            assert_eq!(back, Some(Lit::negative(variable)));
        }
        assert_eq!(dense.get(2), None);
        assert_eq!(dense.get(1 << 20), None);
        assert_eq!(dense.original(Lit::positive(5)), None);
        assert_eq!(dense.number(Lit::negative(7)), Lit::negative(1));
    }
}
