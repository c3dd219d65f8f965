//! The geometry written out once per board, for loops that cannot afford to divide.
//!
//! Where a cell stands in a box takes four divisions by numbers that the compiler does not know; an engine asks for it
//! thousands of times per puzzle. The tables of a board are made when they are first asked for and kept for good: 1 KB for
//! 9x9, 250 KB for 144x144.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use crate::Board;

/// The houses of a board by their numbers: rows, columns, boxes, in the order of [`Board::houses`].
#[derive(Debug)]
pub struct Tables {
    side: usize,
    /// For each house its cells, in reading order.
    cells_of: Box<[u16]>,
    /// For each cell its row, column and box.
    houses_of: Box<[[u16; 3]]>,
}

impl Tables {
    /// The tables of a board.
    pub fn of(board: Board) -> &'static Tables {
        static CLASSIC: OnceLock<Tables> = OnceLock::new();
        static OTHERS: Mutex<Option<HashMap<Board, &'static Tables>>> = Mutex::new(None);
        if board == Board::CLASSIC {
            return CLASSIC.get_or_init(|| Tables::new(board));
        }
        let mut others = OTHERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // There are as many as there are shapes of boards: what is leaked is bounded.
        others.get_or_insert_default().entry(board).or_insert_with(|| Box::leak(Box::new(Tables::new(board))))
    }

    fn new(board: Board) -> Tables {
        let side = board.side();
        let cells_of = board.houses().flat_map(|house| board.cells_of(house)).map(|cell| board.index(cell) as u16);
        let number = |house: crate::House| (house.kind() as usize * side + house.index()) as u16;
        let houses_of = board.cells().map(|cell| board.houses_of(cell).map(number));
        Tables { side, cells_of: cells_of.collect(), houses_of: houses_of.collect() }
    }

    /// The number of houses: three times the side.
    pub fn house_count(&self) -> usize {
        3 * self.side
    }

    /// The indices of a house's cells, in reading order.
    #[inline]
    pub fn cells_of(&self, house: usize) -> &[u16] {
        &self.cells_of[house * self.side..][..self.side]
    }

    /// The numbers of a cell's row, column and box.
    #[inline]
    pub fn houses_of(&self, cell: usize) -> [usize; 3] {
        self.houses_of[cell].map(usize::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_the_board_says() {
        for board in [Board::CLASSIC, Board::new(2, 3).unwrap(), Board::new(3, 2).unwrap(), Board::new(12, 12).unwrap()]
        {
            let tables = Tables::of(board);
            assert_eq!(tables.house_count(), board.houses().count());
            for (number, house) in board.houses().enumerate() {
                let cells = board.cells_of(house).map(|cell| board.index(cell) as u16);
                assert!(cells.eq(tables.cells_of(number).iter().copied()), "{house} of {board}");
                for cell in tables.cells_of(number) {
                    assert!(tables.houses_of(usize::from(*cell)).contains(&number));
                }
            }
        }
    }
}
