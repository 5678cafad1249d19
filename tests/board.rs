//! The checker and the symmetries, on random boards, against arithmetic that shares nothing.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use proptest::prelude::*;
use queensat::board::{self, Diagonals, Laws, Line, Regions, Symmetry, is_placement};
use queensat::search::Rows;
use queensat::{Placement, Puzzle, Square};

/// A region for each square of an N×N board, so that each of the N regions has a square.
fn regions(n: u32) -> impl Strategy<Value = Vec<u32>> {
    let squares = (n * n) as usize;
    let owners: Vec<u32> = (0..n).collect();
    let others = prop::collection::vec(0..n, squares - n as usize);
    others
        .prop_map(move |others| [owners.clone(), others].concat())
        .prop_shuffle()
}

/// A size, a queen or none for each square, and regions.
fn boards() -> impl Strategy<Value = (u32, Vec<bool>, Vec<u32>)> {
    (1u32..9, 0.0..1.0).prop_flat_map(|(n, density)| {
        let squares = (n * n) as usize;
        let queens = prop::collection::vec(prop::bool::weighted(density), squares);
        (Just(n), queens, regions(n))
    })
}

fn letter(region: u32) -> char {
    char::from(b'A' + region as u8)
}

/// The lines along which queens on two different squares attack each other, by the rules' words.
fn lines(n: i32, laws: Diagonals, region: Option<char>, a: (i32, i32), b: (i32, i32)) -> Vec<Line> {
    let (down, right) = (b.0 - a.0, b.1 - a.1);
    let mut lines = Vec::new();
    if down == 0 {
        lines.push(Line::Row);
    }
    if right == 0 {
        lines.push(Line::Column);
    }
    let (diagonal, antidiagonal) = match laws {
        Diagonals::Plain => (down == right, down == -right),
        Diagonals::Wrapped => {
            let steps = |sideways: i32| {
                (1..n).any(|s| (a.0 + s) % n == b.0 && (a.1 + sideways * s).rem_euclid(n) == b.1)
            };
            (steps(1), steps(-1))
        }
        Diagonals::Free => (false, false),
        Diagonals::Touching => (
            down == right && down.abs() == 1,
            down == -right && down.abs() == 1,
        ),
    };
    if diagonal {
        lines.push(Line::Diagonal);
    }
    if antidiagonal {
        lines.push(Line::Antidiagonal);
    }
    lines.extend(region.map(Line::Region));
    lines
}

const DIAGONALS: [Diagonals; 4] = [
    Diagonals::Plain,
    Diagonals::Wrapped,
    Diagonals::Free,
    Diagonals::Touching,
];

