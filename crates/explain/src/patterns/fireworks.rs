//! Fireworks: three digits that a row and a column confine to three cells.
//!
//! Outside a box, a digit has at most one place in a row and at most one in a column that cross in the box. Not both lines can place it in
//! the box beside their crossing, so it is in the crossing or in one of the two places outside. Three digits with the same
//! two places outside fill the crossing and these two cells, which hold nothing else.
//!
//! Reference: shye, "Fireworks", New Sudoku Players' Forum, 2021 (triple firework).

use super::candidate_grid::{CandidateGrid, bits, digits, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;

/// Triple fireworks at every crossing.
pub(super) fn find_fireworks(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let geometry = grid.geometry;
    for crossing in bits(grid.open) {
        let [row, column, block] = geometry.houses_of(crossing);
        let outside = |line: usize| bits(geometry.houses[line] & grid.open & !geometry.houses[block]);
        for in_row in outside(row) {
            for in_column in outside(column) {
                if sink.is_full() {
                    return;
                }
                search(grid, [crossing, in_row, in_column], sink);
            }
        }
    }
}

/// The digits that a row and a column confine to the three cells and the box.
fn search(grid: &CandidateGrid<'_>, cells: [usize; 3], sink: &mut StepSink) {
    let geometry = grid.geometry;
    let [row, column, block] = geometry.houses_of(cells[0]);
    let is_confined = |line: usize, digit: usize, outside: usize| {
        let places = grid.places(line, digit);
        places != 0 && places & !geometry.houses[block] & !only(outside) == 0
    };
    let mask = (0..geometry.side)
        .filter(|digit| is_confined(row, *digit, cells[1]) && is_confined(column, *digit, cells[2]))
        .fold(0u16, |mask, digit| mask | 1 << digit);
    let set = cells.iter().fold(0, |set, cell| set | only(*cell));
    // With more than three digits there is no solution; that is for other techniques to find.
    if mask.count_ones() != 3 || digits(mask).any(|digit| set & grid.cells_with[digit] == 0) {
        return;
    }
    let lines = digits(mask).flat_map(|digit| [row, column].map(|line| geometry.house_digit(line, digit)));
    let pattern = Pattern {
        constraints: lines.collect(),
        parts: vec![PatternPart { role: PartRole::Body, candidates: grid.candidates_among(set, mask) }],
        ..Pattern::default()
    };
    sink.push(Technique::Fireworks, pattern, grid.candidates_among(set, !mask));
}
