//! Lower bounds by exhausted searches: for each target the size up to which it has no braid, kept along a solution path.
//!
//! **Invariant.** An entry n holds in the current state: the target has no braid of up to n constraints. A later state has
//! fewer candidates, so a new braid must contain a *changed* constraint, one that has had a candidate eliminated since
//! (otherwise the braid existed before). In a braid of n constraints, each is reduced to at most one candidate within
//! the first n rounds of the target's propagation ([`lower_bounds`](super::lower_bounds)). So an entry n remains valid
//! if no changed constraint is reduced that far in the first n rounds; otherwise it is lowered.
//!
//! Together with the reuse of steps that were found and not taken, the cache reduced the time to explain 10,000 puzzles
//! from 6.4 to 5.6 s. A coarser test, which lowers an entry when the propagation eliminates any candidate of a changed
//! constraint, saves only a few percent, because nearly every propagation does.

use super::constraint_state::ConstraintState;

/// Flag of an entry that was recorded by a search in the current state.
const CURRENT: u8 = 128;

/// Sizes that were searched without success, by board id of the target.
#[derive(Default)]
pub(crate) struct LowerBoundCache {
    /// The target has no braid of up to this many constraints. The high bit is [`CURRENT`].
    excluded: Vec<u8>,
    /// The masks of the state for which the entries hold. Empty: nothing is known.
    masks: Vec<u16>,
    /// Number of the link graph that was built for a state of this solution path.
    graph_build: Option<u64>,
}

impl LowerBoundCache {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.masks.clear();
        self.graph_build = None;
    }

    pub(super) fn graph_build(&self) -> Option<u64> {
        self.graph_build
    }

    pub(super) fn set_graph_build(&mut self, build: u64) {
        self.graph_build = Some(build);
    }

    /// Starts with a state, or continues with a later one. Fills `changed` with the constraints that differ from the
    /// state before.
    pub(super) fn enter_state(&mut self, state: &ConstraintState, candidate_count: usize, changed: &mut Vec<bool>) {
        changed.clear();
        if self.masks.is_empty() {
            self.excluded.clear();
            self.excluded.resize(candidate_count, 0);
            changed.resize(state.masks().len(), false);
        } else {
            changed.extend(self.masks.iter().zip(state.masks()).map(|(before, now)| before != now));
        }
        self.masks.clear();
        self.masks.extend_from_slice(state.masks());
    }

    /// A changed constraint is reduced to at most one candidate in this round of the target: only smaller sizes remain
    /// excluded.
    pub(super) fn invalidate(&mut self, target: u16, round: usize) {
        let excluded = &mut self.excluded[usize::from(target)];
        *excluded = (*excluded).min(round as u8 - 1);
    }

    /// Records that a search in this state found no braid of up to this size.
    pub(crate) fn record(&mut self, target: u16, size: usize) {
        self.excluded[usize::from(target)] = (size as u8).min(CURRENT - 1) | CURRENT;
    }

    /// Whether the target is known to have no braid of up to this size.
    pub(crate) fn excludes(&self, target: u16, size: usize) -> bool {
        usize::from(self.excluded[usize::from(target)] & !CURRENT) >= size
    }

    /// Leaves a state in which this many rounds were run. Changes that act in later rounds were not looked for, so
    /// entries beyond that number remain only if they come from a search in this state.
    pub(super) fn leave_state(&mut self, rounds: usize) {
        let rounds = rounds.min(usize::from(CURRENT - 1)) as u8;
        for excluded in &mut self.excluded {
            *excluded = if *excluded & CURRENT == 0 { (*excluded).min(rounds) } else { *excluded & !CURRENT };
        }
    }
}
