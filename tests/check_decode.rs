//! `check` and `decode` know a placement from what is none, and say what is wrong.

mod common;

use common::{NO_TEXT, fails_with_one_line, json, queensat, stdout_of};

/// The two placements of four queens are 2 4 1 3 and 3 1 4 2; this is the first, as a model.
const MODEL: &str = "-1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16";

fn check(text: &str, options: &str) -> assert_cmd::Command {
    let mut command = queensat(&format!("check - {options}"));
    command.write_stdin(text);
    command
}

fn decode(n: u32, answer: &str, options: &str) -> assert_cmd::Command {
    let mut command = queensat(&format!("decode {n} - {options}"));
    command.write_stdin(answer);
    command
}

#[test]
fn check_reads_a_placement_in_every_form() {
    for text in [
        ".Q..\n...Q\nQ...\n..Q.\n",
        ". q . .\r\n_ - 0 *\r\n1 . . .\r\n. . ♛ .",
        "2 4 1 3\n",
        "1 3 0 2",
        "[2, 4, 1, 3]\n",
        "{\"schema\":1,\"n\":4,\"placement\":[2,4,1,3]}\n",
        &format!("s SATISFIABLE\nv {MODEL} 0\n"),
        &format!("SAT\n{MODEL} 0\n"),
        "\n",
        "Q\n",
        "1\n",
    ] {
        check(text, "").assert().code(0).stderr("");
    }
}

#[test]
fn check_takes_back_whatever_the_program_prints() {
    for n in [0, 1, 4, 8, 26, 30] {
        for format in ["board", "list", "json", "dimacs"] {
            let printed = stdout_of(&format!("solve {n} --format {format}"));
            check(&printed, "").assert().code(0);
            check(&printed, &format!("--from {format}"))
                .assert()
                .code(0);
        }
    }
}

#[test]
fn check_names_each_pair_that_attack_each_other_and_the_line() {
    let assert = check("Q.Q\n...\nQ.Q\n", "").assert().code(1).stderr("");
    let told = common::text(assert.get_output());
    for attack in [
        "a3 attacks c3 along the row",
        "a1 attacks c1 along the row",
        "a3 attacks a1 along the column",
        "c3 attacks c1 along the column",
        "a3 attacks c1 along the diagonal",
        "c3 attacks a1 along the antidiagonal",
    ] {
        assert!(told.contains(attack), "{attack} is not in {told}");
    }
    assert_eq!(told.matches(" attacks ").count(), 6, "{told}");
}

#[test]
fn check_counts_missing_and_surplus_queens_as_no_placement() {
    for text in [".Q..\n...Q\nQ...\n....\n", ".\n", "QQ\nQQ\n"] {
        check(text, "").assert().code(1).stderr("");
    }
}

#[test]
fn check_tells_the_same_as_json() {
    let right = check("2 4 1 3\n", "--json").output().unwrap();
    assert_eq!(right.status.code(), Some(0));
    let right = json(&right);
    assert_eq!(right["command"], "check");
    assert_eq!(right["n"], 4);
    assert_eq!(right["queens"], 4);
    assert_eq!(right["placement"], true);
    assert_eq!(right["attack_count"], "0");

    let wrong = check("1 2\n", "--json").output().unwrap();
    assert_eq!(wrong.status.code(), Some(1));
    let wrong = json(&wrong);
    assert_eq!(wrong["placement"], false);
    assert_eq!(wrong["attack_count"], "1");
    let attack = serde_json::json!([{"a": "a2", "b": "b1", "line": "diagonal"}]);
    assert_eq!(wrong["attacks"], attack);
}

#[test]
fn check_counts_all_attacks_and_shows_the_first_of_many() {
    let n = 1200u64;
    let board = "Q".repeat(n as usize) + "\n" + &(".".repeat(n as usize) + "\n").repeat(1199);
    let wrong = json(&check(&board, "--json").output().unwrap());
    assert_eq!(wrong["attack_count"], (n * (n - 1) / 2).to_string());
    assert_eq!(wrong["attacks"].as_array().unwrap().len(), 1000);
}

