//! The writer: an exact header, then clause after clause, in constant memory.
//!
//! Formatting numbers is all the work. In a run of pair clauses the first literal stays the same, so its text is kept;
//! this and the hand-written formatter make the writer about as fast as copying the file.

use std::io::{self, Write};

use crate::dimacs::Description;
use crate::{Encoding, Family, Lit, Rule, Sink, Size};

/// How a file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The `p cnf` line and the comments before it.
    pub header: bool,
    /// A comment before the clauses of each rule: `c row 3 holds 5 not twice`.
    pub comments: bool,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { header: true, comments: false }
    }
}

impl Encoding<'_> {
    /// Writes the formula as a DIMACS file with header.
    pub fn write_dimacs(&self, out: impl Write) -> io::Result<Size> {
        self.write_dimacs_as(Layout::default(), &[], out)
    }

    /// Writes the formula as a DIMACS file, with these clauses added to it; returns its size.
    pub fn write_dimacs_as(&self, layout: Layout, added: &[Vec<Lit>], out: impl Write) -> io::Result<Size> {
        let mut size = self.size();
        size.clauses += added.len() as u64;
        size.literals += added.iter().map(|clause| clause.len() as u64).sum::<u64>();
        let mut writer = Writer::new(out, layout);
        if layout.header {
            writer.header(self, &size)?;
        }
        self.send(&mut writer)?;
        added.iter().try_for_each(|clause| writer.clause(clause))?;
        writer.finish()?;
        Ok(size)
    }
}

/// Collects text and hands it on in large pieces.
struct Writer<W> {
    out: W,
    buffer: Vec<u8>,
    layout: Layout,
    /// The literal that the last clause began with, and its text.
    first: Option<(Lit, Number)>,
}

const PIECE: usize = 1 << 16;

impl<W: Write> Writer<W> {
    fn new(out: W, layout: Layout) -> Writer<W> {
        Writer { out, buffer: Vec::with_capacity(2 * PIECE), layout, first: None }
    }

    fn header(&mut self, encoding: &Encoding, size: &Size) -> io::Result<()> {
        for line in Description::of(encoding).lines() {
            writeln!(self.buffer, "{line}")?;
        }
        writeln!(self.buffer, "c {}", encoding.options().numbering.formula(encoding.puzzle().board()))?;
        for ((family, name), count) in Family::ALL.iter().zip(size.by_family).filter(|(_, count)| *count > 0) {
            writeln!(self.buffer, "c {count} clauses {name}: {}", family.sentence())?;
        }
        writeln!(self.buffer, "p cnf {} {}", size.variables, size.clauses)
    }

    fn finish(mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.out.flush()
    }
}

impl<W: Write> Sink for Writer<W> {
    type Error = io::Error;

    fn rule(&mut self, rule: Rule) -> io::Result<()> {
        if self.layout.comments {
            writeln!(self.buffer, "c {rule}")?;
        }
        Ok(())
    }

    #[inline]
    fn clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        if self.buffer.len() >= PIECE {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        let (first, rest) = clause.split_first().expect("a clause is never empty");
        let text = match self.first {
            Some((lit, text)) if lit == *first => text,
            _ => Number::of(first.to_dimacs()),
        };
        self.first = Some((*first, text));
        self.buffer.extend_from_slice(text.bytes());
        for lit in rest {
            self.buffer.extend_from_slice(Number::of(lit.to_dimacs()).bytes());
        }
        self.buffer.extend_from_slice(b"0\n");
        Ok(())
    }
}

/// A signed number as text, with a space after it.
#[derive(Clone, Copy)]
struct Number {
    text: [u8; 12],
    start: u8,
}

impl Number {
    #[inline]
    fn of(number: i32) -> Number {
        let mut text = [b' '; 12];
        let mut start = 11;
        let mut rest = number.unsigned_abs();
        loop {
            start -= 1;
            text[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            start -= 1;
            text[start] = b'-';
        }
        Number { text, start: start as u8 }
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        &self.text[usize::from(self.start)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        for number in [0, 1, -1, 9, 10, -10, 729, -999, 123_456, i32::MAX, -i32::MAX] {
            assert_eq!(Number::of(number).bytes(), format!("{number} ").as_bytes());
        }
    }
}
