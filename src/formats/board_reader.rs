//! Boards and placements of every format, read back.

use super::answer::{Answer, AnswerError, parse_answer};
use super::placement::PlacementFormat;
use crate::board::Square;

/// A board as read: any queens anywhere, whether they attack each other or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    pub n: u32,
    /// In reading order, each once.
    pub queens: Vec<Square>,
    pub forbidden: Vec<Square>,
}

/// A text that is no board or placement. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    #[error(
        "it is empty: expected a board (a line a row, Q for a queen and . for an empty square), a list of columns, JSON or v lines"
    )]
    Empty,
    #[error(
        "line {line} has {found} squares, but the board has {rows} rows: every row needs {rows} squares"
    )]
    RowLength {
        line: usize,
        found: usize,
        rows: usize,
    },
    #[error(
        "line {line}: '{found}' is no square: write Q for a queen, . for an empty and # for a forbidden square"
    )]
    Symbol { line: usize, found: char },
    #[error("'{found}' is not a column number; a list holds the column of each row's queen")]
    NotAColumn { found: String },
    #[error(
        "entry {position} of the list is {found}, but {n} entries are the columns of a board of size {n}, from {first} to {last}"
    )]
    Column {
        position: usize,
        found: u64,
        n: usize,
        first: u64,
        last: u64,
    },
    #[error("it is not JSON with a \"placement\" list of columns from 1: {0}")]
    Json(String),
    #[error("its \"n\" is {n}, but its \"placement\" has {found} columns: they must agree")]
    JsonLength { n: u64, found: usize },
    #[error("line {line} is a second list: give one placement at a time")]
    SecondList { line: usize },
    #[error("{0}")]
    Answer(#[from] AnswerError),
    #[error("an SVG picture cannot be read back: use board, list, json or dimacs")]
    Picture,
    #[error("it is a solver's answer without a placement")]
    NoModel,
    #[error(
        "the size of the board is unknown, since a solver's answer may go on after the squares (here up to variable {0}): use 'queensat decode N FILE'"
    )]
    NoSize(u32),
}

/// Reads a board in the given format, or in the one it looks like: `{` begins JSON; `c`, `s` or `v`
/// lines a solver's answer; one line of integers is a list (columns from 0 if the smallest is 0,
/// else from 1); anything else is a board. A blank line is the empty placement.
pub fn parse_board(bytes: &[u8], format: Option<PlacementFormat>) -> Result<Board, PlacementError> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    if text.is_empty() {
        return Err(PlacementError::Empty);
    }
    match format.unwrap_or_else(|| looks_like(text)) {
        PlacementFormat::Board => parse_squares(text),
        PlacementFormat::List => parse_list(text),
        PlacementFormat::Json => parse_json(text),
        PlacementFormat::Dimacs => parse_values(bytes),
        PlacementFormat::Svg => Err(PlacementError::Picture),
    }
}

fn looks_like(text: &str) -> PlacementFormat {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else {
        return PlacementFormat::List;
    };
    let is_answer = ["c", "s", "v"].contains(&first.split_whitespace().next().unwrap_or_default());
    let integer = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    if first.starts_with('{') {
        PlacementFormat::Json
    } else if is_answer || first == "SAT" || first == "UNSAT" {
        PlacementFormat::Dimacs
    } else if lines.next().is_none() && list_words(first).all(integer) {
        PlacementFormat::List
    } else {
        PlacementFormat::Board
    }
}

/// The words of a list, which may be separated by commas and stand in brackets.
fn list_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || ",;[]()".contains(c))
        .filter(|word| !word.is_empty())
}

fn parse_list(text: &str) -> Result<Board, PlacementError> {
    let mut columns = Vec::new();
    for word in list_words(text) {
        let column: u64 = word.parse().map_err(|_| PlacementError::NotAColumn {
            found: word.chars().take(40).collect(),
        })?;
        columns.push(column);
    }
    let first = u64::from(columns.iter().min() != Some(&0));
    from_columns(&columns, first)
}

/// `columns` count from `first`.
fn from_columns(columns: &[u64], first: u64) -> Result<Board, PlacementError> {
    let n = columns.len();
    let last = (n as u64 + first).saturating_sub(1);
    let mut queens = Vec::with_capacity(n);
    for (row, &column) in columns.iter().enumerate() {
        if column < first || column > last || n > u32::MAX as usize {
            return Err(PlacementError::Column {
                position: row + 1,
                found: column,
                n,
                first,
                last,
            });
        }
        queens.push(Square::new(row as u32, (column - first) as u32));
    }
    Ok(Board {
        n: n as u32,
        queens,
        forbidden: Vec::new(),
    })
}

fn parse_json(text: &str) -> Result<Board, PlacementError> {
    #[derive(serde::Deserialize)]
    struct Json {
        n: Option<u64>,
        placement: Vec<u64>,
    }
    let json: Json =
        serde_json::from_str(text).map_err(|error| PlacementError::Json(error.to_string()))?;
    if let Some(n) = json.n.filter(|&n| n != json.placement.len() as u64) {
        return Err(PlacementError::JsonLength {
            n,
            found: json.placement.len(),
        });
    }
    from_columns(&json.placement, 1)
}

