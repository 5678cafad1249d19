//! Symmetric placements: found, counted, exported and checked as placements that a turn keeps.

mod common;

use std::collections::BTreeSet;

use common::dimacs::Formula;
use common::{
    ENCODINGS, brute_force, fails_with_one_line, file, json, queensat, read_lists, refused,
    stdout_of,
};
use proptest::prelude::*;
use queensat::{Placement, Puzzle, Square};
use varisat::{ExtendFormula, Lit, Solver};

const TURNS: [&str; 2] = ["half", "quarter"];

/// Placements equal to themselves after a half turn, N = 1, 2, … (OEIS A032522).
const HALF: [u64; 17] = [
    1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152,
];

/// After a quarter turn (OEIS A033148).
const QUARTER: [u64; 25] = [
    1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3328, 3264,
];

/// Whether the columns, turned square by square, are the same queens.
fn is_kept(turn: &str, columns: &[u32]) -> bool {
    let n = columns.len() as u32;
    let queens: BTreeSet<(u32, u32)> = (0..n).zip(columns.iter().copied()).collect();
    let turned = |&(row, column): &(u32, u32)| match turn {
        "half" => (n - 1 - row, n - 1 - column),
        _ => (column, n - 1 - row),
    };
    queens.iter().map(turned).collect::<BTreeSet<_>>() == queens
}

fn kept(turn: &str, placements: BTreeSet<Vec<u32>>) -> Vec<Vec<u32>> {
    let kept = placements.into_iter().filter(|p| is_kept(turn, p));
    kept.collect()
}

/// All placements under a rule, by trying all permutations of the columns.
fn placements(n: u32, rule: &str) -> BTreeSet<Vec<u32>> {
    if rule.is_empty() {
        return brute_force(n);
    }
    let mut found = BTreeSet::new();
    let mut partial = vec![Vec::new()];
    for row in 0..n as usize {
        let longer = |columns: Vec<u32>| {
            let allowed = |&column: &u32| {
                let mut above = columns.iter().enumerate();
                above.all(|(r, &c)| {
                    let (down, right) = (row - r, (column + n - c) % n);
                    let diagonal = right as usize == down || right as usize + down == n as usize;
                    c != column && (rule == "--rooks" || !diagonal)
                })
            };
            let next: Vec<u32> = (0..n).filter(allowed).collect();
            next.into_iter()
                .map(move |column| [&columns[..], &[column]].concat())
        };
        partial = partial.into_iter().flat_map(longer).collect();
    }
    found.extend(partial);
    found
}

/// Every board that is small enough to try everything, as arguments.
fn boards() -> impl Iterator<Item = (u32, &'static str)> {
    let plain = (0..=9).map(|n| (n, ""));
    plain.chain((0..=6).flat_map(|n| [(n, "--torus"), (n, "--rooks")]))
}

#[test]
fn sat_finds_exactly_the_placements_that_the_turn_keeps() {
    for (n, rule) in boards() {
        let all = placements(n, rule);
        for turn in TURNS {
            let expected = kept(turn, all.clone());
            let arguments = format!("enumerate {n} {rule} --symmetry {turn} --format list -q");
            for cubes in ["", "--cubes 1", "--cubes 3"] {
                let mut command = queensat(&format!("{arguments} {cubes}"));
                let code = if expected.is_empty() { 1 } else { 0 };
                let output = command.assert().code(code);
                let text = common::text(output.get_output());
                assert_eq!(read_lists(&text), expected, "{arguments} {cubes}");
            }
            for by in ["backtrack", "blocking"] {
                let count = format!("count {n} {rule} --symmetry {turn} --by {by}");
                assert_eq!(
                    stdout_of(&count),
                    format!("{}\n", expected.len()),
                    "{count}"
                );
            }
        }
    }
}

#[test]
fn every_encoding_finds_the_same_placements() {
    for (n, turn) in [(8, "half"), (9, "half"), (12, "quarter"), (13, "quarter")] {
        let arguments = format!("enumerate {n} --symmetry {turn} --format list");
        let expected = stdout_of(&arguments);
        for encoding in ENCODINGS {
            let found = stdout_of(&format!("{arguments} --amo {encoding}"));
            assert_eq!(found, expected, "{encoding}");
        }
    }
}

