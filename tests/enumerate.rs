//! `enumerate` lists every placement exactly once, in an order that nothing changes.

mod common;

use std::collections::BTreeSet;

use common::{ENCODINGS, brute_force, queensat, read_lists, stdout_of};

fn list(n: u32, options: &str) -> String {
    stdout_of(&format!("enumerate {n} --format list {options}"))
}

#[test]
fn the_list_is_sorted_and_holds_each_placement_once() {
    for n in [1, 4, 5, 6, 7, 8] {
        let expected: Vec<Vec<u32>> = brute_force(n).into_iter().collect();
        assert_eq!(read_lists(&list(n, "")), expected, "N = {n}");
    }
    let nine = read_lists(&list(9, ""));
    assert_eq!(nine.len(), 352);
    assert!(nine.is_sorted_by(|a, b| a < b));
}

#[test]
fn every_encoding_gives_the_same_bytes() {
    for n in [6, 8, 9] {
        let expected = list(n, "");
        for encoding in ENCODINGS {
            let found = list(n, &format!("--amo {encoding}"));
            assert_eq!(found, expected, "N = {n}, {encoding}");
        }
    }
}

#[test]
fn every_number_of_cubes_gives_the_same_bytes() {
    for n in [1, 6, 8] {
        let expected = list(n, "");
        for rows in 0..=n + 1 {
            let found = list(n, &format!("--cubes {rows}"));
            assert_eq!(found, expected, "N = {n}, {rows} rows");
        }
    }
}

#[test]
fn every_number_of_threads_gives_the_same_bytes() {
    for more in [
        "",
        "--unique",
        "--torus",
        "--rooks --limit 1000",
        "--symmetry half",
    ] {
        let expected = list(7, &format!("{more} --threads 1"));
        for threads in [2, 3, 16] {
            for cubes in ["", "--cubes 1", "--cubes 6"] {
                let found = list(7, &format!("{more} {cubes} --threads {threads}"));
                assert_eq!(found, expected, "{more} {cubes}, {threads} threads");
            }
        }
    }
    assert_eq!(list(11, "--threads 2"), list(11, "--threads 1 --cubes 2"));
}

#[test]
fn the_order_in_which_they_are_found_holds_the_same_placements() {
    for cubes in [0, 1, 4, 8] {
        let found = read_lists(&list(8, &format!("--unordered --cubes {cubes}")));
        assert_eq!(found.len(), 92);
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), brute_force(8));
    }
}

#[test]
fn a_limit_gives_the_first_of_them() {
    let all = list(8, "");
    for limit in [0, 1, 5, 91, 92, 93] {
        let first: String = all.split_inclusive('\n').take(limit).collect();
        assert_eq!(list(8, &format!("--limit {limit}")), first);
    }
    assert_eq!(list(8, "--unordered --limit 5").lines().count(), 5);
}

#[test]
fn a_limit_spares_the_search_for_the_rest() {
    let first = read_lists(&list(20, "--limit 3"));
    assert_eq!(first.len(), 3);
    assert!(first.iter().all(|columns| common::is_peaceful(columns)));
}

#[test]
fn two_and_three_queens_have_no_placement() {
    for n in [2, 3] {
        for format in ["board", "list", "json", "dimacs"] {
            let mut enumerate = queensat(&format!("enumerate {n} --format {format}"));
            let line = common::fails_with_one_line(&mut enumerate, 1);
            assert!(line.contains("no placement"), "{line}");
        }
    }
}

#[test]
fn no_queen_on_no_board_is_one_placement() {
    assert_eq!(stdout_of("enumerate 0"), "\n");
    assert_eq!(list(0, ""), "\n");
    assert_eq!(stdout_of("enumerate 0 --format dimacs"), "v 0\n");
    let json = stdout_of("enumerate 0 --json");
    assert_eq!(json, "{\"schema\":1,\"n\":0,\"placement\":[]}\n");
}

#[test]
fn one_queen_has_one_placement() {
    assert_eq!(stdout_of("enumerate 1"), "Q\n");
    assert_eq!(list(1, ""), "1\n");
    assert_eq!(stdout_of("enumerate 1 --format dimacs"), "v 1 0\n");
}

#[test]
fn each_format_shows_the_two_placements_of_four_queens() {
    let board = ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n";
    assert_eq!(stdout_of("enumerate 4"), board);
    assert_eq!(stdout_of("enumerate 4 --format board"), board);
    assert_eq!(list(4, ""), "2 4 1 3\n3 1 4 2\n");
    let json = "{\"schema\":1,\"n\":4,\"placement\":[2,4,1,3]}\n\
                {\"schema\":1,\"n\":4,\"placement\":[3,1,4,2]}\n";
    assert_eq!(stdout_of("enumerate 4 --format json"), json);
    assert_eq!(stdout_of("enumerate 4 --json"), json);
    let dimacs = "v -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\n\
                  v -1 -2 3 -4 5 -6 -7 -8 -9 -10 -11 12 -13 14 -15 -16 0\n";
    assert_eq!(stdout_of("enumerate 4 --format dimacs"), dimacs);
}

#[test]
fn how_many_there_were_is_told_unless_it_is_to_be_quiet() {
    let told = queensat("enumerate 6").output().unwrap();
    let line = common::one_line(&told.stderr);
    assert!(line.starts_with("4 placements"), "{line}");
    queensat("enumerate 6 --quiet")
        .assert()
        .success()
        .stderr("");
}

#[test]
fn what_can_have_no_placement_is_told_at_once() {
    let closed: String = (0..30).map(|row| format!(" --forbid {row},7")).collect();
    for settled in ["--queen a1 --queen a2", "--queen a1 --queen c3", &closed] {
        for command in ["enumerate 30", "enumerate 30 --unordered"] {
            let mut enumerate = queensat(&format!("{command} {settled}"));
            let line = common::fails_with_one_line(&mut enumerate, 1);
            assert!(line.contains("no placement"), "{line}");
        }
        for by in ["backtrack", "blocking"] {
            assert_eq!(
                stdout_of(&format!("count 30 -q --by {by} {settled}")),
                "0\n"
            );
        }
        assert_eq!(
            stdout_of(&format!(
                "count 24 -q --by bands {}",
                "--queen a1 --queen a2"
            )),
            "0\n"
        );
    }
}
