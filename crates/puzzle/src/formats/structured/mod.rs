//! Readers of formats with a structure of their own: JSON, XML, links, and the library lines of HoDoKu.
//!
//! | beginning of the text | reader |
//! |---|---|
//! | `{` and a name in quotes, or `[` and JSON | [`json`]: a document, or one value per line |
//! | `<opensudoku`, `<ksudoku`, ... | [`xml_puzzles`] |
//! | `https://` or a known site | [`links`], one per line |
//! | `:0000:x:...` | [`hodoku`], one per line |
//!
//! A list in brackets that is not JSON, such as a Python list with `None`, is left to the readers of grids. Documents are read as a
//! whole, lines one by one. Variants are refused by name and never read as a classic puzzle.

mod json_value;
mod json;
mod fields;
mod lz_string;
mod run_length;
mod regions;
mod hodoku;
mod sudoku_wiki;
mod fpuzzles;
mod sudoku_pad;
mod links;
mod xml;
mod xml_puzzles;
mod xml_write;

use super::cells::{ParsedPuzzle, ReadContext};
use super::error::SpanError;
use super::text::{Cursor, Line};
use super::{Format, MAX_DOCUMENT_BYTES, PuzzleReadError, PuzzleWriteError, WriteOptions};
use crate::{Cell, DigitSet, Grid, Puzzle};

pub(super) use xml_write::{KSUDOKU_EPILOGUE, KSUDOKU_PROLOGUE, OPEN_SUDOKU_EPILOGUE, OPEN_SUDOKU_PROLOGUE};

/// A text in a structured format, and the puzzles of it that were read ahead.
#[derive(Clone, Debug)]
pub(super) struct StructuredSource {
    kind: SourceKind,
    pending: std::vec::IntoIter<Result<StructuredEntry, PuzzleReadError>>,
    is_finished: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SourceKind {
    JsonDocument,
    JsonLines,
    Xml,
    Links,
    Hodoku,
}

/// A puzzle of a structured text.
#[derive(Clone, Debug)]
pub(super) struct StructuredEntry {
    /// The line of the puzzle, from 1.
    pub(super) line: usize,
    pub(super) parsed: ParsedPuzzle,
    pub(super) solution: Option<Grid>,
    pub(super) rest: String,
    /// The cells whose digits were placed by a player.
    pub(super) placed: Vec<Cell>,
}

/// A puzzle in a text, or the error that replaces it.
struct FoundPuzzle<'a> {
    at: &'a str,
    parsed: Result<ParsedPuzzle, SpanError<'a>>,
    solution: Option<Grid>,
    rest: String,
    placed: Vec<Cell>,
}

impl StructuredSource {
    /// Recognises a structured text by its first line that is neither empty nor a comment.
    pub(super) fn detect(start: &Cursor<'_>, first: &Line<'_>) -> Option<StructuredSource> {
        let kind = match first.text.bytes().next()? {
            b'{' | b'[' => json_kind(start, first)?,
            b'<' if xml_puzzles::is_puzzle_file(&start.text()[first.offset..]) => SourceKind::Xml,
            _ if hodoku::is_library_line(first.text) => SourceKind::Hodoku,
            _ if links::is_link(first.text) => SourceKind::Links,
            _ => return None,
        };
        Some(StructuredSource::new(kind))
    }

    /// The source for a format that the user named, if it is a structured one.
    pub(super) fn of_format(format: Format, start: &Cursor<'_>, first: &Line<'_>) -> Option<StructuredSource> {
        let json = || json_kind(start, first).unwrap_or(SourceKind::JsonDocument);
        let kind = match format {
            Format::Json => json(),
            Format::FPuzzles | Format::SudokuPad if first.text.starts_with('{') => json(),
            Format::FPuzzles | Format::SudokuPad | Format::SudokuWiki | Format::SudokuExchange => SourceKind::Links,
            Format::Hodoku => SourceKind::Hodoku,
            Format::OpenSudoku | Format::KSudoku => SourceKind::Xml,
            _ => return None,
        };
        Some(StructuredSource::new(kind))
    }

    fn new(kind: SourceKind) -> StructuredSource {
        StructuredSource { kind, pending: Vec::new().into_iter(), is_finished: false }
    }

    /// Reads the next puzzle. `None` at the end of the text.
    pub(super) fn next(
        &mut self,
        cursor: &mut Cursor<'_>,
        context: &mut ReadContext,
    ) -> Option<Result<StructuredEntry, PuzzleReadError>> {
        loop {
            if let Some(entry) = self.pending.next() {
                return Some(entry);
            }
            if self.is_finished {
                return None;
            }
            let first = cursor.next_significant()?;
            // The format that the user named selected the reader; the cells have their own.
            let format = context.options.format.take();
            let text = cursor.text();
            let found = match self.kind {
                SourceKind::JsonDocument | SourceKind::Xml => self.read_document(&text[first.offset..], context),
                SourceKind::JsonLines => json::read_text(first.text, context),
                SourceKind::Links => vec![found_link(first, context)],
                SourceKind::Hodoku => {
                    let placed = hodoku::placed_cells(first.text);
                    vec![FoundPuzzle { placed, ..FoundPuzzle::of(first.text, hodoku::read(first.text)) }]
                }
            };
            context.options.format = format;
            if self.is_finished {
                cursor.by_ref().for_each(drop);
            }
            self.pending = located(found, text, first).into_iter();
        }
    }

