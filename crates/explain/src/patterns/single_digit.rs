//! Single-digit patterns with two strong links: skyscraper, two-string kite, turbot fish, empty rectangle, and the dual
//! kites and rectangles, in which two of them share their box.
//!
//! ```text
//!   a = b - c = d      two houses with two places each; b and c see each other, so a or d is true
//! ```

use super::candidate_grid::{CandidateGrid, CellSet, bits, count, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::{Step, Technique};

/// A house with exactly two places for a digit.
#[derive(Clone, Copy)]
struct ConjugatePair {
    house: usize,
    cells: CellSet,
}

/// Skyscrapers, two-string kites and turbot fish.
pub(super) fn find_turbots(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    for digit in 0..grid.geometry.side {
        let pairs = conjugate_pairs(grid, digit);
        for (index, one) in pairs.iter().enumerate() {
            for other in &pairs[index + 1..] {
                if one.cells & other.cells == 0 {
                    push_turbots(grid, digit, [*one, *other], sink);
                }
            }
        }
    }
    if sink.wants(Technique::DualTwoStringKite) {
        push_duals(grid, Technique::TwoStringKite, Technique::DualTwoStringKite, sink);
    }
}

fn conjugate_pairs(grid: &CandidateGrid<'_>, digit: usize) -> Vec<ConjugatePair> {
    let pair = |house| ConjugatePair { house, cells: grid.places(house, digit) };
    (0..grid.geometry.houses.len()).map(pair).filter(|pair| count(pair.cells) == 2).collect()
}

/// The turbot fish of two conjugate pairs: each cell of one that sees a cell of the other joins them.
fn push_turbots(grid: &CandidateGrid<'_>, digit: usize, pairs: [ConjugatePair; 2], sink: &mut StepSink) {
    let geometry = grid.geometry;
    for near in bits(pairs[0].cells) {
        for far in bits(pairs[1].cells & geometry.peers[near]) {
            let ends = (pairs[0].cells & !only(near)) | (pairs[1].cells & !only(far));
            let eliminated = geometry.common_peers(ends) & grid.cells_with[digit] & !pairs[0].cells & !pairs[1].cells;
            let technique = turbot_technique(grid, pairs, near, far);
            if eliminated != 0 && sink.wants(technique) {
                let (start, end) = (pairs[0].cells & !only(near), pairs[1].cells & !only(far));
                let node = |cells| PatternPart { role: PartRole::Node, candidates: grid.candidates(cells, digit) };
                let pattern = Pattern {
                    constraints: pairs.map(|pair| geometry.house_digit(pair.house, digit)).to_vec(),
                    parts: [start, only(near), only(far), end].map(node).to_vec(),
                    ..Pattern::default()
                };
                sink.push(technique, pattern, grid.candidates(eliminated, digit));
            }
        }
    }
}

/// The name by the kinds of the houses and of the link between them.
fn turbot_technique(grid: &CandidateGrid<'_>, pairs: [ConjugatePair; 2], near: usize, far: usize) -> Technique {
    let geometry = grid.geometry;
    let kinds = pairs.map(|pair| pair.house / geometry.side);
    let [rows, columns, boxes] = [0, 1, 2].map(|kind| geometry.houses_of(near)[kind] == geometry.houses_of(far)[kind]);
    match kinds {
        [0, 0] if columns => Technique::Skyscraper,
        [1, 1] if rows => Technique::Skyscraper,
        [0, 1] | [1, 0] if boxes => Technique::TwoStringKite,
        _ => Technique::TurbotFish,
    }
}

/// Empty rectangles: a box whose places for a digit lie in one row and one column, and a conjugate pair in a line that
/// crosses one of them.
pub(super) fn find_empty_rectangles(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let geometry = grid.geometry;
    for digit in 0..geometry.side {
        let pairs = conjugate_pairs(grid, digit);
        for block in 2 * geometry.side..3 * geometry.side {
            let places = grid.places(block, digit);
            for (row, column) in crossings(grid, block, places) {
                for pair in pairs.iter().filter(|pair| pair.house < 2 * geometry.side) {
                    push_empty_rectangle(grid, digit, (block, places), (row, column), *pair, sink);
                }
            }
        }
    }
    if sink.wants(Technique::DualEmptyRectangle) {
        push_duals(grid, Technique::EmptyRectangle, Technique::DualEmptyRectangle, sink);
    }
}

/// The rows and columns of a box that together contain all of its places, each at least one that the other does not.
fn crossings(grid: &CandidateGrid<'_>, block: usize, places: CellSet) -> Vec<(usize, usize)> {
    let geometry = grid.geometry;
    let touches = |house: &usize| geometry.houses[*house] & geometry.houses[block] != 0;
    let rows = (0..geometry.side).filter(touches);
    let columns = (geometry.side..2 * geometry.side).filter(touches);
    let covers = |row: usize, column: usize| {
        let [row, column] = [row, column].map(|house| geometry.houses[house]);
        count(places) > 1 && places & !(row | column) == 0 && places & !row != 0 && places & !column != 0
    };
    rows.flat_map(|row| columns.clone().map(move |column| (row, column)))
        .filter(|(row, column)| covers(*row, *column))
        .collect()
}

fn push_empty_rectangle(
    grid: &CandidateGrid<'_>,
    digit: usize,
    (block, places): (usize, CellSet),
    (row, column): (usize, usize),
    pair: ConjugatePair,
    sink: &mut StepSink,
) {
    let geometry = grid.geometry;
    // A pair in a column is joined to the box by the row of the rectangle, and the elimination is in its column.
    let (joining, crossing) = if pair.house < geometry.side { (column, row) } else { (row, column) };
    for near in bits(pair.cells & geometry.houses[joining] & !geometry.houses[block]) {
        let far = pair.cells & !only(near);
        let eliminated = geometry.common_peers(far)
            & geometry.houses[crossing]
            & grid.cells_with[digit]
            & !geometry.houses[block]
            & !pair.cells;
        if far & geometry.houses[block] == 0 && eliminated != 0 {
            let part = |cells| PatternPart { role: PartRole::Node, candidates: grid.candidates(cells, digit) };
            let joined = places & geometry.houses[joining];
            let pattern = Pattern {
                constraints: vec![geometry.house_digit(block, digit), geometry.house_digit(pair.house, digit)],
                parts: vec![part(places & !joined), part(joined), part(only(near)), part(far)],
                ..Pattern::default()
            };
            sink.push(Technique::EmptyRectangle, pattern, grid.candidates(eliminated, digit));
        }
    }
}

/// Combines two steps on one digit into their dual: both use the same box, or the same joining cells.
fn push_duals(grid: &CandidateGrid<'_>, technique: Technique, dual: Technique, sink: &mut StepSink) {
    let mut single = StepSink::new(technique, None, usize::MAX);
    if technique == Technique::EmptyRectangle {
        find_empty_rectangles(grid, &mut single);
    } else {
        find_turbots(grid, &mut single);
    }
    for (index, one) in single.steps.iter().enumerate() {
        for other in &single.steps[..index] {
            if let Some(pattern) = dual_pattern(one, other) {
                let both = [&other.eliminations[..], &one.eliminations[..]].concat();
                sink.push(dual, pattern, both);
            }
        }
    }
}

/// The combined pattern of two steps of which neither eliminates all that the other does, and that share their middle
/// nodes (kites: the cells in the box; empty rectangles: the box).
fn dual_pattern(one: &Step, other: &Step) -> Option<Pattern> {
    let (crate::Justification::Pattern(first), crate::Justification::Pattern(second)) =
        (&other.justification, &one.justification)
    else {
        return None;
    };
    let digit = |step: &Step| step.eliminations.first().map(|candidate| candidate.digit);
    let is_new = |step: &Step, than: &Step| step.eliminations.iter().any(|one| !than.eliminations.contains(one));
    let shares = if one.technique == Technique::EmptyRectangle {
        first.constraints[0] == second.constraints[0]
    } else {
        is_same_middle(&first.parts, &second.parts)
    };
    if digit(one) != digit(other) || !shares || !is_new(one, other) || !is_new(other, one) {
        return None;
    }
    let mut constraints = [&first.constraints[..], &second.constraints[..]].concat();
    constraints.sort_unstable();
    constraints.dedup();
    Some(Pattern { constraints, parts: [&first.parts[..], &second.parts[..]].concat(), ..Pattern::default() })
}

/// Whether two chains of four nodes have the same two inner nodes, in any order.
fn is_same_middle(one: &[PatternPart], other: &[PatternPart]) -> bool {
    one[1..3] == other[1..3] || (one[1] == other[2] && one[2] == other[1])
}
