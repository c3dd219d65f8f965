//! How hard a puzzle is: the largest step that it needs when smaller ones always go first.

use qedoku_puzzle::Puzzle;

use super::braids::{Braids, ConstraintState, LowerBoundCache, MAX_SIDE, SearchOutcome};
use super::guesses::guesses;
use qedoku_solve::Interrupt;

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rating {
    /// The smallest n such that singles and braids of up to n sets solve the puzzle; none if braids of any size do not.
    pub braids: Option<usize>,
}

/// Rates puzzles; keeps its memory from one to the next. One for each thread.
#[derive(Default)]
pub struct Rater {
    /// Set it to end a rating early: then there is none.
    pub interrupt: Interrupt,
    braids: Option<Braids>,
    state: ConstraintState,
    targets: Vec<u16>,
    known: LowerBoundCache,
}

impl Rater {
    /// Rates a puzzle.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Rating {
        let mut braids = self.begin(puzzle);
        let level = self.level(&mut braids);
        self.braids = Some(braids);
        Rating { braids: level }
    }

    /// How often plain search has to guess that only knows singles: up to the end of the search, or to a second solution.
    pub fn guesses(&mut self, puzzle: &Puzzle) -> u64 {
        let braids = self.begin(puzzle);
        let guesses = guesses(braids.tables(), &self.state);
        self.braids = Some(braids);
        guesses
    }

    fn begin(&mut self, puzzle: &Puzzle) -> Braids {
        let board = puzzle.board();
        assert!(board.side() <= MAX_SIDE, "boards up to 16x16 are rated");
        let kept = self.braids.take().filter(|braids| braids.tables().board() == board);
        let mut braids = kept.unwrap_or_else(|| Braids::new(board));
        braids.interrupt = self.interrupt.clone();
        self.state.load_puzzle(braids.tables(), puzzle);
        braids
    }

    /// The level of the state, which is solved on the way.
    fn level(&mut self, braids: &mut Braids) -> Option<usize> {
        if !self.state.propagate_singles(braids.tables()) {
            return None;
        }
        let mut level = usize::from(!self.state.is_full());
        self.known.clear();
        loop {
            if !braids.propagate_locked(&mut self.state) {
                return None;
            }
            if self.state.is_full() {
                return Some(level);
            }
            if self.interrupt.is_set() {
                return None;
            }
            level = level.max(2);
            braids.load_state(&self.state, &mut self.known);
            match self.pass(braids, level) {
                Pass::Changed => {}
                Pass::Stuck => level += 1,
                Pass::Never => return None,
            }
        }
    }

    /// Takes away what braids of up to so many sets rule out, those with the smallest bounds first.
    fn pass(&mut self, braids: &mut Braids, level: usize) -> Pass {
        self.targets.clear();
        braids.start_bounds(&self.state, &mut self.known);
        braids.start_search(&self.state);
        let mut more = true;
        let mut changed = false;
        while braids.bound_rounds() < level && more && !changed {
            let done = self.targets.len();
            more = braids.next_bound_round(&mut self.targets, &mut self.known);
            changed = self.take(braids, level, done);
        }
        braids.finish_bounds(more, &mut self.known);
        match changed {
            true => Pass::Changed,
            false if self.targets.is_empty() && !more => Pass::Never,
            false => Pass::Stuck,
        }
    }

    /// Takes away those of the targets from `done` on that have a braid. Whether there was one.
    fn take(&mut self, braids: &mut Braids, level: usize, done: usize) -> bool {
        let mut changed = false;
        for target in &self.targets[done..] {
            if !self.state.is_open((*target).into()) || self.known.excludes(*target, level) {
                continue;
            }
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

/// What a pass over all targets comes to.
enum Pass {
    /// Something went.
    Changed,
    /// Nothing of this size.
    Stuck,
    /// Nothing of any size.
    Never,
}
