//! Multi-sector locked sets and SK loops: n cells whose digits fit at most n times.
//!
//! ```text
//!   multi-sector   the open cells of some rows and columns at once; each of their digits counts once for each of these rows,
//!                  or once for each of these columns, where it is possible
//!   SK loop        eight pairs of cells around four solved cells in a rectangle; neighbouring pairs share a line or a box, which gives
//!                  them two digits
//! ```
//!
//! If the digits fit at most n times, each of them is used as often as it can be: it is false in the rest of its row, column or
//! box. Both are the counting argument of locked sets over several houses.
//!
//! References: D. P. Bird, "Multi-Sector Locked Sets", 2012; S. Kurzhals, "SK Loop", 2008 (New Sudoku Players' Forum).

use super::candidate_grid::{CandidateGrid, CellSet, bits, count, digits, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;

/// Digits of a house: they fit there at most once each.
type Sector = (usize, u16);

/// Multi-sector locked sets in three to five rows and three to five columns.
pub(super) fn find_multi_sector_sets(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let side = grid.geometry.side;
    let sets: Vec<u16> = (0u16..1 << side).filter(|set| (3..=5).contains(&set.count_ones())).collect();
    for rows in &sets {
        for columns in &sets {
            if sink.is_full() {
                return;
            }
            search_crossings(grid, *rows, *columns, sink);
        }
    }
}

/// The open cells of some rows and columns, with each digit counted in the direction that has fewer lines.
fn search_crossings(grid: &CandidateGrid<'_>, rows: u16, columns: u16, sink: &mut StepSink) {
    let (geometry, side) = (grid.geometry, grid.geometry.side);
    let union = |set: u16, offset: usize| digits(set).fold(0, |cells, line| cells | geometry.houses[offset + line]);
    let cells = union(rows, 0) & union(columns, side) & grid.open;
    // A few cells have simpler patterns; with two rows or columns the set is a subset or a fish.
    if count(cells) < 8 {
        return;
    }
    let (mut sectors, mut capacity): (Vec<Sector>, usize) = (Vec::new(), 0);
    for digit in digits(grid.digits_of(cells)) {
        let lines = |set: u16, offset: usize| {
            let has_digit = move |line: &usize| geometry.houses[*line] & cells & grid.cells_with[digit] != 0;
            digits(set).map(move |line| offset + line).filter(has_digit).collect::<Vec<_>>()
        };
        let (in_rows, in_columns) = (lines(rows, 0), lines(columns, side));
        let fewer = if in_columns.len() < in_rows.len() { in_columns } else { in_rows };
        capacity += fewer.len();
        sectors.extend(fewer.into_iter().map(|line| (line, 1 << digit)));
    }
    if capacity == count(cells) {
        push(grid, Technique::MultiSectorLockedSet, cells, &sectors, sink);
    }
}

/// SK loops around every rectangle of solved cells in four boxes.
pub(super) fn find_sk_loops(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let side = grid.geometry.side;
    for top in 0..side {
        for bottom in (top / 3 + 1) * 3..side {
            for left in 0..side {
                for right in (left / 3 + 1) * 3..side {
                    let corners = [(top, left), (top, right), (bottom, right), (bottom, left)];
                    let corners = corners.map(|(row, column)| row * side + column);
                    if corners.iter().all(|cell| grid.masks[*cell] == 0) && !sink.is_full() {
                        search_loop(grid, corners, sink);
                    }
                }
            }
        }
    }
}

/// The loop around four corners: the pair of the first row in box A, that in box B, the pair of the right column in B, and so on.
fn search_loop(grid: &CandidateGrid<'_>, corners: [usize; 4], sink: &mut StepSink) {
    let geometry = grid.geometry;
    let (mut pairs, mut houses) = (Vec::new(), Vec::new());
    for (index, corner) in corners.into_iter().enumerate() {
        let [row, column, block] = geometry.houses_of(corner);
        let pair = |line: usize| geometry.houses[line] & geometry.houses[block] & !only(corner);
        // The loop enters the box on one line and leaves it on the other.
        let [enter, leave] = if index % 2 == 0 { [column, row] } else { [row, column] };
        pairs.extend([pair(enter), pair(leave)]);
        houses.extend([block, leave]);
    }
    if pairs.iter().any(|pair| pair & !grid.open != 0) {
        return;
    }
    let masks: Vec<u16> = pairs.iter().map(|pair| grid.digits_of(*pair)).collect();
    let cells = pairs.iter().fold(0, |cells, pair| cells | pair);
    // The digits of the last line, which the first pair and the last one share.
    let closing = masks[0] & masks[7];
    for first in (1..=closing).filter(|first| first & !closing == 0 && (1..=3).contains(&first.count_ones())) {
        let (mut sectors, mut before): (Vec<Sector>, u16) = (Vec::new(), first);
        for (mask, house) in masks.iter().zip(&houses) {
            before = mask & !before;
            sectors.push((*house, before));
        }
        let capacity: u32 = sectors.iter().map(|(_, mask)| mask.count_ones()).sum();
        if before == first && capacity as usize == count(cells) {
            push(grid, Technique::SkLoop, cells, &sectors, sink);
        }
    }
}

/// Eliminates the digits of the sectors from their other cells.
fn push(grid: &CandidateGrid<'_>, technique: Technique, cells: CellSet, sectors: &[Sector], sink: &mut StepSink) {
    let geometry = grid.geometry;
    let rest = |(house, mask): &Sector| grid.candidates_among(geometry.houses[*house] & grid.open & !cells, *mask);
    let eliminations = sectors.iter().flat_map(rest).collect();
    let cover = sectors.iter().flat_map(|(house, mask)| digits(*mask).map(|digit| geometry.house_digit(*house, digit)));
    let all = bits(cells).flat_map(|cell| grid.candidates_among(only(cell), u16::MAX)).collect();
    let pattern = Pattern {
        constraints: geometry.cell_constraints(cells),
        cover: cover.collect(),
        parts: vec![PatternPart { role: PartRole::Body, candidates: all }],
        ..Pattern::default()
    };
    sink.push(technique, pattern, eliminations);
}
