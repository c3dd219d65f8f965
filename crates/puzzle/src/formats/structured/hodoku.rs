//! Library lines of the program HoDoKu (B. Hobiger): positions with the technique that they show.
//!
//! ```text
//!   :0000:x:6...8..4..+4.....862:314 916 921::
//!    |    | |                   |           eliminations, placements and comments of the technique, which are not read
//!    |    | |                   eliminated candidates: digit, row, column
//!    |    | 81 cells; + marks a digit that was placed
//!    |    candidates of the technique
//!    its number; 0000 if none is meant
//! ```
//!
//! A position is read as the puzzle that it is: placed digits count as givens, and listed candidates are eliminated; the record
//! names the cells of placed digits. The cells and candidates alone, `6...8..4..+4.....862:314 916`, are read as well.

use super::super::cells::ParsedPuzzle;
use super::super::error::{SpanError, shortened};
use super::super::{Alphabet, Format, PuzzleWriteError};
use super::with_marks;
use crate::{Board, Cell, Digit, Grid, Puzzle};

/// Whether a line is a library line, or the cells and candidates of one.
pub(super) fn is_library_line(line: &str) -> bool {
    if line.starts_with(':') {
        return line.split(':').nth(3).is_some_and(|cells| cells.len() >= 16);
    }
    let (cells, eliminated) = line.split_once(':').unwrap_or((line, ""));
    let symbols = cells.bytes().filter(|byte| *byte != b'+');
    (cells.contains('+') || line.contains(':'))
        && symbols.clone().count() == 81
        && symbols.clone().all(|byte| byte == b'.' || byte.is_ascii_digit())
        && eliminated.bytes().all(|byte| byte == b' ' || byte == b':' || byte.is_ascii_digit())
}

/// Reads a line.
pub(super) fn read(line: &str) -> Result<ParsedPuzzle, SpanError<'_>> {
    let mut fields = line.split(':').skip(if line.starts_with(':') { 3 } else { 0 });
    let Some(cells) = fields.next() else {
        let message = "expected a HoDoKu line such as :0000:x:CELLS:CANDIDATES::, found fewer fields".into();
        return Err(SpanError::in_line(line, message));
    };
    let grid = read_cells(cells)?;
    let mut marks = Puzzle::new(grid.clone()).initial_candidates();
    for word in fields.next().unwrap_or_default().split_whitespace() {
        let (cell, digit) = read_candidate(word)?;
        if grid.get(cell) == Some(digit) {
            return Err(SpanError::at(word, format!("{digit} is eliminated from {cell}, which holds it")));
        }
        marks[Board::CLASSIC.index(cell)].remove(digit);
    }
    let alphabet = Some(Alphabet::OneTo(9));
    Ok(ParsedPuzzle { puzzle: with_marks(&grid, &marks), format: Format::Hodoku, alphabet, note: None })
}

fn read_cells(cells: &str) -> Result<Grid, SpanError<'_>> {
    let mut digits = Vec::with_capacity(81);
    for (index, symbol) in cells.char_indices() {
        match symbol {
            '+' => {}
            '.' => digits.push(0),
            '0'..='9' => digits.push(symbol as u8 - b'0'),
            _ => {
                let message = format!("expected a digit 1-9, '+' or a blank (. 0), found '{symbol}'");
                return Err(SpanError::at(&cells[index..], message));
            }
        }
    }
    let message = format!("expected 81 cells, because HoDoKu lines are for 9x9 only, found {}", digits.len());
    Grid::from_digits(Board::CLASSIC, digits).ok_or_else(|| SpanError::at(cells, message))
}

/// The cells of a line whose digits have a `+` before them.
pub(super) fn placed_cells(line: &str) -> Vec<Cell> {
    let cells = line.split(':').nth(if line.starts_with(':') { 3 } else { 0 }).unwrap_or_default();
    let (mut placed, mut index, mut is_placed) = (Vec::new(), 0, false);
    for symbol in cells.bytes() {
        if symbol == b'+' {
            is_placed = true;
            continue;
        }
        if std::mem::take(&mut is_placed) && index < 81 {
            placed.push(Cell::new(index / 9, index % 9));
        }
        index += 1;
    }
    placed
}

/// A candidate as digit, row and column.
fn read_candidate(word: &str) -> Result<(Cell, Digit), SpanError<'_>> {
    let number = |index: usize| word.get(index..=index)?.parse::<Digit>().ok();
    match (number(0), number(1), number(2)) {
        (Some(digit), Some(row), Some(column)) if word.len() == 3 => {
            Ok((Cell::new(row.index(), column.index()), digit))
        }
        _ => {
            let message =
                format!("expected a candidate as digit, row and column such as 412, found '{}'", shortened(word));
            Err(SpanError::at(word, message))
        }
    }
}

/// Writes a puzzle. Candidates that givens eliminate are not listed.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, PuzzleWriteError> {
    if puzzle.board() != Board::CLASSIC {
        return Err(PuzzleWriteError::Only9x9(Format::Hodoku, puzzle.board().side()));
    }
    let initial = Puzzle::new(puzzle.givens().clone()).initial_candidates();
    let mut eliminated = Vec::new();
    for (cell, open) in puzzle.board().cells().zip(initial).filter(|(cell, _)| puzzle.givens().get(*cell).is_none()) {
        let triple = |digit: Digit| format!("{digit}{}{}", cell.row() + 1, cell.column() + 1);
        eliminated.extend((open - puzzle.allowed(cell)).iter().map(triple));
    }
    Ok(format!(":0000:x:{}:{}::\n", super::super::line(puzzle.givens()), eliminated.join(" ")))
}
