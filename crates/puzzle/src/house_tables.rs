//! Precomputed incidence tables of cells and houses.
//!
//! Computing the position of a cell in its box takes four divisions by numbers that are unknown at compile time, and engines
//! need it thousands of times per puzzle. The tables of a board are built on first use and kept for the lifetime of the process:
//! 1 KB for 9x9, 250 KB for 144x144.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use crate::Board;

/// Tables of a board. Cells are indices in [`Board::cells`], houses are indices in [`Board::houses`] (rows, columns, boxes).
#[derive(Debug)]
pub struct HouseTables {
    side: usize,
    /// The cells of each house, in reading order.
    cells_of: Box<[u16]>,
    /// The row, column and box of each cell.
    houses_of: Box<[[u16; 3]]>,
}

impl HouseTables {
    /// The tables of a board.
    pub fn of(board: Board) -> &'static HouseTables {
        static CLASSIC: OnceLock<HouseTables> = OnceLock::new();
        static OTHERS: Mutex<Option<HashMap<Board, &'static HouseTables>>> = Mutex::new(None);
        if board == Board::CLASSIC {
            return CLASSIC.get_or_init(|| HouseTables::new(board));
        }
        let mut others = OTHERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // The leak is bounded: at most one table for each of the finitely many shapes of boards.
        others.get_or_insert_default().entry(board).or_insert_with(|| Box::leak(Box::new(HouseTables::new(board))))
    }

    fn new(board: Board) -> HouseTables {
        let side = board.side();
        let cells_of = board.houses().flat_map(|house| board.cells_of(house)).map(|cell| board.index(cell) as u16);
        let index = |house: crate::House| (house.kind() as usize * side + house.index()) as u16;
        let houses_of = board.cells().map(|cell| board.houses_of(cell).map(index));
        HouseTables { side, cells_of: cells_of.collect(), houses_of: houses_of.collect() }
    }

    /// The number of houses: three times the side.
    #[inline]
    pub fn house_count(&self) -> usize {
        3 * self.side
    }

    /// The cells of a house, in reading order.
    #[inline]
    pub fn cells_of(&self, house: usize) -> &[u16] {
        &self.cells_of[house * self.side..][..self.side]
    }

    /// The row, column and box of a cell.
    #[inline]
    pub fn houses_of(&self, cell: usize) -> [usize; 3] {
        self.houses_of[cell].map(usize::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_agree_with_the_board() {
        for board in [Board::CLASSIC, Board::new(2, 3).unwrap(), Board::new(3, 2).unwrap(), Board::new(12, 12).unwrap()]
        {
            let tables = HouseTables::of(board);
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
