//! Programs that count or enumerate models themselves, and what they print.

use std::io::Write;

use super::error::Trouble;
use super::group::Ended;
use super::{External, Output, ProgramError};
use crate::formats::{WriteError, without_colours};
use crate::interrupt::Interrupt;

/// What writes a formula.
type Writes<'a> = &'a dyn Fn(&mut dyn Write) -> Result<(), WriteError>;

impl External {
    /// Has a model counter count a formula; `None` if interrupted. It prints what the model counting
    /// competitions ask for, `c s exact arb int N`, or `s mc N`, as older ones do.
    pub(crate) fn count(
        &self,
        variables: u32,
        write: Writes<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<u64>, ProgramError> {
        self.counted(variables, write, interrupt, read_count)
    }

    /// Has clasp enumerate a formula's models, up to a limit, and reads how many there were.
    pub(crate) fn enumerate(
        &self,
        variables: u32,
        write: Writes<'_>,
        limit: Option<u64>,
        interrupt: &Interrupt,
    ) -> Result<Option<u64>, ProgramError> {
        let models = limit.unwrap_or(0).to_string();
        // Without the projection it would count auxiliary variables, too.
        let clasp = ["--parse-ext", "--project=project", "-q", "-n", &models];
        self.with_arguments(&clasp)
            .counted(variables, write, interrupt, |text| read_models(text, limit))
    }

    fn counted(
        &self,
        variables: u32,
        write: Writes<'_>,
        interrupt: &Interrupt,
        read: impl FnOnce(&str) -> Result<u64, Trouble>,
    ) -> Result<Option<u64>, ProgramError> {
        let Some(output) = self.run(variables, write, interrupt)? else {
            return Ok(None);
        };
        let count = counted(&output, read);
        count
            .map(Some)
            .map_err(|trouble| self.error(trouble, &output))
    }
}

fn counted(
    output: &Output,
    read: impl FnOnce(&str) -> Result<u64, Trouble>,
) -> Result<u64, Trouble> {
    let code = match output.finished.ended {
        Ended::Code(code) => code,
        Ended::Signal(signal) => return Err(Trouble::Crashed { signal }),
    };
    let text = without_colours(&String::from_utf8_lossy(&output.finished.stdout));
    match (read(&text), code) {
        (Err(Trouble::NoCount), code) if code != 0 => Err(Trouble::Silent { code }),
        // 0, or the exit codes of a solver.
        (Ok(count), 0 | 10 | 20 | 30) => Ok(count),
        (Ok(count), code) => Err(Trouble::Failed {
            verdict: count.to_string(),
            code,
        }),
        (Err(trouble), _) => Err(trouble),
    }
}

/// The exact count in a counter's output.
fn read_count(text: &str) -> Result<u64, Trouble> {
    let mut count: Option<u64> = None;
    let mut verdict = None;
    let mut estimate = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let found = match words[..] {
            ["s", "UNSATISFIABLE"] => {
                verdict = Some("UNSATISFIABLE");
                continue;
            }
            ["s", "SATISFIABLE"] => {
                verdict = Some("SATISFIABLE");
                continue;
            }
            ["s", "UNKNOWN" | "INDETERMINATE"] => return Err(Trouble::GaveUp),
            ["c", "s", "exact", "arb", "int", number] | ["s", "mc" | "pmc", number] => number,
            ["c", "s", "type", "mc" | "pmc"] => continue,
            ["c", "s", "log10-estimate", ..] => {
                estimate = Some(line);
                continue;
            }
            ["c", "s", "type" | "approx" | "exact", ..] | ["s", "wmc" | "pwmc" | "amc", ..] => {
                return Err(Trouble::NotExact(shown(line)));
            }
            _ => continue,
        };
        let number = number_in(found)?;
        match count.replace(number) {
            Some(first) if first != number => return Err(two(first, number)),
            _ => {}
        }
    }
    match (count, verdict) {
        (Some(count @ 1..), Some(verdict @ "UNSATISFIABLE"))
        | (Some(count @ 0), Some(verdict @ "SATISFIABLE")) => Err(two(verdict, count)),
        (Some(count), _) => Ok(count),
        (None, Some("UNSATISFIABLE")) => Ok(0),
        (None, _) => Err(match estimate {
            Some(line) => Trouble::NotExact(shown(line)),
            None => Trouble::NoCount,
        }),
    }
}

