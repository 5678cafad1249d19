//! Every way to count gives the number that everybody knows.

mod common;

use common::{ENCODINGS, PLACEMENTS, brute_force, json, queensat, stdout_of};

#[test]
fn eight_queens_read_from_standard_input_are_92() {
    let mut count = queensat("count -");
    count.write_stdin("8\n").assert().success().stdout("92\n");
}

#[test]
fn every_way_counts_what_the_table_says_up_to_10() {
    for (n, placements) in PLACEMENTS.iter().enumerate().take(11) {
        for by in [
            "",
            "--by backtrack",
            "--by blocking",
            "--by blocking,backtrack",
        ] {
            let counted = stdout_of(&format!("count {n} {by}"));
            assert_eq!(counted, format!("{placements}\n"), "N = {n} {by}");
        }
    }
}

#[test]
fn the_table_is_what_trying_all_permutations_gives() {
    for n in 0..=8 {
        assert_eq!(brute_force(n).len(), PLACEMENTS[n as usize]);
    }
}

#[test]
fn the_native_count_goes_on_beyond() {
    for (n, placements) in PLACEMENTS.iter().enumerate().skip(11) {
        assert_eq!(stdout_of(&format!("count {n}")), format!("{placements}\n"));
    }
}

#[test]
fn blocking_counts_the_same_under_every_encoding() {
    for encoding in ENCODINGS {
        for (n, placements) in PLACEMENTS.iter().enumerate().take(9) {
            let counted = stdout_of(&format!("count {n} --by blocking --amo {encoding}"));
            assert_eq!(counted, format!("{placements}\n"), "N = {n}, {encoding}");
        }
    }
}

#[test]
fn the_number_of_threads_changes_no_count() {
    for threads in [1, 2, 3, 16] {
        let counted = stdout_of(&format!("count 11 --threads {threads}"));
        assert_eq!(counted, "2680\n");
    }
}

#[test]
fn that_there_are_none_is_a_count_too() {
    for n in [2, 3] {
        let mut count = queensat(&format!("count {n}"));
        count.assert().code(0).stdout("0\n");
    }
}

#[test]
fn how_it_was_counted_is_told_on_standard_error_unless_it_is_to_be_quiet() {
    let told = queensat("count 8").output().unwrap();
    let line = common::one_line(&told.stderr);
    for part in ["92 by backtrack", "92 by blocking", "92 published", "agree"] {
        assert!(line.contains(part), "{line}");
    }
    let mut quiet = queensat("count 8 -q");
    quiet.assert().success().stdout("92\n").stderr("");
}

#[test]
fn json_names_each_way_its_count_and_the_published_number() {
    let count = json(&queensat("count 10 --json").output().unwrap());
    assert_eq!(count["command"], "count");
    assert_eq!(count["n"], 10);
    assert_eq!(count["count"], "724");
    assert!(
        count["published"].to_string().contains("\"724\""),
        "{count}"
    );
    assert_eq!(count["agreed"], true);
    let ways: Vec<_> = count["ways"].as_array().unwrap().iter().collect();
    let names: Vec<_> = ways.iter().map(|way| &way["way"]).collect();
    assert_eq!(names, ["backtrack", "blocking"]);
    for way in ways {
        assert_eq!(way["count"], "724");
        assert!(way["seconds"].is_number());
    }
}
