//! What is no puzzle is refused in one line that says what is wrong and where, with exit code 2.

mod common;

use common::{NO_TEXT, fails_with_one_line, file, queensat, refused};

const COMMANDS: [&str; 6] = [
    "solve",
    "enumerate",
    "count",
    "encode",
    "decode -",
    "generate --kind completion",
];

#[test]
fn what_is_no_square_is_refused_with_an_example() {
    for square in [
        "b", "4", "4b", "b4c", "b-4", "1,", ",1", "1,2,3", "b,4", "♕4", "b4,d5",
    ] {
        for option in ["--queen", "--forbid"] {
            let arguments = format!("solve 8 {option} {square}");
            refused(&arguments, "", &[square, "b4", "4,1"]);
        }
    }
    for command in COMMANDS {
        let command = command.replace(" -", " 8 -");
        let command = if command.contains('8') {
            command
        } else {
            format!("{command} 8")
        };
        refused(&format!("{command} --queen zz"), "", &["'zz'", "b4"]);
        refused(&format!("{command} --forbid zz"), "", &["'zz'", "b4"]);
    }
    fails_with_one_line(queensat("solve 8 --queen").arg(""), 2);
    refused("solve 8 --queen", "", &["--queen"]);
}

#[test]
fn a_square_off_the_board_is_refused_with_the_size() {
    for square in [
        "i1",
        "a9",
        "a0",
        "8,0",
        "0,8",
        "aa1",
        "a99999999999999999999",
        "99999999999999999999,0",
    ] {
        for option in ["--queen", "--forbid"] {
            let arguments = format!("count 8 {option} {square}");
            refused(&arguments, "", &[square, "8 rows"]);
        }
    }
    refused("solve 0 --queen a1", "", &["a1", "0 rows"]);
    refused(
        "solve --board - --queen e1",
        "Q...\n....\n....\n....\n",
        &["e1", "4 rows"],
    );
    refused(
        "solve --regions - --forbid c1",
        "AB\nAB\n",
        &["c1", "2 rows"],
    );
}

#[test]
fn what_is_no_board_is_refused_with_the_line() {
    for (board, words) in [
        ("", &["empty"][..]),
        (
            "Q...\n...\n....\n....\n",
            &["line 2", "3 squares", "4 rows"],
        ),
        (
            "Q...\n.....\n....\n....\n",
            &["line 2", "5 squares", "4 rows"],
        ),
        ("Q...\n....\n....\n", &["line 1", "4 squares", "3 rows"]),
        ("Q..\n.x.\n...\n", &["line 2", "'x'"]),
        ("Q..\n\n...\n..\n", &["line 4", "2 squares"]),
        ("2 4 1 3\n", &["line 1", "'2'"]),
        ("{\"placement\":[1]}\n", &["line 1", "'{'"]),
        ("s SATISFIABLE\nv 1 0\n", &["line 1", "'s'"]),
    ] {
        let words = [&["standard input"], words].concat();
        for command in ["solve", "count", "generate --kind completion"] {
            refused(&format!("{command} --board -"), board, &words);
        }
        let path = file(board);
        let line = fails_with_one_line(queensat("encode --board").arg(&path), 2);
        assert!(line.contains(path.to_str().expect("UTF-8")), "{line}");
    }
}

#[test]
fn what_is_no_grid_of_regions_is_refused_with_the_row() {
    for (grid, words) in [
        ("", &["at least one row"][..]),
        ("\n \n,\n", &["at least one row"]),
        (
            "AABB\nAAB\nCCDD\nCCDD\n",
            &["line 2", "3 letters", "4 rows"],
        ),
        (
            "AABB\nAABBB\nCCDD\nCCDD\n",
            &["line 2", "5 letters", "4 rows"],
        ),
        ("AABB\nAABB\nCCDD\n", &["line 1", "4 letters", "3 rows"]),
        ("AABB\n\nAAB\nCCDD\nCCDD\n", &["line 3", "3 letters"]),
        ("AABB\nAABB\nCCCC\nCCCC\n", &["3 regions", "needs 4"]),
        ("AABB\nAABB\nCCDD\nCCDE\n", &["5 regions", "needs 4"]),
        ("AAbb\nAABB\nCCDD\nCCDD\n", &["5 regions", "needs 4"]),
        ("AABB\nAABB\nCCDD\nC1DD\n", &["line 4", "'1'"]),
        ("AABB\nAABB\nCCDD\nC.DD\n", &["line 4", "'.'"]),
        ("ÄABB\nAABB\nCCDD\nCCDD\n", &["line 1", "'Ä'"]),
        ("A;B\nA;B\n", &["line 1", "';'"]),
    ] {
        let words = [&["standard input"], words].concat();
        for command in ["solve", "enumerate", "count", "encode"] {
            refused(&format!("{command} --regions -"), grid, &words);
        }
        let path = file(grid);
        let line = fails_with_one_line(queensat("check - --regions").arg(&path), 2);
        assert!(line.contains(path.to_str().expect("UTF-8")), "{line}");
    }
}

