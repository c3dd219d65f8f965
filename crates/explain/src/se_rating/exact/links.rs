//! Links between candidates: what a candidate that is on turns off (weak links), and what one that is off turns on (strong links).

use super::grid::{Candidate, GEOMETRY, Grid, bits, candidate, cell_of, digit_of, is_pair};

/// Reason of a link: the cell, or a region of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Cause {
    /// The assumption at the root of a chain.
    Root,
    /// The cell holds one digit.
    Cell,
    Box,
    Row,
    Column,
    /// A pattern, or a nested chain.
    Advanced,
}

const REGION_CAUSES: [Cause; 3] = [Cause::Box, Cause::Row, Cause::Column];

impl Cause {
    /// Kind of the region: 0 box, 1 row, 2 column.
    pub(super) fn kind(self) -> Option<usize> {
        REGION_CAUSES.iter().position(|cause| *cause == self)
    }

    pub(super) fn of_region(region: usize) -> Cause {
        REGION_CAUSES[region / 9]
    }
}

/// Calls `visit` with the candidates that `on` turns off, each once: other digits of the cell (if `with_cell`), then other places
/// of the digit in box, row and column.
#[inline]
pub(super) fn weak_links(grid: &Grid, on: Candidate, with_cell: bool, mut visit: impl FnMut(Candidate, Cause)) {
    let (cell, digit) = (cell_of(on), digit_of(on));
    if with_cell {
        for other in bits(grid.cells[cell] & !(1 << digit)) {
            visit(candidate(cell, other), Cause::Cell);
        }
    }
    let places = GEOMETRY.places_of[cell];
    // Cells of the row and the column that are in the box as well have been visited with the box.
    let skipped = [1 << places[0], 0b111 << (places[1] / 3 * 3), 0b111 << (places[2] / 3 * 3)];
    for kind in 0..3 {
        let region = usize::from(GEOMETRY.regions_of[cell][kind]);
        for place in bits(grid.places[region][digit] & !skipped[kind]) {
            visit(candidate(usize::from(GEOMETRY.cells_of[region][place]), digit), REGION_CAUSES[kind]);
        }
    }
}

/// Calls `visit` with the candidates that `off` turns on, each once: the other one of two candidates of the cell (if `with_cell`),
/// then the other one of two places in box, row and column (if `with_regions`). The last argument is the number of the region.
#[inline]
pub(super) fn strong_links(
    grid: &Grid,
    off: Candidate,
    with_cell: bool,
    with_regions: bool,
    mut visit: impl FnMut(Candidate, Cause, usize),
) {
    let (cell, digit) = (cell_of(off), digit_of(off));
    let digits = grid.cells[cell];
    if with_cell && is_pair(digits) {
        visit(candidate(cell, (digits & !(1 << digit)).trailing_zeros() as usize), Cause::Cell, 0);
    }
    if !with_regions {
        return;
    }
    let mut earlier = [Candidate::MAX; 2];
    for kind in 0..3 {
        let region = usize::from(GEOMETRY.regions_of[cell][kind]);
        let places = grid.places[region][digit];
        if is_pair(places) {
            let place = (places & !(1 << GEOMETRY.places_of[cell][kind])).trailing_zeros() as usize;
            let on = candidate(usize::from(GEOMETRY.cells_of[region][place]), digit);
            if !earlier.contains(&on) {
                visit(on, REGION_CAUSES[kind], region);
                if kind < 2 {
                    earlier[kind] = on;
                }
            }
        }
    }
}

/// Whether two candidates exclude each other: they are in the same cell (if `with_cell`), or have the same digit in peers.
pub(super) fn excludes(one: Candidate, other: Candidate, with_cell: bool) -> bool {
    let (cell, other_cell) = (cell_of(one), cell_of(other));
    if cell == other_cell {
        return with_cell && one != other;
    }
    digit_of(one) == digit_of(other) && GEOMETRY.peer_set[cell] >> other_cell & 1 == 1
}

/// The difficulty that is added for the length of a chain: 0.1 for each of the thresholds 4, 6, 8, 12, 16, 24, 32, 48, ... that
/// `complexity - 2` exceeds. The sum is built from terms of 0.1, with their rounding errors.
pub(super) fn length_increment(complexity: u32) -> f64 {
    let (mut added, mut threshold, mut is_odd) = (0.0, 4, false);
    while complexity > threshold + 2 {
        added += 0.1;
        threshold = if is_odd { threshold * 4 / 3 } else { threshold * 3 / 2 };
        is_odd = !is_odd;
    }
    added
}
