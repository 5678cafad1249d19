//! Exported up to symmetry, a formula's models are the smallest lists of the orbits, each once.

mod common;

use std::collections::BTreeSet;

use common::dimacs::{Formula, models};
use common::{
    ENCODINGS, brute_force, file, json, one_line, queensat, read_lists, refused, stdout_of, text,
};
use varisat::{ExtendFormula, Lit, Solver};

type List = Vec<u32>;

/// Placements up to symmetry, N = 0, 1, 2, … (OEIS A002562; the empty board has one).
const UP_TO_SYMMETRY: [usize; 11] = [1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92];

/// The rows in the opposite order.
fn flipped(list: &[u32]) -> List {
    list.iter().rev().copied().collect()
}

/// The columns in the opposite order.
fn mirrored(list: &[u32]) -> List {
    let last = list.len() as u32 - 1;
    list.iter().map(|column| last - column).collect()
}

/// Rows and columns exchanged.
fn transposed(list: &[u32]) -> List {
    let row_of = |column| list.iter().position(|&c| c == column).expect("a queen") as u32;
    (0..list.len() as u32).map(row_of).collect()
}

/// A list and its seven images, as lists of columns.
fn images(list: &[u32]) -> Vec<List> {
    let mut images = vec![list.to_vec()];
    for image in [flipped, mirrored, transposed] {
        let more: Vec<List> = images.iter().map(|list| image(list)).collect();
        images.extend(more);
    }
    images
}

/// Those of some placements none of whose images, made by `images`, is smaller.
fn smallest(placements: &BTreeSet<List>, images: impl Fn(&[u32]) -> Vec<List>) -> BTreeSet<List> {
    let is_smallest = |list: &&List| images(list).iter().all(|image| image >= list);
    placements.iter().filter(is_smallest).cloned().collect()
}

/// What `encode` writes for these arguments, and the lines of its map.
fn encode(arguments: &str) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map");
    let mut command = queensat(&format!("encode {arguments} --symmetry-break -q"));
    let output = command.arg("--map").arg(&map).assert().success();
    let map = std::fs::read_to_string(map).unwrap();
    let lines = map.lines().skip(1).map(String::from);
    (text(output.get_output()), lines.collect())
}

/// The models of a formula as lists, read through its map; what is blocked are the squares.
fn lists(arguments: &str, n: u32) -> BTreeSet<List> {
    let (formula, map) = encode(arguments);
    let squares: Vec<(i32, Vec<u32>)> = map
        .iter()
        .filter_map(|line| {
            let (variable, squares) = line.split_once(" square ")?;
            let numbers = squares.split(' ').map(|word| word.parse().unwrap());
            Some((variable.parse().unwrap(), numbers.collect()))
        })
        .collect();
    let mut solver = Solver::new();
    solver.add_dimacs_cnf(formula.as_bytes()).unwrap();
    let mut found = BTreeSet::new();
    while solver.solve().unwrap() {
        let model: BTreeSet<Lit> = solver.model().unwrap().into_iter().collect();
        let mut list = vec![n; n as usize];
        let mut blocking = Vec::new();
        for (variable, squares) in &squares {
            let lit = Lit::from_dimacs(*variable as isize);
            let queen = model.contains(&lit);
            blocking.push(if queen { !lit } else { lit });
            for square in squares.chunks(2).filter(|_| queen) {
                list[square[0] as usize] = square[1];
            }
        }
        assert!(found.insert(list), "a blocked model came again");
        solver.add_clause(&blocking);
    }
    found
}

#[test]
fn the_models_are_the_smallest_lists_and_as_many_as_published() {
    for (n, published) in (0..).zip(UP_TO_SYMMETRY) {
        let placements = brute_force(n);
        let expected = match n {
            0 => placements,
            _ => smallest(&placements, images),
        };
        assert_eq!(expected.len(), published, "N = {n}");
        let encodings = if n <= 8 { &ENCODINGS[..] } else { &["auto"] };
        for encoding in encodings {
            let arguments = format!("encode {n} --symmetry-break --amo {encoding}");
            let found = models(&stdout_of(&arguments), n);
            assert_eq!(found, expected, "{arguments}");
        }
    }
}

#[test]
fn a_counter_of_models_needs_no_projection_where_the_rules_need_no_auxiliary_variables() {
    for (n, published) in (0..=9).zip(UP_TO_SYMMETRY) {
        let dimacs = stdout_of(&format!("encode {n} --symmetry-break --amo pairwise"));
        let mut solver = Solver::new();
        solver.add_dimacs_cnf(dimacs.as_bytes()).unwrap();
        let mut count = 0;
        while solver.solve().unwrap() {
            count += 1;
            let model = solver.model().unwrap();
            solver.add_clause(&model.iter().map(|&lit| !lit).collect::<Vec<_>>());
        }
        assert_eq!(count, published, "N = {n}");
    }
}

#[test]
fn every_numbering_and_turn_keeps_the_smallest_lists() {
    for n in 4..=8 {
        let placements = brute_force(n);
        let expected = smallest(&placements, images);
        for order in ["", "--order tuned", "--order tuned --seed 7 --amo product"] {
            assert_eq!(
                lists(&format!("{n} {order}"), n),
                expected,
                "N = {n}, {order}"
            );
        }
        let turned = |list: &List| flipped(&mirrored(list)) == *list;
        let turned = expected.into_iter().filter(turned).collect();
        assert_eq!(lists(&format!("{n} --symmetry half"), n), turned, "N = {n}");
        let quarter = |list: &List| flipped(&transposed(list)) == *list;
        let quarter = turned.into_iter().filter(quarter).collect();
        let arguments = format!("{n} --symmetry quarter --amo sequential");
        assert_eq!(lists(&arguments, n), quarter, "N = {n}");
    }
}

