//! The models are the smallest lists, each once, in as many clauses as the closed form says.

use super::*;
use crate::board::{Placement, Regions};
use crate::cnf::{Cnf, CountClauses, Encoding, Lit};
use crate::encode::{Fixed, Formula, Orbits, Residual, Term, TooLarge, Tuned, emit, formula_size};
use crate::interrupt::Interrupt;
use crate::search::Rows;
use crate::solver::{Answer, Solver, Varisat};
use proptest::prelude::*;

/// Each clause names a variable once.
pub(super) fn is_plain(clause: &[Lit]) -> bool {
    let mut variables: Vec<u32> = clause.iter().map(|lit| lit.var()).collect();
    variables.sort_unstable();
    variables.dedup();
    variables.len() == clause.len()
}

/// What a clause blocks of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Block {
    Squares,
    Everything,
}

/// The lists of all models of a puzzle's rules and lex-leader, sorted; a list comes twice if two
/// models are blocked separately.
fn lists<M: SquareMap>(
    puzzle: &Puzzle,
    encoding: Encoding,
    map: &M,
    block: Block,
) -> Vec<Vec<u32>> {
    let lex_leader = |cnf: &mut ToCnf<Cnf>| emit_lex_leader(puzzle, map, cnf);
    lists_with(puzzle, encoding, map, block, lex_leader)
}

/// The same, of the rules and what `send` adds.
fn lists_with<M: SquareMap>(
    puzzle: &Puzzle,
    encoding: Encoding,
    map: &M,
    block: Block,
    send: impl FnOnce(&mut ToCnf<Cnf>) -> ControlFlow<Stop>,
) -> Vec<Vec<u32>> {
    let mut cnf = ToCnf::new(encoding, map.auxiliaries_after(), Cnf::new());
    assert!(emit(puzzle, map, &mut cnf).is_continue());
    assert!(send(&mut cnf).is_continue());
    let used = cnf.used_variables();
    let cnf = cnf.into_inner();
    let mut solver = Varisat::new(used, Interrupt::new()).unwrap();
    for clause in cnf.clauses() {
        assert!(is_plain(clause), "{clause:?}, {puzzle:?}");
        if solver.add_clause(clause).is_break() {
            return Vec::new();
        }
    }
    let n = map.n();
    let squares = (0..n).flat_map(|row| (0..n).map(move |col| Square::new(row, col)));
    let variables: Vec<u32> = match block {
        Block::Squares => squares
            .filter_map(|square| match map.term(square) {
                Term::Lit(lit) => Some(lit.var()),
                Term::True | Term::False => None,
            })
            .collect(),
        Block::Everything => (1..=used.max(map.variables())).collect(),
    };
    let mut lists = Vec::new();
    while let Answer::Satisfiable(model) = solver.solve(&[]) {
        let queens = map.queens(&model);
        let (rows, columns): (Vec<u32>, Vec<u32>) = queens.iter().map(|s| (s.row, s.col)).unzip();
        assert_eq!(rows, (0..n).collect::<Vec<_>>(), "a queen in each row");
        lists.push(columns);
        let value = |variable| model.satisfies(Lit::positive(variable));
        let opposite = variables.iter().map(|&v| Lit::new(v, !value(v)));
        if solver.add_clause(&opposite.collect::<Vec<_>>()).is_break() {
            break;
        }
    }
    lists.sort_unstable();
    lists
}

/// The smallest list of each orbit, found natively.
fn smallest(puzzle: &Puzzle) -> Vec<Vec<u32>> {
    let symmetries = puzzle.symmetries();
    placements(puzzle, |placement| symmetries.is_smallest(placement))
}

