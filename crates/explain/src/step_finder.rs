//! Smallest-step search: finds a step of minimum size in a state without singles.
//!
//! Sizes are tried in ascending order, so the first step found is a smallest one:
//!
//! ```text
//!   size 1       locked candidates
//!   size 2 ...   base/cover patterns of that size, then a braid of that size for each target
//! ```
//!
//! A target is a candidate to refute. [`Braids::next_bound_round`] computes lower bounds by rounds of propagation:
//! round n adds the targets whose braids have at least n constraints, so a size is searched only for the targets that
//! can have one. The claim "no smaller step exists" thus rests on exhaustive searches. If a search exceeds its budget,
//! the step is the shortest of a few minimised refutations, and [`FoundStep::is_minimal`] is false.
//!
//! Among steps of the same size the one with the best-known technique is chosen. That takes several steps to compare:
//! all steps up to size 3, and four further targets after the first hit above. Comparing all of every size takes 1.25
//! times the work, for names that long chains rarely have.

use super::Position;
use super::base_cover::{BaseCoverFinder, SearchedSizes, max_size};
use super::braids::{Braids, ConstraintState, LowerBoundCache, SearchOutcome};
use super::forcing::{ForcingCache, leads_to_contradiction};
use super::raw_step::RawStep;
use qedoku_solve::{Progress, StepStage};

/// Search budget for interactive use: candidates applied, for all targets of one size together.
pub(crate) const SEARCH_BUDGET: u64 = 2_000_000;
/// Budget if braids do not solve the state, so that nested forcing chains are needed anyway. With 1,000 the total size
/// is the same within 1 %, and the search takes an eighth more time.
const BEYOND_BRAIDS_BUDGET: u64 = 250;
/// Work of all searches along one solution path. Beyond it, steps are searched for with [`BEYOND_BRAIDS_BUDGET`], so that an
/// explanation of a hard 16x16 ends after about half a second. Unit as for [`RATING_BUDGET`](crate::RATING_BUDGET).
pub(crate) const PATH_BUDGET: u64 = 60_000_000;
/// Size from which on searches are expensive enough to check first whether braids solve the state at all.
const SOLVABILITY_CHECK_SIZE: usize = 6;
/// Maximum number of steps of one size that are named and compared.
const MAX_COMPARED_STEPS: usize = 12;
/// Targets, those with the smallest bounds, for which a refutation is minimised after the budget is exhausted.
const MAX_MINIMIZED_TARGETS: usize = 8;

/// Targets searched after the first step of a size was found, for one with a better-known technique. Above size 3
/// searches cost more and names are rarer.
fn extra_targets(size: usize) -> usize {
    if size <= 3 { usize::MAX } else { 4 }
}

/// Finds steps on one board. Owns the braid engine and its scratch memory.
pub(crate) struct StepFinder {
    pub(crate) braids: Braids,
    /// Receives the step that is searched and its size.
    pub(crate) progress: Progress,
    base_covers: BaseCoverFinder,
    targets: Vec<u16>,
    found: Vec<RawStep>,
}

/// Results kept from state to state along one solution path. All of them stay valid when candidates are eliminated.
pub(crate) struct FinderCache {
    bounds: LowerBoundCache,
    searched_sizes: SearchedSizes,
    /// Steps that were found but not chosen.
    unused_steps: Vec<RawStep>,
    /// Nested forcing chains that were found but not chosen.
    pub(crate) forcing: ForcingCache,
    /// Candidates that the searches of one size may apply.
    budget: u64,
    /// Work left of [`PATH_BUDGET`].
    path_budget: u64,
    /// Whether [`StepFinder::check_braid_solvable`] has run.
    is_solvability_checked: bool,
}

impl FinderCache {
    /// A cache for searches within this budget for the searches of one size, and within [`PATH_BUDGET`].
    pub(crate) fn new(budget: u64) -> FinderCache {
        FinderCache::with_path_budget(budget, PATH_BUDGET)
    }

