//! Errors of reading and writing puzzles. Read errors have a line and a column.

use std::fmt;

use super::text::Line;
use super::{Alphabet, Format};
use crate::{Board, Cell};

/// A text that cannot be read as a puzzle, with the position of the error.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PuzzleReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1, or 0 if the error concerns the whole line.
    pub column: usize,
    /// The message without the position.
    pub message: String,
}

/// The reason why a puzzle cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PuzzleWriteError {
    /// The format supports 9x9 only. The field is the side of the board.
    Only9x9(Format, usize),
    /// The puzzle eliminates candidates, which the format cannot represent.
    Candidates(Format),
    /// The format has one symbol per digit, and there are too few symbols for a board of this side.
    Symbols(Format, usize),
    /// The alphabet has too few symbols for a board of this side.
    Alphabet(Alphabet, usize),
    /// The cell has no candidate, which the format cannot represent.
    NoCandidate(Cell),
    /// The format has no boards of this size or with these boxes.
    Board(Format, Board),
    /// The format is binary: [`npy`](super::npy) writes it.
    Binary(Format),
    /// The character is not one of the blanks `. 0 _ * -`, or it is `0` and the alphabet uses that as a digit.
    Blank(char),
    /// The solution and the puzzle have different boards.
    Solution,
}

/// An unknown name of a format or alphabet.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownNameError {
    /// The name.
    pub name: String,
    /// The accepted names.
    pub expected: String,
}

/// A read error whose position is a slice of the text.
///
/// Line and column are computed by [`SpanError::locate`], so that valid input is never scanned for line numbers.
#[derive(Debug)]
pub(super) struct SpanError<'a> {
    /// The position, or `None` for the first line of the puzzle.
    span: Option<&'a str>,
    /// Whether the column is reported.
    has_column: bool,
    message: String,
}

impl PuzzleReadError {
    /// An error at a line (from 1) and column (from 1, or 0 for the whole line).
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> PuzzleReadError {
        PuzzleReadError { line, column, message: message.into() }
    }
}

impl<'a> SpanError<'a> {
    /// An error at the beginning of this slice of the text.
    pub(super) fn at(span: &'a str, message: String) -> SpanError<'a> {
        SpanError { span: Some(span), has_column: true, message }
    }

    /// An error of the line in which this slice begins.
    pub(super) fn in_line(span: &'a str, message: String) -> SpanError<'a> {
        SpanError { span: Some(span), has_column: false, message }
    }

    /// An error of the whole puzzle, reported for its first line.
    pub(super) fn whole(message: String) -> SpanError<'a> {
        SpanError { span: None, has_column: false, message }
    }

    /// The message without the position.
    pub(super) fn message(&self) -> String {
        self.message.clone()
    }

    /// The same error at another place: a text that was decoded has no place of its own.
    pub(super) fn moved_to(self, span: &str) -> SpanError<'_> {
        SpanError::at(span, self.message)
    }

    /// Computes line and column, counting from the first line of the puzzle.
    pub(super) fn locate(self, text: &'a str, first: Line<'a>) -> PuzzleReadError {
        let offset =
            self.span.map_or(first.offset, |span| (span.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize));
        let before = text.get(first.offset..offset).unwrap_or_default();
        let in_line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        PuzzleReadError {
            line: first.number + before.bytes().filter(|byte| *byte == b'\n').count(),
            column: if self.has_column { in_line.chars().count() + 1 } else { 0 },
            message: self.message,
        }
    }
}

/// The first characters of a text, for a message.
pub(super) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(20).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

impl fmt::Display for PuzzleReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "line {}: {}", self.line, self.message),
            column => write!(f, "line {}, column {column}: {}", self.line, self.message),
        }
    }
}

impl fmt::Display for PuzzleWriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleWriteError::Only9x9(format, n) => write!(f, "{format} is for 9x9 only, but this puzzle is {n}x{n}"),
            PuzzleWriteError::Candidates(format) => {
                write!(
                    f,
                    "{format} cannot represent eliminated candidates: use candidates, candidate-grid, json or hodoku"
                )
            }
            PuzzleWriteError::Symbols(format @ Format::CandidateGrid, n) => {
                write!(f, "{format} is for boards up to 9x9, but this puzzle is {n}x{n}: use candidates")
            }
            PuzzleWriteError::Symbols(format, n) => {
                write!(f, "{format} has too few symbols for the digits of {n}x{n}: use numbers")
            }
            PuzzleWriteError::Alphabet(alphabet, n) => {
                write!(f, "the alphabet {alphabet} has too few symbols for {n}x{n}")
            }
            PuzzleWriteError::NoCandidate(cell) => {
                write!(f, "{cell} has no candidates, which the format cannot represent: use candidates")
            }
            PuzzleWriteError::Board(format @ Format::FPuzzles, board) => {
                write!(f, "{format} is for boards up to 16x16, but this puzzle is {n}x{n}", n = board.side())
            }
            PuzzleWriteError::Board(format @ Format::Npy, board) => {
                write!(f, "{format} has puzzles of one board in a file, and the first one is {board}")
            }
            PuzzleWriteError::Board(format, board) => {
                write!(f, "{format} is for square boxes up to 25x25, but this board is {board}")
            }
            PuzzleWriteError::Binary(format) => {
                write!(f, "{format} is a binary format: `qedoku convert --to {format} -o FILE` writes it")
            }
            PuzzleWriteError::Blank(blank) => {
                write!(f, "expected a blank (. 0 _ * -) that is not a digit, found '{blank}'")
            }
            PuzzleWriteError::Solution => f.write_str("the solution and the puzzle have different boards"),
        }
    }
}

impl fmt::Display for UnknownNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found '{}'", self.expected, shortened(&self.name))
    }
}

impl std::error::Error for PuzzleReadError {}
impl std::error::Error for PuzzleWriteError {}
impl std::error::Error for UnknownNameError {}
