//! A run that is killed goes on where it was, loses nothing and doubles nothing.
#![cfg(unix)]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{PROGRAM, fails_with_one_line, one_line, queensat, stdout_of, wait, wait_until};
use fastrand::Rng;

/// Runs a command until it is done, killing it ten times on the way, and gives its output.
fn killed_ten_times(arguments: &str, journal: &Path, seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let command = || {
        let mut command = Command::new(PROGRAM);
        command.args(arguments.split_whitespace());
        command.arg("--journal").arg(journal);
        command
    };
    for kill in 0..10 {
        let mut child = command()
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        if kill == 0 {
            // One line at least is there, so that the others have something to go on from.
            wait_until("the journal has a line", || {
                let text = fs::read_to_string(journal).unwrap_or_default();
                (text.lines().count() > 1).then_some(())
            });
        } else {
            std::thread::sleep(Duration::from_micros(rng.u64(0..300_000)));
        }
        child.kill().expect("it can be killed");
        wait(&mut child);
    }
    let output = command().output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    common::text(&output)
}

#[test]
fn a_count_that_is_killed_ten_times_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    for (seed, arguments, count) in [
        (1, "count 13 -q --by blocking --threads 1 --cubes 5", 73_712),
        (2, "count 13 -q --by blocking --threads 2 --cubes 4", 73_712),
        (3, "count 13 -q --by blocking --threads 2 --unique", 9233),
        // So little memory makes it take as long as it is killed.
        (4, "count 15 -q --threads 1 --max-memory 2M", 2_279_184),
        (
            5,
            "count 15 -q --threads 2 --max-memory 2M --unique",
            285_053,
        ),
    ] {
        let journal = folder.path().join(format!("journal-{seed}"));
        let counted = killed_ten_times(arguments, &journal, seed);
        assert_eq!(counted, format!("{count}\n"), "{arguments}");
        let text = fs::read_to_string(&journal).unwrap();
        let parts = text.lines().skip(1).count();
        assert!(parts > 1, "{text}");
        // Once it is done, it says so at once, and nothing is added.
        let again = stdout_of(&format!("{arguments} --journal {}", journal.display()));
        assert_eq!(again, counted);
        assert_eq!(fs::read_to_string(&journal).unwrap(), text);
    }
}

#[test]
fn a_list_that_is_killed_ten_times_has_every_line_once() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("placements");
    for (seed, format, options) in [
        (1, "list", "--threads 1"),
        (2, "board", "--threads 2"),
        (3, "list", "--threads 2 --unordered --cubes 5"),
    ] {
        let journal = folder.path().join(format!("journal-{seed}"));
        let arguments = format!("enumerate 12 -q --format {format} {options}");
        let to_file = format!("{arguments} -o {}", output.display());
        killed_ten_times(&to_file, &journal, seed);
        let (found, expected) = (fs::read_to_string(&output).unwrap(), stdout_of(&arguments));
        if options.contains("--unordered") {
            let set = |text: &str| -> BTreeSet<String> { text.lines().map(String::from).collect() };
            assert_eq!(found.lines().count(), 14_200);
            assert_eq!(set(&found), set(&expected));
        } else {
            assert!(found == expected, "{arguments}");
        }
        // Lines that were written after the last one of the journal are taken back.
        fs::write(&output, found.clone() + "half a li").unwrap();
        stdout_of(&format!("{to_file} --journal {}", journal.display()));
        assert!(fs::read_to_string(&output).unwrap() == found);
    }
}

#[test]
fn a_list_that_is_interrupted_in_the_midst_of_cubes_has_every_line_once() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("placements");
    for (i, options) in [
        "--cubes 2",
        "--unordered --cubes 2",
        "--unique --cubes 1",
        "",
    ]
    .iter()
    .enumerate()
    {
        let journal = folder.path().join(format!("journal-{i}"));
        let arguments = format!("enumerate 12 -q --format list {options}");
        let run = format!(
            "{arguments} -o {} --journal {}",
            output.display(),
            journal.display()
        );
        for millis in [30, 60, 90, 120, 150] {
            let stopped = queensat(&format!("{run} --timeout 0.{millis:03}"));
            let code = { stopped }.output().unwrap().status.code();
            assert!([Some(0), Some(3)].contains(&code), "{code:?}");
        }
        stdout_of(&run);
        let found = fs::read_to_string(&output).unwrap();
        let mut found: Vec<&str> = found.lines().collect();
        let expected = stdout_of(&arguments);
        let mut expected: Vec<&str> = expected.lines().collect();
        if options.contains("--unordered") {
            found.sort_unstable();
            expected.sort_unstable();
        }
        assert!(found == expected, "{options}: {} lines", found.len());
    }
}