#[test]
fn what_is_settled_takes_its_symmetries_away() {
    let placements = brute_force(8);
    let without = |squares: &[(usize, u32)]| {
        let free = |list: &&List| squares.iter().all(|&(row, column)| list[row] != column);
        placements.iter().filter(free).cloned().collect()
    };
    type Case = (
        &'static str,
        &'static [(usize, u32)],
        fn(&[u32]) -> Vec<List>,
    );
    let cases: [Case; 5] = [
        ("a8 h8 a1 h1", &[(0, 0), (0, 7), (7, 0), (7, 7)], images),
        ("c8 f1", &[(0, 2), (7, 5)], |list| {
            vec![flipped(&mirrored(list))]
        }),
        ("b8 g8", &[(0, 1), (0, 6)], |list| vec![mirrored(list)]),
        ("c8 a6", &[(0, 2), (2, 0)], |list| vec![transposed(list)]),
        ("c8", &[(0, 2)], |_| Vec::new()),
    ];
    for (names, squares, images) in cases {
        let options = names.split(' ').map(|name| format!(" --forbid {name}"));
        let arguments = format!("8{}", options.collect::<String>());
        let expected = smallest(&without(squares), images);
        assert!(expected.len() > 1);
        assert_eq!(lists(&arguments, 8), expected, "{arguments}");
    }
}

#[test]
fn the_sizes_that_stats_tell_are_those_of_the_formula() {
    let stripes = file("AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n");
    let mut boards: Vec<String> = (0..=12).map(|n| n.to_string()).collect();
    boards.extend(["30", "31", "9 --torus", "8 --rooks", "9 --forbid b4"].map(String::from));
    boards.push(format!("--regions {}", stripes.display()));
    for board in boards {
        for option in ["", "--amo product", "--symmetry half", "--symmetry quarter"] {
            if board.contains("forbid") && option.contains("symmetry") {
                continue;
            }
            let arguments = format!("encode {board} {option} --symmetry-break -q");
            // Reading it holds the header against the clauses.
            let formula = stdout_of(&arguments);
            let header = formula.lines().find(|line| line.starts_with('p')).unwrap();
            let clauses = formula.lines().skip_while(|line| *line != header).skip(1);
            let literals: usize = clauses.map(|line| line.split(' ').count() - 1).sum();
            let stats = json(
                &queensat(&format!("{arguments} --stats --json"))
                    .output()
                    .unwrap(),
            );
            let announced = format!("p cnf {} {}", stats["variables"], stats["clauses"]);
            assert_eq!(header, announced, "{arguments}");
            assert_eq!(stats["literals"], literals, "{arguments}");
        }
    }
    assert_eq!(
        stdout_of("encode 8 --symmetry-break --stats"),
        "variables 219\nauxiliary variables 155\nclauses 1497\nliterals 3610\n"
    );
}

#[test]
fn a_formula_says_that_it_is_up_to_symmetry_and_is_plain_dimacs() {
    let formula = Formula::parse(&stdout_of("encode 8 --symmetry-break"));
    assert!(formula.comments[0].contains("N=8, up to symmetry, at most one"));
    let without = stdout_of("encode 8");
    assert!(!without.contains("symmetry"), "{without}");
}

#[test]
fn a_map_names_the_symmetries_and_answers_are_read_through_it() {
    let (formula, map) = encode("8 --order tuned --amo product");
    let role = |line: &String| line.split_once(' ').unwrap().1.to_string();
    let symmetries: BTreeSet<String> = map
        .iter()
        .map(role)
        .filter(|role| role.starts_with("symmetry"))
        .collect();
    let names = [
        "quarter-turn",
        "half-turn",
        "three-quarter-turn",
        "mirror",
        "flip",
        "transpose",
        "antitranspose",
    ];
    let names = names.map(|name| format!("symmetry {name}"));
    assert_eq!(symmetries, BTreeSet::from(names));

    let mut solver = Solver::new();
    solver.add_dimacs_cnf(formula.as_bytes()).unwrap();
    assert!(solver.solve().unwrap());
    let model = solver.model().unwrap();
    let lits: Vec<String> = model
        .iter()
        .map(|lit| lit.to_dimacs().to_string())
        .collect();
    let answer = file(&format!("s SATISFIABLE\nv {} 0\n", lits.join(" ")));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map");
    let mut command = queensat("encode 8 --order tuned --amo product --symmetry-break --map");
    command.arg(&path).assert().success();
    let mut command = queensat("decode 8 --format list");
    let decoded = command.arg(&answer).arg("--map").arg(&path).assert();
    let list = read_lists(&text(decoded.success().get_output())).remove(0);
    assert!(images(&list).iter().all(|image| *image >= list), "{list:?}");
}

#[test]
fn a_puzzle_without_symmetry_gets_a_note_and_the_same_clauses() {
    let settled = "encode 6 --queen b6 --forbid f3";
    let output = queensat(&format!("{settled} --symmetry-break")).output();
    let output = output.unwrap();
    assert!(output.status.success());
    assert!(one_line(&output.stderr).contains("adds nothing"));
    let clauses = |text: &str| Formula::parse(text).clauses;
    assert_eq!(clauses(&text(&output)), clauses(&stdout_of(settled)));
    let quiet = queensat(&format!("{settled} --symmetry-break -q")).output();
    assert!(quiet.unwrap().stderr.is_empty());
}

#[test]
fn a_board_that_is_too_large_up_to_symmetry_alone_is_refused_with_the_cure() {
    stdout_of("encode 30000 --stats");
    let words = ["N = 30000", "up to symmetry", "'--symmetry-break'"];
    refused("encode 30000 --symmetry-break --stats", "", &words);
}
