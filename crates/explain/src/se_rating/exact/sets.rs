//! Naked and hidden sets (pairs 3.0 and 3.4, triplets 3.6 and 4.0, quads 5.0 and 5.4) and fish (3.2, 3.8, 5.2).
//!
//! Cells or digits with a single candidate or place take no part in a set: they are singles.

use std::ops::ControlFlow;

use super::combinations;
use super::grid::{self, ALL, COLUMNS, GEOMETRY, Grid, KIND_ORDER, ROWS, bits};
use super::pattern::{Pattern, PatternHint};
use super::step::Removals;

fn regions() -> impl Iterator<Item = usize> {
    KIND_ORDER.into_iter().flat_map(|first| first..first + 9)
}

/// The indices of masks with 2 to `size` bits.
fn usable(masks: &[u16; 9], size: usize) -> u16 {
    let fits = |index: &usize| (2..=size).contains(&grid::size(masks[*index]));
    (0..9).filter(fits).fold(0, |usable, index| usable | 1 << index)
}

/// Calls `visit` with (indices, union) for all `size` masks that have `size` bits together.
fn tuples(masks: &[u16; 9], size: usize, mut visit: impl FnMut(u16, u16) -> ControlFlow<()>) -> ControlFlow<()> {
    let usable = usable(masks, size);
    if grid::size(usable) < size {
        return ControlFlow::Continue(());
    }
    for indices in combinations::of_nine(size).iter().filter(|indices| **indices & !usable == 0) {
        let union = bits(*indices).fold(0, |union, index| union | masks[index]);
        if grid::size(union) == size {
            visit(*indices, union)?;
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` for all naked sets of a size that remove something.
pub(super) fn naked_sets(
    grid: &Grid,
    size: usize,
    visit: &mut (impl FnMut(&PatternHint) -> ControlFlow<()> + ?Sized),
) -> ControlFlow<()> {
    regions().try_for_each(|region| naked_sets_of(grid, region, size, visit))
}

/// The same in one region.
pub(super) fn naked_sets_of(
    grid: &Grid,
    region: usize,
    size: usize,
    visit: &mut (impl FnMut(&PatternHint) -> ControlFlow<()> + ?Sized),
) -> ControlFlow<()> {
    if usize::from(grid.open[region]) < 2 * size {
        return ControlFlow::Continue(());
    }
    let difficulty = [3.0, 3.6, 5.0][size - 2];
    let cells = GEOMETRY.cells_of[region].map(usize::from);
    tuples(&cells.map(|cell| grid.cells[cell]), size, |places, digits| {
        let mut removals = Removals::new();
        bits(!places & ALL).for_each(|place| removals.push(cells[place], grid.cells[cells[place]] & digits));
        if removals.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(&PatternHint { difficulty, removals, pattern: Pattern::NakedSet { region, places, digits } })
    })
}

/// Calls `visit` for all hidden sets of a size that remove something.
pub(super) fn hidden_sets(
    grid: &Grid,
    size: usize,
    visit: &mut (impl FnMut(&PatternHint) -> ControlFlow<()> + ?Sized),
) -> ControlFlow<()> {
    regions().try_for_each(|region| hidden_sets_of(grid, region, size, visit))
}

/// The same in one region.
pub(super) fn hidden_sets_of(
    grid: &Grid,
    region: usize,
    size: usize,
    visit: &mut (impl FnMut(&PatternHint) -> ControlFlow<()> + ?Sized),
) -> ControlFlow<()> {
    if usize::from(grid.open[region]) <= 2 * size {
        return ControlFlow::Continue(());
    }
    let difficulty = [3.4, 4.0, 5.4][size - 2];
    let cells = GEOMETRY.cells_of[region].map(usize::from);
    tuples(&grid.places[region], size, |digits, places| {
        let mut removals = Removals::new();
        bits(places).for_each(|place| removals.push(cells[place], grid.cells[cells[place]] & !digits));
        if removals.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(&PatternHint { difficulty, removals, pattern: Pattern::HiddenSet { region, places, digits } })
    })
}

/// Calls `visit` for all fish of a size and of some digits that remove something: columns as the base, then rows. The base lines
/// are the outer loop, the digits the inner one.
pub(super) fn fish(
    grid: &Grid,
    size: usize,
    of_digits: u16,
    visit: &mut (impl FnMut(&PatternHint) -> ControlFlow<()> + ?Sized),
) -> ControlFlow<()> {
    let difficulty = [3.2, 3.8, 5.2][size - 2];
    for first in [COLUMNS, ROWS] {
        let mut digits = [(0, [0; 9]); 9];
        let mut open = 0u16;
        for digit in bits(of_digits).filter(|digit| usize::from(grid.placed[*digit]) + 2 * size <= 9) {
            let lines: [u16; 9] = std::array::from_fn(|line| grid.places[first + line][digit]);
            digits[digit] = (usable(&lines, size), lines);
            open |= u16::from(grid::size(digits[digit].0) >= size) << digit;
        }
        if open == 0 {
            continue;
        }
        for base in combinations::of_nine(size) {
            for digit in bits(open).filter(|digit| base & !digits[*digit].0 == 0) {
                let places = &digits[digit].1;
                let cover = bits(*base).fold(0, |cover, line| cover | places[line]);
                if grid::size(cover) != size {
                    continue;
                }
                let mut removals = Removals::new();
                fish_targets(grid, first, *base, cover, digit).for_each(|cell| removals.push(cell, 1 << digit));
                if !removals.is_empty() {
                    visit(&PatternHint {
                        difficulty,
                        removals,
                        pattern: Pattern::Fish { first, base: *base, cover, digit },
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The places of the digit in the cover lines outside of the base lines, row by row.
fn fish_targets(grid: &Grid, first: usize, base: u16, cover: u16, digit: usize) -> impl Iterator<Item = usize> + '_ {
    let (rows, columns) = if first == COLUMNS { (cover, !base) } else { (!base & ALL, cover) };
    bits(rows).flat_map(move |row| bits(grid.places[ROWS + row][digit] & columns).map(move |column| 9 * row + column))
}
