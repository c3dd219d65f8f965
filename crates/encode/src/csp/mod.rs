//! Any constraint satisfaction problem in extension: variables, their domains, and tuples that may or may not be.
//!
//! ```
//! use qedoku_encode::csp::Csp;
//!
//! let text = "Two cells
//! Domains
//! 1
//! Bit 0 1
//! Variables
//! 2
//! a Bit
//! b Bit
//! Constraints
//! 1
//! differ
//! a b
//! Reject
//! 2
//! 0 0
//! 1 1
//! Goal
//! Satisfy
//! ";
//! let csp = Csp::read(text.as_bytes())?;
//! assert_eq!(csp.check(&csp.assignment([("a", "0"), ("b", "1")])?), Ok(()));
//! let violation = csp.check(&csp.assignment([("a", "1"), ("b", "1")])?).unwrap_err();
//! assert_eq!(violation.to_string(), "the constraint differ rejects a = 1, b = 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//!   text --f2csp--> Csp --clauses--> solver --decode--> Assignment --check--> shown
//!                    +---sudoku---> Puzzle, if that is what it is
//! ```
//!
//! The tables of tuples are kept once each, however many constraints share them: the 61,560 constraints of an empty 36x36
//! have one table of 36 tuples.

mod types;
mod tables;
mod sudoku;
pub mod f2csp;
pub mod check;
pub mod clauses;
pub mod decode;

pub use check::{Assignment, Violation};
pub use clauses::{CspEncoding, TooLarge};
pub use types::{Constraint, Csp, Domain, Effect, Goal, Value, Variable};
