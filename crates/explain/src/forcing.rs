//! Nested forcing chains: assume a candidate and derive a contradiction by steps, where no braid is left.
//!
//! This is trial and error, T&E(n) in D. Berthier's terms, turned into an explanation: the contradiction is shown as a
//! list of steps ([`subproof`]). Three stages:
//!
//! 1. Trials find the candidates that can be refuted. Every false candidate undergoes a trial: one fixpoint of braids of any size, in
//!    any order. The cost of a trial, in candidates looked at, predicts the length of the explanation.
//! 2. Short refutations are derived. The [`QUEUE_LEN`] cheapest candidates are queued, [`PREPARED_CHAINS`] of them are
//!    derived and minimised, and the smallest one is taken.
//! 3. Results are reused. A chain that was not taken holds in later states of the same path too, at most with fewer
//!    steps. So do the eliminations that a trial found.
//!
//! Only if no candidate fails its trial may the inner steps assume candidates in turn, one level deeper each time.
//!
//! The length of an explanation is its total [`Step::size`](super::Step::size), inner steps included. The figures below
//! compare explanations by it; docs/guide/src/explanations.md has more.

use std::cmp::Reverse;

use super::braids::{Braids, ConstraintState, ConstraintTables, LowerBoundCache};
use super::lazy_true_candidates::LazyTrueCandidates;
use super::minimize_steps::{minimize, minimize_refutation};
use super::raw_step::{RawJustification, RawStep};
use super::solution_path::SolutionPathBuilder;
use super::subproof;
use qedoku_solve::Interrupt;

/// Length of the queue of candidates that failed their trial, the cheapest ones. A shorter queue needs more trials;
/// with 24 the cost is the same and no explanation is shorter.
const QUEUE_LEN: usize = 16;
/// Chains derived before the smallest is taken. With 4 explanations are 4 % longer, with 12 no shorter.
const PREPARED_CHAINS: usize = 8;
/// Chains of earlier states, the smallest ones, that are minimised again in each state. With all of them explanations
/// are 2 % shorter and take 5 % more time.
const REVALIDATED_CHAINS: usize = 3;
/// Budgets of the trials, in candidates looked at, before they become unlimited. Small ones come first, since they find
/// short refutations.
///
/// Without a limit the first trials of a state take most of the time, because assumptions that do not fail take
/// longest.
const TRIAL_BUDGETS: [usize; 2] = [2000, 8000];
/// Targets tried with a limited budget in a state after the first; by then the order is known from earlier trials. With
/// 32 explanations are 3 % longer.
const RETRIED_TARGETS: usize = 64;

/// Results that hold in later states of the same solution path.
#[derive(Default)]
pub(crate) struct ForcingCache {
    /// Chains that hold in the current state.
    chains: Vec<RawStep>,
    /// Chains of earlier states, to be revalidated before use.
    stale: Vec<RawStep>,
    /// Candidates that failed their trial, the cheapest last.
    queue: Vec<u16>,
    /// Levels of assumptions inside the chains of the queued candidates.
    depth: usize,
    /// By candidate id: what trials have eliminated under its assumption.
    eliminated: Vec<Vec<u16>>,
}

impl ForcingCache {
    /// Moves on to a later state.
    fn advance(&mut self, tables: &ConstraintTables, state: &ConstraintState, interrupt: &Interrupt) {
        self.queue.retain(|target| state.is_open((*target).into()));
        self.stale.append(&mut self.chains);
        self.stale.retain(|chain| state.is_open(chain.candidates[0].into()));
        self.stale.sort_by_key(RawStep::size);
        let smallest = self.stale.drain(..REVALIDATED_CHAINS.min(self.stale.len()));
        self.chains.extend(smallest.filter_map(|chain| revalidate(tables, state, chain, interrupt)));
        self.eliminated.resize(tables.candidate_count(), Vec::new());
    }

    fn len(&self) -> usize {
        self.chains.len() + self.stale.len()
    }

    /// Takes the smallest chain that holds. A stale chain is revalidated only when it could be the smallest:
    /// revalidation makes it smaller or drops it.
    fn take_smallest(&mut self, braids: &Braids, state: &ConstraintState) -> Option<RawStep> {
        loop {
            let best = index_of_smallest(&self.chains);
            let size = best.map_or(usize::MAX, |best| self.chains[best].size());
            match index_of_smallest(&self.stale).filter(|index| self.stale[*index].size() < size) {
                Some(index) => self.chains.extend(revalidate(
                    braids.tables(),
                    state,
                    self.stale.swap_remove(index),
                    &braids.interrupt,
                )),
                None => return best.map(|best| self.chains.swap_remove(best)),
            }
        }
    }
}

