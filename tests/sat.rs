//! `sat` answers any DIMACS file as a solver of the SAT competition does, and rightly.
//!
//! Other solvers that are not installed are passed over with a note, unless QUEENSAT_REQUIRE_SOLVERS=1.

mod common;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Output};

use common::corpus::manifest;
use common::rup::{self, Clause};
use common::{NO_TEXT, PROGRAM, fails_with_one_line, file, one_line, queensat, refused, text};
use queensat::io::Output as Compressed;
use queensat::solver::Embedded;

/// The answer in the program's words: exit code and standard output.
fn answer(arguments: &str, stdin: &str) -> (Option<i32>, String) {
    let mut command = queensat(arguments);
    let output = command.write_stdin(stdin).output().expect("started");
    assert_eq!(output.stderr, b"", "{arguments}, {stdin:?}");
    (output.status.code(), text(&output))
}

#[test]
fn the_answer_is_one_s_line_and_v_lines_and_the_exit_code() {
    for (formula, code, expected) in [
        ("p cnf 0 0\n", 10, "s SATISFIABLE\nv 0\n"),
        ("p cnf 3 0\n", 10, "s SATISFIABLE\nv -1 -2 -3 0\n"),
        ("p cnf 2 2\n1 0\n-2 0\n", 10, "s SATISFIABLE\nv 1 -2 0\n"),
        (
            "p cnf 9 1\n5 0\n",
            10,
            "s SATISFIABLE\nv -1 -2 -3 -4 5 -6 -7 -8 -9 0\n",
        ),
        ("p cnf 2 1\n-1 1 0\n", 10, "s SATISFIABLE\nv -1 -2 0\n"),
        ("p cnf 1 2\n1 1 1 0\n1 0\n", 10, "s SATISFIABLE\nv 1 0\n"),
        ("p cnf 0 1\n0\n", 20, "s UNSATISFIABLE\n"),
        ("p cnf 1 2\n1 0\n-1 0\n", 20, "s UNSATISFIABLE\n"),
        ("p cnf 2 3\n0\n1 0\n2 -1 0\n", 20, "s UNSATISFIABLE\n"),
        ("c x\np cnf 1 1\n1\n0\n%\n0\n", 10, "s SATISFIABLE\nv 1 0\n"),
    ] {
        let expected = (Some(code), expected.to_string());
        assert_eq!(answer("sat -", formula), expected, "{formula:?}");
        let path = file(formula);
        let mut command = queensat("sat");
        let output = command.arg(&path).output().expect("started");
        assert_eq!((output.status.code(), text(&output)), expected);
    }
}

/// Holds an answer against the formula: the values are those of all variables, each line is short, and
/// every clause is true.
fn is_model(clauses: &[Clause], variables: usize, answer: &str) -> bool {
    let mut lines = answer.lines();
    assert_eq!(lines.next(), Some("s SATISFIABLE"));
    assert!(answer.lines().all(|line| line.len() < 80) && answer.ends_with(" 0\n"));
    let words = lines.flat_map(|line| line.strip_prefix("v ").expect("a v line").split(' '));
    let mut values: Vec<i64> = words.map(|word| word.parse().expect("a literal")).collect();
    assert_eq!(values.pop(), Some(0));
    let named: Vec<usize> = values
        .iter()
        .map(|lit| lit.unsigned_abs() as usize)
        .collect();
    assert_eq!(named, (1..=variables).collect::<Vec<_>>());
    let is_true = |lit: &i64| values[lit.unsigned_abs() as usize - 1] == *lit;
    clauses.iter().all(|clause| clause.iter().any(is_true))
}

#[test]
fn the_corpus_is_answered_as_its_manifest_says() {
    for instance in manifest() {
        let output = queensat("sat")
            .arg(instance.path())
            .output()
            .expect("started");
        let code = if instance.satisfiable { 10 } else { 20 };
        assert_eq!(output.status.code(), Some(code), "{}", instance.file);
        if instance.satisfiable {
            let clauses = rup::clauses(&instance.text());
            assert!(is_model(
                &clauses,
                instance.variables as usize,
                &text(&output)
            ));
            // And it finds its way back.
            let mut decode = queensat(&format!("decode {}", instance.n));
            decode.write_stdin(output.stdout).assert().success();
        }
    }
}

