//! Proofs that a formula has no model: varisat's, with the numbers of the formula as it was given.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::{Rc, Weak};

use crate::cnf::{Dense, Lit};

/// How a DRAT proof is written; tools that guess may guess wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofForm {
    /// `a` or `d`, then the literals as numbers of 7 bits a byte, then a zero byte.
    #[default]
    Binary,
    /// A line a step: the literals and 0, after a `d` if the clause is deleted.
    Text,
}

/// A proof on its way into `W`, to which a solver writes and which others finish; all clones are the
/// same proof.
pub struct Proof<W>(Rc<RefCell<State<W>>>);

enum State<W> {
    Open {
        out: W,
        form: ProofForm,
        /// Whether the empty clause has been derived, with which a proof ends.
        complete: bool,
    },
    /// It cannot be whole any more.
    Failed(io::Error),
    /// Finished, or its failure told.
    Closed,
}

impl<W> Clone for Proof<W> {
    fn clone(&self) -> Proof<W> {
        Proof(Rc::clone(&self.0))
    }
}

impl<W: Write + 'static> Proof<W> {
    pub fn new(out: W, form: ProofForm) -> Proof<W> {
        Proof(Rc::new(RefCell::new(State::Open {
            out,
            form,
            complete: false,
        })))
    }

    /// Takes the steps of a solver that was given these numbers, in the binary form, and fails where
    /// the output does.
    pub(crate) fn steps(&self, numbers: Rc<RefCell<Dense>>) -> impl Write + 'static {
        Steps {
            state: Rc::downgrade(&self.0),
            numbers,
            kind: None,
            code: 0,
            shift: 0,
            clause: Vec::new(),
            line: Vec::new(),
        }
    }

    /// The error with which the output failed, if it did; told once.
    pub(crate) fn failure(&self) -> Option<io::Error> {
        match self.0.replace(State::Closed) {
            State::Failed(error) => Some(error),
            other => {
                self.0.replace(other);
                None
            }
        }
    }

    /// After the solver said that there is no model: ends the proof with the empty clause, which follows by
    /// unit propagation where no step derived it, and gives the output back, not flushed.
    pub fn finish(&self) -> io::Result<W> {
        match self.0.replace(State::Closed) {
            State::Open {
                mut out,
                form,
                complete,
            } => {
                if !complete {
                    out.write_all(match form {
                        ProofForm::Binary => b"a\0",
                        ProofForm::Text => b"0\n",
                    })?;
                }
                Ok(out)
            }
            State::Failed(error) => Err(error),
            State::Closed => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// Reads the steps of a binary proof as they come, and writes them on.
struct Steps<W> {
    /// Not kept alive by a solver whose memory is abandoned.
    state: Weak<RefCell<State<W>>>,
    numbers: Rc<RefCell<Dense>>,
    /// What the step under way does: `a` adds a clause, `d` deletes one.
    kind: Option<u8>,
    /// The literal under way: the bits so far, and how many they are.
    code: u64,
    shift: u32,
    clause: Vec<Lit>,
    /// The step as it is written.
    line: Vec<u8>,
}

impl<W: Write> Write for Steps<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let state = self.state.upgrade();
        let state = state.ok_or(io::ErrorKind::Other)?;
        let mut state = state.borrow_mut();
        let State::Open {
            out,
            form,
            complete,
        } = &mut *state
        else {
            return Err(io::ErrorKind::Other.into());
        };
        let written = bytes
            .iter()
            .try_for_each(|&byte| self.take(byte, *form, out, complete));
        if let Err(error) = written {
            *state = State::Failed(error);
            return Err(io::ErrorKind::Other.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<W> Steps<W> {
    /// One byte more; the last one of a step writes it.
    fn take(
        &mut self,
        byte: u8,
        form: ProofForm,
        out: &mut impl Write,
        complete: &mut bool,
    ) -> io::Result<()> {
        let Some(kind) = self.kind else {
            self.kind = Some(byte);
            return Ok(());
        };
        self.code |= u64::from(byte & 0x7f) << self.shift;
        if byte & 0x80 != 0 {
            self.shift += 7;
            return Ok(());
        }
        let code = std::mem::take(&mut self.code);
        self.shift = 0;
        if code > 0 {
            // Twice the number, and one more for a negative literal.
            let dense = Lit::new((code / 2) as u32, code & 1 == 0);
            let lit = self.numbers.borrow().original(dense);
            self.clause.push(lit.ok_or(io::ErrorKind::InvalidData)?);
            return Ok(());
        }
        self.kind = None;
        *complete |= self.clause.is_empty() && kind == b'a';
        self.line.clear();
        match form {
            ProofForm::Binary => binary_step(kind, &self.clause, &mut self.line),
            ProofForm::Text => text_step(kind, &self.clause, &mut self.line)?,
        }
        self.clause.clear();
        out.write_all(&self.line)
    }
}

fn binary_step(kind: u8, clause: &[Lit], line: &mut Vec<u8>) {
    line.push(kind);
    for lit in clause {
        let mut code = 2 * u64::from(lit.var()) + u64::from(!lit.is_positive());
        while code >= 0x80 {
            line.push(code as u8 | 0x80);
            code >>= 7;
        }
        line.push(code as u8);
    }
    line.push(0);
}

fn text_step(kind: u8, clause: &[Lit], line: &mut Vec<u8>) -> io::Result<()> {
    if kind == b'd' {
        line.extend_from_slice(b"d ");
    }
    for lit in clause {
        write!(line, "{lit} ")?;
    }
    line.extend_from_slice(b"0\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes steps over dense numbers, so many bytes at a time.
    fn proof(form: ProofForm, steps: &[u8], length: usize) -> io::Result<Vec<u8>> {
        let mut numbers = Dense::default();
        for variable in [7, 100, 1_000_000] {
            numbers.number(Lit::positive(variable));
        }
        let proof = Proof::new(Vec::new(), form);
        let mut out = proof.steps(Rc::new(RefCell::new(numbers)));
        for part in steps.chunks(length) {
            out.write_all(part)?;
        }
        proof.finish()
    }

    #[test]
    fn steps_get_the_numbers_of_the_formula_in_either_form() -> io::Result<()> {
        let steps = b"a\x02\x05\0d\x06\x03\0a\0";
        for length in 1..=steps.len() {
            let text = proof(ProofForm::Text, steps, length)?;
            assert_eq!(text, b"7 -100 0\nd 1000000 -7 0\n0\n");
            let binary = proof(ProofForm::Binary, steps, length)?;
            assert_eq!(binary, b"a\x0e\xc9\x01\0d\x80\x89\x7a\x0f\0a\0");
        }
        Ok(())
    }

    #[test]
    fn a_proof_without_the_empty_clause_gets_it() -> io::Result<()> {
        assert_eq!(proof(ProofForm::Text, b"", 1)?, b"0\n");
        assert_eq!(proof(ProofForm::Binary, b"", 1)?, b"a\0");
        assert_eq!(proof(ProofForm::Text, b"d\0", 1)?, b"d 0\n0\n");
        Ok(())
    }

    #[test]
    fn an_output_that_fails_fails_the_proof() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let proof = Proof::new(Full, ProofForm::Text);
        let mut steps = proof.steps(Rc::default());
        assert!(proof.failure().is_none());
        assert!(steps.write_all(b"a\0").is_err());
        let told = proof.failure().map(|error| error.kind());
        assert_eq!(told, Some(io::ErrorKind::StorageFull));
        assert!(proof.finish().is_err() && steps.write_all(b"a\0").is_err());
    }
}
