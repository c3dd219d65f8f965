//! Locked candidates: a digit whose places in a house all lie in a second house goes from the rest of that one.
//!
//! ```text
//!   . . . | 7 7 .        All 7s of the row are in the second box,
//!   . . . | x x x        so the box has no other: the x's are not 7.
//!   . . . | x x x        (And the same from a box to a row or column.)
//! ```

use qedoku_puzzle::DigitSet;

use super::singles::{State, once_and_twice};

/// The houses that cross another one, each with the open digits of the cells in both.
type Crossings = Vec<(usize, DigitSet)>;

/// Acts upon the locked candidates of every house; whether it took anything away.
pub(super) fn lock_all(state: &mut State, scratch: &mut Crossings) -> Option<bool> {
    let mut changed = false;
    for house in 0..state.tables.house_count() {
        changed |= lock(state, house, scratch)?;
    }
    Some(changed)
}

/// Digits of this house that lie in one crossing house only go from the rest of that one.
fn lock(state: &mut State, house: usize, crossings: &mut Crossings) -> Option<bool> {
    let crossing_kinds: &[usize] = if house < 2 * state.side() { &[2] } else { &[0, 1] };
    let mut changed = false;
    for &kind in crossing_kinds {
        cross(state, house, kind, crossings);
        let (once, twice) = once_and_twice(crossings.iter().map(|(_, digits)| *digits));
        let locked = once - twice;
        for (crossing, digits) in &*crossings {
            changed |= take_away(state, *crossing, house, *digits & locked)?;
        }
    }
    Some(changed)
}

/// Collects the houses of a kind that cross this one.
fn cross(state: &State, house: usize, kind: usize, crossings: &mut Crossings) {
    crossings.clear();
    for &cell in state.tables.cells_of(house) {
        let cell = usize::from(cell);
        let crossing = state.tables.houses_of(cell)[kind];
        let digits = state.candidates[cell];
        match crossings.iter_mut().find(|(known, _)| *known == crossing) {
            Some((_, known)) => *known = *known | digits,
            None => crossings.push((crossing, digits)),
        }
    }
}

/// Takes digits from the cells of one house that are not in another; whether there were any.
fn take_away(state: &mut State, from: usize, except: usize, digits: DigitSet) -> Option<bool> {
    let mut changed = false;
    if digits.is_empty() {
        return Some(changed);
    }
    for &cell in state.tables.cells_of(from) {
        let cell = usize::from(cell);
        let kept = state.candidates[cell] - digits;
        if kept != state.candidates[cell] && !state.tables.houses_of(cell).contains(&except) {
            state.candidates[cell] = kept;
            state.note(cell)?;
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
    fn a_locked_digit_goes_from_the_rest_of_the_second_house() {
        // In row 1 only the second box has room for 1: r1c1 to r1c3 and r1c7 to r1c9 are taken.
        let puzzle: Puzzle = format!("234...567{}", ".".repeat(72)).parse().unwrap();
        let left = propagate(&puzzle).unwrap();
        let one = Digit::new(1).unwrap();
        let holds_one = |row, column| left.allowed(Cell::new(row, column)).contains(one);
        assert!(holds_one(0, 3) && holds_one(1, 0) && holds_one(3, 4));
        assert!((3..6).all(|column| !holds_one(1, column) && !holds_one(2, column)));
    }
}
