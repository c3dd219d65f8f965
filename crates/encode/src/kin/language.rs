//! The languages by name.

use std::fmt;
use std::str::FromStr;

/// A language that solvers other than those for SAT read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// Constraints for people: `MiniZinc`, for Gecode, Chuffed, OR-Tools and others.
    MiniZinc,
    /// Constraints for programs: XCSP3, for ACE, Choco and others.
    Xcsp3,
    /// Pseudo-Boolean constraints: OPB, for clasp, `RoundingSat`, Sat4j and others.
    Opb,
    /// Satisfiability modulo theories: SMT-LIB 2, for z3, cvc5, Bitwuzla and others.
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

    /// How the name of a file in this language ends, without the dot: some solvers go by it.
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
    fn names_read_back() {
        for (language, name) in Language::ALL {
            assert_eq!(name.parse(), Ok(language));
            assert_eq!(language.to_string(), name);
        }
        let told = "prolog".parse::<Language>().map_err(|error| error.to_string());
        assert_eq!(told, Err("unknown language 'prolog' (available: minizinc, xcsp3, opb, smt2)".to_owned()));
    }
}
