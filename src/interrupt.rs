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
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    outer: Option<Arc<Interrupt>>,
}

impl Interrupt {
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Asks everyone who holds a clone to stop.
    pub fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        let outer = || self.outer.as_ref().is_some_and(|outer| outer.is_set());
        self.flag.load(Ordering::Relaxed) || outer()
    }

    /// An interrupt for a part of the work: set where this one is, or by itself.
    pub fn nested(&self) -> Interrupt {
        Interrupt {
            flag: Arc::default(),
            outer: Some(Arc::new(self.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nested_interrupt_is_set_with_the_outer_one_and_not_the_other_way() {
        let outer = Interrupt::new();
        let (one, two) = (outer.nested(), outer.nested());
        one.set();
        assert!(one.is_set() && one.nested().is_set());
        assert!(!outer.is_set() && !two.is_set());
        outer.set();
        assert!(two.is_set());
    }
}
