//! Templates: all ways to place one digit in every open row.
//!
//! A candidate that no template contains is false; one that all contain is true, so the other candidates of its cell are
//! false. Templates subsume every pattern on one digit.
//!
//! Reference: `HoDoKu`, "Templates".

use qedoku_puzzle::ExactlyOne;

use super::candidate_grid::{CandidateGrid, CellSet, bits, count, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;

/// Templates of every digit.
pub(super) fn find_templates(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    for digit in 0..grid.geometry.side {
        let (mut in_all, mut in_some) = (CellSet::MAX, 0);
        for_each_template(grid, digit, 0, 0, &mut |template| {
            in_all &= template;
            in_some |= template;
        });
        let cells = grid.cells_with[digit];
        // Without a template the position is contradictory: singles or a contradiction will show it.
        if in_some != 0 {
            push_template(
                grid,
                digit,
                in_some,
                Technique::TemplateDelete,
                grid.candidates(cells & !in_some, digit),
                sink,
            );
            let others = grid.candidates_among(in_all & cells, !(1 << digit));
            push_template(grid, digit, in_all & cells, Technique::TemplateSet, others, sink);
        }
    }
}

/// Visits every set of open cells with one cell of the digit in each row that lacks it.
fn for_each_template(
    grid: &CandidateGrid<'_>,
    digit: usize,
    row: usize,
    chosen: CellSet,
    visit: &mut impl FnMut(CellSet),
) {
    if row == grid.geometry.side {
        return visit(chosen);
    }
    let places = grid.places(row, digit);
    if places == 0 {
        return for_each_template(grid, digit, row + 1, chosen, visit);
    }
    for cell in bits(places).filter(|cell| grid.geometry.peers[*cell] & chosen == 0) {
        for_each_template(grid, digit, row + 1, chosen | only(cell), visit);
    }
}

fn push_template(
    grid: &CandidateGrid<'_>,
    digit: usize,
    cells: CellSet,
    technique: Technique,
    eliminations: Vec<qedoku_puzzle::Candidate>,
    sink: &mut StepSink,
) {
    let geometry = grid.geometry;
    let open = (0..geometry.houses.len()).filter(|house| count(grid.places(*house, digit)) > 0);
    let constraints: Vec<ExactlyOne> = open.map(|house| geometry.house_digit(house, digit)).collect();
    let parts = vec![PatternPart { role: PartRole::Body, candidates: grid.candidates(cells, digit) }];
    sink.push(technique, Pattern { constraints, parts, ..Pattern::default() }, eliminations);
}
