//! What a player knows: digits placed and candidates left.

use std::fmt;

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Candidate, Cell, Digit, DigitSet, ExactlyOne, Grid, Puzzle};

use super::step::Step;

/// The digits placed so far, and the candidates of the cells without one.
///
/// A placed digit is the only candidate of its cell, and no cell that shares a house with it has it as a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    placed: Grid,
    candidates: Vec<DigitSet>,
}

/// Why something is not a position of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotOfThePuzzle {
    /// It is on this board, the puzzle on that one.
    Board(Board, Board),
    /// In this cell this digit is given, but it has that one.
    Given(Cell, Digit, Digit),
}

impl Position {
    /// The givens placed; the candidates that they, and the puzzle itself, leave.
    ///
    /// If givens clash, the cells of both are left without a candidate.
    pub fn new(puzzle: &Puzzle) -> Position {
        Position { placed: puzzle.givens().clone(), candidates: puzzle.initial_candidates() }
    }

    /// What a player has made of a puzzle: the digits entered are placed, the candidates crossed out are gone.
    pub fn entered(puzzle: &Puzzle, entered: &Puzzle) -> Result<Position, NotOfThePuzzle> {
        if puzzle.board() != entered.board() {
            return Err(NotOfThePuzzle::Board(entered.board(), puzzle.board()));
        }
        let start = Position::new(puzzle);
        let mut position = start.clone();
        for (cell, digit) in entered.givens().filled() {
            match puzzle.givens().get(cell) {
                None => position.place(Candidate::new(cell, digit)),
                Some(given) if given != digit => return Err(NotOfThePuzzle::Given(cell, given, digit)),
                Some(_) => {}
            }
        }
        let crossed_out = |candidate: &Candidate| {
            let is_open = entered.givens().get(candidate.cell).is_none();
            is_open && !entered.allowed(candidate.cell).contains(candidate.digit)
        };
        start.open().filter(crossed_out).for_each(|candidate| position.remove(candidate));
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

    /// The same for all cells, row by row.
    pub fn candidates_of_all(&self) -> &[DigitSet] {
        &self.candidates
    }

    /// The question that the position is: which grid has one of these candidates in each cell?
    pub fn to_puzzle(&self) -> Puzzle {
        Puzzle::with_candidates(self.board(), &self.candidates[..])
    }

    /// Whether the candidate is placed or still possible.
    #[inline]
    pub fn allows(&self, candidate: Candidate) -> bool {
        self.candidates(candidate.cell).contains(candidate.digit)
    }

    /// The candidates of a set that are placed or still possible.
    pub fn left(&self, set: ExactlyOne) -> impl Iterator<Item = Candidate> + Clone {
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
        let (board, tables) = (self.board(), HouseTables::of(self.board()));
        let index = board.index(candidate.cell);
        let own = self.candidates[index] & DigitSet::only(candidate.digit);
        for peer in tables.houses_of(index).into_iter().flat_map(|house| tables.cells_of(house)) {
            self.candidates[usize::from(*peer)].remove(candidate.digit);
        }
        self.candidates[index] = own;
        self.placed.set(candidate.cell, Some(candidate.digit));
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

impl fmt::Display for NotOfThePuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotOfThePuzzle::Board(its, of) => write!(f, "the position is on a board {its}, the puzzle on one {of}"),
            NotOfThePuzzle::Given(cell, given, digit) => {
                write!(f, "{cell} is given as {given}, but the position has {digit} there")
            }
        }
    }
}

impl std::error::Error for NotOfThePuzzle {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_entered_is_placed_and_what_is_crossed_out_goes() {
        let puzzle: Puzzle = "1... .... .... ....".parse().unwrap();
        let enter = |entered: &str| Position::entered(&puzzle, &entered.parse().unwrap());
        let position = enter("12.. .... .... ....").unwrap();
        assert_eq!(position.placed().filled_count(), 2);
        assert!(!position.allows("r1c3=2".parse().unwrap()) && position.allows("r1c3=3".parse().unwrap()));
        let one = Digit::new(1).unwrap();
        assert_eq!(
            enter("2... .... .... ...."),
            Err(NotOfThePuzzle::Given(Cell::new(0, 0), one, Digit::new(2).unwrap()))
        );
        assert!(enter("1..... ...... ...... ...... ...... ......").is_err());
        let mut candidates = Position::new(&puzzle).candidates_of_all().to_vec();
        candidates[5].remove(Digit::new(3).unwrap());
        let crossed = Puzzle::with_candidates(puzzle.board(), candidates);
        let position = Position::entered(&puzzle, &crossed).unwrap();
        assert!(!position.allows("r2c2=3".parse().unwrap()) && position.allows("r2c2=4".parse().unwrap()));
        assert_eq!(position.placed(), puzzle.givens());
    }
}