#[test]
fn check_refuses_what_is_no_board_and_says_where() {
    for (text, options, place) in [
        ("", "", "empty"),
        ("Q..\n.Q\n..Q\n", "", "line 2"),
        ("Q.\nx.\n", "", "line 2: 'x'"),
        ("2 4 1 9\n", "", "entry 4"),
        ("1 2 99999999999999999999\n", "", "99999999999999999999"),
        ("{\"n\":4}", "", "placement"),
        ("{\"placement\":[2,4,1,9]}", "", "entry 4"),
        ("{\"n\":5,\"placement\":[2,4,1,3]}", "", "5"),
        ("{\"placement\":[2,4", "", "JSON"),
        ("s UNSATISFIABLE\n", "", "without a placement"),
        ("v 1 -1 0\n", "", "variable 1"),
        ("v 1 2 -3 0\n", "", "decode N"),
        ("hello\n", "", "'h'"),
        ("2 4 1 3\n", "--from board", "line 1"),
        (".Q\nQ.\n", "--from list", "column"),
        ("2 4 1 3\n", "--from json", "JSON"),
        ("2 x 1 3\n", "--from list", "'x'"),
        (".Q\nQ.\n", "--from dimacs", "line 1"),
    ] {
        let line = fails_with_one_line(&mut check(text, options), 2);
        let names_the_input = line.contains("standard input");
        assert!(names_the_input && line.contains(place), "{text:?}: {line}");
    }
}

#[test]
fn check_survives_any_bytes() {
    let odd_text = [&b"Q\x1b[31m.\n"[..], "Ｑ．\n．Ｑ\n".as_bytes()];
    for bytes in NO_TEXT.into_iter().chain(odd_text) {
        let mut command = queensat("check -");
        fails_with_one_line(command.write_stdin(bytes), 2);
    }
}

#[test]
fn decode_reads_a_placement_in_every_form_of_answer() {
    for answer in [
        format!("s SATISFIABLE\nv {MODEL} 0\n"),
        format!("c chatter 0\ns SATISFIABLE\nc more\nv {MODEL}\nv 0\n"),
        format!("v {MODEL} 0\ns SATISFIABLE\n"),
        format!("s SATISFIABLE\r\nv {MODEL} 0\r\n"),
        format!("\u{1b}[32ms SATISFIABLE\u{1b}[0m\nv {MODEL} 0\n"),
        format!("s SATISFIABLE\nv {MODEL}\n"),
        format!("s SATISFIABLE\nv {MODEL} 17 -18 0\n"),
        "s SATISFIABLE\nv 15 9 8\nv 2 0\n".to_string(),
        format!("SAT\n{MODEL} 0\n"),
        format!("v {MODEL}"),
    ] {
        let mut decode = decode(4, &answer, "");
        decode.assert().code(0).stdout(".Q..\n...Q\nQ...\n..Q.\n");
    }
    decode(0, "s SATISFIABLE\nv 0\n", "").assert().code(0);
    decode(1, "SAT\n1 0\n", "").assert().code(0).stdout("Q\n");
}

#[test]
fn decode_prints_the_format_that_is_asked_for() {
    let answer = format!("s SATISFIABLE\nv {MODEL} 0\n");
    for (format, printed) in [
        ("board", ".Q..\n...Q\nQ...\n..Q.\n".to_string()),
        ("list", "2 4 1 3\n".to_string()),
        (
            "json",
            "{\"schema\":1,\"n\":4,\"placement\":[2,4,1,3]}\n".to_string(),
        ),
        ("dimacs", format!("v {MODEL} 0\n")),
    ] {
        let mut decode = decode(4, &answer, &format!("--format {format}"));
        decode.assert().code(0).stdout(printed);
    }
    let decoded = json(&decode(4, &answer, "--json").output().unwrap());
    assert_eq!(decoded["command"], "decode");
    assert_eq!(decoded["answer"], "placement");
    assert_eq!(decoded["placement"], serde_json::json!([2, 4, 1, 3]));
}

#[test]
fn decode_passes_on_that_there_is_none() {
    for answer in ["s UNSATISFIABLE\n", "UNSAT\n", "c x\nUNSATISFIABLE\n"] {
        fails_with_one_line(&mut decode(3, answer, ""), 1);
        let none = decode(3, answer, "--json").output().unwrap();
        assert_eq!(none.status.code(), Some(1));
        assert_eq!(json(&none)["answer"], "none");
    }
}

