//! Streaming DIMACS reader: returns clause after clause and keeps only one in memory.
//!
//! ```
//! use qedoku_encode::dimacs::read::DimacsReader;
//!
//! let mut reader = DimacsReader::new("p cnf 4 2\n1 2 0\n-1\t-2".as_bytes());
//! let mut lengths = Vec::new();
//! while let Some(clause) = reader.next_clause()? {
//!     lengths.push(clause.len());
//! }
//! assert_eq!(lengths, [2, 2]);
//! assert_eq!(reader.header().unwrap().variables, 4);
//! assert_eq!(reader.deviations()[0].to_string(), "line 3: tabs between the numbers");
//! assert_eq!(reader.deviations()[1].to_string(), "line 3: no 0 at the end of the last clause");
//! # Ok::<(), qedoku_encode::dimacs::read::DimacsError>(())
//! ```
//!
//! Files from university courses and old collections deviate from the format in many ways. A deviation with only one
//! possible meaning is accepted and recorded ([`Deviation`]). Anything else is an error with line and column
//! ([`DimacsError`]).
//!
//! If a file has no header and its first clause has no 0 on its line, the reader expects one clause per line and no 0 at
//! all, as some courses write it; a later 0 is then an error.
//!
//! The scanner looks at each byte once, in the chunks that the input provides. A number, a comment or the header may be
//! split between two chunks anywhere, so the scanner is a state machine that suspends at the end of a chunk.

mod error;
mod scanner;
mod text;

use std::io::BufRead;

pub use error::{Deviation, DimacsError, UnexpectedInput};
use scanner::{Event, Scanner};

use crate::Lit;

/// The counts declared by the line `p cnf VARIABLES CLAUSES`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DimacsHeader {
    /// Highest variable.
    pub variables: u32,
    /// Number of clauses.
    pub clauses: u64,
}

/// A clause or a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item<'r> {
    /// A clause. A 0 without literals is the empty clause.
    Clause(&'r [Lit]),
    /// A comment line with its `c`, without its line end. Only returned after [`DimacsReader::with_comments`].
    Comment(&'r [u8]),
}

/// Reader of DIMACS CNF.
#[derive(Debug)]
pub struct DimacsReader<R> {
    input: R,
    scanner: Scanner,
    /// The end of the input was reached and reported.
    is_finished: bool,
}

impl<R: BufRead> DimacsReader<R> {
    /// Maximum clause length: 16 Mi literals (64 MiB). The longest clause of a Sudoku encoding has 144.
    pub const MAX_CLAUSE: usize = scanner::MAX_CLAUSE;

    /// Creates a reader.
    pub fn new(input: R) -> DimacsReader<R> {
        DimacsReader { input, scanner: Scanner::default(), is_finished: false }
    }

    /// Makes [`next_item`](DimacsReader::next_item) return comments too.
    #[must_use]
    pub fn with_comments(mut self) -> DimacsReader<R> {
        self.scanner.text_mut().return_comments();
        self
    }

    /// The next clause, or `None` at the end of the input.
    pub fn next_clause(&mut self) -> Result<Option<&[Lit]>, DimacsError> {
        loop {
            match self.advance()? {
                Event::Clause => return Ok(Some(self.scanner.clause())),
                Event::Comment | Event::NeedsInput => {}
                Event::End => return Ok(None),
            }
        }
    }

    /// The next clause or comment, or `None` at the end of the input.
    pub fn next_item(&mut self) -> Result<Option<Item<'_>>, DimacsError> {
        loop {
            match self.advance()? {
                Event::Clause => return Ok(Some(Item::Clause(self.scanner.clause()))),
                Event::Comment => return Ok(Some(Item::Comment(self.scanner.text().comment()))),
                Event::NeedsInput => {}
                Event::End => return Ok(None),
            }
        }
    }

    #[inline]
    fn advance(&mut self) -> Result<Event, DimacsError> {
        if self.is_finished {
            return Ok(Event::End);
        }
        let chunk = self.input.fill_buf().map_err(DimacsError::Io)?;
        if chunk.is_empty() {
            let event = self.scanner.end_input()?;
            self.is_finished = event == Event::End;
            return Ok(event);
        }
        let (used, event) = self.scanner.scan(chunk)?;
        self.input.consume(used);
        Ok(event)
    }

    /// The first header read so far.
    pub fn header(&self) -> Option<DimacsHeader> {
        self.scanner.header()
    }

    /// The metadata comments read so far: `c qedoku ...` and `c puzzle ...`.
    ///
    /// The reader keeps at most 16 MiB of them, which is more than the largest puzzle needs.
    pub fn metadata_lines(&self) -> &[String] {
        self.scanner.text().metadata_lines()
    }

    /// The highest variable in the clauses read so far; 0 if there is none.
    pub fn max_var(&self) -> u32 {
        self.scanner.max_var()
    }

    /// Deviations from the format accepted so far: the first of each kind. Complete at the end of the input.
    pub fn deviations(&self) -> &[Deviation] {
        self.scanner.deviations()
    }

    /// The current line, counted from 1.
    pub fn line(&self) -> u64 {
        self.scanner.line()
    }
}