/// The lists that `keep` is true of, found natively.
fn placements(puzzle: &Puzzle, keep: impl Fn(&Placement) -> bool) -> Vec<Vec<u32>> {
    let mut lists = Vec::new();
    let end = Rows::new(puzzle).unwrap().for_each(|columns| {
        let placement = Placement::from_columns(columns.to_vec()).unwrap();
        if keep(&placement) {
            lists.push(columns.to_vec());
        }
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    lists
}

fn regions(text: &str) -> Puzzle {
    Puzzle::regions(Regions::parse(text).unwrap())
}

fn settled(n: u32, queens: &[(u32, u32)], forbidden: &[(u32, u32)]) -> Puzzle {
    let mut puzzle = Puzzle::queens(n);
    for &(row, col) in queens {
        puzzle = puzzle.queen(Square::new(row, col)).unwrap();
    }
    for &(row, col) in forbidden {
        puzzle = puzzle.forbid(Square::new(row, col)).unwrap();
    }
    puzzle
}

/// Puzzles that have all, some or none of the eight symmetries.
fn puzzles() -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = (0..=8).map(Puzzle::queens).collect();
    puzzles.extend([1, 5, 7].map(Puzzle::torus));
    puzzles.extend((1..=4).map(Puzzle::rooks));
    puzzles.extend([
        // Stripes, an L round a corner (kept by a transposition alone), a pinwheel, and no order.
        regions("AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n"),
        regions("ABCDEF\nBBCDEF\nCCCDEF\nDDDDEF\nEEEEEF\nFFFFFF\n"),
        regions("AAAAAB\nDEEEEB\nDEFFEB\nDEFFEB\nDEEEEB\nDCCCCC\n"),
        regions("AAABB\nAEEBB\nAEEEB\nCCEED\nCCDDD\n"),
        regions("AABBB\nACCBB\nAACDD\nECCDD\nEEEED\n"),
        // All symmetries, all but the mirrors, the half turn, one mirror, none.
        settled(5, &[(2, 2)], &[]),
        settled(7, &[], &[(0, 0), (0, 6), (6, 0), (6, 6)]),
        settled(8, &[], &[(0, 1), (1, 7), (7, 6), (6, 0)]),
        settled(8, &[(1, 3), (6, 4)], &[]),
        settled(7, &[], &[(1, 0), (5, 6), (3, 3)]),
        settled(7, &[(0, 0)], &[(1, 4), (4, 1)]),
        settled(6, &[], &[(0, 1), (0, 4)]),
        settled(8, &[], &[(0, 3), (7, 3)]),
        settled(6, &[(0, 1)], &[(3, 5)]),
        settled(4, &[(0, 0), (0, 1)], &[]),
    ]);
    puzzles
}

/// The same puzzles, and those of their placements that a turn keeps.
fn with_turns() -> impl Iterator<Item = (Puzzle, Option<Turn>)> {
    puzzles().into_iter().flat_map(|puzzle| {
        let turned = Turn::ALL.map(|turn| (puzzle.clone().symmetric(turn), Some(turn)));
        [(puzzle, None)].into_iter().chain(turned)
    })
}

#[test]
fn the_models_are_the_smallest_lists_under_every_encoding() {
    let mut kept = 0;
    for (puzzle, turn) in with_turns() {
        let expected = smallest(&puzzle);
        kept += expected.len();
        for encoding in Encoding::ALL {
            let found = match turn {
                None => {
                    let map = Fixed::new(puzzle.n()).unwrap();
                    lists(&puzzle, encoding, &map, Block::Squares)
                }
                Some(turn) => {
                    let map = Orbits::new(puzzle.n(), turn).unwrap();
                    lists(&puzzle, encoding, &map, Block::Squares)
                }
            };
            assert_eq!(found, expected, "{encoding}, {puzzle:?}");
        }
    }
    assert!(kept > 100);
}

#[test]
fn a_placement_is_a_single_model_where_the_rules_need_no_auxiliary_variables() {
    for (puzzle, turn) in with_turns() {
        let found = match turn {
            None => {
                let map = Fixed::new(puzzle.n()).unwrap();
                lists(&puzzle, Encoding::Pairwise, &map, Block::Everything)
            }
            Some(turn) => {
                let map = Orbits::new(puzzle.n(), turn).unwrap();
                lists(&puzzle, Encoding::Pairwise, &map, Block::Everything)
            }
        };
        assert_eq!(found, smallest(&puzzle), "{puzzle:?}");
    }
}

#[test]
fn each_comparison_is_with_the_image_that_its_symmetry_gives() {
    for puzzle in [Puzzle::queens(6), Puzzle::queens(7), Puzzle::rooks(4)] {
        let map = Fixed::new(puzzle.n()).unwrap();
        for comparison in comparisons(&puzzle, None) {
            let symmetry = comparison.symmetry;
            let send = |cnf: &mut ToCnf<Cnf>| comparison.emit(&map, cnf);
            let found = lists_with(&puzzle, Encoding::Pairwise, &map, Block::Everything, send);
            let expected = placements(&puzzle, |placement| {
                symmetry.image(placement) >= Some(placement.clone())
            });
            assert_eq!(found, expected, "{symmetry:?}, {puzzle:?}");
        }
    }
}

#[test]
fn settled_squares_and_other_numberings_make_no_difference() {
    for (puzzle, turn) in with_turns() {
        let expected = smallest(&puzzle);
        let map = Residual::new(&puzzle).unwrap();
        for block in [Block::Squares, Block::Everything] {
            let found = lists(&puzzle, Encoding::Pairwise, &map, block);
            assert_eq!(found, expected, "{puzzle:?}");
        }
        if turn.is_none() {
            let size = Formula::up_to_symmetry(&puzzle, Encoding::Product).size();
            let map = Tuned::new(puzzle.n(), size.unwrap().auxiliaries, 3).unwrap();
            let found = lists(&puzzle, Encoding::Product, &map, Block::Squares);
            assert_eq!(found, expected, "{puzzle:?}");
        }
    }
}

#[test]
fn where_each_square_has_its_own_literal_a_turn_does_not_matter() {
    let map = Fixed::new(4).unwrap();
    let rooks = Puzzle::rooks(4);
    for turn in Turn::ALL {
        let turned = rooks.clone().symmetric(turn);
        let found = lists(&turned, Encoding::Pairwise, &map, Block::Everything);
        assert_eq!(found, smallest(&rooks));
    }
}

/// Puzzles of one size under all rules, with all turns.
fn all_rules(n: u32) -> Vec<Puzzle> {
    let mut puzzles = vec![Puzzle::queens(n), Puzzle::torus(n), Puzzle::rooks(n)];
    if n > 0 {
        let letter = |i: u32| char::from(b'A' + i as u8);
        let grid = |of: fn(u32, u32) -> u32| {
            let row = |r| (0..n).map(move |c| letter(of(r, c))).chain(['\n']);
            (0..n).flat_map(row).collect::<String>()
        };
        // Stripes, and an L round a corner, which only a transposition keeps.
        puzzles.push(regions(&grid(|row, _| row)));
        puzzles.push(regions(&grid(u32::max)));
        let last = n - 1;
        puzzles.push(settled(n, &[(0, last / 2)], &[(last, last - last / 2)]));
        puzzles.push(settled(n, &[], &[(0, last / 2), (last, last - last / 2)]));
    }
    let turned = |puzzle: &Puzzle| Turn::ALL.map(|turn| puzzle.clone().symmetric(turn));
    let turned: Vec<Puzzle> = puzzles.iter().flat_map(turned).collect();
    puzzles.extend(turned);
    puzzles
}

fn sent<M: SquareMap>(puzzle: &Puzzle, map: &M) -> Size {
    let mut cnf = ToCnf::new(Encoding::Auto, map.variables(), CountClauses::default());
    assert!(emit_lex_leader(puzzle, map, &mut cnf).is_continue());
    let auxiliaries = cnf.used_variables() - map.variables();
    cnf.into_inner().size(u64::from(auxiliaries))
}

#[test]
fn the_closed_form_is_what_is_sent() {
    for puzzle in (0..=16).flat_map(all_rules).chain(puzzles()) {
        let sent = match puzzle.turn() {
            None => sent(&puzzle, &Fixed::new(puzzle.n()).unwrap()),
            Some(turn) => sent(&puzzle, &Orbits::new(puzzle.n(), turn).unwrap()),
        };
        assert_eq!(lex_leader_size(&puzzle), sent, "{puzzle:?}");
        for encoding in Encoding::ALL {
            let rules = formula_size(&puzzle, encoding).unwrap();
            let whole = Formula::up_to_symmetry(&puzzle, encoding).size().unwrap();
            let alone = Formula::new(&puzzle, encoding).size().unwrap();
            assert_eq!(alone, rules);
            let more = Size {
                auxiliaries: u64::from(whole.auxiliaries - rules.auxiliaries),
                clauses: whole.clauses - rules.clauses,
                literals: whole.literals - rules.literals,
            };
            assert_eq!(more, sent, "{encoding}, {puzzle:?}");
            assert_eq!(
                u64::from(whole.variables - rules.variables),
                sent.auxiliaries
            );
        }
    }
}

#[test]
fn a_plain_board_takes_two_auxiliary_variables_a_square() {
    for n in [30u64, 31, 1000] {
        let size = lex_leader_size(&Puzzle::queens(n as u32));
        assert!(size.auxiliaries.abs_diff(2 * n * n) < 6 * n, "{size:?}");
        assert!(size.clauses.abs_diff(10 * n * n) < 24 * n, "{size:?}");
    }
}

#[test]
fn symmetries_that_give_the_same_images_are_compared_once() {
    use Symmetry::*;
    let compared = |turn| {
        let comparisons = comparisons(&Puzzle::queens(8), turn);
        let symmetries = comparisons.iter().map(|comparison| comparison.symmetry);
        symmetries.collect::<Vec<_>>()
    };
    assert_eq!(compared(None), Symmetry::ALL[1..]);
    assert_eq!(compared(Some(Turn::Half)), [QuarterTurn, Mirror, Transpose]);
    assert_eq!(compared(Some(Turn::Quarter)), [Mirror]);
}

#[test]
fn a_puzzle_without_symmetries_gets_nothing() {
    let puzzle = settled(6, &[(0, 1)], &[(3, 5)]);
    assert!(puzzle.symmetries().is_trivial());
    assert_eq!(lex_leader_size(&puzzle), Size::default());
    // Nor does one all of whose placements the symmetries keep.
    let turned = settled(8, &[], &[(0, 1), (1, 7), (7, 6), (6, 0)]).symmetric(Turn::Quarter);
    assert_eq!(turned.symmetries().iter().count(), 4);
    assert_eq!(lex_leader_size(&turned), Size::default());
}

#[test]
fn a_formula_that_is_too_large_up_to_symmetry_alone_says_so() {
    let puzzle = Puzzle::queens(30_000);
    for (encoding, cure) in [
        (Encoding::Pairwise, "leave out '--symmetry-break'"),
        (Encoding::Product, "or use '--amo pairwise'"),
    ] {
        assert!(Formula::new(&puzzle, encoding).size().is_ok());
        let error = Formula::up_to_symmetry(&puzzle, encoding).size();
        let error = error.unwrap_err();
        assert!(matches!(error, TooLarge::UpToSymmetry { n: 30_000, .. }));
        assert!(error.to_string().contains(cure), "{error}");
    }
    let whole = Puzzle::queens(46_341);
    let error = Formula::up_to_symmetry(&whole, Encoding::Auto).size();
    assert!(matches!(error, Err(TooLarge::Squares { n: 46_341 })));
}

#[test]
fn where_a_comparison_relies_on_attacks_there_are_some() {
    for puzzle in (0..=9).flat_map(all_rules) {
        let (n, laws) = (puzzle.n(), puzzle.laws());
        for symmetry in Symmetry::ALL {
            if !attacks_image(laws, symmetry) {
                continue;
            }
            let squares = (0..n).flat_map(|row| (0..n).map(move |col| Square::new(row, col)));
            let (axis, beside): (Vec<Square>, Vec<Square>) =
                squares.partition(|&square| symmetry.apply(square, n) == square);
            let attack = |a, b| laws.attack(n, a, b);
            assert!(beside.iter().all(|&s| attack(s, symmetry.apply(s, n))));
            assert!(axis.iter().all(|&a| axis.iter().all(|&b| attack(a, b))));
        }
    }
}

#[test]
fn the_group_of_a_turn_and_a_symmetry_is_closed_and_the_smallest() {
    let composed = |a: Symmetry, b: Symmetry| {
        let corner = |s: Symmetry| [(0, 0), (0, 2)].map(|(r, c)| s.apply(Square::new(r, c), 3));
        let image = corner(b).map(|square| a.apply(square, 3));
        Symmetry::ALL
            .into_iter()
            .find(|&s| corner(s) == image)
            .unwrap()
    };
    for a in Symmetry::ALL {
        for b in Symmetry::ALL {
            let mut closed = vec![Symmetry::Identity];
            for _ in 0..8 {
                for symmetry in closed.clone() {
                    closed.extend([composed(a, symmetry), composed(b, symmetry)]);
                }
                closed = Symmetry::ALL
                    .into_iter()
                    .filter(|s| closed.contains(s))
                    .collect();
            }
            assert_eq!(generate(&[a, b]), closed, "{a:?}, {b:?}");
        }
    }
    assert_eq!(generate(&[]), [Symmetry::Identity]);
}

proptest! {
    #[test]
    fn random_boards_with_random_symmetries_keep_their_smallest_lists(
        n in 1u32..=6,
        rule in 0..3,
        generators in prop::collection::vec(0usize..8, 0..3),
        squares in prop::collection::vec((0u32..6, 0u32..6), 0..5),
        queen in prop::option::weighted(0.2, (0u32..6, 0u32..6)),
        turn in prop::option::weighted(0.4, any::<bool>()),
        encoding in 0usize..8,
    ) {
        let rules = [Puzzle::queens, Puzzle::torus, Puzzle::rooks];
        let mut puzzle = rules[rule as usize](n);
        let turn = turn.map(|quarter| if quarter { Turn::Quarter } else { Turn::Half });
        let mut generators: Vec<Symmetry> =
            generators.into_iter().map(|i| Symmetry::ALL[i]).collect();
        generators.extend(turn.map(Turn::symmetry));
        let group = generate(&generators);
        for (row, col) in squares {
            for symmetry in &group {
                let image = symmetry.apply(Square::new(row % n, col % n), n);
                puzzle = puzzle.forbid(image).unwrap();
            }
        }
        if let Some((row, col)) = queen {
            for symmetry in &group {
                let image = symmetry.apply(Square::new(row % n, col % n), n);
                puzzle = puzzle.queen(image).unwrap();
            }
        }
        let encoding = Encoding::ALL[encoding];
        let mut found = Vec::new();
        match turn {
            None => {
                let map = Fixed::new(n).unwrap();
                found.push(lists(&puzzle, encoding, &map, Block::Squares));
                found.push(lists(&puzzle, Encoding::Pairwise, &map, Block::Everything));
            }
            Some(turn) => {
                puzzle = puzzle.symmetric(turn);
                let map = Orbits::new(n, turn).unwrap();
                found.push(lists(&puzzle, encoding, &map, Block::Squares));
                found.push(lists(&puzzle, Encoding::Pairwise, &map, Block::Everything));
            }
        }
        let map = Residual::new(&puzzle).unwrap();
        found.push(lists(&puzzle, Encoding::Pairwise, &map, Block::Everything));
        let expected = smallest(&puzzle);
        for found in found {
            prop_assert_eq!(&found, &expected, "{:?}", puzzle);
        }
    }
}
