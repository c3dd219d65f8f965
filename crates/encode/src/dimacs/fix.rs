//! A clean file from a bent one: exact header, one clause per line, every clause with its 0.
//!
//! ```
//! use qedoku_encode::dimacs::fix::{FixOptions, fix};
//!
//! let text = "1 2 0 -1\r\n-2 0\r\np cnf 1 1\r\n3";
//! let mut clean = Vec::new();
//! fix(|| Ok(text.as_bytes()), FixOptions::default(), &mut clean)?;
//! assert_eq!(clean, b"p cnf 3 3\n1 2 0\n-1 -2 0\n3 0\n");
//! # Ok::<(), qedoku_encode::dimacs::fix::FixError>(())
//! ```
//!
//! The header stands before what it counts, so the input is read twice; the memory is that of one clause. The meaning
//! stays: the header declares no fewer variables than before, even if no clause has them, since a count of models would
//! change; always-true clauses and repeated literals are kept unless asked otherwise.

use std::fmt;
use std::io::{self, BufRead, Write};

use crate::Lit;
use crate::dimacs::read::{Header, Item, ReadError, Reader, Tolerated};
use crate::dimacs::stats::flaws;
use crate::dimacs::write::Text;

/// What else to do to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixOptions {
    /// Keep the comments, each where it was.
    pub comments: bool,
    /// Drop clauses that are always true, and repeated literals.
    pub tidy: bool,
}

impl Default for FixOptions {
    fn default() -> FixOptions {
        FixOptions { comments: true, tidy: false }
    }
}

/// What was done to a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// The new header.
    pub header: Header,
    /// What was bent.
    pub tolerated: Vec<Tolerated>,
    /// Always-true clauses that were dropped.
    pub dropped_clauses: u64,
    /// Repeated literals that were dropped.
    pub dropped_literals: u64,
}

/// Why a file could not be fixed.
#[derive(Debug)]
pub enum FixError {
    /// It cannot be opened.
    Open(io::Error),
    /// It cannot be read.
    Read(ReadError),
    /// The clean file cannot be written.
    Write(io::Error),
    /// The input was not the same when it was read again.
    Changed,
}

/// Writes a clean copy of a file, which is opened and read twice.
pub fn fix<R: BufRead>(
    mut open: impl FnMut() -> io::Result<R>,
    options: FixOptions,
    out: impl Write,
) -> Result<Fixed, FixError> {
    let fixed = count(Reader::new(open().map_err(FixError::Open)?), options.tidy)?;
    let reader = Reader::new(open().map_err(FixError::Open)?);
    let reader = if options.comments { reader.with_comments() } else { reader };
    copy(reader, fixed.header, options.tidy, Out { out, buffer: Vec::new() })?;
    Ok(fixed)
}

fn count<R: BufRead>(mut reader: Reader<R>, tidy: bool) -> Result<Fixed, FixError> {
    let (mut clauses, mut dropped_clauses, mut dropped_literals) = (0, 0, 0);
    let mut broom = Broom::new(tidy);
    while let Some(clause) = reader.next_clause()? {
        match broom.sweep(clause) {
            Some(swept) => {
                clauses += 1;
                dropped_literals += (clause.len() - swept.len()) as u64;
            }
            None => dropped_clauses += 1,
        }
    }
    let declared = reader.header().map_or(0, |header| header.variables);
    let header = Header { variables: declared.max(reader.highest()), clauses };
    Ok(Fixed { header, tolerated: reader.tolerated().to_vec(), dropped_clauses, dropped_literals })
}

fn copy<R: BufRead, W: Write>(
    mut reader: Reader<R>,
    header: Header,
    tidy: bool,
    mut out: Out<W>,
) -> Result<(), FixError> {
    let mut broom = Broom::new(tidy);
    let mut clauses = 0;
    let mut begun = false;
    while let Some(item) = reader.next_item()? {
        match item {
            Item::Comment(text) => out.comment(text)?,
            Item::Clause(clause) => {
                if !std::mem::replace(&mut begun, true) {
                    out.header(header)?;
                }
                if let Some(clause) = broom.sweep(clause) {
                    out.clause(clause)?;
                    clauses += 1;
                }
            }
        }
    }
    if !begun {
        out.header(header)?;
    }
    out.flush()?;
    if clauses == header.clauses && reader.highest() <= header.variables { Ok(()) } else { Err(FixError::Changed) }
}

/// Takes out of clauses what says nothing, or nothing at all.
struct Broom {
    tidy: bool,
    scratch: Vec<Lit>,
    swept: Vec<Lit>,
}

impl Broom {
    fn new(tidy: bool) -> Broom {
        Broom { tidy, scratch: Vec::new(), swept: Vec::new() }
    }

    /// The clause without repeated literals, in its order; none if it is always true.
    fn sweep<'c>(&'c mut self, clause: &'c [Lit]) -> Option<&'c [Lit]> {
        if !self.tidy {
            return Some(clause);
        }
        match flaws(clause, &mut self.scratch) {
            (true, _) => None,
            (false, false) => Some(clause),
            (false, true) => Some(self.without_repeats(clause)),
        }
    }

    fn without_repeats(&mut self, clause: &[Lit]) -> &[Lit] {
        // Sorted by literal, then by place, the first of each literal is kept; sorted by place again.
        let mut places: Vec<(Lit, usize)> = clause.iter().copied().zip(0..).collect();
        places.sort_unstable();
        places.dedup_by_key(|(lit, _)| *lit);
        places.sort_unstable_by_key(|(_, place)| *place);
        self.swept.clear();
        self.swept.extend(places.iter().map(|(lit, _)| *lit));
        &self.swept
    }
}

/// Collects text and hands it on in large pieces.
struct Out<W> {
    out: W,
    buffer: Vec<u8>,
}

const PIECE: usize = 1 << 16;

impl<W: Write> Out<W> {
    fn header(&mut self, Header { variables, clauses }: Header) -> Result<(), FixError> {
        writeln!(self.buffer, "p cnf {variables} {clauses}").map_err(FixError::Write)
    }

    fn comment(&mut self, text: &[u8]) -> Result<(), FixError> {
        self.buffer.extend_from_slice(text);
        self.buffer.push(b'\n');
        self.hand_on(PIECE)
    }

    fn clause(&mut self, clause: &[Lit]) -> Result<(), FixError> {
        for lit in clause {
            self.buffer.extend_from_slice(Text::of(*lit).as_bytes());
        }
        self.buffer.extend_from_slice(b"0\n");
        self.hand_on(PIECE)
    }

    fn hand_on(&mut self, at_least: usize) -> Result<(), FixError> {
        if self.buffer.len() >= at_least {
            self.out.write_all(&self.buffer).map_err(FixError::Write)?;
            self.buffer.clear();
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), FixError> {
        self.hand_on(0)?;
        self.out.flush().map_err(FixError::Write)
    }
}

impl From<ReadError> for FixError {
    fn from(error: ReadError) -> FixError {
        FixError::Read(error)
    }
}

impl fmt::Display for FixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FixError::Open(error) => write!(f, "cannot open: {error}"),
            FixError::Read(error) => error.fmt(f),
            FixError::Write(error) => write!(f, "cannot write: {error}"),
            FixError::Changed => f.write_str("the input was not the same when it was read again"),
        }
    }
}

impl std::error::Error for FixError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FixError::Open(error) | FixError::Write(error) => Some(error),
            FixError::Read(error) => Some(error),
            FixError::Changed => None,
        }
    }
}