    /// Reads everything from here on.
    fn read_document<'a>(&mut self, text: &'a str, context: &mut ReadContext) -> Vec<FoundPuzzle<'a>> {
        self.is_finished = true;
        if text.len() > MAX_DOCUMENT_BYTES {
            let message = format!(
                "expected a document of at most {} MB, found {} MB: write one puzzle per line",
                MAX_DOCUMENT_BYTES >> 20,
                text.len() >> 20
            );
            return vec![FoundPuzzle::of(text, Err(SpanError::whole(message)))];
        }
        match self.kind {
            SourceKind::Xml => xml_puzzles::read(text, context),
            _ => json::read_text(text.trim_end(), context),
        }
    }
}

impl<'a> FoundPuzzle<'a> {
    fn of(at: &'a str, parsed: Result<ParsedPuzzle, SpanError<'a>>) -> FoundPuzzle<'a> {
        FoundPuzzle { at, parsed, solution: None, rest: String::new(), placed: Vec::new() }
    }
}

/// Whether a text is a JSON document or JSON Lines; `None` if it is not JSON.
fn json_kind(start: &Cursor<'_>, first: &Line<'_>) -> Option<SourceKind> {
    let text = &start.text()[first.offset..];
    let mut lines = start.clone().skip_while(|line| line.number <= first.number);
    if lines.any(|line| line.is_significant()) && json::is_complete(first.text) && !json::is_row(first.text) {
        return Some(SourceKind::JsonLines);
    }
    json::is_json(text).then_some(SourceKind::JsonDocument)
}

fn found_link<'a>(line: Line<'a>, context: &mut ReadContext) -> FoundPuzzle<'a> {
    match links::read(line.text, context) {
        Ok((parsed, rest)) => FoundPuzzle { rest: rest.into(), ..FoundPuzzle::of(line.text, Ok(parsed)) },
        Err(error) => FoundPuzzle::of(line.text, Err(error)),
    }
}

/// Computes the lines of puzzles and errors. Puzzles come in the order of the text, so it is scanned once.
fn located(
    found: Vec<FoundPuzzle<'_>>,
    text: &str,
    mut line: Line<'_>,
) -> Vec<Result<StructuredEntry, PuzzleReadError>> {
    let mut entries = Vec::with_capacity(found.len());
    for FoundPuzzle { at, parsed, solution, rest, placed } in found {
        let offset = (at.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        let between = text.get(line.offset..offset).unwrap_or_default();
        if let Some(end) = between.rfind('\n') {
            line.number += between.bytes().filter(|byte| *byte == b'\n').count();
            line.offset += end + 1;
        }
        entries.push(match parsed {
            Ok(parsed) => Ok(StructuredEntry { line: line.number, parsed, solution, rest, placed }),
            Err(error) => {
                let mut error = error.locate(text, line);
                error.message = error.message.replace(['\n', '\r'], " "); // a string or element may go over lines
                Err(error)
            }
        });
    }
    entries
}

/// The puzzle with these givens and remaining candidates of each cell.
///
/// Programs that write positions also leave out the candidates that a given eliminates. These are not eliminations of the puzzle,
/// so a position that shows no more than that is a plain puzzle.
fn with_marks(givens: &Grid, marks: &[DigitSet]) -> Puzzle {
    let board = givens.board();
    let initial = Puzzle::new(givens.clone()).initial_candidates();
    let allowed = board.cells().zip(initial).zip(marks).map(|((cell, initial), marks)| match givens.get(cell) {
        Some(given) => DigitSet::only(given),
        None if marks.is_empty() && !initial.is_empty() => DigitSet::EMPTY,
        None => DigitSet::all(board.side()) - (initial - *marks),
    });
    Puzzle::with_candidates(board, allowed.collect::<Vec<_>>())
}

/// Joins the notes that apply.
fn notes(notes: [Option<String>; 2]) -> Option<String> {
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

/// The beginning of a text on one line, for a message.
fn first_words(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.join(" ");
    let end = words.char_indices().nth(60).map_or(words.len(), |(end, _)| end);
    if end < words.len() { format!("{}...", &words[..end]) } else { words }
}

/// Writes a puzzle in a structured format.
pub(super) fn write(puzzle: &Puzzle, format: Format, options: &WriteOptions) -> Result<String, PuzzleWriteError> {
    match format {
        Format::Json => json::write(puzzle, options),
        Format::Hodoku => hodoku::write(puzzle),
        Format::SudokuWiki => sudoku_wiki::write(puzzle),
        Format::SudokuExchange => links::write_exchange(puzzle),
        Format::FPuzzles => fpuzzles::write(puzzle, options.solution.as_ref()),
        Format::SudokuPad => sudoku_pad::write(puzzle),
        Format::OpenSudoku | Format::KSudoku => xml_write::write(puzzle, format, options),
        _ => Err(PuzzleWriteError::Binary(format)),
    }
}
