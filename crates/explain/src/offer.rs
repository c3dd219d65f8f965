//! What a position has to offer: the next step, or all of them.

use std::cmp::Reverse;

use super::braids::{ConstraintState, LowerBoundCache, RawBraid, SearchOutcome};
use super::find::{EFFORT, Trail};
use super::moves::{Move, Why};
use super::path::{Explainer, Path};
use super::truth::Truth;
use super::{Position, Step};

impl Explainer {
    /// A smallest step of a position, the most familiar one of this size. None if the position is full, or if every candidate
    /// left is in some solution.
    pub fn next(&mut self, position: &Position) -> Option<Step> {
        let path = self.path(position.board());
        let one = path.offer(position)?;
        Some(one.step(path.finder.braids.tables(), position))
    }

    /// All steps of up to `size` sets: each single, and for each candidate that goes a smallest step that takes it away. By size,
    /// then by familiarity. (A step that takes several candidates away is told once; what goes as soon as a single is placed
    /// has no step of its own.)
    pub fn all(&mut self, position: &Position, size: usize) -> Vec<Step> {
        let path = self.path(position.board());
        let moves = path.offers(position, size);
        let mut steps: Vec<Step> = moves.iter().map(|one| one.step(path.finder.braids.tables(), position)).collect();
        steps.sort_by_key(|step| (step.size(), step.technique, Reverse(step.removed.len())));
        steps
    }
}

impl Path {
    fn offer(&mut self, position: &Position) -> Option<Move> {
        let mut state = ConstraintState::default();
        let tables = self.finder.braids.tables();
        state.load_position(tables, position);
        if let Some(set) = state.conflict() {
            return Some(Move::contradiction(set));
        }
        if let Some(single) = state.pop_single(tables) {
            return Some(Move::single(single));
        }
        if state.is_full() {
            return None;
        }
        let mut trail = Trail::new(EFFORT);
        self.at = None;
        let found = self.finder.find(&state, Some(position), &mut trail).map(|found| found.one);
        found.or_else(|| self.nest(&state, Some(&Truth::new(position)), &mut trail.pool))
    }

    fn offers(&mut self, position: &Position, size: usize) -> Vec<Move> {
        let mut state = ConstraintState::default();
        let tables = self.finder.braids.tables();
        state.load_position(tables, position);
        if let Some(set) = state.conflict() {
            return vec![Move::contradiction(set)];
        }
        let singles = std::iter::from_fn(|| state.pop_single(tables)).map(Move::single);
        let mut moves: Vec<Move> = Vec::new();
        for single in singles {
            // The same digit may be the only one of several sets: the most familiar comes first.
            if !moves.iter().any(|one| one.candidates == single.candidates) {
                moves.push(single);
            }
        }
        self.at = None;
        self.finder.count_up_to(&state, size, &mut moves);
        self.chains(&state, size, &mut moves);
        moves
    }

    /// Adds a smallest chain for each candidate that has one of up to so many sets, unless there is a move that says the same.
    fn chains(&mut self, state: &ConstraintState, size: usize, moves: &mut Vec<Move>) {
        let mut found = self.smallest_chains(state, size);
        let counted = |one: &&Move| matches!(one.why, Why::Counted { .. });
        found.retain(|chain| !is_single(state, chain) && !moves.iter().filter(counted).any(|one| says(one, chain)));
        moves.extend(found.into_iter().map(Move::chain));
    }

    fn smallest_chains(&mut self, state: &ConstraintState, size: usize) -> Vec<RawBraid> {
        let braids = &mut self.finder.braids;
        let mut known = LowerBoundCache::default();
        braids.load_state(state, &mut known);
        braids.start_bounds(state, &mut known);
        braids.start_search(state);
        let (mut targets, mut more) = (Vec::new(), true);
        let mut found: Vec<RawBraid> = Vec::new();
        for size in 1..=size {
            more = more && braids.next_bound_round(&mut targets, &mut known);
            let mut effort = EFFORT;
            targets.retain(|target| {
                let told = found.iter().any(|chain| chain.eliminations.contains(target));
                let new = !told && braids.find_braid(*target, size, &mut effort) == SearchOutcome::Found(());
                if new {
                    found.push(braids.last_braid(state, *target));
                }
                !told && !new
            });
        }
        found
    }
}

/// Whether a move has as many sets as a chain, and takes all away that the chain does.
fn says(one: &Move, chain: &RawBraid) -> bool {
    one.size() == chain.links.len() && chain.eliminations.iter().all(|target| one.candidates.contains(target))
}

/// Whether a chain tells only what goes when a single is placed.
fn is_single(state: &ConstraintState, chain: &RawBraid) -> bool {
    matches!(chain.links[..], [(set, _)] if state.mask(set.into()).is_power_of_two())
}
