//! Maps say what each variable is, and answers find the way back through them.

mod common;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::dimacs::{Formula, header};
use common::{
    ENCODINGS, PROGRAM, fails_with_one_line, is_peaceful, queensat, read_lists, stdout_of, text,
};
use varisat::{Lit, Solver};

const REGIONS: &str = "AABBB\nACCBB\nAACDD\nECCDD\nEEEED\n";

/// A line of a map file: the squares of a variable, or the words for an auxiliary one's group.
#[derive(Debug)]
enum Role {
    Squares(Vec<(i64, i64)>),
    Group(Vec<String>),
}

struct Map {
    header: String,
    roles: Vec<Role>,
}

impl Map {
    /// Reads a map file strictly: single blanks, every line in its place.
    fn parse(text: &str) -> Map {
        let mut lines = text.lines();
        let header = lines.next().expect("a first line").to_string();
        let role = |(index, line): (usize, &str)| {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[0], (index + 1).to_string());
            if words[1] != "square" {
                return Role::Group(words[1..].iter().map(|word| word.to_string()).collect());
            }
            let number = |word: &&str| word.parse::<i64>().expect("a number");
            let numbers: Vec<i64> = words[2..].iter().map(number).collect();
            Role::Squares(numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect())
        };
        Map {
            header,
            roles: lines.enumerate().map(role).collect(),
        }
    }
}

/// Whether a square belongs to a group that a map names.
fn belongs(group: &[String], (row, col): (i64, i64), n: i64, torus: bool) -> bool {
    let number = |at: usize| group[at].parse::<i64>().expect("a number");
    let same = |a: i64, b: i64| a == b || (torus && (a - b) % n == 0);
    match group[0].as_str() {
        "row" => row == number(1),
        "column" => col == number(1),
        "diagonal" => same(col - row, number(1)),
        "antidiagonal" => same(row + col, number(1)),
        "touching" => [(number(1), number(2)), (number(3), number(4))].contains(&(row, col)),
        "region" => {
            let line = REGIONS.lines().nth(row as usize).expect("a row");
            line[col as usize..].starts_with(&group[1])
        }
        "symmetry" => true,
        other => panic!("no group is called {other}"),
    }
}

/// What `encode` writes for these arguments: the formula's text and its map.
fn encode(arguments: &str) -> (String, Map) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.txt");
    let assert = queensat(arguments).arg("--map").arg(&path).assert();
    let formula = text(assert.success().get_output());
    (formula, Map::parse(&fs::read_to_string(path).unwrap()))
}

/// Holds a map against the formula: every square has one variable, and a clause with an auxiliary
/// variable speaks of its group or symmetry alone.
fn fits(arguments: &str, n: i64) {
    let (formula, map) = encode(arguments);
    let formula = Formula::parse(&formula);
    let torus = arguments.contains("--torus");
    let squares = map.roles.iter().filter_map(|role| match role {
        Role::Squares(squares) => Some(squares),
        Role::Group(_) => None,
    });
    let mut squares: Vec<(i64, i64)> = squares.flatten().copied().collect();
    squares.sort_unstable();
    let all = (0..n).flat_map(|row| (0..n).map(move |col| (row, col)));
    assert_eq!(squares, all.collect::<Vec<_>>(), "{arguments}");
    let (variables, clauses) = (formula.variables, formula.clauses.len());
    let (count, auxiliaries) = (n * n, i64::from(variables) - n * n);
    assert_eq!(
        map.header,
        format!(
            "queensat-map 1 n {n} variables {variables} squares {count} auxiliaries {auxiliaries} clauses {clauses}"
        )
    );
    assert_eq!(map.roles.len(), variables as usize);
    for clause in &formula.clauses {
        let roles = clause
            .iter()
            .map(|lit| &map.roles[lit.unsigned_abs() as usize - 1]);
        let roles: Vec<&Role> = roles.collect();
        let group = roles.iter().find_map(|role| match role {
            Role::Group(group) => Some(group),
            Role::Squares(_) => None,
        });
        let Some(group) = group else { continue };
        for role in roles {
            match role {
                Role::Squares(squares) => {
                    for &square in squares {
                        assert!(belongs(group, square, n, torus), "{arguments}, {clause:?}");
                    }
                }
                Role::Group(other) => assert_eq!(group, other, "{arguments}, {clause:?}"),
            }
        }
    }
}

