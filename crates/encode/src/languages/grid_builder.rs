//! [`GridBuilder`]: assembles a grid from the values in a reply. [`Token`]: a part of a reply with its position.

use qedoku_puzzle::{Board, Cell, Digit, Grid};

use super::error::{ReplyError, ReplyErrorKind, TextPosition};
use crate::model::detect::{boards_of_side, find_fault};

/// A slice of the reply: a line or a word.
#[derive(Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Token<'_>> {
    text.lines().map(|text| Token { text })
}

impl<'t> Token<'t> {
    /// The words of a line.
    pub(super) fn words(self) -> impl Iterator<Item = Token<'t>> {
        self.text.split_whitespace().map(|text| Token { text })
    }

    /// The rest of a line that begins with this word.
    pub(super) fn strip_word(self, word: &str) -> Option<Token<'t>> {
        let rest = self.text.trim_start().strip_prefix(word)?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(Token { text: rest })
    }

    /// An error at this token, which must be a slice of the reply.
    pub(super) fn error(self, reply: &str, kind: ReplyErrorKind) -> ReplyError {
        ReplyError::At(TextPosition::new(reply, self.text), kind)
    }
}

/// Values in the order of a reply: either row by row, or each with its cell.
#[derive(Default)]
pub(super) struct GridBuilder<'t> {
    values: Vec<Value<'t>>,
}

struct Value<'t> {
    /// Row and column, counted from 0; `None` for a value of the next cell in row-major order.
    position: Option<(usize, usize)>,
    number: Option<usize>,
    token: Token<'t>,
}

impl<'t> GridBuilder<'t> {
    /// Adds the digit of the next cell, row by row.
    pub(super) fn push(&mut self, token: Token<'t>) {
        self.values.push(Value { position: None, number: token.text.parse().ok(), token });
    }

    /// Adds the digit of the cell in this row and column, counted from 0.
    pub(super) fn place(&mut self, position: (usize, usize), token: Token<'t>) {
        self.values.push(Value { position: Some(position), number: token.text.parse().ok(), token });
    }

    /// Adds a digit that is not written in decimal.
    pub(super) fn place_number(&mut self, position: (usize, usize), number: usize, token: Token<'t>) {
        self.values.push(Value { position: Some(position), number: Some(number), token });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Builds the full grid. Without a board, its side follows from the values; its boxes have the default shape unless
    /// only another shape makes the grid a solved one.
    pub(super) fn build(&self, reply: &str, board: Option<Board>) -> Result<Grid, ReplyError> {
        if let Some(board) = board {
            return self.build_on(reply, board);
        }
        let side = self.side();
        let default = Board::of_side(side).map_err(|_| ReplyError::NoBoard(self.values.len()))?;
        let grid = self.build_on(reply, default)?;
        let mut grids = boards_of_side(side).into_iter().map(|board| moved_to(&grid, board));
        Ok(grids.find(|grid| find_fault(grid).is_none()).unwrap_or(grid))
    }

    /// The side of the smallest board with all named cells, or of the board with this number of values.
    fn side(&self) -> usize {
        let named =
            self.values.iter().filter_map(|value| value.position).map(|(row, column)| row.max(column) + 1).max();
        named.unwrap_or(self.values.len().isqrt())
    }

    fn build_on(&self, reply: &str, board: Board) -> Result<Grid, ReplyError> {
        let side = board.side();
        if self.values.len() != board.cell_count() {
            return Err(ReplyError::DigitCount { board, found: self.values.len() });
        }
        let mut grid = Grid::empty(board);
        for (index, value) in self.values.iter().enumerate() {
            let error = |kind| value.token.error(reply, kind);
            let (row, column) = value.position.unwrap_or((index / side, index % side));
            if row >= side || column >= side {
                return Err(error(ReplyErrorKind::OutsideBoard(board)));
            }
            let digit = value.number.and_then(Digit::new).filter(|digit| digit.get() <= side);
            let digit = digit.ok_or_else(|| error(ReplyErrorKind::InvalidDigit(Some(board))))?;
            let cell = Cell::new(row, column);
            if grid.get(cell).is_some() {
                return Err(error(ReplyErrorKind::RepeatedCell(cell)));
            }
            grid.set(cell, digit);
        }
        Ok(grid)
    }
}

fn moved_to(grid: &Grid, board: Board) -> Grid {
    let mut moved = Grid::empty(board);
    grid.filled().for_each(|(cell, digit)| moved.set(cell, digit));
    moved
}
