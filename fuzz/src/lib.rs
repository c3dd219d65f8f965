//! Fuzzed properties: each module has a function `check` that panics if its property fails for an input.
//!
//! `fuzz/run SECONDS` runs all targets; `cargo fuzz run --sanitizer none TARGET FILE` reproduces a failure.

pub mod certificate;
pub mod dimacs;
pub mod dimacs_metadata;
pub mod f2csp;
pub mod hodoku;
pub mod json;
pub mod lanes;
pub mod links;
pub mod npy;
pub mod puzzle_text;
pub mod solver_output;
pub mod solver_reply;
pub mod structured;
pub mod tables;
pub mod xml;
