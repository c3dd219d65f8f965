//! How hard a puzzle is: the largest step that it needs when smaller ones always go first.

use qedoku_puzzle::Puzzle;

use super::braids::{Braids, MAX_SIDE, State, Verdict};

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rating {
    /// The smallest n such that singles and braids of up to n sets solve the puzzle; none if braids of any size do not.
    pub braids: Option<usize>,
}

/// Rates puzzles; keeps its memory from one to the next. One for each thread.
#[derive(Default)]
pub struct Rater {
    braids: Option<Braids>,
    state: State,
    found: Vec<u16>,
}

impl Rater {
    /// Rates a puzzle.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Rating {
        let board = puzzle.board();
        assert!(board.side() <= MAX_SIDE, "boards up to 16x16 are rated");
        if self.braids.as_ref().is_none_or(|braids| braids.tables().board() != board) {
            self.braids = Some(Braids::new(board));
        }
        let braids = self.braids.as_mut().expect("it was just made");
        self.state.read_puzzle(braids.tables(), puzzle);
        Rating { braids: level(braids, &mut self.state, &mut self.found) }
    }
}

/// The level of a state, which is solved on the way.
fn level(braids: &mut Braids, state: &mut State, found: &mut Vec<u16>) -> Option<usize> {
    if !state.settle(braids.tables()) {
        return None;
    }
    if state.is_full() {
        return Some(0);
    }
    let mut level = 1;
    let mut begun = false;
    loop {
        if !braids.settle_locked(state) {
            return None;
        }
        if state.is_full() {
            return Some(level);
        }
        level = level.max(2);
        if begun { braids.go_on(state) } else { braids.begin(state) }
        begun = true;
        match pass(braids, state, found, level) {
            Pass::Solved => return Some(level),
            Pass::Changed => {}
            Pass::Stuck => level += 1,
            Pass::Never => return None,
        }
    }
}

enum Pass {
    Solved,
    Changed,
    Stuck,
    Never,
}

/// Takes away what braids of up to so many sets rule out, those with the smallest bounds first.
fn pass(braids: &mut Braids, state: &mut State, found: &mut Vec<u16>, level: usize) -> Pass {
    found.clear();
    braids.start_rounds(state);
    let mut more = true;
    let mut done = 0;
    let mut changed = false;
    let mut round = 1;
    while round <= level && more && !changed {
        more = braids.round(found);
        round += 1;
        if found.len() > done {
            if done == 0 {
                braids.start_search(state);
            }
            for target in &found[done..] {
                if state.is_open((*target).into()) && braids.decide(*target, level, &mut u64::MAX.clone()) == Verdict::Found {
                    changed = true;
                    state.remove(braids.tables(), (*target).into());
                    if !state.settle(braids.tables()) {
                        return Pass::Never;
                    }
                    if state.is_full() {
                        return Pass::Solved;
                    }
                    braids.sync(state);
                }
            }
            done = found.len();
        }
    }
    match changed {
        true => Pass::Changed,
        false if found.is_empty() && !more => Pass::Never,
        false => Pass::Stuck,
    }
}
