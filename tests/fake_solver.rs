//! A scripted solver plays every misbehaviour: each has the outcome that it should.
#![cfg(unix)]

mod common;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::{PROGRAM, one_line, text, wait_until};
use queensat::cnf::{ClauseSink, Cnf, Lit};
use queensat::enumerate::{Batches, Order, Plan};
use queensat::solver::{Answer, ClauseStream, External, Reply};
use queensat::{Interrupt, Options, Puzzle};

/// A script that is run as a solver, in a folder of its own, where temporary files go as well.
struct Fake {
    folder: tempfile::TempDir,
}

impl Fake {
    fn new(script: &str) -> Fake {
        let fake = Fake {
            folder: tempfile::tempdir().unwrap(),
        };
        fs::write(fake.program(), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(fake.program(), Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(fake.temporary()).unwrap();
        fake
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("fake")
    }

    fn temporary(&self) -> PathBuf {
        self.folder.path().join("temporary")
    }

    fn note(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program under test, with the script as its solver and what it is called with.
    fn command(&self, arguments: &str, with: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(arguments.split(' ').filter(|word| !word.is_empty()));
        let solver = format!("cmd: '{}' {with}", self.program().display());
        command.args(["--solver", &solver]);
        command.env("TMPDIR", self.temporary());
        command.env("FOLDER", self.folder.path());
        command
    }

    fn run(&self, arguments: &str, with: &str) -> Output {
        let output = self.command(arguments, with).output().unwrap();
        assert_eq!(names_in(&self.temporary()), [""; 0], "{arguments}");
        output
    }

    /// The one line of a failure.
    fn fails(&self, arguments: &str, code: i32) -> String {
        let output = self.run(arguments, "");
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert_eq!(text(&output), "");
        one_line(&output.stderr)
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).collect()
}

/// A board whose squares have the variables 1 to 25 in reading order, pairwise; one of its placements
/// as a list, as true variables, and as a model.
const BOARD: &str = "solve 5 --torus --format list";
const LIST: &str = "1 3 5 2 4\n";
const QUEENS: [i32; 5] = [1, 8, 15, 17, 24];

fn model() -> Vec<String> {
    let sign = |v: i32| if QUEENS.contains(&v) { v } else { -v };
    (1..=25).map(|v| sign(v).to_string()).collect()
}

/// A solver that reads the formula, prints this and ends with this exit code.
fn answering(answer: &str, code: i32) -> Fake {
    let fake = Fake::new(&format!(
        "cat > /dev/null\ncat \"$FOLDER/answer\"\nexit {code}"
    ));
    fs::write(fake.note("answer"), answer).unwrap();
    fake
}

fn is_solved(answer: &str, code: i32) {
    let output = answering(answer, code).run(BOARD, "");
    assert_eq!(output.status.code(), Some(0), "{answer:?}: {output:?}");
    assert_eq!(text(&output), LIST, "{answer:?}");
    assert_eq!(output.stderr, b"");
}

#[test]
fn every_way_to_write_a_whole_model_is_read() {
    let model = model();
    let (all, first, last) = (model.join(" "), model[..9].join(" "), model[9..].join(" "));
    for answer in [
        format!("s SATISFIABLE\nv {all} 0\n"),
        format!("c hello\nc\nv {all} 0\ns SATISFIABLE\n"),
        format!("v {first}\ns SATISFIABLE\nv {last} 0\n"),
        format!("s SATISFIABLE\nv {last}\nv {first}\nv 0\n"),
        format!("s SATISFIABLE\nv {}\nv 0\n", model.join("\nv ")),
        format!("s SATISFIABLE\nv {all}\n"),
        format!("s SATISFIABLE\r\nv {all} 0\r\n"),
        format!("\x1b[1m\x1b[32ms SATISFIABLE\x1b[0m\nv {all} 0\x1b[0m\n"),
        format!("SATISFIABLE\n{all} 0\n"),
        format!("sat\n{all}\n"),
        format!("hello, a solver without c lines\ns SATISFIABLE\nv {all} 0\n"),
        format!("s SATISFIABLE\nv {all} 0\ns SATISFIABLE\n"),
        format!("c UNKNOWN\ns SATISFIABLE\nv {all} 0"),
        format!("s SATISFIABLE\nv {all} 26 -27 0\n"),
    ] {
        for code in [10, 0] {
            is_solved(&answer, code);
        }
    }
}

#[test]
fn a_partial_model_is_enough_if_its_queens_are_a_placement() {
    let queens = QUEENS.map(|v| v.to_string()).join(" ");
    is_solved(&format!("s SATISFIABLE\nv {queens} 0\n"), 10);
    is_solved(&format!("s SATISFIABLE\nv -2 {queens} -3\n"), 10);
}

#[test]
fn an_incomplete_answer_is_said_to_be_one() {
    for (answer, given) in [
        ("s SATISFIABLE\nv 0\n", "0 of 25"),
        ("s SATISFIABLE\nv 1 8 15\n", "3 of 25"),
        ("s SATISFIABLE\nv -1 -2 1000 0\n", "2 of 25"),
    ] {
        let line = answering(answer, 10).fails(BOARD, 2);
        let words = ["fake: its answer is incomplete", given, "no placement"];
        assert!(words.iter().all(|word| line.contains(word)), "{line}");
    }
    let line = answering("s SATISFIABLE\n", 10).fails(BOARD, 2);
    assert!(line.contains("gives no model"), "{line}");
}

#[test]
fn an_answer_that_is_wrong_or_contradicts_itself_is_never_given() {
    let right = model().join(" ");
    let wrong = right.replace(" 8 ", " -8 ");
    let both = format!("{right} -8");
    for (answer, code, words) in [
        (
            format!("s SATISFIABLE\nv {wrong} 0\n"),
            10,
            "its model is wrong: it makes the clause '6 7 8 9 10 0' false",
        ),
        (
            format!("s SATISFIABLE\nv {both} 0\n"),
            10,
            "variable 8 is both true and false",
        ),
        (
            format!("s SATISFIABLE\nv {right} 0\ns UNSATISFIABLE\n"),
            10,
            "line 3: a second verdict",
        ),
        (
            format!("s UNSATISFIABLE\nv {right} 0\n"),
            20,
            "says UNSATISFIABLE and yet gives a model",
        ),
        (
            format!("s SATISFIABLE\nv {right} 0\n"),
            20,
            "says SATISFIABLE, but its exit code 20 says UNSATISFIABLE",
        ),
        (
            "s UNSATISFIABLE\n".into(),
            10,
            "says UNSATISFIABLE, but its exit code 10 says SATISFIABLE",
        ),
        (
            "s UNKNOWN\n".into(),
            20,
            "says UNKNOWN, but its exit code 20 says UNSATISFIABLE",
        ),
    ] {
        let line = answering(&answer, code).fails(BOARD, 4);
        assert!(
            line.starts_with("/") && line.contains(words),
            "{answer:?}: {line}"
        );
    }
}

#[test]
fn that_there_is_none_is_taken_from_a_solver_that_ended_well() {
    for (answer, code) in [
        ("s UNSATISFIABLE\n", 20),
        ("s UNSATISFIABLE\n", 0),
        ("c so\r\ns UNSATISFIABLE\r\n", 20),
        ("UNSAT\n", 20),
    ] {
        let line = answering(answer, code).fails("solve 6 --torus", 1);
        assert_eq!(line, "N = 6 on a torus has no placement");
    }
    for code in [1, 255] {
        let line = answering("s UNSATISFIABLE\n", code).fails(BOARD, 2);
        assert!(
            line.contains(&format!("exit code {code}, as if it had failed")),
            "{line}"
        );
    }
}

#[test]
fn a_solver_that_gives_up_leaves_the_answer_unknown() {
    for answer in [
        "c UNKNOWN\n",
        "c s UNKNOWN\n",
        "s UNKNOWN\n",
        "s INDETERMINATE\n",
        "INDET\n",
    ] {
        let fake = answering(answer, 0);
        assert!(
            fake.fails(BOARD, 3)
                .ends_with("it gave up: its answer is 'unknown'")
        );
        let json = fake.run("solve 5 --torus --json -q", "");
        assert_eq!(json.status.code(), Some(3));
        assert_eq!(common::json(&json)["answer"], "unknown");
        fake.fails("count 5 --by blocking", 3);
        fake.fails("enumerate 5", 3);
    }
}

#[test]
fn what_is_no_answer_is_an_error_with_the_last_lines_of_standard_error() {
    let silent = Fake::new("cat > /dev/null\necho one >&2\necho two >&2\nexit 3");
    let line = silent.fails(BOARD, 2);
    assert!(
        line.ends_with("it ended with exit code 3 without an answer; it said: one / two"),
        "{line}"
    );
    let empty = Fake::new("exit 0").fails(BOARD, 2);
    assert!(
        empty.ends_with("it ended with exit code 0 without an answer"),
        "{empty}"
    );
    for (answer, words) in [
        ("hello\n", "without an answer"),
        (
            "s SATISFIABLE\nv 1 two 0\n",
            "line 2: 'two' is not a literal",
        ),
        ("s MAYBE\n", "line 1: the verdict 'MAYBE'"),
        (
            "s SATISFIABLE\nv 1 0\nv 2 0\n",
            "literals after the closing 0",
        ),
    ] {
        let line = answering(answer, 10).fails(BOARD, 2);
        assert!(line.contains(words), "{line}");
    }
}

#[test]
fn a_solver_that_dies_by_a_signal_is_not_believed_whatever_it_said() {
    for answer in ["s UNSATISFIABLE\n", "s SATISFIABLE\nv 0\n", ""] {
        for (signal, number) in [("SEGV", 11), ("KILL", 9), ("TERM", 15)] {
            let fake = Fake::new(&format!(
                "cat > /dev/null\ncat \"$FOLDER/answer\"\necho oops >&2\nkill -{signal} $$"
            ));
            fs::write(fake.note("answer"), answer).unwrap();
            let line = fake.fails(BOARD, 2);
            let words = format!("it crashed, ended by signal {number}");
            assert!(
                line.contains(&words) && line.ends_with("it said: oops"),
                "{line}"
            );
        }
    }
}

#[test]
fn a_program_that_is_missing_or_no_program_is_named() {
    let fails = |program: &Path| {
        let solver = format!("cmd: '{}' -q", program.display());
        let run = Command::new(PROGRAM)
            .args(["solve", "8", "--solver", &solver])
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(2));
        one_line(&run.stderr)
    };
    let fake = Fake::new("exit 0");
    let missing = fails(&fake.note("missing"));
    assert!(
        missing.contains("missing: there is no such program"),
        "{missing}"
    );
    fs::write(fake.note("text"), "no program").unwrap();
    for name in ["text", "temporary"] {
        let line = fails(&fake.note(name));
        assert!(line.contains("make it executable"), "{line}");
    }
    fs::write(fake.program(), b"\x7fELFnonsense").unwrap();
    let line = fails(&fake.program());
    assert!(line.contains("cannot be started"), "{line}");
    fs::write(fake.program(), "#!/no/such/interpreter\n").unwrap();
    let line = fails(&fake.program());
    assert!(line.contains("cannot be started (No such file"), "{line}");
    for (solver, words) in [
        ("cmd: ", "names no program"),
        ("cmd: x 'y", "a quote is not closed"),
    ] {
        let run = Command::new(PROGRAM)
            .args(["solve", "8", "--solver", solver])
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(2));
        assert!(one_line(&run.stderr).contains(words));
    }
}

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
    // What a terminal sends when it goes; elsewhere that is left to the system.
    let hangup = Path::new("/proc/self/status").exists().then_some("HUP");
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
fn the_formula_and_the_answer_may_be_files() {
    let model = model().join(" ");
    let script = format!(
        "[ -s \"$1\" ] || exit 1\ncase $(cat) in ?*) exit 1;; esac\necho 'WARNING: as minisat'\necho SATISFIABLE\n\
         echo SAT > \"$2\"\necho '{model} 0' >> \"$2\"\necho proof > \"$3\"\nexit 10"
    );
    let fake = Fake::new(&script);
    let output = fake.run(BOARD, "{cnf} {answer} {proof}");
    assert_eq!(text(&output), LIST, "{output:?}");
    let fake = Fake::new("echo UNSAT > \"$1\"\necho SATISFIABLE\n");
    let output = fake.run(BOARD, "{answer}");
    assert_eq!(output.status.code(), Some(4));
    assert!(
        one_line(&output.stderr).contains("says UNSATISFIABLE in its answer file, but SATISFIABLE")
    );
}

#[test]
fn the_formula_is_the_one_that_is_exported() {
    let fake = Fake::new("cat > \"$FOLDER/formula\"\nexit 0");
    fake.run("solve 5 --torus", "");
    let exported = common::stdout_of("encode 5 --torus");
    let clauses: Vec<&str> = exported
        .lines()
        .filter(|line| !line.starts_with('c'))
        .collect();
    let formula = fs::read_to_string(fake.note("formula")).unwrap();
    assert_eq!(formula.lines().collect::<Vec<_>>(), clauses);
}

#[test]
fn what_was_found_before_the_solver_failed_is_kept() {
    let script = format!(
        "cat > /dev/null\nif [ -e \"$FOLDER/once\" ]; then exit 7; fi\n: > \"$FOLDER/once\"\n\
         echo 's SATISFIABLE'\necho 'v {} 0'\nexit 10",
        model().join(" ")
    );
    let fake = Fake::new(&script);
    let output = fake.run(
        "enumerate 5 --torus --unordered --cubes 0 --format list",
        "",
    );
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(text(&output), LIST);
    assert!(one_line(&output.stderr).contains("exit code 7"));
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

#[test]
fn a_library_user_has_a_formula_solved() {
    let clauses: [&[i64]; 3] = [&[1, 2], &[-1, 2], &[1, -2]];
    let mut cnf = Cnf::new();
    for clause in clauses {
        let lits: Vec<Lit> = clause
            .iter()
            .filter_map(|&lit| Lit::from_dimacs(lit))
            .collect();
        assert!(cnf.add_clause(&lits).is_continue());
    }
    let send = |sink: &mut dyn ClauseSink| cnf.clauses().try_for_each(|c| sink.add_clause(c));
    let formula = ClauseStream {
        variables: 2,
        clauses: 3,
        send: &send,
    };
    let solved = |script: &str| {
        let fake = Fake::new(script);
        let solver = External::command(&format!("'{}'", fake.program().display())).unwrap();
        solver.solve(&formula, &Interrupt::new())
    };
    let right = "s SATISFIABLE\\nv 1 2 0\\n";
    let Ok(Reply {
        answer: Answer::Satisfiable(model),
        doubt: None,
    }) = solved(&format!("printf '{right}'"))
    else {
        panic!("a model");
    };
    assert!(model.true_variables().eq([1, 2]));
    let wrong = solved("printf 's SATISFIABLE\\nv 1 -2 0\\n'").unwrap_err();
    assert!(wrong.is_wrong_answer(), "{wrong}");
    let partial = solved("printf 's SATISFIABLE\\nv 1 0\\n'").unwrap();
    assert!(partial.doubt.is_some());
    let stopped = Interrupt::new();
    stopped.set();
    let solver = External::command("/no/such/program").unwrap();
    assert_eq!(solver.solve(&formula, &stopped), Ok(Answer::Unknown.into()));
}

/// A folder with a script of this name, which is a preset's, and what it prints in a file beside it.
fn preset(name: &str, script: &str, output: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join(name);
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("output"), output).unwrap();
    folder
}

/// The program under test where nothing else is on the path but what the scripts need.
fn where_is(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments.split(' ')).env("FOLDER", folder);
    let path = std::env::join_paths([folder, Path::new("/usr/bin"), Path::new("/bin")]);
    command.env("PATH", path.unwrap()).output().unwrap()
}

