//! Solvers that are installed do all that the one inside the process does.
//!
//! One that is not here is passed over with a note, unless QUEENSAT_REQUIRE_SOLVERS=1.

mod common;

use std::collections::BTreeSet;
use std::env;

use common::{
    ENCODINGS, PLACEMENTS, brute_force, fails_with_one_line, is_peaceful, json, one_line, queensat,
    read_lists, stdout_of, text,
};
use fastrand::Rng;
use queensat::Interrupt;
use queensat::cnf::Lit;
use queensat::solver::{Answer, Choice, Embedded, Preset, Solver};

/// Those that have to be here where solvers are required.
const REQUIRED: [&str; 7] = [
    "cadical",
    "clasp",
    "cryptominisat5",
    "kissat",
    "minisat",
    "picosat",
    "z3",
];

fn is_installed(solver: &str) -> bool {
    let preset = Preset::named(solver).expect("a preset");
    let found = preset.program().find().is_some();
    let required = env::var_os("QUEENSAT_REQUIRE_SOLVERS").is_some_and(|v| v == "1");
    assert!(
        found || !required,
        "{solver} is required, but not installed"
    );
    if !found {
        eprintln!("{solver} is not installed: nothing is tested with it");
    }
    found
}

fn installed() -> impl Iterator<Item = &'static str> {
    REQUIRED.into_iter().filter(|solver| is_installed(solver))
}

/// And the program under test, which is a solver, too.
fn everyone() -> impl Iterator<Item = &'static str> {
    installed().chain(["queensat"])
}

#[test]
fn each_finds_a_placement_in_every_encoding() {
    for solver in everyone() {
        for encoding in ENCODINGS {
            for n in [8, 20, 50] {
                let solve = format!("solve {n} --amo {encoding} --solver {solver} --format list");
                let placement = &read_lists(&stdout_of(&solve))[0];
                assert_eq!(placement.len(), n, "{solve}");
                assert!(is_peaceful(placement), "{solve}: {placement:?}");
            }
            let none = format!("solve 3 --amo {encoding} --solver {solver}");
            let line = fails_with_one_line(&mut queensat(&none), 1);
            assert_eq!(line, "N = 3 has no placement", "{none}");
        }
    }
}

#[test]
fn each_lists_every_placement() {
    let all: Vec<Vec<u32>> = brute_force(6).into_iter().collect();
    for solver in everyone() {
        for cubes in ["", "--cubes 0", "--threads 1"] {
            let list = format!("enumerate 6 {cubes} --solver {solver} --format list");
            assert_eq!(read_lists(&stdout_of(&list)), all, "{list}");
        }
        let count = format!("count 7 --by blocking,{solver} --solver {solver} --json");
        let count = json(&queensat(&count).output().unwrap());
        assert_eq!(count["count"], PLACEMENTS[7].to_string());
        assert_eq!(count["ways"][0]["way"], "blocking");
        assert_eq!(count["ways"][1]["way"], solver);
    }
}

#[test]
fn each_takes_every_kind_of_puzzle() {
    for solver in everyone() {
        for (puzzle, code) in [
            ("solve 0", 0),
            ("solve 1", 0),
            ("solve 7 --torus", 0),
            ("solve 6 --torus", 1),
            ("solve 12 --symmetry quarter", 0),
            ("solve 10 --symmetry half", 0),
            ("solve 8 --queen b4 --queen d5 --backbone", 0),
            ("solve 8 --queen a1 --queen c5 --queen h6 --forbid b7", 1),
            ("solve 30 --method complete", 0),
            ("solve 1000", 0),
            ("generate 5 --kind completion", 0),
        ] {
            let line = format!("{puzzle} --solver {solver}");
            let output = queensat(&line).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{line}: {output:?}");
        }
        let backbone = "solve 8 --queen b4 --queen d5 --backbone";
        let asked = stdout_of(&format!("{backbone} --solver {solver}"));
        assert_eq!(asked, stdout_of(backbone), "{solver}");
        let generate = "generate 6 --seed 2";
        let generated = stdout_of(&format!("{generate} --solver {solver}"));
        assert_eq!(generated, stdout_of(generate), "{solver}");
    }
}

#[test]
fn each_is_stopped_in_time() {
    for solver in everyone() {
        let solve = format!("solve 22 --torus --amo product --solver {solver} --timeout 0.5");
        let line = fails_with_one_line(&mut queensat(&solve), 3);
        assert_eq!(line, "time is up, no answer", "{solver}");
    }
}

