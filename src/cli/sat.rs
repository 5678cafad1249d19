//! `sat`: any DIMACS file, answered as a solver of the SAT competition does.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use queensat::Interrupt;
use queensat::formats::{CnfError, Leniency, write_values};
use queensat::io::{Output, is_same_target, read_through};
use queensat::sat::{Problem, SatAnswer, SatError, Values};
use queensat::solver::{Embedded, Proof, ProofForm};

use super::input::name_of;
use super::write::{OutputArgs, cannot_write};
use super::{Outcome, signals};

/// Solve any DIMACS CNF file: exit code 10 satisfiable, 20 unsatisfiable, 0 unknown
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A formula in DIMACS CNF, also compressed; '-' is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// SAT solver inside the process: varisat, or libcadical where it was built in
    #[arg(long, value_name = "NAME", default_value_t)]
    solver: Embedded,

    /// Take a header with wrong numbers of variables or clauses
    #[arg(long)]
    lenient: bool,

    /// If there is no model, write the proof to this file: DRAT in its binary form; varisat alone
    /// writes one
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// With --proof: DRAT as text
    #[arg(long, requires = "proof")]
    no_binary: bool,

    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: Args, interrupt: Interrupt) -> anyhow::Result<Outcome> {
    args.refuse_what_does_not_fit()?;
    args.output.probe()?;
    let output = args.output.clone();
    signals::answer_if_stopped(0, move || {
        // The program is ending, and there is nobody left to tell.
        let _ = write_answer(&output, UNKNOWN, None);
    });
    let proof = args.proof.as_deref().map(|path| args.create(path));
    let proof = proof.transpose()?;
    let mut problem = args.load(proof.as_ref(), interrupt)?;
    problem.abandon_memory = true;
    let name = name_of(&args.file);
    for miscount in &problem.read().miscounts {
        args.output.say(format!("{name}: {miscount}"));
    }
    let answer = problem.solve().map_err(|error| args.explain(error))?;
    if let (Some(proof), SatAnswer::Unsatisfiable) = (&proof, &answer) {
        let finished = proof.finish().and_then(Output::finish);
        finished.map_err(|error| args.explain(SatError::Proof(error)))?;
    }
    if let (Some(path), SatAnswer::Satisfiable(_)) = (&args.proof, &answer) {
        let path = path.display();
        args.output
            .say(format!("there is a model, so no proof goes to {path}"));
    }
    signals::take_back_last_words();
    let (line, values, outcome) = match &answer {
        SatAnswer::Satisfiable(values) => ("SATISFIABLE", Some(values), Outcome::Satisfiable),
        SatAnswer::Unsatisfiable => ("UNSATISFIABLE", None, Outcome::Unsatisfiable),
        SatAnswer::Unknown => {
            args.output.say_stopped(", no answer");
            (UNKNOWN, None, Outcome::Done)
        }
    };
    write_answer(&args.output, line, values)?;
    Ok(outcome)
}

const UNKNOWN: &str = "UNKNOWN";

fn write_answer(output: &OutputArgs, line: &str, values: Option<&Values>) -> anyhow::Result<()> {
    output.write(|out| {
        writeln!(out, "s {line}")?;
        values.map_or(Ok(()), |values| write_values(values.literals(), out))
    })
}

impl Args {
    fn refuse_what_does_not_fit(&self) -> anyhow::Result<()> {
        let Some(proof) = &self.proof else {
            return Ok(());
        };
        ensure!(
            self.solver == Embedded::Varisat,
            "{} writes no proof here: leave out --solver or --proof",
            self.solver
        );
        let dash = Path::new("-");
        let answer = self.output.path.as_deref().unwrap_or(dash);
        for (other, what) in [(answer, "answer"), (&self.file, "formula")] {
            // As the formula, it is another one.
            let is_stdin = what == "formula" && other == dash;
            ensure!(
                is_stdin || !is_same_target(proof, other),
                "the proof and the {what} cannot be in the same file: give --proof a file of its own"
            );
        }
        Ok(())
    }

    fn create(&self, path: &Path) -> anyhow::Result<Proof<Output>> {
        let form = match self.no_binary {
            true => ProofForm::Text,
            false => ProofForm::Binary,
        };
        let out = Output::create(path).with_context(|| cannot_write(Some(path)))?;
        Ok(Proof::new(out, form))
    }

    fn load(&self, proof: Option<&Proof<Output>>, interrupt: Interrupt) -> anyhow::Result<Problem> {
        let input = read_through(&self.file);
        let input = input.with_context(|| format!("cannot read {}", name_of(&self.file)))?;
        let leniency = match self.lenient {
            true => Leniency::Lenient,
            false => Leniency::Strict,
        };
        let problem = match proof {
            Some(proof) => Problem::load_proving(input, leniency, proof, interrupt),
            None => Problem::load(input, leniency, self.solver, interrupt),
        };
        problem.map_err(|error| self.explain(error))
    }

    /// The error with the name of its file.
    fn explain(&self, error: SatError) -> anyhow::Error {
        let name = name_of(&self.file);
        match error {
            SatError::Cnf(CnfError::Io(error)) => {
                anyhow::Error::from(error).context(format!("cannot read {name}"))
            }
            // Quiet is only who reads no answer any more.
            SatError::Proof(error) if queensat::io::is_closed_pipe(&error) => {
                anyhow!("the proof is not whole, since its reader has gone: give --proof a file")
            }
            SatError::Proof(error) => {
                let path = self.proof.as_deref();
                anyhow::Error::from(error).context(cannot_write(path))
            }
            error => anyhow::Error::from(error).context(name),
        }
    }
}
