//! `check-formula` knows an encoding from what is none, and says why.

mod common;

use common::rules::{at_least, at_most, found, lines, pairwise, truth};
use common::{ENCODINGS, PLACEMENTS, file, json, one_line, queensat, refused, stdout_of};
use proptest::prelude::*;

#[test]
fn every_export_is_an_encoding_up_to_12() {
    for encoding in ENCODINGS {
        for (n, &count) in PLACEMENTS.iter().enumerate().take(13) {
            let formula = file(&stdout_of(&format!("encode {n} --amo {encoding}")));
            let mut run = queensat(&format!("check-formula {n} --samples 20"));
            let assert = run.arg(&formula).assert().success().stderr("");
            let said = common::text(assert.get_output());
            let begin = format!("an encoding of N = {n}: ");
            let rest = said.strip_prefix(&begin).expect("it is one");
            match count {
                0 => assert_eq!(rest, "there is no placement, and it has no model\n"),
                1 => assert_eq!(
                    rest,
                    "every model is a placement, and the only one is a model\n"
                ),
                2..=1000 => {
                    let all = format!("every model is a placement, and all {count} are models\n");
                    assert_eq!(rest, all);
                }
                _ => assert!(rest.ends_with("random ones are models\n"), "{rest}"),
            }
        }
    }
}

#[test]
fn a_larger_board_takes_some_seconds() {
    for (n, encoding) in [(20, "pairwise"), (30, "product"), (60, "auto")] {
        let formula = file(&stdout_of(&format!("encode {n} --amo {encoding}")));
        let mut run = queensat(&format!("check-formula {n} --samples 3 --seed 1 --json"));
        let report = json(&run.arg(&formula).output().expect("a run"));
        assert_eq!(report["answer"], "yes", "{report}");
        assert_eq!(report["all_placements"], false);
        assert_eq!(report["placements"], "3");
        assert!(report["too_weak"].is_null() && report["too_strong"].is_null());
    }
}

#[test]
fn nothing_said_is_too_weak() {
    for n in 1..=12 {
        let nothing = vec![vec![n * n, -n * n]];
        assert_eq!(found(n as u32, &nothing), (true, false), "N = {n}");
    }
    // The only placement of the empty board is part of the only model.
    assert_eq!(found(0, &Vec::new()), (false, false));
    assert_eq!(found(0, &vec![Vec::new()]), (false, true));
}

#[test]
fn without_any_one_clause_it_is_too_weak_where_the_models_say_so() {
    for n in 1..=5 {
        let whole = pairwise(n);
        for i in 0..whole.len() {
            let mut clauses = whole.clone();
            let removed = clauses.remove(i);
            let n = n as u32;
            assert_eq!(found(n, &clauses), truth(n, &clauses), "{n} {removed:?}");
        }
    }
}

#[test]
fn pigeons_are_counted_on_large_boards() {
    let n = 30;
    let [rows, columns, down, up] = lines(n);
    let diagonals = [at_most(&down), at_most(&up)].concat();
    for half in [
        [at_least(&rows), at_most(&columns)].concat(),
        [at_least(&columns), at_most(&rows)].concat(),
        [at_least(&rows), at_most(&rows), at_least(&columns)].concat(),
        [at_most(&rows), at_most(&columns), at_least(&columns)].concat(),
    ] {
        let clauses = [half, diagonals.clone()].concat();
        assert_eq!(found(n as u32, &clauses), (false, false));
    }
    let clauses = [at_least(&rows), at_least(&columns), diagonals].concat();
    assert_eq!(found(n as u32, &clauses), (true, false));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn a_changed_clause_is_found_where_the_models_say_so(
        n in 4i32..=6,
        removed in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        negated in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut clauses = pairwise(n);
        for index in &removed {
            clauses.remove(index.index(clauses.len()));
        }
        if let Some(index) = negated {
            let at = index.index(clauses.len());
            clauses[at][0] = -clauses[at][0];
        }
        prop_assert_eq!(found(n as u32, &clauses), truth(n as u32, &clauses));
    }

    #[test]
    fn a_missing_diagonal_pair_is_found_where_the_models_say_so(
        n in 7i32..=9, index: prop::sample::Index
    ) {
        let [rows, columns, down, up] = lines(n);
        let mut diagonals = [at_most(&down), at_most(&up)].concat();
        diagonals.remove(index.index(diagonals.len()));
        let rooks = [at_least(&rows), at_most(&rows), at_least(&columns), at_most(&columns)];
        let clauses = [rooks.concat(), diagonals].concat();
        prop_assert_eq!(found(n as u32, &clauses), truth(n as u32, &clauses));
    }
}

