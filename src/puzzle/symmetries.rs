//! A puzzle's own symmetries: those of the square that leave what is given as it is.

use super::Puzzle;
use crate::board::{Placement, Square, Symmetry};

/// The symmetries of a puzzle: a group, the identity first. They map its placements to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries(Vec<Symmetry>);

impl Puzzle {
    /// The symmetries of the square that map the given queens, the forbidden squares and the regions
    /// to themselves. All rules and turns allow all eight; shifts of a torus are not among them.
    pub fn symmetries(&self) -> Symmetries {
        let keeps = |&symmetry: &Symmetry| self.is_kept_by(symmetry);
        Symmetries(Symmetry::ALL.into_iter().filter(keeps).collect())
    }

    fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        let n = self.n();
        let keeps = |squares: &[Square]| {
            let mut images = squares.iter().map(|&square| symmetry.apply(square, n));
            images.all(|image| squares.binary_search(&image).is_ok())
        };
        let keeps_regions = self.laws().regions.iter().all(|regions| {
            regions.squares().all(|squares| {
                let mut images = squares.iter().map(|&s| regions.of(symmetry.apply(s, n)));
                let first = images.next();
                images.all(|image| Some(image) == first)
            })
        });
        keeps(self.given()) && keeps(self.forbidden()) && keeps_regions
    }
}

impl Symmetries {
    pub fn iter(&self) -> impl Iterator<Item = Symmetry> {
        self.0.iter().copied()
    }

    /// Whether the identity is the only one.
    pub fn is_trivial(&self) -> bool {
        self.0.len() == 1
    }

    /// Whether no image of a placement is a smaller list: one of each orbit is, and stands for it.
    pub fn is_smallest(&self, placement: &Placement) -> bool {
        !self.images(placement).any(|image| image < *placement)
    }

    /// How many different images a placement has, itself among them: 8 divided by how many of the
    /// symmetries keep it, where all eight are there.
    pub fn orbit_size(&self, placement: &Placement) -> u64 {
        let kept_by = self.images(placement).filter(|image| image == placement);
        (self.0.len() / kept_by.count().max(1)) as u64
    }

    /// The different images of a placement, itself among them, as sorted lists.
    pub fn orbit(&self, placement: &Placement) -> Vec<Placement> {
        let mut orbit: Vec<Placement> = self.images(placement).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// A placement has a queen in each column, so that each symmetry gives an image.
    fn images(&self, placement: &Placement) -> impl Iterator<Item = Placement> {
        self.iter().filter_map(|symmetry| symmetry.image(placement))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Regions;

    fn names(puzzle: &Puzzle) -> Vec<Symmetry> {
        puzzle.symmetries().iter().collect()
    }

    #[test]
    fn an_empty_board_has_all_eight_and_a_settled_one_those_that_keep_it() {
        use Symmetry::*;
        for n in 0..6 {
            assert_eq!(names(&Puzzle::queens(n)), Symmetry::ALL);
            assert_eq!(names(&Puzzle::torus(n)), Symmetry::ALL);
        }
        let at = |row, col| Square::new(row, col);
        let corner = Puzzle::queens(5).queen(at(0, 0)).unwrap();
        assert_eq!(names(&corner), [Identity, Transpose]);
        let both = corner.forbid(at(0, 4)).unwrap();
        assert_eq!(names(&both), [Identity]);
        let middle = Puzzle::queens(5).forbid(at(2, 2)).unwrap();
        assert_eq!(names(&middle), Symmetry::ALL);
        let two = Puzzle::queens(5).forbid(at(1, 0)).unwrap();
        let two = two.forbid(at(3, 4)).unwrap();
        assert_eq!(names(&two), [Identity, HalfTurn]);
    }

    #[test]
    fn regions_may_change_places() {
        use Symmetry::*;
        let regions = |text| names(&Puzzle::regions(Regions::parse(text).unwrap()));
        assert_eq!(
            regions("AAA\nBBB\nCCC\n"),
            [Identity, HalfTurn, Mirror, Flip]
        );
        assert_eq!(regions("AAB\nCCB\nCCB\n"), [Identity]);
        assert_eq!(regions("AAB\nABB\nBBC\n"), [Identity, Transpose]);
    }

    #[test]
    fn an_orbit_has_one_smallest_list_and_the_size_that_the_stabiliser_leaves() {
        let group = Puzzle::queens(5).symmetries();
        let placement = |columns: [u32; 5]| Placement::from_columns(columns.to_vec()).unwrap();
        // The first turns into itself by a quarter turn, the second by none.
        for (columns, size) in [([0, 3, 1, 4, 2], 8), ([1, 4, 2, 0, 3], 2)] {
            let placement = placement(columns);
            let orbit = group.orbit(&placement);
            assert_eq!(orbit.len(), size);
            for (i, image) in orbit.iter().enumerate() {
                assert_eq!(group.is_smallest(image), i == 0);
                assert_eq!(group.orbit_size(image), size as u64);
                assert_eq!(group.orbit(image), orbit);
            }
        }
    }
}
