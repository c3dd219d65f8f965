//! A whole explanation: from a position to its end, the smallest steps first.

use qedoku_puzzle::{Board, Puzzle};

use super::braids::{ConstraintState, MAX_SIDE};
use super::check::Check;
use super::find::{EFFORT, Finder, Trail};
use super::moves::{Move, steps};
use super::shrink::{shrink, with_singles};
use super::truth::Truth;
use super::{Position, Step};
use qedoku_solve::Interrupt;

/// Steps, and where they lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Each holds in the position that those before it have left.
    pub steps: Vec<Step>,
    /// What they come to.
    pub end: End,
    /// Whether each step was a smallest one when it was found. Else some search was given up, and its step may not be.
    pub smallest: bool,
}

/// Where an explanation ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Every cell has its digit.
    Solved,
    /// Some set has no candidate: there is no solution.
    Contradiction,
    /// Every candidate that is left is in some solution, and there are several; or the work was stopped.
    Open,
}

/// Explains; keeps its memory from one position to the next. One for each thread.
#[derive(Default)]
pub struct Explainer {
    /// Set it to end an explanation early. What is told by then is open.
    pub interrupt: Interrupt,
    path: Option<Path>,
}

impl Explainer {
    /// Whether boards of this side are explained here.
    pub fn covers(board: Board) -> bool {
        board.side() <= MAX_SIDE
    }

    /// The steps from the givens of a puzzle to its end.
    ///
    /// Every step was checked by the kernel of the proofs, against what the puzzle says and the steps before it.
    pub fn explain(&mut self, puzzle: &Puzzle) -> Explanation {
        let explanation = self.path(puzzle.board()).explain(&Position::new(puzzle));
        Check::new(puzzle).follow_all(&explanation.steps);
        explanation
    }

    /// The steps from a position to its end, each checked.
    pub fn explain_from(&mut self, position: &Position) -> Explanation {
        let explanation = self.path(position.board()).explain(position);
        Check::from(position).follow_all(&explanation.steps);
        explanation
    }

    pub(crate) fn path(&mut self, board: Board) -> &mut Path {
        if self.path.as_ref().is_none_or(|path| path.board() != board) {
            self.path = Some(Path::new(board));
        }
        let path = self.path.as_mut().expect("it was just made");
        path.finder.braids.interrupt = self.interrupt.clone();
        path
    }
}

/// The way from a state to its end.
pub(crate) struct Path {
    pub(crate) finder: Finder,
    pub(super) state: ConstraintState,
    /// What is known of the position that `state` and the finder are at, if somebody may ask for it again.
    pub(super) at: Option<Truth>,
    /// Does other work while that is kept.
    pub(super) other: Option<Box<Path>>,
    smallest: bool,
}

impl Path {
    pub(crate) fn new(board: Board) -> Path {
        Path { finder: Finder::new(board), state: ConstraintState::default(), at: None, other: None, smallest: true }
    }

    /// Whether the work is to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.finder.braids.interrupt.is_set()
    }

    pub(crate) fn board(&self) -> Board {
        self.finder.braids.tables().board()
    }

    fn explain(&mut self, position: &Position) -> Explanation {
        let mut state = std::mem::take(&mut self.state);
        self.at = None;
        state.load_position(self.finder.braids.tables(), position);
        let start = state.clone();
        self.smallest = true;
        let moves = self.moves(&mut state, Some(position), EFFORT, usize::MAX);
        let end = end(&state);
        self.state = state;
        let tables = self.finder.braids.tables();
        let moves = if end == End::Open { moves } else { shrink(tables, &start, moves) };
        let moves = with_singles(tables, &start, moves);
        Explanation { steps: steps(tables, position.clone(), &moves), end, smallest: self.smallest }
    }

    /// The moves that lead a state to its end, singles left out. With a position, the most familiar ones are chosen, and
    /// only what is false is assumed; without, everything is, to so many levels.
    pub(crate) fn moves(
        &mut self,
        state: &mut ConstraintState,
        position: Option<&Position>,
        effort: u64,
        depth: usize,
    ) -> Vec<Move> {
        let truth = position.map(Truth::new);
        let mut trail = Trail::new(effort);
        let mut now = position.cloned();
        let mut moves = Vec::new();
        let mut placed = Vec::new();
        loop {
            let tables = self.finder.braids.tables();
            while state.conflict().is_none()
                && let Some((_, candidate)) = state.pop_single(tables)
            {
                state.place(tables, candidate);
                placed.push(candidate as u16);
            }
            // Inner steps go on to their contradiction.
            let stopped = position.is_some() && self.is_stopped();
            if state.is_full() || state.conflict().is_some() || stopped {
                return moves;
            }
            if let Some(now) = &mut now {
                for candidate in &placed {
                    now.place(tables.candidate(*candidate));
                }
            }
            placed.clear();
            let Some(one) = self.next(state, now.as_ref(), truth.as_ref(), &mut trail, depth) else { return moves };
            let tables = self.finder.braids.tables();
            for candidate in &one.candidates {
                state.eliminate(tables, (*candidate).into());
                if let Some(now) = &mut now {
                    now.remove(tables.candidate(*candidate));
                }
            }
            moves.push(one);
        }
    }

    /// The next move of a state without singles.
    fn next(
        &mut self,
        state: &ConstraintState,
        position: Option<&Position>,
        truth: Option<&Truth>,
        trail: &mut Trail,
        depth: usize,
    ) -> Option<Move> {
        match self.finder.find(state, position, trail) {
            Some(found) => {
                self.smallest &= found.smallest;
                Some(found.one)
            }
            None if depth > 0 => self.nest(state, truth, &mut trail.pool),
            None => None,
        }
    }
}

fn end(state: &ConstraintState) -> End {
    if state.conflict().is_some() {
        End::Contradiction
    } else if state.is_full() {
        End::Solved
    } else {
        End::Open
    }
}