/// The index of the first of the smallest steps.
fn index_of_smallest(steps: &[RawStep]) -> Option<usize> {
    (0..steps.len()).min_by_key(|index| steps[*index].size())
}

/// Search for nested forcing chains in one state.
pub(crate) struct ForcingSearch<'a> {
    pub(crate) builder: &'a mut SolutionPathBuilder,
    pub(crate) state: &'a ConstraintState,
    /// If present, only false candidates are assumed. Else all are: inside a chain every candidate may be false.
    pub(crate) truth: Option<&'a LazyTrueCandidates>,
}

impl ForcingSearch<'_> {
    /// A short nested forcing chain of a state that has no other step. `None` if no candidate is false, or if
    /// interrupted.
    pub(crate) fn find(&mut self, cache: &mut ForcingCache) -> Option<RawStep> {
        let braids = &self.builder.finder.braids;
        cache.advance(braids.tables(), self.state, &braids.interrupt);
        while !self.builder.is_interrupted() {
            if cache.len() == 0 && cache.queue.is_empty() {
                self.fill_queue(cache)?;
            }
            while cache.len() < PREPARED_CHAINS
                && let Some(target) = cache.queue.pop()
            {
                cache.chains.extend(self.derive_chain(target, cache.depth));
            }
            if let Some(chain) = cache.take_smallest(&self.builder.finder.braids, self.state) {
                return Some(chain);
            }
        }
        None
    }

    /// A chain for this target with at most `depth` levels of assumptions inside, if there is one.
    pub(crate) fn refute_at_depth(&mut self, target: u16, depth: usize) -> Option<RawStep> {
        let state = self.state;
        let fails = if depth == 0 {
            let braids = self.braids();
            braids.start_trials(state);
            braids.refute_by_trial(target, usize::MAX, &mut Vec::new()).is_some()
        } else {
            !self.rank_by_nested_trial(&[target], depth).is_empty()
        };
        if fails { self.derive_chain(target, depth) } else { None }
    }

    fn braids(&mut self) -> &mut Braids {
        &mut self.builder.finder.braids
    }

    /// Fills the queue with candidates that can be refuted, at the smallest possible depth. `None` if no candidate is
    /// false.
    fn fill_queue(&mut self, cache: &mut ForcingCache) -> Option<()> {
        let targets = self.targets(&cache.eliminated);
        let is_first_state = cache.eliminated.iter().all(Vec::is_empty);
        let first = if is_first_state { targets.len() } else { targets.len().min(RETRIED_TARGETS) };
        let rounds = TRIAL_BUDGETS.into_iter().map(|budget| (budget, first)).chain([(usize::MAX, targets.len())]);
        let cheapest = rounds
            .map(|(budget, count)| self.rank_by_trial(&targets[..count], budget, &mut cache.eliminated))
            .find(|ranked| !ranked.is_empty());
        (cache.depth, cache.queue) = cheapest.map(|ranked| (0, ranked)).or_else(|| {
            (1..targets.len()).find_map(|depth| {
                let ranked = self.rank_by_nested_trial(&targets, depth);
                (!ranked.is_empty()).then_some((depth, ranked))
            })
        })?;
        cache.queue.reverse();
        Some(())
    }

    /// The false candidates in the order of their trials: those whose trial eliminated most in an earlier state first,
    /// then those with the most consequences.
    fn targets(&mut self, eliminated: &[Vec<u16>]) -> Vec<u16> {
        let mut targets = self.rank_by_propagation();
        targets.sort_by_key(|target| Reverse(eliminated[usize::from(*target)].len()));
        targets
    }

    /// The false candidates, those with the most consequences by singles first.
    fn rank_by_propagation(&mut self) -> Vec<u16> {
        let (state, truth, tables) = (self.state, self.truth, self.builder.finder.braids.tables());
        let mut after = ConstraintState::default();
        let is_false = |candidate: &usize| truth.is_none_or(|truth| truth.is_false(tables, *candidate as u16));
        let mut ranked: Vec<(usize, u16)> = state
            .open_candidates()
            .filter(is_false)
            .map(|candidate| {
                after.clone_from(state);
                after.place(tables, candidate);
                after.propagate_singles(tables);
                (after.open_count(), candidate as u16)
            })
            .collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// The targets that fail their trial at the lowest cost, the cheapest first. `eliminated` is extended by what the
    /// trials find.
    fn rank_by_trial(&mut self, targets: &[u16], budget: usize, eliminated: &mut [Vec<u16>]) -> Vec<u16> {
        let state = self.state;
        let braids = self.braids();
        braids.start_trials(state);
        let mut best: Vec<(usize, u16)> = Vec::with_capacity(QUEUE_LEN + 1);
        for target in targets {
            if braids.interrupt.is_set() {
                break;
            }
            // A trial that costs more than those in a full queue need not be finished.
            let budget = best.get(QUEUE_LEN - 1).map_or(budget, |(cost, _)| *cost);
            if let Some(cost) = braids.refute_by_trial(*target, budget, &mut eliminated[usize::from(*target)]) {
                let place = best.partition_point(|(other, _)| *other <= cost);
                best.insert(place, (cost, *target));
                best.truncate(QUEUE_LEN);
            }
        }
        best.into_iter().map(|(_, target)| target).collect()
    }

    /// The targets that fail when inner steps may assume candidates to a depth, the cheapest first; at most
    /// [`QUEUE_LEN`].
    fn rank_by_nested_trial(&mut self, targets: &[u16], depth: usize) -> Vec<u16> {
        let state = self.state;
        let braids = self.braids();
        let mut assumed = ConstraintState::default();
        let try_target = |target: &u16| {
            assumed.clone_from(state);
            assumed.place(braids.tables(), (*target).into());
            let mut cost = 0;
            leads_to_contradiction(braids, &mut assumed, depth, &mut cost).then_some((cost, *target))
        };
        let mut ranked: Vec<(usize, u16)> = targets.iter().filter_map(try_target).collect();
        ranked.sort_unstable();
        ranked.truncate(QUEUE_LEN);
        ranked.into_iter().map(|(_, target)| target).collect()
    }

    /// The chain of a target that failed its trial. `None` if interrupted.
    fn derive_chain(&mut self, target: u16, depth: usize) -> Option<RawStep> {
        let mut assumed = self.state.clone();
        assumed.place(self.braids().tables(), target.into());
        let steps = if depth == 0 {
            subproof::derive_contradiction(self.braids(), &assumed)
        } else {
            self.builder.derive_steps(&mut assumed.clone(), None, subproof::SEARCH_BUDGET, depth)
        };
        let Braids { interrupt, .. } = &self.builder.finder.braids;
        let tables = self.builder.finder.braids.tables();
        let steps = minimize_refutation(tables, &assumed, minimize(tables, &assumed, steps, interrupt));
        assert!(steps.is_some() || self.builder.is_interrupted(), "the steps of a failed trial reach a contradiction");
        Some(RawStep::nested(target, steps?))
    }
}

