//! Sets and fish of every size: what must go because some cells need all of some digits, or some rows all of some columns.
//!
//! Four times the same question, each for a square of things and places where every thing has a place of its own:
//!
//! | things | places | finds |
//! |---|---|---|
//! | the cells of a house | digits | naked and hidden sets |
//! | rows | columns, for a digit | fish |
//! | rows, or columns | boxes, for a digit | locked candidates, and rows of a band that need the same boxes |
//!
//! Only houses and digits that changed since they were last looked at are looked at again.

use qedoku_puzzle::{Board, Digit, DigitSet};

use super::matching::Matching;
use super::singles::State;

/// The kinds of houses, by their place in [`qedoku_puzzle::house_tables::HouseTables::houses_of`], whose pairs hold a digit together.
const VIEWS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

pub(super) struct Sets {
    matching: Matching,
    /// By cell: the candidates when they were last looked at.
    before: Vec<DigitSet>,
}

impl Sets {
    pub(super) fn new(board: Board) -> Sets {
        Sets { matching: Matching::new(board.side()), before: vec![DigitSet::all(board.side()); board.cell_count()] }
    }

    /// Takes away what sets and fish rule out; whether that was anything.
    pub(super) fn act(&mut self, state: &mut State) -> Option<bool> {
        let before = std::mem::replace(&mut self.before, state.candidates.clone());
        let has_changed = |cell: &u16| before[usize::from(*cell)] != self.before[usize::from(*cell)];
        let houses =
            (0..state.tables.house_count()).filter(|house| state.tables.cells_of(*house).iter().any(has_changed));
        let changed_houses: Vec<usize> = houses.collect();
        let lost = before.iter().zip(&self.before).map(|(before, now)| *before - *now);
        let changed_digits = lost.fold(DigitSet::EMPTY, |digits, lost| digits | lost);
        for house in changed_houses {
            self.act_in_house(state, house)?;
        }
        for digit in changed_digits {
            for (things, places) in VIEWS {
                self.act_on_digit(state, digit, things, places)?;
            }
        }
        Some(state.candidates != self.before)
    }

    /// Cells and digits of a house.
    fn act_in_house(&mut self, state: &mut State, house: usize) -> Option<()> {
        self.matching.clear();
        let cells = state.tables.cells_of(house).iter().map(|cell| usize::from(*cell)).enumerate();
        for (place, cell) in cells.clone() {
            state.candidates[cell].iter().for_each(|digit| self.matching.wish(place, digit.index()));
        }
        self.matching.solve()?;
        for (place, cell) in cells {
            for digit in state.candidates[cell] {
                if !self.matching.is_possible(place, digit.index()) {
                    state.take(cell, digit)?;
                }
            }
        }
        Some(())
    }

