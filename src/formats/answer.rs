//! What a SAT solver answered: competition format and minisat's result file.

use std::borrow::Cow;

use crate::cnf::{Lit, Model};

/// A solver's answer, as far as its text tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Satisfiable(Values),
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// The literals of a satisfying answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// Each literal once, by variable.
    literals: Vec<Lit>,
    /// Whether the closing `0` was there.
    pub closed: bool,
}

impl Values {
    /// The literals, by variable; none contradicts another.
    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// The largest variable that is mentioned.
    pub fn largest_variable(&self) -> u32 {
        self.literals.last().map_or(0, |lit| lit.var())
    }

    pub fn model(&self) -> Model {
        Model::from_literals(self.literals.iter().copied())
    }
}

/// A text that is no answer, or contradicts itself. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    #[error(
        "it holds no answer: neither an 's' line nor literals; a solver's whole output is expected (competition format or minisat's result file)"
    )]
    Empty,
    #[error(
        "line {line}: '{found}' is not a line of a solver's answer, which begins with c, s or v (of minisat, give the result file, its second argument)"
    )]
    Unreadable { line: usize, found: String },
    #[error("line {line}: '{found}' is not a literal")]
    NotALiteral { line: usize, found: String },
    #[error("line {line}: the verdict '{found}' is none of SATISFIABLE, UNSATISFIABLE, UNKNOWN")]
    Verdict { line: usize, found: String },
    #[error("line {line}: a second verdict, {second}, contradicts the first, {first}")]
    TwoVerdicts {
        line: usize,
        first: &'static str,
        second: &'static str,
    },
    #[error("line {line}: literals after the closing 0: the answer must hold one model")]
    AfterTheEnd { line: usize },
    #[error("variable {variable} is both true and false in it")]
    Contradictory { variable: u32 },
    #[error("it says UNSATISFIABLE and yet gives a model")]
    ModelOfNothing,
    #[error("it says SATISFIABLE, but gives no model: run the solver so that it prints one")]
    NoModel,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

impl Verdict {
    fn read(word: &str) -> Option<Verdict> {
        match word {
            "SATISFIABLE" | "SAT" | "sat" => Some(Verdict::Satisfiable),
            "UNSATISFIABLE" | "UNSAT" | "unsat" => Some(Verdict::Unsatisfiable),
            "UNKNOWN" | "INDETERMINATE" | "INDET" | "unknown" => Some(Verdict::Unknown),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Verdict::Satisfiable => "SATISFIABLE",
            Verdict::Unsatisfiable => "UNSATISFIABLE",
            Verdict::Unknown => "UNKNOWN",
        }
    }
}

#[derive(Default)]
struct Reader {
    verdict: Option<Verdict>,
    literals: Vec<Lit>,
    closed: bool,
    any_values: bool,
    /// A comment says so; it counts only if there is nothing else.
    gave_up: bool,
}

impl Reader {
    fn verdict(&mut self, line: usize, new: Verdict) -> Result<(), AnswerError> {
        match self.verdict {
            Some(first) if first != new => Err(AnswerError::TwoVerdicts {
                line,
                first: first.name(),
                second: new.name(),
            }),
            _ => {
                self.verdict = Some(new);
                Ok(())
            }
        }
    }

