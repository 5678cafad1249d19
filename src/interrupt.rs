//! Asking a long run to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that can be set from another thread or a signal handler; all clones share it.
///
/// Encoding, enumeration and counting look at it between steps of well under a millisecond, except
/// that a call of the embedded solver that is under way runs to its end.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Asks everyone who holds a clone to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
