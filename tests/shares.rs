//! A count in shares: whatever their number, they add up; and what does not belong together is refused.

mod common;

use std::fs;
use std::ops::ControlFlow;

use common::{fails_with_one_line, json, queensat, stdout_of, text};
use proptest::prelude::*;
use queensat::search::bands::{self, Settings, Units};
use queensat::search::{self, Rows};
use queensat::{Interrupt, Puzzle, Square};
use tempfile::TempDir;

/// What each unit of a board has.
fn unit_counts(puzzle: &Puzzle, memory: u64) -> Vec<u64> {
    let rows = Rows::new(puzzle).unwrap();
    let units = Units::of(&rows).unwrap();
    let mut counts = vec![None; units.count()];
    let settings = Settings {
        memory,
        ..Settings::default()
    };
    let mut finished = |unit: usize, count| {
        assert_eq!(counts[unit].replace(count), None, "unit {unit} twice");
        ControlFlow::Continue(())
    };
    let none = Interrupt::new();
    let all = |_| true;
    let done = bands::count_units(
        &rows,
        &units,
        &all,
        settings,
        &none,
        &|_, _| (),
        &mut finished,
    );
    assert!(done.unwrap());
    counts.into_iter().map(|count| count.unwrap()).collect()
}

fn by_reference(puzzle: &Puzzle) -> u64 {
    let rows = Rows::new(puzzle).unwrap();
    search::count(&rows, &Interrupt::new(), &|_, _| ()).unwrap()
}

fn board(n: u32, forbidden: &[(u32, u32)], queen: Option<(u32, u32)>) -> Puzzle {
    let square = |&(row, col): &(u32, u32)| Square::new(row % n, col % n);
    let mut puzzle = Puzzle::queens(n);
    for at in forbidden {
        puzzle = puzzle.forbid(square(at)).unwrap();
    }
    match queen {
        Some(at) => puzzle.queen(square(&at)).unwrap(),
        None => puzzle,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn shares_have_each_unit_once_and_add_up(
        n in 1u32..=11,
        forbidden in prop::collection::vec((0u32..11, 0u32..11), 0..12),
        queen in prop::option::of((0u32..11, 0u32..11)),
        plain in any::<bool>(),
        of in 1u32..=60,
    ) {
        let puzzle = match plain {
            true => Puzzle::queens(n),
            false => board(n, &forbidden, queen),
        };
        let rows = Rows::new(&puzzle).unwrap();
        let units = Units::of(&rows).unwrap();
        let counts = unit_counts(&puzzle, 1 << 30);
        prop_assert_eq!(&counts, &unit_counts(&puzzle, 1 << 16), "whatever the memory");
        let (mut sum, mut next) = (0, 0);
        for index in 1..=of {
            let share = units.share(index, of);
            prop_assert_eq!(share.start, next);
            next = share.end;
            sum += counts[share].iter().sum::<u64>();
        }
        prop_assert_eq!(next, units.count());
        prop_assert_eq!(sum, by_reference(&puzzle));
    }
}

#[test]
fn shares_of_large_boards_cost_about_the_same() {
    for (n, of) in [(19, 20), (20, 30), (22, 100), (24, 200)] {
        let units = Units::of(&Rows::new(&Puzzle::queens(n)).unwrap()).unwrap();
        assert!(units.count() >= 1000, "{n}: {}", units.count());
        for index in 1..=of {
            let part = units.part(units.share(index, of)) * f64::from(of);
            assert!((0.5..1.6).contains(&part), "{n}, {index}/{of}: {part}");
        }
    }
}

/// Files of all shares of a count.
fn shares(folder: &TempDir, count: &str, of: u32) -> Vec<String> {
    let share = |index| {
        let file = folder.path().join(format!("share-{index}-of-{of}"));
        let file = file.to_str().unwrap().to_string();
        stdout_of(&format!("{count} --units {index}/{of} --json -q -o {file}"));
        file
    };
    (1..=of).map(share).collect()
}

#[test]
fn the_program_counts_in_shares_and_adds_them_up() {
    let folder = tempfile::tempdir().unwrap();
    for (count, of, expected) in [
        ("count 13", 3, "73712"),
        ("count 13 --threads 2 --max-memory 2M", 5, "73712"),
        ("count 12 --queen a1 --forbid b5", 4, ""),
        ("count 6", 7, "4"),
        ("count 3", 2, "0"),
        ("count 0", 1, "1"),
    ] {
        let files = shares(&folder, count, of);
        let expected = match expected {
            "" => stdout_of(&format!("{count} -q --by backtrack")),
            _ => format!("{expected}\n"),
        };
        assert_eq!(
            stdout_of(&format!("merge {} -q", files.join(" "))),
            expected
        );
        // In any order, in one file, and from standard input.
        let lines: Vec<String> = { files.iter().rev() }
            .map(|file| fs::read_to_string(file).unwrap())
            .collect();
        let output = queensat("merge - -q").write_stdin(lines.concat()).output();
        assert_eq!(text(&output.unwrap()), expected);
    }
    let files = shares(&folder, "count 13", 3);
    let report = json(
        &queensat(&format!("merge {} --json", files.join(" ")))
            .output()
            .unwrap(),
    );
    assert_eq!(report["count"], "73712");
    assert_eq!(report["shares"], 3);
    assert_eq!(report["agreed"], true);
    assert_eq!(report["published"]["count"], "73712");
}

#[test]
fn a_share_is_the_same_on_every_machine() {
    let share = |options: &str| {
        let run = queensat(&format!("count 14 --units 2/5 --json {options}")).output();
        let mut report = json(&run.unwrap());
        report.as_object_mut().unwrap().remove("seconds").unwrap();
        assert!(
            report.get("count").is_none(),
            "a part must not look like a count"
        );
        report
    };
    let expected = share("");
    for options in [
        "--threads 1",
        "--threads 3",
        "--cpu portable",
        "--max-memory 1M",
        "--max-memory 3M --by bands",
    ] {
        assert_eq!(share(options), expected, "{options}");
    }
}

#[test]
fn what_does_not_add_up_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let files = shares(&folder, "count 12", 3);
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_string()
    };
    let read = |file: &str| fs::read_to_string(file).unwrap();
    let [one, two, three] = &files[..] else {
        panic!("three shares");
    };
    let of_another = |count: &str, index, of| {
        let file = folder.path().join("another");
        let file = file.to_str().unwrap();
        stdout_of(&format!("{count} --units {index}/{of} --json -q -o {file}"));
        let text = read(file);
        write(&format!("another-{}", text.len()), &text)
    };
    let digit = read(one).replacen("\"partial_count\":\"", "\"partial_count\":\"1", 1);
    let version = read(one).replace("\"units_version\":1", "\"units_version\":2");
    let unfinished = r#"{"schema":1,"command":"count","n":12,"answer":"unknown","share":"1/3"}"#;
    let torn = read(one);
    let half = folder.path().join("half").to_str().unwrap().to_string();
    fs::write(&half, &torn[..torn.len() / 2]).unwrap();
    for (files, tells) in [
        (format!("{one} {three}"), "missing: 2"),
        (two.to_string(), "missing: 1, 3"),
        (format!("{one} {two} {two} {three}"), "the same share, 2"),
        (
            format!("{one} {two} {}", of_another("count 13", 3, 3)),
            "different boards",
        ),
        (
            format!("{one} {two} {}", of_another("count 12 --queen a1", 3, 3)),
            "different boards",
        ),
        (
            format!("{one} {two} {}", of_another("count 12", 3, 4)),
            "different numbers of shares",
        ),
        (
            format!("{} {two} {three}", write("digit", &digit)),
            "damaged",
        ),
        (
            format!("{} {two} {three}", write("version", &version)),
            "version 2",
        ),
        (
            format!("{} {two} {three}", write("unfinished", unfinished)),
            "not counted to the end",
        ),
        (format!("{half} {two} {three}"), "no partial count"),
        (format!("{} {two} {three}", write("empty", "")), "is empty"),
        (
            format!("{} {two}", write("count", &stdout_of("count 8 --json"))),
            "no partial count",
        ),
        ("/nonexistent/share".to_string(), "cannot read"),
    ] {
        let line = fails_with_one_line(&mut queensat(&format!("merge {files}")), 2);
        assert!(line.contains(tells), "{files}: {line}");
    }
    // Not even with a checksum that fits can a share have units of another.
    let text = read(one);
    let (bare, _) = text.split_once(",\"checksum\"").unwrap();
    let mut forged: serde_json::Value = serde_json::from_str(&format!("{bare}}}")).unwrap();
    let end = forged["share"]["end_unit"].as_u64().unwrap();
    for (end, tells) in [(end, ""), (end + 1, "units that share 1/3")] {
        forged["share"]["end_unit"] = end.into();
        let mut line = forged.clone();
        let sum = crc32fast::hash(forged.to_string().as_bytes());
        line["checksum"] = format!("{sum:08x}").into();
        let file = write("forged", &line.to_string());
        let mut merge = queensat(&format!("merge {file} {two} {three}"));
        match tells {
            "" => drop(merge.assert().success()),
            _ => assert!(fails_with_one_line(&mut merge, 2).contains(tells)),
        }
    }
}

