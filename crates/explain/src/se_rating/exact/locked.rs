//! Locked candidates: pointing (2.6) and claiming (2.8).

use std::ops::ControlFlow;

use super::grid::{BOXES, COLUMNS, GEOMETRY, Grid, ROWS, bits};
use super::pattern::{Pattern, PatternHint};
use super::step::Removals;

/// A box and a line that share three cells, in either order.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    pub(super) one: usize,
    pub(super) other: usize,
    /// Places of the common cells in the first region.
    pub(super) in_one: u16,
    /// Places of the common cells in the second region.
    pub(super) in_other: u16,
}

/// All crossings in the order of Sudoku Explainer: pointing in columns and in rows, then claiming in columns and in rows; by first
/// region, then by second.
pub(super) static CROSSINGS: [Crossing; 108] = {
    let kinds = [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)];
    let mut all = [Crossing { one: 0, other: 0, in_one: 0, in_other: 0 }; 108];
    let mut next = 0;
    let mut pair = 0;
    while pair < 4 * 81 {
        let (first, second) = kinds[pair / 81];
        let (one, other) = (first + pair % 81 / 9, second + pair % 9);
        let in_one = crossing_places(one, other);
        if in_one != 0 {
            all[next] = Crossing { one, other, in_one, in_other: crossing_places(other, one) };
            next += 1;
        }
        pair += 1;
    }
    all
};

/// Places of region `one` that are cells of region `other`.
pub(super) const fn crossing_places(one: usize, other: usize) -> u16 {
    let mut places = 0;
    let mut place = 0;
    while place < 9 {
        if GEOMETRY.region_set[other] >> GEOMETRY.cells_of[one][place] & 1 == 1 {
            places |= 1 << place;
        }
        place += 1;
    }
    places
}

/// Calls `visit` for all locked candidates of some digits that remove something.
pub(super) fn locking(
    grid: &Grid,
    digits: u16,
    visit: &mut (impl FnMut(&PatternHint) -> ControlFlow<()> + ?Sized),
) -> ControlFlow<()> {
    for Crossing { one, other, in_one, in_other } in CROSSINGS {
        for digit in bits(digits) {
            let places = grid.places[one][digit];
            if places & !in_one != 0 || places == 0 {
                continue;
            }
            let targets = grid.places[other][digit] & !in_other;
            if targets == 0 || places.is_power_of_two() {
                continue;
            }
            let mut removals = Removals::new();
            bits(targets).for_each(|place| removals.push(GEOMETRY.cells_of[other][place].into(), 1 << digit));
            let difficulty = if one < ROWS { 2.6 } else { 2.8 };
            visit(&PatternHint { difficulty, removals, pattern: Pattern::Locking { one, other, digit } })?;
        }
    }
    ControlFlow::Continue(())
}
