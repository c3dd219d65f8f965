//! JSON of sudokupad.app (S. Neumann), also in its links.
//!
//! ```text
//!   {"cells": [[{"value": 5}, {}, ...], ...], "regions": [[[0, 0], [0, 1], ...], ...], "cages": [...], "lines": [...], ...}
//! ```
//!
//! In links the names are abbreviated: `ce`, `v`, `re`, `ca`. Everything that is drawn besides digits and boxes belongs to a
//! variant rule, so such puzzles are refused and the fields are named. Cages that only carry the title or repeat a house are no rules.

use super::super::cells::ParsedPuzzle;
use super::super::error::SpanError;
use super::super::{Alphabet, Format, PuzzleWriteError};
use super::json_value::Value;
use super::regions::board_of_regions;
use super::run_length;
use crate::{Board, Cell, Digit, Grid, HouseKind, Puzzle};

/// Fields that are not rules, by full and by abbreviated name.
const OTHER_FIELDS: [&str; 25] = [
    "id", "sid", "cells", "ce", "cellSize", "cs", "cellsize", "regions", "re", "cages", "ca", "metadata", "settings",
    "title", "t", "author", "rules", "solution", "videos", "vd", "duration", "d", "created", "updated", "version",
];

/// Fields of the metadata that are rules.
const METADATA_RULES: [&str; 6] =
    ["antiknight", "antiking", "nonconsecutive", "diagonals", "sudokux", "disjointgroups"];

/// Full names of abbreviated fields.
const ABBREVIATIONS: [(&str, &str); 4] = [("l", "lines"), ("a", "arrows"), ("u", "underlays"), ("o", "overlays")];

/// Whether a value is a puzzle of SudokuPad: rows of objects in `cells`.
pub(super) fn is_puzzle(value: &Value<'_>) -> bool {
    let cells = value.field(&["cells", "ce"]).and_then(|rows| rows.elements().first());
    cells.and_then(|row| row.elements().first()).is_some_and(|cell| matches!(cell, Value::Object(..)))
}

/// Reads a puzzle. `board` is required if there is one.
pub(super) fn read<'a>(value: &Value<'a>, board: Option<Board>) -> Result<ParsedPuzzle, SpanError<'a>> {
    let rows = value.field(&["cells", "ce"]).map_or(&[][..], Value::elements);
    let side = rows.len();
    if rows.iter().any(|row| row.elements().len() != side) {
        let message = format!("expected {side} rows of {side} cells in \"cells\"");
        return Err(SpanError::at(value.span(), message));
    }
    let board = read_board(value, side, board).map_err(|message| SpanError::at(value.span(), message))?;
    let rules = rules(value, board);
    if !rules.is_empty() {
        return Err(SpanError::at(value.span(), format!("unsupported variant rules: {}", rules.join(", "))));
    }
    let mut grid = Grid::empty(board);
    for (cell, found) in board.cells().zip(rows.iter().flat_map(Value::elements)) {
        let Some(found) = found.field(&["value", "v"]).filter(|found| !found.is_empty()) else { continue };
        let digit = found.number().and_then(Digit::new).filter(|digit| digit.get() <= side);
        let message = || format!("expected a digit from 1 to {side} in {cell}");
        grid.set(cell, Some(digit.ok_or_else(|| SpanError::at(found.span(), message()))?));
    }
    let rules = value.field(&["metadata"]).and_then(|metadata| metadata.field(&["rules"])).and_then(Value::text);
    let note = rules.map(|rules| format!("rules in words are not read: \"{}\"", super::first_words(&rules)));
    let alphabet = Some(Alphabet::OneTo(side));
    Ok(ParsedPuzzle { puzzle: Puzzle::new(grid), format: Format::SudokuPad, alphabet, note })
}

/// The board whose boxes are the regions.
fn read_board(value: &Value<'_>, side: usize, required: Option<Board>) -> Result<Board, String> {
    let regions = value.field(&["regions", "re"]).map_or(&[][..], Value::elements);
    if regions.is_empty() && Board::of_side(side).is_ok() {
        return Err("unsupported variant: a grid without boxes".into());
    }
    let mut region_of_cell = vec![usize::MAX; side * side];
    for (index, region) in regions.iter().enumerate() {
        for [row, column] in cells(region) {
            if let Some(found) = region_of_cell.get_mut(row * side + column).filter(|_| column < side) {
                *found = index;
            }
        }
    }
    board_of_regions(&region_of_cell, side, required)
}

/// Pairs of row and column, from 0, or texts such as `r1c1`.
fn cells(list: &Value<'_>) -> Vec<[usize; 2]> {
    let pair = |cell: &Value<'_>| match cell.elements() {
        [row, column] => Some([row.number()?, column.number()?]),
        _ => cell.text()?.to_lowercase().parse::<Cell>().ok().map(|cell| [cell.row(), cell.column()]),
    };
    list.elements().iter().filter_map(pair).filter(|[row, column]| row.max(column) < &Board::MAX_SIDE).collect()
}

/// The names of variant rules.
fn rules(value: &Value<'_>, board: Board) -> Vec<String> {
    let full_name = |name: &str| {
        let full = ABBREVIATIONS.iter().find(|(short, _)| *short == name).map_or(name, |(_, full)| full);
        full.to_owned()
    };
    let is_rule = |(name, rule): &&(&str, Value<'_>)| !OTHER_FIELDS.contains(name) && !rule.is_empty();
    let mut rules: Vec<String> = value.fields().iter().filter(is_rule).map(|(name, _)| full_name(name)).collect();
    if let Some(metadata) = value.field(&["metadata"]) {
        let is_set = |rule: &&&str| metadata.field(&[rule]).is_some_and(|rule| !rule.is_empty());
        rules.extend(METADATA_RULES.iter().filter(is_set).map(|rule| (*rule).to_owned()));
    }
    let cages = value.field(&["cages", "ca"]).map_or(&[][..], Value::elements);
    if cages.iter().any(|cage| !is_plain_cage(cage, board)) {
        rules.push("cages".into());
    }
    rules
}

/// Whether a cage is no rule: it has no cells (then it carries the title or the author), or it is a house.
fn is_plain_cage(cage: &Value<'_>, board: Board) -> bool {
    let mut found = cells(cage.field(&["cells", "ce"]).unwrap_or(cage));
    let has_value = cage.field(&["value", "v"]).is_some_and(|value| !value.is_empty());
    found.sort_unstable();
    let is_house = |kind| {
        board
            .houses_of_kind(kind)
            .any(|house| board.cells_of(house).map(|cell| [cell.row(), cell.column()]).eq(found.iter().copied()))
    };
    found.is_empty() || !has_value && [HouseKind::Row, HouseKind::Column, HouseKind::Block].into_iter().any(is_house)
}

/// Writes a link with the run-length form of the givens.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, PuzzleWriteError> {
    if puzzle.board() != Board::CLASSIC {
        return Err(PuzzleWriteError::Only9x9(Format::SudokuPad, puzzle.board().side()));
    }
    Ok(format!("https://sudokupad.app/scf{}\n", run_length::encode(puzzle.givens())))
}
