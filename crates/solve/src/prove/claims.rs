//! Search for the true claim about a puzzle, with its proof.
//!
//! ```text
//!   goal                    found by                              claim                     proof
//!   Solutions(K), 9x9       lanes engine, up to K + 1 solutions   exactly n   (n <= K)      `prover.rs`
//!   Solutions(K), others    CDCL with a proof tracer              exactly n   (n <= K)      of the same CDCL run
//!   Solutions(K)            K + 1 solutions                       at-least K + 1            its grids
//!   Candidate(c)            no solution with c                    excluded c                `prover.rs`
//!                           no solution without c                 forced c                  `prover.rs`
//!                           one of each                           at-least 2                its grids
//! ```
//!
//! On 9x9 the lanes engine counts quickly but gives no reasons, so the proof is a second search. On all other boards
//! the CDCL run that excludes a further solution is itself the proof, and nothing is searched twice.

use qedoku_proof::Claim;
use qedoku_puzzle::{Board, Candidate, Cell, DigitSet, Grid, Puzzle, referee};

use super::axioms::propagate_axioms;
use super::derivation::Derivation;
use super::prover::{import_proof, prove_claim};
use super::traced_session::TracedSession;
use super::{ProofGoal, ProveError};
use crate::{Interrupt, SolveError, Solver};

/// A true claim with its proof.
pub(super) struct ProvedClaim {
    pub(super) claim: Claim,
    pub(super) proof: Derivation,
}

impl ProvedClaim {
    /// Proves a claim that is known to be true.
    fn new(puzzle: &Puzzle, claim: Claim, interrupt: &Interrupt) -> Result<ProvedClaim, ProveError> {
        let proof = prove_claim(puzzle, &claim, interrupt)?;
        Ok(ProvedClaim { claim, proof })
    }

    /// These grids are solutions. The grids are the proof.
    pub(super) fn at_least(grids: Vec<Grid>) -> ProvedClaim {
        ProvedClaim { claim: Claim::AtLeast(ascending(grids)), proof: Derivation::default() }
    }
}

/// Finds the claim that answers the goal, and proves it.
pub(super) fn prove_goal(puzzle: &Puzzle, goal: ProofGoal, interrupt: &Interrupt) -> Result<ProvedClaim, ProveError> {
    match goal {
        ProofGoal::Solutions(limit) if puzzle.board() == Board::CLASSIC => prove_count_9x9(puzzle, limit, interrupt),
        ProofGoal::Solutions(limit) => prove_count(puzzle, limit, interrupt),
        ProofGoal::Candidate(candidate) => prove_candidate(puzzle, candidate, interrupt),
    }
}

/// Counts the solutions of a 9x9 puzzle up to a limit, then proves the number.
fn prove_count_9x9(puzzle: &Puzzle, limit: u64, interrupt: &Interrupt) -> Result<ProvedClaim, ProveError> {
    let one_more = limit.saturating_add(1) as usize;
    let grids = solver(interrupt).solutions(puzzle).take(one_more).collect::<Result<Vec<Grid>, _>>()?;
    if grids.len() as u64 > limit {
        return Ok(ProvedClaim::at_least(grids));
    }
    ProvedClaim::new(puzzle, Claim::Exactly(ascending(grids)), interrupt)
}

/// Enumerates the solutions of a puzzle up to a limit by a CDCL session whose proof becomes the proof of the number.
fn prove_count(puzzle: &Puzzle, limit: u64, interrupt: &Interrupt) -> Result<ProvedClaim, ProveError> {
    let unsatisfiable = Claim::Exactly(vec![]);
    let (trail, Ok(())) = propagate_axioms(puzzle, &unsatisfiable) else {
        return ProvedClaim::new(puzzle, unsatisfiable, interrupt);
    };
    if trail.assignment.is_complete() && limit > 0 {
        return ProvedClaim::new(puzzle, Claim::Exactly(vec![trail.grid()]), interrupt);
    }
    let mut session = TracedSession::new(&trail, interrupt)?;
    let mut grids = Vec::new();
    while let Some(grid) = session.solve()? {
        referee::check(puzzle, &grid).map_err(|error| SolveError::InvalidSolution(error.into()))?;
        session.block(&grid, grids.len());
        grids.push(grid);
        if grids.len() as u64 > limit {
            return Ok(ProvedClaim::at_least(grids));
        }
    }
    let claim = Claim::Exactly(ascending(grids.clone()));
    let proof = import_proof(puzzle, &claim, &grids, &trail, &session)?;
    Ok(ProvedClaim { claim, proof })
}

/// Searches for a solution with the candidate and for one without it, then proves that there is none or shows both.
fn prove_candidate(puzzle: &Puzzle, candidate: Candidate, interrupt: &Interrupt) -> Result<ProvedClaim, ProveError> {
    let Candidate { cell, digit } = candidate;
    let solver = solver(interrupt);
    let first_solution = |digits| solver.solutions(&with_cell_digits(puzzle, cell, digits)).next().transpose();
    let allowed = puzzle.allowed(cell);
    let Some(with) = first_solution(allowed & DigitSet::only(digit))? else {
        return ProvedClaim::new(puzzle, Claim::Excluded(candidate), interrupt);
    };
    let Some(without) = first_solution(allowed - DigitSet::only(digit))? else {
        return ProvedClaim::new(puzzle, Claim::Forced(candidate), interrupt);
    };
    Ok(ProvedClaim::at_least(vec![with, without]))
}

/// The puzzle with only these digits allowed in a cell.
fn with_cell_digits(puzzle: &Puzzle, changed: Cell, digits: DigitSet) -> Puzzle {
    let allowed = |cell| if cell == changed { digits } else { puzzle.allowed(cell) };
    Puzzle::with_candidates(puzzle.board(), puzzle.board().cells().map(allowed).collect::<Vec<_>>())
}

/// The default engine of the board.
fn solver(interrupt: &Interrupt) -> Solver {
    Solver { interrupt: interrupt.clone(), ..Solver::default() }
}

/// Sorts grids into ascending lexicographic order, which the certificate format requires.
pub(super) fn ascending(mut grids: Vec<Grid>) -> Vec<Grid> {
    grids.sort_by(|a, b| a.digits().cmp(b.digits()));
    grids
}
