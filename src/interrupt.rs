//! Asking a long run to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that can be set from another thread or a signal handler; all clones share it, and nothing
/// takes it back.
///
/// Who looks at it:
///
/// - encoding, into a file or into a solver: every few thousand clauses;
/// - enumeration: between two placements; the native count: between two parts of its search;
/// - libcadical: many times a second while it searches;
/// - who waits for a solver that is a program: it is then asked to end, and killed 0.05 s later;
/// - varisat: in [`solve`](crate::solve()) and [`is_unique`](crate::is_unique) at one conflict of
///   some ten or hundred, and on large boards without given squares minutes can pass between two;
///   elsewhere (explaining, the backbone, enumeration, completion puzzles) each single search runs
///   to its end.
///
/// So it is a request, and no limit: besides, what was loaded is dropped before the call returns, which
/// takes 0.1 s for a million clauses. Who needs a limit in time runs the call in a thread or process of
/// its own and goes on without it, as the command line does 0.15 s after Ctrl-C or `--timeout`.
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
