//! Lanes and jobs: bounded concurrency, limits and cancellation for everything that computes.
//!
//! Nobody knows in advance whether a request is short: a count may take a microsecond or a century. So each request starts on the
//! short lane, and moves to the long lane when it has used up its slice of time there:
//!
//! ```text
//!   request --> short lane: run for a slice --> response
//!                   |-- a thread of the long lane is free: the run continues there
//!                   `-- else: the run is interrupted, and waits to start again on the long lane
//!
//!   long lane: run --> response, or a stream of progress lines and the result
//!               ^ polled 20 times a second: time limit? memory limit?
//!                 dropped when the client disconnects, which interrupts it
//! ```
//!
//! A slice is short while others wait, so that each gets its slice soon, whatever the others do. Work that starts again loses at most
//! a slice. No thread waits for a client: see `file_stream`. docs/decisions/0059 has the reasons.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use qedoku::{Interrupt, Progress};

use crate::api_error::ApiError;

mod worker_queue;
mod thread_time;
mod run;
mod job;
mod file_stream;
mod execute;

pub(crate) use execute::{ProgressMode, execute};
pub(crate) use job::Job;
pub(crate) use run::AbortOnDrop;
use worker_queue::{Overflow, WorkerPermit, WorkerQueue};

/// Threads of the short lane. Its queue holds one request per connection.
const SHORT_LANE_THREADS: usize = 2;
/// Threads whose run was interrupted on the short lane and has not noticed yet. They leave the lane, so that others can use it.
const MAX_ENDING_RUNS: usize = 4;
/// Processor time of a run on the short lane while others wait for it. With 30 requests on the lane, each has its slice after 150 ms.
/// Processor time, because a busy machine must not turn a short request into a long one.
const SLICE: Duration = Duration::from_millis(10);
/// Longest time of a run on the short lane, busy or not.
const MAX_SLICE: Duration = Duration::from_millis(500);

/// Longest handicaps of a connection by its use of worker time. On the short lane it is small: a hint after a long count is still quick.
const MAX_SHORT_HANDICAP: Duration = Duration::from_secs(1);
const MAX_LONG_HANDICAP: Duration = Duration::from_secs(60);
/// Largest board of a search on the short lane. On larger ones, the engines encode the puzzle for longer than a slice, uninterrupted.
const MAX_SHORT_SIDE: usize = 16;

/// State that a running job shares with the thread that polls it.
#[derive(Clone, Default)]
pub(crate) struct JobContext {
    /// Set to end the job.
    pub(crate) interrupt: Interrupt,
    /// Updated by the job.
    pub(crate) progress: Progress,
    /// Whether the job runs on the short lane.
    is_on_short_lane: bool,
}

impl JobContext {
    /// Called before a search on a board. Fails on the short lane if the engines would not notice an interruption in time.
    pub(crate) fn check_search(&self, board: qedoku::Board) -> Result<(), ApiError> {
        let is_allowed = !self.is_on_short_lane || board.side() <= MAX_SHORT_SIDE;
        if is_allowed { Ok(()) } else { Err(ApiError::needs_long_lane()) }
    }
}

/// Limits of a job.
#[derive(Clone, Copy)]
pub(crate) struct JobLimits {
    pub(crate) time: Duration,
    pub(crate) memory: crate::MemoryLimit,
}

/// The lanes of a server, and the limits of its jobs.
#[derive(Clone)]
pub(crate) struct Lanes {
    short: WorkerQueue,
    long: WorkerQueue,
    ending: WorkerQueue,
    limits: JobLimits,
}

impl Lanes {
    pub(crate) fn new(settings: &crate::ServerSettings) -> Lanes {
        Lanes {
            short: WorkerQueue::new(SHORT_LANE_THREADS, settings.max_connections),
            long: WorkerQueue::new(settings.job_threads, settings.max_queued_jobs),
            ending: WorkerQueue::new(MAX_ENDING_RUNS, 0),
            limits: JobLimits { time: settings.job_time_limit, memory: settings.memory_limit },
        }
    }

    /// Number of jobs that run on the long lane.
    pub(crate) fn running_long(&self) -> usize {
        self.long.running()
    }
}

/// Worker time that a connection has used. Connections that have used less go first.
#[derive(Clone, Default)]
pub(crate) struct ClientUsage(Arc<AtomicU64>);

impl ClientUsage {
    fn add(&self, time: Duration) {
        self.0.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Handicap of the next request.
    fn handicap(&self, max: Duration) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed)).min(max)
    }
}
