//! 36x36 with one solution and with none: certified, and checked in little memory.
//!
//! testdata/36x36.txt was made from a solution of a board with 648 givens: givens were added until it was the only one.
//! From `36x36_hard.txt` they were taken away again as long as it was; a SAT solver needs seconds to see that there is
//! no other, so it is for `QEDOKU_LONG=1`.

use qedoku::prove::{Claim, ProofGoal};
use qedoku::{Digit, Puzzle};
use qedoku_proof::{VerifyLimits, verify};
use qedoku_testdata::settings::is_long;

use crate::claims::proved;

fn puzzle() -> Puzzle {
    let texts = [include_str!("../testdata/36x36.txt"), include_str!("../testdata/36x36_hard.txt")];
    texts[usize::from(is_long())].parse().expect("a puzzle")
}

/// Fails unless the claim is proved, within the room that the checker has for steps (a hundredth of it without `QEDOKU_LONG`).
fn check_claim(puzzle: &Puzzle, is_claim: impl Fn(&Claim) -> bool) -> Claim {
    let certificate = proved(puzzle, ProofGoal::Solutions(1));
    assert!(is_claim(certificate.claim()), "{}", certificate.claim());
    let room = VerifyLimits::default().clause_bytes;
    let limits = VerifyLimits { clause_bytes: if is_long() { room } else { room / 100 }, ..VerifyLimits::default() };
    let accepted = verify(puzzle, certificate.text(), limits).expect("it was accepted before");
    assert!(accepted.steps > 100, "it is not as easy as that");
    println!("{}: {} steps, {} bytes", accepted.claim, accepted.steps, certificate.text().len());
    accepted.claim
}

#[test]
fn a_36x36_has_one_solution_and_with_another_digit_none() {
    let puzzle = puzzle();
    let claim = check_claim(&puzzle, |claim| matches!(claim, Claim::Exactly(grids) if grids.len() == 1));
    let (solution, board) = (&claim.grids()[0], puzzle.board());
    let open = puzzle.initial_candidates();
    let wrong = |cell| open[board.index(cell)].iter().filter(move |digit| solution.get(cell) != Some(*digit));
    let cell = board.cells().max_by_key(|cell| wrong(*cell).count()).expect("there are cells");
    let digit: Digit = wrong(cell).next().expect("a digit that does not clash");
    let mut givens = puzzle.givens().clone();
    givens.set(cell, digit);
    check_claim(&Puzzle::new(givens), |claim| matches!(claim, Claim::Exactly(grids) if grids.is_empty()));
}
