//! Which version of a solver is installed.

use super::presets::Preset;
use crate::interrupt::Interrupt;

/// More is no version.
const CHARACTERS: usize = 20;

impl Preset {
    /// What the program says of its version; `None` if it does not, or is not here.
    pub fn version(&self, interrupt: &Interrupt) -> Option<String> {
        let program = self.program().with_arguments(&[self.version?]);
        let output = program.run(0, &|_| Ok(()), interrupt).ok()??;
        version_in(&String::from_utf8_lossy(&output.finished.stdout))
    }
}

/// The first word that begins with a digit, or else the first word.
fn version_in(text: &str) -> Option<String> {
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let mut words = text.split_whitespace();
    let number = words.clone().find(is_number);
    let word = number.or_else(|| words.next())?;
    let visible = word.chars().filter(|c| !c.is_control());
    Some(visible.take(CHARACTERS).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_found_in_what_solvers_print() {
        for (text, version) in [
            ("4.0.4\n", "4.0.4"),
            ("sc2021\n", "sc2021"),
            ("c CryptoMiniSat version 5.11.4\nc x 1\n", "5.11.4"),
            ("clasp version 3.3.5\nAddress model: 64-bit\n", "3.3.5"),
            ("Z3 version 4.8.12 - 64 bit\n", "4.8.12"),
        ] {
            assert_eq!(version_in(text).as_deref(), Some(version));
        }
        assert_eq!(version_in(" \n"), None);
    }
}