/// As their sources and manuals have it, with the arguments that they are to be called with.
#[test]
fn solvers_that_are_seldom_at_hand_are_read_from_transcripts() {
    let all = model().join(" ");
    let (first, last) = (model()[..9].join(" "), model()[9..].join(" "));
    for (name, arguments, output) in [
        (
            "glucose",
            "-verb=0 -model",
            format!(
                "c\nc This is glucose 4.0 --  based on MiniSAT (Many thanks to MiniSAT team)\nc\n\
                 c Reading from standard input... Use '--help' for help.\ns SATISFIABLE\nv {all} 0\n"
            ),
        ),
        (
            "lingeling",
            "-q",
            format!("s SATISFIABLE\nv {first}\nv {last} 0\n"),
        ),
        (
            "gimsatul",
            "-q",
            format!("s SATISFIABLE\nv {first}\nv {last}\nv 0\n"),
        ),
    ] {
        let script = format!(
            "[ \"$*\" = '{arguments}' ] || exit 1\n[ \"$(grep -c '^p cnf 25 ')\" = 1 ] || exit 1\n\
             cat \"$FOLDER/output\"\nexit 10"
        );
        let folder = preset(name, &script, &output);
        let solved = where_is(folder.path(), &format!("{BOARD} --solver {name}"));
        assert_eq!(solved.status.code(), Some(0), "{name}: {solved:?}");
        assert_eq!(text(&solved), LIST);
        // These keep to the exit codes: with another one, not even a model is taken.
        let folder = preset(name, &script.replace("exit 10", "exit 0"), &output);
        let contradicts = where_is(folder.path(), &format!("{BOARD} --solver {name}"));
        assert_eq!(
            contradicts.status.code(),
            Some(4),
            "{name}: {contradicts:?}"
        );
        let none = preset(name, "cat > /dev/null\necho 's UNSATISFIABLE'\nexit 20", "");
        let none = where_is(none.path(), &format!("solve 6 --torus --solver {name}"));
        assert_eq!(none.status.code(), Some(1), "{name}: {none:?}");
    }
}

