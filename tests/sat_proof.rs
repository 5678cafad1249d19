//! The proofs of `sat` hold, in either form: a checker of the tests' own follows every step.

mod common;

use std::fs;
use std::path::Path;

use common::rup::{self, Clause};
use common::{fails_with_one_line, one_line, queensat, refused, stdout_of, text};

/// So many pigeons in one hole less: no two of them share a hole.
fn pigeons(pigeons: u32) -> String {
    let holes = pigeons - 1;
    let variable = |pigeon: u32, hole: u32| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..pigeons {
        let somewhere: Vec<String> = (0..holes)
            .map(|h| variable(pigeon, h).to_string())
            .collect();
        clauses.push(format!("{} 0", somewhere.join(" ")));
        for other in 0..pigeon {
            let apart = |h| format!("-{} -{} 0", variable(pigeon, h), variable(other, h));
            clauses.extend((0..holes).map(apart));
        }
    }
    format!(
        "p cnf {} {}\n{}\n",
        pigeons * holes,
        clauses.len(),
        clauses.join("\n")
    )
}

/// All clauses over these variables.
fn everything(variables: &[i64]) -> String {
    let mut text = format!(
        "p cnf {} {}\n",
        variables.iter().max().unwrap(),
        1 << variables.len()
    );
    for signs in 0..1u32 << variables.len() {
        for (i, variable) in variables.iter().enumerate() {
            let sign = if signs >> i & 1 == 1 { "-" } else { "" };
            text.push_str(&format!("{sign}{variable} "));
        }
        text.push_str("0\n");
    }
    text
}

/// Formulas without a model.
fn contradictions() -> Vec<String> {
    let mut formulas = vec![
        "p cnf 0 1\n0\n".to_string(),
        "p cnf 3 3\n1 2 3 0\n0\n-1 0\n".to_string(),
        "p cnf 1 2\n1 0\n-1 0\n".to_string(),
        "p cnf 3 5\n1 0\n1 2 0\n-1 -2 3 0\n2 0\n-3 -2 0\n".to_string(),
        // Clauses that are written twice, repeat a literal, or are always true.
        "p cnf 2 7\n1 1 2 0\n1 2 0\n1 -1 0\n-1 2 2 0\n1 -2 -2 1 0\n-2 -1 0\n-2 -1 0\n".to_string(),
        everything(&[1, 2, 3, 4]),
        everything(&[3, 200, 70_000, 268_435_456, 2_147_483_646]),
    ];
    formulas.extend((2..=6).map(pigeons));
    for board in [
        "2",
        "3",
        "3 --amo product",
        "4 --torus",
        "6 --torus",
        "6 --torus --amo sequential",
        "6 --queen a1",
        "8 --queen a1 --queen c5 --queen h6",
    ] {
        formulas.push(stdout_of(&format!("encode {board} -q")));
    }
    formulas
}

/// The proof that `sat` writes for a formula.
fn proof(formula: &str, folder: &Path, form: &str) -> Vec<u8> {
    let path = folder.join("proof");
    let mut command = queensat(&format!("sat - {form} --proof"));
    let run = command.arg(&path).write_stdin(formula);
    run.assert().code(20).stdout("s UNSATISFIABLE\n").stderr("");
    fs::read(&path).expect("a proof")
}

#[test]
fn proofs_hold_in_either_form_and_say_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for formula in contradictions() {
        let clauses = rup::clauses(&formula);
        let text = rup::text_steps(&proof(&formula, folder.path(), "--no-binary"));
        let binary = rup::binary_steps(&proof(&formula, folder.path(), ""));
        assert_eq!(text, binary, "{formula}");
        if let Err(why) = rup::check(&clauses, &text) {
            panic!("{why}: {formula}");
        }
    }
}

#[test]
fn random_contradictions_have_proofs_that_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = fastrand::Rng::with_seed(3);
    for round in 0..60 {
        let variables = random.i64(5..40);
        let count = variables as usize * 8;
        let mut formula = format!("p cnf {variables} {count}\n");
        for _ in 0..count {
            let length = random.usize(2..=4);
            for _ in 0..length {
                let sign = if random.bool() { "" } else { "-" };
                formula.push_str(&format!("{sign}{} ", random.i64(1..=variables)));
            }
            formula.push_str("0\n");
        }
        let clauses = rup::clauses(&formula);
        let form = if round % 2 == 0 { "" } else { "--no-binary" };
        let proof = proof(&formula, folder.path(), form);
        let steps = match form {
            "" => rup::binary_steps(&proof),
            _ => rup::text_steps(&proof),
        };
        if let Err(why) = rup::check(&clauses, &steps) {
            panic!("{why}: {formula}");
        }
    }
}

