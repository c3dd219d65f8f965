//! [`Rows`]: parsed rows of a table.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};
use qedoku::Puzzle;
use qedoku::formats::{LineReader, PuzzleReadError, WriteOptions, write_line};

use crate::TableFormat;
use crate::csv;
use crate::json_lines::{self, JsonRow};
use crate::layout::Layout;
use crate::reader::{ChunkContent, RowChunk};
use crate::row_cutter::trim_line_break;

/// The rows of a chunk.
#[derive(Debug)]
#[cfg_attr(
    feature = "columnar",
    expect(clippy::struct_field_names, reason = "the rows of all rows have no better name")
)]
pub struct Rows<'c> {
    pub(crate) layout: &'c Layout,
    pub(crate) rows: Vec<Row<'c>>,
    /// The rows of Parquet and Arrow.
    #[cfg(feature = "columnar")]
    pub(crate) batch: Option<&'c arrow_array::RecordBatch>,
}

/// A row.
#[derive(Debug)]
pub struct Row<'c> {
    /// The text without its line break; empty for puzzles of several lines.
    pub(crate) text: &'c [u8],
    pub(crate) line_break: &'c [u8],
    /// The puzzle.
    pub puzzle: RowPuzzle<'c>,
    /// The number of fields of CSV.
    pub(crate) fields: usize,
    /// Whether an object of JSON Lines has keys that are no columns.
    pub(crate) has_other_keys: bool,
    /// The first column of JSON Lines whose value has another type than in the first rows.
    pub(crate) other_type: Option<usize>,
    /// Whether a row of JSON Lines is valid JSON.
    is_json: bool,
}

/// The puzzle of a row.
#[derive(Debug)]
pub enum RowPuzzle<'c> {
    /// A 9x9 puzzle of 81 digits and blanks. A symbol other than `1` to `9` is a blank.
    Classic(&'c [u8; 81]),
    /// Any other puzzle.
    Puzzle(Puzzle),
    /// The reason why the row has no puzzle.
    Malformed(String),
    /// A null of Parquet or Arrow: the row has no puzzle, and that is no error.
    Missing,
}

/// A field of a row, for another format.
pub(crate) enum FieldValue<'r> {
    Text(Cow<'r, [u8]>),
    /// The text of a JSON value.
    Json(Cow<'r, str>),
    Missing,
}

impl<'c> Rows<'c> {
    /// The rows in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Row<'c>> {
        self.rows.iter()
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The texts of some columns of a row; `None` for a column that does not exist, a null, and an empty field.
    pub(crate) fn fields<'r, 'n>(
        &'r self,
        index: usize,
        names: impl IntoIterator<Item = &'n &'n str>,
    ) -> Vec<Option<Cow<'r, str>>> {
        let mut values = self.values(index);
        let mut text = |name: &str| {
            let column = self.layout.names.iter().position(|other| other == name)?;
            let text = match std::mem::replace(&mut values[column], FieldValue::Missing) {
                FieldValue::Text(Cow::Borrowed(text)) => String::from_utf8_lossy(text),
                FieldValue::Text(Cow::Owned(text)) => Cow::Owned(String::from_utf8_lossy(&text).into_owned()),
                FieldValue::Json(json) => match serde_json::from_str(&json) {
                    Ok(serde_json::Value::String(text)) => Cow::Owned(text),
                    Ok(serde_json::Value::Null) | Err(_) => return None,
                    Ok(value) => Cow::Owned(value.to_string()),
                },
                FieldValue::Missing => return None,
            };
            Some(text).filter(|text| !text.is_empty())
        };
        names.into_iter().map(|name| text(name)).collect()
    }

    /// The fields of a row, one for each column.
    pub(crate) fn values(&self, index: usize) -> Vec<FieldValue<'_>> {
        #[cfg(feature = "columnar")]
        if let Some(batch) = self.batch {
            return (0..batch.num_columns()).map(|column| self.batch_value(batch, column, index)).collect();
        }
        self.layout.values(&self.rows[index])
    }

    /// A value of Parquet or Arrow. A puzzle is shown as it was read.
    #[cfg(feature = "columnar")]
    fn batch_value<'r>(&self, batch: &'r arrow_array::RecordBatch, column: usize, index: usize) -> FieldValue<'r> {
        match &self.rows[index].puzzle {
            RowPuzzle::Classic(symbols) if column == self.layout.puzzle => {
                FieldValue::Text(Cow::Owned(symbols.to_vec()))
            }
            _ => crate::columnar::value_text(batch, column, index),
        }
    }
}

