//! Model counters: what they are told, and what is taken from them.
#![cfg(unix)]

mod common;

use std::env;
use std::path::Path;
use std::process::{Command, Output};

use common::{PROGRAM, file, json, one_line, queensat, stdout_of, text};

/// Counts with a script as the counter.
fn count(arguments: &str, script: &str) -> Output {
    let path = file(script);
    let counter = format!("cmd: sh '{}' {{cnf}}", path.display());
    count_by(arguments, &counter)
}

fn count_by(arguments: &str, way: &str) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments.split(' ')).args(["--by", way]);
    command.output().unwrap()
}

/// Prints this and ends with this exit code.
fn printing(output: &str, code: i32) -> String {
    format!("cat <<'END'\n{output}\nEND\nexit {code}\n")
}

#[test]
fn an_exact_count_is_compared_with_the_others() {
    for output in [
        "c o hello\ns SATISFIABLE\nc s type pmc\nc s log10-estimate 1.96\nc s exact arb int 92",
        "s mc 92",
    ] {
        for code in [0, 10] {
            let counted = count("count 8 --json", &printing(output, code));
            assert_eq!(counted.status.code(), Some(0), "{counted:?}");
            let counted = json(&counted);
            assert_eq!(counted["count"], "92");
            assert_eq!(counted["published"]["count"], "92");
        }
    }
    let none = count("count 3", &printing("s UNSATISFIABLE", 20));
    assert_eq!(text(&none), "0\n");
    let wrong = count("count 8", &printing("s mc 4711", 0));
    assert_eq!(wrong.status.code(), Some(4));
    assert!(one_line(&wrong.stderr).contains("4711"));
}

#[test]
fn what_is_no_exact_count_is_refused() {
    for (output, code, words, exit) in [
        ("c s approx arb int 92", 0, "an estimate", 2),
        (
            "s SATISFIABLE\nc s log10-estimate 1.96",
            0,
            "an estimate",
            2,
        ),
        ("c s type wmc\nc s exact arb int 92", 0, "weight", 2),
        ("hello", 0, "no count", 2),
        ("hello", 3, "exit code 3 without an answer", 2),
        ("s mc 92", 1, "it says 92, but ended with exit code 1", 2),
        ("s mc 92\ns mc 91", 0, "92 and 91", 4),
        ("s UNSATISFIABLE\ns mc 92", 0, "UNSATISFIABLE and 92", 4),
        ("s UNKNOWN", 0, "gave up", 3),
        ("s mc 99999999999999999999", 0, "larger than", 2),
    ] {
        let counted = count("count 8", &printing(output, code));
        assert_eq!(counted.status.code(), Some(exit), "{output:?}: {counted:?}");
        assert_eq!(text(&counted), "");
        let line = one_line(&counted.stderr);
        assert!(line.contains(words), "{output:?}: {line}");
    }
    let line = one_line(&count("count 8 --limit 5", "exit 0").stderr);
    assert!(line.contains("leave out the limit"), "{line}");
    let line = one_line(&count("count 8 --timeout 0.5", "sleep 1000").stderr);
    assert!(line.starts_with("time is up"), "{line}");
}

#[test]
fn a_counter_is_told_to_project_onto_the_squares() {
    for (arguments, squares) in [
        ("8 --amo product", 1..=64),
        ("8 --amo pairwise", 1..=64),
        ("9 --symmetry half", 1..=41),
        ("8 --unique", 1..=64),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("kept");
        let script = format!("cp \"$1\" '{}'\necho s mc 0", kept.display());
        count(&format!("count {arguments}"), &script);
        let formula = std::fs::read_to_string(kept).unwrap();
        let exported = stdout_of(&format!("encode {arguments} --for-counting"));
        assert_eq!(formula, exported, "{arguments}");
        let lines: Vec<&str> = formula.lines().collect();
        assert_eq!(lines[0], "c t pmc");
        let header = lines.iter().position(|line| line.starts_with("p cnf"));
        let squares: Vec<String> = squares.map(|v| v.to_string()).collect();
        let show = format!("c p show {} 0", squares.join(" "));
        assert_eq!(lines[header.unwrap() + 1], show);
        // All else is the same.
        let plain = stdout_of(&format!("encode {arguments}"));
        let rest = |text: &str| {
            let told = |line: &&str| line.starts_with("c t ") || line.starts_with("c p ");
            text.lines()
                .filter(|line| !told(line))
                .map(str::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(rest(&formula), rest(&plain));
    }
}

#[test]
fn with_the_tuned_order_the_squares_are_still_the_ones_shown() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map");
    let encode = queensat("encode 8 --amo product --order tuned --for-counting --map")
        .arg(&map)
        .output()
        .unwrap();
    let formula = text(&encode);
    let show = formula
        .lines()
        .find(|line| line.starts_with("c p show"))
        .unwrap();
    let map = std::fs::read_to_string(map).unwrap();
    let squares = map.lines().filter(|line| line.contains(" square "));
    let squares: Vec<&str> = squares.filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(show, format!("c p show {} 0", squares.join(" ")));
}

/// ganak, from the package pyganak, behind the few lines of `tests/ganak.py`.
#[test]
fn ganak_agrees() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ganak.py");
    let has_ganak = Command::new("python3")
        .args(["-c", "import pyganak"])
        .output();
    if !has_ganak.is_ok_and(|output| output.status.success()) {
        let required = env::var_os("QUEENSAT_REQUIRE_SOLVERS").is_some_and(|v| v == "1");
        assert!(!required, "pyganak is required, but not installed");
        eprintln!("pyganak is not installed: nothing is tested with it");
        return;
    }
    let way = format!("backtrack,cmd: python3 '{}'", script.display());
    for arguments in [
        "count 6",
        "count 6 --amo sequential",
        "count 6 --amo product",
        "count 7 --amo bitwise",
        "count 8 --unique",
        "count 3",
        "count 5 --torus",
        "count 8 --symmetry half --amo commander",
        "count 8 --queen b4 --queen d5",
    ] {
        let counted = count_by(arguments, &way);
        assert_eq!(counted.status.code(), Some(0), "{arguments}: {counted:?}");
    }
}
