//! Singles (1.0 to 2.3) and the direct techniques (1.7 to 2.5), which end in a hidden single.

use super::combinations;
use super::failed_searches::in_new_regions;
use super::grid::{self, GEOMETRY, Grid, KIND_ORDER, ROWS, bits};
use super::locked::{CROSSINGS, Crossing, crossing_places};
use super::step::Step;

/// Last open cell of a region (1.0), hidden single in a box (1.2), in a column or row (1.5).
pub(super) fn hidden_single(grid: &Grid, failed: &mut u32) -> Option<Step> {
    last_of_region(grid).or_else(|| {
        in_new_regions(failed, |region| {
            // Skips the region unless some digit has one place; the last open cell of a region was found before.
            let digit = (0..9).find(|digit| grid.places[region][*digit].is_power_of_two())?;
            Some(Step::place(if region < ROWS { 1.2 } else { 1.5 }, sole_cell(grid, region, digit), digit))
        })
    })
}

fn last_of_region(grid: &Grid) -> Option<Step> {
    KIND_ORDER.into_iter().flat_map(|first| first..first + 9).filter(|region| grid.open[*region] == 1).find_map(
        |region| {
            let digit = (0..9).find(|digit| grid.places[region][*digit].is_power_of_two())?;
            Some(Step::place(1.0, sole_cell(grid, region, digit), digit))
        },
    )
}

fn sole_cell(grid: &Grid, region: usize, digit: usize) -> usize {
    usize::from(GEOMETRY.cells_of[region][grid.places[region][digit].trailing_zeros() as usize])
}

/// A cell with one candidate (2.3), row by row.
pub(super) fn naked_single(grid: &Grid) -> Option<Step> {
    let cell = (0..81).find(|cell| grid.cells[*cell].is_power_of_two())?;
    Some(Step::place(2.3, cell, grid.cells[cell].trailing_zeros() as usize))
}

/// Direct pointing (1.7) and claiming (1.9): locked candidates that leave a hidden single in a third region, which is of the same
/// kind as the first. Only the single is applied.
pub(super) fn direct_locking(grid: &Grid, digits: u16) -> Option<Step> {
    CROSSINGS.iter().find_map(|crossing| {
        let Crossing { one, other, in_one, in_other } = *crossing;
        bits(digits).find_map(|digit| {
            let places = grid.places[one][digit];
            let is_useful = places & !in_one == 0 && places != 0 && grid.places[other][digit] & !in_other != 0;
            if !is_useful || places.is_power_of_two() {
                return None;
            }
            let cell = following_single(grid, one, other, digit)?;
            Some(Step::place(if one < ROWS { 1.7 } else { 1.9 }, cell, digit))
        })
    })
}

/// A region of the kind of `one` in which the digit has a single place outside of `other`.
fn following_single(grid: &Grid, one: usize, other: usize, digit: usize) -> Option<usize> {
    let first = one / 9 * 9;
    (first..first + 9).filter(|third| *third != one).find_map(|third| {
        let common = crossing_places(third, other);
        let places = grid.places[third][digit];
        let rest = places & !common;
        let is_single = common != 0 && rest != places && rest.is_power_of_two();
        is_single.then(|| usize::from(GEOMETRY.cells_of[third][rest.trailing_zeros() as usize]))
    })
}

/// Direct hidden pair (2.0) or triplet (2.5) of a region: a hidden set that leaves another digit of the region a single place.
pub(super) fn direct_hidden_set(grid: &Grid, region: usize, size: usize) -> Option<Step> {
    if usize::from(grid.open[region]) <= size {
        return None;
    }
    let places = &grid.places[region];
    let usable = (0..9).filter(|digit| (2..=size).contains(&grid::size(places[*digit])));
    let usable = usable.fold(0u16, |usable, digit| usable | 1 << digit);
    for digits in combinations::of_nine(size).iter().filter(|digits| **digits & !usable == 0) {
        let common = bits(*digits).fold(0, |common, digit| common | places[digit]);
        if grid::size(common) != size {
            continue;
        }
        let single = (0..9)
            .filter(|digit| digits >> digit & 1 == 0)
            .find(|digit| grid::size(places[*digit]) > 1 && (places[*digit] & !common).is_power_of_two());
        if let Some(digit) = single {
            let place = (places[digit] & !common).trailing_zeros() as usize;
            let difficulty = if size == 2 { 2.0 } else { 2.5 };
            return Some(Step::place(difficulty, usize::from(GEOMETRY.cells_of[region][place]), digit));
        }
    }
    None
}
