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
    samples: AtomicU64,
    requested_samples: AtomicU64,
    braid_size: AtomicU64,
    step: AtomicU64,
    step_size: AtomicU64,
    tested_candidates: AtomicU64,
    open_candidates: AtomicU64,
    se_tenths: AtomicU64,
}

/// The step that an explanation searches for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepSearch {
    /// Its number, from 1, without singles.
    pub number: u64,
    /// What is searched.
    pub stage: StepStage,
}

/// What the search for a step looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepStage {
    /// Singles, locked candidates and techniques by name.
    Named,
    /// Steps of this size; there is no smaller one.
    Size(u64),
    /// Nested forcing chains; there is no other step.
    Nested,
    /// Candidates, one after the other, on boards of any size: the number of those tested, and of all.
    Candidates(u64, u64),
}

/// [`StepStage::Nested`] as a size.
const NESTED: u64 = u64::MAX;

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

    /// Samples that an estimate of the number of solutions has taken, and how many it will take. Both are 0 before it started.
    pub fn samples(&self) -> (u64, u64) {
        (self.0.samples.load(Ordering::Relaxed), self.0.requested_samples.load(Ordering::Relaxed))
    }

    /// The step that an explanation searches for; `None` before it started.
    pub fn step(&self) -> Option<StepSearch> {
        let number = self.0.step.load(Ordering::Relaxed);
        let tested = self.0.tested_candidates.load(Ordering::Relaxed);
        let stage = match (self.0.step_size.load(Ordering::Relaxed), self.0.open_candidates.load(Ordering::Relaxed)) {
            (NESTED, _) => StepStage::Nested,
            (0, 0) => StepStage::Named,
            (0, open) => StepStage::Candidates(tested, open),
            (size, _) => StepStage::Size(size),
        };
        (number > 0).then_some(StepSearch { number, stage })
    }

    /// The search for the step with this number begins.
    pub fn set_step_number(&self, number: u64) {
        self.set_stage(StepStage::Named);
        self.0.step.store(number, Ordering::Relaxed);
    }

    /// Sets what the search for the current step looks at. Without a number it is the first step.
    pub fn set_stage(&self, stage: StepStage) {
        let (size, [tested, open]) = match stage {
            StepStage::Named => (0, [0, 0]),
            StepStage::Size(size) => (size, [0, 0]),
            StepStage::Nested => (NESTED, [0, 0]),
            StepStage::Candidates(tested, open) => (0, [tested, open]),
        };
        self.0.step_size.store(size, Ordering::Relaxed);
        self.0.tested_candidates.store(tested, Ordering::Relaxed);
        self.0.open_candidates.store(open, Ordering::Relaxed);
        self.0.step.fetch_max(1, Ordering::Relaxed);
    }

    /// Sudoku Explainer rating in tenths: that of the hardest step so far, a lower bound; `None` before it started.
    pub fn se_tenths(&self) -> Option<u64> {
        self.0.se_tenths.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Sets the rating of the hardest step so far.
    pub fn set_se_tenths(&self, tenths: u64) {
        self.0.se_tenths.store(tenths + 1, Ordering::Relaxed);
    }

    /// Forgets what a rating or explanation has reported: the next puzzle begins.
    pub fn start_puzzle(&self) {
        let counters = &self.0;
        for counter in [&counters.braid_size, &counters.step, &counters.step_size, &counters.se_tenths] {
            counter.store(0, Ordering::Relaxed);
        }
    }

    pub(crate) fn start_samples(&self, requested: u64) {
        self.0.samples.store(0, Ordering::Relaxed);
        self.0.requested_samples.store(requested, Ordering::Relaxed);
    }

    pub(crate) fn add_sample(&self) {
        self.0.samples.fetch_add(1, Ordering::Relaxed);
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
        progress.clone().start_samples(20);
        progress.clone().add_sample();
        assert_eq!((progress.conflicts(), progress.tabu_cost()), (120_431, (31, 4)));
        assert_eq!((progress.solutions(), progress.braid_size(), progress.samples()), (7, 5, (1, 20)));
    }

    #[test]
    fn the_stage_of_a_step_replaces_the_one_before() {
        let progress = Progress::default();
        assert_eq!((progress.step(), progress.se_tenths()), (None, None));
        let stages = [StepStage::Candidates(3, 40), StepStage::Size(5), StepStage::Nested, StepStage::Named];
        for (number, stage) in (1..).zip(stages) {
            progress.set_step_number(number);
            progress.set_stage(stage);
            assert_eq!(progress.step(), Some(StepSearch { number, stage }));
        }
        progress.set_se_tenths(0);
        assert_eq!(progress.se_tenths(), Some(0));
        progress.start_puzzle();
        assert_eq!((progress.step(), progress.se_tenths(), progress.braid_size()), (None, None, 0));
    }
}
