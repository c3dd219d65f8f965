//! Generalised arc consistency of alldifferent: naked and hidden subsets and fish of every size.
//!
//! Each house, and each digit in each pair of house kinds, is an alldifferent constraint between n variables and n values:
//!
//! | variables | values | eliminates |
//! |---|---|---|
//! | cells of a house | digits | naked and hidden subsets |
//! | rows | columns, for one digit | fish |
//! | rows or columns | boxes, for one digit | locked candidates, and their generalisation to several rows of a band |
//!
//! Only houses and digits that changed since the last call are filtered again.

use qedoku_puzzle::{Board, Digit, DigitSet};

use super::matching::Matching;
use super::singles::Domains;
use crate::Interrupt;

/// Pairs of house kinds (row, column, box: their order in `HouseTables::houses_of`) between which a digit is filtered.
const HOUSE_KIND_PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// Filters all alldifferent constraints of a board.
pub(super) struct AllDifferentFilter {
    matching: Matching,
    /// The candidates of each cell at the last call.
    previous: Vec<DigitSet>,
}

impl AllDifferentFilter {
    pub(super) fn new(board: Board) -> AllDifferentFilter {
        let previous = vec![DigitSet::all(board.side()); board.cell_count()];
        AllDifferentFilter { matching: Matching::new(board.side()), previous }
    }

    /// Eliminates all candidates without a support; returns whether there were any. An interrupt ends the pass early.
    pub(super) fn propagate(&mut self, domains: &mut Domains, interrupt: &Interrupt) -> Option<bool> {
        let before = std::mem::replace(&mut self.previous, domains.candidates.clone());
        let has_changed = |cell: &u16| before[usize::from(*cell)] != self.previous[usize::from(*cell)];
        let houses =
            (0..domains.tables.house_count()).filter(|house| domains.tables.cells_of(*house).iter().any(has_changed));
        let changed_houses: Vec<usize> = houses.collect();
        let lost = before.iter().zip(&self.previous).map(|(before, now)| *before - *now);
        let changed_digits = lost.fold(DigitSet::EMPTY, |digits, lost| digits | lost);
        for house in changed_houses.into_iter().take_while(|_| !interrupt.is_set()) {
            self.filter_house(domains, house)?;
        }
        for digit in changed_digits.into_iter().take_while(|_| !interrupt.is_set()) {
            for (variables, values) in HOUSE_KIND_PAIRS {
                self.filter_digit(domains, digit, variables, values)?;
            }
        }
        Some(domains.candidates != self.previous)
    }

    /// Filters the cells of a house against the digits.
    fn filter_house(&mut self, domains: &mut Domains, house: usize) -> Option<()> {
        self.matching.clear();
        let cells = domains.tables.cells_of(house).iter().map(|cell| usize::from(*cell)).enumerate();
        for (place, cell) in cells.clone() {
            domains.candidates[cell].iter().for_each(|digit| self.matching.add_edge(place, digit.index()));
        }
        self.matching.solve()?;
        for (place, cell) in cells {
            for digit in domains.candidates[cell] {
                if !self.matching.has_support(place, digit.index()) {
                    domains.eliminate(cell, digit)?;
                }
            }
        }
        Some(())
    }

