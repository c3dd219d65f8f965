//! The calls `encode` and `decode`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Display;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use qedoku::encode::csp::f2csp;
use qedoku::encode::encoding::Repeats;
use qedoku::encode::languages::{self, Language};
use qedoku::encode::model::{Model, detect_numbering};
use qedoku::encode::{ClauseSink, Formula, Lit};
use qedoku::{Board, Encoding, EncodingOptions, Puzzle, SatProblem};

use crate::calls::grid;
use crate::job::Job;
use crate::objects::PyGrid;
use crate::text::{extract_puzzle, parse_boxes};

/// Options of the formula, as the command has them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct FormulaOptions {
    scheme: String,
    amo: String,
    numbering: String,
    repeats: bool,
}

impl FormulaOptions {
    fn parse(&self) -> PyResult<EncodingOptions> {
        Ok(EncodingOptions {
            scheme: self.scheme.parse().map_err(value_error)?,
            amo: self.amo.parse().map_err(value_error)?,
            numbering: self.numbering.parse().map_err(value_error)?,
            repeats: if self.repeats { Repeats::Keep } else { Repeats::Drop },
            ..EncodingOptions::default()
        })
    }
}

fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Clauses as numbers: PySAT and other packages take them as they are.
struct ClauseList(Vec<Vec<i32>>);

impl ClauseSink for ClauseList {
    type Error = std::convert::Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Self::Error> {
        self.0.push(clause.iter().map(|lit| lit.to_dimacs()).collect());
        Ok(())
    }
}

/// The puzzle of an argument, or the empty board of a size such as `9x9`.
fn puzzle_or_size(object: &Bound<'_, PyAny>, boxes: Option<Board>) -> PyResult<Puzzle> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_str()?;
        let size =
            text.split_once('x').and_then(|(rows, columns)| (rows == columns).then(|| rows.parse::<usize>().ok())?);
        if let Some(side) = size {
            let board = Board::of_side(side).and_then(|board| board.with_boxes_of(boxes)).map_err(value_error)?;
            return Ok(Puzzle::new(qedoku::Grid::empty(board)));
        }
    }
    Ok(extract_puzzle(object, boxes)?.puzzle)
}

/// The clauses of a puzzle.
#[pyfunction]
pub(crate) fn encode_clauses<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    options: FormulaOptions,
    boxes: Option<&str>,
) -> PyResult<Vec<Vec<i32>>> {
    let puzzle = puzzle_or_size(puzzle, parse_boxes(boxes)?)?;
    let encoding = Encoding::new(&puzzle, options.parse()?).map_err(value_error)?;
    let mut job = Job::new(py, Some(1), None, None)?;
    job.call(|| {
        let mut clauses = ClauseList(Vec::new());
        let Ok(_) = encoding.emit(&mut clauses);
        clauses.0
    })
}

/// The text of a puzzle in a language: cnf, f2csp, minizinc, xcsp3, opb, smt2.
#[pyfunction]
pub(crate) fn encode_text<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    language: &str,
    options: FormulaOptions,
    boxes: Option<&str>,
) -> PyResult<String> {
    let puzzle = puzzle_or_size(puzzle, parse_boxes(boxes)?)?;
    let options = options.parse()?;
    let target = match language {
        "cnf" | "f2csp" => None,
        "minizinc" => Some(Language::MiniZinc),
        "xcsp3" => Some(Language::Xcsp3),
        "opb" => Some(Language::Opb),
        "smt2" => Some(Language::Smt2),
        _ => {
            let names = "clauses, cnf, f2csp, minizinc, xcsp3, opb, smt2";
            return Err(PyValueError::new_err(format!("unknown language '{language}' (available: {names})")));
        }
    };
    let encoding = Encoding::new(&puzzle, options).map_err(value_error)?;
    let mut job = Job::new(py, Some(1), None, None)?;
    let text = job.call(|| {
        let mut text = Vec::new();
        match target {
            Some(language) => languages::write(language, &puzzle, &mut text).map(|()| text),
            None if language == "f2csp" => f2csp::write(&puzzle, &mut text).map(|_| text),
            None => encoding.write_dimacs(&mut text).map(|_| text),
        }
    })?;
    let text = text.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    String::from_utf8(text).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// The grid of a model, or of the output of a solver; `None` for "unsatisfiable".
#[pyfunction]
pub(crate) fn decode(
    model: &Bound<'_, PyAny>,
    puzzle: Option<&Bound<'_, PyAny>>,
    options: FormulaOptions,
    boxes: Option<&str>,
) -> PyResult<Option<PyGrid>> {
    let boxes = parse_boxes(boxes)?;
    if model.is_none() {
        return Ok(None);
    }
    let text = if let Ok(bytes) = model.cast::<PyBytes>() {
        Some(Cow::Owned(String::from_utf8_lossy(bytes.as_bytes()).into_owned()))
    } else {
        model.extract::<String>().ok().map(Cow::Owned)
    };
    let puzzle = puzzle.map(|puzzle| puzzle_or_size(puzzle, boxes)).transpose()?;
    let encoding =
        puzzle.as_ref().map(|puzzle| Encoding::new(puzzle, options.parse()?).map_err(value_error)).transpose()?;
    if let (Some(text), Some(encoding)) = (&text, &encoding) {
        return Ok(qedoku::decode(text, encoding).map_err(value_error)?.map(grid));
    }
    let model = match text {
        Some(text) => match qedoku::encode::model::SolverOutput::parse(&text).map_err(value_error)? {
            qedoku::encode::model::SolverOutput::Satisfiable(model) => model,
            qedoku::encode::model::SolverOutput::Unsatisfiable => return Ok(None),
            qedoku::encode::model::SolverOutput::Unknown => {
                return Err(PyValueError::new_err("the solver ended without an answer"));
            }
        },
        None => model_of(model.try_iter()?.map(|number| number?.extract::<i32>()).collect::<PyResult<_>>()?)?,
    };
    let decoded = if let Some(encoding) = encoding {
        let decoded = SatProblem::decode(&encoding, &model).map_err(value_error)?;
        encoding.check(&decoded).map_err(value_error)?;
        decoded
    } else {
        let variables = detect_numbering(&model, boxes, None).map_err(value_error)?;
        model.decode(&variables).map_err(value_error)?
    };
    Ok(Some(grid(decoded)))
}

/// The model with these literals; 0, which ends a list in DIMACS, is ignored.
fn model_of(numbers: Vec<i32>) -> PyResult<Model> {
    let literals: BTreeSet<i32> = numbers.into_iter().filter(|number| *number != 0).collect();
    if let Some(both) = literals.iter().find(|literal| **literal > 0 && literals.contains(&-**literal)) {
        return Err(PyValueError::new_err(format!("the model contains {both} and -{both}")));
    }
    let literal =
        |number: &i32| Lit::from_dimacs(*number).ok_or_else(|| PyValueError::new_err("not a literal: -2147483648"));
    Ok(Model::new(literals.iter().map(literal).collect::<PyResult<Vec<Lit>>>()?))
}
