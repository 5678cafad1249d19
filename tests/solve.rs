//! `solve` gives one placement, or says that there is none.

mod common;

use common::{ENCODINGS, fails_with_one_line, is_peaceful, json, queensat, read_lists, stdout_of};

#[test]
fn one_placement_comes_for_every_size_and_encoding() {
    for n in [1, 4, 5, 8, 13, 30] {
        for encoding in ENCODINGS {
            let found = stdout_of(&format!("solve {n} --amo {encoding} --format list"));
            let [columns] = &read_lists(&found)[..] else {
                panic!("one line for N = {n}, {encoding}: {found}");
            };
            assert_eq!(columns.len(), n);
            assert!(is_peaceful(columns), "N = {n}, {encoding}: {columns:?}");
        }
    }
}

#[test]
fn two_and_three_queens_have_none() {
    for n in [2, 3] {
        for encoding in ENCODINGS {
            let mut solve = queensat(&format!("solve {n} --amo {encoding}"));
            let line = fails_with_one_line(&mut solve, 1);
            assert!(line.contains("no placement"), "{line}");
        }
        let none = queensat(&format!("solve {n} --json")).output().unwrap();
        assert_eq!(none.status.code(), Some(1));
        let none = json(&none);
        assert_eq!(none["answer"], "none");
        assert!(none["placement"].is_null());
    }
}

#[test]
fn no_queen_on_no_board_is_solved() {
    assert_eq!(stdout_of("solve 0"), "\n");
    let solved = json(&queensat("solve 0 --json").output().unwrap());
    assert_eq!(solved["answer"], "placement");
    assert_eq!(solved["placement"], serde_json::json!([]));
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for arguments in ["solve 8", "solve 40 --amo product", "solve 120"] {
        assert_eq!(stdout_of(arguments), stdout_of(arguments));
    }
}

#[test]
fn a_board_fits_a_screen_up_to_100_and_is_a_list_beyond() {
    let board = stdout_of("solve 100");
    assert_eq!(board.lines().count(), 100);
    assert_eq!(board.matches('Q').count(), 100);
    let list = stdout_of("solve 101");
    assert_eq!(list.lines().count(), 1);
    assert!(is_peaceful(&read_lists(&list)[0]));
}

#[test]
fn json_tells_the_placement_and_the_size_of_the_formula() {
    let solved = json(&queensat("solve 8 --amo pairwise --json").output().unwrap());
    assert_eq!(solved["command"], "solve");
    assert_eq!(solved["n"], 8);
    assert_eq!(solved["answer"], "placement");
    assert_eq!(solved["encoding"], "pairwise");
    assert_eq!(solved["variables"], 64);
    assert_eq!(solved["clauses"], 744);
    let columns: Vec<u32> = serde_json::from_value(solved["placement"].clone()).unwrap();
    assert_eq!(columns.len(), 8);
    assert!(is_peaceful(&columns));
}