#[test]
fn the_published_counts_come_out() {
    for (turn, table) in [("half", &HALF[..]), ("quarter", &QUARTER)] {
        for (n, count) in (1..).zip(table) {
            let report = queensat(&format!("count {n} --symmetry {turn} --json"));
            let report = json({ report }.assert().success().get_output());
            assert_eq!(report["count"], count.to_string(), "N = {n}, {turn}");
            assert_eq!(report["published"]["count"], count.to_string());
            assert_eq!(report["agreed"], true);
        }
    }
    let told = queensat("count 8 --symmetry half").output().unwrap();
    let line = common::one_line(&told.stderr);
    for part in ["4 by backtrack", "4 by blocking", "A032522", "all agree"] {
        assert!(line.contains(part), "{line}");
    }
}

/// What the comments of a formula say: which variable a square is.
fn variable(turn: &str, n: u32, row: u32, column: u32) -> i32 {
    let turned = |(r, c): (u32, u32)| match turn {
        "half" => (n - 1 - r, n - 1 - c),
        _ => (c, n - 1 - r),
    };
    let mut orbit = vec![(row, column)];
    while turned(orbit[orbit.len() - 1]) != (row, column) {
        orbit.push(turned(orbit[orbit.len() - 1]));
    }
    let &(r, c) = orbit.iter().min().unwrap();
    let variable = match turn {
        "half" => r * n + c + 1,
        _ => r * (n - r) + c - r + 1,
    };
    variable as i32
}

#[test]
fn the_models_of_an_exported_formula_are_the_symmetric_placements() {
    for (n, rule) in boards() {
        let all = placements(n, rule);
        for turn in TURNS {
            let squares = if turn == "half" {
                (n * n).div_ceil(2)
            } else {
                (n * n).div_ceil(4)
            };
            for encoding in ["pairwise", "product", "sequential", "bitwise"] {
                let arguments = format!("encode {n} {rule} --symmetry {turn} --amo {encoding}");
                let text = stdout_of(&arguments);
                let mut solver = Solver::new();
                solver.add_dimacs_cnf(text.as_bytes()).unwrap();
                let mut models = BTreeSet::new();
                while solver.solve().unwrap() {
                    let mut model = solver.model().unwrap();
                    model.retain(|lit| lit.var().to_dimacs() <= squares as isize);
                    let stands = |r, c| {
                        let lit = Lit::from_dimacs(variable(turn, n, r, c) as isize);
                        model.contains(&lit)
                    };
                    let rows = (0..n).map(|r| {
                        let mut columns = (0..n).filter(|&c| stands(r, c));
                        let column = columns.next().unwrap();
                        assert_eq!(columns.next(), None);
                        column
                    });
                    assert!(models.insert(rows.collect::<Vec<u32>>()));
                    let blocking: Vec<Lit> = model.iter().map(|&lit| !lit).collect();
                    solver.add_clause(&blocking);
                }
                let expected: BTreeSet<_> = kept(turn, all.clone()).into_iter().collect();
                assert_eq!(models, expected, "{arguments}");
            }
        }
    }
}

#[test]
fn the_header_and_the_stats_are_exact() {
    for n in 0..=20 {
        for (turn, rule) in TURNS
            .iter()
            .flat_map(|t| ["", "--torus", "--rooks"].map(|r| (t, r)))
        {
            for encoding in ENCODINGS {
                let arguments = format!("encode {n} {rule} --symmetry {turn} --amo {encoding}");
                let text = stdout_of(&arguments);
                let header = text.lines().find(|line| line.starts_with("p cnf")).unwrap();
                let clauses: Vec<&str> =
                    text.lines().skip_while(|l| *l != header).skip(1).collect();
                let (variables, announced) = common::dimacs::header(header);
                assert_eq!(announced, clauses.len() as u64, "{arguments}");
                let stats = json(
                    &queensat(&format!("{arguments} --stats --json"))
                        .output()
                        .unwrap(),
                );
                assert_eq!(stats["variables"], variables, "{arguments}");
                assert_eq!(stats["clauses"], announced, "{arguments}");
                let literals: usize = clauses.iter().map(|c| c.split(' ').count() - 1).sum();
                assert_eq!(stats["literals"], literals, "{arguments}");
            }
        }
    }
}