/// A nested chain of an earlier state, minimised again; `None` if it does not reach its contradiction without further
/// steps.
fn revalidate(
    tables: &ConstraintTables,
    state: &ConstraintState,
    chain: RawStep,
    interrupt: &Interrupt,
) -> Option<RawStep> {
    let RawJustification::Nested(steps) = chain.justification else { return None };
    let target = chain.candidates[0];
    if !state.is_open(target.into()) {
        return None;
    }
    let mut assumed = state.clone();
    assumed.place(tables, target.into());
    // Singles are found again, and the contradiction at the end may be another one.
    let steps = steps.into_iter().filter(|step| !step.candidates.is_empty() && !step.is_single()).collect();
    let steps = minimize_refutation(tables, &assumed, minimize(tables, &assumed, steps, interrupt))?;
    Some(RawStep::nested(target, steps))
}

/// Whether a state leads to a contradiction by braids of any size in any order, and by assumptions to `depth` levels.
/// False also if interrupted. The state advances by all eliminations found; `cost` counts the rounds of bounds.
pub(crate) fn leads_to_contradiction(
    braids: &mut Braids,
    state: &mut ConstraintState,
    depth: usize,
    cost: &mut usize,
) -> bool {
    let mut found = Vec::new();
    let mut bounds = LowerBoundCache::default();
    loop {
        found.clear();
        if !braids.propagate_locked(state) {
            return true;
        }
        if state.is_full() || braids.interrupt.is_set() {
            return false;
        }
        bounds.clear();
        braids.load_state(state, &mut bounds);
        braids.start_bounds(state, &mut bounds);
        while found.is_empty() && braids.next_bound_round(&mut found, &mut bounds) {
            *cost += 1;
        }
        if found.is_empty() && depth > 0 {
            found.extend(find_failing(braids, state, depth - 1, cost));
        }
        if found.is_empty() {
            return false;
        }
        for target in &found {
            state.eliminate(braids.tables(), (*target).into());
        }
    }
}

