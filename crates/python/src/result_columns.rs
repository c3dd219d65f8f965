//! Columns of results: filled row by row by the workers, joined by the calling thread, exported as an Arrow struct.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, FixedSizeListArray, Float64Array, Int32Array, Int64Array, LargeListArray, LargeStringArray,
    StringArray, StructArray, UInt8Array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};
use pyo3::PyResult;
use pyo3::exceptions::PyOverflowError;
use qedoku::explain::{Difficulty, Measure};
use qedoku::formats::{Alphabet, PuzzleReadError};
use qedoku::generate::equivalence::Transformation;
use qedoku::lanes::BatchAnswer;
use qedoku::{Answer, Grid, Puzzle};

use crate::arrow_column::PuzzleType;
use crate::operations::{Operation, ResultSink, RowResult};
use crate::text::grid_line;

/// The results of consecutive rows.
pub(crate) struct ResultColumns {
    rows: usize,
    fields: Vec<(&'static str, Column)>,
}

/// A column of one field. Its variants differ in their Arrow type.
enum Column {
    Text(TextColumn),
    LargeText(TextColumn),
    Digits {
        cells: Vec<u8>,
        width: usize,
        valid: Vec<bool>,
    },
    Int32(Vec<Option<i32>>),
    Int64(Vec<Option<i64>>),
    Float64(Vec<Option<f64>>),
    Boolean(Vec<Option<bool>>),
    /// Lists: the number of items of each row, validity, and the items.
    List(Vec<usize>, Vec<bool>, Box<Column>),
}

#[derive(Default)]
struct TextColumn {
    bytes: Vec<u8>,
    lengths: Vec<usize>,
    valid: Vec<bool>,
}

/// A value of a row; `Null` fits every column.
enum Value<'a> {
    Null,
    Text(&'a str),
    Grid(&'a Grid, Option<Alphabet>),
    Int(i64),
    Float(f64),
    Bool(bool),
    Puzzles(&'a [(Puzzle, Transformation)], Option<Alphabet>),
    Transformations(&'a [(Puzzle, Transformation)]),
}

impl TextColumn {
    fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.lengths.push(text.len());
        self.valid.push(true);
    }

    /// The digits of a classic puzzle. A loop over a slice is compiled to vector instructions; `map` of an array is not.
    fn push_digits(&mut self, digits: &[u8; 81]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(digits);
        self.bytes[start..].iter_mut().for_each(|digit| *digit += b'0');
        self.lengths.push(digits.len());
        self.valid.push(true);
    }

    fn push_null(&mut self) {
        self.lengths.push(0);
        self.valid.push(false);
    }

    fn append(&mut self, mut other: TextColumn) {
        self.bytes.append(&mut other.bytes);
        self.lengths.append(&mut other.lengths);
        self.valid.append(&mut other.valid);
    }
}

/// The validity of a column; none if every row is valid.
fn nulls(valid: Vec<bool>) -> Option<NullBuffer> {
    if valid.iter().all(|valid| *valid) { None } else { Some(NullBuffer::from(valid)) }
}

impl Column {
    fn puzzles(puzzle_type: PuzzleType) -> Column {
        match puzzle_type {
            PuzzleType::String => Column::Text(TextColumn::default()),
            PuzzleType::LargeString => Column::LargeText(TextColumn::default()),
            PuzzleType::Digits(width) => Column::Digits { cells: Vec::new(), width, valid: Vec::new() },
        }
    }

    /// Makes room for rows; only columns of texts and digits are large.
    fn reserve(&mut self, rows: usize, bytes: usize) {
        match self {
            Column::Text(column) | Column::LargeText(column) => {
                column.bytes.reserve(rows * bytes);
                column.lengths.reserve(rows);
                column.valid.reserve(rows);
            }
            Column::Digits { cells, width, valid } => {
                cells.reserve(rows * *width);
                valid.reserve(rows);
            }
            _ => {}
        }
    }

    fn list(items: Column) -> Column {
        Column::List(Vec::new(), Vec::new(), Box::new(items))
    }

    fn push(&mut self, value: &Value<'_>) {
        match (self, value) {
            (Column::Text(column) | Column::LargeText(column), Value::Text(text)) => column.push(text.as_bytes()),
            (Column::Text(column) | Column::LargeText(column), Value::Grid(grid, alphabet)) => {
                column.push(grid_line(grid, *alphabet).as_bytes());
            }
            (Column::Text(column) | Column::LargeText(column), _) => column.push_null(),
            (Column::Digits { cells, valid, .. }, Value::Grid(grid, _)) => {
                cells.extend_from_slice(grid.digits());
                valid.push(true);
            }
            (Column::Digits { cells, width, valid }, _) => {
                cells.resize(cells.len() + *width, 0);
                valid.push(false);
            }
            (Column::Int32(column), Value::Int(number)) => column.push(Some(*number as i32)),
            (Column::Int32(column), _) => column.push(None),
            (Column::Int64(column), Value::Int(number)) => column.push(Some(*number)),
            (Column::Int64(column), _) => column.push(None),
            (Column::Float64(column), Value::Float(number)) => column.push(Some(*number)),
            (Column::Float64(column), _) => column.push(None),
            (Column::Boolean(column), Value::Bool(value)) => column.push(Some(*value)),
            (Column::Boolean(column), _) => column.push(None),
            (Column::List(lengths, valid, items), value) => {
                lengths.push(items.push_items(value));
                valid.push(!matches!(value, Value::Null));
            }
        }
    }

    /// Pushes the items of a list, and returns their number.
    fn push_items(&mut self, value: &Value<'_>) -> usize {
        match value {
            Value::Puzzles(copies, alphabet) => {
                copies.iter().for_each(|(puzzle, _)| self.push(&Value::Grid(puzzle.givens(), *alphabet)));
                copies.len()
            }
            Value::Transformations(copies) => {
                copies.iter().for_each(|(_, transformation)| self.push(&Value::Text(&transformation.to_string())));
                copies.len()
            }
            _ => 0,
        }
    }

    /// The solution of a classic puzzle.
    fn push_classic(&mut self, solution: &[u8; 81]) {
        match self {
            Column::Text(column) | Column::LargeText(column) => column.push_digits(solution),
            Column::Digits { cells, valid, .. } => {
                cells.extend_from_slice(solution);
                valid.push(true);
            }
            _ => unreachable!("solutions are puzzles"),
        }
    }

    fn append(&mut self, other: Column) {
        match (self, other) {
            (Column::Text(column), Column::Text(other)) | (Column::LargeText(column), Column::LargeText(other)) => {
                column.append(other);
            }
            (Column::Digits { cells, valid, .. }, Column::Digits { cells: mut more, valid: mut more_valid, .. }) => {
                cells.append(&mut more);
                valid.append(&mut more_valid);
            }
            (Column::Int32(column), Column::Int32(mut other)) => column.append(&mut other),
            (Column::Int64(column), Column::Int64(mut other)) => column.append(&mut other),
            (Column::Float64(column), Column::Float64(mut other)) => column.append(&mut other),
            (Column::Boolean(column), Column::Boolean(mut other)) => column.append(&mut other),
            (Column::List(lengths, valid, items), Column::List(mut more, mut more_valid, more_items)) => {
                lengths.append(&mut more);
                valid.append(&mut more_valid);
                items.append(*more_items);
            }
            _ => unreachable!("chunks of a call have the same columns"),
        }
    }

    fn finish(self) -> PyResult<ArrayRef> {
        Ok(match self {
            Column::Text(TextColumn { bytes, lengths, valid }) => {
                if i32::try_from(bytes.len()).is_err() {
                    let message =
                        "the results exceed the 2 GiB of a string column: use smaller batches, or large_string";
                    return Err(PyOverflowError::new_err(message));
                }
                Arc::new(StringArray::new(OffsetBuffer::from_lengths(lengths), Buffer::from_vec(bytes), nulls(valid)))
            }
            Column::LargeText(TextColumn { bytes, lengths, valid }) => Arc::new(LargeStringArray::new(
                OffsetBuffer::from_lengths(lengths),
                Buffer::from_vec(bytes),
                nulls(valid),
            )),
            Column::Digits { cells, width, valid } => {
                let field = Arc::new(Field::new("item", DataType::UInt8, true));
                Arc::new(FixedSizeListArray::new(field, width as i32, Arc::new(UInt8Array::from(cells)), nulls(valid)))
            }
            Column::Int32(values) => Arc::new(Int32Array::from(values)),
            Column::Int64(values) => Arc::new(Int64Array::from(values)),
            Column::Float64(values) => Arc::new(Float64Array::from(values)),
            Column::Boolean(values) => Arc::new(BooleanArray::from(values)),
            Column::List(lengths, valid, items) => {
                let items = items.finish()?;
                let field = Arc::new(Field::new("item", arrow_array::Array::data_type(&items).clone(), true));
                Arc::new(LargeListArray::new(field, OffsetBuffer::from_lengths(lengths), items, nulls(valid)))
            }
        })
    }
}

impl ResultColumns {
    /// The columns of an operation, without rows.
    pub(crate) fn new(operation: Operation, puzzle_type: PuzzleType) -> ResultColumns {
        let text = || Column::Text(TextColumn::default());
        let puzzles = || Column::puzzles(puzzle_type);
        let mut fields = match operation {
            Operation::Solve => vec![("answer", text()), ("solution", puzzles())],
            Operation::Count(_) => vec![("count", Column::Int64(Vec::new()))],
            Operation::IsUnique => vec![("unique", Column::Boolean(Vec::new()))],
            Operation::Rate { .. } => vec![
                ("answer", text()),
                ("b", Column::Int32(Vec::new())),
                ("b_exact", Column::Boolean(Vec::new())),
                ("se", Column::Float64(Vec::new())),
                ("steps", Column::Int32(Vec::new())),
                ("hardest", text()),
                ("guesses", Column::Int64(Vec::new())),
            ],
            Operation::Canonical => vec![("canonical", puzzles()), ("transformation", text())],
            Operation::Augment { .. } => {
                vec![("puzzles", Column::list(puzzles())), ("transformations", Column::list(text()))]
            }
            Operation::Minimize { .. } => vec![("minimal", puzzles())],
        };
        if operation != Operation::IsUnique {
            fields.push(("error", text()));
        }
        ResultColumns { rows: 0, fields }
    }

    /// Makes room for rows with puzzles of this many bytes: growing would copy them again and again.
    pub(crate) fn reserve(&mut self, rows: usize, puzzle_bytes: usize) {
        for (name, column) in &mut self.fields {
            let bytes = match *name {
                "answer" => "many".len(),
                "error" | "hardest" | "transformation" => 0,
                _ => puzzle_bytes,
            };
            column.reserve(rows, bytes);
        }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The first values of a row; the others are null.
    fn push_values(&mut self, values: &[Value<'_>]) {
        self.rows += 1;
        for (index, (_, column)) in self.fields.iter_mut().enumerate() {
            column.push(values.get(index).unwrap_or(&Value::Null));
        }
    }

    /// A row without results but this error. `answer`, if there is such a column, is `invalid` for a malformed row.
    fn push_error(&mut self, message: &str, is_invalid: bool) {
        self.rows += 1;
        for (name, column) in &mut self.fields {
            column.push(&match *name {
                "error" => Value::Text(message),
                "answer" if is_invalid => Value::Text("invalid"),
                _ => Value::Null,
            });
        }
    }

    /// Appends the rows of another chunk.
    pub(crate) fn append(&mut self, other: ResultColumns) {
        self.rows += other.rows;
        for ((_, column), (_, more)) in self.fields.iter_mut().zip(other.fields) {
            column.append(more);
        }
    }

    /// The columns as one struct array. That of `is_unique` is a plain column, so that it filters tables.
    pub(crate) fn finish(mut self) -> PyResult<ArrayRef> {
        if let [("unique", _)] = self.fields[..] {
            return self.fields.remove(0).1.finish();
        }
        let mut fields = Vec::new();
        let mut arrays = Vec::new();
        for (name, column) in self.fields {
            let array = column.finish()?;
            fields.push(Field::new(name, arrow_array::Array::data_type(&array).clone(), true));
            arrays.push(array);
        }
        Ok(Arc::new(
            StructArray::try_new_with_length(Fields::from(fields), arrays, None, self.rows)
                .expect("the columns have equally many rows"),
        ))
    }

    fn push_rating(&mut self, answer: &'static str, difficulty: Option<&Difficulty>) {
        let Some(difficulty) = difficulty else { return self.push_values(&[Value::Text(answer)]) };
        let measure = |measure: Measure| match measure {
            Measure::Exactly(value) | Measure::AtLeast(value) => Value::Int(value as i64),
        };
        let b = difficulty.rating.b;
        let hardest = difficulty.hardest.map(|technique| technique.to_string());
        self.push_values(&[
            Value::Text(answer),
            b.map_or(Value::Null, measure),
            b.map_or(Value::Null, |b| Value::Bool(b.exact().is_some())),
            difficulty.se().map_or(Value::Null, Value::Float),
            Value::Int(difficulty.steps as i64),
            hardest.as_deref().map_or(Value::Null, Value::Text),
            measure(difficulty.guesses),
        ]);
    }
}

/// The message of an error with its place; most puzzles have one line, which needs no number. As `InvalidPuzzle` has it.
fn place_and_message(error: &PuzzleReadError) -> String {
    match (error.line, error.column) {
        (1, 0) => error.message.clone(),
        (1, column) => format!("column {column}: {}", error.message),
        _ => error.to_string(),
    }
}

impl ResultSink for ResultColumns {
    fn push_classic(&mut self, answer: &BatchAnswer) {
        if answer.count == 0 {
            return self.push_values(&[Value::Text("none")]);
        }
        self.rows += 1;
        let [(_, verdict), (_, solution), (_, error)] = &mut self.fields[..] else {
            unreachable!("columns of `solve`")
        };
        verdict.push(&Value::Text("one"));
        solution.push_classic(&answer.solution);
        error.push(&Value::Null);
    }

    fn push(&mut self, result: RowResult) {
        match result {
            // The call ends with an exception, so nobody sees this row.
            RowResult::Missing | RowResult::Interrupted => self.push_values(&[]),
            RowResult::Invalid(error) => self.push_error(&place_and_message(&error), true),
            RowResult::Failed(message) => self.push_error(&message, false),
            RowResult::Classic(answer) => self.push_classic(&answer),
            RowResult::Answer(answer, alphabet) => match &answer {
                Answer::None => self.push_values(&[Value::Text("none")]),
                Answer::One(grid) | Answer::Many(grid, _) => {
                    self.push_values(&[Value::Text(answer.as_str()), Value::Grid(grid, alphabet)]);
                }
            },
            RowResult::Count(count) => self.push_values(&[Value::Int(i64::try_from(count).unwrap_or(i64::MAX))]),
            RowResult::IsUnique(is_unique) => self.push_values(&[Value::Bool(is_unique)]),
            RowResult::Rating(answer, difficulty) => self.push_rating(answer, difficulty.as_ref()),
            RowResult::Canonical(form, alphabet) => {
                let transformation = form.transformation.to_string();
                self.push_values(&[Value::Grid(form.puzzle.givens(), alphabet), Value::Text(&transformation)]);
            }
            RowResult::Augmented(copies, alphabet) => {
                self.push_values(&[Value::Puzzles(&copies, alphabet), Value::Transformations(&copies)]);
            }
            RowResult::Minimal(puzzle, alphabet) => self.push_values(&[Value::Grid(puzzle.givens(), alphabet)]),
        }
    }
}
