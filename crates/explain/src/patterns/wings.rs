//! Wings of bivalue cells: XY-wing, XYZ-wing, W-wing; and remote pairs.
//!
//! References: `HoDoKu`, "Wings" and "Chains and Loops".

use super::candidate_grid::{CandidateGrid, CellSet, bits, count, digits, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;

fn node(grid: &CandidateGrid<'_>, role: PartRole, cells: CellSet) -> PatternPart {
    PatternPart { role, candidates: grid.candidates_among(cells, u16::MAX) }
}

/// XY-wings and XYZ-wings: a pivot and two bivalue pincers that it sees.
pub(super) fn find_xy_wings(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let (geometry, bivalue) = (grid.geometry, grid.bivalue_cells());
    let pivots = bits(grid.open).filter(|cell| (2..=3).contains(&grid.masks[*cell].count_ones()));
    for pivot in pivots {
        let mask = grid.masks[pivot];
        let technique = if grid.is_bivalue(pivot) { Technique::XyWing } else { Technique::XyzWing };
        let pincers = bivalue & geometry.peers[pivot];
        for one in bits(pincers) {
            for other in bits(pincers).filter(|other| *other > one) {
                let (first, second) = (grid.masks[one], grid.masks[other]);
                // XY + XZ + YZ, or XYZ + XZ + YZ: three digits, and the pincers share one of them.
                if (mask | first | second).count_ones() != 3 || (first & second).count_ones() != 1 {
                    continue;
                }
                let is_wing = if technique == Technique::XyWing { mask & first & second == 0 } else { true };
                let common = (first & second).trailing_zeros() as usize;
                let mut ends = only(one) | only(other);
                if technique == Technique::XyzWing {
                    ends |= only(pivot);
                }
                if is_wing {
                    let cells = only(pivot) | only(one) | only(other);
                    let pattern = Pattern {
                        constraints: geometry.cell_constraints(cells),
                        parts: vec![
                            node(grid, PartRole::Pivot, only(pivot)),
                            node(grid, PartRole::Body, only(one)),
                            node(grid, PartRole::Body, only(other)),
                        ],
                        ..Pattern::default()
                    };
                    sink.push(technique, pattern, grid.candidates(geometry.common_peers(ends), common));
                }
            }
        }
    }
}

/// W-wings: two cells with the same two candidates, joined by a conjugate pair on one of the digits.
pub(super) fn find_w_wings(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let (geometry, bivalue) = (grid.geometry, grid.bivalue_cells());
    for one in bits(bivalue) {
        let same = |other: &usize| *other > one && grid.masks[*other] == grid.masks[one];
        for other in bits(bivalue & !geometry.peers[one]).filter(same) {
            for digit in digits(grid.masks[one]) {
                let kept = (grid.masks[one] & !(1 << digit)).trailing_zeros() as usize;
                let eliminations = grid.candidates(geometry.common_peers(only(one) | only(other)), kept);
                if eliminations.is_empty() {
                    continue;
                }
                for house in 0..geometry.houses.len() {
                    let places = grid.places(house, digit);
                    if count(places) == 2 && joins(grid, places, one, other) {
                        let mut constraints = geometry.cell_constraints(only(one) | only(other));
                        constraints.push(geometry.house_digit(house, digit));
                        let link = PatternPart {
                            role: PartRole::RestrictedCommon,
                            candidates: grid.candidates(places, digit),
                        };
                        let parts =
                            vec![node(grid, PartRole::Body, only(one)), link, node(grid, PartRole::Body, only(other))];
                        let pattern = Pattern { constraints, parts, ..Pattern::default() };
                        sink.push(Technique::WWing, pattern, eliminations.clone());
                    }
                }
            }
        }
    }
}

/// Whether one of two places sees the first cell and the other one the second cell.
fn joins(grid: &CandidateGrid<'_>, places: CellSet, one: usize, other: usize) -> bool {
    let sees = |cell: usize, place: usize| grid.geometry.peers[cell] >> place & 1 != 0;
    let mut places = bits(places);
    let (Some(first), Some(second)) = (places.next(), places.next()) else { return false };
    (sees(one, first) && sees(other, second)) || (sees(one, second) && sees(other, first))
}

/// Remote pairs: cells with the same two candidates, each seeing the next, are coloured alternately. A cell that sees both
/// colours holds neither digit.
pub(super) fn find_remote_pairs(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let (geometry, bivalue) = (grid.geometry, grid.bivalue_cells());
    for start in bits(bivalue) {
        let same = bits(bivalue).filter(|cell| grid.masks[*cell] == grid.masks[start]);
        let same: CellSet = same.fold(0, |set, cell| set | only(cell));
        // Breadth-first search: each layer has the colour opposite to the layer before.
        let (mut layers, mut reached) = (vec![only(start)], only(start));
        loop {
            let last = layers[layers.len() - 1];
            let next = bits(last).fold(0, |set, cell| set | geometry.peers[cell]) & same & !reached;
            if next == 0 {
                break;
            }
            reached |= next;
            layers.push(next);
        }
        let colours = [0, 1].map(|colour| layers.iter().skip(colour).step_by(2).fold(0, |set, layer| set | layer));
        let seen = colours.map(|colour| bits(colour).fold(0, |set, cell| set | geometry.peers[cell]));
        if start == reached.trailing_zeros() as usize && count(reached) >= 4 {
            push_remote_pair(grid, colours, seen[0] & seen[1] & !reached, sink);
        }
        for end in layers.iter().skip(3).step_by(2).flat_map(|layer| bits(*layer)).filter(|end| *end > start) {
            let Some(path) = shortest_path(grid, &layers, end) else { continue };
            let colours =
                [0, 1].map(|colour| path.iter().skip(colour).step_by(2).fold(0, |set, cell| set | only(*cell)));
            let seen = geometry.peers[start] & geometry.peers[end];
            push_remote_pair(grid, colours, seen & !(colours[0] | colours[1]), sink);
        }
    }
}

/// The path from the first layer to a cell.
fn shortest_path(grid: &CandidateGrid<'_>, layers: &[CellSet], end: usize) -> Option<Vec<usize>> {
    let distance = layers.iter().position(|layer| layer >> end & 1 != 0)?;
    let mut path = vec![end];
    for layer in layers[..distance].iter().rev() {
        let before = layer & grid.geometry.peers[path[path.len() - 1]];
        path.push(before.trailing_zeros() as usize);
    }
    path.reverse();
    Some(path)
}

fn push_remote_pair(grid: &CandidateGrid<'_>, colours: [CellSet; 2], cells: CellSet, sink: &mut StepSink) {
    let mask = grid.digits_of(colours[0]);
    let pattern = Pattern {
        constraints: grid.geometry.cell_constraints(colours[0] | colours[1]),
        parts: vec![node(grid, PartRole::FirstColour, colours[0]), node(grid, PartRole::SecondColour, colours[1])],
        ..Pattern::default()
    };
    sink.push(Technique::RemotePairs, pattern, grid.candidates_among(cells & grid.open, mask));
}
