//! Where no braid is left: a candidate is assumed, and steps that follow from it lead to a contradiction.
//!
//! Which candidate? All that are false go through a trial: refutation by braids of any size and in any order, which says which of
//! them can be refuted by steps without a further assumption, and how soon. The quickest of these wait; a few of them are
//! explained and shortened, and the one with the fewest sets is taken. What is not taken holds in later states too.
//! Only if there is none, inner steps may assume in turn.
//!
//! How long explanations are is measured in sets, all inner ones included: [`Step::size`](super::Step::size) summed over the
//! steps; docs/explain.md has figures.

use std::cmp::Reverse;

use super::braids::{Braids, ConstraintState, ConstraintTables, LowerBoundCache};
use super::moves::{Move, Why};
use super::path::Path;
use super::shrink::{shrink, to_contradiction};
use super::truth::Truth;

/// So many of the quickest candidates wait to be explained. Fewer: more trials. More: 24 cost as much, and none is shorter.
const WAITING: usize = 16;
/// So many nested moves are at hand when one is taken. With 4 explanations are 4 % longer, with 12 no shorter.
const EXPLAINED: usize = 8;
/// So many of those of earlier states, the smallest, are shortened again in each state. (All: 2 % shorter, and 5 % slower.)
const RENEWED: usize = 3;
/// How many candidates of sets a trial looks at: few at first, for short refutations.
///
/// Without a limit the first trials of a state take most of the time, since assumptions that do not fail take longest.
const LIMITS: [usize; 2] = [2000, 8000];
/// Candidates that are tried again after all have been tried in an earlier state. (32: explanations are 3 % longer.)
const LIKELY: usize = 64;

/// Nested moves that were found and not taken, and candidates that can be refuted. Both hold in later states of the same way.
#[derive(Default)]
pub(crate) struct Pool {
    /// Moves that hold as they stand.
    moves: Vec<Move>,
    /// Moves of earlier states, to be looked at again.
    stale: Vec<Move>,
    /// Candidates that can be refuted, the quickest last.
    waiting: Vec<u16>,
    /// How deep their inner steps assume.
    depth: usize,
    /// By candidates of the board: what is known to be gone if it is true.
    gone: Vec<Vec<u16>>,
}

impl Pool {
    /// Goes on to a later state.
    fn enter(&mut self, tables: &ConstraintTables, state: &ConstraintState) {
        self.waiting.retain(|target| state.is_open((*target).into()));
        self.stale.append(&mut self.moves);
        self.stale.retain(|one| state.is_open(one.candidates[0].into()));
        self.stale.sort_by_key(Move::size);
        let renewed = self.stale.drain(..RENEWED.min(self.stale.len()));
        self.moves.extend(renewed.filter_map(|one| again(tables, state, one)));
        self.gone.resize(tables.candidate_count(), Vec::new());
    }

    fn len(&self) -> usize {
        self.moves.len() + self.stale.len()
    }

    /// Takes the smallest move that holds.
    fn take(&mut self, tables: &ConstraintTables, state: &ConstraintState) -> Option<Move> {
        loop {
            let best = smallest(&self.moves);
            let size = best.map_or(usize::MAX, |best| self.moves[best].size());
            match smallest(&self.stale).filter(|old| self.stale[*old].size() < size) {
                Some(old) => self.moves.extend(again(tables, state, self.stale.swap_remove(old))),
                None => return best.map(|best| self.moves.swap_remove(best)),
            }
        }
    }
}

/// Where the first of the smallest moves is.
fn smallest(moves: &[Move]) -> Option<usize> {
    (0..moves.len()).min_by_key(|index| moves[*index].size())
}

impl Path {
    /// A nested move of a state that has no other one, as small as a few tries make it. None if nothing is false, or if the
    /// work is stopped.
    pub(crate) fn nest(&mut self, state: &ConstraintState, truth: Option<&Truth>, pool: &mut Pool) -> Option<Move> {
        pool.enter(self.finder.braids.tables(), state);
        while !self.is_stopped() {
            if pool.len() == 0 && pool.waiting.is_empty() {
                self.fill(state, truth, pool)?;
            }
            while pool.len() < EXPLAINED
                && let Some(target) = pool.waiting.pop()
            {
                pool.moves.extend(self.refutation(state, target, pool.depth));
            }
            if let Some(one) = pool.take(self.finder.braids.tables(), state) {
                return Some(one);
            }
        }
        None
    }

