//! Puzzles on the command line: settled squares, boards, regions, torus and rooks in every command.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use assert_cmd::Command;
use common::dimacs::{self, Formula};
use common::{
    ENCODINGS, brute_force, fails_with_one_line, file, json, one_line, queensat, read_lists,
    stdout_of, text,
};
use serde_json::{Value, json};

/// Exactly one placement, 4 2 5 3 1.
const ONE: &str = "BBAAA\nBBADA\nBBADC\nDDDDC\nEECCC\n";
/// Two placements, 2 4 1 3 and 3 1 4 2.
const TWO: &str = "AABB\nAABB\nCCDD\nCCDD\n";
/// The puzzle of 1850.
const B4_D5: &str = "--queen b4 --queen d5";

/// What a run prints that reads this from standard input; it must succeed.
fn printed(arguments: &str, stdin: &str) -> String {
    let mut command = queensat(arguments);
    text(command.write_stdin(stdin).assert().success().get_output())
}

/// The count that a run prints, found in both ways.
fn count(arguments: &str, stdin: &str) -> u64 {
    let number = printed(&format!("count --by backtrack,blocking {arguments}"), stdin);
    number.trim_end().parse().expect("a number")
}

/// The exit code and the JSON object of a run.
fn code_and_json(mut command: Command) -> (Option<i32>, Value) {
    let output = command.output().expect("it runs");
    (output.status.code(), json(&output))
}

/// The placements of a plain board, each as the columns from 0, that have these squares settled.
fn completions(n: u32, given: &[(usize, u32)], forbidden: &[(usize, u32)]) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = brute_force(n).into_iter().collect();
    found.retain(|columns| {
        let stands = |&(row, col): &(usize, u32)| columns[row] == col;
        given.iter().all(stands) && !forbidden.iter().any(stands)
    });
    found
}

#[test]
fn both_notations_name_the_same_squares_in_every_command() {
    let (given, forbidden) = ([(4, 1)], [(3, 3), (0, 0)]);
    let expected = completions(8, &given, &forbidden);
    assert_eq!(expected.len(), 5);
    let in_chess = "8 --queen b4 --forbid d5 --forbid a8";
    let by_numbers = "8 --queen 4,1 --forbid 3,3 --forbid 0,0";
    let mixed = "--forbid D5 8 --queen B4 --forbid 0,0";
    for settled in [in_chess, by_numbers, mixed] {
        assert_eq!(count(settled, ""), expected.len() as u64, "{settled}");
        let listed = stdout_of(&format!("enumerate --format list {settled}"));
        assert_eq!(read_lists(&listed), expected, "{settled}");
        let solved = read_lists(&stdout_of(&format!("solve --format list {settled}")));
        assert!(expected.contains(&solved[0]), "{settled}");
        let exported = stdout_of(&format!("encode {settled}"));
        let models: Vec<Vec<u32>> = dimacs::models(&exported, 8).into_iter().collect();
        assert_eq!(models, expected, "{settled}");
        let generated = stdout_of(&format!("generate --kind completion {settled}"));
        let rows: Vec<&str> = generated.lines().collect();
        let (queen, holes) = (&rows[4][1..2], [&rows[3][3..4], &rows[0][0..1]]);
        assert_eq!((queen, holes), ("Q", ["#", "#"]), "{generated}");
        assert_eq!(count("--board -", &generated), 1, "{generated}");
    }
}

#[test]
fn columns_after_z_have_two_letters() {
    let solved = stdout_of("solve 30 --queen ad1 --queen aa30 --format list");
    let columns = &read_lists(&solved)[0];
    assert_eq!((columns[29], columns[0]), (29, 26));
}

#[test]
fn a_square_settled_twice_is_settled_once() {
    let once = stdout_of("encode 6 --queen b6 --forbid a1");
    let twice = "encode 6 --queen b6 --queen 0,1 --queen b6 --forbid 5,0 --forbid a1";
    assert_eq!(stdout_of(twice), once);
    let board = ".Q....\n......\n......\n......\n......\n#.....\n";
    let arguments = "encode 6 --queen b6 --forbid a1 --board -";
    assert_eq!(printed(arguments, board), once);
}