/// The first candidate whose assumption leads to a contradiction.
fn find_failing(braids: &mut Braids, state: &ConstraintState, depth: usize, cost: &mut usize) -> Option<u16> {
    let mut assumed = ConstraintState::default();
    state.open_candidates().map(|candidate| candidate as u16).find(|candidate| {
        assumed.clone_from(state);
        assumed.place(braids.tables(), (*candidate).into());
        leads_to_contradiction(braids, &mut assumed, depth, cost)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::Puzzle;

    /// Easter Monster and Golden Nugget, which are known to need nested forcing chains.
    const HARD: [&str; 2] = [
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    ];

    fn start(braids: &Braids, puzzle: &str) -> ConstraintState {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let mut state = ConstraintState::default();
        state.load_puzzle(braids.tables(), &puzzle);
        assert!(braids.propagate_locked(&mut state));
        state
    }

    /// [`leads_to_contradiction`] restarts its rounds at every elimination and must agree with the trials, which do
    /// not.
    #[test]
    fn a_trial_fails_exactly_where_braids_lead_to_a_contradiction() {
        let mut braids = Braids::new(qedoku_puzzle::Board::CLASSIC);
        let mut counts = [0; 2];
        for puzzle in HARD {
            let state = start(&braids, puzzle);
            for candidate in state.open_candidates() {
                let mut assumed = state.clone();
                assumed.place(braids.tables(), candidate);
                let expected = leads_to_contradiction(&mut braids, &mut assumed, 0, &mut 0);
                braids.start_trials(&state);
                let cost = braids.refute_by_trial(candidate as u16, usize::MAX, &mut Vec::new());
                assert_eq!(cost.is_some(), expected, "{}", braids.tables().candidate(candidate as u16));
                counts[usize::from(expected)] += 1;
            }
        }
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    }

    #[test]
    fn a_trial_that_ran_out_of_budget_resumes_where_it_stopped() {
        let mut braids = Braids::new(qedoku_puzzle::Board::CLASSIC);
        let state = start(&braids, HARD[0]);
        braids.start_trials(&state);
        let mut resumed = 0;
        for candidate in state.open_candidates().map(|candidate| candidate as u16) {
            let cost = braids.refute_by_trial(candidate, usize::MAX, &mut Vec::new());
            let mut eliminated = Vec::new();
            if braids.refute_by_trial(candidate, 1000, &mut eliminated).is_none() && !eliminated.is_empty() {
                let resumed_cost = braids.refute_by_trial(candidate, usize::MAX, &mut eliminated);
                assert_eq!(resumed_cost.is_some(), cost.is_some());
                resumed += usize::from(resumed_cost < cost);
            }
        }
        assert!(resumed > 20, "{resumed}");
    }

    #[test]
    fn chains_that_were_not_taken_are_taken_later_if_they_hold() {
        let mut builder = SolutionPathBuilder::new(qedoku_puzzle::Board::CLASSIC);
        let mut state = start(&builder.finder.braids, HARD[1]);
        let mut cache = ForcingCache::default();
        let first = ForcingSearch { builder: &mut builder, state: &state, truth: None }.find(&mut cache).unwrap();
        assert_eq!(cache.len(), PREPARED_CHAINS - 1);
        assert!(cache.chains.iter().all(|other| other.size() >= first.size()));
        assert!(first.apply(builder.finder.braids.tables(), &mut state));
        let second = ForcingSearch { builder: &mut builder, state: &state, truth: None }.find(&mut cache).unwrap();
        assert_ne!(first.candidates, second.candidates);
        assert!(second.apply(builder.finder.braids.tables(), &mut state));
    }
}
