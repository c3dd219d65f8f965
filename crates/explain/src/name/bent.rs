//! Cells with as many digits as there are cells, in two houses: XYZ-wing, WXYZ-wing.

use qedoku_puzzle::{Candidate, Cell, Digit, DigitSet, House};

use super::pattern::{Pattern, linked};
use crate::technique::Technique;

/// All digits but one fit only once, so that one is in one of the cells, and goes where it is seen by all its places there.
pub(super) fn bent(pattern: &Pattern, removed: &[Candidate]) -> Option<Technique> {
    let digit = removed.first()?.digit;
    let digits: DigitSet = pattern.all().iter().map(|member| member.digit).collect();
    let is_bent = pattern.is_cells()
        && digits.len() == pattern.len()
        && digits.contains(digit)
        && digits.iter().filter(|other| *other != digit).all(|other| fits_once(pattern, other))
        && removed.iter().all(|target| target.digit == digit && sees_all(pattern, *target));
    match pattern.len() {
        3 if is_bent && is_xyz(pattern) => Some(Technique::XyzWing),
        4.. if is_bent && are_in_two_houses(pattern) => Some(Technique::BentSet(pattern.len())),
        _ => None,
    }
}

fn places(pattern: &Pattern, digit: Digit) -> impl Iterator<Item = Candidate> + Clone {
    pattern.all().iter().copied().filter(move |member| member.digit == digit)
}

fn fits_once(pattern: &Pattern, digit: Digit) -> bool {
    let sees = |one, other| one == other || linked(pattern.board, one, other);
    places(pattern, digit).all(|one| places(pattern, digit).all(|other| sees(one, other)))
}

fn sees_all(pattern: &Pattern, target: Candidate) -> bool {
    places(pattern, target.digit).all(|member| linked(pattern.board, member, target))
}

/// One cell with three candidates and two with two.
fn is_xyz(pattern: &Pattern) -> bool {
    let count = |wanted| (0..pattern.len()).filter(|set| pattern.members(*set).len() == wanted).count();
    count(3) == 1 && count(2) == 2
}

/// A bent house is two houses that cross; what goes around more corners is a chain.
fn are_in_two_houses(pattern: &Pattern) -> bool {
    let cells = || (0..pattern.len()).map(|set| pattern.members(set)[0].cell);
    let is_in = |cell: Cell, house: House| pattern.board.houses_of(cell).contains(&house);
    let cross = |one, two| pattern.board.cells_of(one).any(|cell| is_in(cell, two));
    pattern.board.houses_of(pattern.all()[0].cell).into_iter().any(|one| {
        let others = cells().filter(|cell| !is_in(*cell, one));
        others.clone().next().is_none_or(|corner| {
            let mut seconds = pattern.board.houses_of(corner).into_iter();
            seconds.any(|two| cross(one, two) && others.clone().all(|cell| is_in(cell, two)))
        })
    })
}
