//! Digits in cells, some of which may be empty.

use std::fmt;

use crate::{Board, Cell, Digit};

/// Digits in the cells of a board; a cell may be empty.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    board: Board,
    /// Row by row; 0 is empty, and no entry is above the side.
    digits: Box<[u8]>,
}

impl Grid {
    /// A grid with all cells empty.
    pub fn empty(board: Board) -> Grid {
        Grid { board, digits: vec![0; board.cell_count()].into() }
    }

    /// A grid with these digits row by row, 0 for an empty cell; none if there is not one per cell, or one of them is
    /// not on the board.
    pub fn from_digits(board: Board, digits: impl Into<Box<[u8]>>) -> Option<Grid> {
        let digits = digits.into();
        let fits = digits.len() == board.cell_count() && digits.iter().all(|digit| usize::from(*digit) <= board.side());
        fits.then_some(Grid { board, digits })
    }

    /// The geometry.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The digits row by row, 0 for an empty cell: for loops over a whole grid.
    #[inline]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digit in a cell, unless it is empty.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(usize::from(self.digits[self.board.index(cell)]))
    }

    /// Puts a digit into a cell, or empties it.
    ///
    /// # Panics
    /// If the digit is not one of this board's.
    pub fn set(&mut self, cell: Cell, digit: impl Into<Option<Digit>>) {
        let digit = digit.into().map_or(0, Digit::get);
        assert!(digit <= self.board.side(), "the digit {digit} is not on a board {}", self.board);
        self.digits[self.board.index(cell)] = digit as u8;
    }

    /// The cells row by row, each with its digit or none.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Cell, Option<Digit>)> + '_ {
        self.board.cells().map(|cell| (cell, self.get(cell)))
    }

    /// The cells that hold a digit, row by row.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.iter().filter_map(|(cell, digit)| Some((cell, digit?)))
    }

    /// How many cells hold a digit.
    pub fn filled_count(&self) -> usize {
        self.digits.iter().filter(|digit| **digit != 0).count()
    }

    /// Whether every cell holds a digit. Whether they are the right ones, the [`referee`](crate::referee) says.
    pub fn is_full(&self) -> bool {
        !self.digits.contains(&0)
    }
}

impl fmt::Display for Grid {
    /// The grid as one line, as [`formats::line`](crate::formats) writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::formats::line(self))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_make_a_grid_if_each_of_them_is_on_the_board() {
        let board = Board::of_side(4).unwrap();
        let mut digits = [0; 16];
        digits[6] = 4;
        let grid = Grid::from_digits(board, digits).unwrap();
        assert_eq!(grid.get(Cell::new(1, 2)), Digit::new(4));
        assert_eq!((grid.filled_count(), grid.digits()), (1, &digits[..]));
        assert_eq!(Grid::from_digits(board, [0; 15]), None);
        digits[15] = 5;
        assert_eq!(Grid::from_digits(board, digits), None);
    }
}
