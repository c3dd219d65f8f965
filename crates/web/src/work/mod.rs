//! What takes time: a few pieces of work at once, each of which can be ended.
//!
//! Every call begins in the lane `light`, where requests are read and quick questions answered. What may take long is
//! queued in the lane `long`: so a count that runs for a minute keeps nobody from reading a puzzle. In each lane a few
//! run, some wait, and more are refused.
//!
//! ```text
//!   request --> light: read it --> an answer
//!                          \-----> long: work on it --> an answer, or lines of progress and then the answer
//!                                   ^ looked at 20 times a second: client gone? time over? memory used up?
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use qedoku::{Interrupt, Progress};
use tokio::sync::Semaphore;
use tokio::task;

use crate::problem::Problem;

mod job;
mod pieces;
mod run;

pub(crate) use job::Job;
pub(crate) use run::{Lines, Means, call};

/// What a piece of work holds while it runs.
#[derive(Clone, Default)]
pub(crate) struct Work {
    /// Is set when it should end.
    pub(crate) stop: Interrupt,
    /// Shows how far it is.
    pub(crate) watch: Progress,
}

/// Ends a piece of work when it is dropped: whoever wanted the result has gone.
pub(crate) struct Ends(Interrupt);

impl Ends {
    pub(crate) fn new(work: &Work) -> Ends {
        Ends(work.stop.clone())
    }
}

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// What bounds each piece of long work.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) time: Duration,
    pub(crate) memory: crate::Memory,
}

/// A few threads and a queue before them.
#[derive(Clone)]
pub(crate) struct Lane {
    free: Arc<Semaphore>,
    most_waiting: usize,
    waiting: Counter,
    running: Counter,
}

/// How many there are of something.
#[derive(Clone, Default)]
struct Counter(Arc<AtomicUsize>);

/// One of those that are counted.
struct Counted(Counter);

impl Lane {
    pub(crate) fn new(threads: usize, most_waiting: usize) -> Lane {
        let free = Arc::new(Semaphore::new(threads));
        Lane { free, most_waiting, waiting: Counter::default(), running: Counter::default() }
    }

    /// How many pieces of work run now.
    pub(crate) fn running(&self) -> usize {
        self.running.get()
    }

    /// Takes a place in the queue, if there is one, and then does the work. The place is kept until the work has ended,
    /// even if nobody waits for it any more.
    pub(crate) fn start<T, F>(&self, work: F) -> Result<impl Future<Output = Result<T, Problem>> + use<T, F>, Problem>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let place = self.waiting.add();
        if self.waiting.get() > self.most_waiting {
            return Err(Problem::busy("too much is being asked at once: try again in a moment"));
        }
        let (free, running) = (Arc::clone(&self.free), self.running.clone());
        Ok(async move {
            let thread = free.acquire_owned().await.expect("a lane is never closed");
            drop(place);
            let held = (thread, running.add());
            let done = task::spawn_blocking(move || {
                let _held = held;
                work()
            });
            done.await.map_err(|_| Problem::fault()) // a panic, which that thread has told
        })
    }
}

impl Counter {
    fn add(&self) -> Counted {
        self.0.fetch_add(1, Ordering::Relaxed);
        Counted(self.clone())
    }

    fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
    }

    #[test]
    fn a_panic_is_a_problem_and_the_lane_goes_on() {
        let lane = Lane::new(1, 10);
        block_on(async {
            let panics = lane.start(|| -> u8 { panic!("a panic that a test wants") }).unwrap().await;
            assert_eq!(panics.unwrap_err().status.as_u16(), 500);
            assert_eq!(lane.start(|| 5).unwrap().await.unwrap(), 5);
        });
        assert_eq!((lane.running(), lane.waiting.get()), (0, 0));
    }

    #[test]
    fn whoever_leaves_the_queue_makes_room() {
        let lane = Lane::new(1, 2);
        block_on(async {
            let waiting = (lane.start(|| 1).unwrap(), lane.start(|| 2).unwrap());
            assert_eq!(lane.start(|| 3).err().unwrap().status.as_u16(), 503);
            drop(waiting);
            assert_eq!(lane.start(|| 4).unwrap().await.unwrap(), 4);
        });
    }

    #[test]
    fn work_that_waits_for_a_client_who_has_gone_is_not_begun() {
        let lane = Lane::new(1, 2);
        block_on(async {
            let limits = Limits { time: Duration::from_secs(9), memory: crate::Memory::default() };
            let mut job = Job::start(&lane, limits, |_| Ok(5)).unwrap();
            job.work.stop.set();
            assert!(job.end().await.unwrap_err().is_stopped);
        });
    }
}
