//! `BoardIndex`: candidates and exactly-one constraints of a board by id, computed without tables of its own.
//!
//! Candidate ids are [`Candidate::index`], constraint ids the index in [`ExactlyOne::all`]. Works on boards of every
//! size, where tables such as `ConstraintTables` would be too large.

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Candidate, Digit, House, HouseKind};

use super::step::ExactlyOne;

/// Conversion between ids, candidates and constraints of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardIndex {
    board: Board,
    side: usize,
    tables: &'static HouseTables,
}

impl BoardIndex {
    pub(super) fn new(board: Board) -> BoardIndex {
        BoardIndex { board, side: board.side(), tables: HouseTables::of(board) }
    }

    pub(super) fn board(&self) -> Board {
        self.board
    }

    pub(super) fn candidate_count(&self) -> usize {
        self.board.cell_count() * self.side
    }

    pub(super) fn constraint_count(&self) -> usize {
        4 * self.board.cell_count()
    }

    /// The constraints that contain a candidate: cell, row, column, box.
    #[inline]
    pub(super) fn constraints_of(&self, candidate: usize) -> [usize; 4] {
        let (cell, digit) = (candidate / self.side, candidate % self.side);
        let [row, column, block] = self.tables.houses_of(cell).map(|house| self.house_digit_id(house, digit));
        [cell, row, column, block]
    }

    /// The id of the constraint that a house contains a digit. The ids of cells, side x side of them, come first.
    #[inline]
    fn house_digit_id(&self, house: usize, digit: usize) -> usize {
        (self.side + house) * self.side + digit
    }

    /// The candidates of a constraint, eliminated or not.
    pub(super) fn candidates_of(&self, constraint: usize) -> impl Iterator<Item = usize> + use<> {
        let (side, tables) = (self.side, self.tables);
        let (house, digit) = ((constraint / side).checked_sub(side), constraint % side);
        (0..side).map(move |index| match house {
            None => constraint * side + index,
            Some(house) => usize::from(tables.cells_of(house)[index]) * side + digit,
        })
    }

    /// Whether two different candidates share a constraint, so that not both are true.
    #[inline]
    pub(super) fn are_linked(&self, one: usize, other: usize) -> bool {
        let (cell, other_cell) = (one / self.side, other / self.side);
        if cell == other_cell || one % self.side != other % self.side {
            return cell == other_cell && one != other;
        }
        let houses = self.tables.houses_of(other_cell);
        self.tables.houses_of(cell).iter().zip(houses).any(|(house, other)| *house == other)
    }

    pub(super) fn candidate(&self, id: usize) -> Candidate {
        Candidate::from_index(self.board, id)
    }

    pub(super) fn constraint(&self, id: usize) -> ExactlyOne {
        let digit = Digit::from_index(id % self.side);
        let Some(house) = (id / self.side).checked_sub(self.side) else {
            return ExactlyOne::Cell(self.board.cell(id));
        };
        let kind = [HouseKind::Row, HouseKind::Column, HouseKind::Block][house / self.side];
        ExactlyOne::HouseDigit(House::new(kind, house % self.side), digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_match_the_constraints_and_candidates_of_the_board() {
        for board in [Board::of_side(4).unwrap(), Board::new(3, 2).unwrap(), Board::CLASSIC] {
            let index = BoardIndex::new(board);
            assert_eq!(ExactlyOne::all(board).count(), index.constraint_count());
            for (id, constraint) in ExactlyOne::all(board).enumerate() {
                assert_eq!(index.constraint(id), constraint);
                let ids = constraint.candidates(board).map(|candidate| candidate.index(board));
                assert!(ids.eq(index.candidates_of(id)), "{constraint}");
            }
            for id in 0..index.candidate_count() {
                let constraints = ExactlyOne::containing(board, index.candidate(id));
                assert_eq!(index.constraints_of(id).map(|constraint| index.constraint(constraint)), constraints);
                for other in 0..index.candidate_count() {
                    let others = ExactlyOne::containing(board, index.candidate(other));
                    let share_one = others.iter().any(|constraint| constraints.contains(constraint));
                    assert_eq!(index.are_linked(id, other), share_one && id != other);
                }
            }
        }
    }
}
