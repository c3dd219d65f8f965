//! Time limit, memory limit and Ctrl-C. Each sets the interrupt flag that the engines poll.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use qedoku::Interrupt;

use crate::args::GlobalArgs;
use crate::exit::Exit;
use crate::memory;
use crate::output::{self, pluralize};

/// The interrupt flag of a command, and whether Ctrl-C set it.
#[derive(Clone)]
pub(crate) struct Limits {
    pub(crate) interrupt: Interrupt,
    ctrl_c_pressed: Arc<AtomicBool>,
}

impl Limits {
    /// Starts to watch time, memory and Ctrl-C. A second Ctrl-C ends the process at once.
    pub(crate) fn new(global: &GlobalArgs) -> Result<Limits> {
        let limits = Limits { interrupt: Interrupt::default(), ctrl_c_pressed: Arc::default() };
        if let Some(time_limit) = global.time_limit {
            let interrupt = limits.interrupt.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time_limit);
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
                std::process::exit(130);
            }
            watched.interrupt.set();
        })?;
        Ok(limits)
    }

    /// Exits the process at the time limit and removes partial files. For commands that have no partial result to
    /// print and therefore do not poll an interrupt flag.
    pub(crate) fn exit_at_time_limit(time_limit: Option<Duration>) {
        let Some(time_limit) = time_limit else { return };
        std::thread::spawn(move || {
            std::thread::sleep(time_limit);
            output::remove_partial_files();
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
        let limit = if limit < 1 << 20 { pluralize(limit, "byte") } else { format!("{} MiB", limit >> 20) };
        anstream::eprintln!("stopped at the memory limit of {limit}");
        interrupt.set();
    }
}