impl<'r, 'c> IntoIterator for &'r Rows<'c> {
    type Item = &'r Row<'c>;
    type IntoIter = std::slice::Iter<'r, Row<'c>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'c> Row<'c> {
    /// A row that has no text.
    fn of_puzzle(puzzle: RowPuzzle<'c>, fields: usize) -> Row<'c> {
        let (text, line_break) = (&b""[..], &b"\n"[..]);
        Row { text, line_break, puzzle, fields, has_other_keys: false, other_type: None, is_json: true }
    }

    /// Whether a row of JSON Lines may be valid JSON. A row that could not be parsed is not parsed again.
    pub(crate) fn is_json(&self) -> bool {
        self.is_json
    }
}

/// Parses the rows of a chunk.
pub(crate) fn parse(chunk: &RowChunk) -> Rows<'_> {
    let layout = &*chunk.layout;
    let rows = match &chunk.content {
        ChunkContent::Lines(cut) => {
            let mut reader = layout.reader.clone();
            let mut rows = Vec::with_capacity(cut.rows);
            rows.extend(cut.iter().map(|line| parse_line(line, layout, &mut reader)));
            rows
        }
        ChunkContent::Records(records, _) => {
            let puzzle = |record: &Result<_, PuzzleReadError>| match record {
                Ok(qedoku::formats::PuzzleRecord { puzzle, .. }) => RowPuzzle::Puzzle(puzzle.clone()),
                Err(error) => RowPuzzle::Malformed(error.to_string()),
            };
            records.iter().map(|record| Row::of_puzzle(puzzle(record), 1)).collect()
        }
        #[cfg(feature = "columnar")]
        ChunkContent::Batch(batch) => {
            let mut reader = layout.reader.clone();
            let puzzles = batch.puzzles(layout.puzzle);
            let puzzle = |row| match puzzles.get(row) {
                Some(text) => read_puzzle(Cow::Borrowed(text), &mut reader),
                None => RowPuzzle::Missing,
            };
            let fields = layout.names.len();
            (0..batch.batch.num_rows()).map(puzzle).map(|puzzle| Row::of_puzzle(puzzle, fields)).collect()
        }
    };
    Rows {
        layout,
        rows,
        #[cfg(feature = "columnar")]
        batch: if let ChunkContent::Batch(rows) = &chunk.content { Some(&rows.batch) } else { None },
    }
}

fn parse_line<'c>(line: &'c [u8], layout: &Layout, reader: &mut LineReader) -> Row<'c> {
    let text = trim_line_break(line);
    let line_break = match &line[text.len()..] {
        b"" => layout.line_break_static(),
        line_break => line_break,
    };
    let row = Row { text, line_break, ..Row::of_puzzle(RowPuzzle::Malformed(String::new()), 1) };
    match layout.format {
        TableFormat::Csv | TableFormat::Tsv => parse_csv(row, layout, reader),
        TableFormat::JsonLines => parse_json(row, layout, reader),
        _ => Row { puzzle: read_puzzle(Cow::Borrowed(text), reader), ..row },
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the result is the same row with its puzzle")]
fn parse_csv<'c>(row: Row<'c>, layout: &Layout, reader: &mut LineReader) -> Row<'c> {
    let text = row.text;
    let (field, fields) = if memchr(b'"', text).is_none() {
        let mut separators = memchr_iter(layout.separator, text);
        let start = match layout.puzzle {
            0 => Some(0),
            index => separators.by_ref().nth(index - 1).map(|position| position + 1),
        };
        let end = separators.next();
        let fields = layout.puzzle + 1 + end.map_or(0, |_| 1 + separators.count());
        match start {
            Some(start) => (Some(start..end.unwrap_or(text.len())), fields),
            None => (None, memchr_iter(layout.separator, text).count() + 1),
        }
    } else {
        let mut all = csv::fields(text, layout.separator);
        let field = all.by_ref().nth(layout.puzzle);
        let before = if field.is_some() { layout.puzzle + 1 } else { 0 };
        let fields = if field.is_some() { before + all.count() } else { csv::fields(text, layout.separator).count() };
        (field, fields)
    };
    let missing = || format!("expected a puzzle in field {}, found {fields} fields", layout.puzzle + 1);
    let puzzle =
        field.map_or_else(|| RowPuzzle::Malformed(missing()), |field| read_puzzle(csv::content(&text[field]), reader));
    Row { puzzle, fields, ..row }
}

#[expect(clippy::needless_pass_by_value, reason = "the result is the same row with its puzzle")]
fn parse_json<'c>(row: Row<'c>, layout: &Layout, reader: &mut LineReader) -> Row<'c> {
    let parsed = std::str::from_utf8(row.text).map_err(|error| not_utf8(row.text, error));
    let parsed = match parsed.and_then(JsonRow::parse) {
        Ok(parsed) => parsed,
        Err(message) => return Row { puzzle: RowPuzzle::Malformed(message), is_json: false, ..row },
    };
    let (mut has_other_keys, mut other_type) = (false, None);
    if let JsonRow::Object(object) = &parsed {
        for (key, value) in &object.0 {
            match layout.names.iter().position(|name| name == key) {
                None => has_other_keys = true,
                Some(column) if other_type.is_none() => {
                    other_type = layout.json_types.get(column).filter(|kind| !kind.fits(value)).map(|_| column);
                }
                Some(_) => {}
            }
        }
    }
    let key = layout.puzzle_column();
    let puzzle = match parsed.get(key).map(json_lines::puzzle_text) {
        None => RowPuzzle::Malformed(format!("expected a puzzle in the field \"{key}\", which is missing")),
        Some(None) => RowPuzzle::Malformed(format!("expected a puzzle in the field \"{key}\": a string or an array")),
        Some(Some(Cow::Borrowed(text))) => read_puzzle(Cow::Borrowed(text.as_bytes()), reader),
        Some(Some(Cow::Owned(text))) => read_puzzle(Cow::Owned(text.into_bytes()), reader),
    };
    Row { puzzle, has_other_keys, other_type, ..row }
}

