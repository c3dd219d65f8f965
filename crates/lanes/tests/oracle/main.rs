//! The engine agrees with the oracle: whatever is asked, in whatever form, together with whatever else, and with each set
//! of instructions that the machine has.

mod campaign;
mod lists;
mod modes;
mod questions;

use qedoku_lanes::{Simd, Solver};

/// A solver for each set of instructions that the machine has.
fn solvers() -> Vec<Solver> {
    Simd::available().map(Solver::new).collect()
}