proptest! {
    #[test]
    fn the_checker_finds_exactly_the_pairs_that_attack_each_other((n, queens, owners) in boards()) {
        let rows: Vec<String> = owners
            .chunks(n as usize)
            .map(|row| row.iter().map(|&region| letter(region)).collect())
            .collect();
        let grid = Arc::new(Regions::parse(&rows.join("\n")).unwrap());
        let squares = (0..n).flat_map(|row| (0..n).map(move |col| Square::new(row, col)));
        let occupied = squares.zip(&owners).zip(&queens).filter(|(_, queen)| **queen);
        let queens: Vec<(Square, u32)> = occupied.map(|((s, &region), _)| (s, region)).collect();
        let standing: Vec<Square> = queens.iter().map(|&(square, _)| square).collect();
        for (diagonals, regions) in DIAGONALS.into_iter().flat_map(|d| [(d, None), (d, Some(&grid))]) {
            let mut expected = BTreeSet::new();
            for (i, &(b, of_b)) in queens.iter().enumerate() {
                for &(a, of_a) in &queens[..i] {
                    let region = (regions.is_some() && of_a == of_b).then(|| letter(of_a));
                    let at = |s: Square| (s.row as i32, s.col as i32);
                    let lines = lines(n as i32, diagonals, region, at(a), at(b));
                    expected.extend(lines.into_iter().map(|line| (a, b, line)));
                }
            }
            let laws = Laws { diagonals, regions: regions.cloned() };
            let verdict = board::check(n, &standing, &laws);
            let found: Vec<_> = verdict.attacks.iter().map(|x| (x.a, x.b, x.line)).collect();
            prop_assert_eq!(verdict.attack_count, expected.len() as u64);
            prop_assert_eq!(found, expected.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(
                verdict.is_placement(),
                queens.len() == n as usize && expected.is_empty()
            );
            for (i, &(b, _)) in queens.iter().enumerate() {
                for &(a, _) in &queens[..i] {
                    let attacks = expected.iter().any(|attack| (attack.0, attack.1) == (a, b));
                    prop_assert_eq!(laws.attack(n, a, b), attacks);
                    prop_assert_eq!(laws.attack(n, b, a), attacks);
                }
            }
        }
    }

    #[test]
    fn the_quick_check_of_a_list_agrees_with_the_checker(
        columns in (1u32..40).prop_flat_map(|n| prop_oneof![
            Just((0..n).collect::<Vec<u32>>()).prop_shuffle(),
            prop::collection::vec(0..n, n as usize),
        ])
    ) {
        let placement = Placement::from_columns(columns).unwrap();
        let queens: Vec<Square> = placement.queens().collect();
        for diagonals in DIAGONALS {
            let laws = Laws { diagonals, regions: None };
            let slow = board::check(placement.n(), &queens, &laws).is_placement();
            prop_assert_eq!(is_placement(&placement, &laws), slow);
        }
    }
}

/// All placements of a puzzle, as the native search finds them.
fn placements(puzzle: &Puzzle) -> BTreeSet<Placement> {
    let mut found = BTreeSet::new();
    let end = Rows::new(puzzle).unwrap().for_each(|columns| {
        found.insert(Placement::from_columns(columns.to_vec()).unwrap());
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    found
}

#[test]
fn each_symmetry_maps_the_placements_onto_themselves() {
    for puzzle in (0..=8)
        .map(Puzzle::queens)
        .chain([Puzzle::torus(5), Puzzle::torus(7)])
    {
        let all = placements(&puzzle);
        for symmetry in Symmetry::ALL {
            let images: BTreeSet<Placement> =
                all.iter().map(|p| symmetry.image(p).unwrap()).collect();
            assert_eq!(images, all, "{symmetry:?}, N = {}", puzzle.n());
        }
    }
}

/// Where a symmetry takes each square of a board.
fn table(n: u32, map: impl Fn(Square) -> Square) -> Vec<Square> {
    let squares = (0..n).flat_map(|row| (0..n).map(move |col| Square::new(row, col)));
    squares.map(map).collect()
}

#[test]
fn the_symmetries_are_eight_and_form_a_group() {
    for n in [2, 3, 8] {
        let all: BTreeSet<_> = Symmetry::ALL.map(|s| table(n, |q| s.apply(q, n))).into();
        assert_eq!(all.len(), 8);
        for first in Symmetry::ALL {
            for second in Symmetry::ALL {
                let both = table(n, |square| second.apply(first.apply(square, n), n));
                assert!(all.contains(&both), "{first:?}, then {second:?}");
            }
        }
    }
}

#[test]
fn an_inverse_takes_every_square_back() {
    for n in [1, 2, 5, 8] {
        for symmetry in Symmetry::ALL {
            let back = |square| symmetry.inverse().apply(symmetry.apply(square, n), n);
            assert_eq!(table(n, back), table(n, |square| square), "{symmetry:?}");
        }
    }
}

#[test]
fn symmetries_do_what_their_names_say() {
    let corner = Square::new(0, 1);
    for (symmetry, row, col) in [
        (Symmetry::Identity, 0, 1),
        (Symmetry::QuarterTurn, 1, 7),
        (Symmetry::HalfTurn, 7, 6),
        (Symmetry::ThreeQuarterTurn, 6, 0),
        (Symmetry::Mirror, 0, 6),
        (Symmetry::Flip, 7, 1),
        (Symmetry::Transpose, 1, 0),
        (Symmetry::Antitranspose, 6, 7),
    ] {
        assert_eq!(
            symmetry.apply(corner, 8),
            Square::new(row, col),
            "{symmetry:?}"
        );
    }
}
