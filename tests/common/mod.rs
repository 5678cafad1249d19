//! What the tests share: running the program, and facts about queens that owe nothing to it.
#![allow(dead_code)] // each test file uses its part

pub mod cardinality;
pub mod corpus;
pub mod dimacs;
#[cfg(unix)]
pub mod fake;
pub mod riddle;
pub mod rules;
pub mod rup;

use std::collections::BTreeSet;
use std::process::{Child, ExitStatus, Output};
use std::time::{Duration, Instant};

use assert_cmd::Command;

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_queensat");

/// The encodings by name.
pub const ENCODINGS: [&str; 8] = [
    "pairwise",
    "sequential",
    "ladder",
    "product",
    "commander",
    "bimander",
    "bitwise",
    "auto",
];

/// How many placements there are for N = 0, 1, 2, … (OEIS A000170).
pub const PLACEMENTS: [usize; 14] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712];

/// The program with these arguments, blanks between them.
pub fn queensat(arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments.split_whitespace());
    command
}

/// What the program prints for these arguments; it must succeed.
pub fn stdout_of(arguments: &str) -> String {
    text(queensat(arguments).assert().success().get_output())
}

/// What a run printed.
pub fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the program prints UTF-8")
}

/// The one JSON object that a run printed.
pub fn json(output: &Output) -> serde_json::Value {
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["schema"], 1, "{value}");
    value
}

/// Holds a run against what every failure owes its user: this exit code, nothing on standard
/// output, and one line on standard error, which is returned.
pub fn fails_with_one_line(command: &mut Command, code: i32) -> String {
    let assert = command.assert().code(code).stdout("");
    one_line(&assert.get_output().stderr)
}

/// The one line, which begins with the program's name, that standard error holds.
pub fn one_line(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.strip_suffix('\n').unwrap_or(&text);
    let message = line.strip_prefix("queensat: ").unwrap_or_default();
    assert!(!message.is_empty() && !line.contains('\n'), "{text:?}");
    assert!(!line.contains("panicked"), "{text:?}");
    message.to_string()
}

/// Waits for a child to end, far longer than any load explains.
pub fn wait(child: &mut Child) -> ExitStatus {
    wait_until("the program ends", || {
        child.try_wait().expect("a child can be waited for")
    })
}

/// Asks again and again until there is an answer.
pub fn wait_until<T>(what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
    let patience = Instant::now() + Duration::from_secs(60);
    while Instant::now() < patience {
        if let Some(answer) = answer() {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("still waiting until {what}");
}

/// Whether no two queens share a column or a diagonal; `columns` holds each row's queen.
pub fn is_peaceful(columns: &[u32]) -> bool {
    columns.iter().enumerate().all(|(row, &column)| {
        let above = columns[..row].iter().enumerate();
        { above }.all(|(r, &c)| c != column && column.abs_diff(c) as usize != row - r)
    })
}

/// Every placement, found by trying all permutations of the columns from 0.
pub fn brute_force(n: u32) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    let mut columns: Vec<u32> = (0..n).collect();
    loop {
        if is_peaceful(&columns) {
            found.insert(columns.clone());
        }
        if !next_permutation(&mut columns) {
            return found;
        }
    }
}

/// The next permutation in lexicographic order; false after the last.
fn next_permutation(list: &mut [u32]) -> bool {
    let Some(at) = list.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let larger = list.iter().rposition(|&other| other > list[at]);
    list.swap(at, larger.expect("the next one is larger"));
    list[at + 1..].reverse();
    true
}

/// The placements that a run listed, a line each, columns from 1, in the order of the lines.
pub fn read_lists(text: &str) -> Vec<Vec<u32>> {
    let columns = |line: &str| -> Vec<u32> {
        line.split(' ')
            .filter(|word| !word.is_empty())
            .map(|word| word.parse::<u32>().expect("a column") - 1)
            .collect()
    };
    text.lines().map(columns).collect()
}

/// A file with this text, which goes when the test ends.
pub fn file(text: &str) -> tempfile::TempPath {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("a file takes text");
    file.into_temp_path()
}

/// Holds a failure for bad input against the words that its one line must contain.
pub fn refused(arguments: &str, stdin: &str, words: &[&str]) {
    let mut command = queensat(arguments);
    let line = fails_with_one_line(command.write_stdin(stdin), 2);
    for word in words {
        assert!(
            line.contains(word),
            "{arguments}, {stdin:?}: {word:?} is not in {line}"
        );
    }
}

/// Bytes that are no text, or the beginning of something compressed and nothing more.
pub const NO_TEXT: [&[u8]; 6] = [
    b"\x00\x01\x02",
    b"\xff\xfe\xfd",
    b"\x1f\x8b\x08\x00truncated",
    b"BZh9nonsense",
    b"\xfd7zXZ\x00\x00",
    b"\x28\xb5\x2f\xfd\x00",
];
