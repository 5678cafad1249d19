//! Scripts under the names of known solvers, and programs that are none.
#![cfg(unix)]

mod common;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use common::fake::{BOARD, Fake, LIST, model};
use common::{PROGRAM, one_line, text};

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
