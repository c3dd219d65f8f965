//! [`Grid`]: digits in the cells of a board, some of which may be empty.

use std::fmt;
use std::iter::Enumerate;
use std::str::FromStr;

use crate::formats::{self, Format, PuzzleReadError, ReadOptions};
use crate::{Board, Cell, Digit};

/// Digits in the cells of a board; a cell may be empty.
///
/// The text form is one line (see [`formats::line`]), which omits the shape of the boxes. Parsing assumes the usual boxes of the
/// side unless the board stands before the line: `6x6 with boxes 3x2: 1.....`. A text of several lines may be in any format
/// that [`formats`] reads.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    board: Board,
    /// Row by row; 0 is an empty cell, and no entry is above the side.
    digits: Box<[u8]>,
}

/// Iterator over the cells of a borrowed [`Grid`] in reading order.
#[derive(Clone, Debug)]
pub struct GridIter<'a> {
    board: Board,
    digits: Enumerate<std::slice::Iter<'a, u8>>,
}

/// Iterator over the cells of an owned [`Grid`] in reading order.
#[derive(Clone, Debug)]
pub struct GridIntoIter {
    board: Board,
    digits: Enumerate<std::vec::IntoIter<u8>>,
}

impl Grid {
    /// A grid with all cells empty.
    pub fn empty(board: Board) -> Grid {
        Grid { board, digits: vec![0; board.cell_count()].into() }
    }

    /// The cyclic-shift solution of the empty board: each row is the one above it, rotated by the width of a box; the first
    /// row of a band, by one more.
    ///
    /// ```text
    ///   1 2 | 3 4
    ///   3 4 | 1 2
    ///   ----+----
    ///   2 3 | 4 1
    ///   4 1 | 2 3
    /// ```
    pub fn cyclic_shift(board: Board) -> Grid {
        let mut grid = Grid::empty(board);
        for cell in board.cells() {
            let shift = cell.row() * board.box_width() + cell.row() / board.box_height();
            grid.set(cell, Digit::from_index((shift + cell.column()) % board.side()));
        }
        grid
    }

    /// A grid with these digits row by row, 0 for an empty cell.
    ///
    /// Returns `None` if their number is not that of the cells, or one of them is not a digit of the board.
    #[inline]
    pub fn from_digits(board: Board, digits: impl Into<Box<[u8]>>) -> Option<Grid> {
        let digits = digits.into();
        let is_valid =
            digits.len() == board.cell_count() && digits.iter().all(|digit| usize::from(*digit) <= board.side());
        is_valid.then_some(Grid { board, digits })
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The digits row by row, 0 for an empty cell: for loops over a whole grid.
    #[inline]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digit in a cell, or `None` if the cell is empty.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(usize::from(self.digits[self.board.index(cell)]))
    }

    /// Places a digit in a cell, or empties the cell.
    ///
    /// # Panics
    /// If the digit or the cell is not on the board.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: impl Into<Option<Digit>>) {
        let digit = digit.into().map_or(0, Digit::get);
        assert!(digit <= self.board.side(), "{digit} is not a digit of a {} board", self.board);
        self.digits[self.board.index(cell)] = digit as u8;
    }

    /// The cells in reading order, each with its digit or `None`.
    #[inline]
    pub fn iter(&self) -> GridIter<'_> {
        GridIter { board: self.board, digits: self.digits.iter().enumerate() }
    }

    /// The cells that hold a digit, in reading order.
    #[inline]
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.iter().filter_map(|(cell, digit)| Some((cell, digit?)))
    }

    /// The number of cells that hold a digit.
    #[inline]
    pub fn filled_count(&self) -> usize {
        self.digits.iter().filter(|digit| **digit != 0).count()
    }

    /// Whether every cell holds a digit. The [`referee`](crate::referee) decides whether they form a solution.
    #[inline]
    pub fn is_full(&self) -> bool {
        !self.digits.contains(&0)
    }

    /// The text form from which parsing restores the same grid: the board stands before the line unless it is the usual one.
    pub(crate) fn exact_text(&self) -> String {
        if self.board.is_usual() { self.to_string() } else { format!("{}: {self}", self.board) }
    }
}

