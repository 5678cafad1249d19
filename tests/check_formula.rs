//! `check-formula` knows an encoding from what is none, and says why.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write;

use common::cardinality::models;
use common::dimacs::Formula;
use common::{
    ENCODINGS, PLACEMENTS, brute_force, file, is_peaceful, json, one_line, queensat, refused,
    stdout_of,
};
use proptest::prelude::*;
use queensat::cnf::{ClauseSink, Cnf, Lit};
use queensat::{Options, Puzzle, check_formula};

type Clauses = Vec<Vec<i32>>;

fn square(n: i32, row: i32, col: i32) -> i32 {
    row * n + col + 1
}

/// The lines of each kind by arithmetic of their own: rows, columns, diagonals, antidiagonals.
fn lines(n: i32) -> [Vec<Vec<i32>>; 4] {
    let along = |numbers: std::ops::Range<i32>, on: fn(i32, i32) -> i32| {
        let line = |number: i32| {
            let all = (0..n).flat_map(|r| (0..n).map(move |c| (r, c)));
            let squares = all.filter(|&(r, c)| on(r, c) == number);
            squares.map(|(r, c)| square(n, r, c)).collect()
        };
        numbers.map(line).collect()
    };
    [
        along(0..n, |r, _| r),
        along(0..n, |_, c| c),
        along(1 - n..n, |r, c| c - r),
        along(0..2 * n - 1, |r, c| r + c),
    ]
}

fn at_least(lines: &[Vec<i32>]) -> Clauses {
    lines.to_vec()
}

fn at_most(lines: &[Vec<i32>]) -> Clauses {
    let mut clauses = Vec::new();
    for line in lines {
        for (i, a) in line.iter().enumerate() {
            clauses.extend(line[i + 1..].iter().map(|b| vec![-a, -b]));
        }
    }
    clauses
}

/// All rules pairwise.
fn pairwise(n: i32) -> Clauses {
    let [rows, columns, down, up] = lines(n);
    [
        at_least(&rows),
        at_most(&rows),
        at_least(&columns),
        at_most(&columns),
        at_most(&down),
        at_most(&up),
    ]
    .concat()
}

fn dimacs(clauses: &Clauses) -> String {
    let variables = clauses.iter().flatten().map(|lit| lit.unsigned_abs());
    let mut text = format!("p cnf {} {}\n", variables.max().unwrap_or(0), clauses.len());
    for clause in clauses {
        for lit in clause {
            write!(text, "{lit} ").expect("a string takes text");
        }
        text.push_str("0\n");
    }
    text
}

fn largest(clauses: &Clauses) -> u32 {
    let variables = clauses.iter().flatten().map(|lit| lit.unsigned_abs());
    variables.max().unwrap_or(0)
}

/// The squares of a placement's queens.
fn squares_of(columns: &[u32]) -> Vec<u32> {
    let n = columns.len() as u32;
    let rows = columns.iter().enumerate();
    rows.map(|(row, col)| row as u32 * n + col + 1).collect()
}

/// Whether a formula is too weak and whether it is too strong, by all its models.
fn truth(n: u32, clauses: &Clauses) -> (bool, bool) {
    let placements: BTreeSet<Vec<u32>> = brute_force(n).iter().map(|c| squares_of(c)).collect();
    let found = models(clauses, n * n, &[]);
    (!found.is_subset(&placements), !placements.is_subset(&found))
}

fn cnf(clauses: &Clauses) -> Cnf {
    let mut cnf = Cnf::new();
    for clause in clauses {
        let lits = clause
            .iter()
            .map(|&lit| Lit::from_dimacs(lit.into()).expect("a literal"));
        assert!(cnf.add_clause(&lits.collect::<Vec<_>>()).is_continue());
    }
    cnf
}

/// What the library says, held against the models that it shows.
fn found(n: u32, clauses: &Clauses) -> (bool, bool) {
    let variables = largest(clauses).max(n * n);
    let puzzle = Puzzle::queens(n);
    let check = check_formula(&puzzle, &cnf(clauses), variables, 10, &Options::default());
    let check = check.expect("an answer").expect("nobody interrupts");
    let all = |queens: &BTreeSet<u32>| -> Vec<i32> {
        let squares = 1..=n * n;
        squares
            .map(|s| {
                if queens.contains(&s) {
                    s as i32
                } else {
                    -(s as i32)
                }
            })
            .collect()
    };
    if let Some((queens, verdict)) = &check.too_weak {
        let squares = queens.iter().map(|q| q.row * n + q.col + 1).collect();
        assert!(
            !models(clauses, n * n, &all(&squares)).is_empty(),
            "no model"
        );
        assert!(!verdict.is_placement());
        let columns: Vec<u32> = queens.iter().map(|q| q.col).collect();
        let rows = queens.iter().map(|q| q.row);
        assert!(!rows.eq(0..n) || !is_peaceful(&columns), "a placement");
    }
    if let Some(placement) = &check.too_strong {
        let squares = squares_of(placement.columns()).into_iter().collect();
        assert!(models(clauses, n * n, &all(&squares)).is_empty(), "a model");
        assert!(is_peaceful(placement.columns()));
    }
    (check.too_weak.is_some(), check.too_strong.is_some())
}

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

