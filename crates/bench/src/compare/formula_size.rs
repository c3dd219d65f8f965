//! Formula sizes: variables, clauses, literals and file size of an input encoding.

use std::io::{self, Write};

use qedoku::encode::csp::f2csp;
use qedoku::encode::languages;
use qedoku::{Encoding, Puzzle};

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
    /// Size of one encoded puzzle.
    pub(super) fn of(encoding: InputEncoding, puzzle: &Puzzle) -> TotalSize {
        let mut bytes = ByteCounter(0);
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
        let (variables, clauses, literals) = written.expect("counting bytes cannot fail");
        TotalSize { variables, clauses, literals, bytes: bytes.0 }
    }

    /// Adds the size of another formula.
    pub(super) fn add(&mut self, other: TotalSize) {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
        self.bytes += other.bytes;
    }
}

/// A writer that counts bytes and discards them.
struct ByteCounter(u64);

impl Write for ByteCounter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
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
        let total = TotalSize::of(InputEncoding::Clauses(options), &puzzle);
        assert_eq!((total.variables, total.clauses, total.bytes), (64, 448 + 3, file.len() as u64));
        let mut file = Vec::new();
        f2csp::write(&puzzle, &mut file).unwrap();
        assert_eq!(TotalSize::of(InputEncoding::F2csp, &puzzle).bytes, file.len() as u64);
    }
}
