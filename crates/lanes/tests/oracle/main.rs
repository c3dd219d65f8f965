//! Differential tests: the SIMD engine against the oracle of `qedoku-puzzle`, for every form of input, every way to call the
//! engine, and every SIMD level of this processor.

mod cases;
mod call_modes;
mod puzzle_lists;
mod random_campaign;

use qedoku_lanes::{LanesSolver, SimdLevel};

/// A solver for each SIMD level of this processor.
fn solvers() -> Vec<LanesSolver> {
    SimdLevel::available().map(LanesSolver::with_level).collect()
}
