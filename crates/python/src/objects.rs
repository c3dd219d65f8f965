//! The classes `Puzzle`, `Grid`, `Answer` and `Transformation`.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use qedoku::formats::{self, Alphabet, Format, WriteOptions};
use qedoku::generate::equivalence::Transformation;
use qedoku::lanes::{self, BatchAnswer};
use qedoku::{Answer, Board, Grid, Puzzle, referee};

use crate::text::{PuzzleText, extract_puzzle, grid_line, parse_boxes};

/// A puzzle: a board with its givens.
#[pyclass(name = "Puzzle", module = "qedoku", frozen, eq)]
pub(crate) struct PyPuzzle(pub(crate) PuzzleText);

/// Digits in the cells of a board, such as a solution.
#[pyclass(name = "Grid", module = "qedoku", frozen)]
pub(crate) struct PyGrid {
    pub(crate) grid: Grid,
    pub(crate) alphabet: Option<Alphabet>,
}

/// The answer to a puzzle: no solution, exactly one, or many.
#[pyclass(name = "Answer", module = "qedoku", frozen, eq)]
pub(crate) struct PyAnswer(pub(crate) AnswerData);

/// An answer. That of a classic puzzle stays as the engine wrote it until somebody asks: a list of a million has no grids.
pub(crate) enum AnswerData {
    /// No or one solution of a classic puzzle.
    Classic(BatchAnswer),
    /// Any answer, with the symbols of the puzzle.
    Grids(Answer, Option<Alphabet>),
}

/// A symmetry of Sudoku.
#[pyclass(name = "Transformation", module = "qedoku", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyTransformation(pub(crate) Transformation);

/// Equal puzzles may be written in different symbols.
impl PartialEq for PyPuzzle {
    fn eq(&self, other: &PyPuzzle) -> bool {
        self.0.puzzle == other.0.puzzle
    }
}

/// Equal answers may be written in different symbols.
impl PartialEq for PyAnswer {
    fn eq(&self, other: &PyAnswer) -> bool {
        match (&self.0, &other.0) {
            (AnswerData::Classic(answer), AnswerData::Classic(other)) => answer == other,
            _ => self.grids() == other.grids(),
        }
    }
}