#[test]
fn a_board_gives_the_size_and_the_settled_squares() {
    let board = "........\n........\n........\n...Q....\n.Q......\n........\n........\n#.......\n";
    let expected = completions(8, &[(3, 3), (4, 1)], &[(7, 0)]);
    let path = file(board);
    for (arguments, stdin) in [
        ("--board FILE", ""),
        ("8 --board FILE", ""),
        ("--board -", board),
        ("- --board FILE", "8\n"),
    ] {
        let run = |command: &str| {
            let arguments = arguments.replace("FILE", path.to_str().expect("UTF-8"));
            printed(&format!("{command} {arguments}"), stdin)
        };
        let listed = read_lists(&run("enumerate --format list"));
        assert_eq!(listed, expected, "{arguments}");
        assert_eq!(run("count").trim(), expected.len().to_string());
        let models = dimacs::models(&run("encode"), 8);
        assert!(models.iter().eq(&expected), "{arguments}");
    }
    let more = count("--board - --queen e8 --forbid f2", board);
    let expected = completions(8, &[(3, 3), (4, 1), (0, 4)], &[(7, 0), (6, 5)]);
    assert_eq!(more, expected.len() as u64);
}

#[test]
fn a_board_may_use_any_of_the_usual_symbols() {
    let boards = [
        ".Q..\n....\n....\n...#\n",
        ". q . .\r\n. . . .\r\n. . . .\r\n. . . #\r\n",
        "0*00\n----\n____\n...#",
        "\n  .1..\n\n  ....  \n  ....\n  ...#\n\n",
        "\u{feff}.♕..\n....\n....\n...#\n",
        "-♛--\n----\n----\n---#\n",
    ];
    for board in boards {
        let solved = printed("solve --board - --format list", board);
        assert_eq!(solved, "2 4 1 3\n", "{board:?}");
    }
    assert_eq!(count("--board -", "Q\n"), 1);
    assert_eq!(count("--board -", "1\n"), 1);
    assert_eq!(count("--board -", "#\n"), 0);
    assert_eq!(count("--board -", "\n"), 1);
}

#[test]
fn a_compressed_board_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for ending in ["gz", "xz", "bz2", "zst"] {
        let path = folder.path().join(format!("board.{ending}"));
        let mut write = queensat("generate 6 --kind completion -o");
        write.arg(&path).assert().success();
        let mut count = queensat("count --board");
        count.arg(&path).assert().success().stdout("1\n");
    }
}

#[test]
fn regions_are_read_however_they_are_written() {
    let swapped: String = ONE.chars().map(swap_case).collect();
    let lower_and_upper = "bbaaa\nbbaAa\nbbaAB\nAAAAB\nCCBBB\n";
    for grid in [
        ONE.to_string(),
        swapped,
        lower_and_upper.to_string(),
        spaced("", "\r\n"),
        spaced(" ", "\n"),
        spaced("\t", "  \n"),
        spaced(",", "\n"),
        spaced(", ", ",\r\n"),
        spaced(" ", "\n\n"),
        format!("\n{}", ONE.trim_end()),
        format!("\u{feff}{ONE}"),
    ] {
        assert_eq!(count("--regions -", &grid), 1, "{grid:?}");
        let solved = printed("solve --regions - --format list", &grid);
        assert_eq!(solved, "4 2 5 3 1\n", "{grid:?}");
    }
}

/// The grid with one placement, with something between the letters and at the end of lines.
fn spaced(between: &str, end: &str) -> String {
    let line = |line: &str| {
        let letters: Vec<String> = line.chars().map(String::from).collect();
        letters.join(between) + end
    };
    ONE.lines().map(line).collect()
}

fn swap_case(letter: char) -> char {
    match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    }
}

#[test]
fn regions_need_not_be_connected() {
    let both = "2 4 1 3\n3 1 4 2\n";
    for grid in [TWO, "ABAB\nBABA\nCDCD\nDCDC\n"] {
        let listed = printed("enumerate --regions - --format list", grid);
        assert_eq!(listed, both, "{grid}");
    }
    assert_eq!(count("--regions -", "A\n"), 1);
    // Each row is a region, so any queens that do not touch will do.
    let rows = |n: u8| -> String {
        let row = |i| String::from_utf8(vec![b'a' + i; n as usize]).expect("ASCII") + "\n";
        (0..n).map(row).collect()
    };
    // OEIS A002464: permutations without neighbours that differ by 1.
    for (n, permutations) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 14), (6, 90), (7, 646)] {
        assert_eq!(count("--regions -", &rows(n)), permutations, "N = {n}");
    }
}

