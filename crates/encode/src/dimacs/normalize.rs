//! Normalisation of a CNF file: exact header, one clause per line, each terminated by 0.
//!
//! ```
//! use qedoku_encode::dimacs::normalize::{NormalizeOptions, normalize};
//!
//! let text = "1 2 0 -1\r\n-2 0\r\np cnf 1 1\r\n3";
//! let mut normalized = Vec::new();
//! normalize(|| Ok(text.as_bytes()), NormalizeOptions::default(), &mut normalized)?;
//! assert_eq!(normalized, b"p cnf 3 3\n1 2 0\n-1 -2 0\n3 0\n");
//! # Ok::<(), qedoku_encode::dimacs::normalize::NormalizeError>(())
//! ```
//!
//! The header precedes the clauses that it counts, so the input is read twice; memory holds one clause.
//!
//! Normalisation preserves the models and their number. The new header declares at least as many variables as the old
//! one, even if they occur in no clause, because each unused variable doubles the model count. Tautologies and duplicate
//! literals stay unless [`NormalizeOptions::remove_redundancy`] is set.

use std::fmt;
use std::io::{self, BufRead, Write};

use crate::dimacs::read::{Deviation, DimacsError, DimacsHeader, DimacsReader, Item};
use crate::dimacs::stats::{Redundancy, find_redundancy};
use crate::dimacs::write::{ClauseWriter, DimacsOptions};
use crate::{ClauseSink, Lit};

/// Normalisation options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NormalizeOptions {
    /// Keep comments, each between the same clauses.
    pub comments: bool,
    /// Remove tautologies and duplicate literals.
    pub remove_redundancy: bool,
}

impl Default for NormalizeOptions {
    fn default() -> NormalizeOptions {
        NormalizeOptions { comments: true, remove_redundancy: false }
    }
}

/// Changes made by [`normalize`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NormalizeReport {
    /// The new header.
    pub header: DimacsHeader,
    /// Corrected deviations from the format.
    pub deviations: Vec<Deviation>,
    /// Number of removed tautologies.
    pub removed_clauses: u64,
    /// Number of removed duplicate literals.
    pub removed_literals: u64,
}

/// Error of normalising a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum NormalizeError {
    /// The input cannot be opened.
    Open(io::Error),
    /// The input cannot be read or is not DIMACS CNF.
    Read(DimacsError),
    /// The output cannot be written.
    Write(io::Error),
    /// The input changed between the first and the second pass.
    InputChanged,
}

/// Writes a normalised copy of a file. Calls `open` twice, once for each pass.
pub fn normalize<R: BufRead>(
    mut open: impl FnMut() -> io::Result<R>,
    options: NormalizeOptions,
    mut out: impl Write,
) -> Result<NormalizeReport, NormalizeError> {
    let report = count(DimacsReader::new(open().map_err(NormalizeError::Open)?), options)?;
    let reader = DimacsReader::new(open().map_err(NormalizeError::Open)?);
    let reader = if options.comments { reader.with_comments() } else { reader };
    copy(reader, report.header, options, ClauseWriter::new(&mut out, DimacsOptions::default()))?;
    Ok(report)
}

/// First pass: counts what the second pass will write.
fn count<R: BufRead>(
    mut reader: DimacsReader<R>,
    options: NormalizeOptions,
) -> Result<NormalizeReport, NormalizeError> {
    let (mut clauses, mut removed_clauses, mut removed_literals) = (0, 0, 0);
    let mut cleaner = ClauseCleaner::new(options);
    while let Some(clause) = reader.next_clause()? {
        match cleaner.clean(clause) {
            Some(kept) => {
                clauses += 1;
                removed_literals += (clause.len() - kept.len()) as u64;
            }
            None => removed_clauses += 1,
        }
    }
    let declared = reader.header().map_or(0, |header| header.variables);
    let header = DimacsHeader { variables: declared.max(reader.max_var()), clauses };
    Ok(NormalizeReport { header, deviations: reader.deviations().to_vec(), removed_clauses, removed_literals })
}

/// Second pass: writes the header before the first clause, which leaves leading comments in front of it.
fn copy<R: BufRead>(
    mut reader: DimacsReader<R>,
    header: DimacsHeader,
    options: NormalizeOptions,
    mut out: ClauseWriter<'_>,
) -> Result<(), NormalizeError> {
    let mut cleaner = ClauseCleaner::new(options);
    let mut clauses = 0;
    let mut has_header = false;
    while let Some(item) = reader.next_item()? {
        match item {
            Item::Comment(text) => out.line(text).map_err(NormalizeError::Write)?,
            Item::Clause(clause) => {
                if !std::mem::replace(&mut has_header, true) {
                    out.header(header).map_err(NormalizeError::Write)?;
                }
                if let Some(clause) = cleaner.clean(clause) {
                    out.add_clause(clause).map_err(NormalizeError::Write)?;
                    clauses += 1;
                }
            }
        }
    }
    if !has_header {
        out.header(header).map_err(NormalizeError::Write)?;
    }
    out.finish().map_err(NormalizeError::Write)?;
    let is_unchanged = clauses == header.clauses && reader.max_var() <= header.variables;
    if is_unchanged { Ok(()) } else { Err(NormalizeError::InputChanged) }
}

/// Removes redundancy from clauses, if enabled.
struct ClauseCleaner {
    remove_redundancy: bool,
    scratch: Vec<Lit>,
    cleaned: Vec<Lit>,
}

impl ClauseCleaner {
    fn new(options: NormalizeOptions) -> ClauseCleaner {
        ClauseCleaner { remove_redundancy: options.remove_redundancy, scratch: Vec::new(), cleaned: Vec::new() }
    }

    /// The clause without duplicate literals, in its original order; `None` for a tautology.
    fn clean<'c>(&'c mut self, clause: &'c [Lit]) -> Option<&'c [Lit]> {
        if !self.remove_redundancy {
            return Some(clause);
        }
        match find_redundancy(clause, &mut self.scratch) {
            Redundancy { is_tautology: true, .. } => None,
            Redundancy { has_duplicates: true, .. } => Some(self.without_duplicates(clause)),
            Redundancy { .. } => Some(clause),
        }
    }

    fn without_duplicates(&mut self, clause: &[Lit]) -> &[Lit] {
        // Sort by literal and then position, keep the first of each literal, restore the order of positions.
        let mut positions: Vec<(Lit, usize)> = clause.iter().copied().zip(0..).collect();
        positions.sort_unstable();
        positions.dedup_by_key(|(lit, _)| *lit);
        positions.sort_unstable_by_key(|(_, position)| *position);
        self.cleaned.clear();
        self.cleaned.extend(positions.iter().map(|(lit, _)| *lit));
        &self.cleaned
    }
}

impl From<DimacsError> for NormalizeError {
    fn from(error: DimacsError) -> NormalizeError {
        NormalizeError::Read(error)
    }
}

impl fmt::Display for NormalizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NormalizeError::Open(_) => f.write_str("cannot open"),
            NormalizeError::Read(error) => error.fmt(f),
            NormalizeError::Write(_) => f.write_str("cannot write"),
            NormalizeError::InputChanged => f.write_str("the input changed while it was read"),
        }
    }
}

impl std::error::Error for NormalizeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NormalizeError::Open(error) | NormalizeError::Write(error) => Some(error),
            // Displayed as if it were this error, so its source is the next in the chain.
            NormalizeError::Read(error) => error.source(),
            NormalizeError::InputChanged => None,
        }
    }
}
