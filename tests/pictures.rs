//! Pictures are well-formed, and show what is there.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{file, queensat, stdout_of, text};

/// An element of a picture, and the text right behind its start tag.
#[derive(Debug)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
}

impl Element {
    fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }

    /// An attribute that is a whole number.
    fn number(&self, name: &str) -> i64 {
        let value = self.attribute(name).parse();
        value.unwrap_or_else(|_| panic!("{name} is no number in {self:?}"))
    }
}

/// The elements of an XML text; panics where it is not well-formed.
fn elements(xml: &str) -> Vec<Element> {
    let mut elements: Vec<Element> = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = xml.strip_suffix('\n').expect("a last newline");
    assert!(rest.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    while let Some(inside) = rest.strip_prefix('<') {
        let (tag, behind) = inside.split_once('>').expect("a tag ends");
        let (text, _) = behind.split_once('<').unwrap_or((behind, ""));
        rest = &behind[text.len()..];
        assert!(!text.contains(['&', '>']), "{text:?} is not escaped");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "an end tag");
        } else {
            let (tag, closed) = match tag.strip_suffix('/') {
                Some(tag) => (tag, true),
                None => (tag, false),
            };
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            if !closed {
                open.push(name.to_string());
            }
            elements.push(Element {
                name: name.to_string(),
                attributes: read_attributes(attributes),
                text: text.trim().to_string(),
            });
        }
        assert!(!open.is_empty() || rest.is_empty(), "one root: {rest:?}");
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} are open");
    elements
}

fn read_attributes(text: &str) -> BTreeMap<String, String> {
    let mut attributes = BTreeMap::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, behind) = rest.split_once("=\"").expect("a name and a quoted value");
        let (value, behind) = behind.split_once('"').expect("a quote that ends");
        let named = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        assert!(named && !name.is_empty(), "{name:?} is no name");
        assert!(!value.contains(['<', '&']), "{value:?} is not escaped");
        let before = attributes.insert(name.to_string(), value.to_string());
        assert_eq!(before, None, "{name} comes twice");
        assert!(behind.is_empty() || behind.starts_with(' '), "{behind:?}");
        rest = behind.trim_start();
    }
    attributes
}

/// What a picture shows.
#[derive(Debug)]
struct Shown {
    n: usize,
    /// The fill of each square by column and row.
    fills: BTreeMap<(i64, i64), String>,
    queens: usize,
    frames: usize,
    crosses: usize,
    /// The pairs and lines that are drawn.
    attacks: BTreeSet<String>,
    texts: Vec<String>,
}

const SIDE: i64 = 40;

fn shown(svg: &str) -> Shown {
    let elements = elements(svg);
    let named = |name: &'static str| elements.iter().filter(move |e| e.name == name);
    let squares = named("rect").filter(|e| e.attribute("width") == SIDE.to_string());
    let fills: BTreeMap<_, _> = squares
        .map(|e| {
            let place = ((e.number("x") - 30) / SIDE, (e.number("y") - 30) / SIDE);
            (place, e.attribute("fill").to_string())
        })
        .collect();
    let n = fills.len().isqrt();
    assert_eq!(fills.len(), n * n);
    for line in named("line") {
        let ends = ["x1", "y1", "x2", "y2"].map(|end| line.number(end));
        let inside = |end: &i64| (30..30 + n as i64 * SIDE).contains(end);
        assert!(ends.iter().all(inside), "{line:?}");
    }
    Shown {
        n,
        fills,
        queens: named("path")
            .filter(|e| e.attribute("transform").starts_with("translate("))
            .count(),
        frames: named("rect")
            .filter(|e| e.attribute("width") == "34" && e.attribute("fill") == "none")
            .count(),
        crosses: named("path")
            .filter(|e| e.attribute("stroke") == "#444")
            .count(),
        attacks: named("title").map(|e| e.text.clone()).collect(),
        texts: named("text").map(|e| e.text.clone()).collect(),
    }
}

#[test]
fn the_reader_refuses_what_is_not_well_formed() {
    let picture =
        |inside: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\">\n{inside}\n</svg>\n");
    assert_eq!(elements(&picture("<a b=\"c\">d</a><e/>")).len(), 3);
    for inside in [
        "<a>",
        "</a>",
        "<a></b>",
        "<a b=c/>",
        "<a b=\"1\" b=\"2\"/>",
        "a & b",
        "<a",
    ] {
        let read = std::panic::catch_unwind(|| elements(&picture(inside)));
        assert!(read.is_err(), "{inside}");
    }
}

#[test]
fn a_placement_is_drawn_with_all_its_queens() {
    for n in [0, 1, 4, 8, 27, 101] {
        let shown = shown(&stdout_of(&format!("solve {n} --format svg")));
        assert_eq!((shown.n, shown.queens), (n, n));
        assert_eq!((shown.frames, shown.crosses), (0, 0));
        assert!(shown.attacks.is_empty());
        let names = if n <= 100 { 2 * n } else { 0 };
        assert_eq!(shown.texts.len(), names, "N = {n}");
    }
    let names = shown(&stdout_of("solve 27 --format svg")).texts;
    for name in ["a", "z", "aa", "1", "27"] {
        assert!(names.iter().any(|n| n == name), "{name}");
    }
}

