//! Rows: the puzzles of a list, a NumPy array or an Arrow column, in chunks for the workers.
//!
//! A chunk owns its rows or shares them with Arrow, so a worker reads it without the GIL. Classic puzzles stay lines of 81 symbols
//! from here to the lanes engine ([`ParsedRow::Line`]); all others are parsed into a [`PuzzleText`].

use std::ops::Range;

use qedoku::formats::PuzzleReadError;
use qedoku::{Board, lanes};

use crate::arrow_column::ColumnReader;
use crate::text::{PuzzleText, read_digits, read_text};

/// Rows per chunk on classic boards: enough to keep the lanes of the engine full, few enough to stay in the cache.
pub(crate) const CLASSIC_CHUNK: usize = 4096;

/// Consecutive rows of an input.
pub(crate) enum RowChunk {
    /// Items of a Python sequence.
    Items(ItemChunk),
    /// Cells of an array, each row of the same length.
    Digits {
        /// The cells of all rows.
        cells: Vec<u8>,
        /// The number of cells of a row.
        width: usize,
    },
    /// Rows of an Arrow array.
    Column(ColumnReader, Range<usize>),
}

/// Items of a Python sequence. Texts are copied into one buffer: an allocation for each would take longer.
#[derive(Default)]
pub(crate) struct ItemChunk {
    text: Vec<u8>,
    items: Vec<Item>,
}

enum Item {
    Missing,
    /// The text up to here, from the end of the item before.
    TextEnd(usize),
    Puzzle(Box<PuzzleText>),
    Digits(Vec<u8>),
}

/// A row before it is parsed.
pub(crate) enum Row<'a> {
    Missing,
    Text(&'a [u8]),
    Digits(&'a [u8]),
    Puzzle(&'a PuzzleText),
}

/// A row as the operations see it.
pub(crate) enum ParsedRow<'a> {
    /// A null: it has no results.
    Missing,
    /// Not a puzzle.
    Invalid(PuzzleReadError),
    /// A classic puzzle on a line.
    Line(&'a [u8; 81]),
    /// A classic puzzle of another form, as a line.
    OwnedLine(Box<[u8; 81]>),
    /// Any other puzzle.
    Puzzle(Box<PuzzleText>),
}

impl ItemChunk {
    pub(crate) fn push_text(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.items.push(Item::TextEnd(self.text.len()));
    }

    pub(crate) fn push_puzzle(&mut self, puzzle: PuzzleText) {
        self.items.push(Item::Puzzle(Box::new(puzzle)));
    }

    pub(crate) fn push_digits(&mut self, digits: Vec<u8>) {
        self.items.push(Item::Digits(digits));
    }

    pub(crate) fn push_missing(&mut self) {
        self.items.push(Item::Missing);
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let mut start = 0;
        self.items.iter().map(move |item| match item {
            Item::Missing => Row::Missing,
            Item::TextEnd(end) => Row::Text(&self.text[std::mem::replace(&mut start, *end)..*end]),
            Item::Puzzle(puzzle) => Row::Puzzle(puzzle),
            Item::Digits(digits) => Row::Digits(digits),
        })
    }
}

impl RowChunk {
    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        match self {
            RowChunk::Items(items) => items.items.len(),
            RowChunk::Digits { cells, width } => cells.len() / width,
            RowChunk::Column(_, range) => range.len(),
        }
    }

    /// Parses all rows and passes them to `process`.
    pub(crate) fn with_parsed<T>(&self, boxes: Option<Board>, process: impl FnOnce(Vec<ParsedRow<'_>>) -> T) -> T {
        match self {
            RowChunk::Items(items) => process(items.rows().map(|row| parse(row, boxes)).collect()),
            RowChunk::Digits { cells, width: 81 } if boxes.is_none_or(|boxes| boxes == Board::CLASSIC) => {
                with_digit_lines(cells, process)
            }
            RowChunk::Digits { cells, width } => {
                process(cells.chunks(*width).map(|cells| parse(Row::Digits(cells), boxes)).collect())
            }
            RowChunk::Column(column, range) => {
                process(range.clone().map(|row| parse(column.row(row), boxes)).collect())
            }
        }
    }
}

/// Classic puzzles of digits become lines of text, because the engine checks solutions of lines only; the copy is cheap.
fn with_digit_lines<T>(cells: &[u8], process: impl FnOnce(Vec<ParsedRow<'_>>) -> T) -> T {
    let lines: Vec<u8> = cells.iter().map(|digit| digit.saturating_add(b'0')).collect();
    let rows = lines.as_chunks::<81>().0.iter().zip(cells.as_chunks::<81>().0);
    // The largest digit, without an early exit: the comparisons are done with vector instructions.
    let are_digits = |digits: &[u8; 81]| digits.iter().fold(0, |max, digit| max.max(*digit)) <= 9;
    let parsed = rows.map(
        |(line, digits)| {
            if are_digits(digits) { ParsedRow::Line(line) } else { parse(Row::Digits(digits), None) }
        },
    );
    process(parsed.collect())
}

impl From<PuzzleText> for ParsedRow<'_> {
    fn from(text: PuzzleText) -> Self {
        match lanes::digits(&text.puzzle) {
            Some(digits) if !text.puzzle.has_eliminations() => {
                ParsedRow::OwnedLine(Box::new(digits.map(|digit| digit + b'0')))
            }
            _ => ParsedRow::Puzzle(Box::new(text)),
        }
    }
}

impl ParsedRow<'_> {
    /// The line of a classic puzzle.
    pub(crate) fn line(&self) -> Option<&[u8; 81]> {
        match self {
            ParsedRow::Line(line) => Some(line),
            ParsedRow::OwnedLine(line) => Some(line),
            _ => None,
        }
    }
}

fn parse(row: Row<'_>, boxes: Option<Board>) -> ParsedRow<'_> {
    match row {
        Row::Missing => ParsedRow::Missing,
        Row::Puzzle(puzzle) => ParsedRow::from(puzzle.clone()),
        Row::Digits(digits) => read_digits(digits, boxes)
            .map_or_else(ParsedRow::Invalid, |puzzle| ParsedRow::from(PuzzleText::from(puzzle))),
        Row::Text(text) => {
            if let Some(line) =
                classic_line(text.trim_ascii()).filter(|_| boxes.is_none_or(|boxes| boxes == Board::CLASSIC))
            {
                return ParsedRow::Line(line);
            }
            read_text(&String::from_utf8_lossy(text), boxes).map_or_else(ParsedRow::Invalid, ParsedRow::from)
        }
    }
}

/// A line of 81 usual symbols. The comparisons have no early exit, so they are done with vector instructions.
fn classic_line(text: &[u8]) -> Option<&[u8; 81]> {
    let line: &[u8; 81] = text.try_into().ok()?;
    let are_usual = line.iter().fold(true, |all, symbol| all & matches!(symbol, b'0'..=b'9' | b'.'));
    are_usual.then_some(line)
}

/// The puzzle on a line of usual symbols.
pub(crate) fn line_puzzle(line: &[u8; 81]) -> qedoku::Puzzle {
    let digits = line.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' });
    qedoku::Puzzle::new(lanes::grid(&digits))
}
