//! The corpus: formulas that the program exported, and a manifest of what is known of each.

use std::fs;
use std::path::PathBuf;

use super::{ENCODINGS, PLACEMENTS, dimacs, stdout_of};

/// A file of the corpus and what the manifest says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub file: String,
    pub n: u32,
    pub encoding: String,
    pub variables: u32,
    pub clauses: u64,
    pub satisfiable: bool,
    pub placements: usize,
}

const COLUMNS: &str = "file\tn\tencoding\tvariables\tclauses\tsatisfiable\tplacements";

impl Instance {
    pub fn path(&self) -> PathBuf {
        folder().join(&self.file)
    }

    /// The file's text.
    pub fn text(&self) -> String {
        fs::read_to_string(self.path()).expect("a file of the corpus")
    }

    fn line(&self) -> String {
        format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}",
            self.file,
            self.n,
            self.encoding,
            self.variables,
            self.clauses,
            if self.satisfiable { "yes" } else { "no" },
            self.placements
        )
    }

    fn parse(line: &str) -> Instance {
        let fields: Vec<&str> = line.split('\t').collect();
        let [
            file,
            n,
            encoding,
            variables,
            clauses,
            satisfiable,
            placements,
        ] = fields[..]
        else {
            panic!("no line of the manifest: {line:?}");
        };
        let number = "a number in the manifest";
        Instance {
            file: file.to_string(),
            n: n.parse().expect(number),
            encoding: encoding.to_string(),
            variables: variables.parse().expect(number),
            clauses: clauses.parse().expect(number),
            satisfiable: match satisfiable {
                "yes" => true,
                "no" => false,
                other => panic!("satisfiable is yes or no, not {other}"),
            },
            placements: placements.parse().expect(number),
        }
    }
}

/// Where the corpus is.
pub fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/dimacs"))
}

/// The instances that the manifest lists.
pub fn manifest() -> Vec<Instance> {
    let text = fs::read_to_string(folder().join("manifest.tsv")).expect("a manifest");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(COLUMNS));
    lines.map(Instance::parse).collect()
}

/// The boards and encodings of the corpus: pairwise for every N, and every encoding for N = 8.
pub fn wanted() -> Vec<(u32, &'static str)> {
    let small = (0..8).map(|n| (n, "pairwise"));
    small
        .chain(ENCODINGS.map(|encoding| (8, encoding)))
        .collect()
}

/// Writes all files and the manifest anew.
pub fn write() {
    let mut manifest = format!("{COLUMNS}\n");
    for (n, encoding) in wanted() {
        let text = stdout_of(&format!("encode {n} --amo {encoding}"));
        let header = text.lines().find(|line| line.starts_with('p'));
        let (variables, clauses) = dimacs::header(header.expect("a header"));
        let placements = PLACEMENTS[n as usize];
        let instance = Instance {
            file: format!("queens-{n}-{encoding}.cnf"),
            n,
            encoding: encoding.to_string(),
            variables,
            clauses,
            satisfiable: placements > 0,
            placements,
        };
        fs::write(instance.path(), text).expect("a file of the corpus");
        manifest.push_str(&instance.line());
        manifest.push('\n');
    }
    fs::write(folder().join("manifest.tsv"), manifest).expect("a manifest");
}