#[test]
fn puzzles_are_checked_too() {
    let regions = file("AABBB\nACCBB\nAACDD\nECCDD\nEEEED\n");
    let regions = format!("--regions {}", regions.display());
    for puzzle in [
        "7 --torus",
        "6 --torus",
        "5 --rooks",
        "8 --queen b4 --queen d5",
        "6 --forbid a2 --forbid 1,1",
        "4 --queen a1 --queen b2",
        "12 --symmetry quarter",
        "9 --symmetry half",
        "6 --symmetry quarter",
        &regions,
    ] {
        for encoding in ["pairwise", "product", "bitwise"] {
            let formula = file(&stdout_of(&format!("encode {puzzle} --amo {encoding}")));
            let mut run = queensat(&format!("check-formula {puzzle}"));
            run.arg(&formula).assert().success();
        }
    }
    let plain = file(&stdout_of("encode 6"));
    for (options, words) in [
        ("--torus", "no encoding of N = 6 on a torus: too weak"),
        ("--rooks", "no encoding of N = 6 with rooks: too strong"),
        ("--queen a1", "the given queen on a1 is missing"),
        ("--forbid a2", "a queen stands on a2, which is forbidden"),
    ] {
        let mut run = queensat(&format!("check-formula 6 {options}"));
        let assert = run.arg(&plain).assert().code(1);
        let text = common::text(assert.get_output());
        assert!(text.contains(words), "{options}: {text}");
    }
}

#[test]
fn too_few_variables_are_told() {
    let formula = file("p cnf 24 1\n1 2 0\n");
    let mut run = queensat("check-formula 5");
    run.arg(&formula)
        .assert()
        .code(1)
        .stdout("no encoding of N = 5: 24 variables for 25 squares\n");
    let report = json(
        &queensat("check-formula 5 --json")
            .arg(&formula)
            .output()
            .expect("a run"),
    );
    assert_eq!(report["answer"], "no");
    assert_eq!(report["too_few_variables"], true);
}

#[test]
fn a_short_file_takes_little_memory_whatever_its_numbers() {
    for text in [
        "p cnf 2000000000 1\n1 0\n",
        "p cnf 2000000000 3\n1 0\n-2000000000 1 0\n2000000000 0\n",
    ] {
        let start = std::time::Instant::now();
        let mut run = queensat("check-formula 1 -");
        run.write_stdin(text).assert().success();
        assert!(start.elapsed().as_secs() < 10);
    }
}

#[test]
fn input_is_read_like_any_formula() {
    for (text, word) in [
        ("", "it is empty"),
        ("p cnf 4 1\n5 0\n", "line 2, column 1"),
        ("p cnf 4 2\n1 0\n", "1 of the 2 clauses"),
        ("hello\n", "line 1"),
    ] {
        refused("check-formula 2 -", text, &["standard input", word]);
    }
    let mut lenient = queensat("check-formula 1 - --lenient");
    let assert = lenient.write_stdin("p cnf 7 9\n1 0\n").assert().success();
    let line = one_line(&assert.get_output().stderr);
    assert!(line.contains("the number of clauses is 1, not 9"), "{line}");
    refused("check-formula 2 /nowhere", "", &["/nowhere"]);
    refused("check-formula - -", "2", &["standard input"]);
    refused("check-formula", "", &["FILE"]);
}

#[test]
fn when_time_is_up_the_answer_is_unknown() {
    // Whether a torus of this size has a placement takes the solver far longer.
    let formula = file(&stdout_of("encode 20 --torus"));
    let mut run = queensat("check-formula 20 --torus --timeout 1 --json");
    let assert = run.arg(&formula).assert().code(3);
    assert_eq!(json(assert.get_output())["answer"], "unknown");
    let mut run = queensat("check-formula 20 --torus --timeout 1");
    let assert = run.arg(&formula).assert().code(3).stdout("");
    let line = one_line(&assert.get_output().stderr);
    assert!(line.starts_with("time is up"), "{line}");
}
