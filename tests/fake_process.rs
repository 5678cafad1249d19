//! A scripted solver talks, sleeps and starts others: it never blocks the run, and never outlives it.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::fake::{BOARD, Fake, LIST, model, names_in};
use common::{PROGRAM, one_line, text, wait_until};
use queensat::enumerate::{Batches, Order, Plan};
use queensat::solver::External;
use queensat::{Options, Puzzle};

/// Formula of more than a megabyte.
const LARGE: &str = "solve 61 --torus --amo pairwise";

#[test]
fn a_solver_may_talk_as_much_as_it_likes_before_it_reads() {
    let line = "x".repeat(99);
    let talk = format!(
        "i=0\nwhile [ $i -lt 12000 ]; do echo 'c {line}' >&2; echo 'c {line}'; i=$((i+1)); done"
    );
    let fake = Fake::new(&format!(
        "{talk}\nsize=$(wc -c)\n[ $size -gt 1000000 ] || exit 1\necho 's UNSATISFIABLE'\nexit 20"
    ));
    assert!(fake.fails(LARGE, 1).contains("no placement"));
}

#[test]
fn a_solver_may_answer_without_reading_the_formula() {
    for script in [
        "echo 's UNSATISFIABLE'\nexit 20",
        "exec <&-\necho 's UNSATISFIABLE'\nexit 20",
    ] {
        assert!(Fake::new(script).fails(LARGE, 1).contains("no placement"));
    }
}

#[test]
fn a_solver_that_prints_without_end_is_killed() {
    let line = "x".repeat(9999);
    let fake = Fake::new(&format!(
        "cat > /dev/null\nwhile :; do echo 'c {line}'; done"
    ));
    let line = fake.fails(BOARD, 2);
    assert!(line.contains("it printed more than 64 MB"), "{line}");
}

/// Never ends by itself, and neither does what it starts; none of them can be asked to.
const ENDLESS: &str = "trap '' TERM INT HUP
(trap '' TERM INT HUP; while :; do sleep 1; done) &
echo $! > \"$FOLDER/child\"
echo $$ > \"$FOLDER/leader\"
echo 'c s UNSATISFIABLE soon'
while :; do sleep 1; done";

/// Whether a process is there, and not just its exit code.
fn is_alive(pid: &str) -> bool {
    let state = match fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => stat.rsplit(')').next().unwrap_or_default().to_string(),
        Err(_) if Path::new("/proc/self/stat").exists() => return false,
        Err(_) => text(
            &Command::new("ps")
                .args(["-o", "stat=", "-p", pid])
                .output()
                .unwrap(),
        ),
    };
    !matches!(state.trim().chars().next(), None | Some('Z' | 'X'))
}

fn nobody_is_left(fake: &Fake) {
    for name in ["leader", "child"] {
        let pid = fs::read_to_string(fake.note(name)).unwrap();
        wait_until("the solver is gone", || {
            (!is_alive(pid.trim())).then_some(())
        });
    }
    assert_eq!(names_in(&fake.temporary()), [""; 0]);
}

#[test]
fn a_solver_that_never_ends_is_ended_with_all_that_it_started() {
    for (arguments, with) in [
        (LARGE, ""),
        (BOARD, ""),
        (BOARD, "{cnf} {answer}"),
        ("solve 5", ""),
        ("solve 200", ""),
        ("enumerate 5 --threads 2", ""),
        ("count 5 --by blocking", "{cnf}"),
        ("solve 5 --queen a1 --backbone", ""),
    ] {
        let fake = Fake::new(ENDLESS);
        let mut late = Duration::MAX;
        // A busy machine may be slow once.
        for _ in 0..3 {
            let start = Instant::now();
            let output = fake
                .command(&format!("{arguments} --timeout 0.7"), with)
                .output()
                .unwrap();
            late = late.min(start.elapsed().saturating_sub(Duration::from_millis(700)));
            assert_eq!(output.status.code(), Some(3), "{arguments}: {output:?}");
            assert!(one_line(&output.stderr).starts_with("time is up"));
            nobody_is_left(&fake);
        }
        assert!(
            late < Duration::from_millis(500),
            "{arguments}: {late:?} too late"
        );
    }
}

