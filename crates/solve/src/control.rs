//! Control of long work: the interrupt flag that ends it early, and the progress that it reports.
//!
//! Libraries read no clock. Whoever has a time limit, or handles Ctrl-C, sets the flag; the engines poll it. The engines write
//! their progress, and any thread may read it at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// An interrupt flag, shared by all its clones.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    #[cfg_attr(not(feature = "sat"), expect(dead_code, reason = "there are no sessions"))]
    leaks_sessions: bool,
}

impl Interrupt {
    /// A flag for a process that exits soon after the flag is set: interrupted SAT sessions are not freed. Releasing the
    /// millions of clauses of a large board takes `CaDiCaL` a second; the end of the process releases them at once.
    pub fn before_exit() -> Interrupt {
        Interrupt { leaks_sessions: true, ..Interrupt::default() }
    }

    /// Interrupts all work that holds this flag: it ends at the next poll.
    pub fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the flag has been set.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Whether both are clones of the same flag.
    pub fn shares_flag_with(&self, other: &Interrupt) -> bool {
        Arc::ptr_eq(&self.flag, &other.flag)
    }

    /// The flag itself, for the lanes engine.
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    /// Whether to leave the memory of a session to the end of the process.
    #[cfg(feature = "sat")]
    pub(crate) fn leaks_sessions(&self) -> bool {
        self.leaks_sessions && self.is_set()
    }
}

/// Progress counters, shared by all clones.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    cells_in_conflict: AtomicU64,
    best_cost: AtomicU64,
    conflicts: AtomicU64,
    solutions: AtomicU64,
    braid_size: AtomicU64,
}

impl Progress {
    /// Tabu search: the cells in conflict now, and the lowest cost so far (pairs of equal digits in a row or column).
    /// Both are 0 before it started.
    pub fn tabu_cost(&self) -> (u64, u64) {
        (self.0.cells_in_conflict.load(Ordering::Relaxed), self.0.best_cost.load(Ordering::Relaxed))
    }

    /// Conflicts of the SAT solver so far.
    pub fn conflicts(&self) -> u64 {
        self.0.conflicts.load(Ordering::Relaxed)
    }

    /// Solutions counted so far.
    pub fn solutions(&self) -> u64 {
        self.0.solutions.load(Ordering::Relaxed)
    }

    /// Rating: the size of braids that is searched now, which is a lower bound on the rating; 0 before that.
    pub fn braid_size(&self) -> u64 {
        self.0.braid_size.load(Ordering::Relaxed)
    }

    /// Sets the size of braids that a rating searches for.
    pub fn set_braid_size(&self, size: u64) {
        self.0.braid_size.store(size, Ordering::Relaxed);
    }

    pub(crate) fn set_solutions(&self, count: u64) {
        self.0.solutions.store(count, Ordering::Relaxed);
    }

    pub(crate) fn set_tabu_cost(&self, cells_in_conflict: usize, best_cost: usize) {
        self.0.cells_in_conflict.store(cells_in_conflict as u64, Ordering::Relaxed);
        self.0.best_cost.store(best_cost as u64, Ordering::Relaxed);
    }

    pub(crate) fn set_conflicts(&self, conflicts: u64) {
        self.0.conflicts.store(conflicts, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_flag_and_the_counters() {
        let (interrupt, progress) = (Interrupt::default(), Progress::default());
        interrupt.clone().set();
        assert!(interrupt.is_set() && !Interrupt::default().is_set());
        assert!(interrupt.shares_flag_with(&interrupt.clone()) && !interrupt.shares_flag_with(&Interrupt::default()));
        progress.clone().set_conflicts(120_431);
        progress.clone().set_tabu_cost(31, 4);
        progress.clone().set_solutions(7);
        progress.clone().set_braid_size(5);
        assert_eq!((progress.conflicts(), progress.tabu_cost()), (120_431, (31, 4)));
        assert_eq!((progress.solutions(), progress.braid_size()), (7, 5));
    }
}
