//! Running programs, each with all processes that it started, and how they are ended.

use std::io;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Code(i32),
    Signal(i32),
}

/// A running program: the leader of a process group of its own, so that all that it starts can be
/// ended with it.
pub(super) struct Group {
    id: u32,
    /// There until it has been waited for: then its number may be another's.
    child: Mutex<Option<Child>>,
}

/// All groups and folders of this process, for [`end_programs`].
struct Running {
    groups: Vec<Arc<Group>>,
    folders: Vec<PathBuf>,
    /// Nothing is started any more.
    closed: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    groups: Vec::new(),
    folders: Vec::new(),
    closed: false,
});

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How long a program that is asked to end has for it, before it is killed.
pub(super) const GRACE: Duration = Duration::from_millis(50);

/// Ends every solver that runs as a program, with all processes that it started, and removes its files;
/// none is started after that. For a program that is about to exit without waiting for its threads.
pub fn end_programs() {
    let mut running = running();
    running.closed = true;
    for group in &running.groups {
        group.signal(Force::Ask);
    }
    if !running.groups.is_empty() {
        thread::sleep(GRACE / 5);
    }
    for group in running.groups.drain(..) {
        group.signal(Force::Kill);
    }
    for folder in running.folders.drain(..) {
        // It may be gone already, and there is nobody left to tell.
        let _ = std::fs::remove_dir_all(folder);
    }
}

#[derive(Clone, Copy)]
pub(super) enum Force {
    Ask,
    Kill,
}

impl Group {
    /// Starts a program as the leader of a new group; `None` after [`end_programs`].
    pub(super) fn start(command: &mut Command) -> io::Result<Option<(Arc<Group>, Pipes)>> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // Held meanwhile, so that no program can be started unseen.
        let mut running = running();
        if running.closed {
            return Ok(None);
        }
        let mut child = command.spawn()?;
        let pipes = Pipes {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
        };
        let group = Arc::new(Group {
            id: child.id(),
            child: Mutex::new(Some(child)),
        });
        running.groups.push(group.clone());
        Ok(Some((group, pipes)))
    }

    fn child(&self) -> MutexGuard<'_, Option<Child>> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks all processes of the group to end, or kills them.
    pub(super) fn signal(&self, force: Force) {
        if let Some(child) = &mut *self.child() {
            signal(child, force);
        }
    }

    /// Waits until the program has ended; kills what it left running.
    pub(super) fn wait(&self) -> io::Result<Ended> {
        self.wait_for_end();
        running().groups.retain(|group| group.id != self.id);
        let Some(mut child) = self.child().take() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        signal(&mut child, Force::Kill);
        let status = child.wait()?;
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Ok(Ended::Signal(signal));
        }
        Ok(Ended::Code(status.code().unwrap_or(-1)))
    }

    /// Without taking its exit code: until that is done, its number cannot be another's, and its group
    /// can be killed.
    #[cfg(unix)]
    fn wait_for_end(&self) {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let Some(pid) = Pid::from_raw(self.id.cast_signed()) else {
            return;
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(
            waitid(WaitId::Pid(pid), options),
            Err(rustix::io::Errno::INTR)
        ) {}
    }

    #[cfg(not(unix))]
    fn wait_for_end(&self) {
        let is_over = |child: &mut Child| !matches!(child.try_wait(), Ok(None));
        while !self.child().as_mut().is_none_or(is_over) {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The ends of a program's pipes.
pub(super) struct Pipes {
    pub(super) stdin: Option<std::process::ChildStdin>,
    pub(super) stdout: Option<std::process::ChildStdout>,
    pub(super) stderr: Option<std::process::ChildStderr>,
}

/// That there is nobody left is what was wanted.
#[cfg(unix)]
fn signal(child: &mut Child, force: Force) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = match force {
        Force::Ask => Signal::TERM,
        Force::Kill => Signal::KILL,
    };
    let _ = kill_process_group(Pid::from_child(child), signal);
}

#[cfg(not(unix))]
fn signal(child: &mut Child, _: Force) {
    let _ = child.kill();
}

/// A folder of one run's own, which goes with it, and with the process.
pub(super) struct Folder(tempfile::TempDir);

impl Folder {
    pub(super) fn new() -> io::Result<Folder> {
        let mut running = running();
        if running.closed {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let folder = tempfile::Builder::new().prefix("queensat-").tempdir()?;
        running.folders.push(folder.path().to_path_buf());
        Ok(Folder(folder))
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        running().folders.retain(|folder| folder != self.0.path());
    }
}
