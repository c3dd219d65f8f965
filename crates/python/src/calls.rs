//! Calls of operations: on one puzzle, a sequence, an array of digits, an Arrow column.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::Field;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PySlice, PyString, PyTuple, PyType};
use qedoku::explain::{Difficulty, Measure};
use qedoku::formats::Alphabet;
use qedoku::lanes::BatchAnswer;
use qedoku::{Answer, Board, Puzzle};

use crate::arrow_column::{ArrowColumn, ColumnReader, import_column, puzzle_type};
use crate::job::Job;
use crate::objects::{AnswerData, PyAnswer, PyGrid, PyPuzzle, PyTransformation};
use crate::operations::{Operation, ResultSink, RowResult, Worker};
use crate::result_columns::ResultColumns;
use crate::rows::{ItemChunk, Row, RowChunk};
use crate::text::{PuzzleText, extract_digits, extract_puzzle, invalid_puzzle, parse_boxes};

/// The options that all calls share.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct CallOptions<'py> {
    boxes: Option<String>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
    /// Whether a malformed puzzle raises an exception; otherwise its result is null.
    raise_errors: bool,
}

/// A tuple: the name of the operation, and its arguments.
impl<'py> FromPyObject<'_, 'py> for Operation {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Operation> {
        let tuple = object.cast::<PyTuple>()?;
        let name: String = tuple.get_item(0)?.extract()?;
        Ok(match name.as_str() {
            "solve" => Operation::Solve,
            "count" => Operation::Count(tuple.get_item(1)?.extract()?),
            "is_unique" => Operation::IsUnique,
            "rate" => Operation::Rate { exact: tuple.get_item(1)?.extract()? },
            "canonical" => Operation::Canonical,
            "augment" => {
                Operation::Augment { copies: tuple.get_item(1)?.extract()?, seed: tuple.get_item(2)?.extract()? }
            }
            "minimize" => Operation::Minimize { seed: tuple.get_item(1)?.extract()? },
            _ => return Err(PyValueError::new_err(format!("unknown operation '{name}'"))),
        })
    }
}

/// Whether the operation takes milliseconds at most, so that no thread is started for it.
fn is_short(operation: Operation, puzzle: &Puzzle) -> bool {
    let is_quick = match operation {
        Operation::Solve | Operation::IsUnique => true,
        Operation::Count(limit) => limit.is_some_and(|limit| limit <= 2),
        _ => false,
    };
    is_quick && puzzle.board() == Board::CLASSIC
}

/// Runs an operation on one puzzle.
#[pyfunction]
pub(crate) fn map_one<'py>(
    py: Python<'py>,
    operation: Operation,
    puzzle: &Bound<'py, PyAny>,
    options: CallOptions<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let puzzle = match extract_puzzle(puzzle, parse_boxes(options.boxes.as_deref())?) {
        Err(error) if !options.raise_errors && error.is_instance_of::<PyValueError>(py) => {
            return Ok(py.None().into_bound(py));
        }
        extracted => extracted?,
    };
    let mut job = Job::new(py, options.threads, options.progress, Some(1))?;
    let interrupt = job.interrupt.clone();
    let is_short = is_short(operation, &puzzle.puzzle);
    let run = || {
        let (mut results, mut items) = (Vec::new(), ItemChunk::default());
        items.push_puzzle(puzzle.clone());
        Worker::new(operation, None, &interrupt).run(&RowChunk::Items(items), &mut results);
        results.pop().expect("one puzzle has one result")
    };
    let result = if is_short { py.detach(run) } else { job.call(run)? };
    to_python(py, result, None, options.raise_errors)
}

/// Runs an operation on the items of a tuple, and returns a list.
#[pyfunction]
pub(crate) fn map_list<'py>(
    py: Python<'py>,
    operation: Operation,
    items: &Bound<'py, PyTuple>,
    options: CallOptions<'py>,
) -> PyResult<Bound<'py, PyList>> {
    let boxes = parse_boxes(options.boxes.as_deref())?;
    let mut job = Job::new(py, options.threads, options.progress, Some(items.len()))?;
    let length = first_length(items);
    let _pause = if operation == Operation::Solve && length == Some(81) { GcPause::new(py)? } else { None };
    let chunk_rows = operation.chunk_rows(length);
    job.limit_threads(items.len().div_ceil(chunk_rows));
    let interrupt = job.interrupt.clone();
    let (list, mut start) = (PyList::empty(py), 0);
    let raise_errors = options.raise_errors;
    job.run(
        || Worker::new(operation, boxes, &interrupt),
        |_| {
            let end = items.len().min(start + chunk_rows);
            let mut chunk = ItemChunk::default();
            (start..end).try_for_each(|index| push_item(&mut chunk, &*items.get_borrowed_item(index)?))?;
            Ok((std::mem::replace(&mut start, end) < end).then_some(chunk))
        },
        |worker, chunk| {
            let chunk = RowChunk::Items(chunk);
            let mut results = Vec::with_capacity(chunk.len());
            worker.run(&chunk, &mut results);
            results
        },
        |_, results| {
            let rows = results.len();
            for result in results {
                list.append(to_python(py, result, Some(list.len()), raise_errors)?)?;
            }
            Ok(rows)
        },
    )?;
    Ok(list)
}

