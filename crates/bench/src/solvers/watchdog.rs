//! Watchdog: a thread that sets the interrupt flag of a run at its time limit.

use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use qedoku::Interrupt;

/// Time between two polls of the clock.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Start of solving (`None` while the puzzle is encoded) and interrupt flag of the current run, if there is one.
type CurrentRun = Mutex<Option<(Option<Instant>, Interrupt)>>;

/// Interrupts a run at its limit, or when the whole benchmark is interrupted.
///
/// One thread serves all runs, because starting a thread for each would show in the times of short runs. It ends when the
/// watchdog is dropped: it holds only a weak reference.
pub(super) struct Watchdog(Arc<CurrentRun>);

impl Watchdog {
    pub(super) fn new(limit: Duration, benchmark_interrupt: Interrupt) -> Watchdog {
        let current = Arc::new(CurrentRun::default());
        let observed = Arc::downgrade(&current);
        std::thread::spawn(move || poll(&observed, limit, &benchmark_interrupt));
        Watchdog(current)
    }

    /// Starts to watch a run that this flag interrupts. Without a limit until [`Watchdog::start_limit`].
    pub(super) fn start(&self, run_interrupt: &Interrupt) {
        *self.0.lock().expect("no thread panics while holding the lock") = Some((None, run_interrupt.clone()));
    }

    /// The puzzle is encoded: the limit applies from now on.
    pub(super) fn start_limit(&self) {
        if let Some((start, _)) = &mut *self.0.lock().expect("no thread panics while holding the lock") {
            *start = Some(Instant::now());
        }
    }

    /// Stops watching: the run has ended.
    pub(super) fn end(&self) {
        *self.0.lock().expect("no thread panics while holding the lock") = None;
    }
}

/// Polls the clock and the flag of the benchmark for as long as the watchdog exists.
fn poll(observed: &Weak<CurrentRun>, limit: Duration, benchmark_interrupt: &Interrupt) {
    while let Some(current) = observed.upgrade() {
        if let Some((start, run_interrupt)) = &*current.lock().expect("no thread panics while holding the lock")
            && (benchmark_interrupt.is_set() || start.is_some_and(|start| start.elapsed() >= limit))
        {
            run_interrupt.set();
        }
        drop(current); // not held while sleeping, so that a dropped watchdog is noticed
        std::thread::sleep(POLL_INTERVAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interrupts_a_run_at_its_limit_and_every_run_when_the_benchmark_is_interrupted() {
        let is_interrupted = |watchdog: &Watchdog, is_encoded: bool| {
            let interrupt = Interrupt::default();
            watchdog.start(&interrupt);
            if is_encoded {
                watchdog.start_limit();
            }
            let start = Instant::now();
            while !interrupt.is_set() && start.elapsed() < Duration::from_secs(10) {
                std::thread::sleep(POLL_INTERVAL);
            }
            interrupt.is_set()
        };
        assert!(is_interrupted(&Watchdog::new(Duration::from_millis(20), Interrupt::default()), true));
        let benchmark_interrupt = Interrupt::default();
        benchmark_interrupt.set();
        let watchdog = Watchdog::new(Duration::from_secs(3600), benchmark_interrupt);
        assert!(is_interrupted(&watchdog, true));
        assert!(is_interrupted(&watchdog, false), "while the puzzle is encoded");
    }
}
