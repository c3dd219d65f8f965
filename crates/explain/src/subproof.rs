//! Subproofs: the steps from an assumption to its contradiction, inside a nested forcing chain.
//!
//! Any steps that reach the contradiction will do, since [`minimize_steps`](super::minimize_steps) drops those that are
//! not needed. So all chains of the smallest size found are applied at once, and the search has a small budget, after
//! which a longer chain is taken. (One step at a time, with base/cover patterns and a budget of 500, gives the same
//! total size in more than twice the time.)

use super::base_cover::pattern_of_chain;
use super::braids::{Braids, ConstraintState, LowerBoundCache, SearchOutcome};
use super::raw_step::RawStep;

/// Candidates that the searches of one size may apply. Budgets of 30, 100 and 500 differ by less than 1 % in total
/// size.
pub(crate) const SEARCH_BUDGET: u64 = 30;
/// Targets, those with the smallest bounds, for which a refutation is minimised after the budget is exhausted. With 4
/// explanations are 4 % longer and take the same time.
const MAX_MINIMIZED_TARGETS: usize = 8;

/// Steps from a state to a contradiction, without singles and without further assumptions. The list ends early if
/// braids do not reach one, or if interrupted.
pub(super) fn derive_contradiction(braids: &mut Braids, start: &ConstraintState) -> Vec<RawStep> {
    let mut state = start.clone();
    let mut finder = SubproofFinder { bounds: LowerBoundCache::default(), targets: Vec::new() };
    let mut steps = Vec::new();
    while state.propagate_singles(braids.tables()) && !state.is_full() && !braids.interrupt.is_set() {
        let locked = braids.find_locked_candidates(&state).map(RawStep::chain);
        let found = locked.map_or_else(|| finder.smallest_chains(braids, &state), |step| vec![step]);
        if found.is_empty() {
            break;
        }
        steps.extend(found.into_iter().filter_map(|step| apply(braids, &mut state, step)));
    }
    steps
}

/// Applies a step if it still holds after the ones before it.
fn apply(braids: &Braids, state: &mut ConstraintState, mut step: RawStep) -> Option<RawStep> {
    let tables = braids.tables();
    let applies = state.propagate_singles(tables) && step.revalidate(tables, state) && step.apply(tables, state);
    applies.then_some(step)
}

/// The braid found last; a subset or fish with all its eliminations, so that the same one is not listed twice.
fn whole_pattern(braids: &mut Braids, state: &ConstraintState, target: u16) -> RawStep {
    let chain = RawStep::chain(braids.last_braid(state, target));
    pattern_of_chain(braids.tables(), state, &chain).unwrap_or(chain)
}

/// Finds the chains of a subproof; the lower bounds are kept from state to state.
struct SubproofFinder {
    bounds: LowerBoundCache,
    targets: Vec<u16>,
}

impl SubproofFinder {
    /// The chains of the smallest size, as far as the budget allows.
    fn smallest_chains(&mut self, braids: &mut Braids, state: &ConstraintState) -> Vec<RawStep> {
        braids.load_state(state, &mut self.bounds);
        braids.start_bounds(state, &mut self.bounds);
        braids.start_search(state);
        self.targets.clear();
        let mut more = braids.next_bound_round(&mut self.targets, &mut self.bounds);
        let mut found = Vec::new();
        for size in 2.. {
            more = more && braids.next_bound_round(&mut self.targets, &mut self.bounds);
            found = self.chains_of_size(braids, state, size);
            if !found.is_empty() || !more && self.targets.is_empty() {
                break;
            }
        }
        braids.finish_bounds(more, &mut self.bounds);
        found
    }

    /// The chains of this size, or some short ones if the budget is exhausted.
    fn chains_of_size(&mut self, braids: &mut Braids, state: &ConstraintState, size: usize) -> Vec<RawStep> {
        let mut budget = SEARCH_BUDGET;
        let mut found: Vec<RawStep> = Vec::new();
        for target in &self.targets {
            let is_eliminated = found.iter().any(|step| step.candidates.contains(target));
            if is_eliminated || self.bounds.excludes(*target, size) {
                continue;
            }
            match braids.find_braid(*target, size, &mut budget) {
                SearchOutcome::Found(()) => found.push(whole_pattern(braids, state, *target)),
                SearchOutcome::Exhausted => self.bounds.record(*target, size),
                SearchOutcome::OutOfBudget => break,
            }
        }
        if found.is_empty() && budget == 0 { self.minimized_refutations(braids, state) } else { found }
    }

    /// The shortest of a few minimised refutations, and those with one constraint more.
    fn minimized_refutations(&self, braids: &mut Braids, state: &ConstraintState) -> Vec<RawStep> {
        let mut refutation = |target: &u16| braids.short_braid(state, *target).map(RawStep::chain);
        let mut found: Vec<RawStep> =
            self.targets.iter().take(MAX_MINIMIZED_TARGETS).filter_map(&mut refutation).collect();
        let shortest = found.iter().map(RawStep::size).min().unwrap_or_default();
        found.retain(|step| step.size() <= shortest + 1);
        found
    }
}
