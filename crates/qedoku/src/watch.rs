//! How far a long search is, for whoever wants to show it: the engines write, anybody may read at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers shared by all clones.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Numbers>);

#[derive(Debug, Default)]
struct Numbers {
    cells: AtomicU64,
    best: AtomicU64,
    conflicts: AtomicU64,
}

impl Watch {
    /// Filling: the cells in conflict, and the fewest pairs of equal digits so far. 0 and 0 before it began.
    pub fn filling(&self) -> (u64, u64) {
        (self.0.cells.load(Ordering::Relaxed), self.0.best.load(Ordering::Relaxed))
    }

    /// The SAT solver's conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.0.conflicts.load(Ordering::Relaxed)
    }

    pub(crate) fn set_filling(&self, cells: usize, best: usize) {
        self.0.cells.store(cells as u64, Ordering::Relaxed);
        self.0.best.store(best as u64, Ordering::Relaxed);
    }

    pub(crate) fn set_conflicts(&self, conflicts: u64) {
        self.0.conflicts.store(conflicts, Ordering::Relaxed);
    }
}
