//! `check-formula` names what is wrong with a formula that is nearly an encoding.

mod common;

use common::dimacs::Formula;
use common::rules::{Clauses, at_least, at_most, dimacs, found, lines, pairwise, square, truth};
use common::{file, json, queensat, stdout_of};

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
