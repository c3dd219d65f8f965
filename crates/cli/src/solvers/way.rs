//! The ways of saying a puzzle: clauses in a scheme, constraints in a language, or nothing but the puzzle itself.

use qedoku::EncodingOptions;
use qedoku::encode::languages::Language;

/// A way of saying a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// As it is, for a solver that knows Sudoku.
    Puzzle,
    Clauses(EncodingOptions),
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
            Way::Puzzle => "puzzle".to_owned(),
            Way::Clauses(options) => options.scheme.to_string(),
            Way::F2csp => "f2csp".to_owned(),
            Way::Kin(language) => language.to_string(),
        }
    }

    /// The at-most-one encoding; only clauses have one.
    pub(crate) fn amo(self) -> String {
        match self {
            Way::Clauses(options) => options.amo.to_string(),
            Way::Puzzle | Way::F2csp | Way::Kin(_) => "-".to_owned(),
        }
    }

    /// Whether a solver's answer is an answer to the puzzle.
    pub(crate) fn is_complete(self) -> bool {
        !matches!(self, Way::Clauses(options) if !options.scheme.is_complete())
    }
}
