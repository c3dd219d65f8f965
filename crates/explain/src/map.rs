//! The candidates and sets of a board by numbers, for loops over large boards.

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Candidate, Digit, House, HouseKind};

use super::step::ExactlyOne;

/// The numbers of a board: candidates as [`Candidate::index`] has them, sets in the order of [`ExactlyOne::all`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    board: Board,
    side: usize,
    tables: &'static HouseTables,
}

impl Map {
    pub(super) fn new(board: Board) -> Map {
        Map { board, side: board.side(), tables: HouseTables::of(board) }
    }

    pub(super) fn board(&self) -> Board {
        self.board
    }

    pub(super) fn candidates(&self) -> usize {
        self.board.cell_count() * self.side
    }

    pub(super) fn sets(&self) -> usize {
        4 * self.board.cell_count()
    }

    /// The four sets of a candidate.
    #[inline]
    pub(super) fn sets_of(&self, candidate: usize) -> [usize; 4] {
        let (cell, digit) = (candidate / self.side, candidate % self.side);
        let [row, column, block] = self.tables.houses_of(cell).map(|house| self.place(house, digit));
        [cell, row, column, block]
    }

    #[inline]
    fn place(&self, house: usize, digit: usize) -> usize {
        (self.side + house) * self.side + digit
    }

    /// The candidates of a set, whether still possible or not.
    pub(super) fn members(&self, set: usize) -> impl Iterator<Item = usize> + use<> {
        let (side, tables) = (self.side, self.tables);
        let (house, digit) = ((set / side).checked_sub(side), set % side);
        (0..side).map(move |place| match house {
            None => set * side + place,
            Some(house) => usize::from(tables.cells_of(house)[place]) * side + digit,
        })
    }

    /// Whether not both can be true: they are different and have a set in common.
    #[inline]
    pub(super) fn are_linked(&self, one: usize, other: usize) -> bool {
        let (cell, of) = (one / self.side, other / self.side);
        if cell == of || one % self.side != other % self.side {
            return cell == of && one != other;
        }
        let houses = self.tables.houses_of(of);
        self.tables.houses_of(cell).iter().zip(houses).any(|(house, other)| *house == other)
    }

    pub(super) fn candidate(&self, number: usize) -> Candidate {
        Candidate::from_index(self.board, number)
    }

    pub(super) fn set(&self, number: usize) -> ExactlyOne {
        let digit = Digit::from_index(number % self.side);
        let Some(house) = (number / self.side).checked_sub(self.side) else {
            return ExactlyOne::Cell(self.board.cell(number));
        };
        let kind = [HouseKind::Row, HouseKind::Column, HouseKind::Block][house / self.side];
        ExactlyOne::HouseDigit(House::new(kind, house % self.side), digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_mean_what_sets_and_candidates_say() {
        for board in [Board::of_side(4).unwrap(), Board::new(3, 2).unwrap(), Board::CLASSIC] {
            let map = Map::new(board);
            assert_eq!(ExactlyOne::all(board).count(), map.sets());
            for (number, set) in ExactlyOne::all(board).enumerate() {
                assert_eq!(map.set(number), set);
                assert!(set.candidates(board).map(|candidate| candidate.index(board)).eq(map.members(number)), "{set}");
            }
            for number in 0..map.candidates() {
                let sets = ExactlyOne::containing(board, map.candidate(number));
                assert_eq!(map.sets_of(number).map(|set| map.set(set)), sets);
                for other in 0..map.candidates() {
                    let shared =
                        ExactlyOne::containing(board, map.candidate(other)).iter().any(|set| sets.contains(set));
                    assert_eq!(map.are_linked(number, other), shared && number != other);
                }
            }
        }
    }
}
