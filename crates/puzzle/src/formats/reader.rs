//! Puzzle after puzzle out of a text.

use super::cells::{Context, Reading};
use super::detect::{Mode, mode};
use super::error::Fault;
use super::text::{Cursor, Line};
use super::{Alphabet, Format, ReadError, clues, grid, list};
use crate::{Board, Grid, Puzzle};

/// What is known about a text beforehand; each field that is set wins over what its content says.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReadOptions {
    /// The format.
    pub format: Option<Format>,
    /// The symbols of the digits, or whether numbers count from 0 or from 1.
    pub alphabet: Option<Alphabet>,
    /// The board, where the side alone does not tell: 12x12 has boxes 3x4 unless this says 2x6 or 4x3.
    pub board: Option<Board>,
}

/// A puzzle and what was written beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Its solution, where the text gives a full grid of the same size.
    pub solution: Option<Grid>,
    /// The other fields of its line, or its title, such as `Grid 01`.
    pub rest: String,
}

/// How a text was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detected {
    /// The format of the first puzzle.
    pub format: Format,
    /// The symbols of its digits, or how its numbers count.
    pub alphabet: Option<Alphabet>,
    /// Other ways to read it, as sentences for a person.
    pub notes: Vec<String>,
}

/// The puzzles of a text, one after the other; made by [`read`](super::read).
///
/// Each item is a puzzle or the reason why there is none at that place; the next item goes on after it.
#[derive(Debug)]
pub struct Reader<'a> {
    cursor: Cursor<'a>,
    context: Context,
    mode: Mode,
    detected: Detected,
    /// Whether a puzzle has been read, which `detected` describes.
    has_read: bool,
    /// The first item, which was read ahead to know what the text holds.
    first: Option<Result<Record, ReadError>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, options: &ReadOptions) -> Reader<'a> {
        let cursor = Cursor::new(text);
        let mut context = Context::new(options.clone());
        let mode = mode(&cursor, &mut context);
        let format = options.format.unwrap_or(Format::Line);
        let detected = Detected { format, alphabet: options.alphabet, notes: Vec::new() };
        let mut reader = Reader { cursor, context, mode, detected, has_read: false, first: None };
        reader.first = reader.advance();
        reader
    }

    /// How the text is understood, as its first good puzzle shows; as asked for, as long as there was none.
    pub fn detected(&self) -> &Detected {
        &self.detected
    }

    fn advance(&mut self) -> Option<Result<Record, ReadError>> {
        match &mut self.mode {
            Mode::List(columns, header) => {
                let (columns, header) = (*columns, *header);
                self.next_line(columns, header)
            }
            Mode::Blocks => self.next_block(),
            Mode::Clues => {
                let (first, reading) = clues::next(&mut self.cursor, &self.context)?;
                Some(self.record(first, reading, None, String::new()))
            }
            Mode::Refused(error) => error.take().map(Err),
        }
    }

    fn next_line(&mut self, columns: list::Columns, header: usize) -> Option<Result<Record, ReadError>> {
        let mut line = self.cursor.next_significant()?;
        if line.number == header {
            line = self.cursor.next_significant()?;
        }
        Some(match columns.read(line, &mut self.context) {
            Ok(list::Entry { mut reading, solution, rest }) => {
                reading.format = list::format(columns, reading.format);
                self.record(line, Ok(reading), solution, rest)
            }
            Err(fault) => Err(fault.locate(self.cursor.text(), line)),
        })
    }

    fn next_block(&mut self) -> Option<Result<Record, ReadError>> {
        let grid::Entry { first, title, reading } = grid::next(&mut self.cursor, &mut self.context)?;
        if let Ok(Reading { puzzle, format: Format::SimpleSudoku, .. }) = &reading {
            grid::skip_states(&mut self.cursor, &mut self.context, puzzle, !self.has_read);
        }
        Some(self.record(first, reading, None, title.into()))
    }

    fn record(
        &mut self,
        first: Line<'a>,
        reading: Result<Reading, Fault<'a>>,
        solution: Option<Grid>,
        rest: String,
    ) -> Result<Record, ReadError> {
        let reading = reading.map_err(|fault| fault.locate(self.cursor.text(), first))?;
        if self.detected.format == Format::Sdm && reading.puzzle.board() != Board::CLASSIC {
            let side = reading.puzzle.board().side();
            let message = format!("expected 81 characters, as sdm is for 9x9, found a puzzle of {side}x{side}");
            return Err(Fault::whole(message).locate(self.cursor.text(), first));
        }
        if !self.has_read {
            self.has_read = true;
            self.detected.format = self.context.options.format.unwrap_or(reading.format);
            self.detected.alphabet = reading.alphabet;
            self.detected.notes.extend(reading.note);
        }
        Ok(Record { puzzle: reading.puzzle, line: first.number, solution, rest })
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.first.take().or_else(|| self.advance())
    }
}
