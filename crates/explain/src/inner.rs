//! Inner steps: from a state with an assumption to a contradiction.
//!
//! Nobody chooses among them, and [`shrink`](super::shrink) leaves out what is not needed. So all chains of the smallest size are
//! taken at once, and none is searched for long: a longer one does as well. (One at a time as elsewhere, with patterns by
//! counting and an effort of 500: as many sets, and more than twice the time.)

use super::braids::{Braids, Known, State, Verdict};
use super::moves::Move;
use super::path::Path;

/// Candidates that a search applies before it is given up, for the targets of one size together.
const EFFORT: u64 = 30;
/// Targets of which a short refutation is made then; those with the smallest bounds.
const TRIMMED: usize = 8;

impl Path {
    /// Moves from a state to a contradiction, singles left out. With a depth, some of them are nested.
    pub(super) fn inner(&mut self, start: &State, depth: usize) -> Vec<Move> {
        let mut state = start.clone();
        if depth > 0 {
            return self.moves(&mut state, None, EFFORT, depth);
        }
        let mut inner = Inner { known: Known::default(), targets: Vec::new() };
        let braids = &mut self.finder.braids;
        let mut moves = Vec::new();
        while state.settle(braids.tables()) && !state.is_full() {
            let locked = braids.locked_chain(&state).map(Move::chain);
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
fn played(braids: &Braids, state: &mut State, mut one: Move) -> Option<Move> {
    let tables = braids.tables();
    let plays = state.settle(tables) && one.still_holds(tables, state) && one.play(tables, state);
    plays.then_some(one)
}

/// What is kept from state to state.
struct Inner {
    known: Known,
    targets: Vec<u16>,
}

impl Inner {
    /// The chains of the smallest size, as far as the effort goes.
    fn chains(&mut self, braids: &mut Braids, state: &State) -> Vec<Move> {
        braids.begin(state, &mut self.known);
        braids.start_rounds(state, &mut self.known);
        braids.start_search(state);
        self.targets.clear();
        let mut more = braids.round(&mut self.targets, &mut self.known);
        let mut found = Vec::new();
        for size in 2.. {
            more = more && braids.round(&mut self.targets, &mut self.known);
            found = self.of_size(braids, state, size);
            if !found.is_empty() || !more && self.targets.is_empty() {
                break;
            }
        }
        braids.end_rounds(more, &mut self.known);
        found
    }

    /// The chains of this size; where the search is given up, some short ones.
    fn of_size(&mut self, braids: &mut Braids, state: &State, size: usize) -> Vec<Move> {
        let mut effort = EFFORT;
        let mut found: Vec<Move> = Vec::new();
        for target in &self.targets {
            let is_told = found.iter().any(|one| one.candidates.contains(target));
            if is_told || self.known.has_none(*target, size) {
                continue;
            }
            match braids.decide(*target, size, &mut effort) {
                Verdict::Found => found.push(Move::chain(braids.chain(state, *target))),
                Verdict::None => self.known.note(*target, size),
                Verdict::Unknown => break,
            }
        }
        if found.is_empty() && effort == 0 { self.trimmed(braids, state) } else { found }
    }

    /// What taking away one candidate after the other leaves of some refutations; of these the shortest, and those with one set more.
    fn trimmed(&self, braids: &mut Braids, state: &State) -> Vec<Move> {
        let mut chain = |target: &u16| braids.short_chain(state, *target).map(Move::chain);
        let mut found: Vec<Move> = self.targets.iter().take(TRIMMED).filter_map(&mut chain).collect();
        let shortest = found.iter().map(Move::size).min().unwrap_or_default();
        found.retain(|one| one.size() <= shortest + 1);
        found
    }
}
