//! XY-wing (4.2) and XYZ-wing (4.4).

use super::failed_searches::EVERY_CELL;
use super::grid::{GEOMETRY, Grid, cells, size};
use super::step::Step;

/// The first wing whose pivot has `pivot_candidates` candidates: two for an XY-wing, three for an XYZ-wing.
/// `failed` has the pivots without a wing.
pub(super) fn wing(grid: &Grid, pivot_candidates: usize, failed: &mut u128) -> Option<Step> {
    let pairs = (0..81).filter(|cell| grid.count(*cell) == 2).fold(0u128, |set, cell| set | 1 << cell);
    for pivot in (0..81).filter(|cell| *failed >> cell & 1 == 0 && grid.count(*cell) == pivot_candidates) {
        if (pairs & GEOMETRY.peer_set[pivot]).count_ones() < 2 {
            continue;
        }
        let xy = grid.cells[pivot];
        let peers = GEOMETRY.peers[pivot].iter().map(|cell| usize::from(*cell));
        let wings = peers.filter(|cell| pairs >> cell & 1 == 1 && (xy & !grid.cells[*cell]).is_power_of_two());
        let mut list = [0; 20];
        let mut count = 0;
        for wing in wings {
            list[count] = wing;
            count += 1;
        }
        for one in list[..count].iter().copied() {
            let found = list[..count].iter().find_map(|other| removals(grid, pivot, one, *other));
            if let Some(removals) = found {
                return Some(Step::remove(if pivot_candidates == 2 { 4.2 } else { 4.4 }, &removals));
            }
        }
    }
    *failed = EVERY_CELL;
    None
}

/// The removals of a wing; `None` if the cells form none or if nothing is removed.
fn removals(grid: &Grid, pivot: usize, one: usize, other: usize) -> Option<Vec<(u8, u16)>> {
    let [xy, xz, yz] = [pivot, one, other].map(|cell| grid.cells[cell]);
    let is_xyz = size(xy) == 3;
    if size(xy | xz | yz) != 3 || size(xy & xz & yz) != usize::from(is_xyz) {
        return None;
    }
    let z = (xz & yz).trailing_zeros() as usize;
    let mut victims = GEOMETRY.peer_set[one] & GEOMETRY.peer_set[other] & !(1 << pivot);
    if is_xyz {
        victims &= GEOMETRY.peer_set[pivot];
    }
    let removals: Vec<_> = cells(victims).filter(|cell| grid.has(*cell, z)).map(|cell| (cell as u8, 1 << z)).collect();
    (!removals.is_empty()).then_some(removals)
}
