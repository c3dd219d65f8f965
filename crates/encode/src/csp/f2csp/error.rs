//! What a reader refuses.

use std::{fmt, io};

use super::lines::MAX_LINE;

/// Why a text is not F2CSP. Lines count from 1.
#[derive(Debug)]
pub enum ReadError {
    /// The input failed.
    Input(io::Error),
    /// Something that cannot stand there.
    Unexpected {
        /// Where.
        line: u64,
        /// What may stand there.
        expected: String,
        /// What does.
        found: Found,
    },
    /// A line above 16 MiB.
    LineTooLong {
        /// Where.
        line: u64,
    },
}

/// What stands where something else was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A line or a word, or the beginning of it.
    Text(String),
    /// The end of the file.
    End,
}

/// What is wrong with a line; the parser knows which.
pub(super) struct Wrong {
    pub(super) expected: String,
    pub(super) found: Found,
}

/// How much of a line an error shows.
const SHOWN: usize = 40;

impl Found {
    /// The text, cut if it is long.
    pub(super) fn text(text: &[u8]) -> Found {
        let beginning = String::from_utf8_lossy(&text[..text.len().min(4 * SHOWN)]);
        let mut shown: String = beginning.trim().chars().take(SHOWN).collect();
        if shown.len() < beginning.trim().len() {
            shown.push_str("...");
        }
        Found::Text(shown)
    }
}

impl Wrong {
    pub(super) fn new(expected: impl Into<String>, found: &str) -> Wrong {
        Wrong { expected: expected.into(), found: Found::text(found.as_bytes()) }
    }

    pub(super) fn at(self, line: u64) -> ReadError {
        ReadError::Unexpected { line, expected: self.expected, found: self.found }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Text(text) => write!(f, "'{text}'"),
            Found::End => f.write_str("the end of the file"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Input(error) => write!(f, "cannot read: {error}"),
            ReadError::Unexpected { line, expected, found } => {
                write!(f, "line {line}: expected {expected}, found {found}")
            }
            ReadError::LineTooLong { line } => write!(f, "line {line}: longer than {} MiB", MAX_LINE >> 20),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Input(error) => Some(error),
            _ => None,
        }
    }
}