    /// Filters the places of one digit: houses of one kind against houses of another.
    fn filter_digit(&mut self, domains: &mut Domains, digit: Digit, variables: usize, values: usize) -> Option<()> {
        let (tables, side) = (domains.tables, domains.side());
        let edge = |cell: usize| {
            let houses = tables.houses_of(cell);
            (houses[variables] - variables * side, houses[values] - values * side)
        };
        self.matching.clear();
        let places: Vec<usize> =
            (0..domains.candidates.len()).filter(|cell| domains.candidates[*cell].contains(digit)).collect();
        for (variable, value) in places.iter().map(|cell| edge(*cell)) {
            self.matching.add_edge(variable, value);
        }
        self.matching.solve()?;
        for cell in places {
            let (variable, value) = edge(cell);
            if !self.matching.has_support(variable, value) {
                domains.eliminate(cell, digit)?;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interrupt;
    use crate::preprocess::{preprocess_fully, propagate};
    use qedoku_puzzle::{Cell, Puzzle};

    /// An empty board on which some cells, `(row, column)` from 1, have these candidates only.
    fn restricted(board: Board, cells: &[((usize, usize), &[usize])]) -> Puzzle {
        let mut candidates = vec![DigitSet::all(board.side()); board.cell_count()];
        for ((row, column), digits) in cells {
            let digits = digits.iter().map(|digit| Digit::new(*digit).unwrap());
            candidates[board.index(Cell::new(row - 1, column - 1))] = digits.collect();
        }
        Puzzle::with_candidates(board, candidates)
    }

    /// An empty board on which a digit has only these columns in some rows.
    fn with_places(board: Board, digit: usize, rows: &[(usize, &[usize])]) -> Puzzle {
        let mut candidates = vec![DigitSet::all(board.side()); board.cell_count()];
        for (row, columns) in rows {
            for column in (1..=board.side()).filter(|column| !columns.contains(column)) {
                candidates[board.index(Cell::new(row - 1, column - 1))].remove(Digit::new(digit).unwrap());
            }
        }
        Puzzle::with_candidates(board, candidates)
    }

    /// Whether the filter eliminates a candidate that singles and locked candidates keep.
    fn eliminates(puzzle: &Puzzle, (row, column): (usize, usize), digit: usize) -> bool {
        let (cell, digit) = (Cell::new(row - 1, column - 1), Digit::new(digit).unwrap());
        let [propagated, filtered] = [propagate(puzzle), preprocess_fully(puzzle, 0, &Interrupt::default())]
            .map(|left| left.unwrap().allowed(cell));
        assert!(propagated.contains(digit), "{cell} lost {digit} before");
        !filtered.contains(digit)
    }

    #[test]
    fn a_naked_triple_eliminates_its_digits_from_the_rest_of_the_row() {
        let puzzle = restricted(Board::CLASSIC, &[((1, 1), &[1, 2]), ((1, 5), &[2, 3]), ((1, 9), &[1, 3])]);
        assert!(eliminates(&puzzle, (1, 2), 1) && eliminates(&puzzle, (1, 4), 2) && eliminates(&puzzle, (1, 8), 3));
        assert!(!eliminates(&puzzle, (1, 2), 4) && !eliminates(&puzzle, (2, 1), 1));
    }

    #[test]
    fn a_hidden_pair_eliminates_the_other_digits_of_its_cells() {
        let others: Vec<usize> = (3..=9).collect();
        let rest = (1..=7).map(|column| ((1, column), &others[..])).collect::<Vec<_>>();
        let puzzle = restricted(Board::CLASSIC, &rest); // 1 and 2 are left with r1c8 and r1c9
        assert!(eliminates(&puzzle, (1, 8), 5) && eliminates(&puzzle, (1, 9), 3));
        assert!(!eliminates(&puzzle, (1, 8), 1) && !eliminates(&puzzle, (1, 9), 2));
    }

    #[test]
    fn an_x_wing_and_a_swordfish_eliminate_from_their_columns() {
        let two = with_places(Board::CLASSIC, 5, &[(1, &[2, 8]), (5, &[2, 8])]);
        assert!(eliminates(&two, (3, 2), 5) && eliminates(&two, (9, 8), 5) && !eliminates(&two, (3, 5), 5));
        let three = with_places(Board::CLASSIC, 5, &[(1, &[2, 5]), (5, &[5, 8]), (9, &[2, 8])]);
        assert!(eliminates(&three, (3, 2), 5) && eliminates(&three, (7, 5), 5) && !eliminates(&three, (3, 3), 5));
    }

    #[test]
    fn two_rows_of_a_band_with_the_same_boxes_eliminate_from_the_other_rows() {
        let board = Board::new(4, 4).unwrap();
        let puzzle = with_places(board, 7, &[(1, &[1, 2, 5, 6]), (2, &[3, 4, 7, 8])]);
        assert!(eliminates(&puzzle, (3, 1), 7) && eliminates(&puzzle, (4, 8), 7));
        assert!(!eliminates(&puzzle, (3, 9), 7) && !eliminates(&puzzle, (5, 1), 7));
    }

    #[test]
    fn four_cells_with_three_digits_are_a_contradiction() {
        let three = &[1, 2, 3][..];
        let puzzle = restricted(Board::CLASSIC, &[((1, 1), three), ((1, 2), three), ((1, 5), three), ((1, 8), three)]);
        assert!(propagate(&puzzle).is_some() && preprocess_fully(&puzzle, 0, &Interrupt::default()).is_none());
    }
}
