//! Reader of clue lists: the side, the number of givens, and one given per line.
//!
//! ```text
//!   9             n
//!   2             the number of givens; required even if it is 0
//!   1 1 5         row, column, digit, each from 1 to n; also 1,1,5 and (1, 1, 5)
//!   129           up to 9x9 also without spaces
//! ```
//!
//! A file may contain several lists. Comments and empty lines may be anywhere. After an error in a given, the rest of its list is
//! skipped; after an error in the first two lines, everything up to the next empty line.

use super::Format;
use super::cells::{ParsedPuzzle, ReadContext, number};
use super::error::{SpanError, shortened};
use super::placements::{box_note, place, split};
use super::text::{Cursor, Line};
use crate::{Board, Grid, Puzzle};

/// Reads the next list. Returns its first line and the puzzle, or `None` at the end of the text.
pub(super) fn next<'a>(
    cursor: &mut Cursor<'a>,
    context: &ReadContext,
) -> Option<(Line<'a>, Result<ParsedPuzzle, SpanError<'a>>)> {
    let first = cursor.next_significant()?;
    let givens = read_list(cursor, context, first);
    let parsed = |givens: Grid| {
        let note = box_note(givens.board(), context);
        ParsedPuzzle { puzzle: Puzzle::new(givens), format: Format::ClueList, alphabet: None, note }
    };
    Some((first, givens.map(parsed)))
}

/// Skips everything up to the next empty line.
pub(super) fn skip_paragraph(cursor: &mut Cursor<'_>) {
    cursor.find(Line::is_blank);
}

fn read_list<'a>(cursor: &mut Cursor<'a>, context: &ReadContext, first: Line<'a>) -> Result<Grid, SpanError<'a>> {
    let (board, count, count_line) = match read_head(cursor, context, first) {
        Ok(head) => head,
        Err(error) => {
            skip_paragraph(cursor);
            return Err(error);
        }
    };
    let mut grid = Grid::empty(board);
    let mut first_error = None;
    for found in 0..count {
        let Some(line) = next_given(cursor, board) else {
            return Err(first_error.unwrap_or_else(|| too_few(count_line, count, found)));
        };
        if let Err(error) = read_given(&mut grid, line) {
            first_error.get_or_insert(error);
        }
    }
    let is_in_paragraph = cursor.peek().is_some_and(|line| !line.is_blank());
    // After an empty line, 144 is the side of the next list.
    let is_given = |line: &Line<'_>| looks_like_given(line, board) && (is_in_paragraph || line.text.len() > 3);
    if let Some(line) = next_given(&mut cursor.clone(), board).filter(is_given) {
        let message = format!("expected no more givens (the list has {count}), found '{}'", shortened(line.text));
        first_error.get_or_insert(SpanError::at(line.text, message));
        skip_paragraph(cursor);
    }
    first_error.map_or(Ok(grid), Err)
}

/// The board, the number of givens, and the line of that number.
fn read_head<'a>(
    cursor: &mut Cursor<'a>,
    context: &ReadContext,
    first: Line<'a>,
) -> Result<(Board, usize, &'a str), SpanError<'a>> {
    let board = read_side(context, first)?;
    let (count, count_line) = read_count(cursor, board, first)?;
    Ok((board, count, count_line))
}

fn read_side<'a>(context: &ReadContext, first: Line<'a>) -> Result<Board, SpanError<'a>> {
    let invalid = || {
        let message = format!("expected the side of the board, 4 to 144, found '{}'", shortened(first.text));
        SpanError::at(first.text, message)
    };
    let side = number(first.text).ok_or_else(invalid)?;
    if !(4..=Board::MAX_SIDE).contains(&side) {
        return Err(invalid());
    }
    context.board(side)
}

/// The number of givens, and its line.
fn read_count<'a>(cursor: &mut Cursor<'a>, board: Board, first: Line<'a>) -> Result<(usize, &'a str), SpanError<'a>> {
    let expected = format!("expected the number of givens, 0 to {}", board.cell_count());
    let Some(line) = cursor.next_significant() else {
        return Err(SpanError::in_line(first.text, format!("{expected} on the next line, found none")));
    };
    let invalid = || SpanError::at(line.text, format!("{expected}, found '{}'", shortened(line.text)));
    let digits = line.text.bytes().all(|byte| byte.is_ascii_digit());
    let count = line.text.parse::<usize>().ok().filter(|count| digits && *count <= board.cell_count());
    count.map(|count| (count, line.text)).ok_or_else(invalid)
}

/// Places the given of a line in the grid.
fn read_given<'a>(grid: &mut Grid, line: Line<'a>) -> Result<(), SpanError<'a>> {
    place(grid, triple(line, grid.board().side())?)
}

/// The row, column and digit of a line.
fn triple(line: Line<'_>, side: usize) -> Result<[&str; 3], SpanError<'_>> {
    let parts: Vec<&str> = split(line.text).take(4).collect();
    match parts[..] {
        [row, column, digit] => Ok([row, column, digit]),
        [digits] if side <= 9 && digits.len() == 3 && digits.is_ascii() => {
            Ok([&digits[..1], &digits[1..2], &digits[2..]])
        }
        _ => {
            let message = format!("expected a given as `row column digit`, found '{}'", shortened(line.text));
            Err(SpanError::at(line.text, message))
        }
    }
}

fn looks_like_given(line: &Line<'_>, board: Board) -> bool {
    triple(*line, board.side()).is_ok_and(|parts| parts.iter().all(|part| number(part).is_some()))
}

fn too_few(count_line: &str, count: usize, found: usize) -> SpanError<'_> {
    SpanError::in_line(count_line, format!("expected {count} givens, found {found}"))
}

/// Advances past the next line that is neither empty nor a comment. After an empty line it must be a given: otherwise the next list
/// begins there, and this one is too short.
fn next_given<'a>(cursor: &mut Cursor<'a>, board: Board) -> Option<Line<'a>> {
    let mut ahead = cursor.clone();
    let mut after_blank = false;
    while ahead.peek()?.is_blank() || ahead.peek()?.is_comment() {
        after_blank |= ahead.next()?.is_blank();
    }
    let line = ahead.next()?;
    if after_blank && !looks_like_given(&line, board) {
        return None;
    }
    *cursor = ahead;
    Some(line)
}
