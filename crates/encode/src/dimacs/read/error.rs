//! Errors of the DIMACS reader, and the deviations from the format that it accepts.

use std::{fmt, io};

use super::DimacsHeader;

/// Error of reading DIMACS CNF. Lines and columns count from 1, columns in bytes.
#[derive(Debug)]
#[non_exhaustive]
pub enum DimacsError {
    /// The input cannot be read.
    Io(io::Error),
    /// A byte, or the end of the text, that the format does not allow there.
    Unexpected {
        /// Line number.
        line: u64,
        /// Column number.
        column: u64,
        /// The input that the format allows there.
        expected: &'static str,
        /// The input found instead.
        found: UnexpectedInput,
    },
    /// A literal whose variable is above 2^31 - 1.
    LiteralTooLarge {
        /// Line number.
        line: u64,
        /// Column of the first digit that makes the number too large.
        column: u64,
    },
    /// A `p` line that is not `p cnf VARIABLES CLAUSES`.
    InvalidHeader {
        /// Line number.
        line: u64,
        /// Column of the `p`.
        column: u64,
        /// The line, shortened.
        found: String,
    },
    /// A clause with more than [`DimacsReader::MAX_CLAUSE`](super::DimacsReader::MAX_CLAUSE) literals.
    ClauseTooLong {
        /// Line of the first literal above the limit.
        line: u64,
    },
    /// A comment above 16 MiB, in a reader that returns comments.
    CommentTooLong {
        /// Line number.
        line: u64,
    },
    /// A 0 in a file that has one clause per line and no 0 at the end of the first.
    UnexpectedTerminator {
        /// Line of the 0.
        line: u64,
        /// Line of the first clause, which has no 0.
        first: u64,
    },
    /// The text contains neither a header nor a clause.
    Empty,
}

/// Input that the format does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnexpectedInput {
    /// A byte; displayed as a character if it is printable ASCII.
    Byte(u8),
    /// The end of the line.
    LineEnd,
    /// The end of the text.
    End,
}

/// A deviation from the format that has only one possible meaning, so the reader accepts it. The line number, counted
/// from 1, is that of its first occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deviation {
    /// Lines end in CR LF.
    Crlf(u64),
    /// A blank line.
    BlankLine(u64),
    /// A line that begins with blanks.
    Indented(u64),
    /// Numbers separated by tabs.
    Tabs(u64),
    /// A comment after the header.
    CommentAfterHeader(u64),
    /// There is no `p cnf` line.
    MissingHeader,
    /// The header comes after the first clause.
    LateHeader(u64),
    /// A second header: the file is a concatenation of files.
    RepeatedHeader(u64, DimacsHeader),
    /// Clauses end with their line instead of a 0.
    LinePerClause(u64),
    /// The last clause, or the one before a repeated header, has no 0.
    MissingZero(u64),
    /// A line `%` and then a 0 that is not a clause: the end of files in the SATLIB collection.
    SatlibTrailer(u64),
    /// A clause contains a higher variable than the header declares.
    VariableCount {
        /// Highest variable according to the header.
        declared: u32,
        /// Highest variable in a clause.
        highest: u32,
    },
    /// The number of clauses differs from the header.
    ClauseCount {
        /// Number of clauses according to the header.
        declared: u64,
        /// Number of clauses in the file.
        counted: u64,
    },
}

impl fmt::Display for UnexpectedInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnexpectedInput::Byte(byte) if byte.is_ascii_graphic() => write!(f, "'{}'", char::from(*byte)),
            UnexpectedInput::Byte(byte) => write!(f, "the byte 0x{byte:02x}"),
            UnexpectedInput::LineEnd => f.write_str("the end of the line"),
            UnexpectedInput::End => f.write_str("the end of the file"),
        }
    }
}

impl DimacsError {
    /// Line and column of the error, from 1. The column is 0 if the error concerns the whole line.
    pub fn place(&self) -> Option<(u64, u64)> {
        match self {
            DimacsError::Io(_) | DimacsError::Empty => None,
            DimacsError::Unexpected { line, column, .. }
            | DimacsError::LiteralTooLarge { line, column }
            | DimacsError::InvalidHeader { line, column, .. } => Some((*line, *column)),
            DimacsError::ClauseTooLong { line }
            | DimacsError::CommentTooLong { line }
            | DimacsError::UnexpectedTerminator { line, .. } => Some((*line, 0)),
        }
    }

    /// The message without its place.
    pub fn message(&self) -> String {
        match self {
            DimacsError::Io(_) => "cannot read".into(),
            DimacsError::Unexpected { expected, found, .. } => format!("expected {expected}, found {found}"),
            DimacsError::LiteralTooLarge { .. } => format!("literal larger than {}", i32::MAX),
            DimacsError::InvalidHeader { found, .. } => {
                format!("expected 'p cnf VARIABLES CLAUSES', found '{found}'")
            }
            DimacsError::ClauseTooLong { .. } => {
                format!("clause with more than {} literals", super::scanner::MAX_CLAUSE)
            }
            DimacsError::CommentTooLong { .. } => "comment longer than 16 MiB".into(),
            DimacsError::UnexpectedTerminator { first, .. } => format!(
                "this clause ends in 0, but the one on line {first} does not; \
                 end every clause with 0, or put a header before the first"
            ),
            DimacsError::Empty => "not a DIMACS file: there is no header and no clause".into(),
        }
    }
}

impl fmt::Display for DimacsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            None => f.write_str(&self.message()),
            Some((line, 0)) => write!(f, "line {line}: {}", self.message()),
            Some((line, column)) => write!(f, "line {line}, column {column}: {}", self.message()),
        }
    }
}

impl std::error::Error for DimacsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DimacsError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deviation::Crlf(line) => write!(f, "line {line}: lines end in CR LF"),
            Deviation::BlankLine(line) => write!(f, "line {line}: blank line"),
            Deviation::Indented(line) => write!(f, "line {line}: the line begins with blanks"),
            Deviation::Tabs(line) => write!(f, "line {line}: tabs between the numbers"),
            Deviation::CommentAfterHeader(line) => write!(f, "line {line}: comment after the header"),
            Deviation::MissingHeader => f.write_str("there is no header"),
            Deviation::LateHeader(line) => write!(f, "line {line}: the header comes after the first clause"),
            Deviation::RepeatedHeader(line, DimacsHeader { variables, clauses }) => {
                write!(f, "line {line}: another header, 'p cnf {variables} {clauses}'")
            }
            Deviation::LinePerClause(line) => {
                write!(f, "line {line}: no 0 at the end of the clause; each line is read as one clause")
            }
            Deviation::MissingZero(line) => write!(f, "line {line}: no 0 at the end of the last clause"),
            Deviation::SatlibTrailer(line) => write!(f, "line {line}: '%' after the last clause"),
            Deviation::VariableCount { declared, highest } => {
                write!(f, "the header declares {declared} variables, but the highest is {highest}")
            }
            Deviation::ClauseCount { declared, counted } => {
                write!(f, "the header declares {declared} clauses, but there are {counted}")
            }
        }
    }
}
