//! The demands of the game: a cell holds some digit, a house holds each digit somewhere.

use std::fmt;

use crate::{Board, Candidate, Cell, Digit, House, HouseKind};

/// A demand of the game: one of its candidates, and only one, is true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Set {
    /// The cell holds some digit.
    Cell(Cell),
    /// The digit is somewhere in the house.
    Place(House, Digit),
}

impl Set {
    /// The candidates of the set on this board, whether still possible or not.
    pub fn candidates(self, board: Board) -> impl ExactSizeIterator<Item = Candidate> + Clone {
        (0..board.side()).map(move |place| match self {
            Set::Cell(cell) => Candidate::new(cell, Digit::from_index(place)),
            Set::Place(house, digit) => Candidate::new(board.cell_of(house, place), digit),
        })
    }

    /// The four sets of a candidate: its cell, and its digit in its row, column and box.
    pub fn of(board: Board, candidate: Candidate) -> [Set; 4] {
        let [row, column, block] = board.houses_of(candidate.cell).map(|house| Set::Place(house, candidate.digit));
        [Set::Cell(candidate.cell), row, column, block]
    }

    /// All sets of a board: cells, then the digits of rows, columns and boxes.
    pub fn all(board: Board) -> impl Iterator<Item = Set> + Clone {
        let places = move |house| board.digits().map(move |digit| Set::Place(house, digit));
        board.cells().map(Set::Cell).chain(board.houses().flat_map(places))
    }

    /// The number of sets of a board: four times its cells.
    pub const fn count(board: Board) -> usize {
        4 * board.cell_count()
    }

    /// Its place in [`Set::all`].
    #[inline]
    pub fn index(self, board: Board) -> usize {
        match self {
            Set::Cell(cell) => board.index(cell),
            Set::Place(house, digit) => {
                let house = house.kind() as usize * board.side() + house.index();
                (board.side() + house) * board.side() + digit.index()
            }
        }
    }

    /// The set with this place in [`Set::all`], if there are as many.
    pub fn from_index(board: Board, index: usize) -> Option<Set> {
        let (side, cells) = (board.side(), board.cell_count());
        let kind = match index / cells {
            0 => return Some(Set::Cell(board.cell(index))),
            1 => HouseKind::Row,
            2 => HouseKind::Column,
            3 => HouseKind::Block,
            _ => return None,
        };
        let (house, digit) = (index % cells / side, index % side);
        Some(Set::Place(House::new(kind, house), Digit::from_index(digit)))
    }
}

/// `r3c4`, or `7 in row 3`.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Set::Cell(cell) => cell.fmt(f),
            Set::Place(house, digit) => write!(f, "{digit} in {house}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_count_all_sets_in_their_order() {
        for board in [Board::CLASSIC, Board::of_side(6).unwrap(), Board::new(4, 3).unwrap()] {
            assert_eq!(Set::all(board).count(), Set::count(board));
            for (index, set) in Set::all(board).enumerate() {
                assert_eq!((set.index(board), Set::from_index(board, index)), (index, Some(set)));
            }
            assert_eq!(Set::from_index(board, Set::count(board)), None);
            assert_eq!(Set::from_index(board, usize::MAX), None);
        }
    }

    #[test]
    fn a_candidate_is_in_its_four_sets_and_in_no_other() {
        let board = Board::of_side(6).unwrap();
        for candidate in (0..216).map(|index| Candidate::from_index(board, index)) {
            let with: Vec<Set> =
                Set::all(board).filter(|set| set.candidates(board).any(|one| one == candidate)).collect();
            let mut four = Set::of(board, candidate);
            four.sort_by_key(|set| set.index(board));
            assert_eq!(with, four);
        }
    }
}
