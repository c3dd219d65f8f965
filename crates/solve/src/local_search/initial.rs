//! The first filling: every box holds each of its open digits once, in cells where they are candidates.

use super::instance::Layout;
use qedoku_puzzle::rng::Rng;

/// No cell.
pub(super) const NOWHERE: u16 = u16::MAX;

/// Who holds which digit: by box and digit, the open cell that holds it, or [`NOWHERE`]. `None` if a box cannot be filled:
/// then there is no solution.
pub(super) fn fill_boxes(layout: &Layout, random: &mut Rng) -> Option<Vec<u16>> {
    let places = layout.side * layout.side;
    let mut boxes = Boxes { layout, holder: vec![NOWHERE; places], asked_for: vec![NOWHERE; places] };
    let mut order: Vec<u16> = (0..layout.len() as u16).collect();
    random.shuffle(&mut order);
    order.into_iter().all(|cell| boxes.place(cell, cell, random)).then_some(boxes.holder)
}

struct Boxes<'l> {
    layout: &'l Layout,
    /// By box and digit.
    holder: Vec<u16>,
    /// By box and digit: the cell for which it was last asked whether the holder could move.
    asked_for: Vec<u16>,
}

impl Boxes<'_> {
    /// Finds a digit for a cell, and another one for its holder if need be (an augmenting path), on behalf of the first cell.
    fn place(&mut self, cell: u16, first: u16, random: &mut Rng) -> bool {
        let digits = self.layout.digits_of(cell.into());
        let turn = random.below(digits.len().max(1));
        for digit in digits[turn..].iter().chain(&digits[..turn]) {
            let key = self.layout.key(cell.into(), (*digit).into());
            if std::mem::replace(&mut self.asked_for[key], first) == first {
                continue;
            }
            let holder = self.holder[key];
            if holder == NOWHERE || self.place(holder, first, random) {
                self.holder[key] = cell;
                return true;
            }
        }
        false
    }
}
