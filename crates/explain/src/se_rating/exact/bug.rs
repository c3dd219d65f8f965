//! Bivalue universal grave (BUG) of types 1 to 4 (5.6 to 6.1).
//!
//! Some candidates, the extra ones, keep the position from being a BUG: without them, every open cell would have two candidates
//! and every digit zero or two places in each region. At least one extra candidate is true.

use super::combinations;
use super::grid::{GEOMETRY, Grid, bits, size};
use super::step::Step;

/// The cells with extra candidates, in the order of their discovery.
struct ExtraCells {
    cells: Vec<usize>,
    digits: Vec<u16>,
    all_digits: u16,
    /// Peers of all these cells, without them.
    common: u128,
}

/// The first BUG hint.
pub(super) fn bivalue_universal_grave(grid: &Grid) -> Option<Step> {
    // All extra cells are peers of a cell, unless there is only one; few positions pass this test.
    let many = (0..81).filter(|cell| grid.count(*cell) >= 3).count();
    if many == 0 || many > 20 {
        return None;
    }
    let bug = find_extra(grid)?;
    if !is_grave(grid, &bug) {
        return None;
    }
    if bug.cells.len() == 1 {
        let removed = grid.cells[bug.cells[0]] & !bug.all_digits;
        return Some(Step::remove(5.6, &[(bug.cells[0] as u8, removed)]));
    }
    if bug.all_digits.is_power_of_two() {
        return type_2(grid, &bug).or_else(|| type_4(grid, &bug));
    }
    (bug.common != 0).then(|| type_4(grid, &bug).or_else(|| type_3(grid, &bug))).flatten()
}

fn find_extra(grid: &Grid) -> Option<ExtraCells> {
    let mut bug = ExtraCells { cells: Vec::new(), digits: Vec::new(), all_digits: 0, common: !0 };
    for region in 0..27 {
        for digit in (0..9).filter(|digit| !matches!(size(grid.places[region][*digit]), 0 | 2)) {
            let cells = bits(grid.places[region][digit]).map(|place| usize::from(GEOMETRY.cells_of[region][place]));
            let mut large = cells.filter(|cell| grid.count(*cell) >= 3);
            // Without such a cell this is no BUG; with several, another region decides which one has the extra candidate.
            let cell = large.next()?;
            if large.next().is_some() {
                continue;
            }
            bug.add(cell, digit);
            if bug.cells.len() > 1 && bug.all_digits.count_ones() > 1 && bug.common == 0 {
                return None;
            }
        }
    }
    (!bug.cells.is_empty()).then_some(bug)
}

impl ExtraCells {
    fn add(&mut self, cell: usize, digit: usize) {
        let index = self.cells.iter().position(|other| *other == cell).unwrap_or_else(|| {
            self.cells.push(cell);
            self.digits.push(0);
            self.cells.len() - 1
        });
        self.digits[index] |= 1 << digit;
        self.all_digits |= 1 << digit;
        self.common &= GEOMETRY.peer_set[cell] & !(1 << cell);
    }

    /// The regions, as box, row, column, that all these cells share.
    fn shared_regions(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..3).filter_map(|kind| {
            let region = GEOMETRY.regions_of[self.cells[0]][kind];
            let is_shared = self.cells.iter().all(|cell| GEOMETRY.regions_of[*cell][kind] == region);
            is_shared.then_some((kind, usize::from(region)))
        })
    }
}

/// Whether the position without the extra candidates is a BUG.
fn is_grave(grid: &Grid, bug: &ExtraCells) -> bool {
    let mut rest = grid.clone();
    for (cell, digits) in bug.cells.iter().zip(&bug.digits) {
        rest.remove_digits(*cell, *digits);
    }
    let is_open = |cell: usize| grid.cells[cell] != 0;
    (0..81).all(|cell| !is_open(cell) || rest.count(cell) == 2)
        && rest.places.iter().flatten().all(|places| matches!(size(*places), 0 | 2))
}

/// Type 2 (5.7): one extra digit, removed from the common peers.
fn type_2(grid: &Grid, bug: &ExtraCells) -> Option<Step> {
    let digit = bug.all_digits.trailing_zeros() as usize;
    let removals = super::grid::cells(bug.common).filter(|cell| grid.has(*cell, digit));
    let removals: Vec<_> = removals.map(|cell| (cell as u8, 1 << digit)).collect();
    (!removals.is_empty()).then(|| Step::remove(5.7, &removals))
}

/// Type 3 (5.8 for a pair, 0.1 more per cell): the extra digits form a naked set with other cells of a shared region.
fn type_3(grid: &Grid, bug: &ExtraCells) -> Option<Step> {
    for (kind, region) in bug.shared_regions() {
        let peers = GEOMETRY.peers[bug.cells[0]].iter().map(|cell| usize::from(*cell));
        let others =
            peers.filter(|cell| bug.common >> cell & 1 == 1 && usize::from(GEOMETRY.regions_of[*cell][kind]) == region);
        let others: Vec<usize> = others.collect();
        for count in (2..=6).filter(|count| others.len() >= *count) {
            for chosen in combinations::of(count as u32 - 1, others.len()) {
                let set = bits(chosen).fold(0, |digits, index| digits | grid.cells[others[index]]);
                let is_multiple = bits(chosen).all(|index| grid.count(others[index]) > 1);
                let is_set = size(set) == count && bug.all_digits & !set == 0;
                if !is_set || !is_multiple || bug.all_digits.count_ones() < 2 {
                    continue;
                }
                let rest = (0..others.len()).filter(|index| chosen >> index & 1 == 0).map(|index| others[index]);
                let removals = rest.map(|cell| (cell as u8, grid.cells[cell] & set)).filter(|(_, digits)| *digits != 0);
                let removals: Vec<_> = removals.collect();
                if !removals.is_empty() {
                    return Some(Step::remove(5.7 + (count - 1) as f64 * 0.1, &removals));
                }
            }
        }
    }
    None
}

/// Type 4 (5.7): a digit common to both cells is locked in them.
fn type_4(grid: &Grid, bug: &ExtraCells) -> Option<Step> {
    let &[one, other] = &bug.cells[..] else { return None };
    let common = grid.cells[one] & grid.cells[other] & !bug.all_digits;
    if common.count_ones() != 1 || bug.shared_regions().next().is_none() {
        return None;
    }
    let removed = |index: usize| grid.cells[bug.cells[index]] & !bug.digits[index] & !common;
    Some(Step::remove(5.7, &[(one as u8, removed(0)), (other as u8, removed(1))]))
}
