//! F2CSP, a plain text format for constraint problems in extension.
//!
//! ```text
//! Sudoku 9x9                 the title
//! Domains
//! 1
//! D1 1 2 3 4 5 6 7 8 9       a name, then its values
//! Variables
//! 81
//! V1-1 D1                    Vrow-column, then its domain; row by row
//! ...
//! Constraints
//! 811                        810 pairs and a given
//! C1                         the name of the constraint
//! V1-1 V1-2                  its scope
//! Reject                     the tuples are conflicts (or Accept: supports)
//! 9
//! 1 1
//! ...
//! C811
//! V1-3
//! Accept                     a given
//! 1
//! 7
//! Goal
//! Satisfy
//! ```
//!
//! The reader accepts deviations that have one meaning: blank lines, comments (lines whose first character is `#`),
//! spaces and tabs around words, CR LF, keywords in lower case, a missing title. Names and values are words of any
//! characters but white space. They and the title do not begin with `#`. Everything else is an error with its line
//! and column ([`F2cspError`]), above all a count that differs from the number of lines that follow. A value outside the domain of its
//! variable is allowed, and a warning ([`F2cspWarning`]).

mod error;
mod lines;
mod parser;
mod read;
mod stats;
mod write;

pub use error::{F2cspError, F2cspWarning, UnexpectedText};
pub use stats::F2cspStats;
pub use write::write;

const KEYWORDS: [&str; 6] = ["Domains", "Variables", "Constraints", "Accept", "Reject", "Goal"];

/// Detects F2CSP from the beginning of a text: `Domains` and a count, after at most a title.
///
/// The beginning may be cut anywhere. 4 KiB are enough unless a longer comment precedes the title.
pub fn is_f2csp(beginning: &[u8]) -> bool {
    let mut lines = lines::Lines::new(beginning);
    let mut next = || lines.advance().is_ok_and(|has_line| has_line).then(|| lines.line().trim_ascii().to_vec());
    let is_domains = |line: &Vec<u8>| line.eq_ignore_ascii_case(b"Domains");
    let keyword = next().filter(is_domains).or_else(&mut next).filter(is_domains);
    keyword.is_some() && next().is_some_and(|count| count.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_a_file_by_its_first_lines() {
        for text in
            ["Sudoku\nDomains\n1\nD1 1", "Domains\n1\n", "# why\n\nA title\n domains \r\n12", "\u{feff}Domains\n0"]
        {
            assert!(is_f2csp(text.as_bytes()), "{text}");
        }
        for text in
            ["", "Domains", "Domains\nVariables", "p cnf 1 1\n1 0\n", "1..4\n", "9\n2\n115\n", "a\nb\nDomains\n1\n"]
        {
            assert!(!is_f2csp(text.as_bytes()), "{text}");
        }
    }
}
