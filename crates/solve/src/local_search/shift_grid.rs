//! The shift grid: a solution of the empty board without search.
//!
//! Each row is the one above it, rotated by the width of a box; the first row of a band, by one more:
//!
//! ```text
//!   1 2 | 3 4
//!   3 4 | 1 2
//!   ----+----
//!   2 3 | 4 1
//!   4 1 | 2 3
//! ```

use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Digit, Grid};

/// The shift grid with its digits relabelled at random.
pub(super) fn shift_grid(board: Board, rng: &mut Rng) -> Grid {
    let mut labels: Vec<Digit> = board.digits().collect();
    rng.shuffle(&mut labels);
    let mut grid = Grid::empty(board);
    for cell in board.cells() {
        let (band, line) = (cell.row() / board.box_height(), cell.row() % board.box_height());
        let shifted = line * board.box_width() + band + cell.column();
        grid.set(cell, Some(labels[shifted % board.side()]));
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::{Puzzle, referee};

    #[test]
    fn the_shift_grid_is_a_solution_of_every_board() {
        for height in 2..=12 {
            for width in 2..=12 {
                let board = Board::new(height, width).unwrap();
                let grid = shift_grid(board, &mut Rng::new(1, 0));
                assert_eq!(referee::check(&Puzzle::new(Grid::empty(board)), &grid), Ok(()), "{board}");
            }
        }
    }
}
