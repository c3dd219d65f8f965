//! Certificates of 36x36 boards with one solution and with none, checked in little memory.
//!
//! `testdata/36x36.txt` was made from a solution of a board with 648 givens: givens were added until the solution was
//! unique. `36x36_hard.txt` was made from it by removing givens while the solution stayed unique. CDCL needs seconds to
//! prove that, so it runs with `QEDOKU_LONG=1` only.

use qedoku::prove::{Claim, ProofGoal};
use qedoku::{Digit, Puzzle};
use qedoku_proof::{VerifyLimits, verify};
use qedoku_testdata::is_long;

use crate::claims::proved;

fn puzzle() -> Puzzle {
    let texts = [include_str!("../testdata/36x36.txt"), include_str!("../testdata/36x36_hard.txt")];
    texts[usize::from(is_long())].parse().expect("a puzzle")
}

/// Proves the number of solutions and verifies the certificate within the default memory limit of the checker (a
/// hundredth of it without `QEDOKU_LONG`).
fn assert_claim(puzzle: &Puzzle, is_claim: impl Fn(&Claim) -> bool) -> Claim {
    let certificate = proved(puzzle, ProofGoal::Solutions(1));
    assert!(is_claim(certificate.claim()), "{}", certificate.claim());
    let bytes = VerifyLimits::default().clause_bytes;
    let limits = VerifyLimits { clause_bytes: if is_long() { bytes } else { bytes / 100 }, ..VerifyLimits::default() };
    let verified = verify(puzzle, certificate.text(), limits).expect("`prove` returns verified certificates");
    assert!(verified.steps > 100, "only {} steps: the puzzle is too easy for this test", verified.steps);
    verified.claim
}

#[test]
fn certifies_one_solution_and_with_a_wrong_given_none() {
    let puzzle = puzzle();
    let claim = assert_claim(&puzzle, |claim| matches!(claim, Claim::Exactly(grids) if grids.len() == 1));
    let (solution, board) = (&claim.grids()[0], puzzle.board());
    let open = puzzle.initial_candidates();
    let wrong_digits = |cell| open[board.index(cell)].iter().filter(move |digit| solution.get(cell) != Some(*digit));
    let cell = board.cells().max_by_key(|cell| wrong_digits(*cell).count()).expect("a board has cells");
    let digit: Digit = wrong_digits(cell).next().expect("an open cell has a wrong candidate");
    let mut givens = puzzle.givens().clone();
    givens.set(cell, digit);
    assert_claim(&Puzzle::new(givens), |claim| matches!(claim, Claim::Exactly(grids) if grids.is_empty()));
}
