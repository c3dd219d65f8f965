//! The proof of a claim that is known to be true: the shorter one of two.
//!
//! Where propagation alone leads to a contradiction, that is the proof, in one step. Else a 9x9 is tried by our own search,
//! and what takes it too long goes to the solver.

use qedoku_proof::Claim;
use qedoku_puzzle::{Board, Grid, Puzzle};

use super::ProveError;
use super::assignment::clause_count;
use super::derivation::Derivation;
use super::lookahead::search;
use super::proof_core::retrace;
use super::traced_session::TracedSession;
use super::trail::Trail;
use super::trim::{of_conflict, polish, state_facts};
use crate::{Interrupt, SolveError};

/// A search that needs more hints than this is given up: the solver's proof will be shorter.
const MOST_HINTS: usize = 300;
/// A proof by search with fewer hints is taken as it is: the solver's may be a little shorter, but takes twice the time.
const FEW_HINTS: usize = 500;

/// The proof of a claim that is true: its opposite is refuted.
pub(super) fn refute(puzzle: &Puzzle, claim: Claim, interrupt: &Interrupt) -> Result<(Claim, Derivation), ProveError> {
    let (mut trail, drawn) = Trail::new(puzzle, &claim);
    let proof = match drawn {
        Err(conflict) => of_conflict(puzzle, &claim, &mut trail, conflict),
        Ok(()) => shorter(puzzle, &claim, &trail, interrupt)?,
    };
    Ok((claim, proof))
}

/// The proof by search or by the solver.
fn shorter(puzzle: &Puzzle, claim: &Claim, trail: &Trail, interrupt: &Interrupt) -> Result<Derivation, ProveError> {
    if puzzle.board() != Board::CLASSIC {
        return by_solver(puzzle, claim, trail, interrupt);
    }
    let mut steps = Derivation::of(clause_count(puzzle, claim));
    state_facts(&trail.facts, &mut steps);
    if !search(trail.clone(), &mut steps, MOST_HINTS) {
        return by_solver(puzzle, claim, trail, interrupt);
    }
    let proof = polish(puzzle, claim, &steps)?;
    if proof.hint_count() <= FEW_HINTS {
        Ok(proof)
    } else {
        Ok(by_solver(puzzle, claim, trail, interrupt)?.shorter(proof))
    }
}

/// The solver's proof that a claim is true.
fn by_solver(puzzle: &Puzzle, claim: &Claim, trail: &Trail, interrupt: &Interrupt) -> Result<Derivation, ProveError> {
    let mut session = TracedSession::new(trail, interrupt);
    claim.grids().iter().enumerate().for_each(|(which, grid)| session.block(grid, which));
    match session.solve()? {
        None => proof_of(puzzle, claim, claim.grids(), trail, &session),
        Some(grid) => Err(SolveError::InvalidSolution(format!("{grid} was not found before").into()).into()),
    }
}

/// The steps of a solver that found no further model; `grids` are those that it was told to differ from, in that order.
pub(super) fn proof_of(
    puzzle: &Puzzle,
    claim: &Claim,
    grids: &[Grid],
    trail: &Trail,
    session: &TracedSession,
) -> Result<Derivation, ProveError> {
    if session.trace().is_strange || session.trace().empty().is_none() {
        return Err(ProveError::NotRup);
    }
    let place = |grid: &Grid| claim.grids().iter().position(|one| one == grid).expect("it is in the claim");
    let numbers: Vec<u64> = grids.iter().map(|grid| (trail.facts.sets() + 1 + place(grid)) as u64).collect();
    let mut steps = Derivation::of(clause_count(puzzle, claim));
    state_facts(&trail.facts, &mut steps);
    retrace(session, &numbers, &mut steps);
    polish(puzzle, claim, &steps)
}
