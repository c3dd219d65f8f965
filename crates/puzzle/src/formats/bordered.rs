//! Writing grids with borders around their boxes.
//!
//! ```text
//!   4 . . | . . . | 8 . 5       *-----------*       +-----------+----
//!   . 3 . | . . . | . . .       |4..|...|8.5|       | 4 167 126 |
//!   . . . | 7 . . | . . .       |.3.|...|...|       | 1 3   29  |
//!   ------+-------+------       |...|7..|...|       | 2 5   8   |
//!   . 2 . | . . . | . 6 .       |---+---+---|       +-----------+----
//!   grid                        ss                  candidate-grid
//! ```

use super::symbols::DigitSymbols;
use super::{Format, PuzzleWriteError};
use crate::{Board, Cell, Digit, Grid, Puzzle};

/// The grid format: cells with spaces and borders between them.
pub(super) fn grid(grid: &Grid, symbols: &DigitSymbols) -> String {
    let board = grid.board();
    let width = (symbols.width() + 1) * board.box_width();
    let border = rule(board, |stack| match stack {
        _ if stack == 0 || stack + 1 == board.box_height() => width,
        _ => width + 1,
    });
    let row = |row| {
        let cell = |cell| format!("{:>width$}", symbols.of(grid.get(cell)), width = symbols.width());
        stacks(board, row).map(|cells| cells.map(cell).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(" | ")
    };
    bands(board, &format!("{border}\n"), |index| row(index) + "\n")
}

/// The bordered grid of the program Simple Sudoku.
pub(super) fn simple_sudoku(grid: &Grid, symbols: &DigitSymbols) -> String {
    let board = grid.board();
    let edge = format!("*{}*\n", "-".repeat(board.side() + board.box_height() - 1));
    let border = format!("|{}|\n", rule(board, |_| board.box_width()));
    let row = |row| {
        let cell = |cell| symbols.of(grid.get(cell));
        let stacks: Vec<String> = stacks(board, row).map(|cells| cells.map(cell).collect()).collect();
        format!("|{}|\n", stacks.join("|"))
    };
    format!("{edge}{}{edge}", bands(board, &border, row))
}

/// The candidate grid: the candidates of each cell, in aligned columns.
pub(super) fn candidate_grid(puzzle: &Puzzle) -> Result<String, PuzzleWriteError> {
    let board = puzzle.board();
    if board.side() > 9 {
        return Err(PuzzleWriteError::Symbols(Format::CandidateGrid, board.side()));
    }
    if let Some(cell) = board.cells().find(|cell| puzzle.allowed(*cell).is_empty()) {
        return Err(PuzzleWriteError::NoCandidate(cell));
    }
    let length = |column, row| puzzle.allowed(Cell::new(row, column)).len();
    let width = |column| (0..board.side()).map(|row| length(column, row)).max().unwrap_or(1);
    let widths: Vec<usize> = (0..board.side()).map(width).collect();
    let stack_width =
        |stack| widths[stack * board.box_width()..][..board.box_width()].iter().map(|w| w + 1).sum::<usize>();
    let border = format!("+{}+\n", rule(board, |stack| stack_width(stack) + 1));
    let row = |row| {
        let digits =
            |cell| puzzle.allowed(cell).iter().map(Digit::get).map(|digit| digit.to_string()).collect::<String>();
        let cell = |cell: Cell| format!(" {:<width$}", digits(cell), width = widths[cell.column()]);
        let stacks: Vec<String> = stacks(board, row).map(|cells| cells.map(cell).collect()).collect();
        format!("|{} |\n", stacks.join(" |"))
    };
    Ok(format!("{border}{}{border}", bands(board, &border, row)))
}

/// The cells of a row, stack by stack.
fn stacks(board: Board, row: usize) -> impl Iterator<Item = impl Iterator<Item = Cell>> {
    let width = board.box_width();
    (0..board.box_height()).map(move |stack| (0..width).map(move |column| Cell::new(row, stack * width + column)))
}

/// All rows, with a border between the bands.
fn bands(board: Board, border: &str, row: impl Fn(usize) -> String) -> String {
    let band = |band| (0..board.box_height()).map(|line| row(band * board.box_height() + line)).collect::<String>();
    (0..board.box_width()).map(band).collect::<Vec<_>>().join(border)
}

/// A border: dashes, with a plus between stacks.
fn rule(board: Board, width: impl Fn(usize) -> usize) -> String {
    (0..board.box_height()).map(|stack| "-".repeat(width(stack))).collect::<Vec<_>>().join("+")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{WriteOptions, write};

    fn written(format: Format) -> String {
        let puzzle: Puzzle = "12. ... 3.. ... 4.. ... 5.. ... ... ... ... .6.".parse().unwrap();
        write(&puzzle, format, &WriteOptions::default()).unwrap()
    }

    #[test]
    fn boxes_of_6x6_have_two_rows_and_three_columns() {
        let grid = "1 2 . | . . .\n3 . . | . . .\n------+------\n4 . . | . . .\n5 . . | . . .\n------+------\n\
                    . . . | . . .\n. . . | . 6 .\n";
        assert_eq!(written(Format::Grid), grid);
        let ss = "*-------*\n|12.|...|\n|3..|...|\n|---+---|\n|4..|...|\n|5..|...|\n|---+---|\n|...|...|\n|...|.6.|\n\
                  *-------*\n";
        assert_eq!(written(Format::SimpleSudoku), ss);
    }
}
