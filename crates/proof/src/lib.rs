//! Certificates of what is said about a puzzle, and the checker that knows no solver.
//!
//! ```
//! use qedoku_proof::{Limits, check};
//! use qedoku_puzzle::Puzzle;
//!
//! let puzzle: Puzzle = "1234 3412 2143 432.".parse()?;
//! let certificate = "qedoku certificate 2\nboard 4x4 boxes 2x2\nclaim forced r4c4=1\nsteps\n65 : 16\n";
//! assert!(check(&puzzle, certificate.as_bytes(), Limits::default()).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules in reading order: [`lit`] names x(r,c,d), [`kernel`] draws conclusions, [`claim`] is what is said,
//! `steps` checks that its opposite is a contradiction, [`check()`] reads a certificate from its first line to its last.
//! `lines` reads text line by line, [`refusal`] says what is wrong with it; [`write_head`] is all there is to writing.
//! docs/certificate.md describes the text.
//!
//! What is trusted is this crate, and of `qedoku-puzzle` the board with its tables and sets, the puzzle and the referee.
//! Nothing here was taken from the code that makes certificates.

pub mod lit;
pub mod kernel;
pub mod claim;
mod steps;
mod lines;
pub mod refusal;
mod check;
mod write;

pub use check::{Accepted, Limits, check};
pub use claim::Claim;
pub use kernel::Kernel;
pub use lit::Lit;
pub use refusal::{Reason, Refusal};
pub use write::write_head;