    /// Finds candidates that can be refuted, by inner steps that assume as little as can be. None if nothing is false.
    fn fill(&mut self, state: &ConstraintState, truth: Option<&Truth>, pool: &mut Pool) -> Option<()> {
        let targets = self.likely(state, truth, &pool.gone);
        let first = if pool.gone.iter().all(Vec::is_empty) { targets.len() } else { targets.len().min(LIKELY) };
        let limits = LIMITS.into_iter().map(|limit| (limit, first)).chain([(usize::MAX, targets.len())]);
        let quick = limits
            .map(|(limit, count)| self.tried(state, &targets[..count], limit, &mut pool.gone))
            .find(|quick| !quick.is_empty());
        (pool.depth, pool.waiting) = quick.map(|quick| (0, quick)).or_else(|| {
            (1..targets.len()).find_map(|depth| Some((depth, some(self.tested(state, &targets, depth))?)))
        })?;
        pool.waiting.reverse();
        Some(())
    }

    /// The candidates that are false, those with the most consequences first; but before all, those whose trial came far in an
    /// earlier state.
    fn likely(&mut self, state: &ConstraintState, truth: Option<&Truth>, gone: &[Vec<u16>]) -> Vec<u16> {
        let mut targets = self.ranked(state, truth);
        targets.sort_by_key(|target| Reverse(gone[usize::from(*target)].len()));
        targets
    }