#[test]
fn the_largest_grid_has_52_regions() {
    let letters: String = ('a'..='z').chain('A'..='Z').collect();
    let row = |letter: char| letter.to_string().repeat(52) + "\n";
    let grid: String = letters.chars().map(row).collect();
    let solved = read_lists(&printed("solve --regions - --format list", &grid));
    let touching = |pair: &[u32]| pair[0].abs_diff(pair[1]) == 1;
    assert!(!solved[0].windows(2).any(touching));
    assert_eq!(solved[0].iter().collect::<BTreeSet<_>>().len(), 52);
}

#[test]
fn regions_go_together_with_settled_squares() {
    let grid = file(TWO);
    let run = |command: &str, stdin: &str| {
        let mut command = queensat(command);
        command.arg("--regions").arg(&grid).write_stdin(stdin);
        text(command.assert().success().get_output())
    };
    for (arguments, stdin, count) in [
        ("count", "", 2),
        ("count 4", "", 2),
        ("count -", "4\n", 2),
        ("count --queen b4", "", 1),
        ("count --forbid 0,1", "", 1),
        ("count --forbid b4 --forbid c4", "", 0),
        ("count --board -", ".Q..\n....\n....\n....\n", 1),
        ("count --board - --queen a3", "....\n....\n....\n.Q..\n", 1),
        ("count --board - --queen a3", "....\n....\n....\n.#..\n", 0),
    ] {
        assert_eq!(run(arguments, stdin), format!("{count}\n"), "{arguments}");
    }
    let exported = run("encode --queen c4", "");
    let models = dimacs::models(&exported, 4);
    assert_eq!(models.into_iter().collect::<Vec<_>>(), [[2, 0, 3, 1]]);
}

#[test]
fn the_torus_has_placements_only_where_n_has_no_divisor_in_common_with_6() {
    let torus = |n| stdout_of(&format!("count {n} --torus"));
    for (n, count) in [(1, 1), (5, 10), (7, 28), (11, 88), (13, 4524)] {
        assert_eq!(torus(n), format!("{count}\n"), "N = {n}");
    }
    for n in [2, 3, 4, 6, 8, 9, 10, 12] {
        assert_eq!(torus(n), "0\n", "N = {n}");
        let line = fails_with_one_line(&mut queensat(&format!("solve {n} --torus")), 1);
        assert!(line.contains(&format!("N = {n} on a torus")), "{line}");
        fails_with_one_line(&mut queensat(&format!("enumerate {n} --torus")), 1);
    }
    for n in [1, 5, 7, 11] {
        let both = stdout_of(&format!("count {n} --torus --by backtrack,blocking"));
        assert_eq!(both, torus(n), "N = {n}");
    }
    let on_a_torus = read_lists(&stdout_of("enumerate 7 --torus --format list"));
    assert_eq!(on_a_torus.len(), 28);
    let plain = brute_force(7);
    assert!(on_a_torus.iter().all(|columns| plain.contains(columns)));
}

#[test]
fn n_rooks_have_n_factorial_placements() {
    assert_eq!(stdout_of("count 8 --rooks"), "40320\n");
    let mut factorial = 1;
    for n in 0..=6u32 {
        factorial *= u64::from(n.max(1));
        assert_eq!(count(&format!("{n} --rooks"), ""), factorial, "N = {n}");
    }
    let listed = stdout_of("enumerate 3 --rooks --format list");
    assert_eq!(listed, "1 2 3\n1 3 2\n2 1 3\n2 3 1\n3 1 2\n3 2 1\n");
    assert_eq!(count("8 --rooks --queen a1 --queen b2 --queen c3", ""), 120);
}

