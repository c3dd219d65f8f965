//! The Python package `qedoku`: its native module `qedoku._qedoku`.
//!
//! The Python files in `python/qedoku` choose the call for the type of an argument; this module has one call per kind of input
//! and converts results. Names, signatures and documentation of the public functions are in Python, so that they are read without
//! a build.
//!
//! ```text
//!   text       puzzles of Python objects, the exception InvalidPuzzle
//!   rows       chunks of a list, an array of digits or an Arrow column, and their parsed rows
//!   operations solve, count, rate, canonical, augment, minimize: a chunk -> results
//!   job        threads of a call, signals, progress
//!   calls      one puzzle, lists, NumPy arrays, Arrow columns
//!   objects    Puzzle, Grid, Answer, Transformation; steps, proofs, formulas, generator the others
//! ```

mod text;
mod objects;
mod job;
mod rows;
mod operations;
mod arrow_column;
mod result_columns;
mod calls;
mod steps;
mod proofs;
mod formulas;
mod generator;

use std::ffi::OsString;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use qedoku::lanes::SimdLevel;

/// Runs the command `qedoku` with these arguments, and returns its exit code. For a process that does nothing else.
#[pyfunction]
fn run_command(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| qedoku_cli::run_with_args(args))
}

/// Chooses the SIMD level of the engine for classic boards, for tests: results do not depend on it.
#[pyfunction]
fn set_simd_level(name: &str) -> PyResult<()> {
    let level = name.parse::<SimdLevel>().and_then(SimdLevel::set_default);
    level.map_err(|error| PyValueError::new_err(error.to_string()))
}

#[pymodule]
mod _qedoku {
    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python packages use")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::arrow_column::ArrowColumn;
    #[pymodule_export]
    use super::calls::{map_column, map_digits, map_list, map_one};
    #[pymodule_export]
    use super::formulas::{decode, encode_clauses, encode_text};
    #[pymodule_export]
    use super::generator::generate;
    #[pymodule_export]
    use super::objects::{PyAnswer, PyGrid, PyPuzzle, PyTransformation};
    #[pymodule_export]
    use super::proofs::{PyCertificate, prove, verify};
    #[pymodule_export]
    use super::steps::{PyExplanation, PyStep, explain};
    #[pymodule_export]
    use super::{run_command, set_simd_level};
}
