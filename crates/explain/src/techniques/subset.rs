//! Locked candidates, naked subsets and hidden subsets.

use qedoku_puzzle::{Board, Candidate, Cell, DigitSet, HouseKind};

use super::pattern::{StepPattern, are_linked};
use super::technique::Technique;
use crate::step::ExactlyOne;

/// Pointing and claiming: all candidates of a digit in a house lie in a second house and eliminate the digit from its other cells.
///
/// A constraint with one candidate left is a single, never locked candidates.
pub(super) fn locked_candidates(pattern: &StepPattern, eliminations: &[Candidate]) -> Option<Technique> {
    let (ExactlyOne::HouseDigit(house, digit), candidates) = (pattern.constraint(0), pattern.candidates_of(0)) else {
        return None;
    };
    let sees_all = |target: &Candidate| {
        target.digit == digit && candidates.iter().all(|candidate| are_linked(pattern.board, *candidate, *target))
    };
    let technique = if house.kind() == HouseKind::Block { Technique::Pointing } else { Technique::Claiming };
    (candidates.len() > 1 && eliminations.iter().all(sees_all)).then_some(technique)
}

/// Naked and hidden subsets.
pub(super) fn subset(pattern: &StepPattern, eliminations: &[Candidate]) -> Option<Technique> {
    if pattern.is_cells() { naked_subset(pattern, eliminations) } else { hidden_subset(pattern, eliminations) }
}

/// n cells with n digits in total. Each elimination shares a house with all of the cells, not always the same house: the cells
/// of a naked pair may share a row and a box.
fn naked_subset(pattern: &StepPattern, eliminations: &[Candidate]) -> Option<Technique> {
    let digits: DigitSet = pattern.candidates().iter().map(|candidate| candidate.digit).collect();
    let is_eliminated = |target: &Candidate| {
        digits.contains(target.digit) && share_a_house(pattern.board, target.cell, pattern.candidates())
    };
    let is_subset = digits.len() == pattern.len() && eliminations.iter().all(is_eliminated);
    is_subset.then_some(Technique::NakedSubset(pattern.len()))
}

/// Whether one house contains the cell and the cells of all the others, and the cell is none of them.
fn share_a_house(board: Board, cell: Cell, others: &[Candidate]) -> bool {
    let houses = board.houses_of(cell);
    (0..houses.len())
        .any(|kind| others.iter().all(|other| other.cell != cell && board.houses_of(other.cell)[kind] == houses[kind]))
}

/// n digits of a house in n cells; the eliminations are other digits of these cells.
fn hidden_subset(pattern: &StepPattern, eliminations: &[Candidate]) -> Option<Technique> {
    pattern.house()?;
    let has_cell = |cell: Cell, among: &[Candidate]| among.iter().any(|candidate| candidate.cell == cell);
    let all = pattern.candidates();
    let cell_count = (0..all.len()).filter(|index| !has_cell(all[*index].cell, &all[..*index])).count();
    let is_other_digit =
        |target: &Candidate| has_cell(target.cell, all) && all.iter().all(|candidate| candidate.digit != target.digit);
    let is_subset = cell_count == pattern.len() && eliminations.iter().all(is_other_digit);
    is_subset.then_some(Technique::HiddenSubset(cell_count))
}