#[test]
fn a_count_that_ends_at_its_limit_is_called_a_lower_bound() {
    for by in ["", "--by backtrack", "--by blocking"] {
        for (limit, printed, lower_bound) in [(1, 1, true), (91, 91, true), (93, 92, false)] {
            let arguments = format!("count 8 --limit {limit} {by}");
            let run = queensat(&arguments).output().expect("it runs");
            assert_eq!(run.status.code(), Some(0), "{arguments}");
            assert_eq!(text(&run), format!("{printed}\n"), "{arguments}");
            let said = one_line(&run.stderr);
            assert_eq!(said.contains("lower bound"), lower_bound, "{said}");
            let (code, report) = code_and_json(queensat(&format!("{arguments} --json")));
            assert_eq!(code, Some(0), "{arguments}");
            assert_eq!(report["count"], printed.to_string(), "{arguments}");
            assert_eq!(report["lower_bound"], lower_bound, "{arguments}");
            assert_eq!(report["agreed"], true, "{arguments}");
        }
    }
    assert_eq!(count("8 --limit 2 --queen b4", ""), 2);
    assert_eq!(count("--limit 2 --regions -", ONE), 1);
    assert_eq!(count("--limit 2 --regions -", TWO), 2);
    // Far beyond what can be counted.
    assert_eq!(stdout_of("count 20 --limit 1000"), "1000\n");
    assert_eq!(stdout_of("count 29 --torus --limit 1"), "1\n");
}

#[test]
fn solve_tells_whether_the_placement_of_a_puzzle_is_the_only_one() {
    for (arguments, stdin, only) in [
        ("solve --regions -", ONE, Some(true)),
        ("solve --regions -", TWO, Some(false)),
        ("solve --regions - --queen b4", TWO, Some(true)),
        ("solve 4 --queen b4", "", Some(true)),
        ("solve 8 --queen b4 --queen d5", "", Some(false)),
        ("solve 4 --forbid b4", "", Some(true)),
        ("solve 5 --torus --forbid a1", "", Some(false)),
        ("solve 1 --queen a1", "", Some(true)),
        ("solve --board -", "....\n....\n....\n....\n", None),
        ("solve 8", "", None),
        ("solve 7 --torus", "", None),
        ("solve 3 --rooks", "", None),
    ] {
        let mut command = queensat(arguments);
        let run = command.write_stdin(stdin).output().expect("it runs");
        assert_eq!(run.status.code(), Some(0), "{arguments}");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        match only {
            Some(true) => assert!(said.contains("this is the only placement"), "{said}"),
            Some(false) => assert!(said.contains("this is not the only placement"), "{said}"),
            None => assert_eq!(said, "", "{arguments}"),
        }
        let mut command = queensat(&format!("{arguments} --json -q"));
        let run = command.write_stdin(stdin).output().expect("it runs");
        assert_eq!(run.stderr, b"", "{arguments}");
        let report = json(&run);
        assert_eq!(report["answer"], "placement", "{arguments}");
        let unique = only.map_or(Value::Null, Value::Bool);
        assert_eq!(report["unique"], unique, "{arguments}");
        assert!(report["placement"].is_array(), "{arguments}");
    }
}

#[test]
fn a_backbone_reads_back_as_a_board_with_the_same_placements() {
    let grids = [file(ONE), file(TWO)];
    let regions = |grid: &Path| format!("--regions {}", grid.display());
    for (laws, settled, placements) in [
        ("8".to_string(), B4_D5, 2),
        ("6".to_string(), "", 4),
        ("6".to_string(), "--forbid b6", 3),
        ("7 --torus".to_string(), "--queen a1", 4),
        ("4 --rooks".to_string(), "--queen a1 --forbid b2", 4),
        (regions(&grids[0]), "", 1),
        (regions(&grids[1]), "--queen b4", 1),
        (regions(&grids[1]), "--forbid a1", 2),
    ] {
        let board = stdout_of(&format!("solve --backbone {laws} {settled}"));
        let name = format!("{laws} {settled}\n{board}");
        assert_eq!(
            count(&format!("{laws} {settled}"), ""),
            placements,
            "{name}"
        );
        assert_eq!(
            count(&format!("{laws} --board -"), &board),
            placements,
            "{name}"
        );
        let list = |arguments: &str, stdin: &str| printed(arguments, stdin);
        let before = list(&format!("enumerate {laws} {settled}"), "");
        let after = list(&format!("enumerate {laws} --board -"), &board);
        assert_eq!(before, after, "{name}");
        let again = printed(&format!("solve --backbone {laws} --board -"), &board);
        assert_eq!(again, board, "{name}");
        let n = board.lines().count();
        let queens = board.matches('Q').count();
        assert!(board.lines().all(|line| line.chars().count() == n));
        assert_eq!(queens == n, placements == 1, "{name}");
        if placements == 1 {
            assert!(!board.contains('.'), "{name}");
        }
    }
}

