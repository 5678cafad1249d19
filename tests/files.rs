//! Files appear whole or not at all, what was found is kept, and a closed pipe ends quietly.
#![cfg(target_os = "linux")] // for /dev/full and /proc

mod common;

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{
    PROGRAM, fails_with_one_line, is_peaceful, one_line, queensat, read_lists, stdout_of, wait,
    wait_until,
};
use queensat::io::read_whole;

const ENDINGS: [&str; 5] = ["", ".gz", ".xz", ".bz2", ".zst"];

/// An encoding that would go on for a long time.
const ENDLESS: &str = "encode 2000 --amo pairwise";

/// An enumeration that would go on for a long time.
const COUNTLESS: &str = "enumerate 18 --format list";

/// What each command prints, so that it can be tried on outputs that fail.
const COMMANDS: [&str; 10] = [
    "encode 8",
    "encode 8 --stats",
    "solve 8",
    "enumerate 8",
    "count 8",
    "count 8 --json",
    "sat dimacs/queens-2-pairwise.cnf",
    "sat dimacs/queens-8-product.cnf",
    "--help",
    "--version",
];

fn start(arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments.split_whitespace());
    command.stderr(Stdio::piped());
    command
}

/// Sends a signal as soon as the program has said that it wants to handle it.
fn signal(child: &Child, name: &str) {
    wait_until("the program handles signals", || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let caught = status
            .lines()
            .find_map(|line| line.strip_prefix("SigCgt:"))?;
        let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
        let both = 1 << (2 - 1) | 1 << (15 - 1); // SIGINT and SIGTERM
        (caught & both == both).then_some(())
    });
    let kill = format!("kill -s {name} {}", child.id());
    let sent = Command::new("sh").args(["-c", &kill]).status().unwrap();
    assert!(sent.success());
}

/// All that a child that has ended wrote on standard error.
fn stderr_of(child: &mut Child) -> Vec<u8> {
    let mut stderr = Vec::new();
    let mut pipe = child.stderr.take().unwrap();
    pipe.read_to_end(&mut stderr).unwrap();
    stderr
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn every_ending_reads_back_as_what_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        "encode 30 --amo product",
        "solve 8",
        "enumerate 8",
        "count 8",
    ] {
        let printed = stdout_of(command);
        for ending in ENDINGS {
            let path = folder.path().join(format!("file{ending}"));
            let mut run = queensat(&format!("{command} -o"));
            run.arg(&path).assert().success().stdout("");
            let whole = read_whole(&path).unwrap();
            assert!(whole == printed.as_bytes(), "{command}, {ending}");
            if printed.len() > 1000 && !ending.is_empty() {
                assert!(path.metadata().unwrap().len() < printed.len() as u64 / 2);
            }
        }
    }
    assert_eq!(names_in(folder.path()).len(), ENDINGS.len());
}

#[test]
fn a_dash_is_standard_output() {
    let mut encode = queensat("encode 8 -o -");
    encode.assert().success().stdout(stdout_of("encode 8"));
}

#[test]
fn a_file_has_the_permissions_of_a_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let mode = |name: &str| {
        fs::metadata(folder.path().join(name))
            .unwrap()
            .permissions()
            .mode()
    };
    fs::write(folder.path().join("plain"), "").unwrap();
    let mut encode = queensat("encode 8 -o");
    encode.arg(folder.path().join("ours")).assert().success();
    assert_eq!(mode("ours"), mode("plain"));
}

#[test]
fn a_link_stays_a_link_to_the_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    queensat("count 8 -o").arg(&link).assert().success();
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), "92\n");
}

#[test]
fn a_full_disk_is_an_error_in_one_line() {
    for command in COMMANDS {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = start(command).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {output:?}");
        let line = one_line(&output.stderr);
        assert!(line.contains("No space left"), "{command}: {line}");
    }
    for command in ["encode 8", "solve 8", "enumerate 8", "count 8"] {
        let mut run = queensat(&format!("{command} -o /dev/full"));
        let line = fails_with_one_line(&mut run, 2);
        let told = line.contains("/dev/full") && line.contains("No space left");
        assert!(told, "{command}: {line}");
    }
}

