//! F2CSP, a plain text for constraint problems in extension.
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
//! V1-1 V1-2                  the variables that it binds
//! Reject                     the tuples that may not be (or Accept: the only ones that may)
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
//! What has only one meaning is read: blank lines, lines whose first character is `#` (comments), blanks and tabs around
//! words, CR LF, keywords in small letters, a missing title. Names and values are words of any characters but blanks; they
//! and the title do not begin with `#`. Everything else is an error with its line ([`ReadError`]): above all a count that
//! is not the number of the lines that follow.

mod error;
mod grammar;
mod lines;
mod read;
mod stats;
mod write;

pub use error::{Found, ReadError};
pub use stats::Stats;
pub use write::write;

const KEYWORDS: [&str; 6] = ["Domains", "Variables", "Constraints", "Accept", "Reject", "Goal"];

/// Whether a text that begins so is meant to be F2CSP: `Domains` and a count stand after at most a title. The
/// beginning may be cut anywhere; 4 KiB are enough unless a longer comment stands before.
pub fn is_f2csp(beginning: &[u8]) -> bool {
    let mut lines = lines::Lines::new(beginning);
    let mut next = || lines.advance().is_ok_and(|is_there| is_there).then(|| lines.line().trim_ascii().to_vec());
    let is_domains = |line: &Vec<u8>| line.eq_ignore_ascii_case(b"Domains");
    let keyword = next().filter(is_domains).or_else(&mut next).filter(is_domains);
    keyword.is_some() && next().is_some_and(|count| count.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_first_lines() {
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
