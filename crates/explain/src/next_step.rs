//! Single queries on a position: the next step, or all steps up to a size.

use super::Position;
use super::braids::{ConstraintState, LowerBoundCache, RawBraid, SearchOutcome};
use super::forcing::ForcingSearch;
use super::lazy_true_candidates::LazyTrueCandidates;
use super::raw_step::{RawJustification, RawStep};
use super::solution_path::SolutionPathBuilder;
use super::step_finder::{FinderCache, FoundStep, SEARCH_BUDGET, StepFinder};
use qedoku_solve::StepStage;

/// A smallest step of a position, or a nested forcing chain if it has no other; `None` if nothing can be concluded.
pub(crate) fn next_step(builder: &mut SolutionPathBuilder, position: &Position) -> Option<FoundStep> {
    let mut state = ConstraintState::default();
    let tables = builder.finder.braids.tables();
    state.load_position(tables, position);
    if let Some(constraint) = state.conflict() {
        return Some(FoundStep { step: RawStep::contradiction(constraint), is_minimal: true });
    }
    if let Some(single) = state.pop_single(tables) {
        return Some(FoundStep { step: RawStep::single(single), is_minimal: true });
    }
    if state.is_full() {
        return None;
    }
    let mut cache = FinderCache::new(SEARCH_BUDGET);
    builder.finder.find(&state, Some(position), &mut cache).or_else(|| {
        builder.finder.progress.set_stage(StepStage::Nested);
        let truth = LazyTrueCandidates::new(position, &builder.finder.braids.interrupt);
        let step = ForcingSearch { builder, state: &state, truth: Some(&truth) }.find(&mut cache.forcing)?;
        Some(FoundStep { step, is_minimal: false })
    })
}

/// All singles, all base/cover patterns and a smallest braid for each candidate that has one, up to `max_size`. The flag is
/// false if the budget of some search was exhausted: a braid may be missing then, or may not be a smallest one.
pub(crate) fn all_steps(finder: &mut StepFinder, position: &Position, max_size: usize) -> (Vec<RawStep>, bool) {
    let mut state = ConstraintState::default();
    let tables = finder.braids.tables();
    state.load_position(tables, position);
    if let Some(constraint) = state.conflict() {
        return (vec![RawStep::contradiction(constraint)], true);
    }
    let mut steps: Vec<RawStep> = Vec::new();
    for single in std::iter::from_fn(|| state.pop_single(tables)).map(RawStep::single) {
        // A digit can be the last candidate of several constraints. The first is the easiest to see.
        if !steps.iter().any(|step| step.candidates == single.candidates) {
            steps.push(single);
        }
    }
    finder.base_covers_up_to(&state, max_size, &mut steps);
    let (mut chains, is_complete) = smallest_chains(finder, &state, max_size);
    let is_base_cover = |step: &&RawStep| matches!(step.justification, RawJustification::BaseCover { .. });
    chains.retain(|chain| {
        !is_single(&state, chain) && !steps.iter().filter(is_base_cover).any(|step| subsumes(step, chain))
    });
    steps.extend(chains.into_iter().map(RawStep::chain));
    (steps, is_complete)
}

/// A smallest chain for each candidate that has one of up to `max_size` constraints. A candidate eliminated by an
/// earlier chain has none of its own. The flag is false if the budget of some search was exhausted.
fn smallest_chains(finder: &mut StepFinder, state: &ConstraintState, max_size: usize) -> (Vec<RawBraid>, bool) {
    let braids = &mut finder.braids;
    let mut bounds = LowerBoundCache::default();
    braids.load_state(state, &mut bounds);
    braids.start_bounds(state, &mut bounds);
    braids.start_search(state);
    let (mut targets, mut more) = (Vec::new(), true);
    let mut found: Vec<RawBraid> = Vec::new();
    let mut is_complete = true;
    for size in 1..=max_size {
        more = more && braids.next_bound_round(&mut targets, &mut bounds);
        let mut budget = SEARCH_BUDGET;
        targets.retain(|target| {
            let is_eliminated = found.iter().any(|chain| chain.eliminations.contains(target));
            if is_eliminated {
                return false;
            }
            let outcome = braids.find_braid(*target, size, &mut budget);
            is_complete &= outcome != SearchOutcome::OutOfBudget;
            if outcome == SearchOutcome::Found(()) {
                found.push(braids.last_braid(state, *target));
            }
            outcome != SearchOutcome::Found(())
        });
    }
    (found, is_complete)
}

/// Whether a step has the size of a chain and eliminates all that the chain does.
fn subsumes(step: &RawStep, chain: &RawBraid) -> bool {
    step.size() == chain.links.len() && chain.eliminations.iter().all(|target| step.candidates.contains(target))
}

/// Whether a chain of one link only states what placing a single eliminates.
fn is_single(state: &ConstraintState, chain: &RawBraid) -> bool {
    matches!(chain.links[..], [(constraint, _)] if state.mask(constraint.into()).is_power_of_two())
}