#[test]
fn shares_that_cannot_be_are_refused() {
    for (arguments, cure) in [
        ("count 12 --units 1/3", "--json"),
        ("count 12 --units 0/3 --json", "from 1 to K"),
        ("count 12 --units 4/3 --json", "from 1 to K"),
        ("count 12 --units 3 --json", "I/K"),
        ("count 12 --units 1/3 --json --limit 5", "--limit"),
        ("count 12 --units 1/3 --json --unique", "--unique"),
        ("count 12 --units 1/3 --json --by backtrack", "bands"),
        ("count 12 --units 1/3 --json --by bands,backtrack", "bands"),
        ("count 7 --units 1/3 --json --torus", "backtrack"),
        ("count 25 --units 1/3 --json", "N = 24"),
        ("count 12 --estimate --by blocking", "bands"),
        ("count 7 --estimate --torus", "backtrack"),
    ] {
        let line = fails_with_one_line(&mut queensat(arguments), 2);
        assert!(line.contains(cure), "{arguments}: {line}");
    }
}

#[test]
fn an_estimate_tells_what_a_count_would_take() {
    let report = json(&queensat("count 14 --estimate --json").output().unwrap());
    let estimate = &report["estimate"];
    let placements: f64 = estimate["placements"].as_str().unwrap().parse().unwrap();
    assert!((3.2e5..4.2e5).contains(&placements), "{estimate}");
    let seconds = estimate["seconds"].as_f64().unwrap();
    assert!(seconds > 0.0, "{estimate}");
    assert!(report.get("count").is_none());
    let line = stdout_of("count 13 --estimate -q");
    assert!(line.contains("placements") && line.contains("MB"), "{line}");
    // A board without placements is no special case.
    let none = stdout_of("count 12 --estimate -q --queen a1 --queen b2");
    assert!(none.starts_with("about 0 placements"), "{none}");
}
