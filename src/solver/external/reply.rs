//! What a program's outputs and its exit code say together.

use super::command::ExitCodes;
use super::error::Trouble;
use super::group::Ended;
use crate::formats::{Answer, AnswerError, parse_answer, parse_output};

const SATISFIABLE: &str = "SATISFIABLE";
const UNSATISFIABLE: &str = "UNSATISFIABLE";
const UNKNOWN: &str = "UNKNOWN";

impl ExitCodes {
    /// The verdict that an exit code stands for, if it stands for one.
    fn meaning(self, code: i32) -> Option<&'static str> {
        match (self, code) {
            (ExitCodes::Meaningless, _) | (ExitCodes::Perhaps, 0) => None,
            (ExitCodes::Clasp, 11 | 30) => Some(SATISFIABLE),
            (ExitCodes::Clasp, 1) => Some(UNKNOWN),
            (_, 10) => Some(SATISFIABLE),
            (_, 20) => Some(UNSATISFIABLE),
            (_, 0) => Some(UNKNOWN),
            (_, _) => None,
        }
    }
}

/// The answer, if there is one that nothing contradicts; whether a model is one is for others to check.
pub(super) fn judge(
    exit_codes: ExitCodes,
    ended: Ended,
    stdout: &[u8],
    file: Option<&[u8]>,
) -> Result<Answer, Trouble> {
    let code = match ended {
        Ended::Code(code) => code,
        // Whatever it printed, it was not done.
        Ended::Signal(signal) => return Err(Trouble::Crashed { signal }),
    };
    let answer = match file.filter(|bytes| !bytes.is_empty()) {
        Some(bytes) => from_file(bytes, stdout)?,
        None => parse_output(stdout).map_err(|error| match error {
            AnswerError::Empty => Trouble::Silent { code },
            error => Trouble::Unreadable(error),
        })?,
    };
    let verdict = verdict_of(&answer);
    match exit_codes.meaning(code) {
        Some(meaning) if meaning != verdict => Err(Trouble::ExitCode {
            verdict,
            code,
            meaning,
        }),
        // A model can be checked, but for this there is only its word.
        None if verdict == UNSATISFIABLE && code != 0 && exit_codes != ExitCodes::Meaningless => {
            Err(Trouble::Failed {
                verdict: verdict.to_string(),
                code,
            })
        }
        _ if verdict == UNKNOWN => Err(Trouble::GaveUp),
        _ => Ok(answer),
    }
}

fn verdict_of(answer: &Answer) -> &'static str {
    match answer {
        Answer::Satisfiable(_) => SATISFIABLE,
        Answer::Unsatisfiable => UNSATISFIABLE,
        Answer::Unknown => UNKNOWN,
    }
}

