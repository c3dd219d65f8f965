//! Locked candidates: pointing (from a box to a line) and claiming (from a line to a box).
//!
//! If all places of a digit in one house lie in a second house, the digit is eliminated from the rest of the second house.
//!
//! ```text
//!   . . . | 7 7 .        All 7s of the row are in the second box,
//!   . . . | x x x        so the x's are not 7.
//!   . . . | x x x
//! ```

use qedoku_puzzle::DigitSet;

use super::singles::{Domains, occurrences};

/// The houses that intersect a given one, each with the candidates of the cells in the intersection.
type Intersections = Vec<(usize, DigitSet)>;

/// Eliminates the locked candidates of every house that changed since the last search; returns whether there were any.
pub(super) fn eliminate_locked(domains: &mut Domains, scratch: &mut Intersections) -> Option<bool> {
    let mut changed = false;
    for house in 0..domains.tables.house_count() {
        if domains.take_due_for_locked(house) {
            changed |= eliminate_locked_in(domains, house, scratch)?;
        }
    }
    Some(changed)
}

/// Eliminates the digits of this house that lie in a single intersection from the rest of the other house.
fn eliminate_locked_in(domains: &mut Domains, house: usize, intersections: &mut Intersections) -> Option<bool> {
    // Lines intersect boxes in several cells; rows and columns meet in one cell only, which locks nothing.
    let other_kinds: &[usize] = if house < 2 * domains.side() { &[2] } else { &[0, 1] };
    let mut changed = false;
    for &kind in other_kinds {
        collect_intersections(domains, house, kind, intersections);
        let (once, twice) = occurrences(intersections.iter().map(|(_, digits)| *digits));
        let locked = once - twice;
        for (other, digits) in &*intersections {
            changed |= eliminate_outside(domains, *other, house, *digits & locked)?;
        }
    }
    Some(changed)
}

/// Collects the intersections of this house with the houses of a kind.
fn collect_intersections(domains: &Domains, house: usize, kind: usize, intersections: &mut Intersections) {
    intersections.clear();
    for &cell in domains.tables.cells_of(house) {
        let cell = usize::from(cell);
        let other = domains.tables.houses_of(cell)[kind];
        let digits = domains.candidates[cell];
        match intersections.iter_mut().find(|(known, _)| *known == other) {
            Some((_, known)) => *known = *known | digits,
            None => intersections.push((other, digits)),
        }
    }
}

/// Eliminates digits from the cells of one house that are not in another; returns whether there were any.
fn eliminate_outside(domains: &mut Domains, from: usize, except: usize, digits: DigitSet) -> Option<bool> {
    let mut changed = false;
    if digits.is_empty() {
        return Some(changed);
    }
    for &cell in domains.tables.cells_of(from) {
        let cell = usize::from(cell);
        let kept = domains.candidates[cell] - digits;
        if kept != domains.candidates[cell] && !domains.tables.houses_of(cell).contains(&except) {
            domains.candidates[cell] = kept;
            domains.record_change(cell)?;
            changed = true;
        }
    }
    Some(changed)
}

#[cfg(test)]
mod tests {
    use crate::preprocess::propagate;
    use qedoku_puzzle::{Cell, Digit, Puzzle};

    #[test]
    fn a_locked_digit_is_eliminated_from_the_rest_of_the_second_house() {
        // In row 1 only the second box has room for 1: r1c1 to r1c3 and r1c7 to r1c9 are taken.
        let puzzle: Puzzle = format!("234...567{}", ".".repeat(72)).parse().unwrap();
        let left = propagate(&puzzle).unwrap();
        let one = Digit::new(1).unwrap();
        let holds_one = |row, column| left.allowed(Cell::new(row, column)).contains(one);
        assert!(holds_one(0, 3) && holds_one(1, 0) && holds_one(3, 4));
        assert!((3..6).all(|column| !holds_one(1, column) && !holds_one(2, column)));
    }
}
