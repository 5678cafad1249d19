//! What can't be done is refused in one line that names the input and the cure, with exit code 2.

mod common;

use common::{ENCODINGS, fails_with_one_line, queensat, refused};

const COMMANDS: [&str; 5] = ["solve", "enumerate", "count", "encode", "decode"];

#[test]
fn what_is_no_number_is_no_board_size() {
    for command in COMMANDS {
        for n in ["eight", "8x", "8.0", "1e3", "+8", "0x8", "８", "−8"] {
            refused(&format!("{command} {n}"), "", &[n, "whole number"]);
        }
        queensat(command).arg("").assert().code(2);
    }
}

#[test]
fn a_negative_board_size_is_refused_as_such() {
    for command in COMMANDS {
        refused(&format!("{command} -3"), "", &["-3", "negative"]);
    }
}

#[test]
fn a_board_too_large_to_number_is_refused_with_the_limit() {
    let huge = format!("1{}", "0".repeat(30));
    for command in COMMANDS {
        for n in [
            "46341",
            "4294967295",
            "4294967304",
            "18446744073709551624",
            &huge,
        ] {
            // One placement needs no variable for each square.
            match (command, n) {
                ("solve", "46341") => continue,
                ("solve", _) => refused(&format!("{command} {n}"), "", &[n, "1000000000"]),
                _ => refused(&format!("{command} {n}"), "", &[n, "46340"]),
            }
        }
    }
}

#[test]
fn what_shows_every_square_of_a_large_board_is_refused_before_it_is_solved() {
    for format in ["board", "dimacs", "svg"] {
        let arguments = format!("solve 999999999 --format {format}");
        refused(&arguments, "", &["999999999", "46340", "list"]);
    }
    refused("solve 46341 --backbone", "", &["46341", "46340"]);
    for whole in ["solve 46341 --method whole", "solve 46340 --method whole"] {
        refused(whole, "", &["46340", "--method complete"]);
    }
}

#[test]
fn a_seed_that_is_none_is_refused_with_the_range() {
    for command in ["solve 8", "generate 8", "encode 8 --order tuned --map m"] {
        for seed in ["x", "-1", "18446744073709551616"] {
            let arguments = format!("{command} --seed {seed}");
            refused(&arguments, "", &[seed, "from 0 to 18446744073709551615"]);
        }
    }
}

#[test]
fn an_unknown_method_gets_the_list_of_known_ones() {
    refused(
        "solve 8 --method completely",
        "",
        &["completely", "complete"],
    );
}

#[test]
fn the_largest_board_has_a_size() {
    let mut encode = queensat("encode 46340 --amo pairwise --stats");
    encode.assert().success();
}

#[test]
fn a_formula_with_too_many_variables_is_refused_with_a_way_out() {
    refused("encode 46340 --amo sequential", "", &["46340", "pairwise"]);
}

#[test]
fn a_formula_too_large_for_memory_is_refused_with_a_way_out() {
    for command in ["solve --method whole", "enumerate", "count --by blocking"] {
        let arguments = format!("{command} 2000 --amo pairwise");
        refused(&arguments, "", &["2000", "pairwise", "product", "encode"]);
    }
}

#[test]
fn the_native_count_says_how_far_it_goes() {
    refused("count 65", "", &["65", "64"]);
}

#[test]
fn a_board_size_from_standard_input_is_held_to_the_same() {
    for stdin in ["", "eight\n", "-3\n", "8 9\n", "46341\n"] {
        refused("count -", stdin, &["standard input"]);
    }
}

#[test]
fn an_unknown_encoding_gets_the_list_of_known_ones() {
    for command in ["solve 8", "enumerate 8", "count 8", "encode 8"] {
        refused(&format!("{command} --amo pairwize"), "", &["pairwize"]);
        refused(&format!("{command} --amo pairwize"), "", &ENCODINGS);
    }
}

#[test]
fn an_unknown_format_gets_the_list_of_known_ones() {
    for command in ["solve 8 --format", "enumerate 8 --format", "check - --from"] {
        let known = ["bord", "board", "list", "json", "dimacs"];
        refused(&format!("{command} bord"), "", &known);
    }
}

#[test]
fn an_unknown_way_to_count_gets_the_list_of_known_ones() {
    for by in ["magic", "backtrack,magic"] {
        let known = ["magic", "backtrack", "blocking"];
        refused(&format!("count 8 --by {by}"), "", &known);
    }
}

#[test]
fn a_command_line_that_lacks_or_has_too_much_is_refused() {
    for arguments in [
        "",
        "frobnicate",
        "solve",
        "count",
        "check",
        "solve 8 9",
        "solve -x",
        "solve 8 --frobnicate",
        "encode 8 --amo",
        "enumerate 8 --limit x",
        "enumerate 8 --limit -1",
        "enumerate 8 --cubes x",
        "count 8 --threads 0",
        "solve 8 --json --format list",
    ] {
        refused(arguments, "", &[]);
    }
}

#[test]
fn arguments_that_are_not_utf8_are_refused() {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let argument = std::ffi::OsStr::from_bytes(b"\xff8");
        fails_with_one_line(queensat("solve").arg(argument), 2);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no such file");
    for (path, why) in [
        (missing.as_path(), "No such file"),
        (folder.path(), "irectory"),
    ] {
        for command in ["check", "decode 8"] {
            let line = fails_with_one_line(queensat(command).arg(path), 2);
            let name = path.to_str().unwrap();
            assert!(line.contains(name) && line.contains(why), "{line}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no folder").join("file");
    for path in [missing.as_path(), folder.path()] {
        for command in ["encode 8", "solve 8", "enumerate 8", "count 8"] {
            let line = fails_with_one_line(queensat(command).arg("-o").arg(path), 2);
            let name = path.to_str().unwrap();
            assert!(
                line.contains(name) && !line.contains(".queensat-"),
                "{line}"
            );
        }
    }
}

#[test]
fn two_readers_of_standard_input_are_refused() {
    for arguments in ["decode - -", "decode -"] {
        refused(arguments, "8\n", &["standard input"]);
    }
}