impl PyGrid {
    pub(crate) fn new(grid: Grid, alphabet: Option<Alphabet>) -> PyGrid {
        PyGrid { grid, alphabet }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn size_name(board: Board) -> String {
    format!("{side}x{side}", side = board.side())
}

fn boxes_name(board: Board) -> String {
    format!("{}x{}", board.box_height(), board.box_width())
}

fn rows_of(grid: &Grid) -> Vec<Vec<usize>> {
    grid.digits().chunks(grid.board().side()).map(|row| row.iter().map(|digit| usize::from(*digit)).collect()).collect()
}

/// Arguments of `_of`, which unpickles a puzzle: its exact text, and the alphabet that it is written in.
type PickledPuzzle = (String, Option<String>);

fn pickled(puzzle: &Puzzle, alphabet: Option<Alphabet>) -> PickledPuzzle {
    (puzzle.to_string(), alphabet.map(|alphabet| alphabet.to_string()))
}

fn unpickled(text: &str, alphabet: Option<&str>) -> PyResult<PuzzleText> {
    let puzzle = text.parse().map_err(|error: formats::PuzzleReadError| PyValueError::new_err(error.to_string()))?;
    let alphabet = alphabet.map(str::parse).transpose();
    let alphabet = alphabet.map_err(|error: formats::UnknownNameError| PyValueError::new_err(error.to_string()))?;
    Ok(PuzzleText { puzzle, alphabet })
}

/// Boards above 35x35 have no symbols for their digits, so their grids are written as numbers.
fn drawing(puzzle: &Puzzle, alphabet: Option<Alphabet>, format: Format) -> PyResult<String> {
    let alphabet = alphabet.filter(|alphabet| puzzle.board().side() <= alphabet.max_side());
    let options = WriteOptions { alphabet, ..WriteOptions::default() };
    formats::write(puzzle, format, &options).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn digit_at(grid: &Grid, (row, column): (usize, usize)) -> PyResult<usize> {
    let side = grid.board().side();
    if row >= side || column >= side {
        return Err(PyIndexError::new_err(format!("the cells of a {side}x{side} board are 0 to {}", side - 1)));
    }
    Ok(usize::from(grid.digits()[row * side + column]))
}

#[pymethods]
impl PyPuzzle {
    #[new]
    #[pyo3(signature = (source, *, boxes = None))]
    fn new(source: &Bound<'_, PyAny>, boxes: Option<&str>) -> PyResult<PyPuzzle> {
        extract_puzzle(source, parse_boxes(boxes)?).map(PyPuzzle)
    }

    /// The size of the board, such as `9x9`.
    #[getter]
    fn board(&self) -> String {
        size_name(self.0.puzzle.board())
    }

    /// Rows and columns of a box, such as `3x3`.
    #[getter]
    fn boxes(&self) -> String {
        boxes_name(self.0.puzzle.board())
    }

    /// The number of rows.
    #[getter]
    fn side(&self) -> usize {
        self.0.puzzle.board().side()
    }

    /// The number of givens.
    #[getter]
    fn givens(&self) -> usize {
        self.0.puzzle.givens().filled_count()
    }

    /// The givens on one line.
    #[getter]
    fn line(&self) -> String {
        grid_line(self.0.puzzle.givens(), self.0.alphabet)
    }

    /// The digits row by row, 0 for an open cell.
    fn rows(&self) -> Vec<Vec<usize>> {
        rows_of(self.0.puzzle.givens())
    }

    /// Writes the puzzle in a format: `line`, `grid`, `numbers`, `sdm`, `json`, `svg`, ...
    fn to(&self, format: &str) -> PyResult<String> {
        let format: Format =
            format.parse().map_err(|error: formats::UnknownNameError| PyValueError::new_err(error.to_string()))?;
        drawing(&self.0.puzzle, self.0.alphabet, format)
    }

    fn __getitem__(&self, cell: (usize, usize)) -> PyResult<usize> {
        digit_at(self.0.puzzle.givens(), cell)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.puzzle.givens().digits())
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.0.puzzle.givens())
    }

    fn __str__(&self) -> String {
        self.line()
    }

    fn __repr__(&self) -> PyResult<String> {
        drawing(&self.0.puzzle, self.0.alphabet, Format::Grid).map(|text| text.trim_end().to_owned())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        drawing(&self.0.puzzle, self.0.alphabet, Format::Svg)
    }

    #[staticmethod]
    fn _of(text: &str, alphabet: Option<&str>) -> PyResult<PyPuzzle> {
        unpickled(text, alphabet).map(PyPuzzle)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, PickledPuzzle)> {
        let PuzzleText { puzzle, alphabet } = &slf.get().0;
        Ok((slf.as_any().get_type().getattr("_of")?, pickled(puzzle, *alphabet)))
    }
}

#[pymethods]
impl PyGrid {
    #[new]
    #[pyo3(signature = (source, *, boxes = None))]
    fn from_source(source: &Bound<'_, PyAny>, boxes: Option<&str>) -> PyResult<PyGrid> {
        let PuzzleText { puzzle, alphabet } = extract_puzzle(source, parse_boxes(boxes)?)?;
        Ok(PyGrid::new(puzzle.into_givens(), alphabet))
    }

    /// The size of the board, such as `9x9`.
    #[getter]
    fn board(&self) -> String {
        size_name(self.grid.board())
    }

    /// Rows and columns of a box, such as `3x3`.
    #[getter]
    fn boxes(&self) -> String {
        boxes_name(self.grid.board())
    }

    /// The number of rows.
    #[getter]
    fn side(&self) -> usize {
        self.grid.board().side()
    }

    /// The digits on one line.
    #[getter]
    fn line(&self) -> String {
        grid_line(&self.grid, self.alphabet)
    }

    /// The digits row by row, 0 for an open cell.
    fn rows(&self) -> Vec<Vec<usize>> {
        rows_of(&self.grid)
    }

