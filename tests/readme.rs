//! The README holds, word for word.

use std::path::Path;
use std::process::Command;

use queensat::encode::formula_size;
use queensat::{Encoding, Puzzle};

const README: &str = include_str!("../README.md");

/// A command and what the README shows of it.
struct Example {
    command: String,
    shown: String,
}

/// The commands of all console blocks, in order.
fn examples() -> Vec<Example> {
    let blocks = README.split("```console\n").skip(1);
    let blocks = blocks.map(|rest| rest.split("```").next().unwrap_or_default());
    let mut examples = Vec::new();
    for line in blocks.flat_map(str::lines) {
        if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example {
                command: command.to_string(),
                shown: String::new(),
            });
        } else if let Some(example) = examples.last_mut() {
            example.shown.push_str(line);
            example.shown.push('\n');
        }
    }
    examples
}

/// Without the times, which differ from run to run.
fn without_times(text: &str) -> String {
    let in_words = text.split(' ').collect::<Vec<_>>();
    let mut words: Vec<String> = in_words.iter().map(|word| word.to_string()).collect();
    for i in 1..in_words.len() {
        let unit = in_words[i].trim_end_matches([',', ':']);
        if unit == "s" && in_words[i - 1].parse::<f64>().is_ok() {
            words[i - 1] = "TIME".to_string();
        }
    }
    let text = words.join(" ");
    let mut parts = text.split("\"seconds\":");
    let mut clean = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(['}', ',']).unwrap_or(part.len());
        clean.push_str("\"seconds\":TIME");
        clean.push_str(&part[end..]);
    }
    clean
}

/// Programs that need not be here.
const SOLVERS: [&str; 3] = ["minisat", "cadical", "clasp"];

fn is_installed(program: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", "command -v \"$0\"", program])
        .output()
        .is_ok_and(|output| output.status.success());
    let required = std::env::var_os("QUEENSAT_REQUIRE_SOLVERS").is_some_and(|v| v == "1");
    assert!(found || !required, "{program} is not installed");
    found
}

fn run(command: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_queensat"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", binary.parent().unwrap().display());
    // Standard output first, then what is said beside it, as on a terminal.
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).unwrap()
}

#[cfg(unix)]
#[test]
fn every_command_prints_what_the_readme_shows() {
    let folder = tempfile::tempdir().unwrap();
    let examples = examples();
    assert!(examples.len() > 20);
    let mut skipped: Vec<&str> = Vec::new();
    for example in &examples {
        let words = example.command.split([' ', ',', '\'']);
        let missing = { words }.find(|word| SOLVERS.contains(word) && !is_installed(word));
        if let Some(program) = missing {
            if !example.command.starts_with(program) {
                continue;
            }
            // What would have been its answer is missing for the commands after it.
            skipped.extend(match program {
                "minisat" => &["minisat-20.txt", "answer.txt"][..],
                "cadical" => &["cadical-20.txt", "cadical.log"],
                "clasp" => &["clasp.log"],
                _ => &[],
            });
            continue;
        }
        if skipped.iter().any(|file| example.command.contains(file)) {
            continue;
        }
        let output = run(&example.command, folder.path());
        assert_eq!(
            without_times(&output),
            without_times(&example.shown),
            "{}",
            example.command
        );
    }
    let picture = std::fs::read_to_string(folder.path().join("regions.svg")).unwrap();
    if std::env::var_os("QUEENSAT_BLESS").is_some() {
        std::fs::write("tests/readme/regions.svg", &picture).unwrap();
    }
    assert!(
        picture == include_str!("readme/regions.svg"),
        "the picture is another one"
    );
}

#[test]
fn the_table_of_sizes_is_what_the_tool_computes() {
    for encoding in Encoding::ALL {
        let mut row = format!("| `{encoding}` |");
        for n in [8, 100, 1000] {
            let size = formula_size(&Puzzle::queens(n), encoding).unwrap();
            row.push_str(&format!(" {} | {} |", size.auxiliaries, size.clauses));
        }
        assert!(README.contains(&row), "{row}");
    }
}
