//! Initial states: a random perfect matching of cells and digits in every box; on the empty board, a solution at once.

use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Digit, Grid};

use super::instance::TabuInstance;

/// Marks the absence of a cell.
pub(super) const NO_CELL: u16 = u16::MAX;

/// A solution of the empty board: the cyclic shift with its digits relabelled at random.
pub(super) fn random_shift(board: Board, rng: &mut Rng) -> Grid {
    let mut labels: Vec<Digit> = board.digits().collect();
    rng.shuffle(&mut labels);
    let mut grid = Grid::empty(board);
    for (cell, digit) in Grid::cyclic_shift(board).filled() {
        grid.set(cell, Some(labels[digit.index()]));
    }
    grid
}

/// Assigns the digits of each box to its open cells, every digit to a cell where it is a candidate. Returns the cell of each
/// box and digit ([`NO_CELL`] for givens), or `None` if some box has no such assignment: then there is no solution.
pub(super) fn initial_state(instance: &TabuInstance, rng: &mut Rng) -> Option<Vec<u16>> {
    let places = instance.side * instance.side;
    let mut matching = BlockMatching { instance, owner: vec![NO_CELL; places], visited_for: vec![NO_CELL; places] };
    let mut order: Vec<u16> = (0..instance.len() as u16).collect();
    rng.shuffle(&mut order);
    order.into_iter().all(|cell| matching.augment(cell, cell, rng)).then_some(matching.owner)
}

/// A bipartite matching of open cells and digits, box by box.
struct BlockMatching<'l> {
    instance: &'l TabuInstance,
    /// The cell of each box and digit.
    owner: Vec<u16>,
    /// The root of the last augmenting search that visited each box and digit.
    visited_for: Vec<u16>,
}

impl BlockMatching<'_> {
    /// Matches a cell along an augmenting path. `root` is the cell at which the search started.
    fn augment(&mut self, cell: u16, root: u16, rng: &mut Rng) -> bool {
        let digits = self.instance.digits_of(cell.into());
        let offset = rng.below(digits.len().max(1));
        for digit in digits[offset..].iter().chain(&digits[..offset]) {
            let key = self.instance.key(cell.into(), (*digit).into());
            if std::mem::replace(&mut self.visited_for[key], root) == root {
                continue;
            }
            let owner = self.owner[key];
            if owner == NO_CELL || self.augment(owner, root, rng) {
                self.owner[key] = cell;
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::{Puzzle, referee};

    #[test]
    fn a_random_shift_is_a_solution_of_the_empty_board() {
        for side in [4, 6, 9, 12, 36, 144] {
            let board = Board::of_side(side).unwrap();
            let grid = random_shift(board, &mut Rng::new(1, 0));
            assert_eq!(referee::check(&Puzzle::new(Grid::empty(board)), &grid), Ok(()), "{board}");
        }
    }
}