impl Iterator for GridIter<'_> {
    type Item = (Cell, Option<Digit>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (index, digit) = self.digits.next()?;
        Some((self.board.cell(index), Digit::new(usize::from(*digit))))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.digits.size_hint()
    }
}

impl Iterator for GridIntoIter {
    type Item = (Cell, Option<Digit>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (index, digit) = self.digits.next()?;
        Some((self.board.cell(index), Digit::new(usize::from(digit))))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.digits.size_hint()
    }
}

impl ExactSizeIterator for GridIter<'_> {}
impl ExactSizeIterator for GridIntoIter {}

impl<'a> IntoIterator for &'a Grid {
    type Item = (Cell, Option<Digit>);
    type IntoIter = GridIter<'a>;

    fn into_iter(self) -> GridIter<'a> {
        self.iter()
    }
}

impl IntoIterator for Grid {
    type Item = (Cell, Option<Digit>);
    type IntoIter = GridIntoIter;

    fn into_iter(self) -> GridIntoIter {
        GridIntoIter { board: self.board, digits: self.digits.into_vec().into_iter().enumerate() }
    }
}

impl FromStr for Grid {
    type Err = PuzzleReadError;

    fn from_str(text: &str) -> Result<Grid, PuzzleReadError> {
        // A single line is never a string of candidates here, so 64 symbols are always 8x8.
        let format = (!text.trim().contains('\n')).then_some(Format::Line);
        let options = ReadOptions { format, ..ReadOptions::default() };
        let puzzle = formats::read_with_board(text, &options)?;
        if puzzle.has_eliminations() {
            return Err(PuzzleReadError::new(1, 0, "expected a grid, found candidates"));
        }
        Ok(puzzle.into_givens())
    }
}

impl fmt::Display for Grid {
    /// Writes one line, as [`formats::line`] does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&formats::line(self))
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
    fn from_digits_checks_their_number_and_their_range() {
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

    #[test]
    fn the_cyclic_shift_is_a_solution_of_every_board() {
        for (height, width) in (2..=12).flat_map(|height| (2..=12).map(move |width| (height, width))) {
            let board = Board::new(height, width).unwrap();
            let grid = Grid::cyclic_shift(board);
            assert_eq!(crate::referee::check(&crate::Puzzle::new(Grid::empty(board)), &grid), Ok(()), "{board}");
        }
    }

    #[test]
    fn grids_read_back() {
        for board in
            [Board::CLASSIC, Board::new(3, 2).unwrap(), Board::of_side(8).unwrap(), Board::of_side(36).unwrap()]
        {
            let mut grid = Grid::empty(board);
            assert_eq!(grid.exact_text().parse(), Ok(grid.clone()));
            board.cells().for_each(|cell| grid.set(cell, Digit::from_index(cell.column() % 4)));
            assert_eq!(grid.exact_text().parse(), Ok(grid.clone()));
        }
        let rows: Grid = "1.3.\n....\n....\n..2.\n".parse().unwrap();
        assert_eq!("1.3. .... .... ..2.".parse(), Ok(rows.clone()));
        assert_eq!("1.3...........2.".parse(), Ok(rows));
        let error = "6x6 with boxes 3x2: 123456x.............................".parse::<Grid>().unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 27: expected a digit 1-6 or a blank (. 0 _ * -), found 'x'");
        let candidates = "1 24\n3 24\n1234 12\n34 .\n23 .\n14 13\n. 123\n124 4\n";
        assert!(candidates.parse::<Grid>().unwrap_err().to_string().ends_with("expected a grid, found candidates"));
    }

    #[test]
    fn iteration_visits_each_cell_once() {
        let grid: Grid = "1.3...........2.".parse().unwrap();
        assert_eq!((grid.iter().len(), (&grid).into_iter().filter_map(|(_, digit)| digit).count()), (16, 3));
        assert!(grid.iter().eq(grid.board().cells().map(|cell| (cell, grid.get(cell)))));
        assert!(grid.clone().into_iter().eq(&grid));
    }
}
