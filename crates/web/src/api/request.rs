//! Request parsing: a JSON object with the fields of its endpoint, and the puzzle in it.

use std::str::FromStr;

use qedoku::encode::Repeats;
use qedoku::encode::csp::{Csp, f2csp};
use qedoku::encode::dimacs::{self, CnfFormula};
use qedoku::formats::{self, DetectedFormat, Format, PuzzleReader, PuzzleRecord, ReadOptions};
use qedoku::{Board, EncodingOptions, Grid, Puzzle};
use serde_json::{Map, Value};

use super::{Endpoint, Field};
use crate::api_error::ApiError;

/// Largest board of the page and the API; the command has no such limit.
pub(super) const MAX_SIDE: usize = 36;

/// Number of bytes that tell a formula from puzzles.
const FORMULA_HEAD: usize = 4096;

/// A request whose fields have the names and types of its endpoint.
pub(crate) struct ApiRequest(Map<String, Value>);

/// The field `puzzle`, parsed, and how its text was interpreted.
pub(crate) struct PuzzleField {
    pub(crate) puzzle: Puzzle,
    /// Name of the detected format.
    pub(crate) format: &'static str,
    /// Alternative interpretations of the text, as sentences.
    pub(crate) notes: Vec<String>,
    /// Number of puzzles in the text; this is the first.
    pub(crate) puzzle_count: usize,
}

impl ApiRequest {
    /// Parses and validates the body of a request.
    pub(crate) fn parse(endpoint: &Endpoint, body: &[u8]) -> Result<ApiRequest, ApiError> {
        let invalid = |error| ApiError::bad_request(format!("invalid JSON: {error}"));
        let value: Value = serde_json::from_slice(body).map_err(invalid)?;
        let Value::Object(fields) = value else { return Err(ApiError::bad_request("expected a JSON object")) };
        let known = || endpoint.request.iter().copied().flatten();
        for (name, value) in &fields {
            let Some(field) = known().find(|field| field.name == name) else {
                let names: Vec<&str> = known().map(|field| field.name).collect();
                let message = format!("unknown field '{name}' (available: {})", names.join(", "));
                return Err(ApiError::bad_request(message));
            };
            if !field.value_type.accepts(value) {
                return Err(ApiError::bad_request(format!("{name}: expected {}", field.value_type.description())));
            }
        }
        match known().find(|Field { name, required, .. }| *required && !fields.contains_key(*name)) {
            Some(field) => Err(missing(field.name, &field.value_type.description())),
            None => Ok(ApiRequest(fields)),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// Whether the request has a field.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name)?.as_u64()
    }

    /// The strings of a list field; none if it is absent.
    pub(crate) fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// A text field, parsed.
    pub(crate) fn parsed<T: FromStr>(&self, name: &str) -> Result<Option<T>, ApiError>
    where
        T::Err: ToString,
    {
        let invalid = |error: T::Err| ApiError::bad_request(error.to_string());
        self.text(name).map(|text| text.parse().map_err(invalid)).transpose()
    }

    /// The puzzle; the first one if the text contains several.
    pub(crate) fn puzzle(&self) -> Result<Puzzle, ApiError> {
        self.read_puzzle(|_| 1).map(|field| field.puzzle)
    }

    /// The puzzle and how its text was interpreted. Reads the whole text to count its puzzles.
    pub(crate) fn puzzle_field(&self) -> Result<PuzzleField, ApiError> {
        self.read_puzzle(|rest| 1 + rest.flatten().count())
    }

    fn read_puzzle(&self, count: impl FnOnce(PuzzleReader<'_>) -> usize) -> Result<PuzzleField, ApiError> {
        let text = self.text("puzzle").unwrap_or_default();
        let boxes = self
            .text("boxes")
            .map(Board::from_boxes)
            .transpose()
            .map_err(|error| ApiError::bad_request(error.to_string()))?;
        let size = text.trim().parse::<Board>();
        if !matches!(size, Err(qedoku::board::ParseBoardError::Syntax(_))) {
            let board = size.and_then(|size| Ok(size.with_boxes_of(boxes)?));
            let board = check_size(board.map_err(|error| ApiError::bad_request(error.to_string()))?)?;
            return Ok(PuzzleField::single(Puzzle::new(Grid::empty(board)), "size"));
        }
        if f2csp::is_f2csp(text.as_bytes()) {
            return read_f2csp(text);
        }
        if dimacs::is_dimacs(&text.as_bytes()[..text.len().min(FORMULA_HEAD)]) {
            return read_dimacs(text);
        }
        let mut reader = formats::read(text, &ReadOptions { board: boxes, ..ReadOptions::default() });
        let first = reader.next().ok_or_else(|| ApiError::bad_request("expected a puzzle, found none"))?;
        let PuzzleRecord { puzzle, .. } = first?;
        check_size(puzzle.board())?;
        let DetectedFormat { format, notes, .. } = reader.detected().clone();
        Ok(PuzzleField { puzzle, format: format.name(), notes, puzzle_count: count(reader) })
    }

    /// The encoding options.
    pub(crate) fn encoding_options(&self) -> Result<EncodingOptions, ApiError> {
        let repeats = if self.flag("no_repeats") { Repeats::Drop } else { Repeats::Keep };
        let scheme = self.parsed("scheme")?.unwrap_or_default();
        let (amo, numbering) = (self.parsed("amo")?.unwrap_or_default(), self.parsed("numbering")?.unwrap_or_default());
        let options = EncodingOptions { scheme, amo, repeats, numbering, ..EncodingOptions::default() };
        options.check().map_err(|error| ApiError::bad_request(error.to_string()))?;
        Ok(options)
    }

    /// The output format.
    pub(crate) fn format(&self) -> Result<Format, ApiError> {
        self.parsed("to")?.ok_or_else(|| missing("to", "a format"))
    }
}

impl PuzzleField {
    fn single(puzzle: Puzzle, format: &'static str) -> PuzzleField {
        PuzzleField { puzzle, format, notes: Vec::new(), puzzle_count: 1 }
    }
}

/// The error for a required field that is absent.
pub(super) fn missing(name: &str, expected: &str) -> ApiError {
    ApiError::bad_request(format!("missing field '{name}': expected {expected}"))
}

fn check_size(board: Board) -> Result<Board, ApiError> {
    if board.side() <= MAX_SIDE {
        return Ok(board);
    }
    let message =
        format!("the page supports boards up to {MAX_SIDE}x{MAX_SIDE}; use the qedoku command for a {board} board");
    Err(ApiError::bad_request(message))
}

fn read_f2csp(text: &str) -> Result<PuzzleField, ApiError> {
    let csp = Csp::read(text.as_bytes()).map_err(|error| ApiError::bad_request(error.to_string()))?;
    let puzzle = csp.as_puzzle().ok_or_else(|| ApiError::bad_request("this F2CSP problem is not a Sudoku"))?;
    check_size(puzzle.board())?;
    Ok(PuzzleField::single(puzzle, "f2csp"))
}

fn read_dimacs(text: &str) -> Result<PuzzleField, ApiError> {
    let formula = CnfFormula::read(text.as_bytes()).map_err(|error| ApiError::bad_request(error.to_string()))?;
    let puzzle =
        formula.as_puzzle().ok_or_else(|| ApiError::bad_request("this formula is not recognised as a Sudoku"))?;
    check_size(puzzle.board())?;
    Ok(PuzzleField::single(puzzle, "dimacs"))
}
