//! Failed searches of techniques: the regions, digits and cells where a search found nothing and nothing has changed since.
//!
//! A step only removes candidates, and it changes few cells. Whether a technique applies in a place depends on a part of the
//! position: a naked set on the cells of its region, a fish on the places of its digit. So a search without success need not be repeated
//! until that part changes. Half of the work of a rating was in such repetitions.

use super::grid::{ALL, GEOMETRY, Grid, KIND_ORDER};

/// Failed searches that are still valid, per technique. Sets by size: the first entry is for pairs.
#[derive(Default)]
pub(super) struct FailedSearches {
    // Regions.
    pub(super) hidden_single: u32,
    pub(super) direct_sets: [u32; 2],
    pub(super) naked_sets: [u32; 3],
    pub(super) hidden_sets: [u32; 3],
    // Digits.
    pub(super) direct_locking: u16,
    pub(super) locking: u16,
    pub(super) fish: [u16; 3],
    pub(super) nishio: u16,
    /// Pivots with two and with three candidates.
    pub(super) wings: [u128; 2],
    /// Pairs of digits without unique loops, as numbered by [`pair_number`].
    pub(super) loops: u64,
    /// Cells that are as they were when the search for aligned pairs and triplets failed.
    pub(super) aligned: [u128; 2],
}

impl FailedSearches {
    /// Forgets the failed searches that the changes of a step invalidate. Returns the digits whose places have changed.
    pub(super) fn invalidate(&mut self, before: &Grid, grid: &Grid) -> u16 {
        let (mut regions, mut digits, mut pairs, mut changed) = (0u32, 0u16, 0u64, 0u128);
        for cell in (0..81).filter(|cell| before.cells[*cell] != grid.cells[*cell]) {
            changed |= 1 << cell;
            digits |= before.cells[cell] & !grid.cells[cell];
            regions |= GEOMETRY.regions_of[cell].iter().fold(0, |regions, region| regions | 1 << region);
            pairs |= PAIRS_IN[usize::from(before.cells[cell])];
            // A cell becomes part of a wing by having two candidates, or as the pivot three.
            let near = GEOMETRY.peer_set[cell] | 1 << cell;
            match grid.count(cell) {
                2 => self.wings.iter_mut().for_each(|pivots| *pivots &= !near),
                3 => self.wings[1] &= !near,
                _ => {}
            }
        }
        let by_region = [&mut self.hidden_single].into_iter().chain(&mut self.direct_sets);
        for failed in by_region.chain(&mut self.naked_sets).chain(&mut self.hidden_sets) {
            *failed &= !regions;
        }
        let by_digit = [&mut self.direct_locking, &mut self.locking, &mut self.nishio].into_iter();
        for failed in by_digit.chain(&mut self.fish) {
            *failed &= !digits;
        }
        self.loops &= !pairs;
        self.aligned.iter_mut().for_each(|same| *same &= !changed);
        digits
    }
}

/// The first success in the regions without a failed search, in the order of the pattern searches.
pub(super) fn in_new_regions<T>(failed: &mut u32, mut search: impl FnMut(usize) -> Option<T>) -> Option<T> {
    for region in KIND_ORDER.into_iter().flat_map(|first| first..first + 9) {
        if *failed >> region & 1 == 0 {
            let found = search(region);
            if found.is_some() {
                return found;
            }
            *failed |= 1 << region;
        }
    }
    None
}

/// A search of the digits without a failed search.
pub(super) fn with_new_digits<T>(failed: &mut u16, search: impl FnOnce(u16) -> Option<T>) -> Option<T> {
    let found = if *failed == ALL { None } else { search(ALL & !*failed) };
    if found.is_none() {
        *failed = ALL;
    }
    found
}

/// A search that knows which cells have changed since it failed.
pub(super) fn near_changes<T>(same: &mut u128, search: impl FnOnce(u128) -> Option<T>) -> Option<T> {
    let found = if *same == EVERY_CELL { None } else { search(EVERY_CELL & !*same) };
    if found.is_none() {
        *same = EVERY_CELL;
    }
    found
}

pub(super) const EVERY_CELL: u128 = (1 << 81) - 1;

/// Number of a pair of digits: that of the bit of the smaller digit in the row of the larger one.
pub(super) fn pair_number(pair: u16) -> u32 {
    PAIRS_IN[usize::from(pair)].trailing_zeros()
}

/// The pairs of digits that a cell with these candidates has, as bits.
static PAIRS_IN: [u64; 512] = {
    let mut all = [0; 512];
    let mut digits = 0;
    while digits < 512 {
        let (mut larger, mut number) = (1, 0);
        while larger < 9 {
            let mut smaller = 0;
            while smaller < larger {
                if digits >> larger & digits >> smaller & 1 == 1 {
                    all[digits] |= 1 << number;
                }
                number += 1;
                smaller += 1;
            }
            larger += 1;
        }
        digits += 1;
    }
    all
};