#[test]
fn a_run_that_is_interrupted_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    let arguments = format!("count 14 --by blocking --journal {}", journal.display());
    let stopped = queensat(&format!("{arguments} --timeout 1.5"))
        .output()
        .unwrap();
    assert_eq!(stopped.status.code(), Some(3));
    let line = one_line(&stopped.stderr);
    assert!(line.contains("the journal keeps"), "{line}");
    assert!(fs::read_to_string(&journal).unwrap().lines().count() > 1);
    // Another problem is not continued by it.
    for other in [
        arguments.replace("14", "13"),
        format!("{arguments} --torus"),
        format!("{arguments} --unique"),
        format!("{arguments} --queen a1"),
        format!("{arguments} --cubes 3"),
    ] {
        let line = fails_with_one_line(&mut queensat(&other), 2);
        assert!(line.contains("journal of another run"), "{line}");
    }
}

#[test]
fn a_journal_is_refused_where_it_could_not_be_followed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (journal, output) = (path("journal"), path("out"));
    let refused = |arguments: String, why: &str| {
        let line = fails_with_one_line(&mut queensat(&arguments), 2);
        assert!(line.contains(why), "{arguments}: {line}");
    };
    let enumerate = format!("enumerate 8 --journal {journal}");
    refused(enumerate.clone(), "-o FILE");
    refused(format!("{enumerate} -o -"), "-o FILE");
    refused(format!("{enumerate} -o /dev/null"), "-o FILE");
    refused(format!("{enumerate} -o {}", path("a.gz")), "compression");
    refused(format!("{enumerate} -o {journal}"), "a file of its own");
    refused(format!("{enumerate} --limit 3 -o {output}"), "--limit");
    let count = format!("count 8 --journal {journal}");
    refused(count.clone(), "--by blocking");
    refused(format!("{count} --by blocking,backtrack"), "--by blocking");
    let no_folder = format!("count 8 --by blocking --journal {}", path("no/journal"));
    refused(no_folder, "No such file");
    let in_folder = format!(
        "count 8 --by blocking --journal {}",
        folder.path().display()
    );
    refused(in_folder, "directory");
    fs::remove_file(&journal).unwrap();
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
    fs::write(&output, "not a journal\n").unwrap();
    refused(
        format!("count 8 --by blocking --journal {output}"),
        "no journal",
    );
    assert_eq!(fs::read_to_string(&output).unwrap(), "not a journal\n");
    // The output is not what the journal says.
    stdout_of(&format!("{enumerate} -q -o {output}"));
    fs::write(&output, "short").unwrap();
    refused(format!("{enumerate} -o {output}"), "shorter");
    let other = "1 2 3\n".repeat(2000);
    fs::write(&output, &other).unwrap();
    refused(format!("{enumerate} -o {output}"), "something else");
    assert_eq!(
        fs::read_to_string(&output).unwrap(),
        other,
        "it is left alone"
    );
    fs::remove_file(&output).unwrap();
    refused(format!("{enumerate} -o {output}"), "cannot go on with");
}

#[test]
fn results_and_journal_do_not_meet_through_links() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(path(to), path(name)).unwrap();
    fs::write(path("hard"), "").unwrap();
    fs::hard_link(path("hard"), path("link")).unwrap();
    link("new", "dangling");
    link("third", "one");
    link("third", "other");
    for (journal, output) in [
        ("hard", "link"),
        ("new", "dangling"),
        ("one", "other"),
        ("j", "j"),
    ] {
        for command in ["enumerate 8", "count 8 --by blocking"] {
            let (journal, output) = (path(journal), path(output));
            let run = format!(
                "{command} --journal {} -o {}",
                journal.display(),
                output.display()
            );
            let line = fails_with_one_line(&mut queensat(&run), 2);
            assert!(line.contains("a file of its own"), "{run}: {line}");
            fs::write(&journal, "").unwrap();
        }
    }
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let run = |journal: &str| {
        let (journal, output) = (path(journal), path("out"));
        format!("enumerate 16 --threads 1 --journal {journal} -o {output}")
    };
    let mut first = Command::new(PROGRAM)
        .args(run("a").split(' '))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("there is output", || {
        let length = fs::metadata(path("out")).map_or(0, |file| file.len());
        (length > 0).then_some(())
    });
    let line = fails_with_one_line(&mut queensat(&run("b")), 2);
    assert!(line.contains("another run"), "{line}");
    let line = fails_with_one_line(&mut queensat(&run("a")), 2);
    assert!(line.contains("in use"), "{line}");
    first.kill().unwrap();
    wait(&mut first);
}

#[test]
fn a_journal_without_placements_ends_as_the_run_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for _ in 0..2 {
        let none = format!(
            "enumerate 3 --journal {} -o {}",
            path("journal"),
            path("out")
        );
        let line = fails_with_one_line(&mut queensat(&none), 1);
        assert!(line.contains("no placement"), "{line}");
        let zero = format!("count 3 -q --by blocking --journal {}", path("count"));
        assert_eq!(stdout_of(&zero), "0\n");
        let empty = format!("count 0 -q --by blocking --journal {}", path("empty"));
        assert_eq!(stdout_of(&empty), "1\n");
    }
}
