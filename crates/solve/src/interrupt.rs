//! The interrupt flag: ends long work early.
//!
//! Libraries read no clock. Whoever has a time limit, or handles Ctrl-C, sets the flag; the engines poll it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An interrupt flag, shared by all its clones.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks all work that holds this flag to end soon.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag has been set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