#[test]
fn a_backbone_in_json_names_the_same_squares() {
    let (code, report) = code_and_json(queensat("solve 4 --queen b4 --backbone --json"));
    assert_eq!(code, Some(0));
    assert_eq!(
        report["backbone"]["queens"],
        json!(["b4", "d3", "a2", "c1"])
    );
    assert_eq!(
        report["backbone"]["empty"].as_array().map(Vec::len),
        Some(12)
    );
    let (_, report) = code_and_json(queensat("solve 4 --backbone --json"));
    assert_eq!(report["backbone"]["queens"], json!([]));
    let corners_and_centre = json!(["a4", "d4", "b3", "c3", "b2", "c2", "a1", "d1"]);
    assert_eq!(report["backbone"]["empty"], corners_and_centre);
}

#[test]
fn a_puzzle_without_a_placement_says_which_squares_exclude_it() {
    for (arguments, queens, empty, words) in [
        ("3", json!([]), json!([]), "N = 3 has no placement"),
        ("3 --queen a1", json!([]), json!([]), "whatever is given"),
        ("4 --queen a1", json!(["a1"]), json!([]), "a queen on a1"),
        ("4 --queen a1 --queen a1", json!(["a1"]), json!([]), "a1"),
        ("1 --forbid a1", json!([]), json!(["a1"]), "a1 forbidden"),
        (
            "4 --forbid b4 --forbid c4 --forbid a1",
            json!([]),
            json!(["b4", "c4"]),
            "b4, c4 forbidden",
        ),
        (
            "4 --queen b4 --forbid d3 --forbid c3",
            json!(["b4"]),
            json!(["d3"]),
            "d3 forbidden",
        ),
        (
            "8 --queen a1 --forbid a1",
            json!(["a1"]),
            json!(["a1"]),
            "a1 is both given and forbidden",
        ),
        (
            "8 --queen c4 --queen d6 --queen f5",
            json!(["d6", "f5", "c4"]),
            json!([]),
            "queens on d6, f5, c4",
        ),
    ] {
        let solve = format!("solve {arguments}");
        let line = fails_with_one_line(&mut queensat(&solve), 1);
        assert!(line.contains("no placement"), "{arguments}: {line}");
        assert!(line.contains(words), "{arguments}: {line}");
        let (code, report) = code_and_json(queensat(&format!("{solve} --json")));
        assert_eq!((code, &report["answer"]), (Some(1), &json!("none")));
        let mut core = squares_of(&report["core"]["queens"]);
        assert_eq!(core, squares_of(&queens), "{arguments}");
        core = squares_of(&report["core"]["empty"]);
        assert_eq!(core, squares_of(&empty), "{arguments}");
        assert_eq!(count(arguments, ""), 0, "{arguments}");
        let mut enumerate = queensat(&format!("enumerate {arguments}"));
        fails_with_one_line(&mut enumerate, 1);
        let mut backbone = queensat(&format!("solve {arguments} --backbone"));
        assert_eq!(fails_with_one_line(&mut backbone, 1), line);
        queensat(&solve).arg("-q").assert().code(1).stderr("");
    }
}

fn squares_of(list: &Value) -> BTreeSet<&str> {
    let squares = list.as_array().expect("a list of squares").iter();
    squares
        .map(|square| square.as_str().expect("a name"))
        .collect()
}

