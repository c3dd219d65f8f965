//! Prover for a claim that is known to be true: the shorter of the look-ahead and the CDCL proof.
//!
//! ```text
//!   propagation --- conflict ---> proof of one step
//!       | fixpoint
//!       v
//!   look-ahead search (9x9) --- within its budget ---> trim --- short enough ---> proof
//!       | other boards, or gave up                                | too long: compare
//!       v                                                         v
//!   CaDiCaL with a proof tracer ---> core extraction ---> trim ---> proof
//! ```
//!
//! Two provers, because neither is best everywhere. On `17_clue`, look-ahead proofs are a tenth longer than CaDiCaL's
//! (570 against 525 bytes) but take less than half the time. On the hardest 9x9 puzzles CDCL finds the shorter proofs
//! (`lookahead.rs`).

use qedoku_proof::Claim;
use qedoku_puzzle::{Board, Grid, Puzzle};

use super::ProveError;
use super::axioms::{input_clause_count, propagate_axioms};
use super::derivation::Derivation;
use super::lookahead;
use super::proof_core::import_core;
use super::traced_session::TracedSession;
use super::trim::trim;
use crate::Interrupt;
use crate::propagation::{Conflict, Trail};

/// Hints that the look-ahead search may add before it gives up, counted before trimming.
///
/// A search that needs more has a large tree, where CDCL finds the shorter proof, so further search is wasted time. On
/// `hardest_1106` the budgets 200 (here) and 400 ([`ACCEPTED_PROOF_HINTS`]) took a third less time than 800 and 1,500,
/// for certificates that are 1 % longer; the chosen values stay close to the lower pair.
const LOOKAHEAD_HINT_BUDGET: usize = 300;

/// Number of hints, after trimming, up to which a look-ahead proof is taken without trying CDCL.
///
/// This count includes the units of the root level, which the search budget does not. Below it CDCL would take twice
/// the time and save little text. Above it CDCL is tried too, and the shorter of both proofs is kept.
const ACCEPTED_PROOF_HINTS: usize = 500;

/// Proves a true claim by refuting its negation.
pub(super) fn prove_claim(puzzle: &Puzzle, claim: &Claim, interrupt: &Interrupt) -> Result<Derivation, ProveError> {
    let (mut trail, propagated) = propagate_axioms(puzzle, claim);
    match propagated {
        Err(conflict) => Ok(propagation_proof(puzzle, claim, &mut trail, conflict)),
        Ok(()) => shorter_proof(puzzle, claim, &trail, interrupt),
    }
}

/// The proof by unit propagation alone: one step, whose hints are the antecedents of a conflict at the root level.
pub(super) fn propagation_proof(puzzle: &Puzzle, claim: &Claim, trail: &mut Trail, conflict: Conflict) -> Derivation {
    let mut antecedents = Vec::new();
    trail.assignment.analyze_conflict(conflict, 0, |_| &[], &mut antecedents);
    let hints: Vec<u64> = trail.assignment.hints(conflict, &antecedents).collect();
    let mut proof = Derivation::new(input_clause_count(puzzle, claim));
    // Without hints the axioms contradict each other, and the checker needs no step.
    if !hints.is_empty() {
        proof.push(&[], &hints);
    }
    proof
}

/// The look-ahead proof if it is short, else the shorter of both.
fn shorter_proof(
    puzzle: &Puzzle,
    claim: &Claim,
    trail: &Trail,
    interrupt: &Interrupt,
) -> Result<Derivation, ProveError> {
    // The look-ahead search and its budgets are tuned for 9x9.
    if puzzle.board() != Board::CLASSIC {
        return prove_with_cdcl(puzzle, claim, trail, interrupt);
    }
    let mut derivation = root_units(puzzle, claim, trail);
    if !lookahead::refute(trail.clone(), &mut derivation, LOOKAHEAD_HINT_BUDGET) {
        return prove_with_cdcl(puzzle, claim, trail, interrupt);
    }
    let proof = trim(puzzle, claim, &derivation, interrupt)?;
    if proof.hint_count() <= ACCEPTED_PROOF_HINTS {
        return Ok(proof);
    }
    Ok(prove_with_cdcl(puzzle, claim, trail, interrupt)?.shorter(proof))
}

/// The CDCL proof of a true claim: all its grids are blocked, so the session finds no further solution.
fn prove_with_cdcl(
    puzzle: &Puzzle,
    claim: &Claim,
    trail: &Trail,
    interrupt: &Interrupt,
) -> Result<Derivation, ProveError> {
    let mut session = TracedSession::new(trail, interrupt)?;
    claim.grids().iter().enumerate().for_each(|(index, grid)| session.block(grid, index));
    match session.solve()? {
        None => import_proof(puzzle, claim, claim.grids(), trail, &session),
        Some(grid) => Err(ProveError::ClaimRefuted(grid)),
    }
}

/// Imports and trims the proof of a session that found no further solution. `blocked` are the grids that were blocked,
/// in the order of the calls.
pub(super) fn import_proof(
    puzzle: &Puzzle,
    claim: &Claim,
    blocked: &[Grid],
    trail: &Trail,
    session: &TracedSession,
) -> Result<Derivation, ProveError> {
    if session.trace().has_non_rup_step || session.trace().empty_clause().is_none() {
        return Err(ProveError::NotRup);
    }
    // The claim has the same grids in ascending order, and certificates number blocking clauses in that order.
    let index_in_claim = |grid: &Grid| claim.grids().iter().position(|other| other == grid);
    let blocking_clause_ids: Vec<u64> = blocked
        .iter()
        .map(|grid| trail.assignment.blocking_clause_id(index_in_claim(grid).expect("blocked grids are in the claim")))
        .collect();
    let mut derivation = root_units(puzzle, claim, trail);
    import_core(session, &blocking_clause_ids, &mut derivation);
    trim(puzzle, claim, &derivation, session.interrupt())
}

/// A derivation that begins with the units which propagation implies from the puzzle and the negated claim.
///
/// Both searches start from these units and never mention them again: the look-ahead search takes root literals as
/// known, and the session is loaded without false literals. Trimming drops the units that are not used.
pub(super) fn root_units(puzzle: &Puzzle, claim: &Claim, trail: &Trail) -> Derivation {
    let mut derivation = Derivation::new(input_clause_count(puzzle, claim));
    derivation.push_root_units(&trail.assignment, 0);
    derivation
}