#[test]
fn settled_squares_are_marked_in_the_picture() {
    let settled = "8 --queen b4 --queen d5 --forbid a1 --forbid h8 --forbid h7";
    let solved = shown(&stdout_of(&format!("solve {settled} --format svg")));
    assert_eq!((solved.queens, solved.frames, solved.crosses), (8, 2, 3));
    let answer = format!(
        "s SATISFIABLE\n{}",
        stdout_of(&format!("solve {settled} --format dimacs"))
    );
    let mut decode = queensat(&format!("decode {settled} --format svg"));
    let decoded = decode.write_stdin(answer).assert().success();
    let decoded = shown(&text(decoded.get_output()));
    assert_eq!((decoded.queens, decoded.frames, decoded.crosses), (8, 2, 3));

    let generate = "generate 9 --kind completion --seed 5 --forbid a1 --format";
    let board = stdout_of(&format!("{generate} board"));
    let given = board.matches('Q').count();
    let generated = shown(&stdout_of(&format!("{generate} svg")));
    assert_eq!(generated.n, 9);
    assert_eq!(
        (generated.queens, generated.frames, generated.crosses),
        (given, given, 1)
    );
}

#[test]
fn regions_that_meet_have_different_colours_and_all_squares_their_letter() {
    for (n, seed) in (4..=12).flat_map(|n| (0..3).map(move |seed| (n, seed))) {
        let grid = stdout_of(&format!("generate {n} --seed {seed}"));
        let letters: Vec<Vec<char>> = grid.lines().map(|l| l.chars().collect()).collect();
        let letter = |col: i64, row: i64| {
            let row: Option<&Vec<char>> = letters.get(row as usize);
            row.and_then(|row| row.get(col as usize)).copied()
        };
        let picture = shown(&stdout_of(&format!(
            "generate {n} --seed {seed} --format svg"
        )));
        assert_eq!((picture.n, picture.queens), (n, 0));
        for (&(col, row), fill) in &picture.fills {
            for (next_col, next_row) in [(col + 1, row), (col, row + 1)] {
                if let Some(next) = letter(next_col, next_row) {
                    let same = letter(col, row) == Some(next);
                    let same_fill = *fill == picture.fills[&(next_col, next_row)];
                    assert_eq!(same, same_fill, "{next} at {next_col},{next_row}:\n{grid}");
                }
            }
        }
        let mut texts = picture.texts;
        texts.truncate(n * n);
        let rows: Vec<String> = texts.chunks(n).map(|row| row.concat() + "\n").collect();
        assert_eq!(rows.concat(), grid);
    }
}

#[test]
fn a_solved_region_puzzle_shows_regions_and_queens() {
    let grid = file(&stdout_of("generate 7 --seed 2"));
    let mut solve = queensat("solve --format svg --queen");
    let solution = queensat("solve --json --regions").arg(&grid).output();
    let columns = common::json(&solution.expect("it runs"))["placement"].clone();
    let column = columns[0].as_u64().expect("a column") - 1;
    solve.arg(format!("0,{column}")).arg("--regions").arg(&grid);
    let picture = shown(&text(solve.assert().success().get_output()));
    assert_eq!((picture.n, picture.queens, picture.frames), (7, 7, 1));
    assert_eq!(picture.texts.len(), 7 * 7 + 2 * 7);
}

#[test]
fn check_draws_the_attacks_that_it_names() {
    let grid = file("AABB\nAABB\nCCDD\nCCDD\n");
    let regions = format!("--regions {}", grid.display());
    for (options, board, queens, crosses, attacks) in [
        ("", "2 4 1 3\n", 4, 0, 0),
        ("", "1 2\n", 2, 0, 1),
        ("", "QQ\nQQ\n", 4, 0, 6),
        ("", "Q#\n#Q\n", 2, 2, 1),
        ("--rooks", "1 2\n", 2, 0, 0),
        ("--torus", "1 2\n", 2, 0, 2),
        ("--torus", "2 4 1 3\n", 4, 0, 2),
        (&regions, "QQ..\n..Q.\n....\n...Q\n", 4, 0, 3),
    ] {
        let mut told = queensat(&format!("check - {options}"));
        let told = told.write_stdin(board).output().expect("it runs");
        let mut drawn = queensat(&format!("check - {options} --format svg"));
        let drawn = drawn.write_stdin(board).output().expect("it runs");
        assert_eq!(drawn.status.code(), told.status.code(), "{board}");
        assert_eq!(drawn.stderr, b"");
        let picture = shown(&text(&drawn));
        assert_eq!(
            (picture.queens, picture.crosses),
            (queens, crosses),
            "{board}"
        );
        assert_eq!(picture.attacks.len(), attacks, "{options} {board}");
        let told = text(&told);
        let lines: BTreeSet<&str> = told.lines().skip(1).collect();
        assert!(picture.attacks.iter().all(|a| lines.contains(a.as_str())));
    }
}
