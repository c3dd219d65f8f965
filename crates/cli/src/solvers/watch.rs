//! The limit of a run.

use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use qedoku::Interrupt;

/// How often the watch looks at the clock.
pub(crate) const TICK: Duration = Duration::from_millis(5);

/// The run that is being made: when it began, and what ends it.
type Current = Mutex<Option<(Instant, Interrupt)>>;

/// Stops a run at its limit, or when everything is to stop. One thread for all runs: starting one for each would be
/// seen in the times.
pub(crate) struct Watch(Arc<Current>);

impl Watch {
    pub(crate) fn new(limit: Duration, all: Interrupt) -> Watch {
        let current = Arc::new(Current::default());
        let seen = Arc::downgrade(&current);
        std::thread::spawn(move || look(&seen, limit, &all));
        Watch(current)
    }

    /// A run begins, which ends when this is set.
    pub(crate) fn begin(&self, stop: &Interrupt) {
        *self.0.lock().expect("nobody panics with the lock") = Some((Instant::now(), stop.clone()));
    }

    /// The run has ended.
    pub(crate) fn end(&self) {
        *self.0.lock().expect("nobody panics with the lock") = None;
    }
}

/// Looks at the clock for as long as there is a watch.
fn look(seen: &Weak<Current>, limit: Duration, all: &Interrupt) {
    while let Some(current) = seen.upgrade() {
        if let Some((begin, stop)) = &*current.lock().expect("nobody panics with the lock")
            && (all.is_set() || begin.elapsed() >= limit)
        {
            stop.set();
        }
        drop(current);
        std::thread::sleep(TICK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_watch_stops_a_run_at_its_limit_and_every_run_when_all_stops() {
        let waits = |watch: &Watch| {
            let stop = Interrupt::default();
            watch.begin(&stop);
            let begin = Instant::now();
            while !stop.is_set() && begin.elapsed() < Duration::from_secs(10) {
                std::thread::sleep(TICK);
            }
            stop.is_set()
        };
        assert!(waits(&Watch::new(Duration::from_millis(20), Interrupt::default())));
        let all = Interrupt::default();
        all.set();
        assert!(waits(&Watch::new(Duration::from_secs(3600), all)));
    }
}
