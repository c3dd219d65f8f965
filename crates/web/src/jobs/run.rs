//! Run: one execution of a job on a worker thread, which can move from the short to the long lane while it runs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::task::{self, AbortHandle};
use tokio::time::timeout;

use super::thread_time::ThreadTime;
use super::{ClientUsage, JobContext, WorkerPermit, WorkerQueue};
use crate::api_error::ApiError;

/// The work of a job. It may be run again from the beginning.
pub(crate) type Work<T> = Arc<dyn Fn(&JobContext) -> Result<T, ApiError> + Send + Sync>;

/// A run. Dropping it interrupts the work.
pub(super) struct Run<T> {
    pub(super) context: JobContext,
    pub(super) started: Instant,
    result: oneshot::Receiver<Result<T, ApiError>>,
    /// Set when the thread begins.
    clock: Arc<OnceLock<ThreadTime>>,
    permit: PermitSlot,
    /// Queue of ending runs, for a run on the short lane; `None` on the long lane.
    ending: Option<WorkerQueue>,
}

/// The permit of the lane that a run is on, until its thread is free again.
#[derive(Clone)]
struct PermitSlot(Arc<Mutex<Option<WorkerPermit>>>);

impl PermitSlot {
    /// Moves the run to another lane. Returns false if it has ended.
    fn replace(&self, permit: WorkerPermit) -> bool {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_running = slot.is_some();
        let unused = if is_running { slot.replace(permit) } else { Some(permit) };
        drop(slot);
        drop(unused);
        is_running
    }

    fn clear(&self) {
        let permit = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(permit);
    }
}

impl<T: Send + 'static> Run<T> {
    /// Starts work on a thread. A run of the short lane has a queue `ending` to leave to.
    pub(super) fn start(
        permit: WorkerPermit,
        work: &Work<T>,
        usage: &ClientUsage,
        ending: Option<&WorkerQueue>,
    ) -> Run<T> {
        let (sender, result) = oneshot::channel();
        let context = JobContext { is_on_short_lane: ending.is_some(), ..JobContext::default() };
        let started = Instant::now();
        let permit = PermitSlot(Arc::new(Mutex::new(Some(permit))));
        let (work, usage, thread_context, slot) = (Arc::clone(work), usage.clone(), context.clone(), permit.clone());
        let clock = Arc::<OnceLock<ThreadTime>>::default();
        let thread_clock = Arc::clone(&clock);
        task::spawn_blocking(move || {
            let started = Instant::now();
            thread_clock.get_or_init(ThreadTime::start);
            // Unwind safety: the work is dropped after a panic, and what it shares with others are counters and flags.
            let result =
                catch_unwind(AssertUnwindSafe(|| work(&thread_context))).unwrap_or_else(|_| Err(ApiError::internal()));
            usage.add(started.elapsed());
            slot.clear(); // first, so that a client that has its answer finds the thread free
            let _ = sender.send(result); // the client may have disconnected
        });
        Run { context, started, result, clock, permit, ending: ending.cloned() }
    }

    /// The result, or `None` if the run has not ended after `time`.
    pub(super) async fn wait(&mut self, time: Duration) -> Option<Result<T, ApiError>> {
        // The sender is dropped without a result only if the runtime shuts down.
        timeout(time, &mut self.result).await.ok().map(|result| result.unwrap_or_else(|_| Err(ApiError::interrupted())))
    }

    /// Processor time of the thread so far.
    pub(super) fn processor_time(&self) -> Duration {
        self.clock.get().map_or(Duration::ZERO, ThreadTime::used)
    }

    pub(super) fn is_on_short_lane(&self) -> bool {
        self.ending.is_some()
    }

    /// Continues on the long lane.
    pub(super) fn move_to_long_lane(&mut self, permit: WorkerPermit) {
        self.permit.replace(permit);
        self.ending = None;
    }
}

impl<T> Drop for Run<T> {
    fn drop(&mut self) {
        self.context.interrupt.set();
        if let Some(permit) = self.ending.as_ref().and_then(WorkerQueue::try_acquire) {
            self.permit.replace(permit);
        }
    }
}

/// Aborts a task when dropped, and so drops the job in it.
pub(crate) struct AbortOnDrop(pub(super) AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
