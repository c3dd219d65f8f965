//! Long job: runs in a worker queue and is polled for its limits until it ends.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use qedoku::message_text::describe_progress;
use tokio::time::timeout;

use super::{CancelOnDrop, JobContext, JobLimits, WorkerQueue};
use crate::api_error::ApiError;

/// Time between two checks of the limits.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Time for an interrupted job to return what it has. After that the client gets an error, and the thread ends when it can.
const INTERRUPT_GRACE: Duration = Duration::from_secs(5);

/// The outer error is a panic of the worker thread, the inner one the result of the job.
type JobResult<T> = Result<Result<T, ApiError>, ApiError>;

/// A job that is waiting or running. Dropping it interrupts the job.
pub(crate) struct Job<T> {
    pub(crate) context: JobContext,
    _cancel: CancelOnDrop,
    result: Pin<Box<dyn Future<Output = JobResult<T>> + Send>>,
    limits: JobLimits,
    /// When the job began to run. Time in the queue does not count towards its limit.
    started: Arc<OnceLock<Instant>>,
    /// When and why the job was interrupted by a limit.
    cancelled: Option<(Instant, String)>,
}

impl<T: Send + 'static> Job<T> {
    /// Enqueues a job, or fails if the queue is full.
    pub(crate) fn start(
        queue: &WorkerQueue,
        limits: JobLimits,
        run: impl FnOnce(&JobContext) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Job<T>, ApiError> {
        let (context, started) = (JobContext::default(), Arc::new(OnceLock::new()));
        let (job_context, job_started) = (context.clone(), Arc::clone(&started));
        let result = queue.enqueue(move || {
            job_started.get_or_init(Instant::now);
            // The client may have disconnected while the job was waiting.
            if job_context.interrupt.is_set() { Err(ApiError::interrupted()) } else { run(&job_context) }
        })?;
        let cancel = CancelOnDrop::new(&context);
        Ok(Job { context, _cancel: cancel, result: Box::pin(result), limits, started, cancelled: None })
    }

    /// The result, or `None` if the job is still running after `time`.
    pub(crate) async fn wait(&mut self, time: Duration) -> Option<Result<T, ApiError>> {
        let deadline = Instant::now() + time;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if let Ok(result) = timeout(left.min(POLL_INTERVAL), &mut self.result).await {
                return Some(result.and_then(|result| result).map_err(|error| self.add_reason(error)));
            }
            self.enforce_limits();
            if self.cancelled.as_ref().is_some_and(|(when, _)| when.elapsed() > INTERRUPT_GRACE) {
                return Some(Err(self.add_reason(ApiError::interrupted())));
            }
            if left.is_zero() {
                return None;
            }
        }
    }

    /// The result, however long it takes within the limits.
    pub(crate) async fn finish(&mut self) -> Result<T, ApiError> {
        loop {
            if let Some(result) = self.wait(Duration::from_secs(60)).await {
                return result;
            }
        }
    }

    /// Interrupts the job if it has reached a limit.
    fn enforce_limits(&mut self) {
        let JobLimits { time, memory } = self.limits;
        let reason = match self.started.get() {
            Some(started) if started.elapsed() > time => {
                format!("the time limit of {} s was reached", time.as_secs_f64())
            }
            Some(_) if memory.is_exceeded() => format!("the memory limit of {} MiB was reached", memory.max >> 20),
            _ => return,
        };
        self.context.interrupt.set();
        self.cancelled.get_or_insert((Instant::now(), reason));
    }

    /// Reason of the interruption, if a limit was reached.
    pub(crate) fn cancel_reason(&self) -> Option<&str> {
        self.cancelled.as_ref().map(|(_, reason)| &**reason)
    }

    fn add_reason(&self, error: ApiError) -> ApiError {
        match self.cancel_reason() {
            Some(reason) if error.is_interrupted => error.with_context(reason),
            _ => error,
        }
    }

    /// Progress for people, such as `3.2 s: 1,269 conflicts`.
    pub(crate) fn progress(&self) -> String {
        let Some(started) = self.started.get() else { return "waiting for other requests to finish".to_owned() };
        let elapsed = started.elapsed();
        let counters = describe_progress(&self.context.progress, elapsed);
        let seconds = format!("{:.1} s", elapsed.as_secs_f64());
        if counters.is_empty() { seconds } else { format!("{seconds}: {counters}") }
    }
}
