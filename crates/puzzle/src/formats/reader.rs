//! [`PuzzleReader`]: the iterator over the puzzles of a text.

use super::cells::{ParsedPuzzle, ReadContext};
use super::count_line::CountLine;
use super::detect::{FileLayout, detect_layout, nothing_found};
use super::error::SpanError;
use super::structured::StructuredEntry;
use super::text::{Cursor, Line};
use super::{Alphabet, Format, PuzzleReadError, array_literal, clue_list, multi_line, one_per_line, placements};
use crate::{Board, Cell, Grid, Puzzle};

/// Options for reading. A field that is set overrides detection.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReadOptions {
    /// The format.
    pub format: Option<Format>,
    /// The symbols of digits, or whether numbers count from 0 or from 1.
    pub alphabet: Option<Alphabet>,
    /// The board, for boxes other than the usual ones: 12x12 has boxes 3x4 unless this is set.
    pub board: Option<Board>,
}

/// A puzzle and the other content of its line or heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleRecord {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number of its first line, from 1.
    pub line: usize,
    /// Its solution, if the line has a full grid of the same size.
    pub solution: Option<Grid>,
    /// The other fields of its line, or its title, such as `Grid 01`.
    pub rest: String,
    /// The cells whose digits were placed by a player, in formats that mark them (HoDoKu lines). They are givens of `puzzle`.
    pub placed: Vec<Cell>,
}

/// The detected format of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DetectedFormat {
    /// The format of the first puzzle.
    pub format: Format,
    /// The symbols of its digits, or the first number.
    pub alphabet: Option<Alphabet>,
    /// Messages about other possible readings.
    pub notes: Vec<String>,
}

/// Iterator over the puzzles of a text, created by [`read`](super::read).
///
/// An item is a puzzle or the error at its position. Iteration continues after an error.
#[derive(Debug)]
pub struct PuzzleReader<'a> {
    cursor: Cursor<'a>,
    state: ReaderState,
    /// The first item, read ahead so that the format is known.
    first: Option<Result<PuzzleRecord, PuzzleReadError>>,
    count: Option<CountLine>,
}

/// What is known about a file while it is read: everything but the text and the position in it.
#[derive(Clone, Debug)]
pub(super) struct ReaderState {
    pub(super) context: ReadContext,
    pub(super) layout: FileLayout,
    pub(super) detected: DetectedFormat,
    /// Whether a puzzle has been read; then `detected` describes it.
    has_read: bool,
}

impl<'a> PuzzleReader<'a> {
    pub(super) fn new(text: &'a str, options: &ReadOptions) -> PuzzleReader<'a> {
        let mut cursor = Cursor::new(text);
        let mut state = ReaderState::detect(&cursor, options);
        let first = state.advance(&mut cursor).or_else(|| state.nothing_found(&Cursor::new(text)));
        let count = CountLine::find(&state.layout, text, first.as_ref());
        PuzzleReader { cursor, state, first, count }
    }

    /// The format of the first valid puzzle. As long as there is none, the requested format.
    pub fn detected(&self) -> &DetectedFormat {
        &self.state.detected
    }
}

impl Iterator for PuzzleReader<'_> {
    type Item = Result<PuzzleRecord, PuzzleReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.first.take().or_else(|| self.state.advance(&mut self.cursor));
        match &record {
            Some(_) => self.count.iter_mut().for_each(|count| count.add(1)),
            None => return self.count.take().and_then(CountLine::error).map(Err),
        }
        record
    }
}

impl ReaderState {
    /// Detects the layout from the first lines after the cursor.
    pub(super) fn detect(cursor: &Cursor<'_>, options: &ReadOptions) -> ReaderState {
        let mut context = ReadContext::new(options.clone());
        let layout = detect_layout(cursor, &mut context);
        if matches!(layout, FileLayout::OnePerLine(..)) {
            context.fix_alphabets();
        }
        let format = options.format.unwrap_or(Format::Line);
        let detected = DetectedFormat { format, alphabet: options.alphabet, notes: Vec::new() };
        ReaderState { context, layout, detected, has_read: false }
    }

    /// The error of a text that has content but no puzzle.
    pub(super) fn nothing_found(&self, start: &Cursor<'_>) -> Option<Result<PuzzleRecord, PuzzleReadError>> {
        nothing_found(start, &self.layout).map(Err)
    }

