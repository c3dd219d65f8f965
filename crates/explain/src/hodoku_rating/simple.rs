//! Locked candidates and subsets in the order in which `HoDoKu` looks for them.
//!
//! Subsets are sought in boxes, then rows, then columns; cells and digits in ascending order. The first step found is taken,
//! so the order decides the path, and the number of steps with it.

use super::singles_grid::{SinglesGrid, cells_of, digits, units_of};
use crate::Technique;

/// Eliminations as (cell, digit), in the order in which they are carried out. They decide the order of new singles.
pub(super) type Eliminations = Vec<(usize, usize)>;

/// Boxes, rows, columns.
fn subset_units() -> impl Iterator<Item = usize> {
    (18..27).chain(0..18)
}

/// The first step of a technique among locked candidates and subsets; empty if there is none.
pub(super) fn find(grid: &SinglesGrid, technique: Technique) -> Eliminations {
    let found = match technique {
        Technique::LockedSubset(size) => find_naked(grid, size, true),
        Technique::NakedSubset(size) => find_naked(grid, size, false),
        Technique::HiddenSubset(size) => find_hidden(grid, size),
        Technique::Pointing => (18..27).find_map(|unit| find_locked(grid, unit)),
        Technique::Claiming => (0..18).find_map(|unit| find_locked(grid, unit)),
        _ => None,
    };
    found.unwrap_or_default()
}

/// The combinations of `size` items in lexicographic order, until one has a result.
fn first_combination<T>(
    items: &[usize],
    size: usize,
    chosen: &mut Vec<usize>,
    try_it: &mut impl FnMut(&[usize]) -> Option<T>,
) -> Option<T> {
    if chosen.len() == size {
        return try_it(chosen);
    }
    for (index, item) in items.iter().enumerate() {
        chosen.push(*item);
        let found = first_combination(&items[index + 1..], size, chosen, try_it);
        chosen.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Naked subsets. A pair or triple in a box and a line with eliminations in both is a locked one; those are sought in boxes only.
fn find_naked(grid: &SinglesGrid, size: usize, locked: bool) -> Option<Eliminations> {
    let mut units = subset_units().take(if locked { 9 } else { 27 });
    let is_small = |cell: &usize| (1..=size).contains(&(grid.masks[*cell].count_ones() as usize));
    units.find_map(|unit| {
        let cells: Vec<usize> = cells_of(unit).into_iter().filter(is_small).collect();
        first_combination(&cells, size, &mut Vec::new(), &mut |cells| {
            let mask = cells.iter().fold(0, |mask, cell| mask | grid.masks[*cell]);
            if mask.count_ones() as usize != size {
                return None;
            }
            let (eliminations, is_locked) = naked_eliminations(grid, cells, mask);
            (!eliminations.is_empty() && is_locked == locked).then_some(eliminations)
        })
    })
}

/// What a naked subset eliminates in the units that all of its cells share, and whether it is locked.
fn naked_eliminations(grid: &SinglesGrid, cells: &[usize], mask: u16) -> (Eliminations, bool) {
    let first = units_of(cells[0]);
    let is_shared = [0, 1, 2].map(|kind| cells.iter().all(|cell| units_of(*cell)[kind] == first[kind]));
    let (mut eliminations, mut has_eliminations) = (Vec::new(), [false; 3]);
    for kind in (0..3).filter(|kind| is_shared[*kind]) {
        for cell in cells_of(first[kind]).into_iter().filter(|cell| !cells.contains(cell)) {
            for digit in digits(grid.masks[cell] & mask) {
                eliminations.push((cell, digit));
                // A line counts only where it leaves the box.
                has_eliminations[kind] |= kind == 2 || units_of(cell)[2] != first[2];
            }
        }
    }
    let count = has_eliminations.iter().filter(|has_some| **has_some).count();
    let is_locked = cells.len() < 4 && count > 1 && is_shared[2] && (is_shared[0] || is_shared[1]);
    (eliminations, is_locked)
}

fn find_hidden(grid: &SinglesGrid, size: usize) -> Option<Eliminations> {
    subset_units().find_map(|unit| {
        let cells = cells_of(unit);
        if cells.iter().filter(|cell| grid.masks[**cell] != 0).count() <= size {
            return None;
        }
        let is_rare = |digit: &usize| (1..=size).contains(&usize::from(grid.places[unit][*digit]));
        let rare: Vec<usize> = (0..9).filter(is_rare).collect();
        first_combination(&rare, size, &mut Vec::new(), &mut |chosen| {
            let mask = chosen.iter().fold(0, |mask, digit| mask | 1 << digit);
            let holders: Vec<usize> = cells.into_iter().filter(|cell| grid.masks[*cell] & mask != 0).collect();
            let others = |cell: &usize| digits(grid.masks[*cell] & !mask).collect::<Vec<_>>();
            let pairs = holders.iter().flat_map(|cell| others(cell).into_iter().map(|digit| (*cell, digit)));
            let eliminations: Eliminations = pairs.collect();
            (holders.len() == size && !eliminations.is_empty()).then_some(eliminations)
        })
    })
}

/// Locked candidates of a unit: a digit with two or three cells, all of which share another unit with further cells.
fn find_locked(grid: &SinglesGrid, unit: usize) -> Option<Eliminations> {
    let crossing_kinds: &[usize] = if unit >= 18 { &[0, 1] } else { &[2] };
    (0..9).filter(|digit| matches!(grid.places[unit][*digit], 2 | 3)).find_map(|digit| {
        let has_digit = |cell: &usize| grid.masks[*cell] >> digit & 1 != 0;
        let cells: Vec<usize> = cells_of(unit).into_iter().filter(has_digit).collect();
        let crossing = crossing_kinds.iter().map(|kind| units_of(cells[0])[*kind]).find(|crossing| {
            cells.iter().all(|cell| units_of(*cell).contains(crossing))
                && grid.places[*crossing][digit] > grid.places[unit][digit]
        })?;
        let rest = cells_of(crossing).into_iter().filter(has_digit).filter(|cell| !cells.contains(cell));
        Some(rest.map(|cell| (cell, digit)).collect())
    })
}
