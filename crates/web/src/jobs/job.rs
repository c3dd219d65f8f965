//! Job: the work of a request on its way through the lanes, polled for its limits until it ends.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use qedoku::Progress;
use qedoku::message_text::describe_progress;
use tokio::time::timeout;

use super::run::{Run, Work};
use super::{ClientUsage, JobLimits, Lanes, MAX_LONG_HANDICAP, MAX_SHORT_HANDICAP, MAX_SLICE, Overflow, SLICE};
use crate::api_error::ApiError;

/// Time between two checks of the limits.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Time between two checks of a run on the short lane, where others may begin to wait at any moment.
const SHORT_POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Time for an interrupted job to return what it has. After that the client gets an error, and the thread ends when it can.
const INTERRUPT_GRACE: Duration = Duration::from_secs(5);

/// A job that is waiting or running. Dropping it interrupts the job.
pub(crate) struct Job<T> {
    status: Arc<Mutex<JobStatus>>,
    result: Pin<Box<dyn Future<Output = Result<T, ApiError>> + Send>>,
}

/// State of a job for progress lines and error messages.
#[derive(Default)]
struct JobStatus {
    /// Start and progress of the present run. Time in a queue does not count towards the limit.
    run: Option<(Instant, Progress)>,
    /// Why the job was interrupted, if it reached a limit.
    cancel_reason: Option<String>,
}

impl<T: Send + 'static> Job<T> {
    /// A job that starts when it is first polled. `overflow` is for the queue of the long lane.
    pub(crate) fn new(lanes: &Lanes, usage: &ClientUsage, overflow: Overflow, work: Work<T>) -> Job<T> {
        let status = Arc::<Mutex<JobStatus>>::default();
        let route = Route { lanes: lanes.clone(), usage: usage.clone(), overflow, work, status: Arc::clone(&status) };
        Job { status, result: Box::pin(route.travel()) }
    }

    /// The result, or `None` if the job has not ended after `time`.
    pub(crate) async fn wait(&mut self, time: Duration) -> Option<Result<T, ApiError>> {
        timeout(time, &mut self.result).await.ok()
    }

    /// The result, however long it takes within the limits.
    pub(crate) async fn finish(&mut self) -> Result<T, ApiError> {
        (&mut self.result).await
    }

    /// Reason of the interruption, if a limit was reached.
    pub(crate) fn cancel_reason(&self) -> Option<String> {
        lock(&self.status).cancel_reason.clone()
    }

    /// Progress for people, such as `3.2 s: 1,269 conflicts`.
    pub(crate) fn progress(&self) -> String {
        let status = lock(&self.status);
        let Some((started, progress)) = &status.run else { return "waiting for other requests to finish".to_owned() };
        let elapsed = started.elapsed();
        let counters = describe_progress(progress, elapsed);
        let seconds = format!("{:.1} s", elapsed.as_secs_f64());
        if counters.is_empty() { seconds } else { format!("{seconds}: {counters}") }
    }
}

fn lock(status: &Mutex<JobStatus>) -> MutexGuard<'_, JobStatus> {
    status.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The way of a job through the lanes.
struct Route<T> {
    lanes: Lanes,
    usage: ClientUsage,
    overflow: Overflow,
    work: Work<T>,
    status: Arc<Mutex<JobStatus>>,
}

impl<T: Send + 'static> Route<T> {
    async fn travel(self) -> Result<T, ApiError> {
        let Lanes { short, long, ending, .. } = &self.lanes;
        let permit = short.acquire(self.usage.handicap(MAX_SHORT_HANDICAP), self.overflow)?.await;
        let mut run = self.start(Run::start(permit, &self.work, &self.usage, Some(ending)));
        match self.poll(&mut run).await {
            Some(Err(error)) if error.needs_long_lane => {}
            Some(result) => return result,
            None => {}
        }
        // The time of the interrupted run is part of the handicap only after it has ended, which is fair: others lost a slice too.
        let turn = long.acquire(self.usage.handicap(MAX_LONG_HANDICAP), self.overflow)?;
        drop(run);
        lock(&self.status).run = None;
        let permit = turn.await;
        let mut run = self.start(Run::start(permit, &self.work, &self.usage, None));
        self.poll(&mut run).await.expect("a run on the long lane is never sent away")
    }

    /// Records the start of a run.
    fn start(&self, run: Run<T>) -> Run<T> {
        lock(&self.status).run = Some((run.started, run.context.progress.clone()));
        run
    }

    /// Polls a run until it ends. Returns `None` if it must leave the short lane.
    async fn poll(&self, run: &mut Run<T>) -> Option<Result<T, ApiError>> {
        let mut interrupted: Option<Instant> = None;
        loop {
            let interval = match SLICE.checked_sub(run.started.elapsed()) {
                Some(left) => left,
                None if run.is_on_short_lane() => SHORT_POLL_INTERVAL,
                None => POLL_INTERVAL,
            };
            if let Some(result) = run.wait(interval).await {
                return Some(result.map_err(|error| self.add_reason(error)));
            }
            if let Some(interrupted) = interrupted {
                if interrupted.elapsed() > INTERRUPT_GRACE {
                    return Some(Err(self.add_reason(ApiError::interrupted())));
                }
            } else if let Some(reason) = self.lanes.limits.exceeded_since(run.started) {
                run.context.interrupt.set();
                interrupted = Some(Instant::now());
                lock(&self.status).cancel_reason = Some(reason);
            } else if run.is_on_short_lane() && self.must_leave(run) {
                return None;
            }
        }
    }

    /// Whether a run must leave the short lane, because its slice is used up. Moves it to the long lane if that has a free thread.
    fn must_leave(&self, run: &mut Run<T>) -> bool {
        let (elapsed, used) = (run.started.elapsed(), run.processor_time());
        if elapsed < MAX_SLICE && used < SLICE {
            return false;
        }
        if let Some(permit) = self.lanes.long.try_acquire() {
            run.move_to_long_lane(permit);
            return false;
        }
        elapsed >= MAX_SLICE || self.lanes.short.waiting() > 0
    }

    fn add_reason(&self, error: ApiError) -> ApiError {
        match &lock(&self.status).cancel_reason {
            Some(reason) if error.is_interrupted => error.with_context(reason),
            _ => error,
        }
    }
}

