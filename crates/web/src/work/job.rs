//! One piece of long work, looked at while it runs.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::time::timeout;

use super::{Ends, Lane, Limits, Work};
use crate::problem::Problem;

/// How often a piece of work is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// How long work may take to end after it was told to.
const GRACE: Duration = Duration::from_secs(5);

/// What it led to; the outer problem is one of the thread that it ran on.
type Done<T> = Result<Result<T, Problem>, Problem>;

/// A piece of work that runs or waits to run; it ends when this is dropped.
pub(crate) struct Job<T> {
    pub(crate) work: Work,
    _ends: Ends,
    result: Pin<Box<dyn Future<Output = Done<T>> + Send>>,
    limits: Limits,
    /// When it began to run.
    begun: Arc<OnceLock<Instant>>,
    /// When it was told to end, and why.
    told: Option<(Instant, String)>,
}

impl<T: Send + 'static> Job<T> {
    /// Queues the work.
    pub(crate) fn start(
        lane: &Lane,
        limits: Limits,
        run: impl FnOnce(&Work) -> Result<T, Problem> + Send + 'static,
    ) -> Result<Job<T>, Problem> {
        let (work, begun) = (Work::default(), Arc::new(OnceLock::new()));
        let (held, begins) = (work.clone(), Arc::clone(&begun));
        let result = lane.start(move || {
            begins.get_or_init(Instant::now);
            // Its client may have left while it waited.
            if held.stop.is_set() { Err(Problem::stopped()) } else { run(&held) }
        })?;
        Ok(Job { _ends: Ends::new(&work), work, result: Box::pin(result), limits, begun, told: None })
    }

    /// The result, if it comes within this time.
    pub(crate) async fn within(&mut self, time: Duration) -> Option<Result<T, Problem>> {
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if let Ok(result) = timeout(left.min(LOOK), &mut self.result).await {
                return Some(result.and_then(|result| result).map_err(|problem| self.explain(problem)));
            }
            self.look();
            if self.told.as_ref().is_some_and(|(when, _)| when.elapsed() > GRACE) {
                return Some(Err(self.explain(Problem::stopped())));
            }
            if left.is_zero() {
                return None;
            }
        }
    }

    /// The result, however long it takes within the limits.
    pub(crate) async fn end(&mut self) -> Result<T, Problem> {
        loop {
            if let Some(result) = self.within(Duration::from_secs(60)).await {
                return result;
            }
        }
    }

    /// Tells the work to end if it has reached a limit.
    fn look(&mut self) {
        let Limits { time, memory } = self.limits;
        let reason = match self.begun.get() {
            Some(begun) if begun.elapsed() > time => format!("the time limit of {} s was reached", time.as_secs_f64()),
            Some(_) if memory.is_used_up() => format!("the memory limit of {} MiB was reached", memory.most >> 20),
            _ => return,
        };
        self.work.stop.set();
        self.told.get_or_insert((Instant::now(), reason));
    }

    /// Why it was told to end, if it was.
    pub(crate) fn reason(&self) -> Option<&str> {
        self.told.as_ref().map(|(_, reason)| &**reason)
    }

    fn explain(&self, problem: Problem) -> Problem {
        match self.reason() {
            Some(reason) if problem.is_stopped => problem.with(reason),
            _ => problem,
        }
    }

    /// How far it is, for a person.
    pub(crate) fn progress(&self) -> String {
        let Some(begun) = self.begun.get() else { return "waiting for other work to end".to_owned() };
        let (elapsed, words) = (begun.elapsed(), self.work.watch.describe(begun.elapsed()));
        let seconds = format!("{:.1} s", elapsed.as_secs_f64());
        if words.is_empty() { seconds } else { format!("{seconds}: {words}") }
    }
}
