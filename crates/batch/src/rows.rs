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
pub struct Rows<'c> {
    pub(crate) layout: &'c Layout,
    pub(crate) rows: Vec<Row<'c>>,
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
}

/// A field of a row, for another format.
pub(crate) enum FieldValue<'r> {
    Text(Cow<'r, [u8]>),
    /// The text of a JSON value.
    Json(&'r str),
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
}

impl<'r, 'c> IntoIterator for &'r Rows<'c> {
    type Item = &'r Row<'c>;
    type IntoIter = std::slice::Iter<'r, Row<'c>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Row<'_> {
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
            let row =
                |puzzle| Row { text: b"", line_break: b"\n", puzzle, fields: 1, has_other_keys: false, is_json: true };
            records.iter().map(|record| row(puzzle(record))).collect()
        }
    };
    Rows { layout, rows }
}

fn parse_line<'c>(line: &'c [u8], layout: &Layout, reader: &mut LineReader) -> Row<'c> {
    let text = trim_line_break(line);
    let line_break = match &line[text.len()..] {
        b"" => layout.line_break_static(),
        line_break => line_break,
    };
    let row = Row {
        text,
        line_break,
        puzzle: RowPuzzle::Malformed(String::new()),
        fields: 1,
        has_other_keys: false,
        is_json: true,
    };
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
    let has_other_keys = match &parsed {
        JsonRow::Object(object) => object.0.iter().any(|(key, _)| !layout.names.iter().any(|name| name == key)),
        JsonRow::Value(_) => false,
    };
    let key = layout.puzzle_column();
    let puzzle = match parsed.get(key).map(json_lines::puzzle_text) {
        None => RowPuzzle::Malformed(format!("expected a puzzle in the field \"{key}\", which is missing")),
        Some(None) => RowPuzzle::Malformed(format!("expected a puzzle in the field \"{key}\": a string or an array")),
        Some(Some(Cow::Borrowed(text))) => read_puzzle(Cow::Borrowed(text.as_bytes()), reader),
        Some(Some(Cow::Owned(text))) => read_puzzle(Cow::Owned(text.into_bytes()), reader),
    };
    Row { puzzle, has_other_keys, ..row }
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

    /// The fields of a row, one for each column.
    pub(crate) fn values<'r>(&self, row: &'r Row<'_>) -> Vec<FieldValue<'r>> {
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
        let value = |(index, name): (usize, &String)| match &parsed {
            Some(JsonRow::Object(_)) => {
                parsed.as_ref().and_then(|row| row.get(name)).map_or(FieldValue::Missing, FieldValue::Json)
            }
            Some(JsonRow::Value(value)) if index == self.puzzle => FieldValue::Json(value),
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
