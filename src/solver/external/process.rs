//! One run of a program: its input is fed, both its outputs are drained meanwhile, and it ends when the
//! interrupt says so.

use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::group::{Ended, Force, GRACE, Group};
use crate::interrupt::Interrupt;

/// What a program that ended by itself left.
pub(super) struct Finished {
    pub(super) ended: Ended,
    pub(super) stdout: Vec<u8>,
    /// Whether there was more of it than is kept.
    pub(super) overflowed: bool,
    /// The end of its standard error.
    pub(super) stderr: Vec<u8>,
}

/// Why a program did not run to its end.
#[derive(Debug)]
pub(super) enum Failure {
    /// It was not started.
    Start(io::Error),
    /// Its input could not be made.
    Feed(io::Error),
}

/// Feeds a program's standard input.
pub(super) type Feed<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// How much of standard error is kept: its end.
const STDERR: usize = 16 * 1024;

/// How often the interrupt is looked at.
const POLL: Duration = Duration::from_millis(5);

/// How long outputs may go on after the program ended: only a process that left its group holds them.
const PATIENCE: Duration = Duration::from_millis(500);

/// Runs a program to its end, with no more than `limit` bytes of its output kept; without a feed its
/// standard input is empty. `None` if it was stopped by the interrupt. That the program does not read
/// all of its input is no error: it may know enough.
pub(super) fn run(
    command: &mut Command,
    feed: Option<Feed<'_>>,
    limit: usize,
    interrupt: &Interrupt,
) -> Result<Option<Finished>, Failure> {
    if interrupt.is_set() {
        return Ok(None);
    }
    command.stdin(match feed {
        Some(_) => Stdio::piped(),
        None => Stdio::null(),
    });
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let Some((group, pipes)) = Group::start(command).map_err(Failure::Start)? else {
        return Ok(None);
    };
    let threads = || -> io::Result<_> {
        let drain = |pipe, keep| drain(pipe, keep, group.clone());
        let stdout = pipes
            .stdout
            .map(|pipe| drain(Box::new(pipe), Keep::First(limit)));
        let stderr = pipes
            .stderr
            .map(|pipe| drain(Box::new(pipe), Keep::Last(STDERR)));
        let watch = watch(group.clone(), interrupt.clone())?;
        Ok((stdout.transpose()?, stderr.transpose()?, watch))
    };
    let (stdout, stderr, over) = match threads() {
        Ok(threads) => threads,
        Err(error) => {
            group.signal(Force::Kill);
            let _ = group.wait();
            return Err(Failure::Start(error));
        }
    };
    let fed = match (feed, pipes.stdin) {
        // The pipe closes at the end.
        (Some(feed), Some(mut pipe)) => feed(&mut pipe),
        _ => Ok(()),
    };
    let fed = match fed {
        Err(error) if crate::io::is_closed_pipe(&error) => Ok(()),
        fed => fed,
    };
    if fed.is_err() {
        group.signal(Force::Kill);
    }
    let ended = group.wait();
    drop(over);
    if interrupt.is_set() {
        return Ok(None);
    }
    fed.map_err(Failure::Feed)?;
    let (stdout, overflowed) = stdout.map(Drained::take).unwrap_or_default();
    let (stderr, _) = stderr.map(Drained::take).unwrap_or_default();
    Ok(Some(Finished {
        ended: ended.map_err(Failure::Start)?,
        stdout,
        overflowed,
        stderr,
    }))
}

/// Ends the group when the interrupt is set: asks at first, and kills what is left after a grace. What
/// it gives is to be dropped when the program has ended.
fn watch(group: Arc<Group>, interrupt: Interrupt) -> io::Result<mpsc::Sender<()>> {
    let (over, is_over) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        while is_over.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
            if interrupt.is_set() {
                group.signal(Force::Ask);
                if is_over.recv_timeout(GRACE) == Err(RecvTimeoutError::Timeout) {
                    group.signal(Force::Kill);
                }
                return;
            }
        }
    })?;
    Ok(over)
}

/// Which part of an output is kept.
#[derive(Clone, Copy)]
enum Keep {
    First(usize),
    Last(usize),
}

/// An output that a thread reads.
struct Drained {
    kept: Arc<Mutex<Kept>>,
    end: Receiver<()>,
}

#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    overflowed: bool,
}

/// Reads a pipe to its end. A program that prints more than is kept might do so for ever: it is killed.
fn drain(mut pipe: Box<dyn Read + Send>, keep: Keep, group: Arc<Group>) -> io::Result<Drained> {
    let kept = Arc::new(Mutex::new(Kept::default()));
    let (done, end) = mpsc::channel();
    let drained = Drained {
        kept: kept.clone(),
        end,
    };
    thread::Builder::new().spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        // A pipe that fails is as good as one at its end.
        while let Ok(read @ 1..) = pipe.read(&mut buffer) {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.add(&buffer[..read], keep);
            if kept.overflowed {
                group.signal(Force::Kill);
            }
        }
        let _ = done.send(());
    })?;
    Ok(drained)
}

impl Kept {
    fn add(&mut self, bytes: &[u8], keep: Keep) {
        match keep {
            Keep::First(limit) => {
                let room = limit - self.bytes.len();
                self.overflowed |= bytes.len() > room;
                self.bytes.extend(&bytes[..bytes.len().min(room)]);
            }
            Keep::Last(limit) => {
                self.bytes.extend(bytes);
                let more = self.bytes.len().saturating_sub(limit);
                self.bytes.drain(..more);
            }
        }
    }
}

impl Drained {
    fn take(self) -> (Vec<u8>, bool) {
        let _ = self.end.recv_timeout(PATIENCE);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = std::mem::take(&mut *kept);
        (kept.bytes, kept.overflowed)
    }
}
