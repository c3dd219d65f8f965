//! The call `generate`.

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use qedoku::generate::AttemptsExhaustedError;
use qedoku::generate::{FailureCounter, GeneratedPuzzle, Generator, GivenLayout, GivenPattern, PuzzleSpec, Symmetry};
use qedoku::{Board, SolveError};

use crate::calls::{grid, puzzle};
use crate::job::Job;
use crate::objects::{PyGrid, PyPuzzle};
use crate::text::parse_boxes;

/// The properties of the puzzles, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SpecOptions<'py> {
    board: String,
    boxes: Option<String>,
    givens: Option<(usize, usize)>,
    minimal: bool,
    symmetry: String,
    pattern: Option<String>,
    tries: Option<u64>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
}

impl SpecOptions<'_> {
    fn spec(&self) -> PyResult<PuzzleSpec> {
        let side =
            self.board.split_once('x').and_then(|(rows, columns)| (rows == columns).then(|| rows.parse().ok())?);
        let side: usize =
            side.ok_or_else(|| PyValueError::new_err(format!("expected a board such as 9x9, found '{}'", self.board)))?;
        let board = Board::of_side(side)
            .and_then(|board| board.with_boxes_of(parse_boxes(self.boxes.as_deref()).ok().flatten()));
        parse_boxes(self.boxes.as_deref())?;
        let board = board.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let layout = match &self.pattern {
            Some(pattern) => GivenLayout::Pattern(
                GivenPattern::parse(pattern, Some(board)).map_err(|error| PyValueError::new_err(error.to_string()))?,
            ),
            None => GivenLayout::Symmetric(parse_symmetry(&self.symmetry)?),
        };
        let mut spec = PuzzleSpec { minimal: self.minimal, layout, ..PuzzleSpec::new(board) };
        if let Some((min, max)) = self.givens {
            spec.givens = min..=max;
        }
        spec.check().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(spec)
    }
}

fn parse_symmetry(name: &str) -> PyResult<Symmetry> {
    let known = Symmetry::ALL.iter().find(|(_, known)| *known == name);
    known.map(|(symmetry, _)| *symmetry).ok_or_else(|| {
        let names: Vec<&str> = Symmetry::ALL.iter().map(|(_, name)| *name).collect();
        PyValueError::new_err(format!("unknown symmetry '{name}' (available: {})", names.join(", ")))
    })
}

/// Generates puzzles with their solutions: the successful attempts of a seed, in order, for any number of threads.
#[pyfunction]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    count: usize,
    seed: u64,
    options: SpecOptions<'py>,
) -> PyResult<Vec<(PyPuzzle, PyGrid)>> {
    let spec = options.spec()?;
    let tries = options.tries.unwrap_or_else(|| spec.default_tries());
    let mut job = Job::new(py, options.threads, options.progress.clone(), Some(count))?;
    let interrupt = job.interrupt.clone();
    let (mut failures, mut attempt) = (FailureCounter::new(tries), 0);
    let mut generated: Vec<GeneratedPuzzle> = Vec::new();
    let is_done = std::cell::Cell::new(count == 0);
    let step = spec.attempts_per_chunk();
    job.run(
        || Generator::new(spec.clone(), seed, &interrupt).expect("the specification was checked"),
        |_| {
            let range = attempt..attempt + step;
            attempt = range.end;
            Ok((!is_done.get()).then_some(range))
        },
        |generator, range| (range.end, generator.attempts(range)),
        |_, (end, puzzles)| {
            if is_done.get() {
                return Ok(0);
            }
            let before = generated.len();
            for puzzle in puzzles.map_err(|error| solve_error(&error))? {
                if generated.len() < count && failures.record_success(puzzle.attempt) {
                    generated.push(puzzle);
                }
            }
            is_done.set(generated.len() == count);
            if !is_done.get() && failures.is_exhausted(end) {
                let error = AttemptsExhaustedError::new(spec.clone(), tries);
                return Err(PyRuntimeError::new_err(error.to_string()));
            }
            Ok(generated.len() - before)
        },
    )?;
    Ok(generated.into_iter().map(|new| (puzzle(new.puzzle, None), grid(new.solution))).collect())
}

fn solve_error(error: &SolveError) -> PyErr {
    match error {
        SolveError::Interrupted => PyKeyboardInterrupt::new_err("interrupted"),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}
