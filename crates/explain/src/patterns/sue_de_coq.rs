//! Sue de Coq (two-sector disjoint subsets).
//!
//! Cells I in the crossing of a box and a line, cells L in the rest of the line and cells B in the rest of the box; L and B
//! share no digit. If together they have as many digits as cells, each digit is in exactly one of them: no digit fits
//! twice, since the digits of L are confined to the line, those of B to the box and the others to the crossing. So the
//! digits of L are false in the rest of the line, those of B in the rest of the box, and the others in both.
//!
//! References: `HoDoKu`, "Sue de Coq"; "Two-Sector Disjoint Subsets", Sudoku Players' Forums, 2005.

use super::basic::for_each_subset;
use super::candidate_grid::{CandidateGrid, CellSet, count};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;

/// Sue de Coq in every crossing.
pub(super) fn find_sue_de_coq(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let geometry = grid.geometry;
    let side = geometry.side;
    for block in 2 * side..3 * side {
        for line in 0..2 * side {
            let crossing = geometry.houses[block] & geometry.houses[line] & grid.open;
            for size in 2..=count(crossing) {
                for_each_subset(crossing, size, &mut |shared| {
                    // With fewer digits the crossing is a locked or an almost locked set by itself.
                    if grid.digits_of(shared).count_ones() as usize >= size + 2 && !sink.is_full() {
                        search_sets(grid, block, line, shared, sink);
                    }
                });
            }
        }
    }
}

/// Tries every L and B for the cells of a crossing.
fn search_sets(grid: &CandidateGrid<'_>, block: usize, line: usize, shared: CellSet, sink: &mut StepSink) {
    let geometry = grid.geometry;
    let (houses, mask) = ([line, block].map(|house| geometry.houses[house]), grid.digits_of(shared));
    let in_line = subsets(grid, houses[0] & !houses[1] & grid.open, mask);
    let in_box = subsets(grid, houses[1] & !houses[0] & grid.open, mask);
    for (line_cells, line_digits) in &in_line {
        for (box_cells, box_digits) in &in_box {
            let cells = shared | line_cells | box_cells;
            let all = mask | line_digits | box_digits;
            if line_digits & box_digits != 0 || all.count_ones() as usize != count(cells) {
                continue;
            }
            let rest = houses.map(|house| house & grid.open & !cells);
            let mut eliminations = grid.candidates_among(rest[0], line_digits | mask & !box_digits);
            eliminations.extend(grid.candidates_among(rest[1], box_digits | mask & !line_digits));
            let part = |role, cells| PatternPart { role, candidates: grid.candidates_among(cells, u16::MAX) };
            let pattern = Pattern {
                constraints: geometry.cell_constraints(cells),
                parts: vec![
                    part(PartRole::Body, shared),
                    part(PartRole::FirstColour, *line_cells),
                    part(PartRole::SecondColour, *box_cells),
                ],
                ..Pattern::default()
            };
            sink.push(Technique::SueDeCoq, pattern, eliminations);
        }
    }
}

/// The non-empty subsets that have a digit of the crossing, with their digits.
fn subsets(grid: &CandidateGrid<'_>, cells: CellSet, mask: u16) -> Vec<(CellSet, u16)> {
    let mut found = Vec::new();
    for size in 1..=count(cells) {
        for_each_subset(cells, size, &mut |subset| {
            let all = grid.digits_of(subset);
            // More digits outside the crossing than cells cannot be made up for.
            if all & mask != 0 && (all & !mask).count_ones() as usize <= size {
                found.push((subset, all));
            }
        });
    }
    found
}
