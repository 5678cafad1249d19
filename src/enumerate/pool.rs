//! Threads that share a stream of jobs, and their results in the order of the jobs or as they come.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, panic};

/// The results of jobs that threads are working on. A bounded number of them waits to be taken; then
/// the threads wait, too.
pub(super) struct Pool<T> {
    results: Results<T>,
    threads: Vec<JoinHandle<()>>,
}

enum Results<T> {
    /// For each job, in order, where its results come.
    InOrder {
        jobs: Receiver<Receiver<T>>,
        current: Option<Receiver<T>>,
    },
    AsTheyCome(Receiver<T>),
}

/// The jobs that nobody has taken yet, and where their results go.
struct Jobs<I, T> {
    stream: I,
    results: Givers<T>,
}

enum Givers<T> {
    InOrder(SyncSender<Receiver<T>>),
    AsTheyCome(SyncSender<T>),
}

/// How many jobs may be ahead of the one whose results are taken, for each thread; and how many
/// results may wait.
const AHEAD: usize = 256;

impl<T: Send + 'static> Pool<T> {
    /// Starts threads that call `work` with one job after another and a way to give results, which
    /// says whether they are still wanted. In order, at most one result of each job waits.
    pub(super) fn start<I, W>(
        threads: usize,
        in_order: bool,
        stream: I,
        work: W,
    ) -> io::Result<Pool<T>>
    where
        I: Iterator + Send + 'static,
        W: Fn(I::Item, &dyn Fn(T) -> bool) + Send + Sync + 'static,
    {
        let (givers, results) = if in_order {
            let (give, jobs) = sync_channel(threads.min(16) * AHEAD);
            let current = None;
            (Givers::InOrder(give), Results::InOrder { jobs, current })
        } else {
            let (give, results) = sync_channel(AHEAD);
            (Givers::AsTheyCome(give), Results::AsTheyCome(results))
        };
        let jobs = Arc::new(Mutex::new(Jobs {
            stream,
            results: givers,
        }));
        let work = Arc::new(work);
        let run = || {
            let (jobs, work) = (jobs.clone(), work.clone());
            let take = move || jobs.lock().unwrap_or_else(PoisonError::into_inner).take();
            thread::Builder::new().spawn(move || {
                while let Some((job, give)) = take() {
                    work(job, &|result| give.send(result).is_ok());
                }
            })
        };
        let threads = (0..threads).map(|_| run()).collect::<io::Result<_>>()?;
        Ok(Pool { results, threads })
    }
}

impl<I: Iterator, T> Jobs<I, T> {
    /// The next job; whoever takes it says where its results will come before there is another.
    fn take(&mut self) -> Option<(I::Item, SyncSender<T>)> {
        let job = self.stream.next()?;
        let give = match &self.results {
            Givers::AsTheyCome(give) => give.clone(),
            Givers::InOrder(jobs) => {
                let (give, results) = sync_channel(1);
                jobs.send(results).ok()?;
                give
            }
        };
        Some((job, give))
    }
}

impl<T> Iterator for Pool<T> {
    type Item = T;

    /// The next result. After the last one, a thread's panic goes on here, so that no result can be
    /// missing unseen.
    fn next(&mut self) -> Option<T> {
        let result = self.results.next();
        if result.is_none() {
            for thread in self.threads.drain(..) {
                if let Err(panic) = thread.join() {
                    panic::resume_unwind(panic);
                }
            }
        }
        result
    }
}

impl<T> Results<T> {
    fn next(&mut self) -> Option<T> {
        match self {
            Results::AsTheyCome(results) => take(results),
            Results::InOrder { jobs, current } => loop {
                if let Some(result) = current.as_ref().and_then(take) {
                    return Some(result);
                }
                *current = Some(take(jobs)?);
            },
        }
    }
}

/// What comes next, with a nap where there is nothing yet: to be woken for each result would cost a
/// third of the time that two threads need to find them.
fn take<T>(results: &Receiver<T>) -> Option<T> {
    loop {
        match results.try_recv() {
            Ok(result) => return Some(result),
            Err(TryRecvError::Empty) => thread::sleep(NAP),
            Err(TryRecvError::Disconnected) => return None,
        }
    }
}

const NAP: Duration = Duration::from_micros(500);

#[cfg(test)]
mod tests {
    use super::*;

    /// The jobs 0, 1, …; job i gives the numbers below i % 4, late jobs first.
    fn results(threads: usize, in_order: bool, jobs: u64) -> Vec<(u64, u64)> {
        let work = |job: u64, give: &dyn Fn((u64, u64)) -> bool| {
            thread::sleep(Duration::from_micros(100 * (3 - job % 4)));
            assert!((0..job % 4).all(|i| give((job, i))));
        };
        Pool::start(threads, in_order, 0..jobs, work)
            .unwrap()
            .collect()
    }

    #[test]
    fn every_result_comes_once_and_in_order_if_asked() {
        let expected: Vec<_> = (0..500)
            .flat_map(|job| (0..job % 4).map(move |i| (job, i)))
            .collect();
        for threads in [1, 2, 3, 16] {
            assert_eq!(results(threads, true, 500), expected);
            let mut any = results(threads, false, 500);
            any.sort_unstable();
            assert_eq!(any, expected);
        }
    }

    #[test]
    fn the_threads_do_not_run_far_ahead() {
        for in_order in [true, false] {
            let taken = Arc::new(Mutex::new(0));
            let count = taken.clone();
            let jobs = (0..100_000).inspect(move |_| *count.lock().unwrap() += 1);
            let mut pool =
                Pool::start(2, in_order, jobs, |job, give| assert!(give(job) || job > 0)).unwrap();
            pool.next();
            thread::sleep(Duration::from_millis(50));
            assert!(*taken.lock().unwrap() < 3 * AHEAD + 10);
        }
    }

    #[test]
    #[should_panic = "job 7"]
    fn a_panic_in_a_thread_is_not_lost() {
        let work = |job: u32, give: &dyn Fn(u32) -> bool| {
            assert_ne!(job, 7, "job 7");
            give(job);
        };
        Pool::start(2, true, 0..10, work).unwrap().for_each(drop);
    }
}
