//! What must hold for every input there can be. Each module has a `check` that panics if it does not.
//!
//! `fuzz/run SECONDS` runs them all; `cargo fuzz run --sanitizer none TARGET FILE` repeats a failure.

pub mod certificate;
pub mod description;
pub mod dimacs;
pub mod f2csp;
pub mod lanes;
pub mod puzzle_text;
pub mod reply;
pub mod solver_output;
