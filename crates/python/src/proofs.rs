//! The class `Certificate`, and the calls `prove` and `verify`.

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use qedoku::proof::{Claim, VerifiedClaim, VerifyLimits, verify_text};
use qedoku::prove::{ProveError, prove as prove_goal};
use qedoku::{Candidate, ProofGoal, SolveError};

use crate::calls::grid;
use crate::job::Job;
use crate::objects::PyGrid;
use crate::text::{PuzzleText, extract_puzzle, parse_boxes};

/// A claim about a puzzle with its proof, accepted by the checker.
#[pyclass(name = "Certificate", module = "qedoku", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyCertificate {
    text: String,
    claim: VerifiedClaim,
}

/// Proves the number of solutions, or whether a candidate is forced.
#[pyfunction]
#[pyo3(signature = (puzzle, *, solutions = 1, cell = None, boxes = None))]
pub(crate) fn prove<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    solutions: u64,
    cell: Option<&str>,
    boxes: Option<&str>,
) -> PyResult<PyCertificate> {
    let PuzzleText { puzzle, .. } = extract_puzzle(puzzle, parse_boxes(boxes)?)?;
    let goal = match cell {
        None => ProofGoal::Solutions(solutions),
        Some(text) => {
            let candidate = text.parse::<Candidate>().ok().filter(|candidate| candidate.is_on(puzzle.board()));
            let message = || format!("expected a candidate of the board, such as r1c1=1, found '{text}'");
            ProofGoal::Candidate(candidate.ok_or_else(|| PyValueError::new_err(message()))?)
        }
    };
    let mut job = Job::new(py, Some(1), None, None)?;
    let interrupt = job.interrupt.clone();
    match job.call(|| prove_goal(&puzzle, goal, &interrupt))? {
        Ok(certificate) => check(&puzzle, certificate.to_string()),
        Err(ProveError::Solve(SolveError::Interrupted)) => Err(PyKeyboardInterrupt::new_err("interrupted")),
        Err(error) => Err(PyRuntimeError::new_err(error.to_string())),
    }
}

/// Verifies a certificate.
#[pyfunction]
#[pyo3(signature = (puzzle, certificate, *, boxes = None))]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    certificate: &Bound<'py, PyAny>,
    boxes: Option<&str>,
) -> PyResult<PyCertificate> {
    let PuzzleText { puzzle, .. } = extract_puzzle(puzzle, parse_boxes(boxes)?)?;
    let text = certificate.str()?.to_str()?.to_owned();
    // On a thread of its own, so that Ctrl-C raises; the checker is linear in the length of the text.
    let mut job = Job::new(py, Some(1), None, None)?;
    job.call(|| check(&puzzle, text.clone()))?
}

fn check(puzzle: &qedoku::Puzzle, text: String) -> PyResult<PyCertificate> {
    let limits = VerifyLimits { grid_bytes: usize::MAX, clause_bytes: usize::MAX };
    match verify_text(puzzle, text.as_bytes(), limits) {
        Ok(claim) => Ok(PyCertificate { text, claim }),
        Err(error) => Err(Python::attach(|py| invalid_certificate(py, &error))),
    }
}

fn invalid_certificate(py: Python<'_>, error: &qedoku::proof::VerifyError) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "qedoku._types", "InvalidCertificate");
    class.and_then(|class| class.call1((error.to_string(), error.line))).map_or_else(|error| error, PyErr::from_value)
}

#[pymethods]
impl PyCertificate {
    /// The claim: `exactly 1`, `at-least 2`, `forced r3c4=5`, `excluded r3c4=5`.
    #[getter]
    fn claim(&self) -> String {
        self.claim.claim.to_string()
    }

    /// The solutions that the claim lists.
    #[getter]
    fn solutions(&self) -> Vec<PyGrid> {
        self.claim.claim.grids().iter().cloned().map(grid).collect()
    }

    /// Whether the claim is that there is exactly one solution.
    #[getter]
    fn is_unique(&self) -> bool {
        matches!(&self.claim.claim, Claim::Exactly(grids) if grids.len() == 1)
    }

    /// The number of steps of the proof.
    #[getter]
    fn steps(&self) -> u64 {
        self.claim.steps
    }

    /// The certificate in its text format.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<qedoku.Certificate: {}, {} steps>", self.claim.claim, self.claim.steps)
    }
}