    fn values(&mut self, line: usize, words: &str) -> Result<(), AnswerError> {
        self.any_values = true;
        for word in words.split_ascii_whitespace() {
            let not_a_literal = || AnswerError::NotALiteral {
                line,
                found: shown(word),
            };
            let number: i64 = without_x(word).parse().map_err(|_| not_a_literal())?;
            if self.closed {
                return Err(AnswerError::AfterTheEnd { line });
            }
            if number == 0 {
                self.closed = true;
            } else {
                self.literals
                    .push(Lit::from_dimacs(number).ok_or_else(not_a_literal)?);
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Answer, AnswerError> {
        self.literals.sort_unstable_by_key(|&lit| (lit.var(), lit));
        self.literals.dedup();
        let contradiction = self.literals.windows(2).find(|w| w[0].var() == w[1].var());
        if let Some(pair) = contradiction {
            return Err(AnswerError::Contradictory {
                variable: pair[0].var(),
            });
        }
        match self.verdict {
            None if !self.any_values && self.gave_up => Ok(Answer::Unknown),
            None if !self.any_values => Err(AnswerError::Empty),
            Some(Verdict::Unsatisfiable) if !self.literals.is_empty() => {
                Err(AnswerError::ModelOfNothing)
            }
            Some(Verdict::Satisfiable) if !self.any_values => Err(AnswerError::NoModel),
            Some(Verdict::Unsatisfiable) => Ok(Answer::Unsatisfiable),
            Some(Verdict::Unknown) => Ok(Answer::Unknown),
            Some(Verdict::Satisfiable) | None => Ok(Answer::Satisfiable(Values {
                literals: self.literals,
                closed: self.closed,
            })),
        }
    }
}

/// Reads a whole answer: the output of a solver (`c`, `s` and `v` lines, in any order, or bare
/// literals after a bare verdict, as minisat and older versions of z3 write, or the names `x1`, `x2`, …
/// of pseudo-Boolean solvers) with CRLF, terminal colours and bytes that are not UTF-8 in comments passed over.
pub fn parse_answer(bytes: &[u8]) -> Result<Answer, AnswerError> {
    read(bytes, false)
}

/// As [`parse_answer`], of what a program printed that is known to be a solver: lines that are no part
/// of an answer are passed over, since many solvers chat without a `c` before it.
pub fn parse_output(bytes: &[u8]) -> Result<Answer, AnswerError> {
    read(bytes, true)
}

fn read(bytes: &[u8], may_chat: bool) -> Result<Answer, AnswerError> {
    let text = without_colours(&String::from_utf8_lossy(bytes));
    let mut reader = Reader::default();
    let text = text.trim_start_matches('\u{feff}');
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        let (first, rest) = match line.split_once([' ', '\t']) {
            Some((first, rest)) => (first, rest.trim()),
            None => (line, ""),
        };
        match first {
            "" => {}
            "c" => {
                let verdict = rest.strip_prefix("s ").unwrap_or(rest);
                reader.gave_up |= verdict == "UNKNOWN";
            }
            "s" => {
                let verdict = Verdict::read(rest).ok_or_else(|| AnswerError::Verdict {
                    line: number,
                    found: shown(rest),
                })?;
                reader.verdict(number, verdict)?;
            }
            "v" => reader.values(number, rest)?,
            word => {
                if let Some(verdict) = Verdict::read(word).filter(|_| rest.is_empty()) {
                    reader.verdict(number, verdict)?;
                } else if word.parse::<i64>().is_ok() && !(may_chat && has_words(line)) {
                    reader.values(number, line)?;
                } else if !first.starts_with('c') && !may_chat {
                    return Err(AnswerError::Unreadable {
                        line: number,
                        found: shown(line),
                    });
                }
            }
        }
    }
    reader.finish()
}

fn has_words(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    words.any(|word| word.parse::<i64>().is_err())
}

/// A literal of a pseudo-Boolean solver, `x1` or `-x1`, as the number that it is in DIMACS.
fn without_x(word: &str) -> Cow<'_, str> {
    let (sign, name) = match word.strip_prefix('-') {
        Some(name) => ("-", name),
        None => ("", word),
    };
    match name.strip_prefix('x') {
        Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => {
            Cow::Owned(format!("{sign}{digits}"))
        }
        _ => Cow::Borrowed(word),
    }
}

/// A word from a file, short enough for a line of error text and without control characters.
pub(super) fn shown(word: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut text: String = word.chars().take(40).map(visible).collect();
    if word.chars().nth(40).is_some() {
        text.push('…');
    }
    text
}

/// Without ANSI escape sequences (ESC [ … letter).
pub(crate) fn without_colours(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut parts = text.split("\u{1b}[");
    clean.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic());
        clean.push_str(end.map_or("", |end| &part[end + 1..]));
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values(text: &str) -> (Vec<i32>, bool) {
        match parse_answer(text.as_bytes()) {
            Ok(Answer::Satisfiable(v)) => {
                (v.literals.iter().map(|l| l.to_dimacs()).collect(), v.closed)
            }
            other => panic!("{text:?} gave {other:?}"),
        }
    }