#[test]
fn the_list_of_solvers_says_which_fail_and_why() {
    let script = "if [ \"$1\" = --version ]; then echo 9.9; exit; fi\ncat > /dev/null\n\
                  echo 's UNSATISFIABLE'\necho oops >&2\nexit 20";
    let folder = preset("kissat", script, "");
    let listed = where_is(folder.path(), "solvers");
    assert_eq!(listed.status.code(), Some(1), "{listed:?}");
    let lines = text(&listed);
    let line = lines
        .lines()
        .find(|line| line.starts_with("kissat"))
        .unwrap();
    let words = [
        "FAILS",
        "no placement for N = 8, which has one",
        "version 9.9",
    ];
    assert!(words.iter().all(|word| line.contains(word)), "{line}");
    let tested = where_is(folder.path(), "solvers --test kissat");
    assert_eq!(tested.status.code(), Some(1), "{tested:?}");
    let lines = text(&tested);
    assert!(lines.contains("FAIL  8 queens: a placement, but it finds none\n"));
    assert!(lines.contains("pass  3 queens: none\n"));
    assert!(one_line(&tested.stderr).starts_with("kissat fails "));
    let json = common::json(&where_is(folder.path(), "solvers --test kissat --json -q"));
    assert_eq!(
        (&json["passed"], &json["solver"]),
        (&false.into(), &"kissat".into())
    );
    let missing = where_is(folder.path(), "solvers --test lingelingg");
    assert_eq!(missing.status.code(), Some(2));
}