/// The answer in the file, unless the other one contradicts it: of that, the verdict is enough.
fn from_file(file: &[u8], stdout: &[u8]) -> Result<Answer, Trouble> {
    let answer = parse_answer(file).map_err(Trouble::Unreadable)?;
    let printed = match parse_output(stdout) {
        Ok(printed) => verdict_of(&printed),
        Err(AnswerError::NoModel) => SATISFIABLE,
        Err(AnswerError::Empty) => return Ok(answer),
        Err(error) => return Err(Trouble::Unreadable(error)),
    };
    match verdict_of(&answer) {
        filed if filed == printed => Ok(answer),
        filed => Err(Trouble::TwoAnswers {
            file: filed,
            stdout: printed,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(codes: ExitCodes, code: i32, stdout: &str, file: Option<&str>) -> String {
        let answer = judge(
            codes,
            Ended::Code(code),
            stdout.as_bytes(),
            file.map(str::as_bytes),
        );
        match answer {
            Ok(answer) => verdict_of(&answer).to_string(),
            Err(trouble) => trouble.to_string(),
        }
    }

    #[test]
    fn a_meaningful_exit_code_has_to_say_the_same() {
        use ExitCodes::{Clasp, Competition, Meaningless, Perhaps};
        let (sat, unsat) = ("s SATISFIABLE\nv 1 0\n", "s UNSATISFIABLE\n");
        for (codes, code) in [
            (Competition, 10),
            (Clasp, 10),
            (Clasp, 11),
            (Clasp, 30),
            (Meaningless, 0),
            (Meaningless, 20),
            (Perhaps, 10),
            (Perhaps, 0),
            // The model can be checked.
            (Perhaps, 1),
            (Competition, 3),
        ] {
            assert_eq!(
                says(codes, code, sat, None),
                SATISFIABLE,
                "{codes:?} {code}"
            );
        }
        for (codes, code) in [
            (Competition, 20),
            (Clasp, 20),
            (Meaningless, 0),
            (Perhaps, 0),
        ] {
            assert_eq!(
                says(codes, code, unsat, None),
                UNSATISFIABLE,
                "{codes:?} {code}"
            );
        }
        for (codes, code, text) in [
            (Competition, 20, sat),
            (Competition, 0, sat),
            (Competition, 10, unsat),
            (Competition, 0, unsat),
            (Perhaps, 10, unsat),
            (Perhaps, 20, sat),
            (Perhaps, 10, "s UNKNOWN\n"),
            (Clasp, 1, unsat),
        ] {
            let said = says(codes, code, text, None);
            assert!(
                said.contains("neither is believed"),
                "{codes:?} {code}: {said}"
            );
        }
        for code in [1, 134, 255] {
            let said = says(Perhaps, code, unsat, None);
            assert!(said.contains("as if it had failed"), "{said}");
        }
        assert!(says(Perhaps, 0, "s INDETERMINATE\n", None).contains("gave up"));
        assert!(says(Perhaps, 0, "hello\n", None).contains("exit code 0 without an answer"));
        let crashed = judge(Perhaps, Ended::Signal(11), sat.as_bytes(), None);
        assert_eq!(crashed, Err(Trouble::Crashed { signal: 11 }));
    }

    #[test]
    fn the_answer_file_is_held_against_standard_output() {
        let code = ExitCodes::Perhaps;
        let sat = Some("SAT\n1 0\n");
        assert_eq!(
            says(code, 10, "WARNING: x\nSATISFIABLE\n", sat),
            SATISFIABLE
        );
        assert_eq!(says(code, 10, "", sat), SATISFIABLE);
        assert_eq!(
            says(code, 20, "UNSATISFIABLE\n", Some("UNSAT\n")),
            UNSATISFIABLE
        );
        assert_eq!(says(code, 20, "UNSATISFIABLE\n", Some("")), UNSATISFIABLE);
        assert!(says(code, 0, "UNSATISFIABLE\n", sat).contains("in its answer file"));
        assert!(says(code, 0, "INDETERMINATE\n", Some("INDET\n")).contains("gave up"));
        assert!(says(code, 10, "SATISFIABLE\n", None).contains("gives no model"));
    }

    /// As the sources of these solvers print it; none of them is at hand here.
    #[test]
    fn transcripts_of_solvers_that_are_not_at_hand_are_read() {
        let glucose = "c\nc This is glucose 4.1 --  based on MiniSAT (Many thanks to MiniSAT team)\nc\n\
            c Reading from standard input... Use '--help' for help.\n\
            s SATISFIABLE\nv -1 2 0\n";
        let lingeling = "s SATISFIABLE\nv -1 2 0\n";
        let gimsatul = "s SATISFIABLE\nv -1\nv 2 0\n";
        for text in [glucose, lingeling, gimsatul] {
            assert_eq!(says(ExitCodes::Competition, 10, text, None), SATISFIABLE);
        }
        let none = "c\ns UNSATISFIABLE\n";
        assert_eq!(says(ExitCodes::Competition, 20, none, None), UNSATISFIABLE);
        for given_up in ["s INDETERMINATE\n", "c s UNKNOWN\n", "s UNKNOWN\n"] {
            assert!(says(ExitCodes::Competition, 0, given_up, None).contains("gave up"));
        }
    }
}