#[test]
fn decode_passes_on_that_the_solver_gave_up() {
    for answer in ["s UNKNOWN\n", "INDET\n", "s INDETERMINATE\n", "c UNKNOWN\n"] {
        fails_with_one_line(&mut decode(3, answer, ""), 3);
        let unknown = decode(3, answer, "--json").output().unwrap();
        assert_eq!(unknown.status.code(), Some(3));
        assert_eq!(json(&unknown)["answer"], "unknown");
    }
}

#[test]
fn decode_finds_every_wrong_model_out() {
    for (n, literals, fault) in [
        (4, "2 8 9 0", "3 queens"),
        (4, "0", "0 queens"),
        (4, "2 8 9 15 16 0", "5 queens"),
        (4, "2 8 9 14 0", "b4 attacks b1"),
        (4, "1 8 9 15 0", "a4 attacks a2"),
        (8, "1 9 17 25 33 41 49 57 0", "column"),
        (8, "2 8 9 15 0", "4 queens"),
    ] {
        let answer = format!("s SATISFIABLE\nv {literals}\n");
        let line = fails_with_one_line(&mut decode(n, &answer, ""), 1);
        let told = line.contains("standard input") && line.contains(fault);
        assert!(told, "N = {n}, {literals}: {line}");
        let wrong = decode(n, &answer, "--json").output().unwrap();
        assert_eq!(wrong.status.code(), Some(1), "N = {n}, {literals}");
        assert_eq!(json(&wrong)["answer"], "wrong");
    }
}

#[test]
fn decode_knows_an_answer_for_another_board() {
    for (asked, answered) in [(4, 5), (5, 4), (8, 20), (20, 8), (8, 7), (3, 1)] {
        let model = stdout_of(&format!("solve {answered} --format dimacs"));
        let answer = format!("s SATISFIABLE\n{model}");
        let line = fails_with_one_line(&mut decode(asked, &answer, ""), 2);
        let told = line.contains(&format!("N = {answered}"));
        assert!(told, "{answered} for {asked}: {line}");
    }
}

#[test]
fn decode_says_that_an_answer_is_cut_short() {
    let model = stdout_of("solve 8 --format dimacs");
    let lines: Vec<&str> = model.lines().collect();
    let mut refused = 0;
    for kept in 1..lines.len() {
        let answer = format!("s SATISFIABLE\n{}\n", lines[..kept].join("\n"));
        // With all queens there, nothing is missing but false squares.
        let queens = answer.split(' ').filter(|word| word.parse::<u32>().is_ok());
        if queens.count() < 8 {
            let line = fails_with_one_line(&mut decode(8, &answer, ""), 2);
            assert!(line.contains("cut short"), "{line}");
            refused += 1;
        }
    }
    assert!(refused > 0);
}

#[test]
fn decode_refuses_what_is_no_answer_and_says_where() {
    for (answer, place) in [
        ("", "no answer"),
        ("c only talk\n", "no answer"),
        ("garbage\n", "line 1"),
        ("p cnf 1 1\n1 0\n", "line 1"),
        ("s SATISFIABLE\nv 1 x 0\n", "line 2: 'x'"),
        ("s SATISFIABLE\nv 99999999999 0\n", "line 2"),
        ("s MAYBE\n", "line 1"),
        ("s SATISFIABLE\nv 1 -1 0\n", "variable 1"),
        ("s SATISFIABLE\nv 1 0\nv 2 0\n", "line 3"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "line 2"),
        ("s UNSATISFIABLE\nv 1 0\n", "UNSATISFIABLE"),
        ("s SATISFIABLE\n", "no model"),
    ] {
        let line = fails_with_one_line(&mut decode(4, answer, ""), 2);
        let names_the_input = line.contains("standard input");
        assert!(
            names_the_input && line.contains(place),
            "{answer:?}: {line}"
        );
    }
}

#[test]
fn decode_reads_a_compressed_answer() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["", ".gz", ".xz", ".bz2", ".zst"] {
        let answer = folder.path().join(format!("answer{ending}"));
        let mut solve = queensat("solve 8 --format dimacs -o");
        solve.arg(&answer).assert().success().stdout("");
        queensat("decode 8").arg(&answer).assert().success();
    }
}
