//! A way to end work early: the caller sets it (on Ctrl-C, at a deadline), the engines look at it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag shared by all its clones. Libraries read no clock: whoever has a time limit sets the flag when it is over.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks all work that holds this flag to end soon.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether work should end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