#[test]
fn given_queens_that_attack_each_other_are_named_with_their_line() {
    let grid = file("AAABBB\nAAABBB\nCCCDDD\nCCCDDD\nEEEFFF\nEEEFFF\n");
    let regions = format!("--regions {}", grid.display());
    for (laws, first, second, line) in [
        ("8", "b4", "e4", "row"),
        ("8", "b8", "b4", "column"),
        ("8", "a8", "h1", "diagonal"),
        ("8", "h8", "a1", "antidiagonal"),
        ("7 --torus", "d5", "a1", "diagonal"),
        ("7 --torus", "a5", "d1", "antidiagonal"),
        ("8 --rooks", "a8", "a1", "column"),
        (&regions, "a6", "d6", "row"),
        (&regions, "a6", "a1", "column"),
        (&regions, "c6", "d5", "diagonal"),
        (&regions, "d6", "c5", "antidiagonal"),
        (&regions, "a6", "c5", "region A"),
    ] {
        for (one, other) in [(first, second), (second, first)] {
            let solve = format!("solve {laws} --queen {one} --queen {other}");
            let said = fails_with_one_line(&mut queensat(&solve), 1);
            let pair = said.contains(&format!("{first} and {second} attack each other "));
            assert!(
                pair && said.ends_with(&format!(" {line}")),
                "{solve}: {said}"
            );
            let with_more = format!("{solve} --forbid a2 --queen e1 --queen f2");
            let said = fails_with_one_line(&mut queensat(&with_more), 1);
            assert!(said.contains("attack each other"), "{with_more}: {said}");
            let (_, report) = code_and_json(queensat(&format!("{solve} --json")));
            assert_eq!(report["core"]["queens"], json!([first, second]));
        }
    }
}

#[test]
fn an_exported_puzzle_has_an_exact_header_and_fixed_numbers() {
    let grid = file(ONE);
    let regions = format!("--regions {}", grid.display());
    for puzzle in [
        "6 --queen b6 --forbid a1 --forbid 0,0".to_string(),
        "7 --torus --queen a1".to_string(),
        "5 --torus".to_string(),
        "5 --rooks --forbid c3".to_string(),
        "6 --queen a1 --queen b2 --forbid a1".to_string(),
        "1 --queen a1".to_string(),
        regions.clone(),
        format!("{regions} --queen d5 --forbid a1"),
    ] {
        let listed = queensat(&format!("enumerate {puzzle} --format list")).output();
        let expected = read_lists(&text(&listed.expect("it runs")));
        let n = if puzzle.starts_with("--regions") {
            5
        } else {
            u32::from(puzzle.as_bytes()[0] - b'0')
        };
        for encoding in ENCODINGS {
            let arguments = format!("encode {puzzle} --amo {encoding}");
            let exported = stdout_of(&arguments);
            let formula = Formula::parse(&exported);
            let models = dimacs::models(&exported, n);
            assert!(models.iter().eq(&expected), "{arguments}");
            let (_, size) = code_and_json(queensat(&format!("{arguments} --stats --json")));
            assert_eq!(size["variables"], formula.variables, "{arguments}");
            assert_eq!(size["clauses"], formula.clauses.len(), "{arguments}");
            let literals: usize = formula.clauses.iter().map(Vec::len).sum();
            assert_eq!(size["literals"], literals, "{arguments}");
        }
    }
    let settled = Formula::parse(&stdout_of("encode 6 --queen b6 --forbid a1"));
    let units: Vec<_> = settled.clauses.iter().filter(|c| c.len() == 1).collect();
    assert_eq!(units, [&[2], &[-31]]);
}

/// The first of the two placements of four queens, 2 4 1 3, as a solver's answer.
const ANSWER: &str = "s SATISFIABLE\nv 2 8 9 15 0\n";

