//! What is known of targets from one state to a later one of the same way.
//!
//! That a target has no braid of n sets remains so unless a set of the braid has lost candidates since. Such a set would have to act
//! in the first n rounds of the target's lane. So where no changed set comes down to one candidate or none in these rounds, nothing
//! has to be searched again. (Looking at all sets that lose any candidate in a lane, as an earlier version did, gains a
//! few percent only: nearly all do.)

use super::state::State;

/// Marks what was found out in the present state.
const NEW: u8 = 128;

/// Sizes that were searched in vain, by candidates of the board.
#[derive(Default)]
pub(crate) struct Known {
    /// No braid of up to so many sets.
    none: Vec<u8>,
    /// The masks of the state that this is said of.
    masks: Vec<u16>,
    /// Which net was built last for a state of this way.
    built: Option<u64>,
}

impl Known {
    /// Nothing is known.
    pub(crate) fn clear(&mut self) {
        self.masks.clear();
        self.built = None;
    }

    pub(super) fn built(&self) -> Option<u64> {
        self.built
    }

    pub(super) fn set_built(&mut self, built: u64) {
        self.built = Some(built);
    }

    /// Begins with a state of a way, or goes on to a later one; then the sets that changed are returned by `changed`.
    pub(super) fn enter(&mut self, state: &State, candidates: usize, changed: &mut Vec<bool>) {
        changed.clear();
        if self.masks.is_empty() {
            self.none.clear();
            self.none.resize(candidates, 0);
            changed.resize(state.masks().len(), false);
        } else {
            changed.extend(self.masks.iter().zip(state.masks()).map(|(before, now)| before != now));
        }
        self.masks.clear();
        self.masks.extend_from_slice(state.masks());
    }

    /// In this round a changed set acts in the target's lane: only smaller sizes are still known.
    pub(super) fn forget(&mut self, target: u16, round: usize) {
        let none = &mut self.none[usize::from(target)];
        *none = (*none).min(round as u8 - 1);
    }

    /// A search in this state was in vain.
    pub(crate) fn note(&mut self, target: u16, size: usize) {
        self.none[usize::from(target)] = (size as u8).min(NEW - 1) | NEW;
    }

    /// Whether the target is known to have no braid of up to so many sets.
    pub(crate) fn has_none(&self, target: u16, size: usize) -> bool {
        usize::from(self.none[usize::from(target)] & !NEW) >= size
    }

    /// Ends with a state in which so many rounds were done: more than that is known only from searches in this state.
    pub(super) fn end(&mut self, rounds: usize) {
        let rounds = rounds.min(usize::from(NEW - 1)) as u8;
        for none in &mut self.none {
            *none = if *none & NEW == 0 { (*none).min(rounds) } else { *none & !NEW };
        }
    }
}