#[test]
fn every_auxiliary_variable_belongs_to_the_group_that_the_map_names() {
    let regions = common::file(REGIONS);
    for order in ["fixed", "tuned"] {
        for amo in ENCODINGS {
            for n in [0, 1, 2, 3, 5, 8] {
                fits(&format!("encode {n} --order {order} --amo {amo}"), n);
            }
            fits(
                &format!("encode 8 --symmetry-break --order {order} --amo {amo}"),
                8,
            );
            for rules in ["--torus", "--rooks", "--queen b4 --forbid c1"] {
                fits(&format!("encode 7 {rules} --order {order} --amo {amo}"), 7);
            }
            let regions = regions.display();
            fits(
                &format!("encode --regions {regions} --order {order} --amo {amo}"),
                5,
            );
        }
    }
}

#[test]
fn the_comments_say_which_numbering_is_used() {
    let fixed = Formula::parse(&stdout_of("encode 6")).comments.join("\n");
    assert!(fixed.contains("is variable r*6+c+1"), "{fixed}");
    let (tuned, _) = encode("encode 6 --order tuned --seed 42");
    let tuned = Formula::parse(&tuned).comments.join("\n");
    assert!(!tuned.contains("is variable"), "{tuned}");
    for words in [
        "tuned numbering",
        "auxiliary variables come first",
        "seed=42",
        "map file",
    ] {
        assert!(tuned.contains(words), "{words} is not in {tuned}");
    }
    assert!(!tuned.contains(" 0") && !tuned.contains("--"), "{tuned}");
}

#[test]
fn the_fixed_order_is_the_default_and_a_map_changes_nothing_in_it() {
    let (formula, _) = encode("encode 9 --amo product");
    assert_eq!(formula, stdout_of("encode 9 --amo product"));
    assert_eq!(formula, stdout_of("encode 9 --amo product --order fixed"));
}

#[test]
fn a_seed_always_draws_the_same_numbering_and_another_one_another() {
    let formula = |options: &str| encode(&format!("encode 9 --order tuned {options}")).0;
    assert_eq!(formula(""), formula("--seed 0"));
    assert_eq!(formula("--seed 7"), formula("--seed 7"));
    assert_ne!(formula("--seed 7"), formula("--seed 8"));
}

#[test]
fn stats_do_not_depend_on_the_order() {
    let stats = stdout_of("encode 60 --stats");
    assert_eq!(stats, stdout_of("encode 60 --stats --order tuned"));
}

/// A formula, its map and varisat's answer to it, in a folder of their own.
struct Solved {
    folder: tempfile::TempDir,
}

