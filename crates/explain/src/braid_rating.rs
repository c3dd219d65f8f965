//! B rating: the size of the largest braid that a puzzle needs, when smaller ones always go first.
//!
//! A braid (Denis Berthier, Constraint Resolution Theories, 2011) of size n eliminates a candidate by n exactly-one constraints
//! that propagate from it to a contradiction. B(n) puzzles are those that singles and braids of up to n constraints solve. The
//! order of eliminations does not matter (confluence), so the rater tries targets in the order of their lower bounds and never
//! backtracks.

use qedoku_puzzle::Puzzle;
use qedoku_solve::{IncompleteError, Interrupt, SolveError};

use super::braids::{Braids, ConstraintState, LowerBoundCache, MAX_SIDE, SearchOutcome};
use super::guesses::count_guesses;

/// The B rating of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BraidRating {
    /// The smallest n such that singles and braids of up to n constraints solve the puzzle; `None` if braids of no size do.
    pub b: Option<usize>,
}

/// Rates puzzles. Keeps its buffers from one puzzle to the next, so use one per thread.
#[derive(Default)]
pub struct BraidRater {
    /// Ends a rating early.
    pub interrupt: Interrupt,
    braids: Option<Braids>,
    state: ConstraintState,
    targets: Vec<u16>,
    known: LowerBoundCache,
}

impl BraidRater {
    /// Rates a puzzle on a board that [`Explainer::supports`](crate::Explainer::supports). The partial result of an
    /// interrupted rating is a lower bound.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<BraidRating, IncompleteError<BraidRating>> {
        if puzzle.board().side() > MAX_SIDE {
            return Err(IncompleteError::new(BraidRating { b: Some(0) }, SolveError::UnsupportedBoard));
        }
        let mut braids = self.begin(puzzle);
        let result = self.solve(&mut braids);
        self.braids = Some(braids);
        match result {
            Ok(b) => Ok(BraidRating { b }),
            Err(level) => Err(IncompleteError::new(BraidRating { b: Some(level) }, SolveError::Interrupted)),
        }
    }

    /// Number of guesses of a backtracking search that propagates singles only, until it has proved uniqueness or found a second
    /// solution.
    ///
    /// # Panics
    /// If the board is larger than 16x16.
    pub fn guesses(&mut self, puzzle: &Puzzle) -> u64 {
        let braids = self.begin(puzzle);
        let guesses = count_guesses(braids.tables(), &self.state);
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
    /// candidates, `None` if braids do not suffice. The error is the size reached when the interrupt flag was set.
    fn solve(&mut self, braids: &mut Braids) -> Result<Option<usize>, usize> {
        if !self.state.propagate_singles(braids.tables()) {
            return Ok(None);
        }
        let mut level = usize::from(!self.state.is_full());
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
            braids.load_state(&self.state, &mut self.known);
            match self.pass(braids, level) {
                PassOutcome::Changed => {}
                PassOutcome::NothingAtLevel => level += 1,
                PassOutcome::BeyondBraids if self.interrupt.is_set() => return Err(level),
                PassOutcome::BeyondBraids => return Ok(None),
            }
        }
    }

    /// Eliminates targets that have a braid of up to `level` constraints, those with the smallest lower bounds first.
    fn pass(&mut self, braids: &mut Braids, level: usize) -> PassOutcome {
        self.targets.clear();
        braids.start_bounds(&self.state, &mut self.known);
        braids.start_search(&self.state);
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
        match changed {
            true => PassOutcome::Changed,
            // No round will add a target: no candidate is refuted by propagation, so none has a braid.
            false if self.targets.is_empty() && !more => PassOutcome::BeyondBraids,
            false => PassOutcome::NothingAtLevel,
        }
    }

    /// Eliminates the targets from index `done` on that have a braid. Returns whether there was one.
    fn eliminate_targets(&mut self, braids: &mut Braids, level: usize, done: usize) -> bool {
        let mut changed = false;
        for target in &self.targets[done..] {
            if !self.state.is_open((*target).into()) || self.known.excludes(*target, level) {
                continue;
            }
            // A rating is exact, so the search has no budget.
            if braids.find_braid(*target, level, &mut u64::MAX.clone()) != SearchOutcome::Found(()) {
                self.known.record(*target, level);
                continue;
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

/// Outcome of a pass over all targets.
enum PassOutcome {
    /// At least one candidate was eliminated.
    Changed,
    /// No braid of this size.
    NothingAtLevel,
    /// No braid of any size.
    BeyondBraids,
}
