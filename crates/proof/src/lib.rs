//! Certificate format and certificate checker; independent of every solver.
//!
//! A certificate states a [`Claim`] about the solutions of a puzzle and proves it by clausal steps with hints.
//! [`verify()`] checks it:
//!
//! ```
//! use qedoku_proof::{VerifyLimits, verify};
//! use qedoku_puzzle::Puzzle;
//!
//! let puzzle: Puzzle = "1234 3412 2143 432.".parse()?;
//! let certificate = "qedoku certificate 2\nboard 4x4 boxes 2x2\nclaim forced r4c4=1\nsteps\n65 : 16\n";
//! assert!(verify(&puzzle, certificate.as_bytes(), VerifyLimits::default()).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules in reading order: [`candidate_lit`] (literals x(r,c,d) and ¬x(r,c,d)), [`kernel`] (unit propagation under nested
//! assumptions), [`claim`] (statements that can be certified), `rup` (checks the steps), `header` (reads and writes the lines
//! before the steps), `verify` (a whole certificate), `line_reader` (input with bounded lines), [`error`] (the first invalid
//! line and its defect). docs/guide/src/certificates.md specifies the text format.
//!
//! # Trusted code
//!
//! The answer of [`verify()`] depends on this crate and on a part of `qedoku-puzzle`: the puzzle itself, the board with its
//! house tables and exactly-one constraints, and the referee, which decides whether a grid is a solution. It does not depend
//! on an encoding, a solver or the code that writes proofs, and shares nothing with them but the definitions above.

pub mod candidate_lit;
pub mod kernel;
pub mod claim;
mod rup;
mod line_reader;
mod header;
pub mod error;
mod verify;

pub use candidate_lit::CandidateLit;
pub use claim::Claim;
pub use error::{VerifyError, VerifyErrorKind};
pub use header::write_header;
pub use kernel::Kernel;
pub use verify::{VerifiedClaim, VerifyLimits, verify, verify_text};