#[test]
fn a_file_that_grows_too_large_leaves_the_old_one_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ENDINGS {
        let path = folder.path().join(format!("file{ending}"));
        fs::write(&path, "old").unwrap();
        let limited =
            format!("trap '' XFSZ; ulimit -f 8; exec {PROGRAM} encode 100 --amo product -o \"$0\"");
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &limited]).arg(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(one_line(&output.stderr).contains(path.to_str().unwrap()));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names_in(folder.path()), [format!("file{ending}")]);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn bad_input_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    for arguments in [
        "encode x -o",
        "solve 2 -o",
        "enumerate 46341 -o",
        "check - -o",
    ] {
        let code = if arguments.starts_with("solve") { 1 } else { 2 };
        fails_with_one_line(queensat(arguments).arg(&path), code);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old", "{arguments}");
    }
}

/// Interrupts a program in the midst of a formula; the old file must stay, and nothing else.
fn interrupted_formula_leaves_the_old_file(name: &str, ending: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("file{ending}"));
    fs::write(&path, "old").unwrap();
    let mut child = start(ENDLESS).arg("-o").arg(&path).spawn().unwrap();
    wait_until("the formula is being written", || {
        (names_in(folder.path()).len() == 2).then_some(())
    });
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, name);
    assert_eq!(wait(&mut child).code(), Some(3), "{name} {ending}");
    assert!(one_line(&stderr_of(&mut child)).contains("interrupted"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(names_in(folder.path()).len(), 1, "{name} {ending}");
}

#[test]
fn an_interrupted_formula_leaves_the_old_file_and_nothing_else() {
    for name in ["INT", "TERM"] {
        for ending in ENDINGS {
            interrupted_formula_leaves_the_old_file(name, ending);
        }
    }
}

#[test]
fn an_interrupted_formula_leaves_nothing_on_a_busy_machine_either() {
    let cores = std::thread::available_parallelism().unwrap().get();
    let busy = AtomicBool::new(true);
    std::thread::scope(|scope| {
        let _stop = Stop(&busy);
        for _ in 0..6 * cores {
            scope.spawn(|| {
                while busy.load(Ordering::Relaxed) {
                    std::hint::spin_loop()
                }
            });
        }
        for ending in ["", ".xz", ".bz2"] {
            interrupted_formula_leaves_the_old_file("INT", ending);
        }
    });
}

/// Ends what keeps the machine busy, also when a test fails.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Interrupts a program as soon as it has written something to a file, and reads the file.
fn interrupted(mut command: Command, path: &Path, name: &str) -> String {
    let mut child = command.spawn().unwrap();
    wait_until("something is found", || {
        path.metadata().is_ok_and(|m| m.len() > 0).then_some(())
    });
    signal(&child, name);
    assert_eq!(wait(&mut child).code(), Some(3));
    assert!(one_line(&stderr_of(&mut child)).contains("interrupted"));
    fs::read_to_string(path).unwrap()
}

#[test]
fn an_interrupted_enumeration_keeps_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["INT", "TERM"] {
        for options in ["", "--unordered"] {
            let path = folder.path().join(format!("{name}{options}"));
            let mut command = start(&format!("{COUNTLESS} {options}"));
            command.arg("-o").arg(&path);
            let text = interrupted(command, &path, name);
            assert!(text.ends_with('\n'));
            let found = read_lists(&text);
            assert!(found.iter().all(|c| c.len() == 18 && is_peaceful(c)));
            assert!(!options.is_empty() || found.is_sorted_by(|a, b| a < b));
        }
    }
}

#[test]
fn an_interrupted_enumeration_ends_a_compressed_file_properly() {
    let folder = tempfile::tempdir().unwrap();
    for ending in &ENDINGS[1..] {
        let path = folder.path().join(format!("found{ending}"));
        let mut child = start(COUNTLESS).arg("-o").arg(&path).spawn().unwrap();
        wait_until("there is a file", || path.exists().then_some(()));
        signal(&child, "INT");
        assert_eq!(wait(&mut child).code(), Some(3));
        let text = String::from_utf8(read_whole(&path).unwrap()).unwrap();
        assert!(read_lists(&text).iter().all(|c| is_peaceful(c)), "{ending}");
    }
}

#[test]
fn an_interrupted_enumeration_keeps_what_went_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("found");
    let mut command = start(COUNTLESS);
    command.stdout(File::create(&path).unwrap());
    let text = interrupted(command, &path, "INT");
    assert!(text.ends_with('\n'));
    assert!(
        read_lists(&text)
            .iter()
            .all(|c| c.len() == 18 && is_peaceful(c))
    );
}

