//! Errors of the F2CSP reader.

use std::{fmt, io};

use super::lines::MAX_LINE;

/// Error of reading F2CSP. Lines count from 1.
#[derive(Debug)]
#[non_exhaustive]
pub enum F2cspError {
    /// The input failed.
    Io(io::Error),
    /// Text that the grammar does not allow at this point.
    Unexpected {
        /// Line of the error.
        line: u64,
        /// Column of the text in characters, from 1, or 0 if the error concerns the whole line.
        column: u64,
        /// Description of the text that the grammar allows there.
        expected: String,
        /// The text found instead.
        found: UnexpectedText,
    },
    /// A line longer than 16 MiB.
    LineTooLong {
        /// Line of the error.
        line: u64,
    },
}

/// A value in a tuple that is not in the domain of its variable. The tuple is accepted or rejected without effect.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct F2cspWarning {
    /// Line of the tuple, from 1.
    pub line: u64,
    /// Column of the value in characters, from 1.
    pub column: u64,
    /// The message without its place.
    pub message: String,
}

/// Text found where something else was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnexpectedText {
    /// A line or a word, or the beginning of it.
    Text(String),
    /// The end of the file.
    End,
}

/// Error within a line. The parser adds the line number.
pub(super) struct LineError {
    pub(super) expected: String,
    pub(super) found: UnexpectedText,
}

/// Characters of a line that an error quotes.
const MAX_QUOTED: usize = 40;

impl UnexpectedText {
    /// Quotes a text, shortened if it is long. A character has at most 4 bytes.
    pub(super) fn text(text: &[u8]) -> UnexpectedText {
        let beginning = String::from_utf8_lossy(&text[..text.len().min(4 * MAX_QUOTED)]);
        let mut quoted: String = beginning.trim().chars().take(MAX_QUOTED).collect();
        if quoted.len() < beginning.trim().len() {
            quoted.push_str("...");
        }
        UnexpectedText::Text(quoted)
    }
}

impl LineError {
    pub(super) fn new(expected: impl Into<String>, found: &str) -> LineError {
        LineError { expected: expected.into(), found: UnexpectedText::text(found.as_bytes()) }
    }

    /// The error with its line, and the column of the word or line that was found.
    pub(super) fn at(self, line: u64, text: &[u8]) -> F2cspError {
        let text = String::from_utf8_lossy(text);
        let column = match &self.found {
            UnexpectedText::Text(found) => column_of(&text, found.trim_end_matches("...")),
            UnexpectedText::End => 0,
        };
        F2cspError::Unexpected { line, column, expected: self.expected, found: self.found }
    }
}

/// Column of a text in a line, in characters from 1: where a word begins with it, or 0 if none does.
pub(super) fn column_of(line: &str, text: &str) -> u64 {
    let begins_word = |at: &usize| line[..*at].chars().next_back().is_none_or(char::is_whitespace);
    let at = line.match_indices(text).map(|(at, _)| at).find(begins_word).filter(|_| !text.is_empty());
    at.map_or(0, |at| line[..at].chars().count() as u64 + 1)
}

impl F2cspError {
    /// Line and column of the error, from 1. The column is 0 if the error concerns the whole line.
    pub fn place(&self) -> Option<(u64, u64)> {
        match self {
            F2cspError::Io(_) => None,
            F2cspError::Unexpected { line, column, .. } => Some((*line, *column)),
            F2cspError::LineTooLong { line } => Some((*line, 0)),
        }
    }

    /// The message without its place.
    pub fn message(&self) -> String {
        match self {
            F2cspError::Io(_) => "cannot read".into(),
            F2cspError::Unexpected { expected, found, .. } => format!("expected {expected}, found {found}"),
            F2cspError::LineTooLong { .. } => format!("longer than {} MiB", MAX_LINE >> 20),
        }
    }
}

impl fmt::Display for UnexpectedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnexpectedText::Text(text) => write!(f, "'{text}'"),
            UnexpectedText::End => f.write_str("the end of the file"),
        }
    }
}

impl fmt::Display for F2cspError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            None => f.write_str(&self.message()),
            Some((line, 0)) => write!(f, "line {line}: {}", self.message()),
            Some((line, column)) => write!(f, "line {line}, column {column}: {}", self.message()),
        }
    }
}

impl std::error::Error for F2cspError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            F2cspError::Io(error) => Some(error),
            _ => None,
        }
    }
}
