//! Why a text is no reply, and where.

use std::fmt;

use qedoku_puzzle::{Board, Cell};

use super::Language;
use crate::model::{DecodeError, OutputError};

/// Why a text is no solver's reply, or none with a grid in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplyError {
    /// Neither a status nor a solution.
    NoAnswer(Language),
    /// The solver said "satisfiable" and no more.
    NoDigits,
    /// There are not as many digits as any board has cells.
    NoBoard(usize),
    /// There are not as many digits as the board has cells.
    Count {
        /// The board.
        board: Board,
        /// How many there are.
        found: usize,
    },
    /// Something is wrong at a place of the text.
    At(Place, Wrong),
    /// A pseudo-Boolean solver's text that is no answer.
    Output(OutputError),
    /// A pseudo-Boolean solver's model that is no grid.
    Model(DecodeError),
}

/// A place in a text, counted from 1, and what stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// The word there, shortened.
    pub found: String,
}

/// What can be wrong at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It is no digit, or none of the board's.
    Digit(Option<Board>),
    /// It is no cell's name, or there is a value too many for the cells.
    Cell,
    /// It is the digit of a cell that is not on the board.
    Outside(Board),
    /// It is a second digit of a cell.
    Twice(Cell),
    /// It contradicts what was said before, or the digits that are there.
    Conflict,
    /// The solver reports an error.
    Failed,
}

impl Place {
    /// The place of a word that is a part of the text.
    pub(super) fn new(text: &str, word: &str) -> Place {
        const ENOUGH: usize = 60;
        let before = &text[..word.as_ptr().addr() - text.as_ptr().addr()];
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let mut found: String = word.trim().chars().take(ENOUGH).collect();
        if found.len() < word.trim().len() {
            found.push_str("...");
        }
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        Place { line, column: before[begin..].chars().count() + 1, found }
    }

    pub(super) fn not_a_digit(self) -> ReplyError {
        ReplyError::At(self, Wrong::Digit(None))
    }

    pub(super) fn not_a_digit_of(self, board: Board) -> ReplyError {
        ReplyError::At(self, Wrong::Digit(Some(board)))
    }

    pub(super) fn not_a_cell(self) -> ReplyError {
        ReplyError::At(self, Wrong::Cell)
    }

    pub(super) fn outside(self, board: Board) -> ReplyError {
        ReplyError::At(self, Wrong::Outside(board))
    }

    pub(super) fn twice(self, cell: Cell) -> ReplyError {
        ReplyError::At(self, Wrong::Twice(cell))
    }

    pub(super) fn conflict(self) -> ReplyError {
        ReplyError::At(self, Wrong::Conflict)
    }

    pub(super) fn failed(self) -> ReplyError {
        ReplyError::At(self, Wrong::Failed)
    }
}

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplyError::NoAnswer(language) => {
                write!(f, "expected the answer of a solver for {language}, found none; was it stopped?")
            }
            ReplyError::NoDigits => f.write_str("the solver says \"satisfiable\" but gives no digits"),
            ReplyError::NoBoard(found) => write!(f, "{found} digits: no board has as many cells"),
            ReplyError::Count { board, found } => {
                write!(f, "{found} digits: a board {board} has {} cells", board.cell_count())
            }
            ReplyError::At(place, wrong) => wrong.tell(f, place),
            ReplyError::Output(error) => error.fmt(f),
            ReplyError::Model(error) => error.fmt(f),
        }
    }
}

impl Wrong {
    fn tell(self, f: &mut fmt::Formatter<'_>, place: &Place) -> fmt::Result {
        let Place { line, column, found } = place;
        write!(f, "line {line}, column {column}: ")?;
        match self {
            Wrong::Digit(None) => write!(f, "expected a digit, found '{found}'"),
            Wrong::Digit(Some(board)) => write!(f, "expected a digit from 1 to {}, found '{found}'", board.side()),
            Wrong::Cell => write!(f, "expected a cell and its digit, found '{found}'"),
            Wrong::Outside(board) => write!(f, "'{found}' is for a cell that a board {board} does not have"),
            Wrong::Twice(cell) => write!(f, "'{found}' is a second digit for {cell}"),
            Wrong::Conflict => write!(f, "'{found}' contradicts the rest of the reply"),
            Wrong::Failed => write!(f, "the solver failed: '{found}'"),
        }
    }
}

impl std::error::Error for ReplyError {}