fn parse_values(bytes: &[u8]) -> Result<Board, PlacementError> {
    let Answer::Satisfiable(values) = parse_answer(bytes)? else {
        return Err(PlacementError::NoModel);
    };
    let squares = values.largest_variable();
    let n = squares.isqrt();
    let queens = values.literals().iter().filter(|lit| lit.is_positive());
    // An N×N board that 'solve' has written gives all N² squares, and N queens.
    if n * n != squares || queens.clone().count() != n as usize {
        return Err(PlacementError::NoSize(squares));
    }
    Ok(Board {
        n,
        queens: queens
            .map(|lit| Square::new((lit.var() - 1) / n, (lit.var() - 1) % n))
            .collect(),
        forbidden: Vec::new(),
    })
}

fn parse_squares(text: &str) -> Result<Board, PlacementError> {
    let rows: Vec<(usize, Vec<char>)> = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.chars().filter(|c| !c.is_whitespace()).collect()))
        .filter(|(_, row): &(usize, Vec<char>)| !row.is_empty())
        .collect();
    let mut board = Board {
        n: rows.len() as u32,
        ..Board::default()
    };
    for (row, (line, squares)) in rows.iter().enumerate() {
        for (col, &symbol) in squares.iter().enumerate() {
            let square = Square::new(row as u32, col as u32);
            match symbol {
                'Q' | 'q' | '*' | '1' | '♕' | '♛' => board.queens.push(square),
                '.' | '0' | '-' | '_' => {}
                '#' => board.forbidden.push(square),
                found => {
                    let is_list = list_words(text.lines().nth(line - 1).unwrap_or_default())
                        .all(|word| word.bytes().all(|b| b.is_ascii_digit()));
                    return Err(match is_list && rows.len() > 1 {
                        true => PlacementError::SecondList { line: rows[1].0 },
                        false => PlacementError::Symbol { line: *line, found },
                    });
                }
            }
        }
        if squares.len() != rows.len() {
            return Err(PlacementError::RowLength {
                line: *line,
                found: squares.len(),
                rows: rows.len(),
            });
        }
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Placement;
    use crate::formats::{write_board, write_placement};
    use proptest::prelude::*;

    fn permutation() -> impl Strategy<Value = Vec<u32>> {
        (0u32..30).prop_flat_map(|n| Just((0..n).collect::<Vec<u32>>()).prop_shuffle())
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(columns in permutation()) {
            let placement = Placement::from_columns(columns).unwrap();
            for format in PlacementFormat::ALL {
                let empty_model = placement.n() == 0 && format == PlacementFormat::Dimacs;
                if empty_model || format == PlacementFormat::Svg {
                    continue;
                }
                let mut text = Vec::new();
                write_placement(&placement, format, &mut text).unwrap();
                for from in [None, Some(format)] {
                    let board = parse_board(&text, from).unwrap();
                    prop_assert_eq!(board.n, placement.n());
                    prop_assert_eq!(&board.queens, &placement.queens().collect::<Vec<_>>());
                }
            }
        }

        #[test]
        fn boards_with_anything_on_them_read_back(
            n in 1u32..12, marks in prop::collection::vec(0..4, 144)
        ) {
            let squares = (0..n).flat_map(|r| (0..n).map(move |c| Square::new(r, c)));
            let on = |mark| {
                let marked = squares.clone().zip(&marks).filter(move |(_, m)| **m == mark);
                marked.map(|(square, _)| square).collect()
            };
            let board = Board { n, queens: on(0), forbidden: on(1) };
            let mut text = Vec::new();
            write_board(&board, &mut text).unwrap();
            prop_assert_eq!(parse_board(&text, Some(PlacementFormat::Board)), Ok(board));
        }

        #[test]
        fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            for format in PlacementFormat::ALL.into_iter().map(Some).chain([None]) {
                let _ = parse_board(&bytes, format);
            }
        }
    }

    #[test]
    fn every_symbol_and_separator_is_read() {
        let columns = |text: &str| -> Vec<u32> {
            let board = parse_board(text.as_bytes(), None).unwrap();
            board.queens.iter().map(|q| q.col).collect()
        };
        for text in [
            ".Q..\n...Q\nQ...\n..Q.\n",
            ". q 0 -\r\n_ . . *\r\n1 . . .\r\n. . ♛ .",
            "2 4 1 3\n",
            "[2, 4, 1, 3]",
            "1 3 0 2",
            "{\"placement\": [2,4,1,3], \"n\": 4}",
            "s SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\n",
        ] {
            assert_eq!(columns(text), [1, 3, 0, 2], "{text:?}");
        }
    }

    #[test]
    fn what_is_no_board_is_refused_with_the_place() {
        for (text, message) in [
            ("", "it is empty"),
            (
                "Q..\n...\n",
                "line 1 has 3 squares, but the board has 2 rows",
            ),
            ("Q.\nx.\n", "line 2: 'x' is no square"),
            ("1 5 2", "entry 2 of the list is 5"),
            (
                "0 3 1",
                "entry 2 of the list is 3, but 3 entries are the columns of a board of size 3, from 0 to 2",
            ),
            ("1 -2 3", "'-2' is not a column number"),
            ("{\"n\": 4}", "it is not JSON with a \"placement\""),
            ("s UNSATISFIABLE", "it is a solver's answer without"),
            ("v 1 2 -3 0", "the size of the board is unknown"),
        ] {
            let error = parse_board(text.as_bytes(), None).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
    }
}