#[test]
fn the_checker_of_the_tests_refuses_what_does_not_hold() {
    // With three pigeons any place of one decides all; with four it does not.
    let (three, four) = (rup::clauses(&pigeons(3)), rup::clauses(&pigeons(4)));
    let step = |clause: &[i64]| (true, Clause::from(clause));
    let deletion = |clause: &[i64]| (false, Clause::from(clause));
    for (formula, steps, why) in [
        (&three, vec![], "not derived"),
        (&three, vec![step(&[])], "does not follow"),
        (&three, vec![step(&[-1])], "not derived"),
        (&three, vec![deletion(&[1, 3])], "not there"),
        (
            &three,
            vec![step(&[-1]), deletion(&[3, 4]), step(&[])],
            "does not follow",
        ),
        (
            &three,
            vec![step(&[-1]), step(&[]), step(&[])],
            "after the empty clause",
        ),
        (&four, vec![step(&[-1])], "step 0, [-1], does not follow"),
    ] {
        let refused = rup::check(formula, &steps).expect_err(why);
        assert!(refused.contains(why), "{refused}");
    }
    assert_eq!(rup::check(&three, &[step(&[-1]), step(&[])]), Ok(()));
}

#[test]
fn a_formula_with_a_model_gets_no_proof_and_what_was_there_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    for there in [false, true] {
        if there {
            fs::write(&path, "old").expect("written");
        }
        let mut command = queensat("sat - --proof");
        let run = command.arg(&path).write_stdin("p cnf 1 1\n1 0\n");
        let output = run.output().expect("started");
        assert_eq!(output.status.code(), Some(10));
        assert!(one_line(&output.stderr).contains("no proof"), "{output:?}");
        assert_eq!(path.exists(), there);
        assert_eq!(
            fs::read_dir(&folder).expect("a folder").count(),
            usize::from(there)
        );
    }
    assert_eq!(fs::read_to_string(&path).expect("there"), "old");
    fails_with_one_line(
        queensat("sat - --proof")
            .arg(&path)
            .write_stdin("p cnf 1 2\n1 0\n-1\n"),
        2,
    );
    assert_eq!(fs::read_to_string(&path).expect("there"), "old");
}

#[test]
fn a_proof_can_be_compressed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.gz");
    let mut command = queensat("sat - --no-binary --proof");
    command.arg(&path).write_stdin(pigeons(5)).assert().code(20);
    let proof = queensat::io::read_whole(&path).expect("readable");
    assert!(fs::metadata(&path).expect("there").len() < proof.len() as u64);
    let checked = rup::check(&rup::clauses(&pigeons(5)), &rup::text_steps(&proof));
    assert_eq!(checked, Ok(()));
}

#[test]
fn a_proof_needs_a_file_of_its_own() {
    let words = ["the same file", "--proof"];
    refused("sat - --proof -", "p cnf 0 0\n", &words);
    refused("sat - --proof x -o x", "p cnf 0 0\n", &words);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.cnf"), "p cnf 0 1\n0\n").expect("written");
    let mut command = queensat("sat f.cnf --proof ./f.cnf");
    let line = fails_with_one_line(command.current_dir(&folder), 2);
    assert!(line.contains("formula"), "{line}");
    let mut command = queensat("sat f.cnf --proof nowhere/proof");
    let line = fails_with_one_line(command.current_dir(&folder), 2);
    assert!(line.contains("cannot write nowhere/proof"), "{line}");
}

#[cfg(feature = "cadical")]
#[test]
fn a_solver_that_writes_no_proof_is_not_asked_for_one() {
    let words = ["libcadical", "--solver", "--proof"];
    refused("sat - --solver libcadical --proof x", "p cnf 0 0\n", &words);
}

#[test]
fn a_proof_may_go_to_standard_output_if_the_answer_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = queensat("sat - -o answer --no-binary --proof -");
    let run = command
        .current_dir(&folder)
        .write_stdin("p cnf 1 2\n1 0\n-1 0\n");
    run.assert().code(20).stdout("0\n");
    let answer = fs::read_to_string(folder.path().join("answer")).expect("there");
    assert_eq!(answer, "s UNSATISFIABLE\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_proof_that_cannot_be_written_is_an_error_and_no_answer() {
    // One fails when it is finished, the other in the midst of the search.
    for formula in [pigeons(3), pigeons(9)] {
        let mut command = queensat("sat - --proof /dev/full --timeout 60");
        let line = fails_with_one_line(command.write_stdin(formula), 2);
        assert!(
            line.starts_with("cannot write /dev/full: No space"),
            "{line}"
        );
    }
    let line = format!(
        "mkfifo pipe; (exec 3< pipe) & {} sat f.cnf --proof pipe; echo $?",
        common::PROGRAM
    );
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f.cnf"), pigeons(8)).expect("written");
    let mut shell = std::process::Command::new("sh");
    let output = shell
        .args(["-c", &line])
        .current_dir(&folder)
        .output()
        .expect("started");
    assert_eq!(text(&output), "2\n", "{output:?}");
    assert!(
        one_line(&output.stderr).contains("its reader has gone"),
        "{output:?}"
    );
}
