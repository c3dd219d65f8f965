//! How far a long search is, for whoever wants to show it: the engines write, anybody may read at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::words::commas;

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

    /// `31 cells in conflict, 4 pairs at best; 120,431 conflicts of SAT, 9,800 a second`, as far as there is any.
    pub fn words(&self, elapsed: Duration) -> String {
        let filling = match self.filling() {
            (0, _) => None,
            (cells, best) => Some(format!("{} cells in conflict, {} pairs at best", commas(cells), commas(best))),
        };
        let rate = (self.conflicts() as f64 / elapsed.as_secs_f64().max(0.1)) as u64;
        let conflicts = match self.conflicts() {
            0 => None,
            conflicts => Some(format!("{} conflicts of SAT, {} a second", commas(conflicts), commas(rate))),
        };
        filling.into_iter().chain(conflicts).collect::<Vec<_>>().join("; ")
    }

    pub(crate) fn set_filling(&self, cells: usize, best: usize) {
        self.0.cells.store(cells as u64, Ordering::Relaxed);
        self.0.best.store(best as u64, Ordering::Relaxed);
    }

    pub(crate) fn set_conflicts(&self, conflicts: u64) {
        self.0.conflicts.store(conflicts, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_not_begun_is_not_told() {
        let watch = Watch::default();
        assert_eq!(watch.words(Duration::from_secs(2)), "");
        watch.set_conflicts(120_431);
        assert_eq!(watch.words(Duration::from_secs(2)), "120,431 conflicts of SAT, 60,215 a second");
        watch.set_filling(31, 4);
        assert!(watch.words(Duration::ZERO).starts_with("31 cells in conflict, 4 pairs at best; 120,431 conflicts"));
    }
}
