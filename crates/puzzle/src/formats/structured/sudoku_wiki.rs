//! Board strings of sudokuwiki.org (A. Stuart), the value of `bd=` in its links.
//!
//! | text | board |
//! |---|---|
//! | 81 digits | the givens; `0` or `.` is a blank |
//! | 729 symbols | a candidate string |
//! | `S9B` and 162 characters | two characters per cell in base 36: 0 blank, 1-9 a given, 10-18 a digit that was placed, from 19 on a bit set of candidates plus 18 |
//! | 162 characters | two characters per cell in base 32: a bit set of candidates, times two, plus one for a given (2023) |
//!
//! The header `S9B` names the kind of puzzle, the side in base 36 and the version. Other sides use the same rules with their own
//! numbers, and other kinds are variants, which are refused by name. A position is read as the puzzle that it is: placed digits
//! count as givens, and missing candidates are eliminated.

use super::super::cells::{ParsedPuzzle, ReadContext};
use super::super::error::{SpanError, shortened};
use super::super::{Alphabet, Format, PuzzleWriteError};
use super::with_marks;
use crate::{Board, Digit, DigitSet, Grid, Puzzle};

/// The kinds of puzzles in a header that are not Sudoku.
const VARIANTS: [(char, &str); 11] = [
    ('J', "Jigsaw Sudoku"),
    ('D', "KenDoku"),
    ('K', "KenKen"),
    ('M', "Killer Jigsaw"),
    ('L', "Killer Sudoku"),
    ('T', "Str8ts"),
    ('B', "Str8ts"),
    ('U', "Str8ts X"),
    ('V', "Str8ts X"),
    ('X', "Sudoku X"),
    ('W', "Windoku"),
];

/// Whether a text without a link is a position: a header and two characters per cell, or 162 characters of the older form.
pub(super) fn is_position(text: &str) -> bool {
    let is_versioned = text.len() == 165 && header(text).is_some_and(|(_, side)| side == 9);
    is_versioned || text.bytes().any(|byte| byte.is_ascii_lowercase()) && read_base_32(text).is_ok()
}

/// Reads the value of `bd`.
pub(super) fn read<'a>(text: &'a str, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
    if let Some((kind, side)) = header(text) {
        return match VARIANTS.iter().find(|(code, _)| *code == kind) {
            Some((_, name)) => Err(SpanError::at(text, format!("unsupported variant: {name}"))),
            None => read_versioned(&text[3..], side, context),
        };
    }
    if text.len() == 162 {
        return read_base_32(text);
    }
    let parsed = context.parse_tokens(&[text])?;
    Ok(ParsedPuzzle { format: Format::SudokuWiki, ..parsed })
}

/// The kind of puzzle and the side in the header of a text.
fn header(text: &str) -> Option<(char, usize)> {
    let mut characters = text.chars().map(|c| c.to_ascii_uppercase());
    let kind = characters.next().filter(|kind| *kind == 'S' || VARIANTS.iter().any(|(code, _)| code == kind))?;
    let side = characters.next()?.to_digit(36)? as usize;
    let is_version = characters.next()?.is_ascii_uppercase();
    (is_version && side > 2 && text.len() > 3 + side * side).then_some((kind, side))
}

/// Reads fields of a fixed width in base 36, one per cell.
fn read_versioned<'a>(text: &'a str, side: usize, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
    let board = context.board(side)?;
    if side > 25 {
        return Err(SpanError::at(text, format!("expected a board up to 25x25, found {side}x{side}")));
    }
    let candidates_from = 2 * side as u64;
    let largest = (1 << side) - 1 + candidates_from;
    let width = largest.ilog(36) as usize + 1;
    if text.len() != width * board.cell_count() || !text.is_ascii() {
        let expected = format!("expected {width} characters for each of {} cells", board.cell_count());
        return Err(SpanError::at(text, format!("{expected}, found {} characters", text.len())));
    }
    let mut grid = Grid::empty(board);
    let mut marks = vec![DigitSet::all(side); board.cell_count()];
    for (index, cell) in board.cells().enumerate() {
        let field = &text[index * width..][..width];
        match u64::from_str_radix(field, 36).ok().filter(|value| *value <= largest) {
            Some(0) => {}
            Some(value) if value <= candidates_from => {
                grid.set(cell, Digit::from_index((value as usize - 1) % side));
            }
            Some(value) => marks[index] = digits(value - candidates_from),
            None => {
                let message = format!("expected the code of a cell, found '{}'", shortened(field));
                return Err(SpanError::at(field, message));
            }
        }
    }
    let alphabet = Some(Alphabet::OneTo(side));
    Ok(ParsedPuzzle { puzzle: with_marks(&grid, &marks), format: Format::SudokuWiki, alphabet, note: None })
}

/// Reads the form of 2023: two characters per cell in base 32.
fn read_base_32(text: &str) -> Result<ParsedPuzzle, SpanError<'_>> {
    if text.len() != 162 || !text.is_ascii() {
        return Err(SpanError::at(text, format!("expected 162 characters, found {}", text.chars().count())));
    }
    let mut grid = Grid::empty(Board::CLASSIC);
    let mut marks = Vec::with_capacity(81);
    for (index, cell) in Board::CLASSIC.cells().enumerate() {
        let field = &text[2 * index..][..2];
        let value = u64::from_str_radix(field, 32).ok();
        let candidates = value.map_or(DigitSet::EMPTY, |value| digits(value >> 1));
        match (value.is_some_and(|value| value & 1 == 1), candidates.single()) {
            (false, _) if !candidates.is_empty() => {}
            (true, Some(digit)) => grid.set(cell, digit),
            _ => {
                let message =
                    format!("expected candidates in base 32, or one and the mark of a given, found '{field}'");
                return Err(SpanError::at(field, message));
            }
        }
        marks.push(candidates);
    }
    let alphabet = Some(Alphabet::OneTo(9));
    Ok(ParsedPuzzle { puzzle: with_marks(&grid, &marks), format: Format::SudokuWiki, alphabet, note: None })
}

/// The digits of a bit set, digit 1 in the lowest bit.
fn digits(bits: u64) -> DigitSet {
    (0..64).filter(|index| bits >> index & 1 == 1).map(Digit::from_index).collect()
}

/// Writes a link: 81 digits, or the version with candidates if some are eliminated.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, PuzzleWriteError> {
    let board = puzzle.board();
    if board != Board::CLASSIC {
        return Err(PuzzleWriteError::Only9x9(Format::SudokuWiki, board.side()));
    }
    let mut text = String::from("https://www.sudokuwiki.org/sudoku.htm?bd=");
    if !puzzle.has_eliminations() {
        text.extend(puzzle.givens().digits().iter().map(|digit| char::from(b'0' + digit)));
        return Ok(text + "\n");
    }
    text.push_str("S9B");
    for (cell, marks) in board.cells().zip(puzzle.initial_candidates()) {
        let code = match puzzle.givens().get(cell) {
            Some(given) => given.get(),
            None if marks.is_empty() => return Err(PuzzleWriteError::NoCandidate(cell)),
            None => 18 + marks.iter().map(|digit| 1 << digit.index()).sum::<usize>(),
        };
        text.extend([code / 36, code % 36].map(|value| char::from_digit(value as u32, 36).expect("below 36")));
    }
    Ok(text + "\n")
}
