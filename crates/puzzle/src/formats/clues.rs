//! The clue list: the side, the number of givens, and one given per line.
//!
//! ```text
//!   9             n
//!   2             how many givens follow; 0 is written, never left out
//!   1 1 5         row, column, digit, each from 1 to n
//!   129           up to 9x9 also without blanks
//! ```
//!
//! An empty line ends a list, so several may stand in one file. After a mistake in a given the rest of its list is
//! passed over; after a mistake in the first two lines, everything up to the next empty line.

use super::Format;
use super::cells::{Context, Reading, number};
use super::error::{Fault, shortened};
use super::text::{Cursor, Line};
use crate::{Board, Cell, Digit, Grid, Puzzle};

/// Reads the next list, and tells its first line. `None` at the end of the text.
pub(super) fn next<'a>(cursor: &mut Cursor<'a>, context: &Context) -> Option<(Line<'a>, Result<Reading, Fault<'a>>)> {
    let first = cursor.next_significant()?;
    let givens = list(cursor, context, first);
    let reading =
        |givens| Reading { puzzle: Puzzle::new(givens), format: Format::ClueList, alphabet: None, note: None };
    Some((first, givens.map(reading)))
}

/// Goes past the next empty line.
pub(super) fn skip_paragraph(cursor: &mut Cursor<'_>) {
    cursor.find(Line::is_blank);
}

fn list<'a>(cursor: &mut Cursor<'a>, context: &Context, first: Line<'a>) -> Result<Grid, Fault<'a>> {
    let (board, count, announced) = match head(cursor, context, first) {
        Ok(head) => head,
        Err(fault) => {
            skip_paragraph(cursor);
            return Err(fault);
        }
    };
    let mut grid = Grid::empty(board);
    let mut wrong = None;
    for found in 0..count {
        let Some(line) = next_filled(cursor) else {
            return Err(wrong.unwrap_or_else(|| too_few(announced, count, found)));
        };
        if let Err(fault) = given(&mut grid, line) {
            wrong.get_or_insert(fault);
        }
    }
    if let Some(line) = next_filled(&mut cursor.clone()).filter(|line| looks_like_given(line, board)) {
        let message = format!("expected no more than {count} givens, as announced, found '{}'", shortened(line.text));
        wrong.get_or_insert(Fault::at(line.text, message));
        skip_paragraph(cursor);
    }
    wrong.map_or(Ok(grid), Err)
}

/// The board, the number of givens, and the line that announces it.
fn head<'a>(cursor: &mut Cursor<'a>, context: &Context, first: Line<'a>) -> Result<(Board, usize, &'a str), Fault<'a>> {
    let board = board(context, first)?;
    let (count, announced) = count(cursor, board, first)?;
    Ok((board, count, announced))
}

fn board<'a>(context: &Context, first: Line<'a>) -> Result<Board, Fault<'a>> {
    let wrong = || {
        let message = format!("expected the side n of the board, 4 to 144, found '{}'", shortened(first.text));
        Fault::at(first.text, message)
    };
    let side = number(first.text).ok_or_else(wrong)?;
    if !(4..=Board::MAX_SIDE).contains(&side) {
        return Err(wrong());
    }
    context.board(side)
}

/// The number of givens, and the line that announces it.
fn count<'a>(cursor: &mut Cursor<'a>, board: Board, first: Line<'a>) -> Result<(usize, &'a str), Fault<'a>> {
    let wanted = format!("expected the number of givens, 0 to {}", board.cell_count());
    let Some(line) = next_filled(cursor) else {
        return Err(Fault::in_line(first.text, format!("{wanted}, on the next line, found nothing")));
    };
    let wrong = || Fault::at(line.text, format!("{wanted}, found '{}'", shortened(line.text)));
    let digits = line.text.bytes().all(|byte| byte.is_ascii_digit());
    let count = line.text.parse::<usize>().ok().filter(|count| digits && *count <= board.cell_count());
    count.map(|count| (count, line.text)).ok_or_else(wrong)
}

/// Puts the given of a line into the grid.
fn given<'a>(grid: &mut Grid, line: Line<'a>) -> Result<(), Fault<'a>> {
    let side = grid.board().side();
    let [row, column, digit] = triple(line, side)?;
    for (name, part) in [("row", row), ("column", column), ("digit", digit)] {
        if !number(part).is_some_and(|part| (1..=side).contains(&part)) {
            let message = format!("expected a {name} from 1 to {side}, found '{}'", shortened(part));
            return Err(Fault::at(part, message));
        }
    }
    let [row, column, digit] = [row, column, digit].map(|part| number(part).unwrap_or(1));
    let cell = Cell::new(row - 1, column - 1);
    if let Some(earlier) = grid.get(cell).filter(|earlier| earlier.get() != digit) {
        return Err(Fault::at(line.text, format!("{cell} holds {earlier} already, found {digit}")));
    }
    grid.set(cell, Digit::new(digit));
    Ok(())
}

/// Row, column and digit of a line.
fn triple(line: Line<'_>, side: usize) -> Result<[&str; 3], Fault<'_>> {
    let parts: Vec<&str> = line.tokens().take(4).collect();
    match parts[..] {
        [row, column, digit] => Ok([row, column, digit]),
        [glued] if side <= 9 && glued.len() == 3 && glued.is_ascii() => Ok([&glued[..1], &glued[1..2], &glued[2..]]),
        _ => {
            let message = format!("expected a given as `row column digit`, found '{}'", shortened(line.text));
            Err(Fault::at(line.text, message))
        }
    }
}

fn looks_like_given(line: &Line<'_>, board: Board) -> bool {
    triple(*line, board.side()).is_ok_and(|parts| parts.iter().all(|part| number(part).is_some()))
}

fn too_few(announced: &str, count: usize, found: usize) -> Fault<'_> {
    Fault::in_line(announced, format!("expected {count} givens to follow, found {found}"))
}

/// The next line that is no comment, unless it is empty.
fn next_filled<'a>(cursor: &mut Cursor<'a>) -> Option<Line<'a>> {
    while cursor.peek()?.is_comment() {
        cursor.next();
    }
    let line = cursor.peek().filter(|line| !line.is_blank())?;
    cursor.next();
    Some(line)
}
