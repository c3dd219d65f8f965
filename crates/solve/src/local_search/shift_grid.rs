//! A solution of the empty board, written down at once.
//!
//! Each row is the one above it, turned by the width of a box; the first row of a band, by one more:
//!
//! ```text
//!   1 2 | 3 4
//!   3 4 | 1 2
//!   ----+----
//!   2 3 | 4 1
//!   4 1 | 2 3
//! ```

use qedoku_puzzle::{Board, Digit, Grid};

use qedoku_puzzle::rng::Rng;

/// A solution of the empty board, its digits named at random.
pub(super) fn shift_grid(board: Board, random: &mut Rng) -> Grid {
    let mut names: Vec<Digit> = board.digits().collect();
    random.shuffle(&mut names);
    let mut grid = Grid::empty(board);
    for cell in board.cells() {
        let (band, line) = (cell.row() / board.box_height(), cell.row() % board.box_height());
        let turned = line * board.box_width() + band + cell.column();
        grid.set(cell, Some(names[turned % board.side()]));
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::{Puzzle, referee};

    #[test]
    fn the_pattern_is_a_solution_of_every_board() {
        for height in 2..=12 {
            for width in 2..=12 {
                let board = Board::new(height, width).unwrap();
                let grid = shift_grid(board, &mut Rng::new(1, 0));
                assert_eq!(referee::check(&Puzzle::new(Grid::empty(board)), &grid), Ok(()), "{board}");
            }
        }
    }
}