    /// The houses of one kind and of another one that hold a digit together.
    fn act_on_digit(&mut self, state: &mut State, digit: Digit, things: usize, places: usize) -> Option<()> {
        let (tables, side) = (state.tables, state.side());
        let pair = |cell: usize| {
            let houses = tables.houses_of(cell);
            (houses[things] - things * side, houses[places] - places * side)
        };
        self.matching.clear();
        let holding: Vec<usize> =
            (0..state.candidates.len()).filter(|cell| state.candidates[*cell].contains(digit)).collect();
        for (thing, place) in holding.iter().map(|cell| pair(*cell)) {
            self.matching.wish(thing, place);
        }
        self.matching.solve()?;
        for cell in holding {
            let (thing, place) = pair(cell);
            if !self.matching.is_possible(thing, place) {
                state.take(cell, digit)?;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preprocess::{preprocess_fully, propagate};
    use qedoku_puzzle::{Cell, Puzzle};

    /// An open board on which some cells, `(row, column)` from 1, allow these digits only.
    fn restricted(board: Board, cells: &[((usize, usize), &[usize])]) -> Puzzle {
        let mut candidates = vec![DigitSet::all(board.side()); board.cell_count()];
        for ((row, column), digits) in cells {
            let digits = digits.iter().map(|digit| Digit::new(*digit).unwrap());
            candidates[board.index(Cell::new(row - 1, column - 1))] = digits.collect();
        }
        Puzzle::with_candidates(board, candidates)
    }

    /// An open board on which a digit has only these columns in some rows.
    fn with_fins(board: Board, digit: usize, rows: &[(usize, &[usize])]) -> Puzzle {
        let mut candidates = vec![DigitSet::all(board.side()); board.cell_count()];
        for (row, columns) in rows {
            for column in (1..=board.side()).filter(|column| !columns.contains(column)) {
                candidates[board.index(Cell::new(row - 1, column - 1))].remove(Digit::new(digit).unwrap());
            }
        }
        Puzzle::with_candidates(board, candidates)
    }

    /// Whether sets and fish take a candidate away that the plain level keeps.
    fn takes(puzzle: &Puzzle, (row, column): (usize, usize), digit: usize) -> bool {
        let (cell, digit) = (Cell::new(row - 1, column - 1), Digit::new(digit).unwrap());
        let [plain, deep] = [propagate(puzzle), preprocess_fully(puzzle, 0)].map(|left| left.unwrap().allowed(cell));
        assert!(plain.contains(digit), "{cell} lost {digit} before");
        !deep.contains(digit)
    }

    #[test]
    fn three_cells_with_three_digits_keep_them_from_the_rest_of_the_row() {
        let puzzle = restricted(Board::CLASSIC, &[((1, 1), &[1, 2]), ((1, 5), &[2, 3]), ((1, 9), &[1, 3])]);
        assert!(takes(&puzzle, (1, 2), 1) && takes(&puzzle, (1, 4), 2) && takes(&puzzle, (1, 8), 3));
        assert!(!takes(&puzzle, (1, 2), 4) && !takes(&puzzle, (2, 1), 1));
    }

    #[test]
    fn two_digits_with_two_cells_keep_other_digits_out_of_them() {
        let others: Vec<usize> = (3..=9).collect();
        let rest = (1..=7).map(|column| ((1, column), &others[..])).collect::<Vec<_>>();
        let puzzle = restricted(Board::CLASSIC, &rest); // 1 and 2 are left with r1c8 and r1c9
        assert!(takes(&puzzle, (1, 8), 5) && takes(&puzzle, (1, 9), 3));
        assert!(!takes(&puzzle, (1, 8), 1) && !takes(&puzzle, (1, 9), 2));
    }

    #[test]
    fn rows_that_need_the_same_columns_keep_other_rows_out_of_them() {
        let two = with_fins(Board::CLASSIC, 5, &[(1, &[2, 8]), (5, &[2, 8])]);
        assert!(takes(&two, (3, 2), 5) && takes(&two, (9, 8), 5) && !takes(&two, (3, 5), 5));
        let three = with_fins(Board::CLASSIC, 5, &[(1, &[2, 5]), (5, &[5, 8]), (9, &[2, 8])]);
        assert!(takes(&three, (3, 2), 5) && takes(&three, (7, 5), 5) && !takes(&three, (3, 3), 5));
    }

    #[test]
    fn rows_of_a_band_that_need_the_same_boxes_keep_other_rows_out_of_them() {
        let board = Board::new(4, 4).unwrap();
        let puzzle = with_fins(board, 7, &[(1, &[1, 2, 5, 6]), (2, &[3, 4, 7, 8])]);
        assert!(takes(&puzzle, (3, 1), 7) && takes(&puzzle, (4, 8), 7));
        assert!(!takes(&puzzle, (3, 9), 7) && !takes(&puzzle, (5, 1), 7));
    }

    #[test]
    fn four_cells_for_three_digits_are_a_contradiction() {
        let three = &[1, 2, 3][..];
        let puzzle = restricted(Board::CLASSIC, &[((1, 1), three), ((1, 2), three), ((1, 5), three), ((1, 8), three)]);
        assert!(propagate(&puzzle).is_some() && preprocess_fully(&puzzle, 0).is_none());
    }
}