/// Clauses of three different variables; about half of such formulas have a model at this ratio.
fn random_formula(random: &mut fastrand::Rng, variables: u32) -> (String, Vec<Clause>) {
    let count = (f64::from(variables) * 4.26) as usize + 3;
    let mut text = format!("p cnf {variables} {count}\n");
    for _ in 0..count {
        let chosen = random.choose_multiple(1..=variables, 3);
        for variable in chosen {
            let sign = if random.bool() { "" } else { "-" };
            text.push_str(&format!("{sign}{variable} "));
        }
        text.push_str("0\n");
    }
    let clauses = rup::clauses(&text);
    (text, clauses)
}

/// Whether some values of all variables make every clause true.
fn brute_force(clauses: &[Clause], variables: u32) -> bool {
    (0..1u64 << variables).any(|values| {
        let is_true = |lit: &i64| (values >> (lit.abs() - 1) & 1 == 1) == (*lit > 0);
        clauses.iter().all(|clause| clause.iter().any(is_true))
    })
}

#[test]
fn small_random_formulas_are_answered_as_trying_all_values_does() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut satisfiable = 0;
    for _ in 0..200 {
        let variables = random.u32(4..=14);
        let (formula, clauses) = random_formula(&mut random, variables);
        let expected = brute_force(&clauses, variables);
        satisfiable += u32::from(expected);
        for solver in Embedded::ALL {
            let (code, answer) = answer(&format!("sat - --solver {solver}"), &formula);
            if expected {
                assert_eq!(code, Some(10), "{solver}: {formula}");
                assert!(is_model(&clauses, variables as usize, &answer), "{formula}");
            } else {
                let no = (Some(20), "s UNSATISFIABLE\n");
                assert_eq!((code, answer.as_str()), no, "{solver}: {formula}");
            }
        }
    }
    assert!(
        (30..170).contains(&satisfiable),
        "{satisfiable} are no fair test"
    );
}

/// A solver's exit code; `None` if it is not installed and may be missing.
fn run(solver: &str, path: &Path) -> Option<Option<i32>> {
    match Command::new(solver).arg(path).output() {
        Ok(output) => Some(output.status.code()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let required = std::env::var_os("QUEENSAT_REQUIRE_SOLVERS").is_some_and(|v| v == "1");
            assert!(!required, "{solver} is required, but not installed");
            eprintln!("{solver} is not installed: nothing is tested with it");
            None
        }
        Err(error) => panic!("{solver}: {error}"),
    }
}

#[test]
fn larger_random_formulas_are_answered_as_other_solvers_do() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..40 {
        let variables = random.u32(50..=130);
        let (formula, clauses) = random_formula(&mut random, variables);
        let (code, answer) = answer("sat -", &formula);
        if code == Some(10) {
            assert!(is_model(&clauses, variables as usize, &answer), "{formula}");
        }
        let path = file(&formula);
        for solver in ["minisat", "cadical"] {
            if let Some(other) = run(solver, &path) {
                assert_eq!(code, other, "{solver}: {formula}");
            }
        }
    }
}

#[test]
fn compressed_formulas_are_read_from_files_and_from_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    for ending in ["cnf", "gz", "bz2", "xz", "zst"] {
        let path = folder.path().join(format!("formula.{ending}"));
        let mut out = Compressed::create(&path).expect("created");
        out.write_all(b"p cnf 2 2\n1 0\n-1 2 0\n").expect("written");
        out.finish().expect("whole");
        for mut command in [queensat("sat"), queensat("sat -")] {
            if command.get_args().count() == 1 {
                command.arg(&path);
            } else {
                command.write_stdin(fs::read(&path).expect("there"));
            }
            command.assert().code(10).stdout("s SATISFIABLE\nv 1 2 0\n");
        }
    }
}

#[test]
fn a_variable_far_away_costs_nothing() {
    let formula = "p cnf 2147483646 3\n2147483646 -268435457 0\n268435457 0\n-2147483646 0\n";
    let (code, answer) = answer("sat -", formula);
    assert_eq!((code, answer.as_str()), (Some(20), "s UNSATISFIABLE\n"));
}

#[test]
fn a_wrong_header_is_refused_unless_it_may_be_wrong() {
    for (formula, place, told) in [
        (
            "p cnf 1 1\n1 -2 0\n",
            "line 2, column 3",
            "variables is 2, not 1",
        ),
        (
            "p cnf 2 2\n1 -2 0\n",
            "line 3, column 1",
            "clauses is 1, not 2",
        ),
        (
            "p cnf 2 0\n1 -2 0\n",
            "line 2, column 1",
            "clauses is 1, not 0",
        ),
    ] {
        let words = ["standard input", place, "--lenient"];
        refused("sat -", formula, &words);
        let mut lenient = queensat("sat - --lenient");
        let output = lenient.write_stdin(formula).output().expect("started");
        assert_eq!(output.status.code(), Some(10));
        assert!(one_line(&output.stderr).contains(told), "{output:?}");
        let mut quiet = queensat("sat - --lenient -q");
        quiet.write_stdin(formula).assert().code(10).stderr("");
    }
    refused(
        "sat - --lenient",
        "p cnf 2 1\n1 x 0\n",
        &["line 2, column 3", "'x'"],
    );
}

