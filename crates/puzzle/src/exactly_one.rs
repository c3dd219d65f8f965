//! Exactly-one constraints over candidates: each cell holds one digit, each house holds each digit once.
//!
//! A board of side n has 4 n² of them (324 on 9x9), with n candidates each; every candidate occurs in four. They are the CSP
//! variables of D. Berthier, "Pattern-Based Constraint Satisfaction and Logic Puzzles", 2012: a constraint is a variable whose
//! values are its candidates.

use std::fmt;

use crate::{Board, Candidate, Cell, Digit, House, HouseKind};

/// An exactly-one constraint: exactly one of its candidates is true in a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ExactlyOne {
    /// The cell holds exactly one digit.
    Cell(Cell),
    /// The digit is in exactly one cell of the house.
    HouseDigit(House, Digit),
}

impl ExactlyOne {
    /// The n candidates of the constraint, whether eliminated or not.
    #[inline]
    pub fn candidates(self, board: Board) -> impl ExactSizeIterator<Item = Candidate> + Clone {
        (0..board.side()).map(move |position| match self {
            ExactlyOne::Cell(cell) => Candidate::new(cell, Digit::from_index(position)),
            ExactlyOne::HouseDigit(house, digit) => Candidate::new(board.cell_of(house, position), digit),
        })
    }

    /// The four constraints that contain a candidate: its cell, and its digit in its row, column and box.
    #[inline]
    pub fn containing(board: Board, candidate: Candidate) -> [ExactlyOne; 4] {
        let [row, column, block] =
            board.houses_of(candidate.cell).map(|house| ExactlyOne::HouseDigit(house, candidate.digit));
        [ExactlyOne::Cell(candidate.cell), row, column, block]
    }

    /// All constraints of a board: cells, then the digits of rows, columns and boxes.
    #[inline]
    pub fn all(board: Board) -> impl Iterator<Item = ExactlyOne> + Clone {
        let house_digits = move |house| board.digits().map(move |digit| ExactlyOne::HouseDigit(house, digit));
        board.cells().map(ExactlyOne::Cell).chain(board.houses().flat_map(house_digits))
    }

    /// The number of constraints of a board: four times its cells.
    #[inline]
    pub const fn count_on(board: Board) -> usize {
        4 * board.cell_count()
    }

    /// The index in [`ExactlyOne::all`].
    #[inline]
    pub fn index(self, board: Board) -> usize {
        match self {
            ExactlyOne::Cell(cell) => board.index(cell),
            ExactlyOne::HouseDigit(house, digit) => {
                let house = house.kind() as usize * board.side() + house.index();
                (board.side() + house) * board.side() + digit.index()
            }
        }
    }

    /// The constraint with this index in [`ExactlyOne::all`], or `None` if the index is too large.
    pub fn from_index(board: Board, index: usize) -> Option<ExactlyOne> {
        let (side, cells) = (board.side(), board.cell_count());
        let kind = match index / cells {
            0 => return Some(ExactlyOne::Cell(board.cell(index))),
            1 => HouseKind::Row,
            2 => HouseKind::Column,
            3 => HouseKind::Block,
            _ => return None,
        };
        let (house, digit) = (index % cells / side, index % side);
        Some(ExactlyOne::HouseDigit(House::new(kind, house), Digit::from_index(digit)))
    }
}

/// `r3c4`, or `7 in row 3`.
impl fmt::Display for ExactlyOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExactlyOne::Cell(cell) => cell.fmt(f),
            ExactlyOne::HouseDigit(house, digit) => write!(f, "{digit} in {house}"),
        }
    }
}

impl fmt::Debug for ExactlyOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_follow_the_order_of_all() {
        for board in [Board::CLASSIC, Board::of_side(6).unwrap(), Board::new(4, 3).unwrap()] {
            assert_eq!(ExactlyOne::all(board).count(), ExactlyOne::count_on(board));
            for (index, constraint) in ExactlyOne::all(board).enumerate() {
                assert_eq!((constraint.index(board), ExactlyOne::from_index(board, index)), (index, Some(constraint)));
            }
            assert_eq!(ExactlyOne::from_index(board, ExactlyOne::count_on(board)), None);
            assert_eq!(ExactlyOne::from_index(board, usize::MAX), None);
        }
    }

    #[test]
    fn a_candidate_is_in_its_four_constraints_and_in_no_other() {
        let board = Board::of_side(6).unwrap();
        for candidate in (0..216).map(|index| Candidate::from_index(board, index)) {
            let with: Vec<ExactlyOne> = ExactlyOne::all(board)
                .filter(|constraint| constraint.candidates(board).any(|one| one == candidate))
                .collect();
            let mut four = ExactlyOne::containing(board, candidate);
            four.sort_by_key(|constraint| constraint.index(board));
            assert_eq!(with, four);
        }
    }
}