#[test]
fn boards_and_grids_survive_any_bytes() {
    let odd_text = [&b"A\x1b[31mB\nAB\n"[..], "Ｑ．\n．Ｑ\n".as_bytes()];
    for bytes in NO_TEXT.into_iter().chain(odd_text) {
        for option in ["--board", "--regions"] {
            let mut command = queensat(&format!("solve {option} -"));
            fails_with_one_line(command.write_stdin(bytes), 2);
        }
    }
}

#[test]
fn sizes_that_disagree_are_refused_with_both() {
    let board = file("Q...\n....\n....\n....\n");
    let grid = file("AAB\nABB\nCCC\n");
    let (board, grid) = (board.display().to_string(), grid.display().to_string());
    for (arguments, words) in [
        (format!("5 --board {board}"), ["5", "4"]),
        (format!("4 --regions {grid}"), ["4", "3"]),
        (format!("--board {board} --regions {grid}"), ["4", "3"]),
        (format!("4 --board {board} --regions {grid}"), ["4", "3"]),
        (format!("3 --board {board} --regions {grid}"), ["4", "3"]),
        (format!("0 --board {board} --torus"), ["0", "4"]),
    ] {
        for command in [
            "solve",
            "enumerate",
            "count",
            "encode",
            "generate --kind completion",
        ] {
            refused(&format!("{command} {arguments}"), "", &words);
            refused(&format!("{command} {arguments}"), "", &["must agree"]);
        }
    }
    refused(
        &format!("solve - --board {board}"),
        "5\n",
        &["5", "4", "must agree"],
    );
    refused(
        &format!("decode 5 - --board {board}"),
        "v 1 0\n",
        &["must agree"],
    );
    refused(
        &format!("check --regions {grid} -"),
        "2 4 1 3\n",
        &["4", "3", "must agree"],
    );
}

#[test]
fn a_board_without_a_size_asks_for_one() {
    for command in ["solve", "enumerate", "count", "encode", "generate"] {
        for laws in ["", "--rooks"] {
            refused(&format!("{command} {laws}"), "", &["N", "8"]);
        }
    }
    refused("solve --torus --queen a1", "", &["N", "8"]);
}

#[test]
fn laws_that_exclude_each_other_are_refused_by_name() {
    let grid = file("A\n");
    let grid = grid.display();
    for command in [
        "solve 1",
        "enumerate 1",
        "count 1",
        "encode 1",
        "decode 1 -",
        "check -",
    ] {
        for (laws, words) in [
            (
                format!("--torus --regions {grid}"),
                ["--torus", "--regions"],
            ),
            (
                format!("--rooks --regions {grid}"),
                ["--rooks", "--regions"],
            ),
            ("--torus --rooks".to_string(), ["--torus", "--rooks"]),
        ] {
            refused(&format!("{command} {laws}"), "1\n", &words);
        }
    }
}

#[test]
fn two_readers_of_standard_input_are_refused_in_every_command() {
    let board = "....\n....\n....\n....\n";
    for arguments in [
        "solve - --board -",
        "count - --board -",
        "enumerate --board - --regions -",
        "encode - --regions -",
        "generate - --kind completion --board -",
        "check - --regions -",
        "decode --board -",
        "decode --board - -",
        "decode --regions - -",
        "decode 4 - --board -",
        "decode --board - --regions - answer",
    ] {
        refused(arguments, board, &["standard input"]);
    }
}

#[test]
fn a_board_or_grid_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("no such file");
    for (path, why) in [
        (missing.as_path(), "No such file"),
        (folder.path(), "irectory"),
    ] {
        for command in ["solve", "count", "encode", "enumerate"] {
            for option in ["--board", "--regions"] {
                let line = fails_with_one_line(queensat(command).arg(option).arg(path), 2);
                let name = path.to_str().expect("UTF-8");
                assert!(line.contains(name) && line.contains(why), "{line}");
            }
        }
    }
}

#[test]
fn generate_refuses_what_it_cannot_make() {
    refused("generate 53", "", &["53", "52"]);
    refused("generate 46340", "", &["46340", "52"]);
    refused(
        "generate 8 --kind nonsense",
        "",
        &["nonsense", "regions", "completion"],
    );
    refused("generate 8 --seed x", "", &["x", "--seed"]);
    refused("generate 8 --seed -1", "", &["-1"]);
    for puzzle in ["--torus", "--rooks", "--queen a1", "--forbid a1"] {
        refused(&format!("generate 8 {puzzle}"), "", &["completion"]);
    }
    for format in ["list", "json", "dimacs"] {
        for kind in ["regions", "completion"] {
            let arguments = format!("generate 8 --kind {kind} --format {format}");
            refused(&arguments, "", &[format, "board", "svg"]);
        }
    }
}

#[test]
fn a_limit_is_a_number_from_1() {
    for limit in ["0", "-1", "x", "1.5", "18446744073709551616"] {
        refused(&format!("count 8 --limit={limit}"), "", &[limit, "--limit"]);
    }
}
