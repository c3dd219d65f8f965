//! Errors of parsing solver replies, with their positions.

use std::fmt;

use qedoku_puzzle::{Board, Cell};

use super::Language;
use crate::model::{GridDecodeError, OutputError};

/// Error of parsing a solver reply, or of finding a grid in it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReplyError {
    /// Neither a status nor a solution.
    NoAnswer(Language),
    /// The solver reported "satisfiable" but printed no values.
    NoDigits,
    /// No board has this number of cells.
    NoBoard(usize),
    /// The number of digits differs from the number of cells.
    DigitCount {
        /// The board.
        board: Board,
        /// Number of digits in the reply.
        found: usize,
    },
    /// An error at a position of the text.
    At(TextPosition, ReplyErrorKind),
    /// The text is not the output of a SAT or pseudo-Boolean solver.
    Output(OutputError),
    /// The model of a pseudo-Boolean solver is not a grid.
    Model(GridDecodeError),
}

/// A position in a text, counted from 1, and the token there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextPosition {
    /// Line number.
    pub line: usize,
    /// Column number, in characters.
    pub column: usize,
    /// The token, shortened.
    pub found: String,
}

/// Kind of an error at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReplyErrorKind {
    /// The token is not a digit, or not a digit of the board.
    InvalidDigit(Option<Board>),
    /// The token is not a cell name, or a value for which the list of cells has no entry.
    InvalidCell,
    /// The value of a cell outside the board.
    OutsideBoard(Board),
    /// A second value of a cell.
    RepeatedCell(Cell),
    /// The status contradicts an earlier status or the values.
    Contradiction,
    /// The solver reports an error.
    SolverError,
}

impl TextPosition {
    /// The position of a token, which must be a slice of the text.
    pub(super) fn new(text: &str, token: &str) -> TextPosition {
        const MAX_CHARS: usize = 60;
        let before = &text[..token.as_ptr().addr() - text.as_ptr().addr()];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let mut found: String = token.trim().chars().take(MAX_CHARS).collect();
        if found.len() < token.trim().len() {
            found.push_str("...");
        }
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        TextPosition { line, column: before[line_start..].chars().count() + 1, found }
    }
}

impl From<OutputError> for ReplyError {
    fn from(error: OutputError) -> ReplyError {
        ReplyError::Output(error)
    }
}

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplyError::NoAnswer(language) => {
                write!(f, "expected the reply of a solver for {language}, found none; was the solver interrupted?")
            }
            ReplyError::NoDigits => f.write_str("the solver reports \"satisfiable\" but prints no digits"),
            ReplyError::NoBoard(found) => write!(f, "{found} digits: no board has this number of cells"),
            ReplyError::DigitCount { board, found } => {
                write!(f, "{found} digits: a board {board} has {} cells", board.cell_count())
            }
            ReplyError::At(TextPosition { line, column, found }, kind) => {
                write!(f, "line {line}, column {column}: ")?;
                match kind {
                    ReplyErrorKind::InvalidDigit(None) => write!(f, "expected a digit, found '{found}'"),
                    ReplyErrorKind::InvalidDigit(Some(board)) => {
                        write!(f, "expected a digit from 1 to {}, found '{found}'", board.side())
                    }
                    ReplyErrorKind::InvalidCell => write!(f, "expected a cell and its digit, found '{found}'"),
                    ReplyErrorKind::OutsideBoard(board) => {
                        write!(f, "'{found}' belongs to a cell outside a board {board}")
                    }
                    ReplyErrorKind::RepeatedCell(cell) => write!(f, "'{found}' is a second digit for {cell}"),
                    ReplyErrorKind::Contradiction => write!(f, "'{found}' contradicts the rest of the reply"),
                    ReplyErrorKind::SolverError => write!(f, "the solver failed: '{found}'"),
                }
            }
            ReplyError::Output(error) => error.fmt(f),
            ReplyError::Model(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReplyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // Displayed as if they were the inner error, so the source is that of the inner error.
            ReplyError::Output(error) => error.source(),
            ReplyError::Model(error) => error.source(),
            _ => None,
        }
    }
}
