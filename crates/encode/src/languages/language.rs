//! [`Language`]: the modelling languages and their names.

use std::fmt;
use std::str::FromStr;

/// A modelling language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// `MiniZinc`, a high-level constraint language: for Gecode, Chuffed, OR-Tools and others.
    MiniZinc,
    /// XCSP3, an XML format for constraint problems: for ACE, Choco and others.
    Xcsp3,
    /// OPB, linear constraints over Boolean variables: for clasp, `RoundingSat`, Sat4j and others.
    Opb,
    /// SMT-LIB 2, satisfiability modulo theories: for z3, cvc5, Bitwuzla and others.
    Smt2,
}

impl Language {
    /// Every language with its name.
    pub const ALL: [(Language, &'static str); 4] = [
        (Language::MiniZinc, "minizinc"),
        (Language::Xcsp3, "xcsp3"),
        (Language::Opb, "opb"),
        (Language::Smt2, "smt2"),
    ];

    /// The usual file extension, without the dot. Some solvers choose their parser by it.
    pub fn extension(self) -> &'static str {
        match self {
            Language::MiniZinc => "mzn",
            Language::Xcsp3 => "xml",
            Language::Opb => "opb",
            Language::Smt2 => "smt2",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(crate::option_name::name_of(&Language::ALL, self))
    }
}

impl FromStr for Language {
    type Err = crate::UnknownOptionError;
    fn from_str(name: &str) -> Result<Language, crate::UnknownOptionError> {
        crate::option_name::parse(&Language::ALL, "language", name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        for (language, name) in Language::ALL {
            assert_eq!(name.parse(), Ok(language));
            assert_eq!(language.to_string(), name);
        }
        let unknown = "prolog".parse::<Language>().map_err(|error| error.to_string());
        assert_eq!(unknown, Err("unknown language 'prolog' (available: minizinc, xcsp3, opb, smt2)".to_owned()));
    }
}