    /// Whether this grid is a solution of a puzzle: the referee, which knows no solver.
    fn solves(&self, puzzle: &Bound<'_, PyAny>) -> PyResult<bool> {
        let PuzzleText { puzzle, .. } = extract_puzzle(puzzle, Some(self.grid.board()))?;
        Ok(puzzle.board() == self.grid.board() && referee::check(&puzzle, &self.grid).is_ok())
    }

    fn __getitem__(&self, cell: (usize, usize)) -> PyResult<usize> {
        digit_at(&self.grid, cell)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.grid.digits())
    }

    /// A grid equals another one, and its own line.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<PyGrid>() {
            return other.get().grid == self.grid;
        }
        other.extract::<&str>().is_ok_and(|line| line == self.line())
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.grid)
    }

    fn __str__(&self) -> String {
        self.line()
    }

    fn __repr__(&self) -> PyResult<String> {
        let puzzle = Puzzle::new(self.grid.clone());
        drawing(&puzzle, self.alphabet, Format::Grid).map(|text| text.trim_end().to_owned())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        drawing(&Puzzle::new(self.grid.clone()), self.alphabet, Format::Svg)
    }

    #[staticmethod]
    fn _of(text: &str, alphabet: Option<&str>) -> PyResult<PyGrid> {
        let PuzzleText { puzzle, alphabet } = unpickled(text, alphabet)?;
        Ok(PyGrid::new(puzzle.into_givens(), alphabet))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, PickledPuzzle)> {
        let PyGrid { grid, alphabet } = slf.get();
        Ok((slf.as_any().get_type().getattr("_of")?, pickled(&Puzzle::new(grid.clone()), *alphabet)))
    }
}

impl PyAnswer {
    /// The solutions that were found.
    fn grids(&self) -> Vec<Grid> {
        match &self.0 {
            AnswerData::Classic(BatchAnswer { count: 0, .. }) | AnswerData::Grids(Answer::None, _) => Vec::new(),
            AnswerData::Classic(BatchAnswer { solution, .. }) => vec![lanes::grid(solution)],
            AnswerData::Grids(Answer::One(first), _) => vec![first.clone()],
            AnswerData::Grids(Answer::Many(first, second), _) => vec![first.clone(), second.clone()],
        }
    }

    fn first(&self) -> Option<Grid> {
        self.grids().into_iter().next()
    }

    fn alphabet(&self) -> Option<Alphabet> {
        if let AnswerData::Grids(_, alphabet) = self.0 { alphabet } else { None }
    }
}

#[pymethods]
impl PyAnswer {
    /// For pickle: the answer with these solutions.
    #[staticmethod]
    fn _of(solutions: Vec<Bound<'_, PyGrid>>) -> PyResult<PyAnswer> {
        let grid = |index: usize| solutions[index].get().grid.clone();
        let answer = match solutions.len() {
            0 => Answer::None,
            1 => Answer::One(grid(0)),
            2 => Answer::Many(grid(0), grid(1)),
            _ => return Err(PyValueError::new_err("an answer has at most two solutions")),
        };
        let alphabet = solutions.first().and_then(|grid| grid.get().alphabet);
        Ok(PyAnswer(AnswerData::Grids(answer, alphabet)))
    }

    /// `none`, `one` or `many`.
    #[getter]
    fn answer(&self) -> &'static str {
        match &self.0 {
            AnswerData::Classic(BatchAnswer { count: 0, .. }) => "none",
            AnswerData::Classic(_) => "one",
            AnswerData::Grids(answer, _) => answer.as_str(),
        }
    }

    /// The solution; of many, the first in an order that is the same on every machine; `None` if there is none.
    #[getter]
    fn solution(&self) -> Option<PyGrid> {
        self.first().map(|grid| PyGrid::new(grid, self.alphabet()))
    }

    /// The solutions that were found: at most two.
    #[getter]
    fn solutions(&self) -> Vec<PyGrid> {
        self.grids().into_iter().map(|grid| PyGrid::new(grid, self.alphabet())).collect()
    }

    /// Whether there is exactly one solution.
    #[getter]
    fn is_unique(&self) -> bool {
        self.answer() == "one"
    }

    /// The solution on one line, or `none`.
    fn __str__(&self) -> String {
        self.first().map_or_else(|| "none".to_owned(), |grid| grid_line(&grid, self.alphabet()))
    }

    fn __repr__(&self) -> PyResult<String> {
        let Some(first) = self.first() else { return Ok("no solution".to_owned()) };
        let head = if self.is_unique() { "one solution" } else { "many solutions, the first" };
        let grid = drawing(&Puzzle::new(first), self.alphabet(), Format::Grid)?;
        Ok(format!("{head}:\n{}", grid.trim_end()))
    }

    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        self.first().map(|grid| drawing(&Puzzle::new(grid), self.alphabet(), Format::Svg)).transpose()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Vec<PyGrid>,))> {
        Ok((slf.as_any().get_type().getattr("_of")?, (slf.get().solutions(),)))
    }
}

