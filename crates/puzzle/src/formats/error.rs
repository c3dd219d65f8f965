//! What can be wrong, said in a sentence with its place.

use std::fmt;

use super::text::Line;
use super::{Alphabet, Format};
use crate::Cell;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; 0 where the line as a whole is meant.
    pub column: usize,
    /// A sentence without the place.
    pub message: String,
}

/// Why a puzzle cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WriteError {
    /// The format is for 9x9 only; this is the side of the board.
    Only9x9(Format, usize),
    /// The puzzle rules out candidates, and the format has no place for them.
    Candidates(Format),
    /// The format has one symbol per digit, and there are not enough for a board of this side.
    Symbols(Format, usize),
    /// The alphabet is too short for a board of this side.
    Alphabet(Alphabet, usize),
    /// A candidate grid can say everything but that a cell has no candidate left.
    NoCandidate(Cell),
    /// Not one of the blanks `. 0 _ * -`, or `0` where that is a digit.
    Blank(char),
    /// The solution is on another board than the puzzle.
    Solution,
}

/// A name that is none of those expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// What was written.
    pub name: String,
    /// What can be written.
    pub expected: String,
}

/// A reader's error before its line and column are counted.
///
/// A place is a slice of the text that is being read, so that nothing is counted as long as nothing is wrong.
#[derive(Debug)]
pub(super) struct Fault<'a> {
    at: Option<&'a str>,
    column: bool,
    message: String,
}

impl<'a> Fault<'a> {
    /// A fault at the beginning of this slice of the text.
    pub(super) fn at(slice: &'a str, message: String) -> Fault<'a> {
        Fault { at: Some(slice), column: true, message }
    }

    /// A fault of the line that this slice begins in.
    pub(super) fn in_line(slice: &'a str, message: String) -> Fault<'a> {
        Fault { at: Some(slice), column: false, message }
    }

    /// A fault of the puzzle as a whole: its first line is told.
    pub(super) fn whole(message: String) -> Fault<'a> {
        Fault { at: None, column: false, message }
    }

    /// The sentence without the place.
    #[cfg(test)]
    pub(super) fn message(&self) -> String {
        self.message.clone()
    }

    /// The error with its line and column, counted from the first line of the puzzle.
    pub(super) fn locate(self, text: &'a str, first: Line<'a>) -> ReadError {
        let offset = self.at.map_or(first.offset, |at| (at.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize));
        let before = text.get(first.offset..offset).unwrap_or_default();
        let in_line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        ReadError {
            line: first.number + before.bytes().filter(|byte| *byte == b'\n').count(),
            column: if self.column { in_line.chars().count() + 1 } else { 0 },
            message: self.message,
        }
    }
}

/// The beginning of a text, short enough for a message.
pub(super) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(20).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "line {}: {}", self.line, self.message),
            column => write!(f, "line {}, column {column}: {}", self.line, self.message),
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Only9x9(format, n) => write!(f, "{format} is for 9x9 only, and this puzzle is {n}x{n}"),
            WriteError::Candidates(format) => {
                write!(f, "{format} cannot hold candidates: use candidates or candidate-grid")
            }
            WriteError::Symbols(format @ Format::CandidateGrid, n) => {
                write!(f, "{format} is for up to 9x9, and this puzzle is {n}x{n}: use candidates")
            }
            WriteError::Symbols(format, n) => {
                write!(f, "{format} has one symbol per digit, which is not enough for {n}x{n}: use numbers")
            }
            WriteError::Alphabet(alphabet, n) => write!(f, "the alphabet {alphabet} is too short for {n}x{n}"),
            WriteError::NoCandidate(cell) => {
                write!(f, "{cell} has no candidate left, which candidate-grid cannot say: use candidates")
            }
            WriteError::Blank(blank) => write!(f, "expected a blank that is no digit (. 0 _ * -), found '{blank}'"),
            WriteError::Solution => f.write_str("the solution is on another board than the puzzle"),
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found '{}'", self.expected, shortened(&self.name))
    }
}

impl std::error::Error for ReadError {}
impl std::error::Error for WriteError {}
impl std::error::Error for UnknownName {}
