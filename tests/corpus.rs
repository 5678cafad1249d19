//! The corpus in `dimacs/` is what the program writes today, and its manifest is true.
//!
//! `QUEENSAT_BLESS=1 cargo test --release --test corpus` writes it anew.

mod common;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::sync::LazyLock;

use common::corpus::{Instance, folder, manifest, wanted, write};
use common::dimacs::{Formula, models};
use common::{PLACEMENTS, stdout_of};

static CORPUS: LazyLock<Vec<Instance>> = LazyLock::new(|| {
    if env::var_os("QUEENSAT_BLESS").is_some_and(|value| value == "1") {
        write();
    }
    manifest()
});

#[test]
fn the_corpus_holds_every_n_up_to_8_and_every_encoding_of_8() {
    let listed: Vec<(u32, &str)> = CORPUS.iter().map(|i| (i.n, i.encoding.as_str())).collect();
    assert_eq!(listed, wanted());
}

#[test]
fn the_manifest_lists_exactly_the_files_of_the_folder() {
    let listed: BTreeSet<String> = CORPUS.iter().map(|i| i.file.clone()).collect();
    let names = fs::read_dir(folder()).unwrap();
    let found: BTreeSet<String> = names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".cnf"))
        .collect();
    assert_eq!(listed, found);
}

#[test]
fn every_file_is_byte_for_byte_what_the_program_writes() {
    for instance in CORPUS.iter() {
        let Instance { n, encoding, .. } = instance;
        let text = stdout_of(&format!("encode {n} --amo {encoding}"));
        assert!(text == instance.text(), "{} differs", instance.file);
    }
}

#[test]
fn every_header_is_exact_and_agrees_with_the_manifest() {
    for instance in CORPUS.iter() {
        let formula = Formula::parse(&instance.text());
        assert_eq!(formula.variables, instance.variables, "{}", instance.file);
        assert_eq!(formula.clauses.len() as u64, instance.clauses);
    }
}

#[test]
fn varisat_finds_as_many_placements_as_the_manifest_says() {
    for instance in CORPUS.iter() {
        let found = models(&instance.text(), instance.n);
        assert_eq!(found.len(), instance.placements, "{}", instance.file);
        assert_eq!(!found.is_empty(), instance.satisfiable);
        assert_eq!(found.len(), PLACEMENTS[instance.n as usize]);
    }
}

#[test]
fn comments_hold_nothing_that_a_solver_or_script_could_misread() {
    for instance in CORPUS.iter() {
        let comments = Formula::parse(&instance.text()).comments;
        assert!(!comments.is_empty());
        for comment in comments {
            let line = format!("c {comment}");
            for trap in [" 0", "--", "p cnf", "\t", "%"] {
                assert!(!line.contains(trap), "{}: {line}", instance.file);
            }
            assert!(line.len() < 200, "{}: {line}", instance.file);
        }
    }
}