    /// The candidates that are false, those with the most consequences first.
    fn ranked(&mut self, state: &ConstraintState, truth: Option<&Truth>) -> Vec<u16> {
        let tables = self.finder.braids.tables();
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

    /// A move for this target whose inner steps assume no deeper than told, if there is one.
    pub(crate) fn refuted_at(&mut self, state: &ConstraintState, target: u16, depth: usize) -> Option<Move> {
        let fails = if depth == 0 {
            self.finder.braids.start_trials(state);
            self.finder.braids.refute_by_trial(target, usize::MAX, &mut Vec::new()).is_some()
        } else {
            !self.tested(state, &[target], depth).is_empty()
        };
        if fails { self.refutation(state, target, depth) } else { None }
    }

    /// The targets that are refuted with the least work, the quickest first; `gone` is what is known of each, and becomes more.
    fn tried(&mut self, state: &ConstraintState, targets: &[u16], limit: usize, gone: &mut [Vec<u16>]) -> Vec<u16> {
        let braids = &mut self.finder.braids;
        braids.start_trials(state);
        let mut best: Vec<(usize, u16)> = Vec::with_capacity(WAITING + 1);
        for target in targets {
            if braids.interrupt.is_set() {
                break;
            }
            // What takes longer than enough others is not looked at to its end.
            let limit = best.get(WAITING - 1).map_or(limit, |(cost, _)| *cost);
            if let Some(cost) = braids.refute_by_trial(*target, limit, &mut gone[usize::from(*target)]) {
                let place = best.partition_point(|(other, _)| *other <= cost);
                best.insert(place, (cost, *target));
                best.truncate(WAITING);
            }
        }
        best.into_iter().map(|(_, target)| target).collect()
    }

    /// The targets that can be refuted where inner steps assume in turn, the quickest first, up to a number.
    fn tested(&mut self, state: &ConstraintState, targets: &[u16], depth: usize) -> Vec<u16> {
        let braids = &mut self.finder.braids;
        let mut assumed = ConstraintState::default();
        let test = |target: &u16| {
            assumed.clone_from(state);
            assumed.place(braids.tables(), (*target).into());
            let mut cost = 0;
            fails(braids, &mut assumed, depth, &mut cost).then_some((cost, *target))
        };
        let mut tested: Vec<(usize, u16)> = targets.iter().filter_map(test).collect();
        tested.sort_unstable();
        tested.truncate(WAITING);
        tested.into_iter().map(|(_, target)| target).collect()
    }

    /// The refutation of a target that a trial has refuted. None if the work is stopped.
    fn refutation(&mut self, state: &ConstraintState, target: u16, depth: usize) -> Option<Move> {
        let mut assumed = state.clone();
        assumed.place(self.finder.braids.tables(), target.into());
        let moves = self.inner(&assumed, depth);
        let tables = self.finder.braids.tables();
        let moves = to_contradiction(tables, &assumed, shrink(tables, &assumed, moves));
        assert!(moves.is_some() || self.is_stopped(), "what fails ends so");
        Some(Move { why: Why::Nested(moves?), candidates: vec![target] })
    }
}

/// Nothing instead of an empty list.
fn some(list: Vec<u16>) -> Option<Vec<u16>> {
    Some(list).filter(|list| !list.is_empty())
}

/// A nested move found in an earlier state, without what is no longer needed; none if some of it does not hold as it stands.
fn again(tables: &ConstraintTables, state: &ConstraintState, one: Move) -> Option<Move> {
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

/// Whether a state comes to a contradiction by braids in any order, and by assumptions to so many levels, before the work is
/// stopped.
pub(crate) fn fails(braids: &mut Braids, state: &mut ConstraintState, depth: usize, cost: &mut usize) -> bool {
    let mut found = Vec::new();
    let mut known = LowerBoundCache::default();
    loop {
        found.clear();
        if !braids.propagate_locked(state) {
            return true;
        }
        if state.is_full() || braids.interrupt.is_set() {
            return false;
        }
        known.clear();
        braids.load_state(state, &mut known);
        braids.start_bounds(state, &mut known);
        while found.is_empty() && braids.next_bound_round(&mut found, &mut known) {
            *cost += 1;
        }
        if found.is_empty() && depth > 0 {
            found.extend(failing(braids, state, depth - 1, cost));
        }
        if found.is_empty() {
            return false;
        }
        for target in &found {
            state.eliminate(braids.tables(), (*target).into());
        }
    }
}

/// A candidate whose assumption fails.
fn failing(braids: &mut Braids, state: &ConstraintState, depth: usize, cost: &mut usize) -> Option<u16> {
    let mut assumed = ConstraintState::default();
    state.open_candidates().map(|candidate| candidate as u16).find(|candidate| {
        assumed.clone_from(state);
        assumed.place(braids.tables(), (*candidate).into());
        fails(braids, &mut assumed, depth, cost)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::Puzzle;

    /// Easter Monster and Golden Nugget, which are known to need nested steps.
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

    /// Rounds that begin anew whenever something goes find the same, in another order.
    #[test]
    fn a_trial_fails_exactly_where_braids_lead_to_a_contradiction() {
        let mut braids = Braids::new(qedoku_puzzle::Board::CLASSIC);
        let mut counts = [0; 2];
        for puzzle in HARD {
            let state = start(&braids, puzzle);
            for candidate in state.open_candidates() {
                let mut assumed = state.clone();
                assumed.place(braids.tables(), candidate);
                let expected = fails(&mut braids, &mut assumed, 0, &mut 0);
                braids.start_trials(&state);
                let told = braids.refute_by_trial(candidate as u16, usize::MAX, &mut Vec::new());
                assert_eq!(told.is_some(), expected, "{}", braids.tables().candidate(candidate as u16));
                counts[usize::from(expected)] += 1;
            }
        }
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    }

    #[test]
    fn a_trial_that_was_given_up_goes_on_where_it_ended() {
        let mut braids = Braids::new(qedoku_puzzle::Board::CLASSIC);
        let state = start(&braids, HARD[0]);
        braids.start_trials(&state);
        let mut resumed = 0;
        for candidate in state.open_candidates().map(|candidate| candidate as u16) {
            let cost = braids.refute_by_trial(candidate, usize::MAX, &mut Vec::new());
            let mut gone = Vec::new();
            if braids.refute_by_trial(candidate, 1000, &mut gone).is_none() && !gone.is_empty() {
                let again = braids.refute_by_trial(candidate, usize::MAX, &mut gone);
                assert_eq!(again.is_some(), cost.is_some());
                resumed += usize::from(again < cost);
            }
        }
        assert!(resumed > 20, "{resumed}");
    }

    #[test]
    fn moves_that_were_not_taken_are_taken_later_if_they_hold() {
        let mut path = Path::new(qedoku_puzzle::Board::CLASSIC);
        let mut state = start(&path.finder.braids, HARD[1]);
        let mut pool = Pool::default();
        let first = path.nest(&state, None, &mut pool).unwrap();
        assert_eq!(pool.len(), EXPLAINED - 1);
        assert!(pool.moves.iter().all(|other| other.size() >= first.size()));
        assert!(first.play(path.finder.braids.tables(), &mut state));
        let second = path.nest(&state, None, &mut pool).unwrap();
        assert_ne!(first.candidates, second.candidates);
        assert!(second.play(path.finder.braids.tables(), &mut state));
    }
}
