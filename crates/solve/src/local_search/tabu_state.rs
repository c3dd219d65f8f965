//! A filling, and what every change of it would cost.
//!
//! ```text
//!                  digit 1  2  3  4          The cost of a digit in a cell: how many cells of its row and column,
//!   open cell 0 [        0  2  1  A ]        outside its box, hold it. A: not a candidate.
//!   open cell 1 [        A  1  0  0 ]        The cost of a cell is that of the digit it holds.
//!    ...
//! ```
//!
//! A swap looks up four of these and changes some dozens: those of the cells that may hold one of the two digits, in two
//! rows and two columns.

use qedoku_puzzle::{Digit, Grid};

use super::initial::NOWHERE;
use super::instance::Layout;

/// What a digit costs in a cell where it is not a candidate, in pairs of equal digits. With 1 a search for a board with few
/// holes ends in fillings full of them; with 4 there are hardly any, and the search is stuck (49x49 with 45 % holes, 12 s:
/// 13, 16, 18 and 34 pairs left with 1, 2, 3 and 4; with 50 %, 2 was the only one that solved it).
pub(super) const ALIEN: u8 = 2;

/// A digit for every open cell.
pub(super) struct State {
    pub(super) layout: Layout,
    /// By open cell, from 0.
    digit: Vec<u8>,
    /// By box and digit: the open cell that holds it.
    holder: Vec<u16>,
    /// By open cell and digit.
    costs: Vec<u8>,
    /// By open cell: the cost of the digit that it holds.
    cost: Vec<u8>,
    /// The open cells that cost something, in any order; by open cell, its place in that list.
    conflicts: Vec<u16>,
    place: Vec<u16>,
    /// Pairs of equal digits, and [`ALIEN`] for each digit where it is not a candidate.
    total: i32,
}

impl State {
    /// The filling with these holders of the digits of each box, none of which is where it is not a candidate.
    pub(super) fn new(layout: Layout, holder: Vec<u16>) -> State {
        let (side, count) = (layout.side, layout.len());
        let mut digit = vec![0; count];
        for (key, cell) in holder.iter().enumerate().filter(|(_, cell)| **cell != NOWHERE) {
            digit[usize::from(*cell)] = (key % side) as u8;
        }
        let mut costs = vec![ALIEN; count * side];
        for cell in 0..count {
            layout.digits_of(cell).iter().for_each(|digit| costs[cell * side + usize::from(*digit)] = 0);
        }
        let (cost, conflicts, place) = (vec![0; count], Vec::new(), vec![NOWHERE; count]);
        let mut state = State { layout, digit, holder, costs, cost, conflicts, place, total: 0 };
        for cell in 0..count {
            state.total += i32::from(state.cost[cell]); // with each of the cells before
            state.tell_rivals::<true>(cell);
        }
        state
    }

    /// What is wrong with it, in pairs; 0 for a solution.
    pub(super) fn total(&self) -> i32 {
        self.total
    }

    /// The cells that have a part in that, in any order.
    pub(super) fn conflicts(&self) -> &[u16] {
        &self.conflicts
    }

    /// The digit of a cell, from 0.
    #[inline]
    pub(super) fn digit(&self, cell: usize) -> usize {
        self.digit[cell].into()
    }

