//! The formats in which at most one is a single constraint, and the cubes, mean the same board.

mod common;

use std::collections::BTreeSet;

use common::cardinality::{File, models, read_cnf_plus, read_icnf, read_knf, read_opb};
use common::dimacs::Formula;
use common::{PLACEMENTS, json, queensat, refused, stdout_of};

type Reader = fn(&str) -> File;

const FORMATS: [(&str, Reader); 3] = [
    ("opb", read_opb),
    ("knf", read_knf),
    ("cnf+", read_cnf_plus),
];

const REGIONS: &str = "AABBB\nACCBB\nAACDD\nECCDD\nEEEED\n";

/// Puzzles of up to 6 rows, as arguments; with one whose size a file tells.
fn puzzles(regions: &str) -> Vec<String> {
    let mut puzzles = vec![format!("--regions {regions}")];
    for n in 0..=6 {
        for laws in [
            "",
            "--torus",
            "--rooks",
            "--symmetry half",
            "--symmetry quarter",
            "--torus --symmetry half",
            "--rooks --symmetry quarter",
        ] {
            puzzles.push(format!("{n} {laws}"));
        }
    }
    for settled in [
        "5 --queen b1",
        "6 --queen 0,1 --forbid 1,3",
        "4 --queen a1 --queen b2",
        "4 --queen a1 --forbid a1",
        "3 --forbid a1 --forbid a2 --forbid a3",
        "6 --forbid a1 --forbid f6 --symmetry half",
    ] {
        puzzles.push(settled.to_string());
    }
    puzzles
}

#[test]
fn every_format_has_the_models_of_the_clauses() {
    let regions = common::file(REGIONS);
    for puzzle in puzzles(regions.to_str().expect("UTF-8")) {
        let dimacs = Formula::parse(&stdout_of(&format!("encode {puzzle} --amo pairwise")));
        let expected = models(&dimacs.clauses, dimacs.variables, &[]);
        for (format, read) in FORMATS {
            let arguments = format!("encode {puzzle} --to {format}");
            let file = read(&stdout_of(&arguments));
            assert_eq!(file.variables, dimacs.variables, "{arguments}");
            let found = models(&file.clauses(), file.variables, &[]);
            assert_eq!(found, expected, "{arguments}");
        }
    }
}

#[test]
fn the_plain_board_has_a_line_for_each_line() {
    for n in 0..=40 {
        for (format, read) in FORMATS {
            let arguments = format!("encode {n} --to {format}");
            let file = read(&stdout_of(&arguments));
            // Rows and columns exactly one, diagonals at most one.
            let (exactly, most) = match n {
                0 | 1 => (2 * n, 0),
                _ => (2 * n, 4 * n - 6),
            };
            let twice = format != "opb" && n > 1;
            let lines = exactly * if twice { 2 } else { 1 } + most;
            assert_eq!(file.lines.len(), lines, "{arguments}");
            let stats = queensat(&format!("{arguments} --stats --json")).output();
            let stats = json(&stats.expect("a run"));
            assert_eq!(stats["format"], format);
            assert_eq!(stats["variables"], file.variables, "{arguments}");
            assert_eq!(stats["auxiliaries"], 0);
            assert_eq!(stats["constraints"], lines, "{arguments}");
            assert_eq!(stats["literals"], file.literals(), "{arguments}");
            assert!(stats["encoding"].is_null() && stats["clauses"].is_null());
            assert!(file.comments[0].starts_with(&format!("N-Queens for N={n}")));
        }
    }
}

#[test]
fn the_stats_of_every_puzzle_are_those_of_its_file() {
    let regions = common::file(REGIONS);
    for puzzle in puzzles(regions.to_str().expect("UTF-8")) {
        for (format, read) in FORMATS {
            let arguments = format!("encode {puzzle} --to {format}");
            let file = read(&stdout_of(&arguments));
            let (lines, literals) = (file.lines.len(), file.literals());
            let variables = file.variables;
            let expected = format!(
                "variables {variables}\nauxiliary variables 0\nconstraints {lines}\nliterals {literals}\n"
            );
            let counted = stdout_of(&format!("{arguments} --stats"));
            assert_eq!(counted, expected, "{arguments}");
        }
    }
}

