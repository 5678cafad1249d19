//! Counts by programs that enumerate or count the models of a formula themselves.

use std::io::Write;

use super::{CountError, Task};
use crate::encode::{DimacsError, Formula, Projection, write_dimacs_projected};
use crate::formats::WriteError;
use crate::solve::{SolveError, loadable_size};
use crate::solver::{External, Preset};

/// By clasp's own enumeration, projected onto the squares.
pub(super) fn count_by_clasp(task: &Task) -> Result<Option<u64>, CountError> {
    let Some(clasp) = Preset::named("clasp") else {
        return Ok(None);
    };
    on_formula(task, Projection::Clasp, |variables, write| {
        let interrupt = &task.options.interrupt;
        let count = clasp
            .program()
            .enumerate(variables, write, task.limit, interrupt)?;
        Ok(count)
    })
}

/// By a model counter, projected onto the squares.
pub(super) fn count_by_counter(task: &Task, counter: &External) -> Result<Option<u64>, CountError> {
    if task.limit.is_some() {
        return Err(CountError::CounterUpTo);
    }
    on_formula(task, Projection::Counter, |variables, write| {
        let count = counter.count(variables, write, &task.options.interrupt)?;
        Ok(count)
    })
}

/// What writes a formula.
type Writes<'a> = &'a dyn Fn(&mut dyn Write) -> Result<(), WriteError>;

/// Has the formula that is to be counted counted.
fn on_formula(
    task: &Task,
    projection: Projection,
    count: impl FnOnce(u32, Writes<'_>) -> Result<Option<u64>, CountError>,
) -> Result<Option<u64>, CountError> {
    let options = &task.options;
    loadable_size(&task.puzzle, options.encoding)?;
    let formula = Formula {
        puzzle: &task.puzzle,
        encoding: options.encoding,
        up_to_symmetry: task.unique,
    };
    let size = formula.size().map_err(SolveError::from)?;
    let write = |out: &mut dyn Write| {
        let interrupt = options.interrupt.clone();
        match write_dimacs_projected(&formula, projection, out, interrupt) {
            Ok(_) => Ok(()),
            Err(DimacsError::Write(error)) => Err(error),
            Err(DimacsError::TooLarge(error)) => Err(WriteError::Io(std::io::Error::other(error))),
        }
    };
    count(size.variables, &write)
}
