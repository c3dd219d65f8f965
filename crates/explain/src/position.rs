//! Positions: the digits placed and the candidates left at one moment of solving.
//!
//! A position is what a player sees on paper with pencil marks. The literature also calls it resolution state or
//! candidate grid.

use std::fmt;

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Candidate, Cell, Digit, DigitSet, ExactlyOne, Grid, Puzzle};

use super::step::Step;

/// The digits placed so far, and the candidates of the open cells.
///
/// Invariant: a placed digit is the only candidate of its cell, and no peer of that cell has it as a candidate. A cell
/// with one candidate is not placed yet: placing it takes a step (a naked single).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    placed: Grid,
    candidates: Vec<DigitSet>,
}

/// Error of [`Position::from_progress`]: the grid of the player does not belong to the puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// The two boards differ.
    BoardMismatch {
        /// Board of the position.
        position: Board,
        /// Board of the puzzle.
        puzzle: Board,
    },
    /// The position has another digit in the cell of a given.
    GivenMismatch {
        /// The cell.
        cell: Cell,
        /// The digit given by the puzzle.
        given: Digit,
        /// The digit of the position.
        placed: Digit,
    },
}

impl Position {
    /// The start of a puzzle: its givens are placed, and each open cell has the candidates that the puzzle allows and
    /// no peer holds.
    ///
    /// If two givens conflict, both of their cells have no candidate.
    pub fn new(puzzle: &Puzzle) -> Position {
        Position { placed: puzzle.givens().clone(), candidates: puzzle.initial_candidates() }
    }

    /// A position reached by a player: the digits entered are placed, the candidates crossed out are eliminated.
    ///
    /// `entered` has the player's digits as its givens and the remaining pencil marks as its candidates.
    pub fn from_progress(puzzle: &Puzzle, entered: &Puzzle) -> Result<Position, PositionError> {
        if puzzle.board() != entered.board() {
            return Err(PositionError::BoardMismatch { position: entered.board(), puzzle: puzzle.board() });
        }
        let start = Position::new(puzzle);
        let mut position = start.clone();
        for (cell, digit) in entered.givens().filled() {
            match puzzle.givens().get(cell) {
                None => position.place(Candidate::new(cell, digit)),
                Some(given) if given != digit => {
                    return Err(PositionError::GivenMismatch { cell, given, placed: digit });
                }
                Some(_) => {}
            }
        }
        let crossed_out = |candidate: &Candidate| {
            let is_open = entered.givens().get(candidate.cell).is_none();
            is_open && !entered.allowed(candidate.cell).contains(candidate.digit)
        };
        start.open_candidates().filter(crossed_out).for_each(|candidate| position.eliminate(candidate));
        Ok(position)
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

    /// [`candidates`](Position::candidates) of all cells, row by row.
    pub fn all_candidates(&self) -> &[DigitSet] {
        &self.candidates
    }

    /// The position as a puzzle: its solutions are the grids that take one of these candidates in each cell.
    pub fn to_puzzle(&self) -> Puzzle {
        Puzzle::with_candidates(self.board(), &self.candidates[..])
    }

    /// Whether the candidate is placed or still possible.
    #[inline]
    pub fn allows(&self, candidate: Candidate) -> bool {
        self.candidates(candidate.cell).contains(candidate.digit)
    }

    /// The candidates of a constraint that are placed or still possible.
    pub fn candidates_in(&self, constraint: ExactlyOne) -> impl Iterator<Item = Candidate> + Clone {
        constraint.candidates(self.board()).filter(|candidate| self.allows(*candidate))
    }

    /// All candidates of the open cells (those without a digit).
    pub fn open_candidates(&self) -> impl Iterator<Item = Candidate> + Clone {
        let open = self.board().cells().filter(|cell| self.placed.get(*cell).is_none());
        open.flat_map(|cell| self.candidates(cell).iter().map(move |digit| Candidate::new(cell, digit)))
    }

    /// Whether every cell has its digit.
    pub fn is_full(&self) -> bool {
        self.placed.is_full()
    }

    /// Places a digit, and eliminates the other candidates of its cell and the same digit from its peers.
    ///
    /// A digit that was eliminated before leaves its cell without a candidate, which makes the contradiction visible.
    pub fn place(&mut self, candidate: Candidate) {
        let (board, tables) = (self.board(), HouseTables::of(self.board()));
        let index = board.index(candidate.cell);
        let own = self.candidates[index] & DigitSet::only(candidate.digit);
        for peer in tables.houses_of(index).into_iter().flat_map(|house| tables.cells_of(house)) {
            self.candidates[usize::from(*peer)].remove(candidate.digit);
        }
        self.candidates[index] = own;
        self.placed.set(candidate.cell, Some(candidate.digit));
    }

    /// Eliminates a candidate.
    pub fn eliminate(&mut self, candidate: Candidate) {
        let index = self.board().index(candidate.cell);
        self.candidates[index].remove(candidate.digit);
    }

    /// Carries out the placement and the eliminations of a step.
    pub fn apply(&mut self, step: &Step) {
        step.placement.into_iter().for_each(|candidate| self.place(candidate));
        step.eliminations.iter().for_each(|candidate| self.eliminate(*candidate));
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::BoardMismatch { position, puzzle } => {
                write!(f, "different boards: the position is {position}, the puzzle is {puzzle}")
            }
            PositionError::GivenMismatch { cell, given, placed } => {
                write!(f, "{cell} is given as {given}, but the position has {placed} there")
            }
        }
    }
}

impl std::error::Error for PositionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_the_entered_digits_and_eliminates_the_crossed_out_candidates() {
        let puzzle: Puzzle = "1... .... .... ....".parse().unwrap();
        let enter = |entered: &str| Position::from_progress(&puzzle, &entered.parse().unwrap());
        let position = enter("12.. .... .... ....").unwrap();
        assert_eq!(position.placed().filled_count(), 2);
        assert!(!position.allows("r1c3=2".parse().unwrap()) && position.allows("r1c3=3".parse().unwrap()));
        let one = Digit::new(1).unwrap();
        assert_eq!(
            enter("2... .... .... ...."),
            Err(PositionError::GivenMismatch { cell: Cell::new(0, 0), given: one, placed: Digit::new(2).unwrap() })
        );
        assert!(enter("1..... ...... ...... ...... ...... ......").is_err());
        let mut candidates = Position::new(&puzzle).all_candidates().to_vec();
        candidates[5].remove(Digit::new(3).unwrap());
        let crossed = Puzzle::with_candidates(puzzle.board(), candidates);
        let position = Position::from_progress(&puzzle, &crossed).unwrap();
        assert!(!position.allows("r2c2=3".parse().unwrap()) && position.allows("r2c2=4".parse().unwrap()));
        assert_eq!(position.placed(), puzzle.givens());
    }
}
