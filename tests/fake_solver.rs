//! A scripted solver answers in every way that is seen in the wild: each has the outcome that it should.
#![cfg(unix)]

mod common;

use std::fs;

use common::fake::{BOARD, Fake, LIST, QUEENS, model};
use common::{one_line, text};
use queensat::Interrupt;
use queensat::cnf::{ClauseSink, Cnf, Lit};
use queensat::solver::{Answer, ClauseStream, External, Reply};

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