/// Pauses the cyclic garbage collector. It would visit every answer of a list several times, which takes as long as solving (806 ns
/// instead of 428 ns per puzzle), and answers have no references. Only for calls that take less than a microsecond per row.
struct GcPause<'py>(Bound<'py, PyModule>);

impl<'py> GcPause<'py> {
    /// `None` if the collector is off already.
    fn new(py: Python<'py>) -> PyResult<Option<GcPause<'py>>> {
        let gc = py.import("gc")?;
        if !gc.call_method0("isenabled")?.is_truthy()? {
            return Ok(None);
        }
        gc.call_method0("disable")?;
        Ok(Some(GcPause(gc)))
    }
}

impl Drop for GcPause<'_> {
    fn drop(&mut self) {
        // It has no reason to fail, and a destructor cannot report it.
        let _ = self.0.call_method0("enable");
    }
}

/// The length of the first text: a hint at the board.
fn first_length(items: &Bound<'_, PyTuple>) -> Option<usize> {
    let first = items.get_borrowed_item(0).ok()?;
    if let Ok(puzzle) = first.cast::<PyPuzzle>() {
        return Some(puzzle.get().0.puzzle.board().cell_count());
    }
    first.cast::<PyString>().ok()?.len().ok()
}

fn push_item(chunk: &mut ItemChunk, item: &Bound<'_, PyAny>) -> PyResult<()> {
    if let Ok(text) = item.cast::<PyString>() {
        match text.to_str() {
            Ok(text) => chunk.push_text(text.as_bytes()),
            Err(_) => chunk.push_text(text.to_string_lossy().as_bytes()),
        }
    } else if item.is_none() {
        chunk.push_missing();
    } else if let Ok(bytes) = item.cast::<PyBytes>() {
        chunk.push_text(bytes.as_bytes());
    } else if item.is_instance_of::<PyPuzzle>() || item.is_instance_of::<PyGrid>() {
        chunk.push_puzzle(extract_puzzle(item, None)?);
    } else {
        chunk.push_digits(extract_digits(item)?);
    }
    Ok(())
}

/// Runs an operation on an Arrow array or stream, and returns a struct column.
#[pyfunction]
pub(crate) fn map_column<'py>(
    py: Python<'py>,
    operation: Operation,
    column: &Bound<'py, PyAny>,
    options: CallOptions<'py>,
) -> PyResult<ArrowColumn> {
    let boxes = parse_boxes(options.boxes.as_deref())?;
    let (chunks, field, is_array) = import_column(column)?;
    let puzzle_type = puzzle_type(field.data_type());
    let total = chunks.iter().map(Array::len).sum();
    let mut job = Job::new(py, options.threads, options.progress, Some(total))?;
    let readers = chunks.iter().map(|chunk| ColumnReader::new(chunk)).collect::<PyResult<Vec<_>>>()?;
    let length = readers.iter().zip(&chunks).find_map(|(reader, chunk)| hint(reader, chunk));
    let chunk_rows = operation.chunk_rows(length);
    job.limit_threads(chunks.iter().map(|chunk| chunk.len().div_ceil(chunk_rows)).sum());
    let interrupt = job.interrupt.clone();
    // Every array of the input becomes an array of results.
    let mut ranges = chunks.iter().enumerate().flat_map(|(index, chunk)| {
        (0..chunk.len()).step_by(chunk_rows).map(move |start| (index, start..chunk.len().min(start + chunk_rows)))
    });
    let new_columns = |rows: usize| {
        let mut columns = ResultColumns::new(operation, puzzle_type);
        if operation == Operation::Solve {
            columns.reserve(rows, length.unwrap_or_default());
        }
        columns
    };
    let mut results: Vec<_> = chunks.iter().map(|chunk| new_columns(chunk.len())).collect();
    job.run(
        || Worker::new(operation, boxes, &interrupt),
        |_| Ok(ranges.next().map(|(index, range)| (index, RowChunk::Column(readers[index].clone(), range)))),
        |worker, (index, rows)| {
            let mut columns = new_columns(rows.len());
            worker.run(&rows, &mut columns);
            (index, columns)
        },
        |_, (index, columns)| {
            let rows = columns.rows();
            results[index].append(columns);
            Ok(rows)
        },
    )?;
    let empty = ResultColumns::new(operation, puzzle_type).finish()?;
    let chunks = results.into_iter().map(ResultColumns::finish).collect::<PyResult<Vec<ArrayRef>>>()?;
    let field = Arc::new(Field::new("", empty.data_type().clone(), true));
    Ok(ArrowColumn { chunks, field, is_array })
}

