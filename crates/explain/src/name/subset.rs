//! Locked candidates, naked and hidden sets.

use qedoku_puzzle::{Board, Candidate, Cell, DigitSet, HouseKind};

use super::pattern::{Pattern, linked};
use crate::step::ExactlyOne;
use crate::technique::Technique;

/// Pointing and claiming: the places of a digit in a house are all in another house too, and the rest of that one goes.
///
/// A digit with one place left is a single, whatever else it may be.
pub(super) fn locked(pattern: &Pattern, removed: &[Candidate]) -> Option<Technique> {
    let (ExactlyOne::HouseDigit(house, digit), members) = (pattern.set(0), pattern.members(0)) else { return None };
    let is_seen = |target: &Candidate| {
        target.digit == digit && members.iter().all(|member| linked(pattern.board, *member, *target))
    };
    let name = if house.kind() == HouseKind::Block { Technique::Pointing } else { Technique::Claiming };
    (members.len() > 1 && removed.iter().all(is_seen)).then_some(name)
}

/// Naked and hidden sets.
pub(super) fn subset(pattern: &Pattern, removed: &[Candidate]) -> Option<Technique> {
    if pattern.is_cells() { naked(pattern, removed) } else { hidden(pattern, removed) }
}

/// As many cells as digits, and a house in which all of them see each thing that goes.
fn naked(pattern: &Pattern, removed: &[Candidate]) -> Option<Technique> {
    let digits: DigitSet = pattern.all().iter().map(|member| member.digit).collect();
    let is_seen =
        |target: &Candidate| digits.contains(target.digit) && share_a_house(pattern.board, target.cell, pattern.all());
    (digits.len() == pattern.len() && removed.iter().all(is_seen)).then_some(Technique::NakedSet(pattern.len()))
}

/// Whether one house has the cell and those of all the others.
fn share_a_house(board: Board, cell: Cell, others: &[Candidate]) -> bool {
    let houses = board.houses_of(cell);
    (0..houses.len())
        .any(|kind| others.iter().all(|other| other.cell != cell && board.houses_of(other.cell)[kind] == houses[kind]))
}

/// As many digits of a house as cells for them; other digits of these cells go.
fn hidden(pattern: &Pattern, removed: &[Candidate]) -> Option<Technique> {
    pattern.house()?;
    let has_cell = |cell: Cell, among: &[Candidate]| among.iter().any(|member| member.cell == cell);
    let all = pattern.all();
    let count = (0..all.len()).filter(|at| !has_cell(all[*at].cell, &all[..*at])).count();
    let is_other =
        |target: &Candidate| has_cell(target.cell, all) && all.iter().all(|member| member.digit != target.digit);
    (count == pattern.len() && removed.iter().all(is_other)).then_some(Technique::HiddenSet(count))
}
