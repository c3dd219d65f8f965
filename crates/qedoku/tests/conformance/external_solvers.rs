//! The external SAT solvers: all cases with the default encoding, a sample of them with one option changed at a time.
//!
//! A solver runs once for each solution and once more for "no further solution", each time as a process that reads a file. The
//! sample keeps the tests of five solvers below three minutes on two cores.

use qedoku::{EncodingOptions, Engine, ExternalSolver};
use qedoku_testdata::suite::Case;

use crate::driver::{SkipReason, assert_conforms};
use crate::encodings::{amos, numberings, schemes};
use crate::engines::SolverEngine;

/// A solver in PATH; the test fails where it is not installed.
fn installed(name: &str) -> ExternalSolver {
    ExternalSolver::new(name)
        .unwrap_or_else(|error| panic!("{name} is needed for this test: {error} (./test installs it)"))
}

/// Boards above 20x20 with more than 500 open cells: the formula takes too long to write and read for each run of a solver.
fn is_large(case: &Case) -> Option<SkipReason> {
    let open = case.puzzle.board().cell_count() - case.puzzle.givens().filled_count();
    (case.puzzle.board().side() > 20 && open > 500).then_some(SkipReason::LargeFormula)
}

/// The sample: the core, up to 9x9.
fn is_outside_sample(case: &Case) -> Option<SkipReason> {
    (case.kind != "core" || case.puzzle.board().side() > 9).then_some(SkipReason::OutsideSample)
}

/// All cases with the default encoding.
fn assert_default_conforms(name: &str) {
    let engine = SolverEngine::limited(name.to_owned(), Engine::External(installed(name)), is_large);
    assert!(assert_conforms(&engine, is_large) >= 600, "{name}");
}

/// A sample of the cases with each scheme, at-most-one encoding and numbering.
fn assert_encodings_conform(name: &str) {
    let all: Vec<(String, EncodingOptions)> = [schemes(), amos(), numberings()].concat();
    assert_eq!(all.len(), 5 + 6 + 5);
    let solver = installed(name);
    for (option, options) in all {
        let external = solver.clone().with_options(options).expect("a complete scheme");
        let engine = SolverEngine::limited(format!("{name}, {option}"), Engine::External(external), is_outside_sample);
        assert_eq!(assert_conforms(&engine, is_outside_sample), 18, "{name}, {option}");
    }
}

#[test]
fn minisat() {
    assert_default_conforms("minisat");
}

#[test]
fn minisat_with_every_encoding() {
    assert_encodings_conform("minisat");
}

#[test]
fn cryptominisat() {
    assert_default_conforms("cryptominisat5");
}

#[test]
fn cryptominisat_with_every_encoding() {
    assert_encodings_conform("cryptominisat5");
}

#[test]
fn cadical() {
    assert_default_conforms("cadical");
}

#[test]
fn cadical_with_every_encoding() {
    assert_encodings_conform("cadical");
}

#[test]
fn picosat() {
    assert_default_conforms("picosat");
}

#[test]
fn picosat_with_every_encoding() {
    assert_encodings_conform("picosat");
}

#[test]
fn clasp() {
    assert_default_conforms("clasp");
}

#[test]
fn clasp_with_every_encoding() {
    assert_encodings_conform("clasp");
}
