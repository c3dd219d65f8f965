//! What a reader refuses, and what it bends to.

use std::{fmt, io};

use super::Header;

/// Why a text is not DIMACS CNF. Lines and columns count from 1, columns in bytes.
#[derive(Debug)]
pub enum ReadError {
    /// The input failed.
    Input(io::Error),
    /// Something that cannot stand there.
    Unexpected {
        /// Where.
        line: u64,
        /// Where in the line.
        column: u64,
        /// What may stand there.
        expected: &'static str,
        /// What does.
        found: Found,
    },
    /// A literal whose variable is above 2^31 - 1.
    LiteralTooLarge {
        /// Where.
        line: u64,
        /// Where in the line, at the digit that is too much.
        column: u64,
    },
    /// A `p` line that is not `p cnf VARIABLES CLAUSES`.
    Header {
        /// Where.
        line: u64,
        /// Where in the line it begins.
        column: u64,
        /// The line, or the beginning of it.
        found: String,
    },
    /// A clause with more than [`Reader::MAX_CLAUSE`](super::Reader::MAX_CLAUSE) literals.
    ClauseTooLong {
        /// Where it became too long.
        line: u64,
    },
    /// A comment above 16 MiB, when comments are asked for.
    CommentTooLong {
        /// Where.
        line: u64,
    },
    /// A 0 in a file that began with clauses that end with the line.
    ZeroAmongLines {
        /// Where the 0 is.
        line: u64,
        /// The first clause without 0.
        first: u64,
    },
    /// Neither a header nor a clause in the whole text.
    Nothing,
}

/// What stands where something else was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// A byte; shown as a character if it is one.
    Byte(u8),
    /// The end of the line.
    LineEnd,
    /// The end of the text.
    End,
}

/// A departure from the format that has only one meaning, so it was read. Lines are the first such place, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tolerated {
    /// Lines end in CR LF.
    Crlf(u64),
    /// A blank line.
    BlankLine(u64),
    /// A line that begins with blanks.
    Indented(u64),
    /// Numbers separated by tabs.
    Tabs(u64),
    /// A comment after the header.
    CommentInside(u64),
    /// No `p cnf` line at all.
    NoHeader,
    /// Clauses came before the header.
    LateHeader(u64),
    /// Another header: files were put one after the other.
    AnotherHeader(u64, Header),
    /// No 0 at all: every line is a clause.
    LinePerClause(u64),
    /// The last clause, or the one before another header, has no 0.
    MissingZero(u64),
    /// A line `%`, and then a 0 that is no clause: as the SATLIB collection ends its files.
    Tail(u64),
    /// The clauses have a higher variable than the header declares.
    Variables {
        /// What the header says.
        declared: u32,
        /// The highest variable.
        highest: u32,
    },
    /// The number of clauses is not what the header declares.
    Clauses {
        /// What the header says.
        declared: u64,
        /// How many there are.
        counted: u64,
    },
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Byte(byte) if byte.is_ascii_graphic() => write!(f, "'{}'", char::from(*byte)),
            Found::Byte(byte) => write!(f, "the byte 0x{byte:02x}"),
            Found::LineEnd => f.write_str("the end of the line"),
            Found::End => f.write_str("the end of the file"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Input(error) => write!(f, "cannot read: {error}"),
            ReadError::Unexpected { line, column, expected, found } => {
                write!(f, "line {line}, column {column}: expected {expected}, found {found}")
            }
            ReadError::LiteralTooLarge { line, column } => {
                write!(f, "line {line}, column {column}: a literal beyond {}", i32::MAX)
            }
            ReadError::Header { line, column, found } => {
                write!(f, "line {line}, column {column}: expected 'p cnf VARIABLES CLAUSES', found '{found}'")
            }
            ReadError::ClauseTooLong { line } => {
                write!(f, "line {line}: a clause of more than {} literals", super::scan::MAX_CLAUSE)
            }
            ReadError::CommentTooLong { line } => write!(f, "line {line}: a comment of more than 16 MiB"),
            ReadError::ZeroAmongLines { line, first } => write!(
                f,
                "line {line}: a 0 ends a clause, but the one on line {first} has none; \
                 put a 0 after every clause, or a header before the first"
            ),
            ReadError::Nothing => f.write_str("neither a header nor a clause: this is no DIMACS file"),
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

impl fmt::Display for Tolerated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tolerated::Crlf(line) => write!(f, "line {line}: lines end in CR LF"),
            Tolerated::BlankLine(line) => write!(f, "line {line}: a blank line"),
            Tolerated::Indented(line) => write!(f, "line {line}: the line begins with blanks"),
            Tolerated::Tabs(line) => write!(f, "line {line}: tabs between the numbers"),
            Tolerated::CommentInside(line) => write!(f, "line {line}: a comment after the header"),
            Tolerated::NoHeader => f.write_str("there is no header"),
            Tolerated::LateHeader(line) => write!(f, "line {line}: the header comes after the first clause"),
            Tolerated::AnotherHeader(line, Header { variables, clauses }) => {
                write!(f, "line {line}: another header, 'p cnf {variables} {clauses}'")
            }
            Tolerated::LinePerClause(line) => write!(f, "line {line}: no 0 ends the clause; each line is read as one"),
            Tolerated::MissingZero(line) => write!(f, "line {line}: no 0 at the end of the last clause"),
            Tolerated::Tail(line) => write!(f, "line {line}: a '%' ends the clauses"),
            Tolerated::Variables { declared, highest } => {
                write!(f, "the header says {declared} variables, the highest is {highest}")
            }
            Tolerated::Clauses { declared, counted } => {
                write!(f, "the header says {declared} clauses, there are {counted}")
            }
        }
    }
}
