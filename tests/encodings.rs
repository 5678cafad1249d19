//! Every encoding has the size it promises, and means the same board.

mod common;

use std::collections::BTreeSet;
use std::io::Read;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};

use common::dimacs::{Formula, header, models};
use common::{ENCODINGS, PROGRAM, brute_force, json, queensat, stdout_of};
use queensat::encode::formula_size;
use queensat::search::Rows;
use queensat::{Encoding, Puzzle};

#[test]
fn the_program_knows_exactly_these_encodings() {
    let names: BTreeSet<&str> = Encoding::ALL.iter().map(|e| e.name()).collect();
    assert_eq!(names, BTreeSet::from(ENCODINGS));
}

#[test]
fn header_file_closed_form_and_stats_agree_up_to_30() {
    for encoding in ENCODINGS {
        for n in 0..=30 {
            let arguments = format!("encode {n} --amo {encoding}");
            let formula = Formula::parse(&stdout_of(&arguments));
            let literals: usize = formula.clauses.iter().map(Vec::len).sum();

            let stats = queensat(&format!("{arguments} --stats --json")).output();
            let stats = json(&stats.unwrap());
            assert_eq!(stats["command"], "encode");
            assert_eq!(stats["n"], n);
            assert_eq!(stats["encoding"], encoding);
            assert_eq!(stats["variables"], formula.variables, "{arguments}");
            assert_eq!(stats["auxiliaries"], formula.variables - n * n);
            assert_eq!(stats["clauses"], formula.clauses.len(), "{arguments}");
            assert_eq!(stats["literals"], literals, "{arguments}");

            let size = formula_size(&Puzzle::queens(n), encoding.parse().unwrap()).unwrap();
            assert_eq!(size.variables, formula.variables, "{arguments}");
            assert_eq!(size.auxiliaries, formula.variables - n * n, "{arguments}");
            assert_eq!(size.clauses, formula.clauses.len() as u64, "{arguments}");
            assert_eq!(size.literals, literals as u64, "{arguments}");
        }
    }
}

#[test]
fn the_totals_of_the_literature_come_out() {
    for (n, encoding, auxiliaries, clauses) in [
        (8, "pairwise", 0, 744),
        (100, "pairwise", 0, 1_646_900),
        (200, "pairwise", 0, 13_253_800),
        (100, "sequential", 39_402, 117_812),
        (100, "bitwise", 3678, 269_024),
    ] {
        let arguments = format!("encode {n} --amo {encoding}");
        let stats = json(
            &queensat(&format!("{arguments} --stats --json"))
                .output()
                .unwrap(),
        );
        assert_eq!(stats["auxiliaries"], auxiliaries, "{arguments}");
        assert_eq!(stats["variables"], n * n + auxiliaries, "{arguments}");
        assert_eq!(stats["clauses"], clauses, "{arguments}");
        let written = header_and_clauses(&arguments);
        assert_eq!(written, ((n * n + auxiliaries, clauses), clauses));
    }
}

/// What the header of a formula says, and how many clauses follow; without keeping the formula.
fn header_and_clauses(arguments: &str) -> ((u32, u64), u64) {
    let mut child = Command::new(PROGRAM)
        .args(arguments.split(' '))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut buffer = vec![0; 1 << 16];
    let (mut head, mut lines) = (Vec::new(), 0);
    loop {
        let length = out.read(&mut buffer).unwrap();
        if length == 0 {
            break;
        }
        if head.len() < 1000 {
            head.extend_from_slice(&buffer[..length]);
        }
        lines += buffer[..length].iter().filter(|&&b| b == b'\n').count() as u64;
    }
    assert!(child.wait().unwrap().success());
    let head = String::from_utf8(head).unwrap();
    let before = head.lines().take_while(|line| !line.starts_with('p'));
    let before = before.count();
    let announced = header(head.lines().nth(before).unwrap());
    (announced, lines - before as u64 - 1)
}

#[test]
fn the_models_of_every_encoding_are_exactly_the_placements() {
    for n in 0..=8 {
        let placements = brute_force(n);
        let mut native = BTreeSet::new();
        let rows = Rows::new(&Puzzle::queens(n)).unwrap();
        let end = rows.for_each(|columns| {
            assert!(native.insert(columns.to_vec()), "{columns:?} came twice");
            ControlFlow::Continue(())
        });
        assert!(end.is_continue());
        assert_eq!(native, placements, "native search, N = {n}");
        for encoding in ENCODINGS {
            let dimacs = stdout_of(&format!("encode {n} --amo {encoding}"));
            assert_eq!(models(&dimacs, n), placements, "{encoding}, N = {n}");
        }
    }
}