    pub(crate) fn with_path_budget(budget: u64, path_budget: u64) -> FinderCache {
        FinderCache {
            bounds: LowerBoundCache::default(),
            searched_sizes: SearchedSizes::default(),
            unused_steps: Vec::new(),
            forcing: ForcingCache::default(),
            budget,
            path_budget,
            // The check could only lower the budget.
            is_solvability_checked: budget <= BEYOND_BRAIDS_BUDGET,
        }
    }
}

/// A step of the search.
pub(crate) struct FoundStep {
    pub(crate) step: RawStep,
    /// Whether no smaller step exists.
    pub(crate) is_minimal: bool,
}

/// The sizes up to the limit have no step, and larger ones were not searched.
struct SizeLimitError;

impl StepFinder {
    pub(crate) fn new(board: qedoku_puzzle::Board) -> StepFinder {
        StepFinder {
            braids: Braids::new(board),
            progress: Progress::default(),
            base_covers: BaseCoverFinder::new(board),
            targets: Vec::new(),
            found: Vec::new(),
        }
    }

    /// A smallest step of a state without singles; `None` if neither locked candidates, base/cover patterns nor braids
    /// eliminate anything.
    ///
    /// With a position, which must be the one of the state, it is the step with the best-known technique, else the
    /// first one found.
    pub(crate) fn find(
        &mut self,
        state: &ConstraintState,
        position: Option<&Position>,
        cache: &mut FinderCache,
    ) -> Option<FoundStep> {
        if let Some(locked) = self.braids.find_locked_candidates(state) {
            return Some(FoundStep { step: RawStep::chain(locked), is_minimal: true });
        }
        if !cache.is_solvability_checked {
            match self.find_by_size(state, position, cache, SOLVABILITY_CHECK_SIZE - 1) {
                Ok(found) => return found,
                // The check overwrites the bounds in the braid engine, so the search below starts again from size 2.
                Err(SizeLimitError) => self.check_braid_solvable(state, cache),
            }
        }
        self.find_by_size(state, position, cache, usize::MAX).unwrap_or(None)
    }

    /// Searches size after size, up to `largest`.
    fn find_by_size(
        &mut self,
        state: &ConstraintState,
        position: Option<&Position>,
        cache: &mut FinderCache,
        largest: usize,
    ) -> Result<Option<FoundStep>, SizeLimitError> {
        let mut more = self.start(state, cache);
        let mut found = None;
        for size in 2.. {
            if size > largest {
                return Err(SizeLimitError);
            }
            // Inside a nested forcing chain there is no position; its steps are not those of the path.
            if position.is_some() {
                self.progress.set_stage(StepStage::Size(size as u64));
            }
            more = more && self.braids.next_bound_round(&mut self.targets, &mut cache.bounds);
            found = self.find_of_size(state, position, cache, size);
            let has_larger_covers = size < max_size(self.braids.tables().side());
            if found.is_some() || !more && self.targets.is_empty() && !has_larger_covers {
                break;
            }
        }
        self.braids.finish_bounds(more, &mut cache.bounds);
        Ok(found)
    }

    /// Loads a state and computes the targets of the first round of bounds. Returns whether further rounds may add
    /// targets.
    fn start(&mut self, state: &ConstraintState, cache: &mut FinderCache) -> bool {
        self.braids.load_state(state, &mut cache.bounds);
        self.braids.start_bounds(state, &mut cache.bounds);
        self.braids.start_search(state);
        self.targets.clear();
        cache.unused_steps.retain_mut(|step| step.revalidate(self.braids.tables(), state));
        self.braids.next_bound_round(&mut self.targets, &mut cache.bounds)
    }

    /// Checks, once on a solution path, whether braids of any size solve the state. If not, long braids are not worth
    /// their time and the budget becomes small. Otherwise long refutations take a quarter of the total time.
    fn check_braid_solvable(&mut self, state: &ConstraintState, cache: &mut FinderCache) {
        cache.is_solvability_checked = true;
        cache.bounds.clear();
        let mut end = state.clone();
        if !leads_to_contradiction(&mut self.braids, &mut end, 0, &mut 0) && !end.is_full() {
            cache.budget = cache.budget.min(BEYOND_BRAIDS_BUDGET);
        }
    }

