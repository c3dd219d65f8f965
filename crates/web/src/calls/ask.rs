//! A request: an object whose fields are those of its call, and the puzzle in it.

use std::str::FromStr;

use qedoku::encode::Repeats;
use qedoku::encode::csp::{Csp, f2csp};
use qedoku::formats::{self, DetectedFormat, Format, PuzzleReader, PuzzleRecord, ReadOptions};
use qedoku::{Board, EncodingOptions, Grid, Puzzle};
use serde_json::{Map, Value};

use super::{Call, Field};
use crate::problem::Problem;

/// The largest board of the page; the command takes larger ones.
const LARGEST: usize = 36;

/// A request whose fields have the right names and kinds.
pub(crate) struct Ask(Map<String, Value>);

/// A puzzle and how its text was understood.
pub(crate) struct Asked {
    pub(crate) puzzle: Puzzle,
    /// The format of the text.
    pub(crate) format: &'static str,
    /// What else could be meant, as sentences.
    pub(crate) notes: Vec<String>,
    /// How many puzzles the text has.
    pub(crate) puzzles: usize,
}

impl Ask {
    /// Reads the body of a request.
    pub(crate) fn read(call: &Call, body: &[u8]) -> Result<Ask, Problem> {
        let value: Value = serde_json::from_slice(body).map_err(|error| Problem::bad(format!("not JSON: {error}")))?;
        let Value::Object(fields) = value else { return Err(Problem::bad("expected a JSON object")) };
        let known = || call.takes.iter().copied().flatten();
        for (name, value) in &fields {
            let Some(field) = known().find(|field| field.name == name) else {
                let names: Vec<&str> = known().map(|field| field.name).collect();
                return Err(Problem::bad(format!("there is no field '{name}'; there are {}", names.join(", "))));
            };
            if !field.kind.fits(value) {
                return Err(Problem::bad(format!("{name}: expected {}", field.kind.words())));
            }
        }
        match known().find(|Field { name, required, .. }| *required && !fields.contains_key(*name)) {
            Some(field) => Err(Problem::bad(format!("{} is missing: {}", field.name, field.kind.words()))),
            None => Ok(Ask(fields)),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name)?.as_u64()
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// Something that is written as a word.
    pub(crate) fn word<T: FromStr>(&self, name: &str) -> Result<Option<T>, Problem>
    where
        T::Err: ToString,
    {
        self.text(name).map(|word| word.parse().map_err(|error: T::Err| Problem::bad(error.to_string()))).transpose()
    }

    /// The puzzle.
    pub(crate) fn puzzle(&self) -> Result<Puzzle, Problem> {
        self.read_puzzle(|_| 1).map(|asked| asked.puzzle)
    }

    /// The puzzle, how it was understood, and how many there are in all.
    pub(crate) fn asked(&self) -> Result<Asked, Problem> {
        self.read_puzzle(|rest| 1 + rest.count())
    }

    fn read_puzzle(&self, count: impl FnOnce(PuzzleReader<'_>) -> usize) -> Result<Asked, Problem> {
        let text = self.text("puzzle").unwrap_or_default();
        let boxes =
            self.text("boxes").map(Board::from_boxes).transpose().map_err(|error| Problem::bad(error.to_string()))?;
        let size = text.trim().parse::<Board>();
        if !matches!(size, Err(qedoku::board::ParseBoardError::Syntax(_))) {
            let board = size.and_then(|size| Ok(size.with_boxes_of(boxes)?));
            let board = small(board.map_err(|error| Problem::bad(error.to_string()))?)?;
            return Ok(Asked::only(Puzzle::new(Grid::empty(board)), "size"));
        }
        if f2csp::is_f2csp(text.as_bytes()) {
            return read_f2csp(text);
        }
        let mut reader = formats::read(text, &ReadOptions { board: boxes, ..ReadOptions::default() });
        let first = reader.next().ok_or_else(|| Problem::bad("expected a puzzle, found none"))?;
        let PuzzleRecord { puzzle, .. } = first?;
        small(puzzle.board())?;
        let DetectedFormat { format, notes, .. } = reader.detected().clone();
        Ok(Asked { puzzle, format: format.name(), notes, puzzles: count(reader) })
    }

    /// How the puzzle is to be said in clauses.
    pub(crate) fn options(&self) -> Result<EncodingOptions, Problem> {
        let repeats = if self.flag("no_repeats") { Repeats::Drop } else { Repeats::Keep };
        let scheme = self.word("scheme")?.unwrap_or_default();
        let (amo, numbering) = (self.word("amo")?.unwrap_or_default(), self.word("numbering")?.unwrap_or_default());
        let options = EncodingOptions { scheme, amo, repeats, numbering, ..EncodingOptions::default() };
        options.check().map_err(|error| Problem::bad(error.to_string()))?;
        Ok(options)
    }

    /// The format to be written.
    pub(crate) fn format(&self) -> Result<Format, Problem> {
        self.word("to")?.ok_or_else(|| Problem::bad("to is missing"))
    }
}

impl Asked {
    fn only(puzzle: Puzzle, format: &'static str) -> Asked {
        Asked { puzzle, format, notes: Vec::new(), puzzles: 1 }
    }
}

fn small(board: Board) -> Result<Board, Problem> {
    if board.side() <= LARGEST {
        return Ok(board);
    }
    let sentence = format!("the page takes boards up to {LARGEST}x{LARGEST}; for a board {board} there is the command");
    Err(Problem::bad(sentence))
}

fn read_f2csp(text: &str) -> Result<Asked, Problem> {
    let csp = Csp::read(text.as_bytes()).map_err(|error| Problem::bad(error.to_string()))?;
    let puzzle = csp.as_puzzle().ok_or_else(|| Problem::bad("an F2CSP problem that is not a Sudoku"))?;
    small(puzzle.board())?;
    Ok(Asked::only(puzzle, "f2csp"))
}
