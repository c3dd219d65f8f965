//! The state of tabu search: a digit for every open cell, with the cost of every digit in every cell.
//!
//! ```text
//!                  digit 1  2  3  4          The cost of a digit in a cell: the number of cells in its row and column,
//!   open cell 0 [        0  2  1  N ]        outside its box, that hold it. N: not a candidate, fixed cost.
//!   open cell 1 [        N  1  0  0 ]        The cost of a cell is that of the digit it holds.
//!    ...
//! ```
//!
//! The delta of a swap needs four lookups. Making the swap updates some dozens of entries: those of the conflict neighbours for
//! the two digits, in two rows and two columns.

use qedoku_puzzle::{Digit, Grid};

use super::initial::NO_CELL;
use super::instance::TabuInstance;

/// Cost of a digit in a cell where it is not a candidate, in pairs of equal digits. With 1, the search on a board with few open
/// cells ends in states full of such digits; with 4 there are hardly any, and the search is stuck (49x49 with 45 % open cells,
/// 12 s: 13, 16, 18 and 34 pairs left with the values 1, 2, 3 and 4; with 50 %, only the value 2 solved it).
pub(super) const NON_CANDIDATE_COST: u8 = 2;

/// A complete assignment of the open cells.
pub(super) struct TabuState {
    pub(super) instance: TabuInstance,
    /// The digit of each open cell, from 0.
    digit: Vec<u8>,
    /// The open cell that holds each digit of each box.
    owner: Vec<u16>,
    /// The cost of each digit in each open cell.
    costs: Vec<u8>,
    /// The cost of the digit that each open cell holds.
    current_costs: Vec<u8>,
    /// The open cells with a positive cost, in any order, and the index of each open cell in that list.
    conflicts: Vec<u16>,
    place: Vec<u16>,
    /// Pairs of equal digits, plus [`NON_CANDIDATE_COST`] for each digit that is not a candidate of its cell.
    cost: i32,
}

impl TabuState {
    /// The state with these owners of the digits of each box; every digit is a candidate of its cell.
    pub(super) fn new(instance: TabuInstance, owner: Vec<u16>) -> TabuState {
        let (side, count) = (instance.side, instance.len());
        let mut digit = vec![0; count];
        for (key, cell) in owner.iter().enumerate().filter(|(_, cell)| **cell != NO_CELL) {
            digit[usize::from(*cell)] = (key % side) as u8;
        }
        let mut costs = vec![NON_CANDIDATE_COST; count * side];
        for cell in 0..count {
            instance.digits_of(cell).iter().for_each(|digit| costs[cell * side + usize::from(*digit)] = 0);
        }
        let (current_costs, conflicts, place) = (vec![0; count], Vec::new(), vec![NO_CELL; count]);
        let mut state = TabuState { instance, digit, owner, costs, current_costs, conflicts, place, cost: 0 };
        for cell in 0..count {
            state.cost += i32::from(state.current_costs[cell]); // pairs with the cells before it
            state.update_costs::<true>(cell);
        }
        state
    }

    /// The cost; 0 for a solution.
    pub(super) fn cost(&self) -> i32 {
        self.cost
    }

    /// The cells in conflict, in any order.
    pub(super) fn conflicts(&self) -> &[u16] {
        &self.conflicts
    }

    /// The digit of a cell, from 0.
    #[inline]
    pub(super) fn digit(&self, cell: usize) -> usize {
        self.digit[cell].into()
    }

