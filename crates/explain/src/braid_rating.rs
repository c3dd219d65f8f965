//! B rating: the size of the largest braid that a puzzle needs, when smaller ones always go first.
//!
//! A braid (Denis Berthier, Constraint Resolution Theories, 2011) of size n eliminates a candidate by n exactly-one constraints
//! that propagate from it to a contradiction. B(n) puzzles are those that singles and braids of up to n constraints solve. The
//! order of eliminations does not matter (confluence), so the rater tries targets in the order of their lower bounds and never
//! backtracks.

use qedoku_puzzle::Puzzle;
use qedoku_solve::{IncompleteError, Interrupt, Progress, SolveError};

use super::braids::{Braids, ConstraintState, LowerBoundCache, MAX_SIDE, SearchOutcome};
use super::forcing::leads_to_contradiction;
use super::guesses::{MAX_GUESSES, count_guesses};

/// The B rating of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BraidRating {
    /// The smallest n such that singles and braids of up to n constraints solve the puzzle, or a lower bound; `None` if braids
    /// of no size do.
    pub b: Option<Measure>,
}

/// A measure of difficulty: its value, or a lower bound if the search for it ended early.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Measure {
    /// The value.
    Exactly(u64),
    /// The value is this or more.
    AtLeast(u64),
}

/// Work that a rating may take by default before it ends with a lower bound. A unit is a word of the set of open candidates,
/// for each candidate that a search assigns. No 9x9 puzzle of the lists reaches it; on 16x16 it takes about half a second, with the
/// explanation of a [`Difficulty`](crate::Difficulty), which gets what the rating leaves.
pub const RATING_BUDGET: u64 = 60_000_000;

/// Size from which on searches are expensive. Then the rater checks first whether braids solve the puzzle at all, and tries
/// cheap searches for all targets before it searches any of them completely.
const EXPENSIVE_SIZE: usize = 6;
/// Candidates that a cheap search may assign.
const CHEAP_SEARCH: u64 = 300;
/// Candidates that a minimised refutation assigns, on average.
const MINIMIZATION_COST: u64 = 100;

/// Rates puzzles. Keeps its buffers from one puzzle to the next, so use one per thread.
pub struct BraidRater {
    /// Ends a rating early.
    pub interrupt: Interrupt,
    /// Receives the size of braids that is searched.
    pub progress: Progress,
    /// Work that a rating may take before it ends with a lower bound (see [`RATING_BUDGET`]). With `u64::MAX` every rating is
    /// exact.
    pub budget: u64,
    /// Work of the current rating that is left.
    left: u64,
    braids: Option<Braids>,
    state: ConstraintState,
    targets: Vec<u16>,
    known: LowerBoundCache,
}

impl Default for BraidRater {
    fn default() -> BraidRater {
        BraidRater {
            interrupt: Interrupt::default(),
            progress: Progress::default(),
            budget: RATING_BUDGET,
            left: 0,
            braids: None,
            state: ConstraintState::default(),
            targets: Vec::new(),
            known: LowerBoundCache::default(),
        }
    }
}

impl BraidRating {
    /// The rating of a puzzle that needs braids of exactly this size.
    pub fn exactly(size: u64) -> BraidRating {
        BraidRating { b: Some(Measure::Exactly(size)) }
    }

    /// A lower bound.
    pub fn at_least(size: u64) -> BraidRating {
        BraidRating { b: Some(Measure::AtLeast(size)) }
    }

    /// The exact rating, if it is known and braids solve the puzzle.
    pub fn exact(self) -> Option<u64> {
        self.b.and_then(Measure::exact)
    }
}

impl Measure {
    /// The value, unless only a bound is known.
    pub fn exact(self) -> Option<u64> {
        if let Measure::Exactly(value) = self { Some(value) } else { None }
    }

    /// The lower bound, unless the value is known.
    pub fn lower_bound(self) -> Option<u64> {
        if let Measure::AtLeast(bound) = self { Some(bound) } else { None }
    }
}