impl JobLimits {
    /// The limit that a run has reached, in words.
    fn exceeded_since(self, started: Instant) -> Option<String> {
        let JobLimits { time, memory } = self;
        if started.elapsed() > time {
            return Some(format!("the time limit of {} s was reached", time.as_secs_f64()));
        }
        memory.is_exceeded().then(|| format!("the memory limit of {} MiB was reached", memory.max >> 20))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::JobContext;
    use super::*;
    use crate::ServerSettings;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
    }

    fn lanes() -> Lanes {
        Lanes::new(&ServerSettings { job_threads: 1, max_queued_jobs: 1, ..ServerSettings::default() })
    }

    fn job<T: Send + 'static>(
        lanes: &Lanes,
        work: impl Fn(&JobContext) -> Result<T, ApiError> + Send + Sync + 'static,
    ) -> Job<T> {
        Job::new(lanes, &ClientUsage::default(), Overflow::Reject, Arc::new(work))
    }

    /// Work that ends at its second start, or with the first one's interruption; and the number of starts.
    fn endless_at_first() -> (Arc<AtomicUsize>, impl Fn(&JobContext) -> Result<u8, ApiError> + Send + Sync + 'static) {
        let starts = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&starts);
        let work = move |context: &JobContext| {
            let is_first = counter.fetch_add(1, Ordering::Relaxed) == 0;
            while is_first && !context.interrupt.is_set() {
                std::thread::sleep(Duration::from_millis(1));
            }
            if is_first { Err(ApiError::interrupted()) } else { Ok(5) }
        };
        (starts, work)
    }

    #[test]
    fn a_panic_becomes_an_error_and_the_lanes_keep_working() {
        let lanes = lanes();
        block_on(async {
            let mut panicked = job(&lanes, |_| -> Result<u8, ApiError> { panic!("a deliberate panic of this test") });
            assert_eq!(panicked.finish().await.unwrap_err().status.as_u16(), 500);
            assert_eq!(job(&lanes, |_| Ok(5)).finish().await.unwrap(), 5);
        });
        assert_eq!((lanes.short.running(), lanes.short.waiting()), (0, 0));
    }

    #[test]
    fn a_long_run_continues_on_the_long_lane_if_that_is_free() {
        let (lanes, (starts, work)) = (lanes(), endless_at_first());
        block_on(async {
            let mut long = job(&lanes, work);
            while lanes.running_long() == 0 {
                assert!(long.wait(Duration::from_millis(5)).await.is_none());
            }
            assert_eq!((lanes.short.running(), starts.load(Ordering::Relaxed)), (0, 1));
            drop(long);
            while lanes.running_long() > 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        });
    }

    #[test]
    fn a_long_run_starts_again_when_the_long_lane_has_a_free_thread() {
        let (lanes, (starts, work)) = (lanes(), endless_at_first());
        block_on(async {
            let occupied = lanes.long.try_acquire().unwrap();
            let mut waiting = job(&lanes, work);
            while lanes.long.waiting() == 0 {
                assert!(waiting.wait(Duration::from_millis(5)).await.is_none());
            }
            assert_eq!(waiting.progress(), "waiting for other requests to finish");
            // The queue is full: another long request is rejected, and a short one is answered.
            let rejected = job(&lanes, endless_at_first().1).finish().await;
            assert_eq!(rejected.unwrap_err().status.as_u16(), 503);
            assert_eq!(job(&lanes, |_| Ok(5)).finish().await.unwrap(), 5);
            drop(occupied);
            assert_eq!(waiting.finish().await.unwrap(), 5);
            assert_eq!(starts.load(Ordering::Relaxed), 2);
        });
    }
}
