//! Worker queues and jobs: bounded concurrency, limits and cancellation for everything that computes.
//!
//! Each request starts in the queue `short`, where it is parsed and, if that is quick, answered. Anything that may take long
//! moves to the queue `long`, so that a count of one minute does not delay the parsing of a puzzle. Each queue runs a few
//! jobs, keeps some waiting and rejects more.
//!
//! ```text
//!   request --> short: parse --> response
//!                         \----> long: Job --> response, or a stream of progress lines and the result
//!                                 ^ polled 20 times a second: time limit? memory limit?
//!                                   dropped when the client disconnects, which interrupts it
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use qedoku::{Interrupt, Progress};
use tokio::sync::Semaphore;
use tokio::task;

use crate::api_error::ApiError;

mod job;
mod file_stream;
mod execute;

pub(crate) use execute::{ProgressMode, Queues, execute};
pub(crate) use job::Job;

/// State that a running job shares with the thread that polls it.
#[derive(Clone, Default)]
pub(crate) struct JobContext {
    /// Set to end the job.
    pub(crate) interrupt: Interrupt,
    /// Updated by the job.
    pub(crate) progress: Progress,
}

/// Interrupts a job when dropped, which happens when nobody waits for its result any more.
pub(crate) struct CancelOnDrop(Interrupt);

impl CancelOnDrop {
    pub(crate) fn new(context: &JobContext) -> CancelOnDrop {
        CancelOnDrop(context.interrupt.clone())
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Limits of a long job.
#[derive(Clone, Copy)]
pub(crate) struct JobLimits {
    pub(crate) time: Duration,
    pub(crate) memory: crate::MemoryLimit,
}

/// A bounded queue in front of a few worker threads.
#[derive(Clone)]
pub(crate) struct WorkerQueue {
    threads: Arc<Semaphore>,
    max_waiting: usize,
    waiting: Gauge,
    running: Gauge,
}

/// A shared count of live [`GaugeGuard`]s.
#[derive(Clone, Default)]
struct Gauge(Arc<AtomicUsize>);

/// Counts as one in its gauge until dropped.
struct GaugeGuard(Gauge);

impl WorkerQueue {
    pub(crate) fn new(threads: usize, max_waiting: usize) -> WorkerQueue {
        let threads = Arc::new(Semaphore::new(threads));
        WorkerQueue { threads, max_waiting, waiting: Gauge::default(), running: Gauge::default() }
    }

    /// Number of running jobs.
    pub(crate) fn running(&self) -> usize {
        self.running.get()
    }

    /// Enqueues `work`, or fails if the queue is full. The returned future runs it on a worker thread. That thread stays
    /// occupied until `work` returns, even if the future is dropped earlier.
    pub(crate) fn enqueue<T, F>(
        &self,
        work: F,
    ) -> Result<impl Future<Output = Result<T, ApiError>> + use<T, F>, ApiError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let waiting = self.waiting.enter();
        if self.waiting.get() > self.max_waiting {
            return Err(ApiError::unavailable("the server is busy: try again in a moment"));
        }
        let (threads, running) = (Arc::clone(&self.threads), self.running.clone());
        Ok(async move {
            let thread = threads.acquire_owned().await.expect("the semaphore is never closed");
            drop(waiting);
            let occupied = (thread, running.enter());
            let result = task::spawn_blocking(move || {
                let _occupied = occupied;
                work()
            });
            result.await.map_err(|_| ApiError::internal()) // `work` panicked
        })
    }
}

impl Gauge {
    fn enter(&self) -> GaugeGuard {
        self.0.fetch_add(1, Ordering::Relaxed);
        GaugeGuard(self.clone())
    }

    fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for GaugeGuard {
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
    fn a_panic_becomes_an_error_and_the_queue_keeps_working() {
        let queue = WorkerQueue::new(1, 10);
        block_on(async {
            let panicked = queue.enqueue(|| -> u8 { panic!("a deliberate panic of this test") }).unwrap().await;
            assert_eq!(panicked.unwrap_err().status.as_u16(), 500);
            assert_eq!(queue.enqueue(|| 5).unwrap().await.unwrap(), 5);
        });
        assert_eq!((queue.running(), queue.waiting.get()), (0, 0));
    }

    #[test]
    fn a_full_queue_rejects_jobs_until_one_leaves() {
        let queue = WorkerQueue::new(1, 2);
        block_on(async {
            let waiting = (queue.enqueue(|| 1).unwrap(), queue.enqueue(|| 2).unwrap());
            assert_eq!(queue.enqueue(|| 3).err().unwrap().status.as_u16(), 503);
            drop(waiting);
            assert_eq!(queue.enqueue(|| 4).unwrap().await.unwrap(), 4);
        });
    }

    #[test]
    fn a_job_interrupted_while_waiting_does_not_run() {
        let queue = WorkerQueue::new(1, 2);
        block_on(async {
            let limits = JobLimits { time: Duration::from_secs(9), memory: crate::MemoryLimit::default() };
            let mut job = Job::start(&queue, limits, |_| Ok(5)).unwrap();
            job.context.interrupt.set();
            assert!(job.finish().await.unwrap_err().is_interrupted);
        });
    }
}
