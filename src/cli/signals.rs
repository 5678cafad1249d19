//! Ctrl-C and the like: what was found is kept, and the program is gone at once.

#[cfg(unix)]
use std::{
    io::{IsTerminal, Write},
    sync::Arc,
};

use queensat::Interrupt;

/// An interrupt that SIGINT and SIGTERM set. Whoever does not see it within [`GRACE`] is inside the
/// solver, which cannot be asked to stop; the program ends without it.
#[cfg(unix)]
pub fn watch() -> anyhow::Result<Interrupt> {
    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    // So that a file that may not grow any more is an error of the write, and not the end.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    let interrupt = Interrupt::new();
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let flag = interrupt.clone();
    std::thread::Builder::new().spawn(move || {
        if signals.forever().next().is_some() {
            flag.set();
            std::thread::sleep(GRACE);
            // A progress bar may have left the cursor behind it.
            if std::io::stderr().is_terminal() {
                let _ = writeln!(std::io::stderr());
            }
            super::say("interrupted");
            queensat::io::remove_unfinished();
            std::process::exit(3);
        }
    })?;
    Ok(interrupt)
}

/// Elsewhere Ctrl-C ends the program as the system does.
#[cfg(not(unix))]
pub fn watch() -> anyhow::Result<Interrupt> {
    Ok(Interrupt::new())
}

#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_millis(150);