/// The length of the first puzzle of a column: a hint at the board.
fn hint(reader: &ColumnReader, chunk: &ArrayRef) -> Option<usize> {
    reader.cells().or_else(|| {
        match (0..chunk.len()).map(|index| reader.row(index)).find(|row| !matches!(row, Row::Missing))? {
            Row::Text(text) => Some(text.len()),
            Row::Digits(cells) => Some(cells.len()),
            Row::Missing | Row::Puzzle(_) => None,
        }
    })
}

/// The results of consecutive rows of an array.
struct DigitResults {
    width: usize,
    /// The digits of each row, 0 where there are none.
    cells: Vec<u8>,
    /// The number of solutions (2: many), 1 for other results, -1 for none.
    counts: Vec<i64>,
    errors: Vec<(usize, RowResult)>,
}

impl DigitResults {
    fn push_cells(&mut self, digits: Option<&[u8]>, count: i64) {
        match digits {
            Some(digits) => self.cells.extend_from_slice(digits),
            None => self.cells.resize(self.cells.len() + self.width, 0),
        }
        self.counts.push(count);
    }
}

impl ResultSink for DigitResults {
    fn push_classic(&mut self, answer: &BatchAnswer) {
        self.push_cells(Some(&answer.solution), answer.count.into());
    }

    fn push(&mut self, result: RowResult) {
        match result {
            RowResult::Classic(answer) => self.push_classic(&answer),
            RowResult::Answer(Answer::None, _) => self.push_cells(None, 0),
            RowResult::Answer(Answer::One(grid), _) => self.push_cells(Some(grid.digits()), 1),
            RowResult::Answer(Answer::Many(grid, _), _) => self.push_cells(Some(grid.digits()), 2),
            RowResult::Count(count) => self.push_cells(None, i64::try_from(count).unwrap_or(i64::MAX)),
            RowResult::IsUnique(is_unique) => self.push_cells(None, is_unique.into()),
            RowResult::Canonical(form, _) => self.push_cells(Some(form.puzzle.givens().digits()), 1),
            RowResult::Minimal(puzzle, _) => self.push_cells(Some(puzzle.givens().digits()), 1),
            error => {
                self.errors.push((self.counts.len(), error));
                self.push_cells(None, -1);
            }
        }
    }
}

/// Runs an operation on an array of digits, and writes its results into arrays: digits (if any) and counts.
#[pyfunction]
pub(crate) fn map_digits<'py>(
    py: Python<'py>,
    operation: Operation,
    cells: &Bound<'py, PyAny>,
    width: usize,
    out: Option<&Bound<'py, PyAny>>,
    counts: &Bound<'py, PyAny>,
    options: CallOptions<'py>,
) -> PyResult<()> {
    let boxes = parse_boxes(options.boxes.as_deref())?;
    let rows = counts.len()?;
    let mut job = Job::new(py, options.threads, options.progress, Some(rows))?;
    let chunk_rows = operation.chunk_rows(Some(width));
    job.limit_threads(rows.div_ceil(chunk_rows));
    let interrupt = job.interrupt.clone();
    let (mut start, mut row, raise_errors) = (0, 0, options.raise_errors);
    job.run(
        || Worker::new(operation, boxes, &interrupt),
        |_| {
            let end = rows.min(start + chunk_rows);
            let range = std::mem::replace(&mut start, end)..end;
            if range.is_empty() {
                return Ok(None);
            }
            // A copy: without the GIL, another thread may write to the array.
            let cells = slice(cells, range.start * width..range.end * width)?.to_vec(py)?;
            Ok(Some(RowChunk::Digits { cells, width }))
        },
        |worker, chunk| {
            let (cells, counts) = (Vec::with_capacity(chunk.len() * width), Vec::with_capacity(chunk.len()));
            let mut results = DigitResults { width, cells, counts, errors: Vec::new() };
            worker.run(&chunk, &mut results);
            results
        },
        |_, results| {
            if raise_errors && let Some((index, error)) = results.errors.into_iter().next() {
                to_python(py, error, Some(row + index), true)?;
            }
            let end = row + results.counts.len();
            slice(counts, row..end)?.copy_from_slice(py, &results.counts)?;
            if let Some(out) = out {
                slice(out, row * width..end * width)?.copy_from_slice(py, &results.cells)?;
            }
            Ok(end - std::mem::replace(&mut row, end))
        },
    )
}

