//! Time limits and Ctrl-C: both set the flag that the engines look at.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use qedoku::Stop;

use crate::exit::Exit;
use crate::output;

/// What may end a command early, and whether it did.
#[derive(Clone)]
pub(crate) struct Limits {
    pub(crate) stop: Stop,
    interrupted: Arc<AtomicBool>,
}

impl Limits {
    /// Watches the clock and the keyboard from now on. A second Ctrl-C ends the program at once.
    pub(crate) fn new(time_limit: Option<Duration>) -> Result<Limits> {
        let limits = Limits { stop: Stop::default(), interrupted: Arc::default() };
        if let Some(time_limit) = time_limit {
            let stop = limits.stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time_limit);
                stop.set();
            });
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