#[test]
fn ctrl_c_ends_the_solver() {
    // What a terminal sends when it goes; elsewhere that is left to the system, and one who started the
    // tests so that they outlive it wants the same of the program.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    let hangup = ignored.is_some_and(|set| set & 1 == 0).then_some("HUP");
    for signal in ["INT", "TERM"].into_iter().chain(hangup) {
        let fake = Fake::new(ENDLESS);
        let mut command = fake.command(BOARD, "{cnf}");
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("the solver runs", || {
            fs::read_to_string(fake.note("leader"))
                .ok()
                .filter(|pid| pid.ends_with('\n'))
        });
        let pid = child.id().to_string();
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &pid])
            .status();
        assert!(sent.unwrap().success());
        assert_eq!(common::wait(&mut child).code(), Some(3));
        nobody_is_left(&fake);
    }
}

#[test]
fn a_run_that_is_to_outlive_its_terminal_does() {
    let fake = Fake::new(&format!(
        "cat > /dev/null\n: > \"$FOLDER/runs\"\nsleep 1\necho 's SATISFIABLE'\necho 'v {} 0'\nexit 10",
        model().join(" ")
    ));
    let run = fake.command(BOARD, "");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$@\"", "sh", PROGRAM]);
    command.args(run.get_args());
    command.envs(
        run.get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    wait_until("the solver runs", || {
        fake.note("runs").exists().then_some(())
    });
    let hangup = Command::new("kill")
        .args(["-HUP", &child.id().to_string()])
        .status();
    assert!(hangup.unwrap().success());
    assert_eq!(common::wait(&mut child).code(), Some(0));
}

#[test]
fn what_a_solver_leaves_running_ends_with_it() {
    let script = format!(
        "cat > /dev/null\n(while :; do sleep 1; done) &\necho $! > \"$FOLDER/child\"\necho $$ > \"$FOLDER/leader\"\n\
         echo 's SATISFIABLE'\necho 'v {} 0'\nexit 10",
        model().join(" ")
    );
    let fake = Fake::new(&script);
    assert_eq!(text(&fake.run(BOARD, "")), LIST);
    nobody_is_left(&fake);
}

#[test]
fn a_solver_at_work_when_the_command_ends_is_ended() {
    // One thread finds the placement that is asked for; the other's solver never ends.
    let script = format!(
        "cat > /dev/null\nif mkdir \"$FOLDER/first\" 2> /dev/null; then\n\
         while [ ! -s \"$FOLDER/leader\" ]; do sleep 0.1; done\n\
         echo 's SATISFIABLE'\necho 'v 1 8 15 17 24 0'\nexit 10\nfi\n{ENDLESS}"
    );
    let fake = Fake::new(&script);
    let arguments = "enumerate 5 --rooks --unordered --cubes 1 --threads 2 --limit 1 -q";
    let output = fake.command(arguments, "").output().unwrap();
    // What the first says is no placement of its cube: that is an error, and the end of the run as well.
    assert!(matches!(output.status.code(), Some(0 | 2)), "{output:?}");
    nobody_is_left(&fake);
}

#[test]
fn the_programs_of_an_enumeration_that_is_dropped_are_ended() {
    let fake = Fake::new("");
    let script = ENDLESS.replace("$FOLDER", &fake.folder.path().display().to_string());
    fs::write(fake.program(), format!("#!/bin/sh\n{script}\n")).unwrap();
    let solver = External::command(&format!("'{}'", fake.program().display())).unwrap();
    let options = Options {
        solver: solver.into(),
        ..Options::default()
    };
    let puzzle = Puzzle::queens(8);
    let plan = Plan {
        cube_rows: 1,
        threads: 2,
        ..Plan::new(&puzzle, Order::AsFound, false)
    };
    let batches = Batches::new(&puzzle, options, &plan).unwrap();
    for name in ["leader", "child"] {
        wait_until("the solver runs", || {
            fs::read_to_string(fake.note(name))
                .ok()
                .filter(|pid| pid.ends_with('\n'))
        });
    }
    drop(batches);
    nobody_is_left(&fake);
}