impl BraidRater {
    /// Rates a puzzle on a board that [`Explainer::supports`](crate::Explainer::supports). A rating that
    /// exceeds the budget, and the partial result of an interrupted one, are lower bounds.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<BraidRating, IncompleteError<BraidRating>> {
        if puzzle.board().side() > MAX_SIDE {
            return Err(IncompleteError::new(BraidRating::at_least(0), SolveError::UnsupportedBoard));
        }
        self.left = self.budget;
        let mut braids = self.begin(puzzle);
        let result = self.solve(&mut braids);
        self.braids = Some(braids);
        match result {
            Ok(b) => Ok(BraidRating { b: b.map(|size| Measure::Exactly(size as u64)) }),
            Err(level) if self.interrupt.is_set() => {
                Err(IncompleteError::new(BraidRating::at_least(level as u64), SolveError::Interrupted))
            }
            Err(level) => Ok(BraidRating::at_least(level as u64)),
        }
    }

    /// The work that the last rating left of its budget.
    pub(crate) fn unused_budget(&self) -> u64 {
        self.left
    }

    /// Number of guesses of a backtracking search that propagates singles only, until it has proved uniqueness or found a second
    /// solution. A lower bound if interrupted, or beyond [`MAX_GUESSES`].
    ///
    /// # Panics
    /// If the board is larger than 16x16.
    pub fn guesses(&mut self, puzzle: &Puzzle) -> Measure {
        let braids = self.begin(puzzle);
        let guesses = count_guesses(braids.tables(), &self.state, MAX_GUESSES, &self.interrupt);
        self.braids = Some(braids);
        guesses
    }

    /// Loads the puzzle. The engine of the last one is reused if the board is the same.
    fn begin(&mut self, puzzle: &Puzzle) -> Braids {
        let board = puzzle.board();
        assert!(board.side() <= MAX_SIDE, "ratings support boards up to 16x16");
        let kept = self.braids.take().filter(|braids| braids.tables().board() == board);
        let mut braids = kept.unwrap_or_else(|| Braids::new(board));
        braids.interrupt = self.interrupt.clone();
        self.state.load_puzzle(braids.tables(), puzzle);
        braids
    }

    /// Solves the puzzle with the smallest braids and returns the largest size used: 0 if singles suffice, 1 for locked
    /// candidates, `None` if braids do not suffice. The error is the size reached when the budget was exhausted or the interrupt
    /// flag set: no smaller size is enough.
    fn solve(&mut self, braids: &mut Braids) -> Result<Option<usize>, usize> {
        if !self.state.propagate_singles(braids.tables()) {
            return Ok(None);
        }
        let mut level = usize::from(!self.state.is_full());
        let mut is_solvability_checked = false;
        self.known.clear();
        loop {
            if !braids.propagate_locked(&mut self.state) {
                return Ok(None);
            }
            if self.state.is_full() {
                return Ok(Some(level));
            }
            if self.interrupt.is_set() {
                return Err(level);
            }
            level = level.max(2);
            self.progress.set_braid_size(level as u64);
            if level >= EXPENSIVE_SIZE && !is_solvability_checked {
                is_solvability_checked = true;
                if !self.is_solvable(braids) {
                    return if self.interrupt.is_set() { Err(level) } else { Ok(None) };
                }
            }
            braids.load_state(&self.state, &mut self.known);
            match self.pass(braids, level) {
                _ if self.interrupt.is_set() => return Err(level),
                PassOutcome::Changed => {}
                PassOutcome::OutOfBudget => return Err(level),
                PassOutcome::NothingAtLevel => level += 1,
                PassOutcome::BeyondBraids => return Ok(None),
            }
        }
    }

    /// Whether braids of any size solve the state (confluence: in any order). False also if interrupted. Propagation alone
    /// decides this, where the search would have to exclude the braids of every size.
    fn is_solvable(&mut self, braids: &mut Braids) -> bool {
        let mut end = self.state.clone();
        let is_contradictory = leads_to_contradiction(braids, &mut end, 0, &mut 0);
        self.known.clear(); // the engine holds another state now
        is_contradictory || end.is_full()
    }

    /// Eliminates targets that have a braid of up to `level` constraints, those with the smallest lower bounds first.
    fn pass(&mut self, braids: &mut Braids, level: usize) -> PassOutcome {
        self.targets.clear();
        braids.start_bounds(&self.state, &mut self.known);
        braids.start_search(&self.state);
        if level >= EXPENSIVE_SIZE {
            return self.expensive_pass(braids, level);
        }
        let mut more = true;
        let mut changed = false;
        // Each round of lower bounds adds the targets with the next larger bound. After the first elimination smaller braids may
        // exist elsewhere, so the pass ends with that round.
        while braids.bound_rounds() < level && more && !changed {
            let done = self.targets.len();
            more = braids.next_bound_round(&mut self.targets, &mut self.known);
            changed = self.eliminate_targets(braids, level, done);
        }
        braids.finish_bounds(more, &mut self.known);
        self.outcome(changed, more)
    }

    /// The outcome of a pass that eliminated something or not, and whether a further round of bounds may add targets.
    fn outcome(&self, changed: bool, more: bool) -> PassOutcome {
        match changed {
            true => PassOutcome::Changed,
            false if self.left == 0 => PassOutcome::OutOfBudget,
            // No round will add a target: no candidate is refuted by propagation, so none has a braid.
            false if self.targets.is_empty() && !more => PassOutcome::BeyondBraids,
            false => PassOutcome::NothingAtLevel,
        }
    }

    /// A pass in which complete searches are the last resort: three attempts at all targets, each only if the one before
    /// eliminated nothing. First a search with a small budget, then a refutation by propagation that is minimised by deletion,
    /// at last the complete search. Only the last one can exclude a size.
    fn expensive_pass(&mut self, braids: &mut Braids, level: usize) -> PassOutcome {
        let mut more = true;
        while braids.bound_rounds() < level && more {
            more = braids.next_bound_round(&mut self.targets, &mut self.known);
        }
        let changed = [Attempt::Cheap, Attempt::Minimize, Attempt::Complete]
            .into_iter()
            .any(|attempt| self.attempt_targets(braids, level, attempt));
        braids.finish_bounds(more, &mut self.known);
        self.outcome(changed, more)
    }

    /// Attempts to eliminate each target that may have a braid of up to `level` constraints. Returns whether one was.
    fn attempt_targets(&mut self, braids: &mut Braids, level: usize, attempt: Attempt) -> bool {
        let mut changed = false;
        for index in 0..self.targets.len() {
            let target = self.targets[index];
            if !self.state.is_open(target.into()) || self.known.excludes(target, level) {
                continue;
            }
            if self.left == 0 || self.interrupt.is_set() {
                return changed;
            }
            let outcome = match attempt {
                Attempt::Cheap => search(braids, target, level, CHEAP_SEARCH, &mut self.left),
                Attempt::Complete => search(braids, target, level, u64::MAX, &mut self.left),
                Attempt::Minimize => {
                    self.left = self.left.saturating_sub(MINIMIZATION_COST * braids.words());
                    let short = braids.short_braid(&self.state, target);
                    let is_small = short.is_some_and(|braid| braid.links.len() <= level);
                    if is_small { SearchOutcome::Found(()) } else { SearchOutcome::OutOfBudget }
                }
            };
            match outcome {
                SearchOutcome::Exhausted => self.known.record(target, level),
                SearchOutcome::OutOfBudget => {}
                SearchOutcome::Found(()) => {
                    changed = true;
                    self.state.eliminate(braids.tables(), target.into());
                    let ends = !self.state.propagate_singles(braids.tables()) || self.state.is_full();
                    // The lower bounds hold for the old state; without them complete searches take longer.
                    if ends || attempt == Attempt::Complete {
                        return true;
                    }
                    braids.start_search(&self.state);
                }
            }
        }
        changed
    }

    /// Eliminates the targets from index `done` on that have a braid. Returns whether there was one.
    fn eliminate_targets(&mut self, braids: &mut Braids, level: usize, done: usize) -> bool {
        let mut changed = false;
        for target in &self.targets[done..] {
            if !self.state.is_open((*target).into()) || self.known.excludes(*target, level) {
                continue;
            }
            match search(braids, *target, level, u64::MAX, &mut self.left) {
                SearchOutcome::Found(()) => {}
                SearchOutcome::Exhausted => {
                    self.known.record(*target, level);
                    continue;
                }
                SearchOutcome::OutOfBudget => return changed,
            }
            changed = true;
            self.state.eliminate(braids.tables(), (*target).into());
            if !self.state.propagate_singles(braids.tables()) || self.state.is_full() {
                return true;
            }
            braids.start_search(&self.state);
        }
        changed
    }
}

/// Searches for a braid of a target, within a budget of its own and what is left of that of the rating.
fn search(braids: &mut Braids, target: u16, level: usize, budget: u64, left: &mut u64) -> SearchOutcome<()> {
    let words = braids.words();
    let budget = budget.min(left.div_ceil(words));
    let mut unused = budget;
    let outcome = braids.find_braid(target, level, &mut unused);
    *left = left.saturating_sub((budget - unused).saturating_mul(words));
    outcome
}

/// Ways to look for a braid, the cheapest first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    Cheap,
    Minimize,
    Complete,
}

/// Outcome of a pass over all targets.
enum PassOutcome {
    /// At least one candidate was eliminated.
    Changed,
    /// No braid of this size.
    NothingAtLevel,
    /// No braid of any size.
    BeyondBraids,
    /// The budget of the rating is exhausted.
    OutOfBudget,
}