/// What is expected of a formula: whether it is too weak, too strong, and words of what is said.
struct Fault {
    n: i32,
    name: &'static str,
    clauses: Clauses,
    weak: bool,
    strong: bool,
    words: &'static [&'static str],
}

const N: i32 = 5;

/// An export with one of its clauses changed.
fn changed(arguments: &str, change: impl Fn(&mut Clauses)) -> Clauses {
    let mut clauses = Formula::parse(&stdout_of(arguments)).clauses;
    change(&mut clauses);
    clauses
}

/// Every literal's variable through a map.
fn renamed(clauses: &Clauses, name: impl Fn(i32) -> i32) -> Clauses {
    let rename = |lit: &i32| lit.signum() * name(lit.abs());
    let clauses = clauses.iter();
    clauses
        .map(|clause| clause.iter().map(rename).collect())
        .collect()
}

fn weak_faults() -> Vec<Fault> {
    let [rows, columns, down, up] = lines(N);
    let lines_at_most = [
        at_most(&rows),
        at_most(&columns),
        at_most(&down),
        at_most(&up),
    ]
    .concat();
    let rooks = [
        at_least(&rows),
        at_most(&rows),
        at_least(&columns),
        at_most(&columns),
    ]
    .concat();
    let without = |kind: &[Vec<i32>], line: usize, other: &[Vec<i32>]| {
        let mut kept = kind.to_vec();
        kept.remove(line);
        [rooks.clone(), at_most(&kept), at_most(other)].concat()
    };
    let mut last_missing = pairwise(10);
    last_missing.pop();
    let fault = |name, clauses, words| Fault {
        n: N,
        name,
        clauses,
        weak: true,
        strong: false,
        words,
    };
    vec![
        fault(
            "the main diagonal is missing",
            without(&down, N as usize - 1, &up),
            &["along the diagonal"],
        ),
        fault(
            "the N-th antidiagonal is forgotten",
            without(&up, N as usize - 1, &down),
            &["along the antidiagonal"],
        ),
        fault(
            "neither rows nor columns need a queen",
            lines_at_most.clone(),
            &[
                "0 queens on the 5×5 board, which needs 5",
                "row 5, counted from below, has no queen",
            ],
        ),
        fault(
            "diagonals are no rule",
            [rooks.clone(), at_most(&up)].concat(),
            &["along the diagonal"],
        ),
        fault(
            "antidiagonals are no rule",
            [rooks.clone(), at_most(&down)].concat(),
            &["along the antidiagonal"],
        ),
        fault("rooks", rooks, &["diagonal"]),
        fault(
            "rows and columns need a queen and may have more",
            [
                at_least(&rows),
                at_least(&columns),
                at_most(&down),
                at_most(&up),
            ]
            .concat(),
            &["along the row"],
        ),
        fault(
            "columns may have more and need none",
            [
                at_least(&rows),
                at_most(&rows),
                at_most(&down),
                at_most(&up),
            ]
            .concat(),
            &["along the column"],
        ),
        // On smaller boards nothing stands there anyway.
        Fault {
            n: 10,
            ..fault(
                "the last clause is missing",
                last_missing,
                &["j2 attacks i1 along the antidiagonal"],
            )
        },
        fault(
            "auxiliary variables of the main diagonal that nothing implies",
            changed("encode 5 --amo sequential", |clauses| {
                // After those of ten lines of five squares, and of diagonals of two, three and four.
                let first = N * N + 10 * 4 + 1 + 2 + 3 + 1;
                clauses.retain(|clause| !clause.iter().any(|lit| (first..first + 4).contains(lit)));
            }),
            &["along the diagonal"],
        ),
    ]
}

