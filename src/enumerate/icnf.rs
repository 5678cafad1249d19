//! A formula with the cubes of its first rows, as an iCNF file.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::cubes::Cubes;
use crate::cnf::{Lit, Stop};
use crate::encode::{DimacsError, Formula, Numbering, Term, comments};
use crate::formats::IcnfWriter;
use crate::interrupt::Interrupt;

/// Writes a formula under any numbering for it, and then every way to place the queens of the first
/// `rows` rows: no queen of a cube attacks another or a given one or stands on a forbidden square.
/// Every placement belongs to exactly one cube; a cube may have none. Gives the output back.
///
/// With 0 rows there is one cube, the empty one. There is none where given queens attack each other or
/// leave no square for another.
pub fn write_icnf<M: Numbering, W: Write>(
    formula: &Formula<'_>,
    map: &M,
    rows: u32,
    out: W,
    interrupt: Interrupt,
) -> Result<W, DimacsError> {
    // That all variables have numbers.
    formula.size()?;
    let mut writer = IcnfWriter::new(out, &comments(formula, map), interrupt)?;
    let mut written = formula.emit(map, &mut writer);
    if written.is_continue() {
        written = write_cubes(formula, map, rows, &mut writer);
    }
    // Where the writer stops the encoding, it reports why when it is finished.
    let (ControlFlow::Continue(()) | ControlFlow::Break(_)) = written;
    Ok(writer.finish()?)
}

fn write_cubes<M: Numbering, W: Write>(
    formula: &Formula<'_>,
    map: &M,
    rows: u32,
    writer: &mut IcnfWriter<W>,
) -> ControlFlow<Stop> {
    let mut lits: Vec<Lit> = Vec::new();
    for cube in cubes(formula, rows) {
        lits.clear();
        for &queen in &cube.queens {
            // Squares of one orbit share a literal; no export leaves a square without one.
            if let Term::Lit(lit) = map.term(queen)
                && !lits.contains(&lit)
            {
                lits.push(lit);
            }
        }
        writer.add_cube(&lits)?;
    }
    ControlFlow::Continue(())
}

/// How many cubes [`write_icnf`] writes; found by going through them.
pub fn count_icnf_cubes(formula: &Formula<'_>, rows: u32) -> u64 {
    cubes(formula, rows).count() as u64
}

/// If the formula keeps one placement of each orbit, only cubes that the smallest lists begin with.
fn cubes(formula: &Formula<'_>, rows: u32) -> Cubes {
    let symmetries = formula.up_to_symmetry.then(|| formula.puzzle.symmetries());
    Cubes::new(Arc::new(formula.puzzle.clone()), rows, symmetries.as_ref())
}