#[test]
fn what_is_no_formula_is_refused_with_its_name_and_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("nothing.cnf");
    for (path, why) in [
        (missing.as_path(), "No such file"),
        (folder.path(), "irectory"),
    ] {
        let line = fails_with_one_line(queensat("sat").arg(path), 2);
        let name = path.to_str().expect("UTF-8");
        assert!(line.contains(name) && line.contains(why), "{line}");
    }
    for bytes in NO_TEXT.iter().chain(&[&b""[..], b"p cnf 1 1\n1 \xff 0"]) {
        let mut command = queensat("sat -");
        let line = fails_with_one_line(command.write_stdin(*bytes), 2);
        assert!(line.contains("standard input"), "{line}");
    }
    let path = file("p cnf 1 1\nrubbish 0\n");
    let line = fails_with_one_line(queensat("sat").arg(&path), 2);
    let name = path.to_str().expect("UTF-8");
    assert!(
        line.starts_with(&format!("{name}: line 2, column 1: 'rubbish' is")),
        "{line}"
    );
    for arguments in [
        "sat",
        "sat a b",
        "sat - --solver minisat",
        "sat - --no-binary",
    ] {
        refused(arguments, "p cnf 0 0\n", &[]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_of_rubbish_is_refused_at_once() {
    refused("sat /dev/zero", "", &["/dev/zero: line 1, column 1"]);
    let line = format!("(echo 'p cnf 1 1'; yes 1) | {PROGRAM} sat - --timeout 0.3");
    let output = shell(&line);
    assert_eq!(text(&output), "s UNKNOWN\n", "{output:?}");
}

fn shell(line: &str) -> Output {
    Command::new("sh")
        .args(["-c", line])
        .output()
        .expect("started")
}

#[test]
fn when_time_is_up_the_answer_is_unknown_and_the_exit_code_0() {
    let folder = tempfile::tempdir().expect("a folder");
    let formula = folder.path().join("torus.cnf");
    let mut encode = queensat("encode 20 --torus -o");
    encode.arg(&formula).assert().success();
    for options in [
        "",
        "-o answer",
        "--proof proof",
        "--proof proof.gz --no-binary -q",
    ] {
        let mut command = queensat(&format!("sat torus.cnf --timeout 0.5 {options}"));
        let output = command.current_dir(&folder).output().expect("started");
        assert_eq!(output.status.code(), Some(0), "{options}: {output:?}");
        if options.ends_with("-q") {
            assert_eq!(output.stderr, b"");
        } else {
            assert!(
                one_line(&output.stderr).starts_with("time is up"),
                "{options}"
            );
        }
        if options.starts_with("-o") {
            let answer = fs::read_to_string(folder.path().join("answer")).expect("there");
            assert_eq!(
                (answer.as_str(), text(&output).as_str()),
                ("s UNKNOWN\n", "")
            );
            fs::remove_file(folder.path().join("answer")).expect("there");
        } else {
            assert_eq!(text(&output), "s UNKNOWN\n", "{options}");
        }
        let names = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(names, 1, "{options}");
    }
}

#[test]
fn nobody_has_to_write_the_formula() {
    let line = format!("sleep 5 | {PROGRAM} sat - --timeout 0.2; echo $?");
    let output = shell(&line);
    assert_eq!(text(&output), "s UNKNOWN\n0\n", "{output:?}");
}

#[test]
fn an_answer_goes_to_a_file_that_is_whole_or_absent() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("answer");
    let mut command = queensat("sat - -o");
    let run = command.arg(&path).write_stdin("p cnf 1 1\n-1 0\n");
    run.assert().code(10).stdout("");
    let written = fs::read_to_string(&path).expect("there");
    assert_eq!(written, "s SATISFIABLE\nv -1 0\n");
    let mut command = queensat("sat - -o");
    let run = command.arg(&path).write_stdin("p cnf 1 1\n-1\n");
    fails_with_one_line(run, 2);
    assert_eq!(fs::read_to_string(&path).expect("there"), written);
}
