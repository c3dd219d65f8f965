//! Loaded positions: the engine behind queries about single candidates of one position.
//!
//! Loading a position builds the link graph of its open candidates and the root of the search. It stays loaded until a
//! query is about another position, so that queries about all candidates of one position are quick.

use qedoku_solve::Interrupt;

use super::Position;
use super::base_cover::max_size;
use super::braids::{Braids, ConstraintState, LowerBoundCache, SearchOutcome};
use super::forcing::ForcingSearch;
use super::lazy_true_candidates::LazyTrueCandidates;
use super::raw_step::{RawJustification, RawStep};
use super::solution_path::SolutionPathBuilder;

/// Budget of the search for a smallest braid, in candidates applied.
const SEARCH_BUDGET: u64 = 200_000;

/// A position in a braid engine of its own.
pub(crate) struct LoadedPosition {
    braids: Braids,
    state: ConstraintState,
    truth: LazyTrueCandidates,
    /// Base/cover patterns of up to `covers_searched` base constraints, the smaller ones first.
    base_covers: Vec<RawStep>,
    covers_searched: usize,
}

impl LoadedPosition {
    pub(crate) fn new(position: &Position, interrupt: &Interrupt) -> LoadedPosition {
        let mut loaded = LoadedPosition {
            braids: Braids::new(position.board()),
            state: ConstraintState::default(),
            truth: LazyTrueCandidates::new(position, interrupt),
            base_covers: Vec::new(),
            covers_searched: 0,
        };
        loaded.load(interrupt);
        loaded
    }

    /// Loads another position of the same board, unless it is the one already loaded.
    pub(crate) fn switch_to(&mut self, position: &Position, interrupt: &Interrupt) {
        // An engine that holds the flag of an earlier query would end at once, or not at all.
        if self.truth.position() != position || !self.braids.interrupt.shares_flag_with(interrupt) {
            self.truth = LazyTrueCandidates::new(position, interrupt);
            self.load(interrupt);
        }
    }

    fn load(&mut self, interrupt: &Interrupt) {
        self.braids.interrupt = interrupt.clone();
        self.state.load_position(self.braids.tables(), self.truth.position());
        self.base_covers.clear();
        self.covers_searched = 0;
        if self.state.conflict().is_none() {
            self.braids.load_state(&self.state, &mut LowerBoundCache::default());
            self.braids.start_search(&self.state);
        }
    }

    pub(crate) fn is_contradictory(&self) -> bool {
        self.state.conflict().is_some()
    }

    /// A step that eliminates a candidate, and whether it was proved to be a smallest one: a subset or fish, a braid, or a
    /// nested forcing chain found by `builder`. `None` if the candidate is not open or not false, or if the search was interrupted.
    pub(crate) fn refute(&mut self, target: u16, builder: &mut SolutionPathBuilder) -> Option<(RawStep, bool)> {
        if let Some(constraint) = self.state.conflict() {
            let justification = RawJustification::Contradiction(constraint as u16);
            return Some((RawStep { justification, candidates: vec![target] }, true));
        }
        if !self.state.is_open(target.into()) {
            return None;
        }
        let braid = self.smallest_braid(target, SEARCH_BUDGET);
        let braid_size = braid.as_ref().map_or(usize::MAX, |(braid, _)| braid.size());
        if let Some(pattern) = self.smallest_base_cover(target, braid_size, builder) {
            return Some((pattern, braid.is_none_or(|(_, is_minimal)| is_minimal)));
        }
        if braid.is_some() {
            return braid;
        }
        // A true candidate would be nested deeper and deeper without end, so the solver decides first.
        if !self.truth.is_false(self.braids.tables(), target) {
            return None;
        }
        let interrupt = builder.finder.braids.interrupt.clone();
        let mut search = ForcingSearch { builder, state: &self.state, truth: None };
        let mut depths = (0..).take_while(|_| !interrupt.is_set());
        let nested = depths.find_map(|depth| search.refute_at_depth(target, depth));
        Some((nested?, false))
    }

    /// A smallest subset or fish of at most `largest` base constraints that eliminates a target. Subsets and fish do not
    /// always follow by unit propagation, so a braid may be much larger.
    fn smallest_base_cover(
        &mut self,
        target: u16,
        largest: usize,
        builder: &mut SolutionPathBuilder,
    ) -> Option<RawStep> {
        let largest = largest.min(max_size(self.braids.tables().side()));
        if largest > self.covers_searched {
            self.base_covers.clear();
            builder.finder.base_covers_up_to(&self.state, largest, &mut self.base_covers);
            self.covers_searched = largest;
        }
        let mut patterns = self.base_covers.iter().take_while(|pattern| pattern.size() <= largest);
        patterns.find(|pattern| pattern.candidates.contains(&target)).cloned()
    }

    /// A braid of a target, and whether it was proved to be a smallest one: a short one if the budget is exhausted.
    /// `None` if the target has no braid.
    fn smallest_braid(&mut self, target: u16, mut budget: u64) -> Option<(RawStep, bool)> {
        let braids = &mut self.braids;
        let bound = braids.propagate_to_conflict(target)?;
        // Up to three constraints the lower bound is mostly tight; the refutation need not be minimised as an upper bound then.
        let mut outcome = braids.find_braid(target, bound, &mut budget);
        if outcome == SearchOutcome::Found(()) {
            return Some((RawStep::chain(braids.last_braid(&self.state, target)), true));
        }
        braids.minimize_refutation(target);
        let short = braids.last_braid(&self.state, target);
        for size in bound + 1..short.links.len() {
            if outcome == SearchOutcome::OutOfBudget {
                break;
            }
            outcome = braids.find_braid(target, size, &mut budget);
            if outcome == SearchOutcome::Found(()) {
                return Some((RawStep::chain(braids.last_braid(&self.state, target)), true));
            }
        }
        // The short braid is a smallest one if it meets the lower bound or if every smaller size was searched completely.
        let is_minimal = short.links.len() == bound || outcome == SearchOutcome::Exhausted;
        Some((RawStep::chain(short), is_minimal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::Puzzle;

    /// Compares searches with small budgets with those that end within a large one.
    #[test]
    fn a_braid_is_called_minimal_only_if_no_smaller_one_exists() {
        // Some targets have a smallest braid that meets the lower bound, and a minimised refutation with one constraint more.
        let puzzle: Puzzle =
            "1....6.8...7.....6.8...2.5.2..........5.7..28......463.....83..8..21....9.134....".parse().unwrap();
        let mut loaded = LoadedPosition::new(&Position::new(&puzzle), &Interrupt::default());
        let targets: Vec<u16> = loaded.state.open_candidates().map(|candidate| candidate as u16).collect();
        let (mut proved, mut too_large) = (0, 0);
        for target in targets {
            let Some((smallest, true)) = loaded.smallest_braid(target, SEARCH_BUDGET) else { continue };
            for budget in [0, 1, 10, 100, 1000] {
                let (step, is_minimal) = loaded.smallest_braid(target, budget).expect("propagation has no budget");
                assert!(!is_minimal || step.size() == smallest.size(), "target {target}, budget {budget}");
                proved += usize::from(is_minimal);
                too_large += usize::from(step.size() > smallest.size());
            }
        }
        assert!(proved > 0 && too_large > 0, "{proved} proved, {too_large} too large");
    }
}
