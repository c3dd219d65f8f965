//! Time limit, memory limit and Ctrl-C. Each sets the interrupt flag that the engines poll.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Result;
use qedoku::Interrupt;

use crate::args::GlobalArgs;
use crate::atomic_file;
use crate::exit::Exit;
use crate::memory;

/// The interrupt flag of a command, and whether Ctrl-C set it.
#[derive(Clone)]
pub(crate) struct Limits {
    pub(crate) interrupt: Interrupt,
    ctrl_c_pressed: Arc<AtomicBool>,
}

/// The limits of the command, for a reader that waits for input.
static CURRENT: OnceLock<Limits> = OnceLock::new();

/// Exit code if a limit or Ctrl-C has interrupted the command.
pub(crate) fn current_early_exit() -> Option<Exit> {
    CURRENT.get().and_then(Limits::early_exit)
}

impl Limits {
    /// Starts to watch time, memory and Ctrl-C. A second Ctrl-C ends the process at once.
    pub(crate) fn new(global: &GlobalArgs) -> Result<Limits> {
        let limits = Limits { interrupt: Interrupt::before_exit(), ctrl_c_pressed: Arc::default() };
        if let Some(time_limit) = global.time_limit {
            let interrupt = limits.interrupt.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time_limit);
                anstream::eprintln!("stopped at the time limit of {}", describe_duration(time_limit));
                interrupt.set();
            });
        }
        if let Some(limit) = global.memory_limit.or_else(memory::default_limit) {
            let interrupt = limits.interrupt.clone();
            std::thread::spawn(move || watch_memory(limit, &interrupt));
        }
        let watched = limits.clone();
        ctrlc::set_handler(move || {
            if watched.ctrl_c_pressed.swap(true, Ordering::Relaxed) {
                atomic_file::remove_temporary_files();
                std::process::exit(130);
            }
            watched.interrupt.set();
        })?;
        let _ = CURRENT.set(limits.clone()); // A command creates its limits once.
        Ok(limits)
    }

    /// Exits the process at the time limit and removes temporary files. For commands that have no partial result to
    /// print and therefore do not poll an interrupt flag.
    pub(crate) fn exit_at_time_limit(time_limit: Option<Duration>) {
        let Some(time_limit) = time_limit else { return };
        std::thread::spawn(move || {
            std::thread::sleep(time_limit);
            atomic_file::remove_temporary_files();
            anstream::eprintln!("stopped at the time limit");
            std::process::exit(124);
        });
    }

    /// Exit code of an interrupted command; `None` if nothing interrupted it.
    pub(crate) fn early_exit(&self) -> Option<Exit> {
        let exit = if self.ctrl_c_pressed.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::LimitReached };
        self.interrupt.is_set().then_some(exit)
    }
}

/// Time between two looks at the memory in use.
const MEMORY_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Sets the flag when the process uses more than `limit` bytes.
fn watch_memory(limit: u64, interrupt: &Interrupt) {
    while memory::used().is_some_and(|used| used <= limit) {
        std::thread::sleep(MEMORY_POLL_INTERVAL);
    }
    if memory::used().is_some() {
        anstream::eprintln!("stopped at the memory limit of {}", memory::describe(limit));
        interrupt.set();
    }
}

/// `300ms`, `1.5s` or `600s`: as `--time-limit` takes it.
fn describe_duration(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        format!("{}ms", duration.as_millis())
    } else {
        format!("{}s", duration.as_secs_f64())
    }
}
