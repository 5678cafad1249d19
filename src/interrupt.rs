//! Asking a long run to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that can be set from another thread or a signal handler; all clones share it.
///
/// Encoding looks at it every few thousand clauses, enumeration between two placements, the native
/// count between two parts of its search; a call of the embedded solver runs to its end.
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