#[test]
fn each_passes_its_test() {
    for solver in everyone() {
        let run = queensat(&format!("solvers --test {solver}"))
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        assert!(text(&run).lines().all(|line| line.starts_with("pass  ")));
        let line = one_line(&run.stderr);
        assert!(line.starts_with(&format!("{solver} passes all")), "{line}");
    }
}

#[test]
fn the_list_of_solvers_says_what_is_here() {
    let run = queensat("solvers --json").output().unwrap();
    let report = json(&run);
    let solvers = report["solvers"].as_array().unwrap();
    let of = |name: &str| {
        solvers
            .iter()
            .find(|solver| solver["name"] == name)
            .unwrap()
    };
    assert_eq!(of("varisat")["works"], true);
    for preset in Preset::ALL {
        let solver = of(preset.name);
        assert_eq!(
            solver["found"],
            preset.program().find().is_some(),
            "{solver}"
        );
        assert_eq!(solver["found"], !solver["works"].is_null(), "{solver}");
    }
    for name in everyone() {
        assert_eq!(of(name)["works"], true, "{}", of(name));
        let tells_version = !["minisat", "glucose"].contains(&name);
        assert_eq!(of(name)["version"].is_string(), tells_version);
    }
    let lines = text(&queensat("solvers").output().unwrap());
    assert_eq!(lines.lines().count(), solvers.len());
    for line in lines.lines() {
        let states = ["works", "FAILS", "not here, untested until found"];
        assert!(states.iter().any(|state| line.contains(state)), "{line}");
    }
}

#[test]
fn clasp_enumerates_by_itself_and_agrees() {
    if !is_installed("clasp") {
        return;
    }
    for encoding in ENCODINGS {
        for puzzle in [
            "0",
            "1",
            "2",
            "6",
            "7",
            "5 --torus",
            "4 --rooks",
            "8 --unique",
            "12 --symmetry half",
            "8 --queen b4 --queen d5",
            "8 --limit 5",
        ] {
            // With most encodings it would count more if it did not project.
            let count = format!("count {puzzle} --amo {encoding} --by backtrack,clasp");
            queensat(&count).assert().success();
        }
    }
}

const VARIABLES: u32 = 8;

#[test]
fn clauses_and_assumptions_take_turns_as_inside_the_process() {
    for name in installed() {
        let choice: Choice = name.parse().unwrap();
        let mut rng = Rng::with_seed(7);
        for _ in 0..5 {
            let start = |choice: &Choice| choice.start(VARIABLES, Interrupt::new()).unwrap();
            let (mut asked, mut inside) = (start(&choice), start(&Embedded::Varisat.into()));
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            for _ in 0..8 {
                for _ in 0..rng.u32(1..9) {
                    let lit = |_| Lit::new(rng.u32(1..=VARIABLES), rng.bool());
                    let clause: BTreeSet<Lit> = (0..3).map(lit).collect();
                    let clause: Vec<Lit> = clause.into_iter().collect();
                    assert!(asked.add_clause(&clause).is_continue());
                    assert!(inside.add_clause(&clause).is_continue());
                    clauses.push(clause);
                }
                let count = rng.u32(0..5);
                let lit = |_| Lit::new(rng.u32(1..=VARIABLES), rng.bool());
                let assumed: Vec<Lit> = (0..count).map(lit).collect();
                let expected = inside.solve(&assumed);
                match asked.solve(&assumed) {
                    Answer::Satisfiable(model) => {
                        assert!(matches!(expected, Answer::Satisfiable(_)), "{name}");
                        assert!(assumed.iter().all(|&lit| model.satisfies(lit)), "{name}");
                        let satisfied =
                            |clause: &Vec<Lit>| clause.iter().any(|&lit| model.satisfies(lit));
                        assert!(clauses.iter().all(satisfied), "{name}");
                    }
                    Answer::Unsatisfiable => {
                        assert_eq!(expected, Answer::Unsatisfiable, "{name}");
                        assert_eq!(asked.core(), assumed);
                    }
                    Answer::Unknown => panic!("{name}: {:?}", asked.trouble()),
                }
            }
        }
    }
}

#[test]
fn an_interrupted_program_knows_nothing_and_has_no_trouble() {
    let solver: Choice = "cmd: /no/such/program".parse().unwrap();
    let interrupt = Interrupt::new();
    let mut started: Box<dyn Solver> = solver.start(1, interrupt.clone()).unwrap();
    assert!(started.add_clause(&[Lit::positive(1)]).is_continue());
    assert_eq!(started.solve(&[]), Answer::Unknown);
    assert!(started.trouble().is_some());
    interrupt.set();
    assert_eq!(started.solve(&[]), Answer::Unknown);
    assert_eq!((started.trouble(), started.core()), (None, Vec::new()));
}
