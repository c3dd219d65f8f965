//! The only definition of "solved": every house holds every digit once, and the question was respected.
//!
//! No engine is trusted over this, so it is written as plainly as the rules are said.

use std::fmt;

use crate::{Cell, Digit, DigitSet, Grid, House, Puzzle};

/// Why a grid is not a solution of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The grid is for another board.
    OtherBoard,
    /// A cell is empty.
    Empty(Cell),
    /// A cell holds a digit that the puzzle does not allow there: another one is given, or it was ruled out.
    NotAllowed(Cell, Digit),
    /// A house lacks a digit, so it holds another one twice.
    Missing(House, Digit),
}

/// Whether the grid solves the puzzle, or the first fault in reading order.
pub fn check(puzzle: &Puzzle, grid: &Grid) -> Result<(), Fault> {
    let board = puzzle.board();
    if grid.board() != board {
        return Err(Fault::OtherBoard);
    }
    for (cell, digit) in grid.iter() {
        let digit = digit.ok_or(Fault::Empty(cell))?;
        if !puzzle.allowed(cell).contains(digit) {
            return Err(Fault::NotAllowed(cell, digit));
        }
    }
    for house in board.houses() {
        let held: DigitSet = board.cells_of(house).filter_map(|cell| grid.get(cell)).collect();
        if let Some(digit) = board.digits().find(|digit| !held.contains(*digit)) {
            return Err(Fault::Missing(house, digit));
        }
    }
    Ok(())
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::OtherBoard => write!(f, "the grid is for another board than the puzzle"),
            Fault::Empty(cell) => write!(f, "{cell} is empty"),
            Fault::NotAllowed(cell, digit) => write!(f, "{cell} holds {digit}, which the puzzle does not allow there"),
            Fault::Missing(house, digit) => write!(f, "{house} has no {digit}"),
        }
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    /// The rows of the first band shifted by 3, then by 1 for each band.
    fn solved(board: Board) -> Grid {
        let (side, width) = (board.side(), board.box_width());
        let mut grid = Grid::empty(board);
        for cell in board.cells() {
            let shift = cell.row() * width + cell.row() / board.box_height();
            grid.set(cell, Digit::from_index((shift + cell.column()) % side));
        }
        grid
    }

    #[test]
    fn accepts_a_solution_at_every_size() {
        for board in (4..=144).filter_map(|side| Board::of_side(side).ok()) {
            let grid = solved(board);
            assert_eq!(check(&Puzzle::new(Grid::empty(board)), &grid), Ok(()), "{board}");
            assert_eq!(check(&Puzzle::new(grid.clone()), &grid), Ok(()), "{board}");
        }
    }

    #[test]
    fn refuses_every_single_change_of_a_solution() {
        let grid = solved(Board::CLASSIC);
        let empty = Puzzle::new(Grid::empty(Board::CLASSIC));
        for cell in Board::CLASSIC.cells() {
            let mut holed = grid.clone();
            holed.set(cell, None);
            assert_eq!(check(&empty, &holed), Err(Fault::Empty(cell)));
            for digit in Board::CLASSIC.digits().filter(|digit| grid.get(cell) != Some(*digit)) {
                let mut wrong = grid.clone();
                wrong.set(cell, digit);
                assert!(
                    matches!(check(&empty, &wrong), Err(Fault::Missing(_, missing)) if Some(missing) == grid.get(cell))
                );
                assert_eq!(
                    check(&Puzzle::new(wrong), &grid).map_err(|fault| fault
                        .to_string()
                        .split(' ')
                        .next()
                        .map(str::to_owned)),
                    Err(Some(cell.to_string()))
                );
            }
        }
    }

    #[test]
    fn refuses_a_grid_of_another_board() {
        let wide = Board::new(2, 3).unwrap();
        let high = Board::new(3, 2).unwrap();
        assert_eq!(check(&Puzzle::new(Grid::empty(high)), &solved(wide)), Err(Fault::OtherBoard));
    }
}
