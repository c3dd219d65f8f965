//! What a player knows: digits placed and candidates left.

use qedoku_puzzle::{Board, Candidate, Cell, DigitSet, Grid, Puzzle, Set};

use super::step::Step;

/// The digits placed so far, and the candidates of the cells without one.
///
/// A placed digit is the only candidate of its cell, and no cell that shares a house with it has it as a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    placed: Grid,
    candidates: Vec<DigitSet>,
}

impl Position {
    /// The givens placed; the candidates that they, and the puzzle itself, leave.
    ///
    /// If givens clash, the cells of both are left without a candidate.
    pub fn new(puzzle: &Puzzle) -> Position {
        Position { placed: puzzle.givens().clone(), candidates: puzzle.open_candidates() }
    }

    /// The geometry.
    pub fn board(&self) -> Board {
        self.placed.board()
    }

    /// The digits placed so far.
    pub fn placed(&self) -> &Grid {
        &self.placed
    }

    /// The digits that a cell may still hold: the one placed there, or its candidates.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        self.candidates[self.board().index(cell)]
    }

    /// The same for all cells, row by row.
    pub fn candidates_of_all(&self) -> &[DigitSet] {
        &self.candidates
    }

    /// Whether the candidate is placed or still possible.
    #[inline]
    pub fn allows(&self, candidate: Candidate) -> bool {
        self.candidates(candidate.cell).contains(candidate.digit)
    }

    /// The candidates of a set that are placed or still possible.
    pub fn left(&self, set: Set) -> impl Iterator<Item = Candidate> + Clone {
        set.candidates(self.board()).filter(|candidate| self.allows(*candidate))
    }

    /// All candidates of the cells without a digit.
    pub fn open(&self) -> impl Iterator<Item = Candidate> + Clone {
        let open = self.board().cells().filter(|cell| self.placed.get(*cell).is_none());
        open.flat_map(|cell| self.candidates(cell).iter().map(move |digit| Candidate::new(cell, digit)))
    }

    /// Whether every cell has its digit.
    pub fn is_full(&self) -> bool {
        self.placed.is_full()
    }

    /// Places a digit: the other candidates of its cell go, and it goes from the cells that share a house with it.
    pub fn place(&mut self, candidate: Candidate) {
        let board = self.board();
        self.placed.set(candidate.cell, Some(candidate.digit));
        self.candidates[board.index(candidate.cell)] =
            self.candidates(candidate.cell) & DigitSet::only(candidate.digit);
        for peer in board.peers(candidate.cell) {
            self.candidates[board.index(peer)].remove(candidate.digit);
        }
    }

    /// Takes a candidate away.
    pub fn remove(&mut self, candidate: Candidate) {
        let index = self.board().index(candidate.cell);
        self.candidates[index].remove(candidate.digit);
    }

    /// Does what a step says.
    pub fn apply(&mut self, step: &Step) {
        step.placed.into_iter().for_each(|candidate| self.place(candidate));
        step.removed.iter().for_each(|candidate| self.remove(*candidate));
    }
}