impl Solved {
    fn new(arguments: &str, map: &str) -> Solved {
        let folder = tempfile::tempdir().unwrap();
        let mut command = queensat(&format!("encode {arguments}"));
        command.arg("--map").arg(folder.path().join(map));
        let formula = text(command.assert().success().get_output());
        let mut solver = Solver::new();
        solver.add_dimacs_cnf(formula.as_bytes()).unwrap();
        let answer = if solver.solve().unwrap() {
            let model = solver.model().unwrap();
            let lits = model.iter().map(|lit: &Lit| lit.to_dimacs().to_string());
            let lits: Vec<String> = lits.collect();
            format!("s SATISFIABLE\nv {} 0\n", lits.join(" "))
        } else {
            "s UNSATISFIABLE\n".to_string()
        };
        fs::write(folder.path().join("answer"), answer).unwrap();
        Solved { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn decode(&self, arguments: &str, map: &str) -> assert_cmd::Command {
        let mut command = queensat(&format!("decode {arguments}"));
        command.arg(self.path("answer"));
        command.arg("--map").arg(self.path(map));
        command
    }
}

#[test]
fn answers_are_read_through_the_map_whatever_compresses_it() {
    for order in ["fixed", "tuned", "tuned --seed 3"] {
        for (n, map) in [
            (0, "m"),
            (1, "m"),
            (8, "m.gz"),
            (9, "m.xz"),
            (10, "m.bz2"),
            (60, "m.zst"),
        ] {
            let solved = Solved::new(&format!("{n} --order {order}"), map);
            let decoded = solved.decode(&format!("{n} --format list"), map).output();
            let decoded = decoded.unwrap();
            assert_eq!(decoded.status.code(), Some(0), "{decoded:?}");
            let placement = &read_lists(&text(&decoded))[0];
            assert_eq!(placement.len(), n as usize);
            assert!(is_peaceful(placement), "{placement:?}");
        }
    }
}

#[test]
fn an_answer_through_a_map_is_checked_against_the_whole_puzzle() {
    let solved = Solved::new("8 --order tuned --queen b4 --queen d5", "m");
    for (arguments, code) in [
        ("8 --queen b4 --queen d5", 0),
        ("8", 0),
        ("8 --queen a1", 1),
        ("8 --forbid b4", 1),
    ] {
        solved.decode(arguments, "m").assert().code(code);
    }
    let none = Solved::new("6 --torus --order tuned", "m");
    none.decode("6 --torus", "m").assert().code(1).stdout("");
}

/// A variable may stand for several squares, as where a placement has to be symmetric.
#[test]
fn a_variable_of_several_squares_puts_a_queen_on_each() {
    let map = common::file(
        "queensat-map 1 n 4 variables 4 squares 8 auxiliaries 0 clauses 0\n\
         1 square 0 1 3 2\n2 square 1 3 2 0\n3 square 0 0 3 3\n4 square 1 1 2 2\n",
    );
    let decode = |values: &str| {
        let mut command = queensat("decode 4 --format list --map");
        command.arg(&map).write_stdin(values.to_string());
        command.assert()
    };
    decode("v 1 2 -3 -4 0\n").code(0).stdout("2 4 1 3\n");
    decode("v 3 2 0\n").code(1);
}

#[test]
fn a_map_that_does_not_belong_to_the_board_or_the_answer_is_refused() {
    let tuned = Solved::new("8 --order tuned --amo product", "m");
    let fixed = Solved::new("8 --amo product", "m");
    let small = Solved::new("8", "m");
    let none = Solved::new("3 --order tuned", "m");
    let map = fs::read_to_string(tuned.path("m")).unwrap();
    let last = map.lines().last().unwrap();
    fs::copy(tuned.path("m"), fixed.path("tuned")).unwrap();
    fs::copy(small.path("m"), fixed.path("small")).unwrap();
    fs::write(tuned.path("short"), map.replace(last, "")).unwrap();
    fs::write(
        tuned.path("square"),
        map.replace(" square 0 0\n", " square 0 9\n"),
    )
    .unwrap();
    fs::write(
        tuned.path("twice"),
        map.replace(" square 0 0\n", " square 0 1\n"),
    )
    .unwrap();
    fs::write(tuned.path("role"), map.replace("3 row 0", "3 raw 0")).unwrap();
    fs::write(tuned.path("torn"), [0x1f, 0x8b, 8, 0, 1]).unwrap();
    fs::write(tuned.path("empty"), "").unwrap();
    let cut = fs::read_to_string(tuned.path("answer")).unwrap();
    fs::write(small.path("answer"), "s SATISFIABLE\nv 1 -2 -3\n").unwrap();
    assert!(cut.ends_with(" 0\n"));
    for (solved, n, map, words) in [
        (
            &tuned,
            9,
            "m",
            "line 1: it is the map of a formula for N = 8, not for N = 9",
        ),
        (&none, 4, "m", "for N = 3, not for N = 4"),
        (
            &tuned,
            8,
            "answer",
            "answer: line 1: expected 'queensat-map 1 n N",
        ),
        (&tuned, 8, "empty", "line 1: expected 'queensat-map 1 n N"),
        (&tuned, 8, "missing", "cannot read"),
        (&tuned, 8, "torn", "torn: "),
        (
            &tuned,
            8,
            "short",
            "it holds 215 variables, but its first line says 216",
        ),
        (&tuned, 8, "square", "square 0 9 is not on the 8×8 board"),
        (&tuned, 8, "twice", "square 0 1 has a variable already"),
        (
            &tuned,
            8,
            "role",
            "line 4: 'raw 0' is no role of a variable",
        ),
        (
            &fixed,
            8,
            "tuned",
            "fixed numbering: decode it without --map",
        ),
        (&fixed, 8, "small", "it is the map of another formula"),
        (
            &small,
            8,
            "m",
            "cut short: it ends without the closing 0 after variable 3 of 64",
        ),
    ] {
        let line = fails_with_one_line(&mut solved.decode(&n.to_string(), map), 2);
        assert!(line.contains(words), "{words:?} is not in {line}");
    }
    // Through the map of another seed it is no placement, which is what an answer has to be.
    let other = Solved::new("8 --order tuned --amo product --seed 1", "m");
    fs::copy(other.path("m"), tuned.path("other")).unwrap();
    tuned.decode("8", "other").assert().code(1).stdout("");
}

#[test]
fn options_that_do_not_go_together_are_refused_in_one_line() {
    for (arguments, words) in [
        ("encode 4 --order tuned", "--order tuned needs --map FILE"),
        ("encode 4 --order random", "random"),
        ("encode 4 --seed 1", "--order tuned"),
        ("encode 4 --seed 1 --stats", "--order tuned"),
        ("encode 4 --order tuned --map -", "standard output"),
        ("encode 4 --map no/x -o ./no/x", "the same file"),
        ("encode 4 --map /dev/stdout", "standard output"),
        (
            "encode 4 --map no/folder/m",
            "cannot write no/folder/m: there is no such folder",
        ),
        ("encode 4 --map m --stats", "--stats"),
        ("decode 4 - --map -", "only once"),
        ("decode - no --map -", "only once"),
    ] {
        let line = fails_with_one_line(&mut queensat(arguments), 2);
        assert!(line.contains(words), "{arguments}: {line}");
    }
}

#[test]
fn a_map_appears_whole_and_not_where_the_formula_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("m");
    let mut command = queensat("encode 8 --order tuned -o no/such/folder.cnf --map");
    fails_with_one_line(command.arg(&map), 2);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_formula_and_its_map_do_not_meet_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("formula"), "kept").unwrap();
    std::os::unix::fs::symlink("formula", path("link")).unwrap();
    std::os::unix::fs::symlink(".", path("here")).unwrap();
    for (map, formula) in [("link", "formula"), ("here/new", "new")] {
        let mut command = queensat("encode 8 --order tuned");
        command.arg("--map").arg(path(map));
        let line = fails_with_one_line(command.arg("-o").arg(path(formula)), 2);
        assert!(line.contains("the same file"), "{line}");
    }
    assert_eq!(fs::read_to_string(path("formula")).unwrap(), "kept");
    assert!(!path("new").exists());
}