    /// The swaps of a cell with the other cells of its box.
    #[inline]
    pub(super) fn neighbourhood(&self, cell: usize) -> SwapNeighbourhood<'_> {
        let side = self.instance.side;
        let current = self.digit(cell);
        SwapNeighbourhood {
            state: self,
            current,
            cost: self.current_costs[cell].into(),
            costs: &self.costs[cell * side..][..side],
            owner: &self.owner[self.instance.key(cell, 0)..][..side],
        }
    }

    /// Swaps the digits of two cells of a box. `delta` is the change of the cost, by [`SwapNeighbourhood::delta`].
    pub(super) fn swap(&mut self, cell: usize, other: usize, delta: i32) {
        self.update_costs::<false>(cell);
        self.update_costs::<false>(other);
        self.digit.swap(cell, other);
        for cell in [cell, other] {
            let digit = self.digit(cell);
            let key = self.instance.key(cell, digit);
            self.owner[key] = cell as u16;
            self.update_costs::<true>(cell);
            self.set_cost(cell, self.costs[cell * self.instance.side + digit]);
        }
        self.cost += delta;
    }

    /// Updates the costs of the conflict neighbours after a cell received its digit (`ADDED`) or before it loses it.
    #[inline]
    fn update_costs<const ADDED: bool>(&mut self, cell: usize) {
        let digit = self.digit[cell];
        if !self.instance.allowed[cell].contains(Digit::from_index(digit.into())) {
            return;
        }
        for range in self.instance.conflict_neighbours(cell, digit.into()) {
            for at in range {
                let neighbour = usize::from(self.instance.neighbours[at]);
                let cost = &mut self.costs[neighbour * self.instance.side + usize::from(digit)];
                *cost = if ADDED { *cost + 1 } else { *cost - 1 };
                let cost = *cost;
                if self.digit[neighbour] == digit {
                    self.set_cost(neighbour, cost);
                }
            }
        }
    }

    /// Sets the cost of a cell and updates the list of conflicts.
    #[inline]
    fn set_cost(&mut self, cell: usize, cost: u8) {
        self.current_costs[cell] = cost;
        let place = self.place[cell];
        if (cost > 0) == (place != NO_CELL) {
            return;
        }
        if cost > 0 {
            self.place[cell] = self.conflicts.len() as u16;
            self.conflicts.push(cell as u16);
        } else {
            self.conflicts.swap_remove(place.into());
            if let Some(moved) = self.conflicts.get(usize::from(place)) {
                self.place[usize::from(*moved)] = place;
            }
            self.place[cell] = NO_CELL;
        }
    }

    /// The grid of this state and the givens.
    pub(super) fn grid(&self, givens: &Grid) -> Grid {
        let mut grid = givens.clone();
        for (cell, digit) in self.instance.cells.iter().zip(&self.digit) {
            grid.set(grid.board().cell(usize::from(*cell)), Digit::from_index(usize::from(*digit)));
        }
        grid
    }
}

/// The moves that swap one cell with another cell of its box.
pub(super) struct SwapNeighbourhood<'s> {
    state: &'s TabuState,
    /// The digit of the cell and its cost there.
    pub(super) current: usize,
    cost: i32,
    /// The cost of each digit in the cell, and the cell of the box that holds it.
    costs: &'s [u8],
    owner: &'s [u16],
}

impl SwapNeighbourhood<'_> {
    /// The cell to swap with in order to get a digit, and the change of the cost; `None` if the change exceeds `max`. The
    /// first three terms are adjacent in memory and already exceed `max` for most swaps.
    #[inline]
    pub(super) fn delta(&self, digit: usize, max: i32) -> Option<(usize, i32)> {
        let TabuState { costs, current_costs, instance, .. } = self.state;
        let other = usize::from(self.owner[digit]);
        let partial = i32::from(self.costs[digit]) - self.cost - i32::from(current_costs[other]);
        if partial > max {
            return None;
        }
        let delta = partial + i32::from(costs[other * instance.side + self.current]);
        (delta <= max).then_some((other, delta))
    }
}

#[cfg(test)]
mod tests {
    use super::super::initial::initial_state;
    use super::*;
    use qedoku_puzzle::rng::Rng;
    use qedoku_puzzle::{Board, Puzzle};

    /// The cost by its definition: equal pairs of candidates in rows and columns, and digits that are not candidates.
    fn cost_by_definition(state: &TabuState, grid: &Grid) -> i32 {
        let board = grid.board();
        let allowed = |cell, digit| {
            let open = state.instance.cells.iter().position(|open| usize::from(*open) == board.index(cell));
            open.is_none_or(|open| state.instance.allowed[open].contains(digit))
        };
        let mut cost = 0;
        for house in board.houses().take(2 * board.side()) {
            let mut seen = vec![0; board.side()];
            for cell in board.cells_of(house) {
                let digit = grid.get(cell).unwrap();
                if allowed(cell, digit) {
                    cost += seen[digit.index()];
                    seen[digit.index()] += 1;
                }
            }
        }
        let non_candidates = board.cells().filter(|cell| !allowed(*cell, grid.get(*cell).unwrap())).count();
        cost + i32::from(NON_CANDIDATE_COST) * non_candidates as i32
    }

    #[test]
    fn the_incremental_cost_equals_its_definition_after_random_swaps() {
        let puzzles = [
            "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..".parse().unwrap(),
            Puzzle::new(Grid::empty(Board::new(3, 4).unwrap())),
        ];
        for (round, puzzle) in (0..).zip(puzzles) {
            let mut rng = Rng::new(1, round);
            let instance = TabuInstance::new(&puzzle);
            let owner = initial_state(&instance, &mut rng).unwrap();
            let mut state = TabuState::new(instance, owner);
            for _ in 0..500 {
                let grid = state.grid(puzzle.givens());
                assert_eq!(state.cost(), cost_by_definition(&state, &grid));
                assert_eq!(state.conflicts().is_empty(), state.cost() == 0);
                let cell = rng.below(state.instance.len());
                let digits = state.instance.digits_of(cell);
                let digit = usize::from(digits[rng.below(digits.len())]);
                let (other, delta) = state.neighbourhood(cell).delta(digit, i32::MAX).unwrap();
                if other != cell {
                    state.swap(cell, other, delta);
                }
            }
        }
    }
}