#[test]
fn decode_holds_an_answer_against_the_puzzle() {
    let (board, holes) = (
        file(".Q..\n....\n....\n...#\n"),
        file("#...\n...#\n....\n....\n"),
    );
    let (grid, other_grid) = (file(TWO), file("AABB\nAABA\nCCDB\nCCDD\n"));
    let path = |path: &Path| path.to_str().expect("UTF-8").to_string();
    for (arguments, fault) in [
        ("4 -".to_string(), ""),
        (format!("--board {}", path(&board)), ""),
        (format!("--board {} -", path(&board)), ""),
        (format!("4 - --board {}", path(&board)), ""),
        (format!("--regions {} -", path(&grid)), ""),
        (
            format!("--regions {} --board {}", path(&grid), path(&board)),
            "",
        ),
        ("4 - --rooks --queen b4 --forbid a1".to_string(), ""),
        (
            "4 - --queen c4".to_string(),
            "the given queen on c4 is missing",
        ),
        ("4 - --forbid 0,1".to_string(), "b4 is forbidden"),
        (format!("--board {}", path(&holes)), "d3 is forbidden"),
        (
            format!("--board {} --queen c1 --queen d1", path(&board)),
            "d1 is missing",
        ),
        (
            "4 - --torus".to_string(),
            "b4 attacks c1 along the antidiagonal",
        ),
        (format!("--regions {}", path(&other_grid)), "b4 attacks d3 "),
    ] {
        let mut decode = queensat(&format!("decode {arguments}"));
        decode.write_stdin(ANSWER);
        if fault.is_empty() {
            decode.assert().code(0).stdout(".Q..\n...Q\nQ...\n..Q.\n");
            continue;
        }
        let line = fails_with_one_line(&mut decode, 1);
        assert!(line.contains(fault), "{arguments}: {line}");
        let mut decode = queensat(&format!("decode {arguments} --json"));
        decode.write_stdin(ANSWER);
        let (code, report) = code_and_json(decode);
        assert_eq!((code, &report["answer"]), (Some(1), &json!("wrong")));
    }
}

#[test]
fn what_encode_exports_decode_reads_back() {
    let grid = file(ONE);
    for puzzle in [
        format!("--regions {}", grid.display()),
        "8 --queen b4 --queen d5 --forbid h1".to_string(),
        "7 --torus --forbid a1".to_string(),
        "8 --rooks --queen a1".to_string(),
    ] {
        let model = stdout_of(&format!("solve {puzzle} --format dimacs"));
        let answer = format!("s SATISFIABLE\n{model}");
        let board = printed(&format!("decode {puzzle}"), &answer);
        assert_eq!(board, stdout_of(&format!("solve {puzzle}")), "{puzzle}");
    }
}

#[test]
fn check_names_every_line_of_every_law() {
    let two = file(TWO);
    let two = format!("--regions {}", two.display());
    // On a torus of even size a pair can attack each other along two lines.
    let pair = "Q.....\n......\n......\n...Q..\n......\n......\n";
    let diagonal = ("a6", "d3", "diagonal");
    let antidiagonal = ("a6", "d3", "antidiagonal");
    let in_a_region = [
        ("a4", "b4", "row"),
        ("a4", "b4", "region A"),
        ("b4", "c3", "diagonal"),
    ];
    let no_attack: &[(&str, &str, &str)] = &[];
    for (options, board, attacks) in [
        ("", pair, &[diagonal][..]),
        ("--torus", pair, &[diagonal, antidiagonal]),
        ("--rooks", pair, no_attack),
        (&two, "QQ..\n..Q.\n....\n...Q\n", &in_a_region),
        (&two, "Q...\n....\n..Q.\n....\n", no_attack),
    ] {
        let name = format!("{options}\n{board}");
        let mut check = queensat(&format!("check - {options}"));
        let told = check.write_stdin(board).assert().code(1).stderr("");
        let told = text(told.get_output());
        let (first, rest) = told.split_once('\n').expect("lines");
        assert!(first.starts_with("no placement: "), "{told}");
        assert_eq!(rest.lines().count(), attacks.len(), "{name}");
        for (told, (a, b, line)) in rest.lines().zip(attacks) {
            let pair = told.starts_with(&format!("{a} attacks {b} "));
            assert!(
                pair && told.ends_with(&format!(" {line}")),
                "{told}, {name}"
            );
        }

        let mut check = queensat(&format!("check - {options} --json"));
        check.write_stdin(board);
        let (code, report) = code_and_json(check);
        assert_eq!((code, &report["placement"]), (Some(1), &json!(false)));
        assert_eq!(report["attack_count"], attacks.len().to_string(), "{name}");
        let attacks = attacks.iter();
        let attacks: Vec<Value> = attacks
            .map(|(a, b, line)| json!({"a": a, "b": b, "line": line}))
            .collect();
        assert_eq!(report["attacks"], json!(attacks), "{name}");
    }
}

