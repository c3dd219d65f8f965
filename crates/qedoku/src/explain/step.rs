//! A step of an explanation: what goes or is placed, and why.

use std::fmt;

use qedoku_puzzle::{Board, Candidate, Cell, Digit, House};

/// A demand of the game: one of its candidates, and only one, is true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Set {
    /// The cell holds some digit.
    Cell(Cell),
    /// The digit is somewhere in the house.
    Place(House, Digit),
}

/// What follows from what is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The name that people know it by.
    pub technique: Technique,
    /// Why.
    pub reason: Reason,
    /// The digit that is placed, by a single.
    pub placed: Option<Candidate>,
    /// The candidates that go, by any other step.
    pub removed: Vec<Candidate>,
}

/// Why something follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The set has only one candidate left.
    Single(Set),
    /// Were one of the removed candidates true, each set in turn would be left with one candidate, which would be true then,
    /// and the last one with none. (A braid of D. Berthier; with one set, locked candidates.)
    Chain(Vec<Link>),
    /// As many sets as there are covers, and all their candidates are in the covers: so each cover's true candidate is in one of
    /// the sets, and its others go. (Naked and hidden pairs to quads, fish.)
    Counted {
        /// Whose candidates are looked at.
        sets: Vec<Set>,
        /// Where all of them are.
        covers: Vec<Set>,
    },
    /// Were the removed candidate true, these steps would follow one after the other; the last one is a contradiction.
    Nested(Vec<Step>),
    /// The set has no candidate left: what was assumed, or the puzzle itself, is impossible.
    Contradiction(Set),
}

/// One move of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The set that is looked at.
    pub set: Set,
    /// Its only candidate that is left by then; none at the end of the chain.
    pub left: Option<Candidate>,
}

/// The names that people know steps by, the more familiar first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Technique {
    /// A digit has only one place left in a house.
    HiddenSingle,
    /// A cell has only one candidate left.
    NakedSingle,
    /// A chain of so many sets, without a name.
    Chain(usize),
    /// Steps within a step.
    Nested,
    /// Nothing is left of a set.
    Contradiction,
}

impl Set {
    /// The candidates of the set on this board, whether still possible or not.
    pub fn candidates(self, board: Board) -> impl ExactSizeIterator<Item = Candidate> + Clone {
        (0..board.side()).map(move |place| match self {
            Set::Cell(cell) => Candidate::new(cell, Digit::from_index(place)),
            Set::Place(house, digit) => Candidate::new(board.cell_of(house, place), digit),
        })
    }

    /// The four sets of a candidate: its cell, and its digit in its row, column and box.
    pub fn of(board: Board, candidate: Candidate) -> [Set; 4] {
        let [row, column, block] = board.houses_of(candidate.cell).map(|house| Set::Place(house, candidate.digit));
        [Set::Cell(candidate.cell), row, column, block]
    }

    /// All sets of a board: cells, then the digits of rows, columns and boxes.
    pub fn all(board: Board) -> impl Iterator<Item = Set> + Clone {
        let places = move |house| board.digits().map(move |digit| Set::Place(house, digit));
        board.cells().map(Set::Cell).chain(board.houses().flat_map(places))
    }
}

/// `r3c4`, or `7 in row 3`.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Set::Cell(cell) => cell.fmt(f),
            Set::Place(house, digit) => write!(f, "{digit} in {house}"),
        }
    }
}

impl Step {
    /// The number of sets used; a single is no work at all, and nested steps count all that is inside and one more.
    pub fn size(&self) -> usize {
        match &self.reason {
            Reason::Single(_) | Reason::Contradiction(_) => 0,
            Reason::Chain(links) => links.len(),
            Reason::Counted { sets, .. } => sets.len(),
            Reason::Nested(steps) => 1 + steps.iter().map(Step::size).sum::<usize>(),
        }
    }
}
