//! Constraint satisfaction problems (CSP) in extension: variables, domains and table constraints.
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
//!   text --f2csp--> Csp --direct_encoding--> SAT solver --decode--> Assignment --check--> solution
//!                    +---recognize_sudoku--> Puzzle, if the problem is exactly a Sudoku
//! ```
//!
//! Equal tables of tuples are stored once, however many constraints share them: the 61,560 constraints of an empty
//! 36x36 have one table of 36 tuples.

mod types;
mod tables;
mod recognize_sudoku;
pub mod f2csp;
pub mod check;
pub mod direct_encoding;
pub mod decode;

pub use check::{Assignment, AssignmentError, CspSolutionError};
pub use decode::AssignmentDecodeError;
pub use direct_encoding::{CspEncoding, TooManyVariablesError};
pub use types::{Constraint, Csp, Domain, Goal, TablePolarity, Value, Variable};
