//! Progress of a long search: the engines write it, any thread may read it at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use qedoku_puzzle::message_text::group_digits;

/// Progress counters, shared by all clones.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    cells_in_conflict: AtomicU64,
    best_cost: AtomicU64,
    conflicts: AtomicU64,
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

    /// One line for people: `tabu search: 31 cells in conflict, best cost 4; SAT: 120,431 conflicts, 9,800/s`. Engines that
    /// have not started are left out.
    pub fn describe(&self, elapsed: Duration) -> String {
        let tabu = match self.tabu_cost() {
            (0, _) => None,
            (cells, best) => Some(format!(
                "tabu search: {} cells in conflict, best cost {}",
                group_digits(cells),
                group_digits(best)
            )),
        };
        let rate = (self.conflicts() as f64 / elapsed.as_secs_f64().max(0.1)) as u64;
        let sat = match self.conflicts() {
            0 => None,
            conflicts => Some(format!("SAT: {} conflicts, {}/s", group_digits(conflicts), group_digits(rate))),
        };
        tabu.into_iter().chain(sat).collect::<Vec<_>>().join("; ")
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
    fn engines_that_have_not_started_are_left_out() {
        let progress = Progress::default();
        assert_eq!(progress.describe(Duration::from_secs(2)), "");
        progress.set_conflicts(120_431);
        assert_eq!(progress.describe(Duration::from_secs(2)), "SAT: 120,431 conflicts, 60,215/s");
        progress.set_tabu_cost(31, 4);
        let both = progress.describe(Duration::ZERO);
        assert!(both.starts_with("tabu search: 31 cells in conflict, best cost 4; SAT: 120,431 conflicts"), "{both}");
    }
}
