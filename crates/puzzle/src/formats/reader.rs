//! [`PuzzleReader`]: the iterator over the puzzles of a text.

use super::cells::{ParsedPuzzle, ReadContext};
use super::detect::{FileLayout, detect_layout};
use super::error::SpanError;
use super::text::{Cursor, Line};
use super::{Alphabet, Format, PuzzleReadError, clue_list, multi_line, one_per_line};
use crate::{Board, Grid, Puzzle};

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
    context: ReadContext,
    layout: FileLayout,
    detected: DetectedFormat,
    /// Whether a puzzle has been read; then `detected` describes it.
    has_read: bool,
    /// The first item, read ahead so that `detected` is known.
    first: Option<Result<PuzzleRecord, PuzzleReadError>>,
}

impl<'a> PuzzleReader<'a> {
    pub(super) fn new(text: &'a str, options: &ReadOptions) -> PuzzleReader<'a> {
        let cursor = Cursor::new(text);
        let mut context = ReadContext::new(options.clone());
        let layout = detect_layout(&cursor, &mut context);
        let format = options.format.unwrap_or(Format::Line);
        let detected = DetectedFormat { format, alphabet: options.alphabet, notes: Vec::new() };
        let mut reader = PuzzleReader { cursor, context, layout, detected, has_read: false, first: None };
        reader.first = reader.advance();
        reader
    }

    /// The format of the first valid puzzle. As long as there is none, the requested format.
    pub fn detected(&self) -> &DetectedFormat {
        &self.detected
    }

    fn advance(&mut self) -> Option<Result<PuzzleRecord, PuzzleReadError>> {
        match &mut self.layout {
            FileLayout::OnePerLine(columns, header) => {
                let (columns, header) = (*columns, *header);
                self.next_line(columns, header)
            }
            FileLayout::MultiLine => self.next_multi_line(),
            FileLayout::ClueLists => {
                let (first, parsed) = clue_list::next(&mut self.cursor, &self.context)?;
                Some(self.record(first, parsed, None, String::new()))
            }
            FileLayout::Unsupported(error) => error.take().map(Err),
        }
    }

    fn next_line(
        &mut self,
        columns: one_per_line::Columns,
        header: usize,
    ) -> Option<Result<PuzzleRecord, PuzzleReadError>> {
        let mut line = self.cursor.next_significant()?;
        if line.number == header {
            line = self.cursor.next_significant()?;
        }
        Some(match columns.read(line, &mut self.context) {
            Ok(one_per_line::LineEntry { mut parsed, solution, rest }) => {
                parsed.format = one_per_line::format(columns, parsed.format);
                self.record(line, Ok(parsed), solution, rest)
            }
            Err(error) => Err(error.locate(self.cursor.text(), line)),
        })
    }

    fn next_multi_line(&mut self) -> Option<Result<PuzzleRecord, PuzzleReadError>> {
        let multi_line::GridEntry { first, title, parsed } = multi_line::next(&mut self.cursor, &mut self.context)?;
        if let Ok(ParsedPuzzle { puzzle, format: Format::SimpleSudoku, .. }) = &parsed {
            multi_line::skip_states(&mut self.cursor, &mut self.context, puzzle, !self.has_read);
        }
        Some(self.record(first, parsed, None, title.into()))
    }

    fn record(
        &mut self,
        first: Line<'a>,
        parsed: Result<ParsedPuzzle, SpanError<'a>>,
        solution: Option<Grid>,
        rest: String,
    ) -> Result<PuzzleRecord, PuzzleReadError> {
        let parsed = parsed.map_err(|error| error.locate(self.cursor.text(), first))?;
        if self.detected.format == Format::Sdm && parsed.puzzle.board() != Board::CLASSIC {
            let side = parsed.puzzle.board().side();
            let message = format!("expected 81 characters, because sdm is for 9x9 only, found a {side}x{side} puzzle");
            return Err(SpanError::whole(message).locate(self.cursor.text(), first));
        }
        if !self.has_read {
            self.has_read = true;
            self.detected.format = self.context.options.format.unwrap_or(parsed.format);
            self.detected.alphabet = parsed.alphabet;
            self.detected.notes.extend(parsed.note);
        }
        Ok(PuzzleRecord { puzzle: parsed.puzzle, line: first.number, solution, rest })
    }
}

impl Iterator for PuzzleReader<'_> {
    type Item = Result<PuzzleRecord, PuzzleReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.first.take().or_else(|| self.advance())
    }
}
