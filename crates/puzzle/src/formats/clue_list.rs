//! Reader of clue lists: the side, the number of givens, and one given per line.
//!
//! ```text
//!   9             n
//!   2             the number of givens; required even if it is 0
//!   1 1 5         row, column, digit, each from 1 to n
//!   129           up to 9x9 also without spaces
//! ```
//!
//! An empty line ends a list, so a file may contain several. After an error in a given, the rest of its list is skipped; after an
//! error in the first two lines, everything up to the next empty line.

use super::Format;
use super::cells::{ParsedPuzzle, ReadContext, number};
use super::error::{SpanError, shortened};
use super::text::{Cursor, Line};
use crate::{Board, Cell, Digit, Grid, Puzzle};

/// Reads the next list. Returns its first line and the puzzle, or `None` at the end of the text.
pub(super) fn next<'a>(
    cursor: &mut Cursor<'a>,
    context: &ReadContext,
) -> Option<(Line<'a>, Result<ParsedPuzzle, SpanError<'a>>)> {
    let first = cursor.next_significant()?;
    let givens = read_list(cursor, context, first);
    let parsed =
        |givens| ParsedPuzzle { puzzle: Puzzle::new(givens), format: Format::ClueList, alphabet: None, note: None };
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
        let Some(line) = next_filled(cursor) else {
            return Err(first_error.unwrap_or_else(|| too_few(count_line, count, found)));
        };
        if let Err(error) = read_given(&mut grid, line) {
            first_error.get_or_insert(error);
        }
    }
    if let Some(line) = next_filled(&mut cursor.clone()).filter(|line| looks_like_given(line, board)) {
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
    let Some(line) = next_filled(cursor) else {
        return Err(SpanError::in_line(first.text, format!("{expected} on the next line, found none")));
    };
    let invalid = || SpanError::at(line.text, format!("{expected}, found '{}'", shortened(line.text)));
    let digits = line.text.bytes().all(|byte| byte.is_ascii_digit());
    let count = line.text.parse::<usize>().ok().filter(|count| digits && *count <= board.cell_count());
    count.map(|count| (count, line.text)).ok_or_else(invalid)
}

/// Places the given of a line in the grid.
fn read_given<'a>(grid: &mut Grid, line: Line<'a>) -> Result<(), SpanError<'a>> {
    let side = grid.board().side();
    let [row, column, digit] = triple(line, side)?;
    for (name, part) in [("row", row), ("column", column), ("digit", digit)] {
        if !number(part).is_some_and(|part| (1..=side).contains(&part)) {
            let message = format!("expected a {name} from 1 to {side}, found '{}'", shortened(part));
            return Err(SpanError::at(part, message));
        }
    }
    let [row, column, digit] = [row, column, digit].map(|part| number(part).unwrap_or(1));
    let cell = Cell::new(row - 1, column - 1);
    if let Some(earlier) = grid.get(cell).filter(|earlier| earlier.get() != digit) {
        return Err(SpanError::at(line.text, format!("{cell} already has the given {earlier}, found {digit}")));
    }
    grid.set(cell, Digit::new(digit));
    Ok(())
}

/// The row, column and digit of a line.
fn triple(line: Line<'_>, side: usize) -> Result<[&str; 3], SpanError<'_>> {
    let parts: Vec<&str> = line.tokens().take(4).collect();
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

/// Advances past the next line that is not a comment, unless it is empty.
fn next_filled<'a>(cursor: &mut Cursor<'a>) -> Option<Line<'a>> {
    while cursor.peek()?.is_comment() {
        cursor.next();
    }
    let line = cursor.peek().filter(|line| !line.is_blank())?;
    cursor.next();
    Some(line)
}
