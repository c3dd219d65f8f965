//! Text formats: reading puzzles with format detection, and writing them.
//!
//! ```
//! use qedoku_puzzle::formats::{self, Format, ReadOptions, WriteOptions};
//!
//! let text = "# two puzzles\n1.3.....4.....2. the first\n1.3.....4....y2. the second\n";
//! let mut reader = formats::read(text, &ReadOptions::default());
//! let first = reader.next().unwrap()?;
//! assert_eq!((first.line, first.rest.as_str()), (2, "the first"));
//! let error = reader.next().unwrap().unwrap_err();
//! assert_eq!(error.to_string(), "line 3, column 14: expected a digit 1-4 or a blank (. 0 _ * -), found 'y'");
//!
//! let clues = formats::write(&first.puzzle, Format::ClueList, &WriteOptions::default())?;
//! assert_eq!(clues, "4\n4\n1 1 1\n1 3 3\n3 1 4\n4 3 2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Formats that can be read; [`Format`] lists those that can be written:
//!
//! | format | shape |
//! |---|---|
//! | line | one puzzle per line: n x n symbols, optionally followed by other fields; blanks `. 0 _ * -`, or `x X ?` if there are no others |
//! | grid | n rows of n symbols or numbers, with or without separators and borders; headings such as `Grid 01` |
//! | numbers | n x n numbers separated by spaces or commas, on n lines or on one; a blank may be `-1`, then 0 is a digit |
//! | clues | n, the number of givens, then one `row column digit` per line |
//! | sdm, sdk, ss | 81 symbols; `[Puzzle]` and rows; the bordered grid of the program Simple Sudoku |
//! | candidates | n x n x n symbols on a line: for each cell and digit its symbol or a blank |
//! | candidate-grid | n x n groups of candidates such as `147`, up to 9x9 |
//! | tables | n rows of n fields that may be empty, or aligned columns with spaces as blanks; labels of rows and columns |
//! | lists of givens | `r1c1=5`, or `row column digit` per line without a head |
//! | array literals | `name = [[5, 3, 0, ...], ...]` of MiniZinc, Python, C and others |
//! | csv | columns detected by content, with or without a header: the puzzle, its solution, other fields |
//! | json | rows, lists, lines and objects with a puzzle, one document or one value per line |
//! | hodoku | library lines of the program HoDoKu, with placed digits and eliminated candidates |
//! | sudokuwiki, sudokuexchange, f-puzzles, sudokupad | links that contain the puzzle; JSON of the last two |
//! | opensudoku, ksudoku | XML of these programs |
//! | npy | NumPy arrays, by [`npy::NpyReader`] |
//!
//! In every format, `#` begins a comment line, and a byte order mark, `\r\n`, tabs and trailing spaces are ignored. A file may
//! contain many puzzles; after an invalid one, reading continues with the next. Simple Sudoku writes the state of play and the
//! candidates below the givens; the givens are the puzzle. Conflicting givens are not an error: they make a puzzle without
//! solution.

mod text;
mod error;
mod format;
mod alphabet;
mod symbol_usage;
mod cells;
mod tokens;
mod one_per_line;
mod heading;
mod paragraph;
mod row_labels;
mod table;
mod multi_line;
mod placements;
mod array_literal;
mod clue_list;
mod structured;
mod detect;
mod count_line;
mod reader;
mod stream;
mod line_reader;
mod write;
mod symbols;
mod bordered;
pub mod npy;
pub mod svg_board;
mod svg;

use crate::{Board, Grid, Puzzle};

pub use alphabet::Alphabet;
pub use error::{PuzzleReadError, PuzzleWriteError, UnknownNameError};
pub use format::Format;
pub use line_reader::LineReader;
pub use reader::{DetectedFormat, PuzzleReader, PuzzleRecord, ReadOptions};
pub use stream::{ChunkItem, CsvLayout, MAX_DOCUMENT_BYTES, MAX_LINE_BYTES, PuzzleChunk, PuzzleStream};
pub use write::{CSV_HEADER, WriteOptions, write, write_grid, write_line};

/// Reads the puzzles of a text one by one.
pub fn read<'a>(text: &'a str, options: &ReadOptions) -> PuzzleReader<'a> {
    PuzzleReader::new(text, options)
}

/// Reads a text that contains exactly one puzzle.
pub fn read_one(text: &str, options: &ReadOptions) -> Result<Puzzle, PuzzleReadError> {
    let mut reader = read(text, options);
    let no_puzzle = || PuzzleReadError::new(1, 0, "expected a puzzle, found none");
    let record = reader.next().ok_or_else(no_puzzle)??;
    match reader.next() {
        None => Ok(record.puzzle),
        Some(Ok(PuzzleRecord { line, .. }) | Err(PuzzleReadError { line, .. })) => {
            Err(PuzzleReadError::new(line, 0, "expected one puzzle, found a second one"))
        }
    }
}

/// Writes a grid on one line: one symbol per cell up to 35x35 ([`Alphabet::usual`]), numbers separated by spaces above.
pub fn line(grid: &Grid) -> String {
    write_line(grid, &WriteOptions::default()).expect("the usual alphabet has enough symbols or falls back to numbers")
}

/// Reads a text that contains one puzzle, after its board if that stands before it: `6x6 with boxes 3x2: 1.....`.
pub(crate) fn read_with_board(text: &str, options: &ReadOptions) -> Result<Puzzle, PuzzleReadError> {
    let prefixed = text.split_once(": ").and_then(|(board, rest)| Some((board.parse::<Board>().ok()?, rest)));
    let Some((board, rest)) = prefixed else { return read_one(text, options) };
    read_one(rest, &ReadOptions { board: Some(board), ..options.clone() }).map_err(|mut error| {
        if error.line == 1 && error.column > 0 {
            error.column += text.chars().count() - rest.chars().count();
        }
        error
    })
}

/// Whether a line of symbols of a board of this side is read as the candidates of a smaller board.
pub(crate) fn is_read_as_candidates(line: &str, side: usize) -> bool {
    let smaller = (4..side).find(|smaller| smaller.pow(3) == side * side && line.len() == side * side);
    smaller.is_some_and(|smaller| {
        cells::is_candidate_string(&[line], smaller) || cells::is_faulty_candidate_string(&[line], smaller)
    })
}