    /// What it takes to judge the swaps of a cell.
    #[inline]
    pub(super) fn swaps_of(&self, cell: usize) -> Swaps<'_> {
        let side = self.layout.side;
        let mine = self.digit(cell);
        Swaps {
            state: self,
            mine,
            cost: self.cost[cell].into(),
            costs: &self.costs[cell * side..][..side],
            holder: &self.holder[self.layout.key(cell, 0)..][..side],
        }
    }

    /// Swaps the digits of two cells of a box, which changes the total by what their [`Swaps`] said.
    pub(super) fn swap(&mut self, cell: usize, other: usize, change: i32) {
        self.tell_rivals::<false>(cell);
        self.tell_rivals::<false>(other);
        self.digit.swap(cell, other);
        for cell in [cell, other] {
            let digit = self.digit(cell);
            let key = self.layout.key(cell, digit);
            self.holder[key] = cell as u16;
            self.tell_rivals::<true>(cell);
            self.set_cost(cell, self.costs[cell * self.layout.side + digit]);
        }
        self.total += change;
    }

    /// A cell is about to leave its digit, or has come to it: that digit costs its rivals one less, or one more.
    #[inline]
    fn tell_rivals<const CAME: bool>(&mut self, cell: usize) {
        let digit = self.digit[cell];
        if !self.layout.allowed[cell].contains(Digit::from_index(digit.into())) {
            return;
        }
        for range in self.layout.rivals(cell, digit.into()) {
            for at in range {
                let rival = usize::from(self.layout.places[at]);
                let cost = &mut self.costs[rival * self.layout.side + usize::from(digit)];
                *cost = if CAME { *cost + 1 } else { *cost - 1 };
                let cost = *cost;
                if self.digit[rival] == digit {
                    self.set_cost(rival, cost);
                }
            }
        }
    }

    /// The cost of a cell is now this; the list of conflicts follows.
    #[inline]
    fn set_cost(&mut self, cell: usize, cost: u8) {
        self.cost[cell] = cost;
        let place = self.place[cell];
        if (cost > 0) == (place != NOWHERE) {
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
            self.place[cell] = NOWHERE;
        }
    }

    /// The grid, if it is laid over these givens.
    pub(super) fn grid(&self, givens: &Grid) -> Grid {
        let mut grid = givens.clone();
        for (cell, digit) in self.layout.cells.iter().zip(&self.digit) {
            grid.set(grid.board().cell(usize::from(*cell)), Digit::from_index(usize::from(*digit)));
        }
        grid
    }
}

/// A cell and what the other cells of its box hold.
pub(super) struct Swaps<'s> {
    state: &'s State,
    /// The digit of the cell and what it costs there.
    pub(super) mine: usize,
    cost: i32,
    /// By digit.
    costs: &'s [u8],
    holder: &'s [u16],
}

impl Swaps<'_> {
    /// The cell that the cell would swap with to get a digit, and what that would change in total; `None` if it is more than
    /// `most`. Most swaps are too dear for what the cell itself would pay, which is known without looking far.
    #[inline]
    pub(super) fn judge(&self, digit: usize, most: i32) -> Option<(usize, i32)> {
        let State { costs, cost, layout, .. } = self.state;
        let other = usize::from(self.holder[digit]);
        let so_far = i32::from(self.costs[digit]) - self.cost - i32::from(cost[other]);
        if so_far > most {
            return None;
        }
        let change = so_far + i32::from(costs[other * layout.side + self.mine]);
        (change <= most).then_some((other, change))
    }
}

#[cfg(test)]
mod tests {
    use super::super::initial::fill_boxes;
    use super::*;
    use qedoku_puzzle::rng::Rng;
    use qedoku_puzzle::{Board, Puzzle};

    /// The total by its definition: pairs in rows and columns of digits that are candidates, and digits that are not.
    fn total(state: &State, grid: &Grid) -> i32 {
        let board = grid.board();
        let allowed = |cell, digit| {
            let open = state.layout.cells.iter().position(|open| usize::from(*open) == board.index(cell));
            open.is_none_or(|open| state.layout.allowed[open].contains(digit))
        };
        let mut total = 0;
        for house in board.houses().take(2 * board.side()) {
            let mut seen = vec![0; board.side()];
            for cell in board.cells_of(house) {
                let digit = grid.get(cell).unwrap();
                if allowed(cell, digit) {
                    total += seen[digit.index()];
                    seen[digit.index()] += 1;
                }
            }
        }
        let aliens = board.cells().filter(|cell| !allowed(*cell, grid.get(*cell).unwrap())).count();
        total + i32::from(ALIEN) * aliens as i32
    }

    #[test]
    fn after_any_swaps_the_total_is_what_its_definition_says() {
        let puzzles = [
            "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..".parse().unwrap(),
            Puzzle::new(Grid::empty(Board::new(3, 4).unwrap())),
        ];
        for (round, puzzle) in (0..).zip(puzzles) {
            let mut random = Rng::new(1, round);
            let layout = Layout::new(&puzzle);
            let holder = fill_boxes(&layout, &mut random).unwrap();
            let mut state = State::new(layout, holder);
            for _ in 0..500 {
                let grid = state.grid(puzzle.givens());
                assert_eq!(state.total(), total(&state, &grid));
                assert_eq!(state.conflicts().is_empty(), state.total() == 0);
                let cell = random.below(state.layout.len());
                let digits = state.layout.digits_of(cell);
                let digit = usize::from(digits[random.below(digits.len())]);
                let (other, change) = state.swaps_of(cell).judge(digit, i32::MAX).unwrap();
                if other != cell {
                    state.swap(cell, other, change);
                }
            }
        }
    }
}
