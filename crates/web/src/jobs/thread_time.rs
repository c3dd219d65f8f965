//! Processor time of a worker thread, read by another thread.
//!
//! Linux publishes it in `/proc/PID/task/TID/schedstat`, in nanoseconds. Where there is no such file, elapsed time takes its place.

use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A clock that started when the thread began its work.
#[derive(Debug)]
pub(super) struct ThreadTime {
    started: Instant,
    /// File of the thread, and its processor time at the start.
    schedstat: Option<(PathBuf, Duration)>,
}

impl ThreadTime {
    /// Starts the clock of the current thread.
    pub(super) fn start() -> ThreadTime {
        let file = std::fs::read_link("/proc/thread-self")
            .ok()
            .map(|task| PathBuf::from("/proc").join(task).join("schedstat"));
        let schedstat = file.and_then(|file| processor_time(&file).map(|time| (file, time)));
        ThreadTime { started: Instant::now(), schedstat }
    }

    /// Processor time since the start. The thread must not have ended.
    pub(super) fn used(&self) -> Duration {
        let used = self.schedstat.as_ref().and_then(|(file, start)| Some(processor_time(file)?.saturating_sub(*start)));
        used.unwrap_or_else(|| self.started.elapsed())
    }
}

fn processor_time(file: &PathBuf) -> Option<Duration> {
    let text = std::fs::read_to_string(file).ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sleeping_thread_uses_no_more_than_the_elapsed_time_and_a_busy_one_some() {
        let clock = ThreadTime::start();
        let start = Instant::now();
        while clock.used() < Duration::from_millis(5) {
            assert!(start.elapsed() < Duration::from_secs(300), "{clock:?}");
        }
        let used = clock.used();
        assert!(used <= start.elapsed() + Duration::from_millis(5), "{used:?}");
        std::thread::sleep(Duration::from_millis(50));
        let is_linux = clock.schedstat.is_some();
        assert!(!is_linux || clock.used() < used + Duration::from_millis(45), "{clock:?}");
    }
}