/// The memory of a part of an array with one dimension.
fn slice<T: Element>(array: &Bound<'_, PyAny>, range: Range<usize>) -> PyResult<PyBuffer<T>> {
    let part = PySlice::new(array.py(), range.start as isize, range.end as isize, 1);
    PyBuffer::get(&array.get_item(part)?)
}

/// The Python object of a result. `row` is its number in a list.
pub(crate) fn to_python(
    py: Python<'_>,
    result: RowResult,
    row: Option<usize>,
    raise_errors: bool,
) -> PyResult<Bound<'_, PyAny>> {
    match result {
        RowResult::Interrupted => Err(PyKeyboardInterrupt::new_err("interrupted")),
        RowResult::Missing if row.is_none() => unreachable!("one puzzle is not null"),
        RowResult::Missing => Ok(py.None().into_bound(py)),
        RowResult::Invalid(_) | RowResult::Failed(_) if !raise_errors => Ok(py.None().into_bound(py)),
        RowResult::Invalid(error) => Err(invalid_puzzle(py, row, &error)),
        RowResult::Failed(message) => {
            Err(PyValueError::new_err(row.map_or_else(|| message.clone(), |row| format!("row {row}: {message}"))))
        }
        RowResult::Answer(answer, alphabet) => {
            Ok(Bound::new(py, PyAnswer(AnswerData::Grids(answer, alphabet)))?.into_any())
        }
        RowResult::Classic(answer) => Ok(Bound::new(py, PyAnswer(AnswerData::Classic(answer)))?.into_any()),
        RowResult::Count(count) => Ok(count.into_pyobject(py)?.into_any()),
        RowResult::IsUnique(is_unique) => Ok(is_unique.into_pyobject(py)?.to_owned().into_any()),
        RowResult::Rating(answer, difficulty) => rating(py, answer, difficulty.as_ref()),
        RowResult::Canonical(form, alphabet) => {
            static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            let class = CLASS.import(py, "qedoku._types", "CanonicalForm")?;
            class.call1((puzzle(form.puzzle, alphabet), PyTransformation(form.transformation), form.automorphisms))
        }
        RowResult::Augmented(copies, alphabet) => {
            let (puzzles, transformations): (Vec<_>, Vec<_>) = copies
                .into_iter()
                .map(|(copy, transformation)| (puzzle(copy, alphabet), PyTransformation(transformation)))
                .unzip();
            Ok((puzzles, transformations).into_pyobject(py)?.into_any())
        }
        RowResult::Minimal(minimal, alphabet) => Ok(Bound::new(py, puzzle(minimal, alphabet))?.into_any()),
    }
}

pub(crate) fn puzzle(puzzle: Puzzle, alphabet: Option<Alphabet>) -> PyPuzzle {
    PyPuzzle(PuzzleText { puzzle, alphabet })
}

pub(crate) fn grid(grid: qedoku::Grid) -> PyGrid {
    PyGrid::new(grid, None)
}

fn rating<'py>(py: Python<'py>, answer: &str, difficulty: Option<&Difficulty>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "qedoku._types", "Rating")?;
    let Some(difficulty) = difficulty else { return class.call1((answer,)) };
    let value = |measure: Measure| match measure {
        Measure::Exactly(value) | Measure::AtLeast(value) => value,
    };
    let is_exact = |measure: Measure| measure.exact().is_some();
    let se_quality = difficulty.estimate.map(|estimate| estimate.quality.as_str());
    let b = difficulty.rating.b;
    class.call1((
        answer,
        b.map(value),
        b.is_none_or(is_exact),
        difficulty.se(),
        se_quality,
        difficulty.steps,
        difficulty.hardest.map(|technique| technique.to_string()),
        value(difficulty.guesses),
        is_exact(difficulty.guesses),
    ))
}
