//! Aligned pair exclusion (6.2) and aligned triplet exclusion (7.5).
//!
//! Base cells cannot take two equal digits if they are peers, nor digits that leave a common peer (an excluder, with at most as
//! many candidates as there are base cells) without a candidate. A candidate without an allowed combination is removed.

use super::grid::{ALL, GEOMETRY, Grid, bits, cells};
use super::step::Step;

/// Base cells and their excluders.
struct BaseCells {
    cells: Vec<usize>,
    /// Per cell of the board: its excluders.
    excluders: [u128; 81],
}

impl BaseCells {
    fn new(grid: &Grid, size: usize) -> BaseCells {
        let mut small = 0u128;
        let mut single = 0u128;
        for cell in 0..81 {
            match grid.count(cell) {
                1 => single |= 1 << cell,
                count if count >= 2 && count <= size => small |= 1 << cell,
                _ => {}
            }
        }
        let mut base = BaseCells { cells: Vec::new(), excluders: [0; 81] };
        for cell in (0..81).filter(|cell| grid.count(*cell) >= 2) {
            let peers = GEOMETRY.peer_set[cell];
            if peers & single == 0 && peers & small != 0 {
                base.cells.push(cell);
                base.excluders[cell] = peers & small;
            }
        }
        base
    }

    /// Whether the same three cells were tried before: with the third one in place of one of the first two, which come in
    /// ascending order.
    fn is_repeated(&self, one: usize, other: usize, third: usize) -> bool {
        let was_tried = |first: usize, second: usize, last: usize| {
            (self.excluders[first] | self.excluders[second]) >> last & 1 == 1
        };
        third < other && was_tried(one.min(third), one.max(third), other) || third < one && was_tried(third, other, one)
    }
}

/// The first aligned pair exclusion that depends on one of the cells `changed`.
pub(super) fn aligned_pair(grid: &Grid, changed: u128) -> Option<Step> {
    let base = BaseCells::new(grid, 2);
    for (second, other) in base.cells.iter().enumerate() {
        for one in &base.cells[..second] {
            let excluders = base.excluders[*one] & base.excluders[*other];
            if !has_two(excluders) || !is_changed(&[*one, *other], changed) {
                continue;
            }
            if let Some(removals) = excluded(grid, &[*one, *other], excluders) {
                return Some(Step::remove(6.2, &removals));
            }
        }
    }
    None
}

/// Whether a set has two or more cells.
fn has_two(set: u128) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// Whether an exclusion of base cells depends on one of the cells `changed`: on a base cell, or on a common peer.
fn is_changed(base: &[usize], changed: u128) -> bool {
    let common = base.iter().fold(!0, |common, cell| common & GEOMETRY.peer_set[*cell]);
    base.iter().fold(common, |all, cell| all | 1 << cell) & changed != 0
}

/// The first aligned triplet exclusion that depends on one of the cells `changed`. The third cell is an excluder of one of the first two.
pub(super) fn aligned_triplet(grid: &Grid, changed: u128) -> Option<Step> {
    let base = BaseCells::new(grid, 3);
    let is_base = base.cells.iter().fold(0u128, |set, cell| set | 1 << cell);
    for (second, other) in base.cells.iter().enumerate() {
        for one in &base.cells[..second] {
            let common = base.excluders[*one] & base.excluders[*other];
            if !has_two(common) {
                continue;
            }
            let area = (base.excluders[*one] | base.excluders[*other]) & is_base & !(1 << one) & !(1 << other);
            let is_useful = |third: &usize| {
                has_two(common & base.excluders[*third]) && is_changed(&[*one, *other, *third], changed)
            };
            let mut rest = cells(area).filter(is_useful).fold(0u128, |set, cell| set | 1 << cell);
            // Third cells in the order of the peers of the first cell, then of those of the second.
            let mut peers = GEOMETRY.peers[*one].iter().chain(&GEOMETRY.peers[*other]).map(|cell| usize::from(*cell));
            while let Some(third) = (rest != 0).then(|| peers.find(|cell| rest >> cell & 1 == 1)).flatten() {
                rest &= !(1 << third);
                if base.is_repeated(*one, *other, third) {
                    continue;
                }
                let excluders = common & base.excluders[third];
                if let Some(removals) = excluded(grid, &[*one, *other, third], excluders) {
                    return Some(Step::remove(7.5, &removals));
                }
            }
        }
    }
    None
}

/// Candidates of the excluders.
struct Locks {
    digits: [u16; 20],
    count: usize,
}

impl Locks {
    /// The digits that would leave some excluder without a candidate, once it has lost `chosen`: all of them if it has none left.
    fn forbidden(&self, chosen: u16) -> u16 {
        self.digits[..self.count].iter().fold(0, |forbidden, lock| match lock & !chosen {
            0 => ALL,
            rest if rest.is_power_of_two() => forbidden | rest,
            _ => forbidden,
        })
    }
}

/// The candidates of the base cells that are in no allowed combination.
fn excluded(grid: &Grid, base: &[usize], excluders: u128) -> Option<Vec<(u8, u16)>> {
    let mut locks = Locks { digits: [0; 20], count: 0 };
    for cell in cells(excluders) {
        locks.digits[locks.count] = grid.cells[cell];
        locks.count += 1;
    }
    let allowed = match *base {
        [one, other] => allowed_in_pair(grid, one, other, &locks),
        [one, other, third] => allowed_in_triplet(grid, [one, other, third], &locks),
        _ => unreachable!("pairs and triplets only"),
    };
    let removals = base.iter().zip(allowed).map(|(cell, allowed)| (*cell as u8, grid.cells[*cell] & !allowed));
    let removals: Vec<_> = removals.filter(|(_, digits)| *digits != 0).collect();
    (!removals.is_empty()).then_some(removals)
}

/// All bits if the cells are peers, so that a digit of one excludes it from the other.
fn if_peers(one: usize, other: usize) -> u16 {
    if GEOMETRY.peer_set[one] >> other & 1 == 1 { ALL } else { 0 }
}

fn allowed_in_pair(grid: &Grid, one: usize, other: usize, locks: &Locks) -> [u16; 3] {
    let peers = if_peers(one, other);
    let mut allowed = [0; 3];
    for digit in bits(grid.cells[one]).map(|digit| 1 << digit) {
        let rest = grid.cells[other] & !(digit & peers) & !locks.forbidden(digit);
        if rest != 0 {
            allowed[0] |= digit;
            allowed[1] |= rest;
        }
    }
    allowed
}

fn allowed_in_triplet(grid: &Grid, base: [usize; 3], locks: &Locks) -> [u16; 3] {
    let [one, other, third] = base;
    let all = base.map(|cell| grid.cells[cell]);
    let peers = [if_peers(one, other), if_peers(one, third), if_peers(other, third)];
    let mut allowed = [0; 3];
    for first in bits(all[0]).map(|digit| 1 << digit) {
        for second in bits(all[1] & !(first & peers[0])).map(|digit| 1 << digit) {
            // Another combination of this first candidate adds nothing if all other candidates are allowed.
            if allowed[0] & first != 0 && allowed[1..] == all[1..] {
                break;
            }
            let last = all[2] & !(first & peers[1]) & !(second & peers[2]);
            let last = last & !locks.forbidden(first | second);
            if last != 0 {
                allowed = [allowed[0] | first, allowed[1] | second, allowed[2] | last];
            }
        }
    }
    allowed
}