/// How many models clasp found: all of them, or as many as it was to find.
fn read_models(text: &str, limit: Option<u64>) -> Result<u64, Trouble> {
    let models = text.lines().find_map(|line| {
        let (name, number) = line.strip_prefix('c')?.split_once(':')?;
        (name.trim() == "Models").then(|| number.trim())
    });
    let models = models.ok_or(Trouble::NoCount)?;
    match models.strip_suffix('+') {
        None => number_in(models),
        Some(some) => match number_in(some)? {
            some if limit == Some(some) => Ok(some),
            _ => Err(Trouble::NotExact(format!("c Models : {models}"))),
        },
    }
}

fn number_in(word: &str) -> Result<u64, Trouble> {
    word.parse().map_err(|_| Trouble::BadCount(shown(word)))
}

fn two(first: impl ToString, second: impl ToString) -> Trouble {
    Trouble::TwoCounts {
        first: first.to_string(),
        second: second.to_string(),
    }
}

/// How many characters of a line are shown.
const SHOWN: usize = 60;

fn shown(line: &str) -> String {
    let visible = line.chars().filter(|c| !c.is_control());
    visible.take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_count_is_read_in_every_way_to_write_it() {
        for (text, count) in [
            (
                "c o hello\ns SATISFIABLE\nc s type pmc\nc s log10-estimate 1.96\nc s exact arb int 92\n",
                92,
            ),
            ("s mc 92\n", 92),
            ("c x\r\ns pmc 92\r\n", 92),
            ("s SATISFIABLE\ns mc 92\nc s exact arb int 92", 92),
            (
                "s UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\nc s exact arb int 0\n",
                0,
            ),
            ("s UNSATISFIABLE\n", 0),
        ] {
            assert_eq!(read_count(text), Ok(count), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_exact_count_is_refused() {
        for (text, words) in [
            ("", "no count"),
            ("s SATISFIABLE\n", "no count"),
            ("s SATISFIABLE\nc s log10-estimate 1.96\n", "an estimate"),
            ("c s approx arb int 92\n", "an estimate"),
            ("c s type wmc\nc s exact arb int 92\n", "weight"),
            ("c s exact double prec-sci 9.2e1\n", "no exact count"),
            ("s wmc 92\n", "weight"),
            ("s mc many\n", "'many'"),
            ("s mc -1\n", "'-1'"),
            ("s mc 18446744073709551616\n", "larger than"),
            ("s mc 92\nc s exact arb int 91\n", "92 and 91"),
            ("s UNSATISFIABLE\ns mc 92\n", "UNSATISFIABLE and 92"),
            ("s SATISFIABLE\ns mc 0\n", "SATISFIABLE and 0"),
            ("s UNKNOWN\n", "gave up"),
        ] {
            let trouble = read_count(text).unwrap_err().to_string();
            assert!(trouble.contains(words), "{text:?}: {trouble}");
        }
    }

    #[test]
    fn claps_statistics_say_how_many_models_there_were() {
        let text = |models: &str| {
            format!(
                "c clasp version 3.3.5\ns SATISFIABLE\nc \nc Models         : {models}\nc Calls          : 1\n"
            )
        };
        assert_eq!(read_models(&text("92"), None), Ok(92));
        assert_eq!(read_models(&text("5+"), Some(5)), Ok(5));
        assert_eq!(read_models(&text("4"), Some(5)), Ok(4));
        assert!(read_models(&text("5+"), None).is_err());
        assert!(read_models(&text("4+"), Some(5)).is_err());
        assert!(read_models("s SATISFIABLE\n", None).is_err());
    }
}
