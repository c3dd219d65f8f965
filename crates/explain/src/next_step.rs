//! Single queries on a position: the next step, or all steps up to a size.

use super::Position;
use super::braids::{ConstraintState, LowerBoundCache, RawBraid, SearchOutcome};
use super::forcing::ForcingSearch;
use super::lazy_true_candidates::LazyTrueCandidates;
use super::raw_step::{RawJustification, RawStep};
use super::solution_path::SolutionPathBuilder;
use super::step_finder::{FinderCache, SEARCH_BUDGET, StepFinder};

/// A smallest step of a position, or a nested forcing chain if it has no other; `None` if nothing can be concluded.
pub(crate) fn next_step(builder: &mut SolutionPathBuilder, position: &Position) -> Option<RawStep> {
    let mut state = ConstraintState::default();
    let tables = builder.finder.braids.tables();
    state.load_position(tables, position);
    if let Some(constraint) = state.conflict() {
        return Some(RawStep::contradiction(constraint));
    }
    if let Some(single) = state.pop_single(tables) {
        return Some(RawStep::single(single));
    }
    if state.is_full() {
        return None;
    }
    let mut cache = FinderCache::new(SEARCH_BUDGET);
    let found = builder.finder.find(&state, Some(position), &mut cache).map(|found| found.step);
    found.or_else(|| {
        let truth = LazyTrueCandidates::new(position);
        ForcingSearch { builder, state: &state, truth: Some(&truth) }.find(&mut cache.forcing)
    })
}

/// All singles, all base/cover patterns and a smallest braid for each candidate that has one, up to `max_size`.
pub(crate) fn all_steps(finder: &mut StepFinder, position: &Position, max_size: usize) -> Vec<RawStep> {
    let mut state = ConstraintState::default();
    let tables = finder.braids.tables();
    state.load_position(tables, position);
    if let Some(constraint) = state.conflict() {
        return vec![RawStep::contradiction(constraint)];
    }
    let mut steps: Vec<RawStep> = Vec::new();
    for single in std::iter::from_fn(|| state.pop_single(tables)).map(RawStep::single) {
        // A digit can be the last candidate of several constraints. The first is the easiest to see.
        if !steps.iter().any(|step| step.candidates == single.candidates) {
            steps.push(single);
        }
    }
    finder.base_covers_up_to(&state, max_size, &mut steps);
    let mut chains = smallest_chains(finder, &state, max_size);
    let is_base_cover = |step: &&RawStep| matches!(step.justification, RawJustification::BaseCover { .. });
    chains.retain(|chain| {
        !is_single(&state, chain) && !steps.iter().filter(is_base_cover).any(|step| subsumes(step, chain))
    });
    steps.extend(chains.into_iter().map(RawStep::chain));
    steps
}

/// A smallest chain for each candidate that has one of up to `max_size` constraints. A candidate eliminated by an
/// earlier chain has none of its own.
fn smallest_chains(finder: &mut StepFinder, state: &ConstraintState, max_size: usize) -> Vec<RawBraid> {
    let braids = &mut finder.braids;
    let mut bounds = LowerBoundCache::default();
    braids.load_state(state, &mut bounds);
    braids.start_bounds(state, &mut bounds);
    braids.start_search(state);
    let (mut targets, mut more) = (Vec::new(), true);
    let mut found: Vec<RawBraid> = Vec::new();
    for size in 1..=max_size {
        more = more && braids.next_bound_round(&mut targets, &mut bounds);
        let mut budget = SEARCH_BUDGET;
        targets.retain(|target| {
            let is_eliminated = found.iter().any(|chain| chain.eliminations.contains(target));
            let is_new = !is_eliminated && braids.find_braid(*target, size, &mut budget) == SearchOutcome::Found(());
            if is_new {
                found.push(braids.last_braid(state, *target));
            }
            !is_eliminated && !is_new
        });
    }
    found
}

/// Whether a step has the size of a chain and eliminates all that the chain does.
fn subsumes(step: &RawStep, chain: &RawBraid) -> bool {
    step.size() == chain.links.len() && chain.eliminations.iter().all(|target| step.candidates.contains(target))
}

/// Whether a chain of one link only states what placing a single eliminates.
fn is_single(state: &ConstraintState, chain: &RawBraid) -> bool {
    matches!(chain.links[..], [(constraint, _)] if state.mask(constraint.into()).is_power_of_two())
}
