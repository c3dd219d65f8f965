//! DIMACS writer: exact header, then clause after clause, in constant memory.
//!
//! Formatting numbers dominates the cost, and nearly all clauses are the pairs of a pairwise at-most-one constraint: each
//! of its k literals occurs in k - 1 clauses. The writer therefore formats the literals of such a constraint once. A
//! clause is then two copies of 16 bytes; the second copy overwrites the unused end of the first:
//!
//! ```text
//!   texts     "-12 "  "-21 "  "-30 "            16 bytes each, and a length
//!   endings   "-12 0\n" "-21 0\n" "-30 0\n"
//!   clause    texts[0] + endings[1]             "-12 -21 0\n"
//! ```
//!
//! An empty 36x36 (51 MB) takes 1.4 times as long as `cp` of the file; formatting every literal of every clause took
//! five times as long.

use std::io::{self, Write};

use super::read::DimacsHeader;
use crate::{ClauseGroup, ClauseSink, Formula, FormulaSize, Lit};

/// Writer options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DimacsOptions {
    /// Write the `p cnf` line and the comments before it.
    pub header: bool,
    /// Write a comment before each clause group, such as `c row 3 has 5 at most once`.
    pub comments: bool,
}

impl Default for DimacsOptions {
    fn default() -> DimacsOptions {
        DimacsOptions { header: true, comments: false }
    }
}

/// Writes a formula and additional clauses as a DIMACS file. Returns the size of both together.
pub fn write(
    formula: &impl Formula,
    options: DimacsOptions,
    additional: &[Vec<Lit>],
    mut out: impl Write,
) -> io::Result<FormulaSize> {
    let mut size = formula.size();
    size.clauses += additional.len() as u64;
    size.literals += additional.iter().map(|clause| clause.len() as u64).sum::<u64>();
    let mut writer = ClauseWriter::new(&mut out, options);
    if options.header {
        formula.comments(&size).iter().try_for_each(|line| writer.line(line.as_bytes()))?;
        writer.header(DimacsHeader { variables: size.variables, clauses: size.clauses })?;
    }
    formula.emit(&mut writer)?;
    additional.iter().try_for_each(|clause| writer.add_clause(clause))?;
    writer.finish()?;
    Ok(size)
}

/// Buffered writer of header, comments and clauses.
///
/// Invariant: `end <= BUFFER_SIZE` after [`reserve`](ClauseWriter::reserve), so the `RESERVE` bytes behind
/// `BUFFER_SIZE` are free for two numbers and the end of a clause.
///
/// The output is a trait object, so that the loops over clauses are compiled and optimised in this crate, not in each crate
/// that calls [`write()`].
pub(super) struct ClauseWriter<'w> {
    out: &'w mut dyn Write,
    /// The text that is not yet written is `buffer[..end]`.
    buffer: Box<[u8]>,
    end: usize,
    options: DimacsOptions,
    /// The literals of a pairwise at-most-one constraint: each followed by a space, and followed by the clause end.
    texts: Vec<[LiteralText; 2]>,
}

const BUFFER_SIZE: usize = 1 << 16;
/// Space for the two texts of 16 bytes that are copied between two calls of `reserve`, rounded up.
const RESERVE: usize = 64;

impl<'w> ClauseWriter<'w> {
    pub(super) fn new(out: &'w mut dyn Write, options: DimacsOptions) -> ClauseWriter<'w> {
        ClauseWriter { out, buffer: vec![0; BUFFER_SIZE + RESERVE].into(), end: 0, options, texts: Vec::new() }
    }

    pub(super) fn header(&mut self, DimacsHeader { variables, clauses }: DimacsHeader) -> io::Result<()> {
        self.line(format!("p cnf {variables} {clauses}").as_bytes())
    }

    pub(super) fn line(&mut self, line: &[u8]) -> io::Result<()> {
        self.write_buffer()?;
        self.out.write_all(line)?;
        self.out.write_all(b"\n")
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.write_buffer()?;
        self.out.flush()
    }

    /// Makes space for two numbers and the end of a clause.
    #[inline]
    fn reserve(&mut self) -> io::Result<()> {
        if self.end > BUFFER_SIZE { self.write_buffer() } else { Ok(()) }
    }

    fn write_buffer(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer[..self.end])?;
        self.end = 0;
        Ok(())
    }

