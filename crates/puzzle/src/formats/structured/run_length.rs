//! The run-length form of 9x9 puzzles in links of SudokuExchange and SudokuPad (`scf`).
//!
//! A character stands for a digit and the blanks after it, at most five: its value is digit + 10 x blanks, in the order of
//! `0-9`, `A-Z`, `a-z`. The digit 0 is a blank too.

use super::super::cells::ParsedPuzzle;
use super::super::error::SpanError;
use super::super::{Alphabet, Format};
use crate::{Board, Grid, Puzzle};

const SYMBOLS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Reads the givens.
pub(super) fn decode(text: &str, format: Format) -> Result<ParsedPuzzle, SpanError<'_>> {
    let mut digits = Vec::with_capacity(81);
    for (index, symbol) in text.char_indices() {
        let value = SYMBOLS.iter().position(|other| char::from(*other) == symbol);
        let message = || format!("expected a letter or digit in a compressed puzzle, found '{symbol}'");
        let value = value.ok_or_else(|| SpanError::at(&text[index..], message()))?;
        digits.push((value % 10) as u8);
        digits.extend(std::iter::repeat_n(0, value / 10));
    }
    let message = format!("expected a compressed puzzle of 81 cells, found {} cells", digits.len());
    let grid = Grid::from_digits(Board::CLASSIC, digits).ok_or_else(|| SpanError::at(text, message))?;
    Ok(ParsedPuzzle { puzzle: Puzzle::new(grid), format, alphabet: Some(Alphabet::OneTo(9)), note: None })
}

/// Writes the givens.
pub(super) fn encode(grid: &Grid) -> String {
    let mut text = String::new();
    let mut rest = grid.digits();
    while let Some((digit, after)) = rest.split_first() {
        let blanks = after.iter().take(5).take_while(|digit| **digit == 0).count();
        text.push(char::from(SYMBOLS[usize::from(*digit) + 10 * blanks]));
        rest = &after[blanks..];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_blanks_are_restored() {
        let solution = Grid::cyclic_shift(Board::CLASSIC);
        for gap in 1..12 {
            let digits: Vec<u8> =
                solution.digits().iter().enumerate().map(|(i, d)| if i % gap == 0 { *d } else { 0 }).collect();
            let grid = Grid::from_digits(Board::CLASSIC, digits).unwrap();
            let text = encode(&grid);
            assert_eq!(decode(&text, Format::SudokuPad).unwrap().puzzle, Puzzle::new(grid), "{text}");
        }
        // 5 and no blank, 3 and two blanks, then runs of a blank with five more.
        assert!(decode(&("5N".to_owned() + &"o".repeat(12)), Format::SudokuPad).is_err());
        let text = "5N".to_owned() + &"o".repeat(12) + "e";
        let grid = decode(&text, Format::SudokuPad).unwrap().puzzle;
        assert_eq!((grid.givens().digits()[0], grid.givens().digits()[1], grid.givens().filled_count()), (5, 3, 2));
    }
}
