//! Reader cases: texts in every format and malformed ones, with the exact result (`testdata/readers/*.toml`).
//!
//! `testdata/readers/README.md` describes the fields.

use std::path::Path;

use qedoku_puzzle::formats::{self, ReadOptions};
use toml::{Table, Value};

use crate::toml_files;

/// A text and the expected result of reading it.
#[derive(Clone, Debug)]
pub struct ReaderCase {
    /// The name, unique among all files.
    pub name: String,
    /// The name of its file.
    pub kind: String,
    /// The text.
    pub input: String,
    /// The options of the reader.
    pub options: ReadOptions,
    /// The expected result.
    pub expected: ReadResult,
}

/// The result of reading a text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReadResult {
    /// The detected format, if there is a puzzle.
    pub format: Option<String>,
    /// The detected alphabet, if the format has one.
    pub alphabet: Option<String>,
    /// Messages about other possible readings.
    pub notes: Vec<String>,
    /// Puzzles and errors, in order.
    pub items: Vec<ReadItem>,
}

/// A puzzle of a text, or an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadItem {
    /// A puzzle.
    Puzzle {
        /// The puzzle, as `Puzzle` is written.
        puzzle: String,
        /// The number of its first line.
        line: usize,
        /// Its solution, or an empty text.
        solution: String,
        /// The other fields of its line, or its title.
        rest: String,
    },
    /// The text of an error, with its place.
    Error(String),
}

impl ReaderCase {
    /// Reads the input.
    pub fn read(&self) -> ReadResult {
        let mut reader = formats::read(&self.input, &self.options);
        let mut items = Vec::new();
        for item in reader.by_ref() {
            items.push(match item {
                Ok(record) => ReadItem::Puzzle {
                    puzzle: record.puzzle.to_string(),
                    line: record.line,
                    solution: record.solution.map(|grid| grid.to_string()).unwrap_or_default(),
                    rest: record.rest,
                },
                Err(error) => ReadItem::Error(error.to_string()),
            });
        }
        if !items.iter().any(|item| matches!(item, ReadItem::Puzzle { .. })) {
            return ReadResult { items, ..ReadResult::default() };
        }
        let detected = reader.detected();
        ReadResult {
            format: Some(detected.format.to_string()),
            alphabet: detected.alphabet.map(|alphabet| alphabet.to_string()),
            notes: detected.notes.clone(),
            items,
        }
    }

    fn from_table(kind: &str, table: &Table) -> Result<ReaderCase, String> {
        let name = required(table, "name")?;
        let mut options = ReadOptions::default();
        if let Some(given) = table.get("options").and_then(Value::as_table) {
            let text = |field: &str| given.get(field).and_then(Value::as_str);
            options.format = text("format").map(str::parse).transpose().map_err(|error| format!("{error}"))?;
            options.alphabet = text("alphabet").map(str::parse).transpose().map_err(|error| format!("{error}"))?;
            options.board = text("board").map(str::parse).transpose().map_err(|error| format!("{error}"))?;
        }
        let text = |field: &str| table.get(field).and_then(Value::as_str).map(str::to_owned);
        let array = |field: &str| table.get(field).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let notes = array("notes").iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let items = array("items").iter().map(|item| ReadItem::from_table(item.as_table().ok_or("items are tables")?));
        let items = items.collect::<Result<_, String>>()?;
        let expected = ReadResult { format: text("format"), alphabet: text("alphabet"), notes, items };
        Ok(ReaderCase { name, kind: kind.to_owned(), input: required(table, "input")?, options, expected })
    }
}

impl ReadItem {
    /// The line of a puzzle is 1 and its other fields are empty unless the file states them.
    fn from_table(table: &Table) -> Result<ReadItem, String> {
        if table.contains_key("error") {
            return required(table, "error").map(ReadItem::Error);
        }
        let text = |field: &str| table.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
        let line = table.get("line").and_then(Value::as_integer).unwrap_or(1) as usize;
        Ok(ReadItem::Puzzle {
            puzzle: required(table, "puzzle")?,
            line,
            solution: text("solution"),
            rest: text("rest"),
        })
    }
}

fn required(table: &Table, field: &str) -> Result<String, String> {
    table.get(field).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| format!("missing {field}"))
}

/// All reader cases, file by file.
pub fn cases() -> Vec<ReaderCase> {
    let files = toml_files::read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/readers"));
    let cases = files.iter().flat_map(|(kind, table)| {
        toml_files::entries(table, "case").map(move |entry| {
            ReaderCase::from_table(kind, entry).unwrap_or_else(|error| panic!("{kind}.toml: {error}: {entry:?}"))
        })
    });
    cases.collect()
}
