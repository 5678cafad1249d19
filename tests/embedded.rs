//! The solvers inside the process keep what the trait promises, and agree.

mod common;

use std::collections::BTreeSet;
use std::time::Duration;

use common::{json, queensat, refused};
use fastrand::Rng;
use queensat::cnf::Lit;
use queensat::solver::{Answer, Embedded, Solver};
use queensat::{Encoding, Interrupt, Options, Puzzle, Solution, solve};

const COMMANDS: [&str; 4] = ["solve", "enumerate", "count", "generate"];

#[test]
fn an_unknown_solver_gets_the_list_of_known_ones() {
    for command in COMMANDS {
        let known = ["minisatt", "varisat", "libcadical"];
        refused(&format!("{command} 5 --solver minisatt"), "", &known);
    }
}

#[cfg(not(feature = "cadical"))]
#[test]
fn a_build_without_libcadical_says_how_to_get_it() {
    for command in COMMANDS {
        let cure = ["libcadical", "cargo install --path . --features cadical"];
        refused(&format!("{command} 5 --solver libcadical"), "", &cure);
    }
}

#[test]
fn json_names_the_solver() {
    for solver in Embedded::ALL {
        let solve = format!("solve 6 --solver {solver} --json");
        let solved = json(&queensat(&solve).output().unwrap());
        assert_eq!(solved["solver"], solver.name());
        assert_eq!(solved["answer"], "placement");
    }
}

const VARIABLES: u32 = 8;

fn random_clause(rng: &mut Rng) -> Vec<Lit> {
    let lit = |_| Lit::new(rng.u32(1..=VARIABLES), rng.bool());
    let clause: BTreeSet<Lit> = (0..3).map(lit).collect();
    clause.into_iter().collect()
}

fn holds(lit: Lit, assignment: u32) -> bool {
    (assignment >> lit.var() & 1 == 1) == lit.is_positive()
}

/// Whether some assignment satisfies all clauses while these literals are true.
fn is_satisfiable(clauses: &[Vec<Lit>], assumed: &[Lit]) -> bool {
    let mut assignments = 0..1 << (VARIABLES + 1);
    assignments.any(|assignment| {
        let satisfied = |clause: &Vec<Lit>| clause.iter().any(|&lit| holds(lit, assignment));
        assumed.iter().all(|&lit| holds(lit, assignment)) && clauses.iter().all(satisfied)
    })
}

/// Asks a solver under assumptions, and holds the answer against all assignments.
fn answers_rightly(solver: &mut dyn Solver, clauses: &[Vec<Lit>], assumed: &[Lit], name: &str) {
    match solver.solve(assumed) {
        Answer::Satisfiable(model) => {
            assert!(assumed.iter().all(|&lit| model.satisfies(lit)), "{name}");
            let satisfied = |clause: &Vec<Lit>| clause.iter().any(|&lit| model.satisfies(lit));
            assert!(clauses.iter().all(satisfied), "{name}");
        }
        Answer::Unsatisfiable => {
            let core = solver.core();
            assert!(core.iter().all(|lit| assumed.contains(lit)), "{name}");
            assert!(!is_satisfiable(clauses, &core), "{core:?}, {name}");
        }
        Answer::Unknown => panic!("nobody interrupted {name}"),
    }
}

#[test]
fn clauses_assumptions_and_cores_take_turns() {
    for embedded in Embedded::ALL {
        for seed in 0..300 {
            let name = format!("{embedded}, seed {seed}");
            let mut rng = Rng::with_seed(seed);
            let mut solver = embedded.start(VARIABLES, Interrupt::new()).unwrap();
            let mut clauses = Vec::new();
            for _ in 0..8 {
                for _ in 0..rng.u32(1..12) {
                    let clause = random_clause(&mut rng);
                    assert!(solver.add_clause(&clause).is_continue());
                    clauses.push(clause);
                }
                for _ in 0..4 {
                    // Also the same variable twice, and both ways.
                    let count = rng.u32(0..6);
                    let lit = |_| Lit::new(rng.u32(1..=VARIABLES), rng.bool());
                    let assumed: Vec<Lit> = (0..count).map(lit).collect();
                    answers_rightly(&mut *solver, &clauses, &assumed, &name);
                }
            }
        }
    }
}

#[test]
fn after_the_empty_clause_there_is_no_model_and_nothing_to_blame() {
    for embedded in Embedded::ALL {
        let mut solver = embedded.start(2, Interrupt::new()).unwrap();
        assert!(solver.add_clause(&[Lit::positive(1)]).is_continue());
        assert!(solver.add_clause(&[]).is_break());
        assert_eq!(solver.solve(&[Lit::positive(2)]), Answer::Unsatisfiable);
        assert_eq!(solver.core(), []);
    }
}

#[test]
fn an_interrupted_solver_knows_nothing() {
    for embedded in Embedded::ALL {
        let interrupt = Interrupt::new();
        let mut solver = embedded.start(2, interrupt.clone()).unwrap();
        assert!(solver.add_clause(&[Lit::positive(1)]).is_continue());
        interrupt.set();
        assert_eq!(solver.solve(&[]), Answer::Unknown);
        assert_eq!(solver.core(), []);
    }
}

#[test]
fn a_search_stops_when_interrupted() {
    for &solver in Embedded::ALL {
        let options = Options {
            encoding: Encoding::Product,
            solver: solver.into(),
            ..Options::default()
        };
        let interrupt = options.interrupt.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            interrupt.set();
        });
        // It would take far longer than any test.
        let solution = solve(&Puzzle::torus(20), &options).expect("small");
        assert_eq!(solution, Solution::Unknown, "{solver}");
    }
}

#[cfg(feature = "cadical")]
mod libcadical {
    use super::common::{ENCODINGS, fails_with_one_line, queensat, stdout_of};

    #[test]
    fn lists_the_same_placements_as_varisat() {
        for n in 0..=7 {
            for encoding in ENCODINGS {
                for puzzle in ["", "--torus", "--cubes 0"] {
                    let list = format!("enumerate {n} {puzzle} --amo {encoding} --format list");
                    let listed = |solver| {
                        let run = queensat(&format!("{list} --solver {solver}")).output();
                        run.expect("started").stdout
                    };
                    assert_eq!(listed("libcadical"), listed("varisat"), "{list}");
                }
            }
        }
    }

    #[test]
    fn counts_and_generates() {
        let count = stdout_of("count 8 --by blocking --solver libcadical");
        assert_eq!(count, "92\n");
        // A region puzzle hangs on what has a placement alone, and not on which one is found.
        let generate = "generate 7 --seed 3";
        let generated = stdout_of(&format!("{generate} --solver libcadical"));
        assert_eq!(generated, stdout_of(generate));
    }

    #[test]
    fn knows_boards_without_a_placement() {
        for n in [6, 8, 9] {
            for encoding in ENCODINGS {
                let solve = format!("solve {n} --torus --amo {encoding} --solver libcadical");
                let line = fails_with_one_line(&mut queensat(&solve), 1);
                assert!(line.contains("no placement"), "{line}");
            }
        }
    }
}
