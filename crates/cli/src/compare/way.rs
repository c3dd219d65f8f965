//! The ways of saying a puzzle that are compared: clauses in a scheme, or constraints in a language.

use std::io::{self, Write};

use qedoku::encode::csp::f2csp;
use qedoku::encode::kin::{self, Language};
use qedoku::{Encoding, Options, Puzzle};

use super::measure::Total;

/// A way of saying a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Clauses(Options),
    F2csp,
    Kin(Language),
}

/// The targets of `--to`: clauses, in every chosen scheme, or one of the others.
pub(crate) const TARGETS: [(Option<Way>, &str); 6] = [
    (None, "cnf"),
    (Some(Way::F2csp), "f2csp"),
    (Some(Way::Kin(Language::MiniZinc)), "minizinc"),
    (Some(Way::Kin(Language::Xcsp3)), "xcsp3"),
    (Some(Way::Kin(Language::Opb)), "opb"),
    (Some(Way::Kin(Language::Smt2)), "smt2"),
];

impl Way {
    /// The scheme or the language.
    pub(crate) fn name(self) -> String {
        match self {
            Way::Clauses(options) => options.scheme.to_string(),
            Way::F2csp => "f2csp".to_owned(),
            Way::Kin(language) => language.to_string(),
        }
    }

    /// The at-most-one encoding; constraints have none.
    pub(crate) fn amo(self) -> String {
        match self {
            Way::Clauses(options) => options.amo.to_string(),
            Way::F2csp | Way::Kin(_) => "-".to_owned(),
        }
    }

    /// Whether a solver's answer is an answer to the puzzle.
    pub(crate) fn is_complete(self) -> bool {
        !matches!(self, Way::Clauses(options) if !options.scheme.is_complete())
    }

    /// The size of a puzzle's file. Of constraints, only the bytes are told: they do not compare with clauses.
    pub(crate) fn size(self, puzzle: &Puzzle) -> Total {
        let mut bytes = Bytes(0);
        let written = match self {
            Way::Clauses(options) => {
                let encoding = Encoding::new(puzzle, options).expect("default options go with every scheme");
                encoding.write_dimacs(&mut bytes).map(|size| (size.variables.into(), size.clauses, size.literals))
            }
            Way::F2csp => f2csp::write(puzzle, &mut bytes).map(|stats| (stats.variables, 0, 0)),
            Way::Kin(language) => {
                kin::write(language, puzzle, &mut bytes).map(|()| (puzzle.board().cell_count() as u64, 0, 0))
            }
        };
        let (variables, clauses, literals) = written.expect("counting cannot fail");
        Total { variables, clauses, literals, bytes: bytes.0 }
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
    use qedoku::Scheme;

    #[test]
    fn a_file_is_as_large_as_what_is_written() {
        let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        let options = Options { scheme: Scheme::Extended, ..Options::default() };
        let mut file = Vec::new();
        Encoding::new(&puzzle, options).unwrap().write_dimacs(&mut file).unwrap();
        let total = Way::Clauses(options).size(&puzzle);
        assert_eq!((total.variables, total.clauses, total.bytes), (64, 448 + 3, file.len() as u64));
        let mut file = Vec::new();
        f2csp::write(&puzzle, &mut file).unwrap();
        assert_eq!(Way::F2csp.size(&puzzle).bytes, file.len() as u64);
    }
}
