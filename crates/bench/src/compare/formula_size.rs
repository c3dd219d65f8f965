//! Formula sizes: variables, clauses, literals and file size of an input encoding.

use std::io::{self, Write};

use qedoku::encode::csp::f2csp;
use qedoku::encode::languages;
use qedoku::{Encoding, Interrupt, Puzzle};

use crate::solvers::InputEncoding;

/// Sum of the sizes of several formulas.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct TotalSize {
    /// Variables of clauses or of constraints.
    pub variables: u64,
    /// Clauses; 0 for constraints, whose number cannot be compared with that of clauses.
    pub clauses: u64,
    /// Literals in all clauses; 0 for constraints.
    pub literals: u64,
    /// Size of the files, in bytes.
    pub bytes: u64,
}

impl TotalSize {
    /// Size of one encoded puzzle; `None` if interrupted.
    pub(super) fn of(encoding: InputEncoding, puzzle: &Puzzle, interrupt: &Interrupt) -> Option<TotalSize> {
        let mut bytes = ByteCounter { count: 0, interrupt };
        let cells = puzzle.board().cell_count() as u64;
        let written = match encoding {
            InputEncoding::Puzzle => Ok((cells, 0, 0)),
            InputEncoding::Clauses(options) => {
                let encoding = Encoding::new(puzzle, options).expect("default options are valid for every scheme");
                encoding.write_dimacs(&mut bytes).map(|size| (size.variables.into(), size.clauses, size.literals))
            }
            InputEncoding::F2csp => f2csp::write(puzzle, &mut bytes).map(|stats| (stats.variables, 0, 0)),
            InputEncoding::Language(language) => languages::write(language, puzzle, &mut bytes).map(|()| (cells, 0, 0)),
        };
        // Counting fails only when it is interrupted.
        let (variables, clauses, literals) = written.ok()?;
        Some(TotalSize { variables, clauses, literals, bytes: bytes.count })
    }

    /// Adds the size of another formula.
    pub(super) fn add(&mut self, other: TotalSize) {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
        self.bytes += other.bytes;
    }
}

/// A writer that counts bytes and discards them; an error when interrupted: the formula of 144x144 has 20 GB.
struct ByteCounter<'i> {
    count: u64,
    interrupt: &'i Interrupt,
}

impl Write for ByteCounter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupt.is_set() {
            // Not of the kind `Interrupted`, after which a write is repeated.
            return Err(io::Error::other("interrupted"));
        }
        self.count += bytes.len() as u64;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku::{EncodingOptions, Scheme};

    #[test]
    fn the_size_is_that_of_the_written_file() {
        let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        let options = EncodingOptions { scheme: Scheme::EXTENDED, ..EncodingOptions::default() };
        let mut file = Vec::new();
        Encoding::new(&puzzle, options).unwrap().write_dimacs(&mut file).unwrap();
        let interrupt = Interrupt::default();
        let total = TotalSize::of(InputEncoding::Clauses(options), &puzzle, &interrupt).unwrap();
        assert_eq!((total.variables, total.clauses, total.bytes), (64, 448 + 3, file.len() as u64));
        let mut file = Vec::new();
        f2csp::write(&puzzle, &mut file).unwrap();
        assert_eq!(TotalSize::of(InputEncoding::F2csp, &puzzle, &interrupt).unwrap().bytes, file.len() as u64);
    }

    #[test]
    fn an_interrupt_ends_the_count() {
        let puzzle = Puzzle::new(qedoku::Grid::empty(qedoku::Board::of_side(16).unwrap()));
        let interrupt = Interrupt::default();
        interrupt.set();
        for encoding in [InputEncoding::Clauses(EncodingOptions::default()), InputEncoding::F2csp] {
            assert_eq!(TotalSize::of(encoding, &puzzle, &interrupt), None);
        }
    }
}