#[test]
fn the_cubes_share_out_the_placements() {
    let regions = common::file(REGIONS);
    let mut puzzles = puzzles(regions.to_str().expect("UTF-8"));
    puzzles.extend(["7", "7 --torus", "7 --symmetry half"].map(String::from));
    for puzzle in puzzles {
        let dimacs = Formula::parse(&stdout_of(&format!("encode {puzzle}")));
        let expected = models(&dimacs.clauses, dimacs.variables, &[]);
        for rows in [0, 1, 2, 3, 7, 100] {
            let arguments = format!("encode {puzzle} --to icnf --cubes {rows}");
            let (clauses, cubes) = read_icnf(&stdout_of(&arguments));
            assert_eq!(clauses, dimacs.clauses, "{arguments}");
            let mut found = BTreeSet::new();
            for cube in &cubes {
                for model in models(&clauses, dimacs.variables, cube) {
                    assert!(found.insert(model), "{arguments}: in two cubes");
                }
            }
            assert_eq!(found, expected, "{arguments}");
            let stats = queensat(&format!("{arguments} --stats --json")).output();
            assert_eq!(json(&stats.expect("a run"))["cubes"], cubes.len());
        }
    }
}

#[test]
fn two_rows_are_the_default_and_all_rows_are_the_placements() {
    assert_eq!(
        stdout_of("encode 8 --to icnf"),
        stdout_of("encode 8 --to icnf --cubes 2")
    );
    for (n, placements) in PLACEMENTS.iter().enumerate().take(10) {
        let (_, cubes) = read_icnf(&stdout_of(&format!("encode {n} --to icnf --cubes {n}")));
        assert_eq!(cubes.len(), *placements, "N = {n}");
    }
}

#[test]
fn cubes_go_with_the_other_encodings_and_options_of_clauses() {
    for encoding in common::ENCODINGS {
        let arguments = format!("encode 6 --amo {encoding}");
        let dimacs = Formula::parse(&stdout_of(&arguments));
        let (clauses, cubes) = read_icnf(&stdout_of(&format!("{arguments} --to icnf")));
        assert_eq!(clauses, dimacs.clauses, "{encoding}");
        let found: BTreeSet<_> = cubes.iter().flat_map(|c| models(&clauses, 36, c)).collect();
        assert_eq!(found, models(&clauses, 36, &[]), "{encoding}");
        assert_eq!(found.len(), 4);
    }
    for n in 0..=8 {
        let arguments = format!("encode {n} --amo pairwise --symmetry-break");
        let dimacs = Formula::parse(&stdout_of(&arguments));
        let expected = models(&dimacs.clauses, n * n, &[]);
        for rows in 0..=n {
            let arguments = format!("{arguments} --to icnf --cubes {rows}");
            let (clauses, cubes) = read_icnf(&stdout_of(&arguments));
            let found: Vec<_> = cubes
                .iter()
                .flat_map(|c| models(&clauses, n * n, c))
                .collect();
            assert_eq!(found.len(), expected.len(), "{arguments}");
            assert_eq!(BTreeSet::from_iter(found), expected, "{arguments}");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("map");
    let tuned = "encode 6 --amo product --order tuned --map";
    let plain = queensat(tuned).arg(&map).output().expect("a run");
    let cubes = queensat(tuned).arg(&map).args(["--to", "icnf"]).output();
    let (clauses, cubes) = read_icnf(&common::text(&cubes.expect("a run")));
    let plain = Formula::parse(&common::text(&plain));
    assert_eq!(clauses, plain.clauses);
    let found = cubes
        .iter()
        .flat_map(|c| models(&clauses, plain.variables, c));
    let found: BTreeSet<_> = found.collect();
    assert_eq!(found, models(&clauses, plain.variables, &[]));
}

#[test]
fn names_compress_and_files_are_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    for (format, _) in FORMATS {
        let plain = stdout_of(&format!("encode 9 --to {format}"));
        for ending in ["", ".gz", ".xz", ".bz2", ".zst"] {
            let path = folder.path().join(format!("queens{ending}"));
            let mut run = queensat(&format!("encode 9 --to {format} -o"));
            let run = run.arg(&path).assert().success().stdout("");
            let said = common::one_line(&run.get_output().stderr);
            let lines = plain
                .lines()
                .filter(|line| !line.starts_with(['c', '*', 'p']));
            assert_eq!(said, format!("81 variables, {} constraints", lines.count()));
            let bytes = queensat::io::read_whole(&path).expect("readable");
            assert_eq!(String::from_utf8(bytes).expect("ASCII"), plain, "{ending}");
        }
    }
}

#[test]
fn what_only_clauses_have_is_refused() {
    for format in ["opb", "knf", "cnf+"] {
        for (option, word) in [
            ("--amo pairwise", "leave out --amo"),
            ("--symmetry-break", "use one of these instead"),
            ("--order tuned --map m", "leave out --order and --map"),
            ("--map m", "leave out --order and --map"),
            ("--cubes 2", "--to icnf"),
        ] {
            refused(&format!("encode 8 --to {format} {option}"), "", &[word]);
        }
    }
    refused("encode 8 --cubes 2", "", &["--to icnf"]);
    refused("encode 8 --to icnf --cubes x", "", &["--cubes"]);
    refused("encode 8 --to xml", "", &["xml", "cnf+"]);
    refused("encode 46341 --to opb", "", &["46340"]);
}
