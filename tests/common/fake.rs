//! A script that is run as a solver.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::{PROGRAM, one_line, text};

/// A script that is run as a solver, in a folder of its own, where temporary files go as well.
pub struct Fake {
    pub folder: tempfile::TempDir,
}

impl Fake {
    pub fn new(script: &str) -> Fake {
        let fake = Fake {
            folder: tempfile::tempdir().unwrap(),
        };
        fs::write(fake.program(), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(fake.program(), Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(fake.temporary()).unwrap();
        fake
    }

    pub fn program(&self) -> PathBuf {
        self.folder.path().join("fake")
    }

    pub fn temporary(&self) -> PathBuf {
        self.folder.path().join("temporary")
    }

    pub fn note(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program under test, with the script as its solver and what it is called with.
    pub fn command(&self, arguments: &str, with: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(arguments.split(' ').filter(|word| !word.is_empty()));
        let solver = format!("cmd: '{}' {with}", self.program().display());
        command.args(["--solver", &solver]);
        command.env("TMPDIR", self.temporary());
        command.env("FOLDER", self.folder.path());
        command
    }

    pub fn run(&self, arguments: &str, with: &str) -> Output {
        let output = self.command(arguments, with).output().unwrap();
        assert_eq!(names_in(&self.temporary()), [""; 0], "{arguments}");
        output
    }

    /// The one line of a failure.
    pub fn fails(&self, arguments: &str, code: i32) -> String {
        let output = self.run(arguments, "");
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert_eq!(text(&output), "");
        one_line(&output.stderr)
    }
}

pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).collect()
}

/// A board whose squares have the variables 1 to 25 in reading order, pairwise; one of its placements
/// as a list, as true variables, and as a model.
pub const BOARD: &str = "solve 5 --torus --format list";

pub const LIST: &str = "1 3 5 2 4\n";

pub const QUEENS: [i32; 5] = [1, 8, 15, 17, 24];

pub fn model() -> Vec<String> {
    let sign = |v: i32| if QUEENS.contains(&v) { v } else { -v };
    (1..=25).map(|v| sign(v).to_string()).collect()
}