#[test]
fn an_interrupted_count_and_an_interrupted_solver_give_no_answer() {
    for command in [
        "count 20",
        "count 16 --by blocking",
        "solve 400 --amo pairwise --method whole",
    ] {
        let mut child = start(command).stdout(Stdio::piped()).spawn().unwrap();
        signal(&child, "INT");
        assert_eq!(wait(&mut child).code(), Some(3), "{command}");
        assert!(one_line(&stderr_of(&mut child)).contains("interrupted"));
        let mut printed = String::new();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_to_string(&mut printed).unwrap();
        assert_eq!(printed, "", "{command}");
    }
}

#[test]
fn an_interrupted_count_and_an_interrupted_solver_say_so_in_json() {
    for command in [
        "count 20 --json",
        "count 16 --by blocking --json",
        "solve 400 --amo pairwise --method whole --json",
        "solve 20 --torus --json",
    ] {
        let mut child = start(command).stdout(Stdio::piped()).spawn().unwrap();
        // Before that it has no words to leave.
        std::thread::sleep(Duration::from_millis(200));
        signal(&child, "INT");
        assert_eq!(wait(&mut child).code(), Some(3), "{command}");
        assert!(one_line(&stderr_of(&mut child)).contains("interrupted"));
        let unknown: serde_json::Value =
            serde_json::from_reader(child.stdout.take().unwrap()).expect("one JSON object");
        assert_eq!(unknown["answer"], "unknown", "{command}");
    }
}

#[test]
fn an_interrupted_formula_has_an_unknown_answer_and_no_proof() {
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("torus.cnf");
    let mut encode = queensat("encode 20 --torus -o");
    encode.arg(&formula).assert().success();
    for name in ["INT", "TERM"] {
        let mut command = start("sat torus.cnf --proof proof");
        let command = command.current_dir(&folder).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        signal(&child, name);
        assert_eq!(wait(&mut child).code(), Some(0), "{name}");
        assert!(one_line(&stderr_of(&mut child)).contains("interrupted"));
        let mut printed = String::new();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_to_string(&mut printed).unwrap();
        assert_eq!(printed, "s UNKNOWN\n", "{name}");
        assert_eq!(names_in(folder.path()), ["torus.cnf"], "{name}");
    }
}

#[test]
fn an_interrupt_ends_the_program_though_nobody_reads_what_it_writes() {
    for arguments in [ENDLESS, COUNTLESS] {
        let mut child = start(arguments).stdout(Stdio::piped()).spawn().unwrap();
        signal(&child, "INT");
        assert_eq!(wait(&mut child).code(), Some(3), "{arguments}");
    }
}

#[test]
fn a_reader_that_takes_one_line_and_goes_ends_the_program_quietly() {
    for arguments in [
        ENDLESS,
        "encode 1000 --amo product",
        COUNTLESS,
        "enumerate 18",
    ] {
        let mut child = start(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        reader.read_line(&mut line).unwrap();
        drop(reader);
        assert!(line.ends_with('\n'));
        assert_eq!(wait(&mut child).code(), Some(0), "{arguments}");
        let stderr = String::from_utf8(stderr_of(&mut child)).unwrap();
        assert_eq!(stderr, "", "{arguments}");
    }
}

#[test]
fn a_pipe_that_is_closed_from_the_start_ends_the_program_quietly() {
    for command in COMMANDS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = start(command).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
        assert_eq!(output.stderr, b"", "{command}: {output:?}");
    }
}

#[test]
fn nobody_has_to_read_standard_error() {
    for (arguments, code) in [
        ("solve 8", 0),
        ("solve 2", 1),
        ("solve x", 2),
        ("frobnicate", 2),
        ("count 8", 0),
        ("enumerate 4", 0),
        ("decode 4 /dev/null", 2),
    ] {
        for redirection in ["2>&-", "2>/dev/full"] {
            let line = format!("exec {PROGRAM} {arguments} {redirection}");
            let output = Command::new("sh").args(["-c", &line]).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{line}: {output:?}");
        }
    }
}

#[test]
fn standard_output_keeps_what_it_holds_under_all_its_names() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let log = folder.path().join("log");
        std::fs::write(&log, "before\n").expect("written");
        let append = std::fs::OpenOptions::new()
            .append(true)
            .open(&log)
            .expect("there");
        let status = std::process::Command::new(common::PROGRAM)
            .args(["solve", "4", "--format", "list", "-o", name])
            .stdout(append)
            .status()
            .expect("started");
        assert!(status.success());
        let text = std::fs::read_to_string(&log).expect("there");
        assert_eq!(text, "before\n3 1 4 2\n", "{name}");
    }
}