fn not_utf8(text: &[u8], error: std::str::Utf8Error) -> String {
    format!("column {}: expected UTF-8, found the byte 0x{:02x}", error.valid_up_to() + 1, text[error.valid_up_to()])
}

#[expect(clippy::needless_pass_by_value, reason = "the result borrows from what the field borrows")]
fn read_puzzle<'c>(field: Cow<'c, [u8]>, reader: &mut LineReader) -> RowPuzzle<'c> {
    if let Cow::Borrowed(symbols) = field
        && let Some(symbols) = reader.classic(symbols)
    {
        return RowPuzzle::Classic(symbols);
    }
    let text = match std::str::from_utf8(&field) {
        Ok(text) if text.len() > qedoku::formats::MAX_LINE_BYTES => {
            return RowPuzzle::Malformed(format!("expected a puzzle, found a field of {} bytes", text.len()));
        }
        Ok(text) => text,
        Err(error) => return RowPuzzle::Malformed(not_utf8(&field, error)),
    };
    match reader.read(text) {
        Ok(record) => RowPuzzle::Puzzle(record.puzzle),
        Err(PuzzleReadError { column: 0, message, .. }) => RowPuzzle::Malformed(message),
        Err(PuzzleReadError { column, message, .. }) => RowPuzzle::Malformed(format!("column {column}: {message}")),
    }
}

impl Layout {
    fn line_break_static(&self) -> &'static [u8] {
        self.line_break
    }

    /// The fields of a row of text, one for each column.
    fn values<'r>(&self, row: &'r Row<'_>) -> Vec<FieldValue<'r>> {
        match self.format {
            TableFormat::Csv | TableFormat::Tsv => self.csv_values(row),
            TableFormat::JsonLines => self.json_values(row),
            _ => self.list_values(row),
        }
    }

    fn csv_values<'r>(&self, row: &'r Row<'_>) -> Vec<FieldValue<'r>> {
        let mut ranges = csv::fields(row.text, self.separator);
        let last = self.names.len() - 1;
        let mut values = Vec::with_capacity(self.names.len());
        for index in 0..self.names.len() {
            values.push(match ranges.next() {
                None => FieldValue::Missing,
                // Fields beyond the last column stay in it.
                Some(range) if index == last && range.end < row.text.len() => {
                    FieldValue::Text(Cow::Borrowed(&row.text[range.start..]))
                }
                Some(range) => FieldValue::Text(csv::content(&row.text[range])),
            });
        }
        values
    }

    fn json_values<'r>(&self, row: &'r Row<'_>) -> Vec<FieldValue<'r>> {
        let parsed = std::str::from_utf8(row.text).ok().and_then(|text| JsonRow::parse(text).ok());
        let json = |value: &'r str| FieldValue::Json(Cow::Borrowed(value));
        let value = |(index, name): (usize, &String)| match &parsed {
            Some(JsonRow::Object(_)) => parsed.as_ref().and_then(|row| row.get(name)).map_or(FieldValue::Missing, json),
            Some(JsonRow::Value(value)) if index == self.puzzle => json(value),
            None if index == self.puzzle => FieldValue::Text(Cow::Borrowed(row.text)),
            _ => FieldValue::Missing,
        };
        self.names.iter().enumerate().map(value).collect()
    }

    fn list_values<'r>(&self, row: &'r Row<'_>) -> Vec<FieldValue<'r>> {
        let line = FieldValue::Text(Cow::Borrowed(row.text));
        let puzzle = match &row.puzzle {
            RowPuzzle::Classic(symbols) => FieldValue::Text(Cow::Borrowed(&symbols[..])),
            RowPuzzle::Puzzle(puzzle) if self.has_line_column || row.text.is_empty() => {
                let options = WriteOptions { alphabet: self.alphabet(), ..WriteOptions::default() };
                let text = write_line(puzzle.givens(), &options).unwrap_or_else(|_| puzzle.to_string());
                FieldValue::Text(Cow::Owned(text.into_bytes()))
            }
            RowPuzzle::Malformed(_) if self.has_line_column => FieldValue::Missing,
            _ => FieldValue::Text(Cow::Borrowed(row.text)),
        };
        if self.has_line_column { vec![puzzle, line] } else { vec![puzzle] }
    }
}
