//! Writing puzzles as text.
//!
//! ```
//! use qedoku_puzzle::Puzzle;
//! use qedoku_puzzle::formats::{Format, WriteOptions, write};
//!
//! let puzzle: Puzzle = "1.3. .... .... ..2.".parse()?;
//! let grid = write(&puzzle, Format::Grid, &WriteOptions::default())?;
//! assert_eq!(grid, "1 . | 3 .\n. . | . .\n----+----\n. . | . .\n. . | 2 .\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every text ends with a line break. [`Format::separator`] is written between two puzzles of a file, [`Format::prologue`] before
//! the first and [`Format::epilogue`] after the last.

use super::symbols::DigitSymbols;
use super::{Alphabet, Format, PuzzleWriteError, bordered, structured, svg};
use crate::{Board, Cell, Digit, Grid, Puzzle};

/// Options for writing. The defaults are what most other programs can read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// The symbols of digits. Default: [`Alphabet::usual`].
    pub alphabet: Option<Alphabet>,
    /// The blank, one of `. 0 _ * -`. Default: `0` in numbers and sdm, else `.`.
    pub blank: Option<char>,
    /// The solution: the second column of csv, and the digits in open cells in svg.
    pub solution: Option<Grid>,
    /// Whether the text is a whole file, with [`Format::prologue`] and [`Format::epilogue`]: csv with the line `puzzle,solution`,
    /// XML with its root element. Default: true.
    pub header: bool,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions { alphabet: None, blank: None, solution: None, header: true }
    }
}

/// The first line of a csv file.
pub const CSV_HEADER: &str = "puzzle,solution";

/// Writes a puzzle.
pub fn write(puzzle: &Puzzle, format: Format, options: &WriteOptions) -> Result<String, PuzzleWriteError> {
    let board = puzzle.board();
    if options.solution.as_ref().is_some_and(|solution| solution.board() != board) {
        return Err(PuzzleWriteError::Solution);
    }
    if puzzle.has_eliminations() && !has_candidates(format) {
        return Err(PuzzleWriteError::Candidates(format));
    }
    let grid = puzzle.givens();
    match format {
        Format::Line => write_line(grid, options).map(|line| line + "\n"),
        Format::Grid => Ok(bordered::grid(grid, &DigitSymbols::new(grid, options)?)),
        Format::Numbers => Ok(numbers(grid, &DigitSymbols::numbers(grid, options)?)),
        Format::ClueList => Ok(clues(grid)),
        Format::Sdm if board != Board::CLASSIC => Err(PuzzleWriteError::Only9x9(format, board.side())),
        Format::Sdm => write_line(grid, &sdm_options()).map(|line| line + "\n"),
        Format::Sdk => {
            Ok(format!("[Puzzle]\n{}", rows(grid, &DigitSymbols::without_separator(grid, format, options)?)))
        }
        Format::SimpleSudoku => {
            Ok(bordered::simple_sudoku(grid, &DigitSymbols::without_separator(grid, format, options)?))
        }
        Format::Candidates => candidates(puzzle, options),
        Format::CandidateGrid => bordered::candidate_grid(puzzle),
        Format::Csv => csv(grid, options),
        Format::Svg => Ok(svg::picture(puzzle, options)),
        Format::Json
        | Format::Hodoku
        | Format::SudokuWiki
        | Format::SudokuExchange
        | Format::FPuzzles
        | Format::SudokuPad
        | Format::OpenSudoku
        | Format::KSudoku => structured::write(puzzle, format, options),
        Format::Npy => Err(PuzzleWriteError::Binary(format)),
    }
}

/// Whether the format can represent eliminated candidates.
fn has_candidates(format: Format) -> bool {
    use Format::{CandidateGrid, Candidates, FPuzzles, Hodoku, Json, SudokuWiki, Svg};
    matches!(format, Candidates | CandidateGrid | Svg | Json | Hodoku | SudokuWiki | FPuzzles)
}

/// Writes a grid, as the puzzle whose givens are its digits.
pub fn write_grid(grid: &Grid, format: Format, options: &WriteOptions) -> Result<String, PuzzleWriteError> {
    write(&Puzzle::new(grid.clone()), format, options)
}

/// Writes a grid on one line, without a line break.
pub fn write_line(grid: &Grid, options: &WriteOptions) -> Result<String, PuzzleWriteError> {
    let symbols = DigitSymbols::new(grid, options)?;
    Ok(symbols.concatenate(grid).unwrap_or_else(|| {
        let cells = grid.iter().map(|(_, digit)| symbols.of(digit));
        cells.collect::<Vec<_>>().join(" ")
    }))
}

/// Many readers of .sdm files accept only digits.
fn sdm_options() -> WriteOptions {
    WriteOptions { blank: Some('0'), ..WriteOptions::default() }
}

fn numbers(grid: &Grid, symbols: &DigitSymbols) -> String {
    let cell = |digit| format!("{:>width$}", symbols.of(digit), width = symbols.width());
    let cells: Vec<String> = grid.iter().map(|(_, digit)| cell(digit)).collect();
    cells.chunks(grid.board().side()).map(|row| row.join(" ") + "\n").collect()
}

fn rows(grid: &Grid, symbols: &DigitSymbols) -> String {
    let cells: Vec<String> = grid.iter().map(|(_, digit)| symbols.of(digit)).collect();
    cells.chunks(grid.board().side()).map(|row| row.concat() + "\n").collect()
}

fn clues(grid: &Grid) -> String {
    let given = |(cell, digit): (Cell, Digit)| format!("{} {} {digit}\n", cell.row() + 1, cell.column() + 1);
    let head = format!("{}\n{}\n", grid.board().side(), grid.filled_count());
    head + &grid.filled().map(given).collect::<String>()
}

fn candidates(puzzle: &Puzzle, options: &WriteOptions) -> Result<String, PuzzleWriteError> {
    let board = puzzle.board();
    let symbols = DigitSymbols::without_separator(&Grid::empty(board), Format::Candidates, options)?;
    let cell = |cell| {
        let allowed = puzzle.allowed(cell);
        board.digits().map(move |digit| symbols.of(allowed.contains(digit).then_some(digit)))
    };
    Ok(board.cells().flat_map(cell).collect::<String>() + "\n")
}

fn csv(grid: &Grid, options: &WriteOptions) -> Result<String, PuzzleWriteError> {
    let header = if options.header { Format::Csv.prologue() } else { "" };
    let solution = options.solution.as_ref().map_or(Ok(String::new()), |solution| write_line(solution, options))?;
    Ok(format!("{header}{},{solution}\n", write_line(grid, options)?))
}