#[test]
fn check_knows_a_placement_under_every_law() {
    let (two, one) = (file(TWO), file(ONE));
    let (two, one) = (two.display(), one.display());
    for (options, placement) in [
        ("--torus", "1 3 5 2 4\n"),
        ("--rooks", "1 2 3 4 5\n"),
        (&format!("--regions {one}"), "4 2 5 3 1\n"),
        (&format!("--regions {two}"), "2 4 1 3\n"),
    ] {
        let mut check = queensat(&format!("check - {options}"));
        check.write_stdin(placement).assert().code(0).stderr("");
    }
    for (options, no_placement) in [
        ("--torus", "2 4 1 3\n"),
        ("--rooks", "1 2 3 4 4\n"),
        (&format!("--regions {one}"), "2 4 1 3 5\n"),
        (&format!("--regions {one}"), "1 3 5 2 4\n"),
    ] {
        let mut check = queensat(&format!("check - {options}"));
        check.write_stdin(no_placement).assert().code(1).stderr("");
    }
}

#[test]
fn check_reads_regions_from_standard_input_as_well() {
    let placement = file("2 4 1 3\n");
    let mut check = queensat("check --regions -");
    check.arg(&placement).write_stdin(TWO).assert().code(0);
}

#[test]
fn what_generate_writes_is_a_puzzle_that_reads_back() {
    for n in [1, 4, 8, 9] {
        let grid = stdout_of(&format!("generate {n} --seed 7"));
        assert_eq!(count("--regions -", &grid), 1, "{grid}");
        let (_, report) = code_and_json(queensat(&format!("generate {n} --seed 7 --json")));
        let rows: Vec<&str> = grid.lines().collect();
        assert_eq!(report["regions"], json!(rows));
        assert_eq!(
            (&report["kind"], &report["n"]),
            (&json!("regions"), &json!(n))
        );
        assert_eq!(report["seed"], 7);
        let solved = printed("solve --regions - --json -q", &grid);
        let solved: Value = serde_json::from_str(&solved).expect("JSON");
        assert_eq!(report["placement"], solved["placement"], "{grid}");
    }
    for n in [0, 1, 4, 5, 12, 30] {
        let arguments = format!("generate {n} --kind completion --seed 7");
        let board = stdout_of(&arguments);
        assert_eq!(
            printed("count --board - --limit 2", &board),
            "1\n",
            "{board}"
        );
        let (_, report) = code_and_json(queensat(&format!("{arguments} --json")));
        assert_eq!(report["kind"], "completion");
        let solved = printed("solve --board - --json -q", &board);
        let solved: Value = serde_json::from_str(&solved).expect("JSON");
        assert_eq!(report["placement"], solved["placement"], "{board}");
        let queens = report["queens"].as_array().map_or(0, Vec::len);
        assert_eq!(queens, board.matches('Q').count(), "{board}");
    }
}

#[test]
fn generate_keeps_the_puzzle_that_it_completes() {
    for (laws, settled) in [
        ("--torus", "7 --queen a1"),
        ("--rooks", "5 --forbid a1 --forbid b2"),
        ("", "10 --queen a2 --queen b4 --forbid j10"),
    ] {
        let arguments = format!("generate --kind completion {laws} {settled} --seed 3");
        let board = stdout_of(&arguments);
        assert_eq!(count(&format!("{laws} --board -"), &board), 1, "{board}");
        let together = format!("{laws} {settled} --board -");
        assert_eq!(count(&together, &board), 1, "{board}");
        let backbone = printed(&format!("solve --backbone {laws} --board -"), &board);
        assert_eq!(count(&together, &backbone), 1, "{backbone}");
    }
    let grid = file(TWO);
    let mut generate = queensat("generate --kind completion --regions");
    let board = text(generate.arg(&grid).assert().success().get_output());
    assert_eq!(board.matches('Q').count(), 1, "{board}");
    let mut count = queensat("count --board - --regions");
    count.arg(&grid).write_stdin(board).assert().stdout("1\n");
}

#[test]
fn generate_says_no_where_there_is_no_such_puzzle() {
    for arguments in [
        "2",
        "3",
        "2 --kind completion",
        "3 --kind completion",
        "8 --kind completion --torus",
        "4 --kind completion --queen a1",
        "5 --kind completion --queen a1 --queen b2",
        "1 --kind completion --forbid a1",
    ] {
        let line = fails_with_one_line(&mut queensat(&format!("generate {arguments}")), 1);
        let n = &arguments[..1];
        assert!(line.contains(&format!("N = {n}")), "{arguments}: {line}");
    }
}