#[test]
fn a_symmetric_formula_is_a_half_or_a_quarter_as_large() {
    let size = |arguments: &str| {
        let stats = queensat(&format!("encode 100 --stats --json {arguments}")).output();
        let stats = json(&stats.unwrap());
        let number = |name: &str| stats[name].as_u64().unwrap();
        (number("variables"), number("clauses"))
    };
    for (encoding, plain, half, quarter) in [
        (
            "pairwise",
            (10_000, 1_646_900),
            HALF_PAIRWISE,
            QUARTER_PAIRWISE,
        ),
        ("product", (25_704, 105_972), HALF_PRODUCT, QUARTER_PRODUCT),
    ] {
        assert_eq!(size(&format!("--amo {encoding}")), plain);
        assert_eq!(size(&format!("--amo {encoding} --symmetry half")), half);
        assert_eq!(
            size(&format!("--amo {encoding} --symmetry quarter")),
            quarter
        );
        for (part, whole) in [
            (half.0 * 2, plain.0),
            (half.1 * 2, plain.1),
            (quarter.0 * 4, plain.0),
            (quarter.1 * 4, plain.1),
        ] {
            assert!(
                part.abs_diff(whole) * 20 <= whole,
                "{encoding}: {part} of {whole}"
            );
        }
    }
}

const HALF_PAIRWISE: (u64, u64) = (5_000, 818_600);
const QUARTER_PAIRWISE: (u64, u64) = (2_500, 399_500);
const HALF_PRODUCT: (u64, u64) = (12_818, 52_828);
const QUARTER_PRODUCT: (u64, u64) = (6_409, 26_264);

#[test]
fn a_formula_is_plain_dimacs_that_says_how_squares_are_numbered() {
    let text = stdout_of("encode 8 --symmetry half");
    let formula = Formula::parse(&text);
    let comments = formula.comments.join("\n");
    for words in [
        "equal to itself after a half turn",
        "first square",
        "r*8+c+1",
    ] {
        assert!(comments.contains(words), "{comments}");
    }
    let comments = stdout_of("encode 8 --symmetry quarter");
    assert!(comments.contains("r*(8-r)+c-r+1"), "{comments}");
}

/// The answer of a solver to a formula, in the form of the competitions.
fn answer(dimacs: &str) -> String {
    let mut solver = Solver::new();
    solver.add_dimacs_cnf(dimacs.as_bytes()).unwrap();
    if !solver.solve().unwrap() {
        return "s UNSATISFIABLE\n".to_string();
    }
    let model = solver.model().unwrap();
    let literals = model.iter().map(|lit| lit.to_dimacs().to_string());
    let literals = literals.collect::<Vec<_>>().join(" ");
    format!("s SATISFIABLE\nv {literals} 0\n")
}

#[test]
fn an_answer_is_decoded_by_the_map_of_the_formula() {
    for (n, turn) in [
        (1, "half"),
        (8, "half"),
        (11, "half"),
        (30, "half"),
        (5, "quarter"),
        (12, "quarter"),
        (29, "quarter"),
    ] {
        for encoding in ["pairwise", "product"] {
            let puzzle = format!("{n} --symmetry {turn}");
            let answer = answer(&stdout_of(&format!("encode {puzzle} --amo {encoding}")));
            let mut decode = queensat(&format!("decode {puzzle} --format list"));
            let decoded = decode.write_stdin(answer).assert().success();
            let placements = read_lists(&common::text(decoded.get_output()));
            assert!(common::is_peaceful(&placements[0]) && is_kept(turn, &placements[0]));
        }
    }
    let none = answer(&stdout_of("encode 6 --symmetry quarter"));
    queensat("decode 6 --symmetry quarter")
        .write_stdin(none)
        .assert()
        .code(1);
}

#[test]
fn an_answer_without_symmetry_is_the_wrong_file() {
    let plain = answer(&stdout_of("encode 8"));
    refused(
        "decode 8 --symmetry half",
        &plain,
        &["without --symmetry", "N = 8"],
    );
}

#[test]
fn solve_finds_symmetric_placements_of_large_boards() {
    for (n, turn) in [
        (4, "half"),
        (50, "half"),
        (101, "half"),
        (100, "quarter"),
        (61, "quarter"),
    ] {
        let list = stdout_of(&format!("solve {n} --symmetry {turn} --format list"));
        let placements = read_lists(&list);
        assert_eq!(placements.len(), 1);
        assert!(
            common::is_peaceful(&placements[0]) && is_kept(turn, &placements[0]),
            "{list}"
        );
    }
}