#[cfg(unix)]
#[test]
fn that_the_reader_of_the_map_has_gone_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("formula");
    let mut child = Command::new(PROGRAM)
        .args(["encode", "200", "--order", "tuned", "--map", "-", "-o"])
        .arg(&formula)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let line = common::one_line(&output.stderr);
    assert!(line.contains("its reader has gone"), "{line}");
}

#[cfg(unix)]
#[test]
fn an_endless_map_ends() {
    let answer = common::file("s SATISFIABLE\nv 1 0\n");
    let mut command = queensat("decode 1 --map /dev/zero");
    let line = fails_with_one_line(command.arg(&answer), 2);
    assert!(line.contains("/dev/zero: line 1"), "{line}");
}

fn is_installed(solver: &str) -> bool {
    let found = Command::new(solver).arg("--help").output().is_ok();
    let required = env::var_os("QUEENSAT_REQUIRE_SOLVERS").is_some_and(|v| v == "1");
    assert!(found || !required, "{solver} is not installed");
    found
}

#[cfg(unix)]
#[test]
fn other_solvers_answers_come_back_through_the_map() {
    let folder = tempfile::tempdir().unwrap();
    let encode = format!("{PROGRAM} encode 30 --amo product --order tuned --map m.gz");
    let decode = format!("{PROGRAM} decode 30 --map m.gz --format list");
    for (solver, line) in [
        (
            "minisat",
            format!("{encode} -q -o f.cnf; minisat f.cnf a >&2; {decode} a"),
        ),
        ("cadical", format!("{encode} | cadical -q | {decode}")),
    ] {
        if !is_installed(solver) {
            continue;
        }
        let output = Command::new("sh")
            .args(["-c", &line])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {output:?}");
        assert!(is_peaceful(&read_lists(&text(&output))[0]), "{line}");
    }
}

#[test]
fn a_large_formula_and_its_map_are_streamed_to_a_device() {
    let (arguments, device) = (
        "encode 700 --amo product --order tuned",
        Path::new("/dev/null"),
    );
    if device.exists() {
        queensat(arguments)
            .args(["--map", "/dev/null", "-o", "/dev/null"])
            .assert()
            .code(2);
        let mut command = queensat(arguments);
        let assert = command
            .args(["-q", "--map", "/dev/null"])
            .assert()
            .success();
        let formula = text(assert.get_output());
        let head = formula.lines().find(|line| line.starts_with('p')).unwrap();
        assert_eq!(header(head).1, formula.lines().count() as u64 - 4);
    }
}