    /// Reads the next puzzle and advances past it. `None` at the end of the text.
    pub(super) fn advance(&mut self, cursor: &mut Cursor<'_>) -> Option<Result<PuzzleRecord, PuzzleReadError>> {
        match &mut self.layout {
            FileLayout::OnePerLine(columns, header) => {
                let (columns, header) = (*columns, *header);
                self.next_line(cursor, columns, header).map(|(_, record)| record)
            }
            FileLayout::MultiLine => self.next_multi_line(cursor),
            FileLayout::ClueLists => {
                let (first, parsed) = clue_list::next(cursor, &self.context)?;
                Some(self.record(cursor.text(), first, parsed, None, String::new()))
            }
            FileLayout::CellList => {
                let (first, parsed) = placements::next_cell_list(cursor, &self.context)?;
                Some(self.record(cursor.text(), first, parsed, None, String::new()))
            }
            FileLayout::TripleList => {
                let (first, parsed) = placements::next_triple_list(cursor, &self.context)?;
                Some(self.record(cursor.text(), first, parsed, None, String::new()))
            }
            FileLayout::ArrayLiterals => {
                let array_literal::LiteralEntry { first, title, parsed } =
                    array_literal::next(cursor, &mut self.context)?;
                Some(self.record(cursor.text(), first, parsed, None, title.into()))
            }
            FileLayout::Structured(source) => {
                let entry = source.next(cursor, &mut self.context)?;
                Some(entry.and_then(|StructuredEntry { line, parsed, solution, rest, placed }| {
                    let first = Line { text: "", raw: "", number: line, offset: 0 };
                    Ok(PuzzleRecord { placed, ..self.record("", first, Ok(parsed), solution, rest)? })
                }))
            }
            FileLayout::Unsupported(error) => error.take().map(Err),
        }
    }

    /// Reads the next line that is neither empty nor a comment nor the header.
    pub(super) fn next_line<'a>(
        &mut self,
        cursor: &mut Cursor<'a>,
        columns: one_per_line::Columns,
        header: usize,
    ) -> Option<(Line<'a>, Result<PuzzleRecord, PuzzleReadError>)> {
        let mut line = cursor.next_significant()?;
        if line.number == header {
            line = cursor.next_significant()?;
        }
        let is_named = self.context.has_named_columns;
        if let Some(error) = (!is_named).then(|| columns.several_puzzles(line, &mut self.context)).flatten() {
            return Some((line, Err(error.locate(cursor.text(), line))));
        }
        let record = match columns.read(line, &mut self.context) {
            Ok(one_per_line::LineEntry { mut parsed, solution, rest }) => {
                parsed.format = one_per_line::format(columns, parsed.format);
                self.record(cursor.text(), line, Ok(parsed), solution, rest)
            }
            Err(error) => Err(error.locate(cursor.text(), line)),
        };
        Some((line, record))
    }

    fn next_multi_line(&mut self, cursor: &mut Cursor<'_>) -> Option<Result<PuzzleRecord, PuzzleReadError>> {
        let multi_line::GridEntry { first, title, parsed } = multi_line::next(cursor, &mut self.context)?;
        if let Ok(ParsedPuzzle { puzzle, format: Format::SimpleSudoku, .. }) = &parsed {
            multi_line::skip_states(cursor, &mut self.context, puzzle, !self.has_read);
        }
        Some(self.record(cursor.text(), first, parsed, None, title.into()))
    }

    fn record<'a>(
        &mut self,
        text: &'a str,
        first: Line<'a>,
        parsed: Result<ParsedPuzzle, SpanError<'a>>,
        solution: Option<Grid>,
        rest: String,
    ) -> Result<PuzzleRecord, PuzzleReadError> {
        let parsed = parsed.map_err(|error| error.locate(text, first))?;
        if self.detected.format == Format::Sdm && parsed.puzzle.board() != Board::CLASSIC {
            let side = parsed.puzzle.board().side();
            let message = format!("expected 81 characters, because sdm is for 9x9 only, found a {side}x{side} puzzle");
            return Err(SpanError::whole(message).locate(text, first));
        }
        if !self.has_read {
            self.has_read = true;
            self.detected.format = self.context.options.format.unwrap_or(parsed.format);
            self.detected.alphabet = parsed.alphabet;
            self.detected.notes.extend(parsed.note);
        }
        Ok(PuzzleRecord { puzzle: parsed.puzzle, line: first.number, solution, rest, placed: Vec::new() })
    }
}
