//! Limits of time and memory, and Ctrl-C: each sets the flag that the engines look at.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use qedoku::Interrupt;

use crate::args::Common;
use crate::exit::Exit;
use crate::memory;
use crate::output::{self, pluralize};

/// What may end a command early, and whether it did.
#[derive(Clone)]
pub(crate) struct Limits {
    pub(crate) stop: Interrupt,
    interrupted: Arc<AtomicBool>,
}

impl Limits {
    /// Watches the clock, the memory and the keyboard from now on. A second Ctrl-C ends the program at once.
    pub(crate) fn new(common: &Common) -> Result<Limits> {
        let limits = Limits { stop: Interrupt::default(), interrupted: Arc::default() };
        if let Some(time_limit) = common.time_limit {
            let stop = limits.stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time_limit);
                stop.set();
            });
        }
        // Whoever uses more than there is, is killed without a word: better to end before that.
        if let Some(most) = common.memory_limit.or_else(|| Some(memory::available()? / 10 * 9)) {
            let stop = limits.stop.clone();
            std::thread::spawn(move || watch_memory(most, &stop));
        }
        let watched = limits.clone();
        ctrlc::set_handler(move || {
            if watched.interrupted.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            watched.stop.set();
        })?;
        Ok(limits)
    }

    /// For commands that have nothing to tell before they are done: the program ends when the time is over, and a file
    /// that was not finished is removed.
    pub(crate) fn end_at(time_limit: Option<Duration>) {
        let Some(time_limit) = time_limit else { return };
        std::thread::spawn(move || {
            std::thread::sleep(time_limit);
            output::remove_unfinished();
            anstream::eprintln!("stopped at the time limit");
            std::process::exit(124);
        });
    }

    /// How a command ends that was stopped, unless it was not.
    pub(crate) fn exit(&self) -> Option<Exit> {
        let exit = if self.interrupted.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::TimeLimit };
        self.stop.is_set().then_some(exit)
    }
}

/// Sets the flag when the program uses more than this many bytes.
fn watch_memory(most: u64, stop: &Interrupt) {
    while memory::used().is_some_and(|used| used <= most) {
        std::thread::sleep(Duration::from_millis(50));
    }
    if memory::used().is_some() {
        let limit = if most < 1 << 20 { pluralize(most, "byte") } else { format!("{} MiB", most >> 20) };
        anstream::eprintln!("stopped at the memory limit of {limit}");
        stop.set();
    }
}
