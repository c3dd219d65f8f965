//! Text to puzzles and back, recognised by content.
//!
//! ```
//! use qedoku_puzzle::formats::{self, Format, ReadOptions, WriteOptions};
//!
//! let text = "# two of them\n1.3.....4.....2. the first\n1.3.....4....x2. the second\n";
//! let mut reader = formats::read(text, &ReadOptions::default());
//! let first = reader.next().unwrap()?;
//! assert_eq!((first.line, first.rest.as_str()), (2, "the first"));
//! let error = reader.next().unwrap().unwrap_err();
//! assert_eq!(error.to_string(), "line 3, column 14: expected a digit 1-4 or a blank (. 0 _ * -), found 'x'");
//!
//! let clues = formats::write(&first.puzzle, Format::ClueList, &WriteOptions::default())?;
//! assert_eq!(clues, "4\n4\n1 1 1\n1 3 3\n3 1 4\n4 3 2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What can be read:
//!
//! | format | shape |
//! |---|---|
//! | line | one puzzle per line: n x n symbols, more fields may follow; blanks `. 0 _ * -`, never a space |
//! | grid | n rows of n symbols or numbers, glued or separated, with or without borders; `Grid 01` headings |
//! | numbers | n x n numbers separated by spaces or commas, on n lines or on one; blanks also `-1`, then 0 is a digit |
//! | clues | n, the number of givens, one `row column digit` per line |
//! | sdm, sdk, ss | 81 symbols; `[Puzzle]` and rows; the box of Simple Sudoku |
//! | candidates | n x n x n symbols on a line: each digit at its own place or a blank |
//! | candidate-grid | n x n groups of candidates such as `147`, up to 9x9 |
//! | csv | columns by content, with or without a header: the puzzle, its solution, the rest |
//!
//! Everywhere: `#` begins a comment line; a byte order mark, `\r\n`, tabs and trailing spaces do no harm; a file may hold
//! many puzzles, and after a bad one the next is read. Simple Sudoku writes the state of play and the candidates below
//! the givens; the givens are the puzzle. Givens that clash are no error: that is a puzzle without solution.

mod text;
mod error;
mod format;
mod alphabet;
mod usage;
mod cells;
mod flow;
mod list;
mod heading;
mod block;
mod grid;
mod clues;
mod detect;
mod reader;
mod write;
mod names;
mod frame;
pub mod drawing;
mod svg;

use std::str::FromStr;

use crate::{Grid, Puzzle};

pub use alphabet::Alphabet;
pub use error::{ReadError, UnknownName, WriteError};
pub use format::Format;
pub use reader::{Detected, ReadOptions, Reader, Record};
pub use write::{CSV_HEADER, WriteOptions, write, write_grid, write_line};

/// The puzzles of a text, read one after the other.
pub fn read<'a>(text: &'a str, options: &ReadOptions) -> Reader<'a> {
    Reader::new(text, options)
}

/// The puzzle of a text that holds just one.
pub fn read_one(text: &str, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let mut reader = read(text, options);
    let nothing = || ReadError { line: 1, column: 0, message: "expected a puzzle, found none".into() };
    let record = reader.next().ok_or_else(nothing)??;
    match reader.next() {
        None => Ok(record.puzzle),
        Some(Ok(Record { line, .. }) | Err(ReadError { line, .. })) => {
            Err(ReadError { line, column: 0, message: "expected one puzzle, found another one".into() })
        }
    }
}

/// A grid on one line: one symbol per cell up to 35x35 ([`Alphabet::usual`]), then numbers separated by spaces.
pub fn line(grid: &Grid) -> String {
    write_line(grid, &WriteOptions::default()).expect("the usual alphabet is long enough")
}

impl FromStr for Puzzle {
    type Err = ReadError;

    /// Reads a text that holds just one puzzle, in any format.
    fn from_str(text: &str) -> Result<Puzzle, ReadError> {
        read_one(text, &ReadOptions::default())
    }
}