    #[test]
    fn every_way_to_write_a_model_is_read() {
        let model = (vec![-1, 2, 3], true);
        for text in [
            "c hello\ns SATISFIABLE\nv -1 2 3 0\n",
            "v -1 2\nv 3 0\ns SATISFIABLE",
            "v -1\ns SATISFIABLE\nv 3 2\nv 0\n",
            "s SATISFIABLE\r\nv -1 2 3 0\r\n",
            "\u{1b}[32ms SATISFIABLE\u{1b}[0m\nv \u{1b}[1m-1 2 3 0\u{1b}[0m\n",
            "SAT\n-1 2 3 0\n",
            "sat\n-1 2 3 0\n",
            "v 3 2 -1 -1 0",
            "c UNKNOWN\ns SATISFIABLE\nv -1 2 3 0\n",
            "\u{feff}s SATISFIABLE\nv -1 2 3 0\n",
            "s SATISFIABLE\nv -x1 x2 x3\nv 0\n",
            "cadical-like chatter\n  s SATISFIABLE  \n\tv -1 2 3 0\n",
        ] {
            let text = text.replace("\n\tv", "\nv");
            assert_eq!(values(&text), model, "{text:?}");
        }
        assert_eq!(values("s SATISFIABLE\nv -1 2 3\n"), (vec![-1, 2, 3], false));
        assert_eq!(values("s SATISFIABLE\nv 0\n"), (vec![], true));
    }

    #[test]
    fn verdicts_without_a_model_are_read() {
        for text in [
            "s UNSATISFIABLE\n",
            "UNSAT\n",
            "c x\ns UNSATISFIABLE\r\n",
            "unsat",
        ] {
            assert_eq!(parse_answer(text.as_bytes()), Ok(Answer::Unsatisfiable));
        }
        for text in ["s UNKNOWN", "INDET", "s INDETERMINATE", "c UNKNOWN\n"] {
            assert_eq!(parse_answer(text.as_bytes()), Ok(Answer::Unknown));
        }
    }

    #[test]
    fn what_is_no_answer_is_refused_with_its_line() {
        let error = |text: &str| parse_answer(text.as_bytes()).unwrap_err().to_string();
        for (text, message) in [
            ("", "it holds no answer"),
            ("c only talk\n", "it holds no answer"),
            ("hello world\n", "line 1: 'hello world' is not a line"),
            ("s SATISFIABLE\nv 1 x 0\n", "line 2: 'x' is not a literal"),
            ("s SATISFIABLE\nv x-1 0\n", "line 2: 'x-1' is not a literal"),
            (
                "s SATISFIABLE\nv -x-1 0\n",
                "line 2: '-x-1' is not a literal",
            ),
            (
                "s SATISFIABLE\nv 1 99999999999 0\n",
                "line 2: '99999999999' is not a literal",
            ),
            ("s MAYBE\n", "line 1: the verdict 'MAYBE'"),
            (
                "s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n",
                "line 3: a second verdict",
            ),
            (
                "s SATISFIABLE\nv 1 0\nv 2 0\n",
                "line 3: literals after the closing 0",
            ),
            (
                "s SATISFIABLE\nv 1 2 -1 0\n",
                "variable 1 is both true and false",
            ),
            ("s UNSATISFIABLE\nv 1 0\n", "it says UNSATISFIABLE and yet"),
            ("s SATISFIABLE\n", "it says SATISFIABLE, but gives no model"),
            ("p cnf 1 1\n1 0\n", "line 1: 'p cnf 1 1' is not a line"),
        ] {
            assert!(
                error(text).starts_with(message),
                "{text:?}: {}",
                error(text)
            );
        }
    }

    #[test]
    fn what_a_running_solver_chats_is_passed_over_and_a_garbled_answer_is_not() {
        let chat = "WARNING: for repeatability\n12 conflicts\n|  Vars: 3 |\n";
        for answer in ["s SATISFIABLE\nv -1 2 0\n", "SATISFIABLE\n-1 2 0\n"] {
            let text = format!("{chat}{answer}{chat}");
            let parsed = parse_output(text.as_bytes());
            assert_eq!(parsed, parse_answer(answer.as_bytes()));
            assert!(parse_answer(text.as_bytes()).is_err());
        }
        for text in [chat, "s SATISFIABLE\nv 1 x 0\n", "s MAYBE\n"] {
            assert!(parse_output(text.as_bytes()).is_err(), "{text:?}");
        }
        for text in ["c UNKNOWN\n", "c s UNKNOWN\n"] {
            assert_eq!(parse_output(text.as_bytes()), Ok(Answer::Unknown));
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse_answer(&bytes);
        }

        #[test]
        fn nearly_right_answers_do_not_make_the_reader_panic(
            text in "([svc] ?|SAT|UNSAT|TISFIABLE|-?[0-9]{1,12}|[ \n\r\t]|\u{1b}\\[[0-9]?m?){0,30}"
        ) {
            let _ = parse_answer(text.as_bytes());
        }
    }
}
