//! The classes `Explanation` and `Step`, and the call `explain`.

use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt};
use pyo3::prelude::*;
use qedoku::Candidate;
use qedoku::explain::{
    Explainer, Explanation, ExplanationEnd, Position, Step, StepSvgOptions, describe_step, json, step_svg,
};
use qedoku::formats::Alphabet;

use crate::job::Job;
use crate::text::{PuzzleText, extract_puzzle, parse_boxes};

/// The steps from the givens of a puzzle to its end: a sequence of `Step`.
#[pyclass(name = "Explanation", module = "qedoku", frozen)]
pub(crate) struct PyExplanation {
    explanation: Arc<Explanation>,
    /// The position before each step.
    positions: Vec<Position>,
    alphabet: Option<Alphabet>,
}

/// One inference: a placement or eliminations, with its reason.
#[pyclass(name = "Step", module = "qedoku", frozen)]
pub(crate) struct PyStep {
    explanation: Arc<Explanation>,
    index: usize,
    position: Position,
    alphabet: Option<Alphabet>,
}

/// Explains a puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle, *, boxes = None))]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    boxes: Option<&str>,
) -> PyResult<PyExplanation> {
    let PuzzleText { puzzle, alphabet } = extract_puzzle(puzzle, parse_boxes(boxes)?)?;
    let mut job = Job::new(py, Some(1), None, None)?;
    let interrupt = job.interrupt.clone();
    let result = job.call(|| {
        let mut explainer = Explainer::default();
        explainer.interrupt = interrupt.clone();
        explainer.explain(&puzzle)
    })?;
    let explanation = Arc::new(result.map_err(|error| PyKeyboardInterrupt::new_err(error.to_string()))?);
    let positions = explanation.iter().map(|step| step.position).collect();
    Ok(PyExplanation { explanation, positions, alphabet })
}

#[pymethods]
impl PyExplanation {
    /// `solved`, `contradiction` (no solution) or `open` (several solutions, or no further step was found).
    #[getter]
    fn end(&self) -> &'static str {
        match self.explanation.end {
            ExplanationEnd::Solved => "solved",
            ExplanationEnd::Contradiction => "contradiction",
            ExplanationEnd::Open => "open",
        }
    }

    /// Whether each step was proved to be a smallest one.
    #[getter]
    fn is_minimal(&self) -> bool {
        self.explanation.is_minimal
    }

    fn __len__(&self) -> usize {
        self.positions.len()
    }

    /// Iteration ends at the first index that is out of range.
    fn __getitem__(&self, index: isize) -> PyResult<PyStep> {
        let from_start = if index < 0 { index + self.__len__() as isize } else { index };
        let index = usize::try_from(from_start).ok().filter(|index| *index < self.__len__());
        let index = index.ok_or_else(|| PyIndexError::new_err("no such step"))?;
        let position = self.positions[index].clone();
        Ok(PyStep { explanation: self.explanation.clone(), index, position, alphabet: self.alphabet })
    }

    fn __repr__(&self) -> String {
        format!("<qedoku.Explanation of {} steps: {}>", self.__len__(), self.end())
    }

    /// All sentences, one per line.
    fn __str__(&self) -> String {
        let sentences = self.explanation.iter().map(|step| describe_step(&step.position, step.step, self.alphabet));
        sentences.collect::<Vec<_>>().join("\n")
    }
}

impl PyStep {
    fn step(&self) -> &Step {
        &self.explanation.steps[self.index]
    }
}

/// A candidate as row and column, from 1, and digit.
fn numbers(candidate: Candidate) -> (usize, usize, usize) {
    (candidate.cell.row() + 1, candidate.cell.column() + 1, candidate.digit.get())
}

#[pymethods]
impl PyStep {
    /// The common name of the technique, such as `X-wing`.
    #[getter]
    fn technique(&self) -> String {
        self.step().technique.to_string()
    }

    /// The number of exactly-one constraints that the step looks at; 0 for a single.
    #[getter]
    fn size(&self) -> usize {
        self.step().size()
    }

    /// The digit that is placed: row and column from 1, and the digit; `None` if candidates are eliminated.
    #[getter]
    fn placement(&self) -> Option<(usize, usize, usize)> {
        self.step().placement.map(numbers)
    }

    /// The candidates that are eliminated: row and column from 1, and the digit.
    #[getter]
    fn eliminations(&self) -> Vec<(usize, usize, usize)> {
        self.step().eliminations.iter().copied().map(numbers).collect()
    }

    /// The step in a sentence.
    #[getter]
    fn text(&self) -> String {
        describe_step(&self.position, self.step(), self.alphabet)
    }

    /// All fields as JSON, as `qedoku explain --json` writes them.
    fn to_json(&self) -> String {
        json::step(&self.position, self.step(), self.alphabet).to_string()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        self.text()
    }

    fn _repr_svg_(&self) -> String {
        let options = StepSvgOptions { alphabet: self.alphabet, givens: Some(self.explanation.start.placed()) };
        step_svg(&self.position, self.step(), &options)
    }
}
