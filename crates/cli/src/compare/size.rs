//! How large the files are that say a puzzle.

use std::io::{self, Write};

use qedoku::encode::csp::f2csp;
use qedoku::encode::languages;
use qedoku::{Encoding, Puzzle};

use crate::solvers::Way;

/// The size of the formulas of all puzzles.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Total {
    pub(crate) variables: u64,
    pub(crate) clauses: u64,
    pub(crate) literals: u64,
    /// As DIMACS files.
    pub(crate) bytes: u64,
}

impl Total {
    /// Of one puzzle, said in this way. Of constraints, only the bytes are told: they do not compare with clauses.
    pub(crate) fn of(way: Way, puzzle: &Puzzle) -> Total {
        let mut bytes = Bytes(0);
        let written = match way {
            Way::Puzzle => Ok((puzzle.board().cell_count() as u64, 0, 0)),
            Way::Clauses(options) => {
                let encoding = Encoding::new(puzzle, options).expect("default options go with every scheme");
                encoding.write_dimacs(&mut bytes).map(|size| (size.variables.into(), size.clauses, size.literals))
            }
            Way::F2csp => f2csp::write(puzzle, &mut bytes).map(|stats| (stats.variables, 0, 0)),
            Way::Kin(language) => {
                languages::write(language, puzzle, &mut bytes).map(|()| (puzzle.board().cell_count() as u64, 0, 0))
            }
        };
        let (variables, clauses, literals) = written.expect("counting cannot fail");
        Total { variables, clauses, literals, bytes: bytes.0 }
    }

    /// And the size of another file.
    pub(crate) fn add(&mut self, other: Total) {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
        self.bytes += other.bytes;
    }
}

/// Counts bytes and forgets them.
struct Bytes(u64);

impl Write for Bytes {
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
    fn a_file_is_as_large_as_what_is_written() {
        let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        let options = EncodingOptions { scheme: Scheme::Extended, ..EncodingOptions::default() };
        let mut file = Vec::new();
        Encoding::new(&puzzle, options).unwrap().write_dimacs(&mut file).unwrap();
        let total = Total::of(Way::Clauses(options), &puzzle);
        assert_eq!((total.variables, total.clauses, total.bytes), (64, 448 + 3, file.len() as u64));
        let mut file = Vec::new();
        f2csp::write(&puzzle, &mut file).unwrap();
        assert_eq!(Total::of(Way::F2csp, &puzzle).bytes, file.len() as u64);
    }
}
