//! Where no braid is left: a candidate is assumed, and steps that follow from it lead to a contradiction.
//!
//! Which candidate? Those with the most immediate consequences are tried first. A quick test, refutation by braids of any size and
//! in any order, says which of them can be refuted by steps without a further assumption; the quickest of these are
//! explained and shortened, and the one with the fewest sets is taken. Only if there is none, inner steps may assume in turn.
//!
//! How long explanations are is measured in sets, all inner ones included: [`Step::size`](super::Step::size) summed over the
//! steps; docs/explain.md has figures.

use super::braids::{Braids, Known, State, Tables};
use super::moves::{Move, Why};
use super::path::Path;
use super::shrink::{shrink, to_contradiction};
use super::truth::Truth;

/// Candidates that are tested before the quickest of those that can be refuted are explained: on a 9x9 all of them.
///
/// Fewer (100, 64, 32) make longer explanations and take no less time: what is saved in tests is lost in longer refutations.
/// So does to prefer candidates whose removal leads far.
const TESTED: usize = 256;
/// Of which so many are explained. The shortest is taken; the others wait, since they hold in later positions too.
const EXPLAINED: usize = 16;
/// Candidates that a search in an inner step applies before it is given up.
const EFFORT: u64 = 500;
/// Sweeps of the quick test: few at first, for short refutations.
const SWEEPS: [usize; 3] = [4, 6, usize::MAX];

impl Path {
    /// A nested move of a state that has no other one, as small as a few tries make it. None if nothing is false.
    pub(crate) fn nest(&mut self, state: &State, truth: Option<&Truth>, pool: &mut Vec<Move>) -> Option<Move> {
        let tables = self.finder.braids.tables();
        *pool = std::mem::take(pool).into_iter().filter_map(|one| again(tables, state, one)).collect();
        if pool.is_empty() {
            let targets = self.ranked(state, truth);
            let limits = SWEEPS.map(|limit| (0, limit)).into_iter().chain((1..targets.len()).map(|depth| (depth, 0)));
            let mut pools = limits.map(|(depth, limit)| self.nest_at(state, &targets, depth, limit));
            *pool = pools.find(|pool| !pool.is_empty())?;
        }
        let best = pool.iter().enumerate().min_by_key(|(_, one)| one.size())?.0;
        Some(pool.swap_remove(best))
    }

    /// The candidates that are false, those with the most consequences first.
    fn ranked(&mut self, state: &State, truth: Option<&Truth>) -> Vec<u16> {
        let tables = self.finder.braids.tables();
        let mut after = State::default();
        let is_false = |candidate: &usize| truth.is_none_or(|truth| truth.is_false(tables, *candidate as u16));
        let mut ranked: Vec<(usize, u16)> = state
            .candidates()
            .filter(is_false)
            .map(|candidate| {
                after.clone_from(state);
                after.place(tables, candidate);
                after.settle(tables);
                (after.count(), candidate as u16)
            })
            .collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// A few moves whose inner steps assume no deeper than told.
    fn nest_at(&mut self, state: &State, targets: &[u16], depth: usize, limit: usize) -> Vec<Move> {
        for some in targets.chunks(TESTED) {
            let mut quick = self.tested(state, some, depth, limit);
            quick.sort_unstable();
            quick.truncate(EXPLAINED);
            if !quick.is_empty() {
                return quick.into_iter().map(|(_, target)| self.refutation(state, target, depth)).collect();
            }
        }
        Vec::new()
    }

    /// A move for this target whose inner steps assume no deeper than told, if there is one.
    pub(crate) fn refuted_at(&mut self, state: &State, target: u16, depth: usize) -> Option<Move> {
        let fails = !self.tested(state, &[target], depth, usize::MAX).is_empty();
        fails.then(|| self.refutation(state, target, depth))
    }

    /// The targets that can be refuted, with how much it takes.
    fn tested(&mut self, state: &State, targets: &[u16], depth: usize, limit: usize) -> Vec<(usize, u16)> {
        let braids = &mut self.finder.braids;
        if depth == 0 {
            let mut known = Known::default();
            braids.begin(state, &mut known);
            braids.start_rounds(state, &mut known);
            return targets.iter().filter_map(|target| Some((braids.fails(*target, limit)?, *target))).collect();
        }
        let mut assumed = State::default();
        let test = |target: &u16| {
            assumed.clone_from(state);
            assumed.place(braids.tables(), (*target).into());
            let mut cost = 0;
            fails(braids, &mut assumed, depth, &mut cost).then_some((cost, *target))
        };
        targets.iter().filter_map(test).collect()
    }

    /// The refutation of a target that the test has refuted.
    pub(crate) fn refutation(&mut self, state: &State, target: u16, depth: usize) -> Move {
        let mut assumed = state.clone();
        assumed.place(self.finder.braids.tables(), target.into());
        let mut end = assumed.clone();
        let moves = self.moves(&mut end, None, EFFORT, depth);
        let tables = self.finder.braids.tables();
        let moves = to_contradiction(tables, &assumed, shrink(tables, &assumed, moves)).expect("what fails ends so");
        Move { why: Why::Nested(moves), candidates: vec![target] }
    }
}

/// A nested move found in an earlier state, without what is no longer needed; none if some of it does not hold as it stands.
fn again(tables: &Tables, state: &State, one: Move) -> Option<Move> {
    let Why::Nested(moves) = one.why else { return None };
    let target = usize::from(one.candidates[0]);
    if !state.is_open(target) {
        return None;
    }
    let mut assumed = state.clone();
    assumed.place(tables, target);
    let moves = moves.into_iter().filter(|one| !one.candidates.is_empty() && !one.is_single()).collect();
    let moves = to_contradiction(tables, &assumed, shrink(tables, &assumed, moves))?;
    Some(Move { why: Why::Nested(moves), candidates: one.candidates })
}

/// Whether a state comes to a contradiction by braids in any order, and by assumptions to so many levels.
pub(crate) fn fails(braids: &mut Braids, state: &mut State, depth: usize, cost: &mut usize) -> bool {
    let mut found = Vec::new();
    let mut known = Known::default();
    loop {
        found.clear();
        if !braids.settle_locked(state) {
            return true;
        }
        if state.is_full() {
            return false;
        }
        known.clear();
        braids.begin(state, &mut known);
        braids.start_rounds(state, &mut known);
        while found.is_empty() && braids.round(&mut found, &mut known) {
            *cost += 1;
        }
        if found.is_empty() && depth > 0 {
            found.extend(failing(braids, state, depth - 1, cost));
        }
        if found.is_empty() {
            return false;
        }
        for target in &found {
            state.remove(braids.tables(), (*target).into());
        }
    }
}

/// A candidate whose assumption fails.
fn failing(braids: &mut Braids, state: &State, depth: usize, cost: &mut usize) -> Option<u16> {
    let mut assumed = State::default();
    state.candidates().map(|candidate| candidate as u16).find(|candidate| {
        assumed.clone_from(state);
        assumed.place(braids.tables(), (*candidate).into());
        fails(braids, &mut assumed, depth, cost)
    })
}
