//! Inner steps: from a state with an assumption to a contradiction.
//!
//! Nobody chooses among them, and [`shrink`](super::shrink) leaves out what is not needed. So all chains of the smallest size are
//! taken at once, and none is searched for long: a longer one does as well. (One at a time as elsewhere, with patterns by
//! counting and an effort of 500: as many sets, and more than twice the time.)

use super::braids::{Braids, ConstraintState, LowerBoundCache, SearchOutcome};
use super::moves::Move;
use super::path::Path;

/// Candidates that a search applies before it is given up, for the targets of one size together.
const EFFORT: u64 = 30;
/// Targets of which a short refutation is made then; those with the smallest bounds.
const TRIMMED: usize = 8;

impl Path {
    /// Moves from a state to a contradiction, singles left out. With a depth, some of them are nested.
    pub(super) fn inner(&mut self, start: &ConstraintState, depth: usize) -> Vec<Move> {
        let mut state = start.clone();
        if depth > 0 {
            return self.moves(&mut state, None, EFFORT, depth);
        }
        let mut inner = Inner { known: LowerBoundCache::default(), targets: Vec::new() };
        let braids = &mut self.finder.braids;
        let mut moves = Vec::new();
        while state.propagate_singles(braids.tables()) && !state.is_full() {
            let locked = braids.find_locked_candidates(&state).map(Move::chain);
            let found = locked.map_or_else(|| inner.chains(braids, &state), |one| vec![one]);
            if found.is_empty() {
                break;
            }
            moves.extend(found.into_iter().filter_map(|one| played(braids, &mut state, one)));
        }
        moves
    }
}

/// Plays a move if it still holds after those before it.
fn played(braids: &Braids, state: &mut ConstraintState, mut one: Move) -> Option<Move> {
    let tables = braids.tables();
    let plays = state.propagate_singles(tables) && one.still_holds(tables, state) && one.play(tables, state);
    plays.then_some(one)
}

/// What is kept from state to state.
struct Inner {
    known: LowerBoundCache,
    targets: Vec<u16>,
}

impl Inner {
    /// The chains of the smallest size, as far as the effort goes.
    fn chains(&mut self, braids: &mut Braids, state: &ConstraintState) -> Vec<Move> {
        braids.load_state(state, &mut self.known);
        braids.start_bounds(state, &mut self.known);
        braids.start_search(state);
        self.targets.clear();
        let mut more = braids.next_bound_round(&mut self.targets, &mut self.known);
        let mut found = Vec::new();
        for size in 2.. {
            more = more && braids.next_bound_round(&mut self.targets, &mut self.known);
            found = self.of_size(braids, state, size);
            if !found.is_empty() || !more && self.targets.is_empty() {
                break;
            }
        }
        braids.finish_bounds(more, &mut self.known);
        found
    }

    /// The chains of this size; where the search is given up, some short ones.
    fn of_size(&mut self, braids: &mut Braids, state: &ConstraintState, size: usize) -> Vec<Move> {
        let mut effort = EFFORT;
        let mut found: Vec<Move> = Vec::new();
        for target in &self.targets {
            let is_told = found.iter().any(|one| one.candidates.contains(target));
            if is_told || self.known.excludes(*target, size) {
                continue;
            }
            match braids.find_braid(*target, size, &mut effort) {
                SearchOutcome::Found(()) => found.push(Move::chain(braids.last_braid(state, *target))),
                SearchOutcome::Exhausted => self.known.record(*target, size),
                SearchOutcome::OutOfBudget => break,
            }
        }
        if found.is_empty() && effort == 0 { self.trimmed(braids, state) } else { found }
    }

    /// What taking away one candidate after the other leaves of some refutations; of these the shortest, and those with one set more.
    fn trimmed(&self, braids: &mut Braids, state: &ConstraintState) -> Vec<Move> {
        let mut chain = |target: &u16| braids.short_braid(state, *target).map(Move::chain);
        let mut found: Vec<Move> = self.targets.iter().take(TRIMMED).filter_map(&mut chain).collect();
        let shortest = found.iter().map(Move::size).min().unwrap_or_default();
        found.retain(|one| one.size() <= shortest + 1);
        found
    }
}