    /// A step of this size, given that no smaller one exists.
    fn find_of_size(
        &mut self,
        state: &ConstraintState,
        position: Option<&Position>,
        cache: &mut FinderCache,
        size: usize,
    ) -> Option<FoundStep> {
        let words = self.braids.words();
        let limit = cache.budget.min(cache.path_budget / words).max(cache.budget.min(BEYOND_BRAIDS_BUDGET));
        let mut budget = limit;
        self.collect(state, size, position.is_some(), &mut budget, cache);
        cache.path_budget = cache.path_budget.saturating_sub((limit - budget) * words);
        if let Some(mut step) = self.choose(position) {
            cache.unused_steps.append(&mut self.found);
            if let Some(position) = position {
                step.close_loop(self.braids.tables(), position);
            }
            return Some(FoundStep { step, is_minimal: true });
        }
        // With an exhausted budget a larger step that is quick to find is better than none.
        if budget == 0 {
            self.minimized_refutation(state).map(|step| FoundStep { step, is_minimal: false })
        } else {
            None
        }
    }

    /// Appends the base/cover patterns of up to `largest` base constraints.
    pub(crate) fn base_covers_up_to(&mut self, state: &ConstraintState, largest: usize, found: &mut Vec<RawStep>) {
        let tables = self.braids.tables();
        let mut searched_sizes = SearchedSizes::default();
        for size in 2..=largest.min(max_size(tables.side())) {
            self.base_covers.find(tables, state, size, &mut searched_sizes, found);
        }
    }

    /// Collects steps of a size in `found`: several to compare, or one.
    fn collect(
        &mut self,
        state: &ConstraintState,
        size: usize,
        several: bool,
        budget: &mut u64,
        cache: &mut FinderCache,
    ) {
        let tables = self.braids.tables();
        self.found.clear();
        // Steps that an earlier state found and left unused need no search.
        self.found.extend(cache.unused_steps.extract_if(.., |step| step.size() <= size));
        if size <= max_size(tables.side()) {
            self.base_covers.find(tables, state, size, &mut cache.searched_sizes, &mut self.found);
        }
        let mut extra_targets = if several { extra_targets(size) } else { 0 };
        for target in &self.targets {
            if !self.found.is_empty() {
                if extra_targets == 0 || self.found.len() >= MAX_COMPARED_STEPS {
                    return;
                }
                extra_targets -= 1;
            }
            let eliminates_target = |step: &RawStep| step.candidates.contains(target);
            if cache.bounds.excludes(*target, size) || self.found.iter().any(eliminates_target) {
                continue;
            }
            match self.braids.find_braid(*target, size, budget) {
                SearchOutcome::Found(()) => self.found.push(RawStep::chain(self.braids.last_braid(state, *target))),
                SearchOutcome::Exhausted => cache.bounds.record(*target, size),
                SearchOutcome::OutOfBudget => return,
            }
        }
    }

    /// Takes the step with the best-known technique; among equals the one with the most eliminations, then the first.
    fn choose(&mut self, position: Option<&Position>) -> Option<RawStep> {
        let best = match position {
            Some(position) if self.found.len() > 1 => {
                let tables = self.braids.tables();
                let key = |step: &RawStep| (step.technique(tables, position), std::cmp::Reverse(step.candidates.len()));
                self.found.iter().enumerate().min_by_key(|(_, step)| key(step))?.0
            }
            _ => 0,
        };
        (best < self.found.len()).then(|| self.found.swap_remove(best))
    }

    /// The shortest of a few refutations by propagation, each minimised by deletion.
    fn minimized_refutation(&mut self, state: &ConstraintState) -> Option<RawStep> {
        let mut best: Option<RawStep> = None;
        for target in self.targets.iter().take(MAX_MINIMIZED_TARGETS) {
            if let Some(step) = self.braids.short_braid(state, *target).map(RawStep::chain) {
                best = best.filter(|best| best.size() <= step.size()).or(Some(step));
            }
        }
        best
    }
}
