//! JSON reader: no input makes the reader panic or loop, errors have a place, and what is read survives writing and reading.

use qedoku_puzzle::formats::Format;

/// Reads the input as JSON, also of f-puzzles and SudokuPad.
pub fn check(data: &[u8]) {
    crate::structured::check(data, &[Format::Json, Format::FPuzzles, Format::SudokuPad]);
}
