//! Puzzles of Python: reading of texts and digits, the exception for those that are malformed.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyType};
use qedoku::formats::{self, Alphabet, PuzzleReadError, ReadOptions};
use qedoku::{Board, Grid, Puzzle};

use crate::objects::{PyGrid, PyPuzzle};

/// A puzzle with the symbols of its text, in which results are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PuzzleText {
    pub(crate) puzzle: Puzzle,
    /// `None`: the usual symbols.
    pub(crate) alphabet: Option<Alphabet>,
}

impl From<Puzzle> for PuzzleText {
    fn from(puzzle: Puzzle) -> PuzzleText {
        PuzzleText { puzzle, alphabet: None }
    }
}

/// Reads a text in any format. `boxes` is a board with the boxes to use instead of the usual ones.
pub(crate) fn read_text(text: &str, boxes: Option<Board>) -> Result<PuzzleText, PuzzleReadError> {
    let options = ReadOptions { board: boxes, ..ReadOptions::default() };
    let puzzle = if boxes.is_some() { formats::read_one(text, &options)? } else { text.parse::<Puzzle>()? };
    // Up to 9x9 the symbols of digits are digits.
    if puzzle.board().side() <= 9 {
        return Ok(puzzle.into());
    }
    let line = text.split_once(": ").map_or(text, |(_, line)| line);
    let alphabet = formats::read(line, &options).detected().alphabet;
    Ok(PuzzleText { puzzle, alphabet })
}

/// A puzzle of digits, row by row, with 0 for an open cell.
pub(crate) fn read_digits(digits: &[u8], boxes: Option<Board>) -> Result<Puzzle, PuzzleReadError> {
    let board = digits_board(digits.len(), boxes).map_err(|message| PuzzleReadError::new(1, 0, message))?;
    if let Some(index) = digits.iter().position(|digit| usize::from(*digit) > board.side()) {
        let message = format!("expected a digit from 0 to {}, found {}", board.side(), digits[index]);
        return Err(PuzzleReadError::new(1, index + 1, message));
    }
    Ok(Puzzle::new(Grid::from_digits(board, digits).expect("the digits were checked")))
}

/// The board with this number of cells.
pub(crate) fn digits_board(cells: usize, boxes: Option<Board>) -> Result<Board, String> {
    let side = cells.isqrt();
    if side * side != cells {
        return Err(format!("expected the cells of a board, such as 81, found {cells}"));
    }
    let board = Board::of_side(side).map_err(|error| error.to_string())?;
    board.with_boxes_of(boxes).map_err(|error| error.to_string())
}

/// Parses the argument `boxes`.
pub(crate) fn parse_boxes(boxes: Option<&str>) -> PyResult<Option<Board>> {
    boxes.map(Board::from_boxes).transpose().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A grid on one line, in the symbols of its puzzle.
pub(crate) fn grid_line(grid: &Grid, alphabet: Option<Alphabet>) -> String {
    qedoku::json::line(grid, alphabet)
}

/// The puzzle of a Python object: a string, bytes, a puzzle, a grid, or digits in (nested) sequences.
pub(crate) fn extract_puzzle(object: &Bound<'_, PyAny>, boxes: Option<Board>) -> PyResult<PuzzleText> {
    let invalid = |error: PuzzleReadError| invalid_puzzle(object.py(), None, &error);
    if let Ok(puzzle) = object.cast::<PyPuzzle>() {
        return Ok(puzzle.get().0.clone());
    }
    if let Ok(grid) = object.cast::<PyGrid>() {
        let PyGrid { grid, alphabet } = grid.get();
        return Ok(PuzzleText { puzzle: Puzzle::new(grid.clone()), alphabet: *alphabet });
    }
    if let Ok(text) = object.cast::<PyString>() {
        return read_text(text.to_str()?, boxes).map_err(invalid);
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return read_text(&String::from_utf8_lossy(bytes.as_bytes()), boxes).map_err(invalid);
    }
    read_digits(&extract_digits(object)?, boxes).map(PuzzleText::from).map_err(invalid)
}

/// The digits of (nested) sequences.
pub(crate) fn extract_digits(object: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let mut digits = Vec::new();
    flatten(object, &mut digits)?;
    Ok(digits)
}

/// Appends the digits of a nested sequence; `None` is an open cell.
fn flatten(object: &Bound<'_, PyAny>, digits: &mut Vec<u8>) -> PyResult<()> {
    if object.is_none() {
        digits.push(0);
        return Ok(());
    }
    if let Ok(number) = object.extract::<i64>() {
        // No board has the digit 255, so that any other number is reported as out of range.
        digits.push(u8::try_from(number).unwrap_or(u8::MAX));
        return Ok(());
    }
    let items = if object.is_instance_of::<PyString>() { None } else { object.try_iter().ok() };
    let expected = || {
        let name = object.get_type().name().map_or_else(|_| "this object".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("expected a puzzle: a string, a Puzzle or rows of digits, found {name}"))
    };
    items.ok_or_else(expected)?.try_for_each(|item| flatten(&item?, digits))
}

/// The exception `InvalidPuzzle`. `row` is the number of the puzzle in a list, from 0.
pub(crate) fn invalid_puzzle(py: Python<'_>, row: Option<usize>, error: &PuzzleReadError) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let create = || {
        let class = CLASS.import(py, "qedoku._types", "InvalidPuzzle")?;
        class.call1((&error.message, row, error.line, error.column))
    };
    create().map_or_else(|error| error, PyErr::from_value)
}