#[pymethods]
impl PyTransformation {
    /// Parses the text form.
    #[new]
    fn new(text: &str) -> PyResult<PyTransformation> {
        text.parse().map(PyTransformation).map_err(|error: qedoku::generate::equivalence::TransformationError| {
            PyValueError::new_err(error.to_string())
        })
    }

    /// Whether the board is transposed before its rows and columns are permuted.
    #[getter]
    fn transposed(&self) -> bool {
        self.0.is_transposed()
    }

    /// The source row of each row, from 0, after the transposition.
    #[getter]
    fn rows(&self) -> Vec<usize> {
        self.0.rows().iter().map(|row| usize::from(*row)).collect()
    }

    /// The source column of each column, from 0, after the transposition.
    #[getter]
    fn columns(&self) -> Vec<usize> {
        self.0.columns().iter().map(|column| usize::from(*column)).collect()
    }

    /// The image of each digit: entry 0 is the image of the digit 1.
    #[getter]
    fn digits(&self) -> Vec<usize> {
        self.0.digits().iter().map(|digit| usize::from(*digit) + 1).collect()
    }

    /// The image of a puzzle.
    fn puzzle(&self, puzzle: &Bound<'_, PyAny>) -> PyResult<PyPuzzle> {
        let PuzzleText { puzzle, alphabet } = self.extract(puzzle)?;
        Ok(PyPuzzle(PuzzleText { puzzle: self.0.puzzle(&puzzle), alphabet }))
    }

    /// The image of a grid, such as a solution.
    fn grid(&self, grid: &Bound<'_, PyAny>) -> PyResult<PyGrid> {
        let PuzzleText { puzzle, alphabet } = self.extract(grid)?;
        Ok(PyGrid::new(self.0.grid(puzzle.givens()), alphabet))
    }

    /// Values of cells in reading order, such as labels, moved to the images of the cells.
    fn cell_values<'py>(&self, py: Python<'py>, values: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyTuple>> {
        if values.len() != self.0.board().cell_count() {
            let message =
                format!("expected {} values, one per cell, found {}", self.0.board().cell_count(), values.len());
            return Err(PyValueError::new_err(message));
        }
        PyTuple::new(py, self.0.cell_values(&values, Clone::clone))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0)
    }

    /// The transformation that undoes this one.
    fn inverse(&self) -> PyTransformation {
        PyTransformation(self.0.inverse())
    }

    /// This transformation followed by another one.
    fn then(&self, next: &Bound<'_, PyTransformation>) -> PyResult<PyTransformation> {
        let next = &next.get().0;
        if next.board() != self.0.board() {
            return Err(PyValueError::new_err("the transformations are for different boards"));
        }
        Ok(PyTransformation(self.0.then(next)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Transformation('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.as_any().get_type(), (slf.get().0.to_string(),))
    }
}

impl PyTransformation {
    /// A puzzle of the board of this transformation.
    fn extract(&self, object: &Bound<'_, PyAny>) -> PyResult<PuzzleText> {
        let board = self.0.board();
        let text = extract_puzzle(object, Some(board))?;
        if text.puzzle.board() != board {
            let message = format!("the transformation is for {board}, the puzzle is {}", text.puzzle.board());
            return Err(PyValueError::new_err(message));
        }
        Ok(text)
    }
}
