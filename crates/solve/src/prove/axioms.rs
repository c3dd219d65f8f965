//! The axioms of a refutation: the puzzle, the negated claim, and the blocking clauses of the claim's grids.

use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::{Candidate, ExactlyOne, Grid, Puzzle};

use crate::propagation::{Assignment, Conflict, Reason, Trail, unit_axioms};

/// Assigns the puzzle and, for a claim about a candidate, its negation. They may be in conflict.
pub(super) fn assign_axioms(puzzle: &Puzzle, claim: &Claim) -> (Assignment, Result<(), Conflict>) {
    let mut assignment = Assignment::new(puzzle.board(), blocking_clauses(puzzle, claim));
    let mut axioms = unit_axioms(puzzle).into_iter().chain(negated_claim(puzzle, claim));
    let result = axioms.try_for_each(|lit| assignment.assign(lit, Reason::Axiom));
    (assignment, result)
}

/// Propagates the axioms. A conflict proves the claim.
pub(super) fn propagate_axioms(puzzle: &Puzzle, claim: &Claim) -> (Trail, Result<(), Conflict>) {
    let (assignment, axioms) = assign_axioms(puzzle, claim);
    let mut trail = Trail::new(puzzle.board(), assignment);
    let result = axioms.and_then(|()| trail.propagate_root());
    (trail, result)
}

/// The blocking clause of each grid of the claim, over the cells without a given.
pub(super) fn blocking_clauses(puzzle: &Puzzle, claim: &Claim) -> Vec<Vec<CandidateLit>> {
    let blocking_clause = |grid: &Grid| {
        let open = grid.filled().filter(|(cell, _)| puzzle.givens().get(*cell).is_none());
        open.map(|(cell, digit)| !CandidateLit::positive(puzzle.board(), cell, digit)).collect()
    };
    claim.grids().iter().map(blocking_clause).collect()
}

/// The negation of the claim "forced" or "excluded". The negation of "exactly" is its blocking clauses.
pub(super) fn negated_claim(puzzle: &Puzzle, claim: &Claim) -> Option<CandidateLit> {
    let lit = |candidate: &Candidate| CandidateLit::positive(puzzle.board(), candidate.cell, candidate.digit);
    match claim {
        Claim::Forced(candidate) => Some(!lit(candidate)),
        Claim::Excluded(candidate) => Some(lit(candidate)),
        Claim::Exactly(_) | Claim::AtLeast(_) => None,
    }
}

/// Number of input clauses that certificates number: constraints and blocking clauses. The first step has the next
/// number.
pub(super) fn input_clause_count(puzzle: &Puzzle, claim: &Claim) -> u64 {
    (ExactlyOne::count_on(puzzle.board()) + claim.grids().len()) as u64
}