fn other_faults() -> Vec<Fault> {
    let [rows, columns, down, up] = lines(N);
    let fault = |name, clauses, weak, strong, words| Fault {
        n: N,
        name,
        clauses,
        weak,
        strong,
        words,
    };
    let also = |more: Vec<i32>| [pairwise(N), vec![more]].concat();
    let none: &[&str] = &[];
    let mut off_by_one = [
        at_least(&rows),
        at_most(&rows),
        at_least(&columns),
        at_most(&columns),
        at_most(&up),
    ]
    .concat();
    for (row, col) in (0..N).flat_map(|row| (0..N).map(move |col| (row, col))) {
        let steps = (1..N - row).take_while(|step| col + step + 1 < N);
        off_by_one.extend(steps.map(|step| {
            let other = square(N, row + step, col + step + 1);
            vec![-square(N, row, col), -other]
        }));
    }
    let first_auxiliary = N * N + 1;
    vec![
        fault(
            "diagonals off by one",
            off_by_one,
            true,
            true,
            &["too weak", "too strong"],
        ),
        fault(
            "a unit too many",
            also(vec![-13]),
            false,
            true,
            &["too strong"],
        ),
        fault(
            "a queen too many",
            also(vec![1]),
            false,
            true,
            &["too strong"],
        ),
        fault(
            "a clause too many",
            also(vec![1, 2, 3]),
            false,
            true,
            &["too strong"],
        ),
        // On a board of five, every placement is one of the torus, too.
        Fault {
            n: 6,
            ..fault(
                "a diagonal that wraps around",
                [
                    pairwise(6),
                    at_most(&[(0..6).map(|r| square(6, r, (r + 3) % 6)).collect()]),
                ]
                .concat(),
                false,
                true,
                &["too strong"],
            )
        },
        fault(
            "a diagonal that needs a queen",
            also(down[1].clone()),
            false,
            true,
            &["too strong"],
        ),
        fault(
            "numbers from 0, written from 2",
            renamed(&pairwise(N), |variable| variable + 1),
            true,
            true,
            &["too weak", "too strong"],
        ),
        Fault {
            n: 7,
            name: "a commander negated",
            clauses: changed("encode 7 --amo commander", |clauses| {
                // The square in the second row and last column but one, and a group of its diagonal.
                let at = clauses.iter().position(|clause| *clause == [-13, 80]);
                clauses[at.expect("there are commanders")][1] = -80;
            }),
            weak: true,
            strong: false,
            words: &["f6 attacks d4 along the antidiagonal"],
        },
        fault(
            "auxiliary variables shared by two rows",
            changed("encode 5 --amo sequential", |clauses| {
                *clauses = renamed(clauses, |variable| match variable {
                    v if (first_auxiliary + 4..first_auxiliary + 8).contains(&v) => v - 4,
                    v => v,
                });
            }),
            false,
            true,
            &["too strong"],
        ),
        fault(
            "an empty clause",
            also(Vec::new()),
            false,
            true,
            &["too strong"],
        ),
        fault(
            "rows need no queen, since columns do",
            [
                at_most(&rows),
                at_least(&columns),
                at_most(&columns),
                at_most(&down),
                at_most(&up),
            ]
            .concat(),
            false,
            false,
            none,
        ),
        fault(
            "rows may have more queens, and columns need none",
            [
                at_least(&rows),
                at_most(&columns),
                at_most(&down),
                at_most(&up),
            ]
            .concat(),
            false,
            false,
            none,
        ),
        fault(
            "rows exchanged with columns",
            renamed(&pairwise(N), |variable| {
                square(N, (variable - 1) % N, (variable - 1) / N)
            }),
            false,
            false,
            none,
        ),
        fault(
            "more variables, a clause twice, and one that always holds",
            [
                pairwise(N),
                vec![vec![-1, -2], vec![26, -26, 3], vec![40, 41]],
            ]
            .concat(),
            false,
            false,
            none,
        ),
    ]
}

#[test]
fn every_fault_is_named() {
    let faults = weak_faults().into_iter().chain(other_faults());
    for Fault {
        n,
        name,
        clauses,
        weak,
        strong,
        words,
    } in faults
    {
        let n = n as u32;
        assert_eq!(truth(n, &clauses), (weak, strong), "{name}: the truth");
        assert_eq!(found(n, &clauses), (weak, strong), "{name}");
        let formula = file(&dimacs(&clauses));
        let output = queensat(&format!("check-formula {n}"))
            .arg(&formula)
            .output()
            .expect("a run");
        let text = common::text(&output);
        let code = i32::from(weak || strong);
        assert_eq!(output.status.code(), Some(code), "{name}: {text}");
        assert_eq!(text.contains("too weak"), weak, "{name}: {text}");
        assert_eq!(text.contains("too strong"), strong, "{name}: {text}");
        for word in words {
            assert!(text.contains(word), "{name}: {word:?} is not in {text}");
        }
        let output = queensat(&format!("check-formula {n} --json"))
            .arg(&formula)
            .output();
        let report = json(&output.expect("a run"));
        assert_eq!(report["answer"], if code == 0 { "yes" } else { "no" });
        assert_eq!(report["too_weak"].is_object(), weak, "{name}: {report}");
        assert_eq!(report["too_strong"].is_array(), strong, "{name}: {report}");
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
