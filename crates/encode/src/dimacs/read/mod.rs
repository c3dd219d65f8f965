//! The reader: clause after clause, in the memory of one clause.
//!
//! ```
//! use qedoku_encode::dimacs::read::Reader;
//!
//! let mut reader = Reader::new("p cnf 4 2\n1 2 0\n-1\t-2".as_bytes());
//! let mut lengths = Vec::new();
//! while let Some(clause) = reader.next_clause()? {
//!     lengths.push(clause.len());
//! }
//! assert_eq!(lengths, [2, 2]);
//! assert_eq!(reader.header().unwrap().variables, 4);
//! assert_eq!(reader.tolerated()[0].to_string(), "line 3: tabs between the numbers");
//! assert_eq!(reader.tolerated()[1].to_string(), "line 3: no 0 at the end of the last clause");
//! # Ok::<(), qedoku_encode::dimacs::read::ReadError>(())
//! ```
//!
//! Files of courses and of old collections bend the format in many ways. What has only one meaning is read and noted
//! ([`Tolerated`]); what has two, or none, is an error with line and column ([`ReadError`]).
//!
//! A file without header whose first clause does not end in 0 on its line has one clause per line and no 0 at all, as
//! some courses write it; a 0 further down is then an error.
//!
//! Bytes are looked at once, in the pieces that the input hands out. A number, a comment or the header may be cut
//! anywhere between two pieces, so the state of the scan lives in [`Reader`], not on the stack.

mod error;
mod scan;
mod text;

use std::io::BufRead;

pub use error::{Found, ReadError, Tolerated};
use scan::{Scan, Step};

use crate::Lit;

/// The counts that the line `p cnf VARIABLES CLAUSES` declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The highest variable.
    pub variables: u32,
    /// The number of clauses.
    pub clauses: u64,
}

/// One thing in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item<'r> {
    /// A clause; an empty one if a 0 stands alone.
    Clause(&'r [Lit]),
    /// A comment line, `c` included, without its end. Only given if asked for.
    Comment(&'r [u8]),
}

/// Reads a DIMACS CNF text.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    scan: Scan,
    /// The end of the input was reached and told.
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// The longest clause that is read: 16 Mi literals, 64 MiB. A house of the largest board has 144.
    pub const MAX_CLAUSE: usize = scan::MAX_CLAUSE;

    /// Reads from here.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, scan: Scan::default(), ended: false }
    }

    /// Gives comments, too, from [`Reader::next_item`].
    #[must_use]
    pub fn with_comments(mut self) -> Reader<R> {
        self.scan.text_mut().give_comments();
        self
    }

    /// The next clause; none at the end.
    pub fn next_clause(&mut self) -> Result<Option<&[Lit]>, ReadError> {
        loop {
            match self.step()? {
                Step::Clause => return Ok(Some(self.scan.clause())),
                Step::Comment | Step::More => {}
                Step::End => return Ok(None),
            }
        }
    }

    /// The next clause or comment; none at the end.
    pub fn next_item(&mut self) -> Result<Option<Item<'_>>, ReadError> {
        loop {
            match self.step()? {
                Step::Clause => return Ok(Some(Item::Clause(self.scan.clause()))),
                Step::Comment => return Ok(Some(Item::Comment(self.scan.text().comment()))),
                Step::More => {}
                Step::End => return Ok(None),
            }
        }
    }

    #[inline]
    fn step(&mut self) -> Result<Step, ReadError> {
        if self.ended {
            return Ok(Step::End);
        }
        let piece = self.input.fill_buf().map_err(ReadError::Input)?;
        if piece.is_empty() {
            let step = self.scan.end()?;
            self.ended = step == Step::End;
            return Ok(step);
        }
        let (used, step) = self.scan.step(piece)?;
        self.input.consume(used);
        Ok(step)
    }

    /// The first header that was read so far.
    pub fn header(&self) -> Option<Header> {
        self.scan.header()
    }

    /// The comments read so far that say what the file is: `c qedoku ...` and `c puzzle ...`.
    ///
    /// At most 16 MiB of them are kept, which is more than the largest puzzle needs.
    pub fn description(&self) -> &[String] {
        self.scan.text().description()
    }

    /// The highest variable in the clauses read so far.
    pub fn highest(&self) -> u32 {
        self.scan.highest()
    }

    /// What was bent and yet read so far, each kind once, with the first place. Complete at the end of the file.
    pub fn tolerated(&self) -> &[Tolerated] {
        self.scan.tolerated()
    }

    /// The line, from 1, on which the reader stands.
    pub fn line(&self) -> u64 {
        self.scan.line()
    }
}
