//! Puzzles to text.
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
//! Every text ends with the end of a line. [`Format::separator`] goes between two of them in a file.

use super::names::Names;
use super::{Alphabet, Format, WriteError, frame, svg};
use crate::{Board, Cell, Digit, Grid, Puzzle};

/// How to write; the default is what other programs read most easily.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// The symbols of the digits; [`Alphabet::usual`] unless said otherwise.
    pub alphabet: Option<Alphabet>,
    /// The blank, one of `. 0 _ * -`; `0` in numbers and sdm, else `.`, unless said otherwise.
    pub blank: Option<char>,
    /// The solution: the second column of csv, and the digits that are no givens in svg.
    pub solution: Option<Grid>,
    /// Whether csv begins with the line `puzzle,solution`; it does unless said otherwise.
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
pub fn write(puzzle: &Puzzle, format: Format, options: &WriteOptions) -> Result<String, WriteError> {
    let board = puzzle.board();
    if options.solution.as_ref().is_some_and(|solution| solution.board() != board) {
        return Err(WriteError::Solution);
    }
    if puzzle.has_candidates() && !matches!(format, Format::Candidates | Format::CandidateGrid | Format::Svg) {
        return Err(WriteError::Candidates(format));
    }
    let grid = puzzle.givens();
    match format {
        Format::Line => write_line(grid, options).map(|line| line + "\n"),
        Format::Grid => Ok(frame::grid(grid, &Names::new(grid, options)?)),
        Format::Numbers => Ok(numbers(grid, &Names::numbers(grid, options)?)),
        Format::ClueList => Ok(clues(grid)),
        Format::Sdm if board != Board::CLASSIC => Err(WriteError::Only9x9(format, board.side())),
        Format::Sdm => write_line(grid, &sdm_options()).map(|line| line + "\n"),
        Format::Sdk => Ok(format!("[Puzzle]\n{}", rows(grid, &Names::glued(grid, format, options)?))),
        Format::SimpleSudoku => Ok(frame::simple_sudoku(grid, &Names::glued(grid, format, options)?)),
        Format::Candidates => candidates(puzzle, options),
        Format::CandidateGrid => frame::candidate_grid(puzzle),
        Format::Csv => csv(grid, options),
        Format::Svg => Ok(svg::picture(puzzle, options)),
    }
}

/// Writes a grid, as a puzzle that has its digits as givens.
pub fn write_grid(grid: &Grid, format: Format, options: &WriteOptions) -> Result<String, WriteError> {
    write(&Puzzle::new(grid.clone()), format, options)
}

/// Writes a grid on one line, without its end.
pub fn write_line(grid: &Grid, options: &WriteOptions) -> Result<String, WriteError> {
    let names = Names::new(grid, options)?;
    Ok(names.glue(grid).unwrap_or_else(|| {
        let cells = grid.iter().map(|(_, digit)| names.of(digit));
        cells.collect::<Vec<_>>().join(" ")
    }))
}

/// Other readers of .sdm files take nothing but digits.
fn sdm_options() -> WriteOptions {
    WriteOptions { blank: Some('0'), ..WriteOptions::default() }
}

fn numbers(grid: &Grid, names: &Names) -> String {
    let cell = |digit| format!("{:>width$}", names.of(digit), width = names.width());
    let cells: Vec<String> = grid.iter().map(|(_, digit)| cell(digit)).collect();
    cells.chunks(grid.board().side()).map(|row| row.join(" ") + "\n").collect()
}

fn rows(grid: &Grid, names: &Names) -> String {
    let cells: Vec<String> = grid.iter().map(|(_, digit)| names.of(digit)).collect();
    cells.chunks(grid.board().side()).map(|row| row.concat() + "\n").collect()
}

fn clues(grid: &Grid) -> String {
    let given = |(cell, digit): (Cell, Digit)| format!("{} {} {digit}\n", cell.row() + 1, cell.column() + 1);
    let head = format!("{}\n{}\n", grid.board().side(), grid.filled_count());
    head + &grid.filled().map(given).collect::<String>()
}

fn candidates(puzzle: &Puzzle, options: &WriteOptions) -> Result<String, WriteError> {
    let board = puzzle.board();
    let names = Names::glued(&Grid::empty(board), Format::Candidates, options)?;
    let cell = |cell| {
        let allowed = puzzle.allowed(cell);
        board.digits().map(move |digit| names.of(allowed.contains(digit).then_some(digit)))
    };
    Ok(board.cells().flat_map(cell).collect::<String>() + "\n")
}

fn csv(grid: &Grid, options: &WriteOptions) -> Result<String, WriteError> {
    let header = if options.header { format!("{CSV_HEADER}\n") } else { String::new() };
    let solution = options.solution.as_ref().map_or(Ok(String::new()), |solution| write_line(solution, options))?;
    Ok(format!("{header}{},{solution}\n", write_line(grid, options)?))
}
