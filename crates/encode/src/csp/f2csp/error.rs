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

    /// The error with its line.
    pub(super) fn at(self, line: u64) -> F2cspError {
        F2cspError::Unexpected { line, expected: self.expected, found: self.found }
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
        match self {
            F2cspError::Io(_) => f.write_str("cannot read"),
            F2cspError::Unexpected { line, expected, found } => {
                write!(f, "line {line}: expected {expected}, found {found}")
            }
            F2cspError::LineTooLong { line } => write!(f, "line {line}: longer than {} MiB", MAX_LINE >> 20),
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
