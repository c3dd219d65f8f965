//! The writer: an exact header, then clause after clause, in constant memory.
//!
//! Formatting numbers is all the work, and nearly all clauses are pairs: among k literals each stands in k - 1 of them.
//! So the literals of a run of pairs are formatted once, and a clause is two copies of 16 bytes, of which the unused end
//! is overwritten by the next:
//!
//! ```text
//!   texts     "-12 "  "-21 "  "-30 "            16 bytes each, and a length
//!   endings   "-12 0\n" "-21 0\n" "-30 0\n"
//!   clause    texts[0] + endings[1]             "-12 -21 0\n"
//! ```
//!
//! An empty 36x36 (51 MB) takes 1.4 times as long as `cp` of the file; formatting each literal anew took five times.

use std::io::{self, Write};

use crate::{ClauseGroup, ClauseSink, Formula, FormulaSize, Lit};

/// How a file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The `p cnf` line and the comments before it.
    pub header: bool,
    /// A comment before the clauses of each rule: `c row 3 has 5 at most once`.
    pub comments: bool,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { header: true, comments: false }
    }
}

/// Writes a formula as a DIMACS file with header; returns its size.
pub fn write(formula: &impl Formula, out: impl Write) -> io::Result<FormulaSize> {
    write_as(formula, Layout::default(), &[], out)
}

/// Writes a formula as a DIMACS file, with these clauses added to it; returns its size.
pub fn write_as(
    formula: &impl Formula,
    layout: Layout,
    added: &[Vec<Lit>],
    out: impl Write,
) -> io::Result<FormulaSize> {
    let mut size = formula.size();
    size.clauses += added.len() as u64;
    size.literals += added.iter().map(|clause| clause.len() as u64).sum::<u64>();
    let mut writer = Writer::new(out, layout);
    if layout.header {
        formula.comments(&size).iter().try_for_each(|line| writer.line(line))?;
        writer.line(&format!("p cnf {} {}", size.variables, size.clauses))?;
    }
    formula.emit(&mut writer)?;
    added.iter().try_for_each(|clause| writer.add_clause(clause))?;
    writer.finish()?;
    Ok(size)
}

/// Collects text and hands it on in large pieces.
struct Writer<W> {
    out: W,
    /// The text so far is `buffer[..end]`; there is always room for a few numbers behind it.
    buffer: Box<[u8]>,
    end: usize,
    layout: Layout,
    /// The numbers of a run of pairs: with a space behind them, and with the end of a clause.
    texts: Vec<[Text; 2]>,
}

const PIECE: usize = 1 << 16;
const ROOM: usize = 64;

impl<W: Write> Writer<W> {
    fn new(out: W, layout: Layout) -> Writer<W> {
        Writer { out, buffer: vec![0; PIECE + ROOM].into(), end: 0, layout, texts: Vec::new() }
    }

    /// Makes room for two numbers and the end of a clause.
    #[inline]
    fn make_room(&mut self) -> io::Result<()> {
        if self.end > PIECE {
            self.out.write_all(&self.buffer[..self.end])?;
            self.end = 0;
        }
        Ok(())
    }

    #[inline]
    fn put(&mut self, text: Text) {
        self.buffer[self.end..self.end + Text::SIZE].copy_from_slice(&text.bytes);
        self.end += text.len;
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(&self.buffer[..self.end])?;
        self.end = 0;
        writeln!(self.out, "{line}")
    }

    fn finish(mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer[..self.end])?;
        self.out.flush()
    }
}

impl<W: Write> ClauseSink for Writer<W> {
    type Error = io::Error;

    fn begin_group(&mut self, rule: ClauseGroup) -> io::Result<()> {
        if self.layout.comments { self.line(&format!("c {rule}")) } else { Ok(()) }
    }

    fn add_clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        for lit in clause {
            self.make_room()?;
            self.put(Text::of(*lit));
        }
        self.put(Text::END);
        Ok(())
    }

    fn pairwise_at_most_one(&mut self, lits: &[Lit]) -> io::Result<()> {
        let mut texts = std::mem::take(&mut self.texts);
        texts.clear();
        texts.extend(lits.iter().map(|lit| Text::of(!*lit)).map(|text| [text, text.then_end()]));
        for (place, [first, _]) in texts.iter().enumerate() {
            for [_, second] in &texts[place + 1..] {
                self.make_room()?;
                self.put(*first);
                self.put(*second);
            }
        }
        self.texts = texts;
        Ok(())
    }
}

/// A short text; what stands behind its length is not part of it.
#[derive(Clone, Copy)]
pub(super) struct Text {
    bytes: [u8; Text::SIZE],
    len: usize,
}

impl Text {
    /// The longest: a minus, ten digits, a space, and `0\n`.
    const SIZE: usize = 16;
    const END: Text = Text { bytes: *b"0\n              ", len: 2 };

    /// A number, and a space behind it.
    #[inline]
    pub(super) fn of(lit: Lit) -> Text {
        let mut rest = lit.var().get();
        let mut place = rest.ilog10() as usize + 1 + usize::from(!lit.is_positive());
        let mut text = Text { bytes: [b' '; Text::SIZE], len: place + 1 };
        text.bytes[0] = b'-'; // a positive number overwrites it
        while rest > 0 {
            place -= 1;
            text.bytes[place] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        text
    }

    /// The number as the last of a clause.
    fn then_end(mut self) -> Text {
        self.bytes[self.len..self.len + 2].copy_from_slice(b"0\n");
        Text { bytes: self.bytes, len: self.len + 2 }
    }

    /// What it says.
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        for number in [1, -1, 9, 10, -10, 99, 100, 729, -999, 123_456, i32::MAX, -i32::MAX] {
            let text = Text::of(Lit::from_dimacs(number).unwrap());
            assert_eq!(text.as_bytes(), format!("{number} ").as_bytes());
            assert_eq!(text.then_end().as_bytes(), format!("{number} 0\n").as_bytes());
        }
    }
}