    #[inline]
    fn push(&mut self, text: LiteralText) {
        self.buffer[self.end..self.end + LiteralText::CAPACITY].copy_from_slice(&text.bytes);
        self.end += text.len;
    }
}

impl ClauseSink for ClauseWriter<'_> {
    type Error = io::Error;

    fn begin_group(&mut self, group: ClauseGroup) -> io::Result<()> {
        if self.options.comments { self.line(format!("c {group}").as_bytes()) } else { Ok(()) }
    }

    fn add_clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        for lit in clause {
            self.reserve()?;
            self.push(LiteralText::new(*lit));
        }
        // An empty clause has not reserved anything yet.
        self.reserve()?;
        self.push(LiteralText::CLAUSE_END);
        Ok(())
    }

    fn pairwise_at_most_one(&mut self, lits: &[Lit]) -> io::Result<()> {
        let mut texts = std::mem::take(&mut self.texts);
        texts.clear();
        texts.extend(lits.iter().map(|lit| LiteralText::new(!*lit)).map(|text| [text, text.with_clause_end()]));
        for (index, [first, _]) in texts.iter().enumerate() {
            for [_, second] in &texts[index + 1..] {
                self.reserve()?;
                self.push(*first);
                self.push(*second);
            }
        }
        self.texts = texts;
        Ok(())
    }
}

/// A formatted literal. The whole array is copied, whatever the length; the bytes behind `len` are padding.
#[derive(Clone, Copy)]
struct LiteralText {
    bytes: [u8; LiteralText::CAPACITY],
    len: usize,
}

impl LiteralText {
    /// The longest text has 14 bytes: a minus, ten digits, a space, and `0\n`.
    const CAPACITY: usize = 16;
    const CLAUSE_END: LiteralText = LiteralText { bytes: *b"0\n              ", len: 2 };

    /// The literal followed by a space.
    #[inline]
    fn new(lit: Lit) -> LiteralText {
        let mut rest = lit.var().get();
        let mut position = rest.ilog10() as usize + 1 + usize::from(!lit.is_positive());
        let mut text = LiteralText { bytes: [b' '; LiteralText::CAPACITY], len: position + 1 };
        text.bytes[0] = b'-'; // overwritten by the first digit of a positive literal
        while rest > 0 {
            position -= 1;
            text.bytes[position] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        text
    }

    /// The literal as the last one of its clause.
    fn with_clause_end(mut self) -> LiteralText {
        self.bytes[self.len..self.len + 2].copy_from_slice(b"0\n");
        LiteralText { bytes: self.bytes, len: self.len + 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_formatted_like_the_standard_library_does() {
        let written = |text: &LiteralText| text.bytes[..text.len].to_vec();
        for number in [1, -1, 9, 10, -10, 99, 100, 729, -999, 123_456, i32::MAX, -i32::MAX] {
            let text = LiteralText::new(Lit::from_dimacs(number).unwrap());
            assert_eq!(written(&text), format!("{number} ").as_bytes());
            assert_eq!(written(&text.with_clause_end()), format!("{number} 0\n").as_bytes());
        }
    }

    #[test]
    fn empty_clauses_do_not_overflow_the_buffer() {
        let mut out = Vec::new();
        let mut writer = ClauseWriter::new(&mut out, DimacsOptions::default());
        (0..BUFFER_SIZE).for_each(|_| writer.add_clause(&[]).unwrap());
        writer.finish().unwrap();
        assert_eq!(out, b"0\n".repeat(BUFFER_SIZE));
    }
}
