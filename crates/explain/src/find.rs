//! The smallest step that a state has to offer.

use super::Position;
use super::base_cover::{BaseCoverFinder, SearchedSizes, max_size};
use super::braids::{Braids, ConstraintState, LowerBoundCache, SearchOutcome};
use super::moves::Move;
use super::nested::{Pool, fails};

/// The effort of a [`Trail`] that a person waits for.
pub(crate) const EFFORT: u64 = 2_000_000;
/// The effort where nested steps are needed anyway. Without this, long refutations take a quarter of the time.
const BEYOND: u64 = 250;
/// The size from which on that matters.
const LONG: usize = 6;
/// As many steps of one size are named and compared; names of long ones tell nothing anyway.
const NAMED: usize = 12;

/// Finds steps; keeps its memory.
pub(crate) struct Finder {
    pub(crate) braids: Braids,
    counter: BaseCoverFinder,
    targets: Vec<u16>,
    found: Vec<Move>,
}

/// Targets that are tried after a first step was found, for a more familiar one. Of more than three sets they cost more, and
/// have names less often.
fn tries(size: usize) -> usize {
    if size <= 3 { usize::MAX } else { 4 }
}

/// Targets of which a short refutation is made where a search was given up; those with the smallest bounds.
const TRIMMED: usize = 8;

/// What is kept along a way from state to state.
pub(crate) struct Trail {
    known: LowerBoundCache,
    seen: SearchedSizes,
    /// Moves that were found and not taken.
    spare: Vec<Move>,
    /// Nested ones.
    pub(crate) pool: Pool,
    /// Candidates that a search may apply before it is given up, for the targets of one size together.
    effort: u64,
    /// Whether it is known if braids lead to the end.
    is_judged: bool,
}

impl Trail {
    pub(crate) fn new(effort: u64) -> Trail {
        Trail {
            known: LowerBoundCache::default(),
            seen: SearchedSizes::default(),
            spare: Vec::new(),
            pool: Pool::default(),
            effort,
            is_judged: effort <= BEYOND,
        }
    }
}

/// A move, and whether it is known that there is no smaller one.
pub(crate) struct Found {
    pub(crate) one: Move,
    pub(crate) smallest: bool,
}

impl Finder {
    pub(crate) fn new(board: qedoku_puzzle::Board) -> Finder {
        Finder {
            braids: Braids::new(board),
            counter: BaseCoverFinder::new(board),
            targets: Vec::new(),
            found: Vec::new(),
        }
    }

    /// A smallest move of a state without singles: locked candidates, then chains and counted patterns by size. The
    /// most familiar one, if the position is told; else the first.
    pub(crate) fn find(
        &mut self,
        state: &ConstraintState,
        position: Option<&Position>,
        trail: &mut Trail,
    ) -> Option<Found> {
        if let Some(locked) = self.braids.find_locked_candidates(state) {
            return Some(Found { one: Move::chain(locked), smallest: true });
        }
        let mut more = self.start(state, trail);
        let mut found = None;
        for size in 2.. {
            if size == LONG && self.judges(state, trail) {
                // The memory was used for something else.
                return self.find(state, position, trail);
            }
            more = more && self.braids.next_bound_round(&mut self.targets, &mut trail.known);
            found = self.find_of_size(state, position, trail, size);
            let counted = size < max_size(self.braids.tables().side());
            if found.is_some() || !more && self.targets.is_empty() && !counted {
                break;
            }
        }
        self.braids.finish_bounds(more, &mut trail.known);
        found
    }

    /// Begins to look at a state: the first round.
    fn start(&mut self, state: &ConstraintState, trail: &mut Trail) -> bool {
        self.braids.load_state(state, &mut trail.known);
        self.braids.start_bounds(state, &mut trail.known);
        self.braids.start_search(state);
        self.targets.clear();
        trail.spare.retain_mut(|one| one.still_holds(self.braids.tables(), state));
        self.braids.next_bound_round(&mut self.targets, &mut trail.known)
    }

    /// Finds out, once on a way, whether braids lead to its end; if not, long ones are not worth their time. Whether it did.
    fn judges(&mut self, state: &ConstraintState, trail: &mut Trail) -> bool {
        if trail.is_judged {
            return false;
        }
        trail.is_judged = true;
        trail.known.clear();
        let mut end = state.clone();
        if !fails(&mut self.braids, &mut end, 0, &mut 0) && !end.is_full() {
            trail.effort = trail.effort.min(BEYOND);
        }
        true
    }

    /// A move of this size, if none is smaller.
    fn find_of_size(
        &mut self,
        state: &ConstraintState,
        position: Option<&Position>,
        trail: &mut Trail,
        size: usize,
    ) -> Option<Found> {
        let mut left = trail.effort;
        self.collect(state, size, position.is_some(), &mut left, trail);
        if let Some(one) = self.choose(position) {
            trail.spare.append(&mut self.found);
            return Some(Found { one, smallest: true });
        }
        // Beyond the effort, what can be had quickly is taken.
        if left == 0 { self.trimmed(state).map(|one| Found { one, smallest: false }) } else { None }
    }

    /// Adds the patterns by counting of up to so many sets.
    pub(crate) fn count_up_to(&mut self, state: &ConstraintState, size: usize, found: &mut Vec<Move>) {
        let tables = self.braids.tables();
        let mut seen = SearchedSizes::default();
        for size in 2..=size.min(max_size(tables.side())) {
            self.counter.find(tables, state, size, &mut seen, found);
        }
    }

    /// All steps of a size, or the first one.
    fn collect(&mut self, state: &ConstraintState, size: usize, all: bool, effort: &mut u64, trail: &mut Trail) {
        let tables = self.braids.tables();
        self.found.clear();
        self.found.extend(trail.spare.extract_if(.., |one| one.size() <= size));
        if size <= max_size(tables.side()) {
            self.counter.find(tables, state, size, &mut trail.seen, &mut self.found);
        }
        let mut tries = if all { tries(size) } else { 0 };
        for target in &self.targets {
            if !self.found.is_empty() {
                if tries == 0 || self.found.len() >= NAMED {
                    return;
                }
                tries -= 1;
            }
            let told = |one: &Move| one.candidates.contains(target);
            if trail.known.excludes(*target, size) || self.found.iter().any(told) {
                continue;
            }
            match self.braids.find_braid(*target, size, effort) {
                SearchOutcome::Found(()) => self.found.push(Move::chain(self.braids.last_braid(state, *target))),
                SearchOutcome::Exhausted => trail.known.record(*target, size),
                SearchOutcome::OutOfBudget => return,
            }
        }
    }

    /// The most familiar of the steps found; among equals the one that takes most away, then the first.
    fn choose(&mut self, position: Option<&Position>) -> Option<Move> {
        let best = match position {
            Some(position) if self.found.len() > 1 => {
                let tables = self.braids.tables();
                let key = |one: &Move| (one.step(tables, position).technique, std::cmp::Reverse(one.candidates.len()));
                self.found.iter().enumerate().min_by_key(|(_, one)| key(one))?.0
            }
            _ => 0,
        };
        (best < self.found.len()).then(|| self.found.swap_remove(best))
    }

    /// The smallest chain that taking away one candidate after the other leaves of some refutation.
    fn trimmed(&mut self, state: &ConstraintState) -> Option<Move> {
        let mut best: Option<Move> = None;
        for target in self.targets.iter().take(TRIMMED) {
            if let Some(chain) = self.braids.short_braid(state, *target).map(Move::chain) {
                best = best.filter(|best| best.size() <= chain.size()).or(Some(chain));
            }
        }
        best
    }
}
