//! Tridagon (Thor's hammer): twelve cells in four boxes that cannot all be filled with three digits.
//!
//! ```text
//!   1 . . | 1 . .     in each box three cells, one in each row and column of the box; the boxes form a rectangle
//!   . 1 . | . 1 .
//!   . . 1 | . . 1     the three cells of a box are a permutation; if the product of the four signs is negative, three digits
//!   ------+------     do not suffice for the twelve cells
//!   1 . . | . . 1
//!   . 1 . | . 1 .
//!   . . 1 | 1 . .
//! ```
//!
//! So one of the further candidates of the twelve cells (the guardians) is true.
//!
//! The rule of signs was confirmed by enumeration of all 6^4 arrangements. Reference: "Impossible pattern, trivalue oddagon", New Sudoku
//! Players' Forum, 2022.

use super::candidate_grid::{CandidateGrid, CellSet, bits, count, digits, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;

/// The six ways to take a cell of each row and column of a box; the first three have positive sign.
const DIAGONALS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// Tridagons on a board with boxes of 3x3.
pub(super) fn find_tridagons(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    if !sink.wants(Technique::Tridagon) {
        return;
    }
    for mask in (0u16..1 << 9).filter(|mask| mask.count_ones() == 3) {
        for (top, bottom) in [(0, 1), (0, 2), (1, 2)] {
            for (left, right) in [(0, 1), (0, 2), (1, 2)] {
                let boxes = [(top, left), (top, right), (bottom, left), (bottom, right)];
                search(grid, mask, boxes, 0, 0, false, sink);
            }
        }
    }
}

/// Chooses a diagonal in one box after the other.
fn search(
    grid: &CandidateGrid<'_>,
    mask: u16,
    boxes: [(usize, usize); 4],
    chosen: usize,
    cells: CellSet,
    is_odd: bool,
    sink: &mut StepSink,
) {
    if sink.is_full() {
        return;
    }
    let guardians = bits(cells).filter(|cell| grid.masks[*cell] & !mask != 0).fold(0, |set, cell| set | only(cell));
    let extra = grid.digits_of(guardians) & !mask;
    // With guardians of several digits in several cells, nothing sees them all in practice.
    if count(guardians) > 1 && extra.count_ones() > 1 {
        return;
    }
    let Some((band, stack)) = boxes.get(chosen) else {
        if is_odd && guardians != 0 {
            push(grid, mask, cells, guardians, sink);
        }
        return;
    };
    for (index, diagonal) in DIAGONALS.iter().enumerate() {
        let cell = |row: usize| 9 * (3 * band + row) + 3 * stack + diagonal[row];
        let new = [0, 1, 2].map(cell);
        if new.iter().all(|cell| (grid.masks[*cell] & mask).count_ones() >= 2) {
            let cells = new.iter().fold(cells, |cells, cell| cells | only(*cell));
            search(grid, mask, boxes, chosen + 1, cells, is_odd != (index >= 3), sink);
        }
    }
}

fn push(grid: &CandidateGrid<'_>, mask: u16, cells: CellSet, guardians: CellSet, sink: &mut StepSink) {
    let extra = grid.digits_of(guardians) & !mask;
    let mut eliminations = Vec::new();
    if count(guardians) == 1 {
        eliminations.extend(grid.candidates_among(guardians, mask));
    }
    if extra.is_power_of_two() {
        let digit = extra.trailing_zeros() as usize;
        eliminations.extend(grid.candidates(grid.geometry.common_peers(guardians), digit));
    }
    let body = bits(cells)
        .flat_map(|cell| digits(grid.masks[cell] & mask).map(move |digit| grid.geometry.candidate(cell, digit)));
    let pattern = Pattern {
        constraints: grid.geometry.cell_constraints(cells),
        parts: vec![
            PatternPart { role: PartRole::Body, candidates: body.collect() },
            PatternPart { role: PartRole::Extra, candidates: grid.candidates_among(guardians, extra) },
        ],
        ..Pattern::default()
    };
    sink.push(Technique::Tridagon, pattern, eliminations);
}
