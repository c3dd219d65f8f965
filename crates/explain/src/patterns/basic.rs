//! Singles, locked candidates, locked sets and subsets.
//!
//! The search for smallest steps finds one pattern per conclusion, and none whose complement is smaller. Here every
//! instance is listed, as a player may see it.

use qedoku_puzzle::ExactlyOne;

use super::candidate_grid::{CandidateGrid, CellSet, bits, count, digits, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::techniques::has_one_open_cell;
use crate::{ChainLink, Justification, Technique};

/// Full houses, hidden singles and naked singles.
pub(super) fn find_singles(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let geometry = grid.geometry;
    for cell in bits(grid.open).filter(|cell| grid.masks[*cell].is_power_of_two()) {
        let digit = grid.masks[cell].trailing_zeros() as usize;
        sink.push_single(Technique::NakedSingle, geometry.cell_constraint(cell), geometry.candidate(cell, digit));
    }
    for house in 0..geometry.houses.len() {
        let is_full_house = has_one_open_cell(grid.position, geometry.house(house));
        let technique = if is_full_house { Technique::FullHouse } else { Technique::HiddenSingle };
        for digit in (0..geometry.side).filter(|digit| count(grid.places(house, *digit)) == 1) {
            let cell = grid.places(house, digit).trailing_zeros() as usize;
            sink.push_single(technique, geometry.house_digit(house, digit), geometry.candidate(cell, digit));
        }
    }
}

/// Pointing and claiming: a digit whose places in one house all lie in another house.
pub(super) fn find_locked(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let (geometry, first_box) = (grid.geometry, 2 * grid.geometry.side);
    for house in 0..geometry.houses.len() {
        let technique = if house >= first_box { Technique::Pointing } else { Technique::Claiming };
        for digit in 0..geometry.side {
            let places = grid.places(house, digit);
            for other in geometry.common_houses(places).filter(|other| (*other >= first_box) != (house >= first_box)) {
                let link = ChainLink { constraint: geometry.house_digit(house, digit), candidate: None };
                let eliminated = grid.candidates(geometry.houses[other] & !places, digit);
                if count(places) > 1 {
                    sink.push_step(technique, Justification::Chain(vec![link]), eliminated);
                }
            }
        }
    }
}

/// Naked subsets of a size, and locked pairs and triples: those in the crossing of a box and a line, which eliminate from
/// both.
pub(super) fn find_naked_subsets(grid: &CandidateGrid<'_>, size: usize, sink: &mut StepSink) {
    let geometry = grid.geometry;
    for house in 0..geometry.houses.len() {
        let cells = geometry.houses[house] & grid.open;
        for_each_subset(cells, size, &mut |subset| {
            let mask = grid.digits_of(subset);
            if mask.count_ones() as usize == size {
                push_naked_subset(grid, house, subset, mask, sink);
            }
        });
    }
}

fn push_naked_subset(grid: &CandidateGrid<'_>, house: usize, subset: CellSet, mask: u16, sink: &mut StepSink) {
    let (geometry, size) = (grid.geometry, count(subset));
    let base = geometry.cell_constraints(subset);
    let houses: Vec<usize> = geometry.common_houses(subset).collect();
    let cover = |house: usize| digits(mask).map(move |digit| geometry.house_digit(house, digit));
    let eliminated = |house: usize| grid.candidates_among(geometry.houses[house] & grid.open & !subset, mask);
    let justification = |cover| Justification::BaseCover { base: base.clone(), cover };
    sink.push_step(Technique::NakedSubset(size), justification(cover(house).collect()), eliminated(house));
    // Only the crossing of a box and a line has two common houses; a naked subset there is locked if both have something
    // to eliminate.
    if let [one, other] = houses[..]
        && size <= 3
        && !eliminated(one).is_empty()
        && !eliminated(other).is_empty()
    {
        let both = [eliminated(one), eliminated(other)].concat();
        let parts = vec![PatternPart { role: PartRole::Body, candidates: grid.candidates_among(subset, mask) }];
        let pattern = Pattern { constraints: base.clone(), parts, ..Pattern::default() };
        sink.push(Technique::LockedSubset(size), pattern, both);
    }
}

/// Hidden subsets of a size.
pub(super) fn find_hidden_subsets(grid: &CandidateGrid<'_>, size: usize, sink: &mut StepSink) {
    let geometry = grid.geometry;
    for house in 0..geometry.houses.len() {
        let open = (0..geometry.side).filter(|digit| (1..=size).contains(&count(grid.places(house, *digit))));
        let open = open.fold(0, |set, digit| set | only(digit));
        for_each_subset(open, size, &mut |chosen| {
            let cells = bits(chosen).fold(0, |cells, digit| cells | grid.places(house, digit));
            if count(cells) == size {
                let base = bits(chosen).map(|digit| geometry.house_digit(house, digit)).collect();
                let cover: Vec<ExactlyOne> = geometry.cell_constraints(cells);
                let eliminated = grid.candidates_among(cells, !(chosen as u16));
                sink.push_step(Technique::HiddenSubset(size), Justification::BaseCover { base, cover }, eliminated);
            }
        });
    }
}

/// Calls a function for every subset of this size, in lexicographic order.
pub(super) fn for_each_subset(set: CellSet, size: usize, visit: &mut impl FnMut(CellSet)) {
    fn choose(rest: CellSet, size: usize, chosen: CellSet, visit: &mut impl FnMut(CellSet)) {
        if size == 0 {
            return visit(chosen);
        }
        let mut rest = rest;
        while count(rest) >= size {
            let first = rest & rest.wrapping_neg();
            rest &= !first;
            choose(rest, size - 1, chosen | first, visit);
        }
    }
    choose(set, size, 0, visit);
}
