//! `--timeout` ends every command with exit code 3, whatever it is at, and keeps what was found.

mod common;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::{
    PROGRAM, is_peaceful, json, one_line, queensat, read_lists, refused, stdout_of, wait,
};

/// Each would go on for minutes: loading, searching, counting, enumerating, writing.
const ENDLESS: [&str; 7] = [
    "solve 800 --amo pairwise --method whole",
    "solve 20 --torus",
    "count 24",
    "count 18 --by blocking",
    "enumerate 20 --torus",
    "generate 52",
    "encode 3000 --amo pairwise -o /dev/null",
];

/// Runs the program, which must end far sooner than it would by itself.
fn stopped(command: &mut Command) -> Output {
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).output().expect("started");
    let seconds = start.elapsed().as_secs();
    assert!(seconds < 30, "{command:?} took {seconds} s");
    assert_eq!(output.status.code(), Some(3), "{command:?}: {output:?}");
    output
}

fn program(arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments.split_whitespace());
    command
}

#[test]
fn when_time_is_up_the_answer_is_unknown() {
    for arguments in ENDLESS {
        let output = stopped(program(arguments).args(["--timeout", "0.5"]));
        let line = one_line(&output.stderr);
        assert!(line.starts_with("time is up"), "{arguments}: {line}");
        assert_eq!(output.stdout, b"", "{arguments}");
    }
}

#[test]
fn the_option_may_come_before_the_command() {
    stopped(&mut program("--timeout .2 count 24"));
}

#[test]
fn json_says_that_the_answer_is_unknown() {
    for arguments in [
        "solve 800 --amo pairwise --method whole",
        "solve 20 --torus",
        "count 24",
        "count 18 --by blocking",
    ] {
        let arguments = format!("{arguments} --json --timeout 1");
        let unknown = json(&stopped(&mut program(&arguments)));
        assert_eq!(unknown["answer"], "unknown", "{arguments}: {unknown}");
        let command = arguments.split(' ').next();
        assert_eq!(unknown["command"].as_str(), command);
        assert!(unknown["count"].is_null() && unknown["placement"].is_null());
    }
}

#[test]
fn json_goes_to_the_file_that_was_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("unknown.json");
    let mut command = program("solve 800 --amo pairwise --method whole --json --timeout 1 -o");
    let output = stopped(command.arg(&path));
    assert_eq!(output.stdout, b"");
    let text = fs::read_to_string(&path).expect("there is a file");
    let unknown: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(unknown["answer"], "unknown");
    assert_eq!(names_in(folder.path()), ["unknown.json"]);
}

#[test]
fn a_count_that_had_ended_is_still_told() {
    // The limit is quickly reached in the first way, and in the second far beyond this time.
    let arguments = "count 18 --by backtrack,blocking --limit 1000000 --json --timeout 5";
    let unknown = json(&stopped(&mut program(arguments)));
    assert_eq!(unknown["answer"], "unknown");
    let ways = unknown["ways"].as_array().expect("a list");
    // On a machine so busy that the first way has not ended, there is none.
    for way in ways {
        assert_eq!(
            (&way["way"], &way["count"]),
            (&"backtrack".into(), &"1000000".into())
        );
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("readable").file_name());
    names
        .map(|name| name.into_string().expect("UTF-8"))
        .collect()
}

#[test]
fn a_formula_that_is_not_whole_leaves_the_old_file_and_nothing_else() {
    for ending in ["", ".gz", ".xz", ".bz2", ".zst"] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(format!("file{ending}"));
        fs::write(&path, "old").expect("written");
        stopped(program("encode 3000 --amo pairwise --timeout 0.5 -o").arg(&path));
        assert_eq!(fs::read_to_string(&path).expect("there"), "old");
        assert_eq!(names_in(folder.path()).len(), 1, "{ending}");
    }
}

#[test]
fn placements_that_were_found_are_kept() {
    for order in ["", "--unordered"] {
        let arguments = format!("enumerate 18 --format list --timeout 2 {order}");
        let output = stopped(&mut program(&arguments));
        let line = one_line(&output.stderr);
        assert!(line.starts_with("time is up"), "{line}");
        let text = common::text(&output);
        assert!(text.is_empty() || text.ends_with('\n'));
        let found = read_lists(&text);
        assert!(found.iter().all(|c| c.len() == 18 && is_peaceful(c)));
    }
}

#[test]
fn nobody_has_to_write_what_is_read_or_to_read_what_is_written() {
    for arguments in [
        "solve -",
        "decode 8",
        "check -",
        "encode 3000 --amo pairwise",
    ] {
        let mut child = program(arguments)
            .args(["--timeout", "0.3"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        // wait() would close it.
        let stdin = child.stdin.take();
        assert_eq!(wait(&mut child).code(), Some(3), "{arguments}");
        drop(stdin);
        let mut stderr = Vec::new();
        let mut pipe = child.stderr.take().expect("piped");
        pipe.read_to_end(&mut stderr).expect("readable");
        assert!(one_line(&stderr).starts_with("time is up"), "{arguments}");
    }
}

#[test]
fn whoever_is_in_time_is_not_disturbed() {
    for timeout in ["3600", "1e9", "1e300", "600.5"] {
        let solved = stdout_of(&format!("solve 8 --timeout {timeout}"));
        assert_eq!(solved, stdout_of("solve 8"), "{timeout}");
    }
}

#[test]
fn what_is_no_time_above_0_is_refused() {
    for timeout in ["0", "-1", "-0.5", "0.0", "nan", "inf", "soon", "5s", "1,5"] {
        for command in ["solve 8", "count 8", "encode 8", "check x"] {
            let words = ["--timeout", timeout, "seconds above 0"];
            refused(&format!("{command} --timeout {timeout}"), "", &words);
        }
    }
    queensat("solve 8 --timeout").assert().code(2);
}

#[test]
fn every_command_says_so_in_its_help() {
    for command in [
        "solve",
        "enumerate",
        "count",
        "encode",
        "decode",
        "check",
        "check-formula",
        "generate",
        "sat",
    ] {
        let help = stdout_of(&format!("{command} --help"));
        assert!(help.contains("--timeout <SECONDS>"), "{command}");
    }
}

#[test]
fn the_program_is_gone_soon_after() {
    // It loads most of a thousand million clauses, and drops none of them. A busy machine may be slow once.
    let mut late = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        stopped(&mut program(
            "solve 800 --amo pairwise --method whole --timeout 1",
        ));
        late = late.min(start.elapsed().saturating_sub(Duration::from_secs(1)));
    }
    assert!(late < Duration::from_secs(2), "{late:?} too late");
}