#[test]
fn where_no_board_of_the_size_has_one_solve_says_why() {
    for n in [2, 3, 6, 7, 10, 102, 103] {
        for rule in ["", "--rooks"] {
            let line = fails_with_one_line(
                &mut queensat(&format!("solve {n} {rule} --symmetry quarter")),
                1,
            );
            for words in ["quarter turn", "4k or 4k + 1"] {
                assert!(line.contains(words), "{line}");
            }
            assert_eq!(
                stdout_of(&format!("count {n} {rule} --symmetry quarter")),
                "0\n"
            );
        }
        let line = fails_with_one_line(
            &mut queensat(&format!("enumerate {n} --symmetry quarter")),
            1,
        );
        assert!(line.contains("4k or 4k + 1"), "{line}");
    }
    let line = fails_with_one_line(&mut queensat("solve 8 --symmetry quarter"), 1);
    assert_eq!(
        line,
        "N = 8 has no placement equal to itself after a quarter turn"
    );
}

#[test]
fn what_is_given_or_forbidden_has_to_be_symmetric_itself() {
    refused(
        "solve 8 --symmetry half --queen b4",
        "",
        &["b4 is given", "g5", "--queen g5"],
    );
    refused(
        "count 8 --symmetry half --forbid a1",
        "",
        &["a1 is forbidden", "h8", "--forbid h8"],
    );
    refused(
        "encode 5 --symmetry quarter --queen b5 --queen d1",
        "",
        &["e4", "without a queen"],
    );
    refused("solve 8 --symmetry third", "", &["third", "half, quarter"]);
    refused("generate 8 --symmetry half", "", &["leave out --symmetry"]);
    let board = file("#...\n....\n....\n...#\n");
    let path = board.display();
    assert_eq!(
        stdout_of(&format!("count --board {path} --symmetry half")),
        "2\n"
    );
    refused(
        &format!("count --board {path} --symmetry quarter"),
        "",
        &["is forbidden"],
    );
}

