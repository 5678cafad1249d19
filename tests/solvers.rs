//! Other people's solvers take every file of the corpus, and their answers find the way back.
//!
//! A solver that is not installed is passed over with a note, unless QUEENSAT_REQUIRE_SOLVERS=1.

mod common;

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};

use common::corpus::{Instance, manifest};
use common::{is_peaceful, queensat, read_lists, text};

/// Runs a solver; `None` if it is not installed and may be missing.
fn run(solver: &str, arguments: &[&Path]) -> Option<Output> {
    match Command::new(solver).args(arguments).output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let required = env::var_os("QUEENSAT_REQUIRE_SOLVERS").is_some_and(|v| v == "1");
            assert!(!required, "{solver} is required, but not installed");
            eprintln!("{solver} is not installed: nothing is tested with it");
            None
        }
        Err(error) => panic!("{solver}: {error}"),
    }
}

/// Holds a solver's exit code and answer against what the manifest says.
fn agrees_with_the_manifest(instance: &Instance, exit_code: Option<i32>, answer: &Path) {
    let Instance {
        file,
        n,
        satisfiable,
        ..
    } = instance;
    assert_eq!(
        exit_code,
        Some(if *satisfiable { 10 } else { 20 }),
        "{file}"
    );
    let decoded = queensat(&format!("decode {n} --format list"))
        .arg(answer)
        .output()
        .unwrap();
    if *satisfiable {
        assert_eq!(decoded.status.code(), Some(0), "{file}: {decoded:?}");
        let placement = &read_lists(&text(&decoded))[0];
        assert_eq!(placement.len(), *n as usize, "{file}");
        assert!(is_peaceful(placement), "{file}: {placement:?}");
    } else {
        assert_eq!(decoded.status.code(), Some(1), "{file}: {decoded:?}");
        assert_eq!(text(&decoded), "", "{file}");
    }
}

#[test]
fn minisat_agrees_with_the_manifest_and_its_result_files_are_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let answer = folder.path().join("result");
    for instance in manifest() {
        let Some(output) = run("minisat", &[&instance.path(), &answer]) else {
            return;
        };
        agrees_with_the_manifest(&instance, output.status.code(), &answer);
    }
}

#[test]
fn cadical_agrees_with_the_manifest_and_its_output_is_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let answer = folder.path().join("output");
    for instance in manifest() {
        let Some(output) = run("cadical", &[&instance.path()]) else {
            return;
        };
        fs::write(&answer, &output.stdout).unwrap();
        agrees_with_the_manifest(&instance, output.status.code(), &answer);
    }
}

#[test]
fn cadical_is_content_with_every_file_when_it_reads_strictly() {
    for instance in manifest() {
        let strict = [Path::new("--strict"), &instance.path()];
        let Some(output) = run("cadical", &strict) else {
            return;
        };
        let code = output.status.code();
        assert!(
            matches!(code, Some(10 | 20)),
            "{}: {output:?}",
            instance.file
        );
    }
}

#[test]
fn minisat_reads_what_was_compressed_with_gzip() {
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("queens.cnf.gz");
    let answer = folder.path().join("result");
    queensat("encode 20 -o").arg(&formula).assert().success();
    let Some(output) = run("minisat", &[&formula, &answer]) else {
        return;
    };
    assert_eq!(output.status.code(), Some(10));
    queensat("decode 20").arg(&answer).assert().success();
}

/// Exports for pseudo-Boolean solvers, with how many placements there are. A contradiction is among them.
const OPB: [(&str, usize); 17] = [
    ("0", 1),
    ("1", 1),
    ("2", 0),
    ("3", 0),
    ("4", 2),
    ("5", 10),
    ("6", 4),
    ("7", 40),
    ("8", 92),
    ("9", 352),
    ("8 --queen b4 --queen d5", 2),
    ("8 --queen a1 --forbid a1", 0),
    ("6 --rooks", 720),
    ("7 --torus", 28),
    ("12 --symmetry quarter", 8),
    ("2 --symmetry quarter", 0),
    ("10 --symmetry half", 12),
];

#[test]
fn clasp_counts_the_models_of_opb() {
    let folder = tempfile::tempdir().unwrap();
    let (formula, answer) = (folder.path().join("f.opb"), folder.path().join("answer"));
    for (puzzle, placements) in OPB {
        let export = queensat(&format!("encode {puzzle} --to opb -o"))
            .arg(&formula)
            .ok();
        export.unwrap();
        let all = [Path::new("-q"), Path::new("-n"), Path::new("0"), &formula];
        let Some(output) = run("clasp", &all) else {
            return;
        };
        let found = text(&output);
        let models = found.lines().find_map(|line| line.strip_prefix("c Models"));
        let models = models.map(|rest| rest.trim_start_matches([' ', ':']));
        assert_eq!(
            models,
            Some(placements.to_string().as_str()),
            "{puzzle}: {found}"
        );
        if placements > 0 && !puzzle.starts_with('0') {
            let one = run("clasp", &[&formula]).unwrap();
            fs::write(&answer, &one.stdout).unwrap();
            let decoded = queensat(&format!("decode {puzzle}")).arg(&answer).ok();
            decoded.unwrap();
        }
    }
}

#[test]
fn minisat_plus_finds_the_models_of_opb() {
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("f.opb");
    for (puzzle, placements) in OPB {
        let export = queensat(&format!("encode {puzzle} --to opb -o"))
            .arg(&formula)
            .ok();
        export.unwrap();
        let all = [Path::new("-A"), Path::new("-a"), &formula];
        let Some(output) = run("minisat+", &all) else {
            return;
        };
        let found = text(&output);
        let models = found.lines().filter(|line| line.starts_with("c MODEL#"));
        assert_eq!(models.count(), placements, "{puzzle}: {found}");
    }
}

#[test]
fn cadical_takes_the_cubes() {
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("f.icnf");
    for (arguments, code) in [
        ("3", 20),
        ("8", 10),
        ("10 --torus", 20),
        ("20 --cubes 1", 10),
    ] {
        let export = queensat(&format!("encode {arguments} --to icnf -o"))
            .arg(&formula)
            .ok();
        export.unwrap();
        let Some(output) = run("cadical", &[&formula]) else {
            return;
        };
        assert_eq!(output.status.code(), Some(code), "{arguments}");
    }
}

#[test]
fn a_solver_in_a_pipe_needs_no_file() {
    let line = format!(
        "{0} encode 20 --amo product | cadical -q | {0} decode 20 --format list",
        common::PROGRAM
    );
    if run("cadical", &[Path::new("--version")]).is_none() {
        return;
    }
    let output = Command::new("sh").args(["-c", &line]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(is_peaceful(&read_lists(&text(&output))[0]));
}
