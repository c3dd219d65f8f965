//! Bent naked subsets: XYZ-wing, WXYZ-wing and larger.
//!
//! n cells with n digits in total, spread over two crossing houses. Every digit but one, the common digit, is restricted: its
//! candidates in the cells all see each other, so it can be placed there at most once. The n cells therefore need the common
//! digit as well, and it is eliminated from every cell that sees all its candidates in the pattern.

use qedoku_puzzle::{Candidate, Cell, Digit, DigitSet, House};

use super::pattern::{StepPattern, are_linked};
use super::technique::Technique;

/// XYZ-wing, WXYZ-wing or larger bent subset that eliminates the common digit.
pub(super) fn bent_subset(pattern: &StepPattern, eliminations: &[Candidate]) -> Option<Technique> {
    let common = eliminations.first()?.digit;
    let digits: DigitSet = pattern.candidates().iter().map(|candidate| candidate.digit).collect();
    let is_bent_subset = pattern.is_cells()
        && digits.len() == pattern.len()
        && digits.contains(common)
        && digits.iter().filter(|digit| *digit != common).all(|digit| is_restricted(pattern, digit))
        && eliminations.iter().all(|target| target.digit == common && sees_all(pattern, *target));
    match pattern.len() {
        3 if is_bent_subset && is_xyz(pattern) => Some(Technique::XyzWing),
        4.. if is_bent_subset && are_in_two_houses(pattern) => Some(Technique::BentNakedSubset(pattern.len())),
        _ => None,
    }
}

fn candidates_for(pattern: &StepPattern, digit: Digit) -> impl Iterator<Item = Candidate> + Clone {
    pattern.candidates().iter().copied().filter(move |candidate| candidate.digit == digit)
}

/// Whether the digit can be true at most once in the pattern.
fn is_restricted(pattern: &StepPattern, digit: Digit) -> bool {
    let sees = |one, other| one == other || are_linked(pattern.board, one, other);
    candidates_for(pattern, digit).all(|one| candidates_for(pattern, digit).all(|other| sees(one, other)))
}

fn sees_all(pattern: &StepPattern, target: Candidate) -> bool {
    candidates_for(pattern, target.digit).all(|candidate| are_linked(pattern.board, candidate, target))
}

/// Whether one cell has three candidates and two cells have two.
fn is_xyz(pattern: &StepPattern) -> bool {
    let count = |wanted| (0..pattern.len()).filter(|cell| pattern.candidates_of(*cell).len() == wanted).count();
    count(3) == 1 && count(2) == 2
}

/// Whether the cells lie in two houses that cross. Cells spread over more houses form a chain that players would not call a wing.
fn are_in_two_houses(pattern: &StepPattern) -> bool {
    let cells = || (0..pattern.len()).map(|index| pattern.candidates_of(index)[0].cell);
    let is_in = |cell: Cell, house: House| pattern.board.houses_of(cell).contains(&house);
    let cross = |one, two| pattern.board.cells_of(one).any(|cell| is_in(cell, two));
    pattern.board.houses_of(pattern.candidates()[0].cell).into_iter().any(|one| {
        let others = cells().filter(|cell| !is_in(*cell, one));
        others.clone().next().is_none_or(|corner| {
            let mut seconds = pattern.board.houses_of(corner).into_iter();
            seconds.any(|two| cross(one, two) && others.clone().all(|cell| is_in(cell, two)))
        })
    })
}
