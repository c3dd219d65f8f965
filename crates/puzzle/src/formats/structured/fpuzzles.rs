//! JSON of f-puzzles.com (E. Fox): the cells and the rules of a puzzle, also in its links.
//!
//! ```text
//!   {"size": 9, "grid": [[{"value": 5, "given": true}, {}, {"givenPencilMarks": [1, 4]}, {"region": 2}, ...], ...],
//!    "title": ..., "thermometer": [...], "antiknight": true, ...}
//! ```
//!
//! A rule is a field that is neither empty nor one of [`OTHER_FIELDS`]; such a puzzle is refused and its rules are named. Drawings
//! without a meaning of their own (`line`, `circle`, ...) count as rules, because the text of a puzzle gives them one. Values
//! without `given` are a player's; pencil marks in the middle or the corner of a cell are notes and not read.

use super::super::cells::ParsedPuzzle;
use super::super::error::SpanError;
use super::super::{Alphabet, Format, PuzzleWriteError};
use super::json_value::Value;
use super::lz_string;
use super::regions::board_of_regions;
use crate::{Board, Digit, DigitSet, Grid, Puzzle};

/// Fields that are not rules.
const OTHER_FIELDS: [&str; 13] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "highlightConflicts",
    "successMessage",
    "msgcorrect",
    "disabledlogic",
    "truecandidatesoptions",
    "metadata",
    "id",
];

/// The largest side of the site.
const MAX_SIDE: usize = 16;

/// Whether a value is a puzzle of f-puzzles: a size, and rows of objects.
pub(super) fn is_puzzle(value: &Value<'_>) -> bool {
    let grid = value.field(&["grid"]).and_then(|grid| grid.elements().first()).and_then(|row| row.elements().first());
    value.field(&["size"]).is_some() && grid.is_some_and(|cell| matches!(cell, Value::Object(..)))
}

/// Reads a puzzle. `board` is required if there is one.
pub(super) fn read<'a>(value: &Value<'a>, board: Option<Board>) -> Result<ParsedPuzzle, SpanError<'a>> {
    let rules = value.fields().iter().filter(|(name, rule)| !rule.is_empty() && !OTHER_FIELDS.contains(name));
    let rules: Vec<(&str, &Value<'a>)> = rules.map(|(name, rule)| (*name, rule)).collect();
    if let Some((_, first)) = rules.first() {
        let names: Vec<&str> = rules.iter().map(|(name, _)| *name).collect();
        return Err(SpanError::at(first.span(), format!("unsupported variant rules: {}", names.join(", "))));
    }
    let grid = value.field(&["grid"]).map_or(&[][..], Value::elements);
    let side = value.field(&["size"]).and_then(Value::number).unwrap_or(grid.len());
    if grid.len() != side || grid.iter().any(|row| row.elements().len() != side) {
        let message = format!("expected {side} rows of {side} cells in \"grid\"");
        return Err(SpanError::at(value.span(), message));
    }
    let cells: Vec<&Value<'a>> = grid.iter().flat_map(Value::elements).collect();
    let board = read_board(&cells, side, board).map_err(|message| SpanError::at(value.span(), message))?;
    read_cells(&cells, board, value)
}

/// The board whose boxes are the regions of the cells. A cell without a region is in its usual box.
fn read_board(cells: &[&Value<'_>], side: usize, required: Option<Board>) -> Result<Board, String> {
    let usual = Board::of_side(side).map_err(|error| error.to_string())?;
    let region = |(index, cell): (usize, &&Value<'_>)| match cell.field(&["region"]) {
        None => Some(usual.houses_of(usual.cell(index))[2].index()),
        Some(region) => region.number(),
    };
    let regions: Option<Vec<usize>> = cells.iter().enumerate().map(region).collect();
    board_of_regions(&regions.unwrap_or_default(), side, required)
}

fn read_cells<'a>(cells: &[&Value<'a>], board: Board, value: &Value<'a>) -> Result<ParsedPuzzle, SpanError<'a>> {
    let side = board.side();
    let is_given = |cell: &Value<'a>| cell.field(&["given"]).is_some_and(Value::is_true);
    // A puzzle that was typed in without the mark of givens has no other digits.
    let all_given = !cells.iter().any(|cell| is_given(cell));
    let mut allowed = vec![DigitSet::all(side); board.cell_count()];
    let mut other_digits = 0;
    for (cell, allowed) in cells.iter().zip(&mut allowed) {
        if let Some(found) = cell.field(&["value"]).filter(|found| !found.is_empty()) {
            let digit = digit(found, side)?;
            if all_given || is_given(cell) {
                *allowed = DigitSet::only(digit);
            } else {
                other_digits += 1;
            }
        } else if let Some(marks) = cell.field(&["givenPencilMarks"]).filter(|marks| !marks.is_empty()) {
            *allowed = marks.elements().iter().map(|mark| digit(mark, side)).collect::<Result<_, _>>()?;
        }
    }
    let rules = value.field(&["ruleset"]).and_then(Value::text).filter(|rules| !rules.trim().is_empty());
    let note = super::notes([
        (other_digits > 0).then(|| format!("{other_digits} digits of a player are not part of the puzzle")),
        rules.map(|rules| format!("rules in words are not read: \"{}\"", super::first_words(&rules))),
    ]);
    let puzzle = Puzzle::with_candidates(board, allowed);
    Ok(ParsedPuzzle { puzzle, format: Format::FPuzzles, alphabet: Some(Alphabet::OneTo(side)), note })
}

fn digit<'a>(value: &Value<'a>, side: usize) -> Result<Digit, SpanError<'a>> {
    let digit = value.number().and_then(Digit::new).filter(|digit| digit.get() <= side);
    let found = || value.text().map_or_else(|| "a list".into(), |text| format!("'{}'", super::first_words(&text)));
    digit.ok_or_else(|| SpanError::at(value.span(), format!("expected a digit from 1 to {side}, found {}", found())))
}

/// Writes a link.
pub(super) fn write(puzzle: &Puzzle, solution: Option<&Grid>) -> Result<String, PuzzleWriteError> {
    let board = puzzle.board();
    if board.side() > MAX_SIDE {
        return Err(PuzzleWriteError::Board(Format::FPuzzles, board));
    }
    let mut cells = Vec::with_capacity(board.cell_count());
    for cell in board.cells() {
        let mut fields = Vec::new();
        if !board.is_usual() {
            fields.push(format!("\"region\":{}", board.houses_of(cell)[2].index()));
        }
        let allowed = puzzle.allowed(cell);
        match puzzle.givens().get(cell) {
            Some(given) => fields.push(format!("\"value\":{given},\"given\":true")),
            None if allowed.is_empty() => return Err(PuzzleWriteError::NoCandidate(cell)),
            None if allowed == DigitSet::all(board.side()) => {}
            None => fields.push(format!("\"givenPencilMarks\":{:?}", allowed.iter().collect::<Vec<_>>())),
        }
        cells.push(format!("{{{}}}", fields.join(",")));
    }
    let rows: Vec<String> = cells.chunks(board.side()).map(|row| format!("[{}]", row.join(","))).collect();
    let solution = solution.map_or(String::new(), |solution| format!(",\"solution\":{:?}", solution.digits()));
    let json = format!("{{\"size\":{},\"grid\":[{}]{solution}}}", board.side(), rows.join(","));
    Ok(format!("https://f-puzzles.com/?load={}\n", lz_string::compress(&json).replace('+', "%2B")))
}
