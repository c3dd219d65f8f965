//! Text names of options: `reduced`, `pairwise`, `rowmajor`.
//!
//! Each option type has a constant `ALL` that pairs every value with its name. `Display`, `FromStr`, the arguments of
//! the command and the fields of the web API all read that one table.

use std::error::Error;
use std::fmt;

/// Error of parsing an option that has no value of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownOptionError {
    /// The option, such as `scheme`.
    pub option: &'static str,
    /// The name that was given.
    pub name: String,
    /// All names of the option.
    pub available: Vec<&'static str>,
}

/// Name of a value in the table of its type.
pub(crate) fn name_of<T: PartialEq>(all: &[(T, &'static str)], value: &T) -> &'static str {
    all.iter().find(|(known, _)| known == value).map(|(_, name)| *name).expect("the table `ALL` has every value")
}

/// Value of this name.
pub(crate) fn parse<T: Copy>(
    all: &[(T, &'static str)],
    option: &'static str,
    name: &str,
) -> Result<T, UnknownOptionError> {
    let value = all.iter().find(|(_, known)| *known == name).map(|(value, _)| *value);
    value.ok_or_else(|| UnknownOptionError {
        option,
        name: name.to_owned(),
        available: all.iter().map(|(_, name)| *name).collect(),
    })
}

impl fmt::Display for UnknownOptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} '{}' (available: {})", self.option, self.name, self.available.join(", "))
    }
}

impl Error for UnknownOptionError {}

#[cfg(test)]
mod tests {
    use crate::{Amo, Numbering, Scheme};

    #[test]
    fn every_name_parses_back_and_unknown_names_are_refused_with_the_known_ones() {
        for (scheme, name) in Scheme::ALL {
            assert_eq!(name.parse(), Ok(scheme));
            assert_eq!(scheme.to_string(), name);
        }
        for (amo, name) in Amo::ALL {
            assert_eq!(name.parse(), Ok(amo));
            assert_eq!(amo.to_string(), name);
        }
        for (numbering, name) in Numbering::ALL {
            assert_eq!(name.parse(), Ok(numbering));
            assert_eq!(numbering.to_string(), name);
        }
        let error = "Open".parse::<Numbering>().unwrap_err();
        assert_eq!(error.to_string(), "unknown numbering 'Open' (available: rowmajor, base, open)");
    }
}