#[test]
fn given_and_forbidden_squares_are_kept() {
    for n in [6, 7, 8, 9] {
        let all = kept("half", placements(n, ""));
        for square in (0..n * n).map(|i| (i / n, i % n)) {
            let ((r, c), (down, right)) = (square, (n - 1 - square.0, n - 1 - square.1));
            for (option, queen) in [("queen", true), ("forbid", false)] {
                let expected = all.iter().filter(|p| (p[r as usize] == c) == queen).count();
                for by in ["backtrack", "blocking"] {
                    let arguments = format!(
                        "count {n} --symmetry half --by {by} --{option} {r},{c} --{option} {down},{right}"
                    );
                    assert_eq!(
                        stdout_of(&arguments),
                        format!("{expected}\n"),
                        "{arguments}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_puzzle_tells_whether_it_has_one_solution_what_all_share_and_why_there_is_none() {
    let all = kept("half", placements(9, ""));
    let first = &all[0];
    let queens = format!(
        "--queen 0,{} --queen 8,{} --queen 1,{} --queen 7,{}",
        first[0], first[8], first[1], first[7]
    );
    let same = all.iter().filter(|p| p[..2] == first[..2]).count();
    let solved = json(
        &queensat(&format!("solve 9 --symmetry half --json {queens}"))
            .output()
            .unwrap(),
    );
    assert_eq!(solved["unique"], same == 1, "{solved}");
    let solved = json(
        &queensat("solve 6 --symmetry half --forbid 0,0 --forbid 5,5 --json")
            .output()
            .unwrap(),
    );
    assert_eq!(solved["unique"], false, "{solved}");

    for n in [4, 5, 6, 7, 8] {
        let all = kept("half", placements(n, ""));
        let board = stdout_of(&format!("solve {n} --symmetry half --backbone"));
        let expected: String = (0..n)
            .map(|r| {
                let square = |c| match all.iter().filter(|p| p[r as usize] == c).count() {
                    0 => '#',
                    k if k == all.len() => 'Q',
                    _ => '.',
                };
                (0..n).map(square).collect::<String>() + "\n"
            })
            .collect();
        assert_eq!(board, expected, "N = {n}");
    }

    let why = fails_with_one_line(
        &mut queensat("solve 8 --symmetry half --queen a1 --queen h8"),
        1,
    );
    assert!(why.contains("attack each other"), "{why}");
    let why = fails_with_one_line(
        &mut queensat("solve 8 --symmetry half --queen b8 --queen g1"),
        1,
    );
    assert!(
        why.contains("after a half turn with a queen on b8 and its images"),
        "{why}"
    );
}

#[test]
fn check_names_the_queens_whose_images_are_missing() {
    let symmetric = stdout_of("solve 9 --symmetry half --format list");
    let told = queensat("check - --symmetry half")
        .write_stdin(symmetric)
        .assert()
        .success();
    assert_eq!(
        common::text(told.get_output()),
        "a placement: 9 queens, none attacks another, equal to itself after a half turn\n"
    );

    let lone = "1 5 8 6 3 7 2 4\n";
    queensat("check -").write_stdin(lone).assert().success();
    for (turn, missing) in [
        ("half", "the queen on a8 is turned to h1"),
        ("quarter", "the queen on a8 is turned to h8"),
    ] {
        let told = queensat(&format!("check - --symmetry {turn}"))
            .write_stdin(lone)
            .assert()
            .code(1);
        let told = common::text(told.get_output());
        assert!(
            told.starts_with("no placement: 8 queens") && told.contains(missing),
            "{told}"
        );
        let report = queensat(&format!("check - --json --symmetry {turn}"))
            .write_stdin(lone)
            .output()
            .unwrap();
        let report = json(&report);
        assert_eq!(report["placement"], false);
        assert_eq!(report["unturned"][0]["queen"], "a8");
    }
}

#[test]
fn the_checker_passes_exactly_what_the_turn_keeps() {
    for n in 0..=8 {
        for columns in brute_force(n) {
            let placement = Placement::from_columns(columns.clone()).unwrap();
            let queens: Vec<Square> = placement.queens().collect();
            for turn in TURNS {
                let puzzle = Puzzle::queens(n).symmetric(turn.parse().unwrap());
                let verdict = puzzle.check(&queens);
                let kept = is_kept(turn, &columns);
                assert_eq!(puzzle.is_solved_by(&placement), kept, "{columns:?}");
                assert_eq!(verdict.is_placement(), kept, "{columns:?}");
                assert_eq!(puzzle.placement(&queens).is_ok(), kept, "{columns:?}");
                assert_eq!(verdict.unturned.is_empty(), kept);
                assert_eq!(verdict.to_string().contains("is turned to"), !kept);
                for (queen, image) in verdict.unturned {
                    assert!(queens.contains(&queen) && !queens.contains(&image));
                }
            }
        }
    }
}

#[test]
fn regions_need_not_be_symmetric() {
    let regions = file("AABB\nAABB\nCCDD\nCCDD\n");
    let stripes = file("AAAA\nBBBB\nCCCC\nDDDD\n");
    for (regions, turn, count) in [
        (&regions, "half", 2),
        (&regions, "quarter", 2),
        (&stripes, "half", 2),
        (&stripes, "quarter", 2),
    ] {
        let arguments = format!("count --regions {} --symmetry {turn}", regions.display());
        for by in ["backtrack", "blocking"] {
            assert_eq!(
                stdout_of(&format!("{arguments} --by {by}")),
                format!("{count}\n"),
                "{arguments}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn both_ways_count_the_same_on_boards_with_any_regions(
        n in 2u32..=8, seed in prop::collection::vec(0u32..64, 64), quarter: bool,
    ) {
        // Every letter occurs: the first n squares of a shuffled order get one each.
        let squares = (n * n) as usize;
        let mut grid: Vec<u32> = seed[..squares].iter().map(|x| x % n).collect();
        for letter in 0..n {
            grid[(letter * n + seed[letter as usize] % n) as usize] = letter;
        }
        let rows = grid.chunks(n as usize).map(|row| {
            row.iter().map(|&x| char::from(b'A' + x as u8)).collect::<String>() + "\n"
        });
        let regions = file(&rows.collect::<String>());
        let turn = TURNS[usize::from(quarter)];
        let count = |by| stdout_of(&format!("count --regions {} --symmetry {turn} --by {by}", regions.display()));
        prop_assert_eq!(count("backtrack"), count("blocking"));
    }
}
