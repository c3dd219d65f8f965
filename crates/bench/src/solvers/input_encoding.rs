//! Input encodings: the puzzle itself, clauses of a scheme, or a constraint language.

use qedoku::encode::languages::Language;
use qedoku::{Amo, EncodingOptions, Scheme};

/// The form in which a solver receives a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputEncoding {
    /// The puzzle itself, for a solver that knows Sudoku.
    Puzzle,
    /// Clauses of a scheme with an at-most-one encoding.
    Clauses(EncodingOptions),
    /// Table constraints in an F2CSP file.
    F2csp,
    /// Constraints in a modelling language.
    Language(Language),
}

/// A family of input encodings: clauses, or constraints in one of the languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodingFamily {
    /// Clauses, in every scheme and at-most-one encoding that is compared.
    Cnf,
    /// One encoding that has no variants.
    Constraints(InputEncoding),
}

impl EncodingFamily {
    /// All targets with their names.
    pub const ALL: [(EncodingFamily, &'static str); 6] = [
        (EncodingFamily::Cnf, "cnf"),
        (EncodingFamily::Constraints(InputEncoding::F2csp), "f2csp"),
        (EncodingFamily::Constraints(InputEncoding::Language(Language::MiniZinc)), "minizinc"),
        (EncodingFamily::Constraints(InputEncoding::Language(Language::Xcsp3)), "xcsp3"),
        (EncodingFamily::Constraints(InputEncoding::Language(Language::Opb)), "opb"),
        (EncodingFamily::Constraints(InputEncoding::Language(Language::Smt2)), "smt2"),
    ];

    /// The encodings of this target: for clauses, every scheme with every at-most-one encoding.
    pub fn encodings(self, schemes: &[Scheme], amos: &[Amo]) -> Vec<InputEncoding> {
        let clauses = |scheme: Scheme| {
            amos.iter().map(move |amo| {
                InputEncoding::Clauses(EncodingOptions { scheme, amo: *amo, ..EncodingOptions::default() })
            })
        };
        match self {
            EncodingFamily::Cnf => schemes.iter().copied().flat_map(clauses).collect(),
            EncodingFamily::Constraints(encoding) => vec![encoding],
        }
    }
}

impl InputEncoding {
    /// Name of the scheme or the language.
    pub fn name(self) -> String {
        match self {
            InputEncoding::Puzzle => "puzzle".to_owned(),
            // Commas separate schemes in `--scheme` of comparisons, and columns in CSV.
            InputEncoding::Clauses(options) => options.scheme.to_string().replace(',', "+"),
            InputEncoding::F2csp => "f2csp".to_owned(),
            InputEncoding::Language(language) => language.to_string(),
        }
    }

    /// Name of the at-most-one encoding; `-` for anything but clauses.
    pub fn amo_name(self) -> String {
        match self {
            InputEncoding::Clauses(options) => options.amo.to_string(),
            InputEncoding::Puzzle | InputEncoding::F2csp | InputEncoding::Language(_) => "-".to_owned(),
        }
    }

    /// Whether every model is a solution of the puzzle. Only such an encoding can be solved with.
    pub fn is_complete(self) -> bool {
        !matches!(self, InputEncoding::Clauses(options) if !options.scheme.is_complete())
    }
}
