//! Ctrl-C and the deadline: what was found is kept, and the program is gone at once.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use queensat::Interrupt;

/// An interrupt that is set by SIGINT, by SIGTERM, by SIGHUP, and when so much time has passed since `start`.
pub fn watch(start: Instant, timeout: Option<Duration>) -> anyhow::Result<Interrupt> {
    let interrupt = Interrupt::new();
    if let Some(timeout) = timeout {
        let flag = interrupt.clone();
        thread::Builder::new().spawn(move || {
            thread::sleep(timeout.saturating_sub(start.elapsed()));
            stop(&flag, "time is up");
        })?;
    }
    watch_signals(&interrupt)?;
    Ok(interrupt)
}

#[cfg(unix)]
fn watch_signals(interrupt: &Interrupt) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    // So that a file that may not grow any more is an error of the write, and not the end.
    signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    // When the terminal goes, solvers that run as programs would not: they have groups of their own.
    if !ignores_hangup() {
        signals.add_signal(SIGHUP)?;
    }
    let flag = interrupt.clone();
    thread::Builder::new().spawn(move || {
        if signals.forever().next().is_some() {
            stop(&flag, "interrupted");
        }
    })?;
    Ok(())
}

/// Whether the program was started to go on without its terminal, as nohup does; where the system does
/// not tell, it is left alone.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else {
        return true;
    };
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask & 1 != 0)
}

/// Elsewhere Ctrl-C ends the program as the system does.
#[cfg(not(unix))]
fn watch_signals(_: &Interrupt) -> anyhow::Result<()> {
    Ok(())
}

/// Sets the interrupt. Whoever does not see it within [`GRACE`] is where nobody looks at it: searching,
/// dropping what was loaded, or waiting for a reader. The program ends without it.
fn stop(interrupt: &Interrupt, why: &'static str) {
    WHY.get_or_init(|| why);
    interrupt.set();
    thread::sleep(GRACE);
    // Held until the end, so that nobody gives a result any more, or ends the program a second time.
    let mut last = last();
    if !last.said {
        // A progress bar may have left the cursor behind it.
        if std::io::stderr().is_terminal() {
            let _ = writeln!(std::io::stderr());
        }
        super::say(why_stopped());
    }
    if let Some(words) = last.words.take() {
        let (done, told) = mpsc::channel();
        let teller = thread::Builder::new().spawn(move || {
            words();
            let _ = done.send(());
        });
        // Perhaps nobody reads them.
        if teller.is_ok() {
            let _ = told.recv_timeout(PATIENCE);
        }
    }
    queensat::io::remove_unfinished();
    queensat::solver::end_programs();
    std::process::exit(last.code);
}

const GRACE: Duration = Duration::from_millis(150);
const PATIENCE: Duration = Duration::from_millis(30);

/// Why the interrupt was set first.
static WHY: OnceLock<&'static str> = OnceLock::new();

fn why_stopped() -> &'static str {
    WHY.get().copied().unwrap_or("interrupted")
}

/// What is left to say when the program is stopped.
struct Last {
    /// That it was.
    said: bool,
    words: Option<Box<dyn FnOnce() + Send>>,
    /// The exit code.
    code: i32,
}

static LAST: Mutex<Last> = Mutex::new(Last {
    said: false,
    words: None,
    code: 3,
});

fn last() -> MutexGuard<'static, Last> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is to be done if the program has to end before there is a result.
pub fn leave_last_words(words: impl FnOnce() + Send + 'static) {
    last().words = Some(Box::new(words));
}

/// The same, with an exit code of its own also after the words were taken back.
pub fn answer_if_stopped(code: i32, words: impl FnOnce() + Send + 'static) {
    leave_last_words(words);
    last().code = code;
}

/// There is a result. If the last words are being said already, this does not return.
pub fn take_back_last_words() {
    last().words = None;
}

/// Says on standard error why the run was stopped, and what came of it; nobody else says it then.
pub fn say_stopped(what_came: impl Display) {
    let mut last = last();
    last.said = true;
    super::say(format!("{}{what_came}", why_stopped()));
}

/// A number of seconds above 0.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        // More than a clock can hold is as good as for ever.
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => {
            Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
        }
        _ => Err("it must be a number of seconds above 0, such as 2.5".to_string()),
    }
}
