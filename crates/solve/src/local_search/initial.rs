//! The initial state: a random perfect matching of cells and digits in every box.

use qedoku_puzzle::rng::Rng;

use super::instance::TabuInstance;

/// Marks the absence of a cell.
pub(super) const NO_CELL: u16 = u16::MAX;

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
