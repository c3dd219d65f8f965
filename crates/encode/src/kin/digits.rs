//! Digits that were read, one by one, put together to a grid.

use qedoku_puzzle::{Board, Cell, Digit, Grid, Puzzle, referee};

use super::error::{Place, ReplyError};

/// A part of a text: a line, or a word of it.
#[derive(Clone, Copy)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.lines().map(|text| Word { text })
}

impl<'t> Word<'t> {
    /// The words of a line.
    pub(super) fn words(self) -> impl Iterator<Item = Word<'t>> {
        self.text.split_whitespace().map(|text| Word { text })
    }

    /// What follows a word at the beginning.
    pub(super) fn after(self, word: &str) -> Option<Word<'t>> {
        let rest = self.text.trim_start().strip_prefix(word)?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(Word { text: rest })
    }

    /// Where it stands in the text that it is a part of, for an error.
    pub(super) fn error(self, text: &str) -> Place {
        Place::new(text, self.text)
    }
}

/// Digits as they were found: in reading order, or each with its row and column.
#[derive(Default)]
pub(super) struct Digits<'t> {
    found: Vec<Found<'t>>,
}

struct Found<'t> {
    /// Row and column, from 0; none in reading order.
    place: Option<(usize, usize)>,
    number: Option<usize>,
    word: Word<'t>,
}

impl<'t> Digits<'t> {
    /// The digit of the next cell, row by row.
    pub(super) fn push(&mut self, word: Word<'t>) {
        self.found.push(Found { place: None, number: word.text.parse().ok(), word });
    }

    /// The digit of the cell in this row and column, both from 0.
    pub(super) fn put(&mut self, place: (usize, usize), word: Word<'t>) {
        self.found.push(Found { place: Some(place), number: word.text.parse().ok(), word });
    }

    /// The same for a digit that was not written as people do.
    pub(super) fn put_number(&mut self, place: (usize, usize), number: usize, word: Word<'t>) {
        self.found.push(Found { place: Some(place), number: Some(number), word });
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The full grid of a board; if none is known, of the one that has as many cells.
    pub(super) fn grid(&self, text: &str, board: Option<Board>) -> Result<Grid, ReplyError> {
        if let Some(board) = board {
            return self.grid_of(text, board);
        }
        let usual = Board::of_side(self.side()).map_err(|_| ReplyError::NoBoard(self.found.len()))?;
        let grid = self.grid_of(text, usual)?;
        Ok(boards(usual).map(|board| on_board(&grid, board)).find(is_solved).unwrap_or(grid))
    }

    /// The side of the board that these are all digits of.
    fn side(&self) -> usize {
        let named = self.found.iter().filter_map(|found| found.place).map(|(row, column)| row.max(column) + 1).max();
        named.unwrap_or(self.found.len().isqrt())
    }

    fn grid_of(&self, text: &str, board: Board) -> Result<Grid, ReplyError> {
        let side = board.side();
        if self.found.len() != board.cell_count() {
            return Err(ReplyError::Count { board, found: self.found.len() });
        }
        let mut grid = Grid::empty(board);
        for (index, found) in self.found.iter().enumerate() {
            let (row, column) = found.place.unwrap_or((index / side, index % side));
            if row >= side || column >= side {
                return Err(found.word.error(text).outside(board));
            }
            let digit = found.number.and_then(Digit::new).filter(|digit| digit.get() <= side);
            let digit = digit.ok_or_else(|| found.word.error(text).not_a_digit_of(board))?;
            let cell = Cell::new(row, column);
            if grid.get(cell).is_some() {
                return Err(found.word.error(text).twice(cell));
            }
            grid.set(cell, digit);
        }
        Ok(grid)
    }
}

/// All boards of a side, the usual one first.
fn boards(usual: Board) -> impl Iterator<Item = Board> {
    let side = usual.side();
    let others = (2..=side / 2).filter(move |height| side.is_multiple_of(*height));
    let others = others.filter_map(move |height| Board::new(height, side / height).ok());
    std::iter::once(usual).chain(others.filter(move |board| *board != usual))
}

fn on_board(grid: &Grid, board: Board) -> Grid {
    let mut moved = Grid::empty(board);
    grid.filled().for_each(|(cell, digit)| moved.set(cell, digit));
    moved
}

fn is_solved(grid: &Grid) -> bool {
    referee::check(&Puzzle::new(Grid::empty(grid.board())), grid).is_ok()
}
