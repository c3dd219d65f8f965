//! Bivalue universal grave (BUG) with n extra candidates.
//!
//! If every open cell had two candidates and every digit two places in each house, the whole of them would be a deadly
//! pattern. So one of the extra candidates, those beyond such a pattern, is true: with one of them it is placed, with
//! several every candidate that sees all of them is false.
//!
//! Reference: `HoDoKu`, "Uniqueness": bivalue universal grave + 1.

use qedoku_puzzle::{Candidate, Digit, Puzzle};

use super::candidate_grid::{CandidateGrid, bits, count, digits};
use super::pattern::{DeadlyPattern, PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;
use crate::techniques::are_linked;

/// Cells with more than two candidates. With more of them, no elimination sees all extra candidates in practice.
const MAX_EXTRA_CELLS: usize = 4;

/// BUG + n in a puzzle with exactly one solution.
pub(super) fn find_bug(grid: &CandidateGrid<'_>, puzzle: &Puzzle, sink: &mut StepSink) {
    let bivalue = grid.bivalue_cells();
    let others: Vec<usize> = bits(grid.open & !bivalue).collect();
    let is_extended = |cell: &usize| grid.masks[*cell].count_ones() >= 3;
    if grid.open == 0 || others.is_empty() || others.len() > MAX_EXTRA_CELLS || !others.iter().all(is_extended) {
        return;
    }
    let pairs: Option<Vec<u16>> = others.iter().map(|cell| grave_pair(grid, *cell)).collect();
    let Some(pairs) = pairs else { return };
    let mask_of = |cell: usize| {
        let index = others.iter().position(|other| *other == cell);
        index.map_or(grid.masks[cell], |index| pairs[index])
    };
    let cells = bits(grid.open).map(|cell| {
        let mut pair = digits(mask_of(cell)).map(Digit::from_index);
        let pair = [pair.next().expect("two digits"), pair.next().expect("two digits")];
        (grid.geometry.cell(cell), pair)
    });
    let deadly = DeadlyPattern { cells: cells.collect() };
    if deadly.is_deadly(puzzle) {
        let extra_of = |(index, cell): (usize, &usize)| {
            let cell = *cell;
            digits(grid.masks[cell] & !pairs[index]).map(move |digit| grid.geometry.candidate(cell, digit))
        };
        let extra: Vec<Candidate> = others.iter().enumerate().flat_map(extra_of).collect();
        push_bug(grid, deadly, extra, sink);
    }
}

/// The two digits of a cell that remain if the digits with an odd number of places in one of its houses are extra.
fn grave_pair(grid: &CandidateGrid<'_>, cell: usize) -> Option<u16> {
    let houses = grid.geometry.houses_of(cell);
    let is_extra = |digit: &usize| houses.iter().any(|house| count(grid.places(*house, *digit)) > 2);
    // In a house with several extended cells every digit may have more than two places; then three places are the sign.
    let extra = digits(grid.masks[cell]).filter(is_extra).fold(0u16, |mask, digit| mask | 1 << digit);
    let pair = grid.masks[cell] & !extra;
    (pair.count_ones() == 2).then_some(pair)
}

fn push_bug(grid: &CandidateGrid<'_>, deadly: DeadlyPattern, extra: Vec<Candidate>, sink: &mut StepSink) {
    let board = grid.geometry.board;
    let sees_all = |candidate: &Candidate| {
        !extra.contains(candidate) && extra.iter().all(|one| are_linked(board, *one, *candidate))
    };
    let candidates = grid.position.open_candidates().filter(sees_all);
    // One extra candidate is placed: the other candidates of its cell are false, and those of its peers by then.
    let eliminations: Vec<Candidate> = match extra[..] {
        [only] => candidates.filter(|candidate| candidate.cell == only.cell).collect(),
        _ => candidates.collect(),
    };
    let parts = vec![PatternPart { role: PartRole::Extra, candidates: extra }];
    let pattern = Pattern { deadly: Some(deadly), parts, ..Pattern::default() };
    sink.push(Technique::Bug, pattern, eliminations);
}
