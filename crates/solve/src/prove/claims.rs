//! What is true of a puzzle, and its proof.

use qedoku_proof::Claim;
use qedoku_puzzle::{Candidate, Cell, DigitSet, Grid, Puzzle, referee};

use super::ProveError;
use super::derivation::Derivation;
use super::prover::{proof_of, refute};
use super::traced_session::TracedSession;
use super::trail::Trail;
use crate::{Interrupt, SolveError, Solver};

/// Whether a digit is forced in a cell, or excluded, or neither.
pub(super) fn decide(
    puzzle: &Puzzle,
    candidate: Candidate,
    interrupt: &Interrupt,
) -> Result<(Claim, Derivation), ProveError> {
    let Candidate { cell, digit } = candidate;
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    let first = |allowed: DigitSet| solver.solutions(&with_allowed(puzzle, cell, allowed)).next().transpose();
    let allowed = puzzle.allowed(cell);
    let Some(with) = first(allowed & DigitSet::only(digit))? else {
        return refute(puzzle, Claim::Excluded(candidate), interrupt);
    };
    match first(allowed - DigitSet::only(digit))? {
        None => refute(puzzle, Claim::Forced(candidate), interrupt),
        Some(without) => Ok((at_least(vec![with, without]), Derivation::default())),
    }
}

/// The puzzle with these digits allowed in a cell.
fn with_allowed(puzzle: &Puzzle, changed: Cell, allowed: DigitSet) -> Puzzle {
    let allowed = |cell| if cell == changed { allowed } else { puzzle.allowed(cell) };
    Puzzle::with_candidates(puzzle.board(), puzzle.board().cells().map(allowed).collect::<Vec<_>>())
}

/// How many solutions a classic puzzle has, found by an engine that is quick but cannot say why.
pub(super) fn count_classic(
    puzzle: &Puzzle,
    limit: u64,
    interrupt: &Interrupt,
) -> Result<(Claim, Derivation), ProveError> {
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    let grids = solver.solutions(puzzle).take(limit.saturating_add(1) as usize).collect::<Result<Vec<Grid>, _>>()?;
    if grids.len() as u64 > limit {
        return Ok((at_least(grids), Derivation::default()));
    }
    refute(puzzle, exactly(grids), interrupt)
}

/// How many solutions a puzzle has, found by the solver whose reasons become the proof.
pub(super) fn count(puzzle: &Puzzle, limit: u64, interrupt: &Interrupt) -> Result<(Claim, Derivation), ProveError> {
    let no_grid = Claim::Exactly(vec![]);
    let (trail, Ok(())) = Trail::new(puzzle, &no_grid) else { return refute(puzzle, no_grid, interrupt) };
    if trail.facts.is_full() && limit > 0 {
        return refute(puzzle, exactly(vec![trail.grid()]), interrupt);
    }
    let mut session = TracedSession::new(&trail, interrupt);
    let mut grids = Vec::new();
    while let Some(grid) = session.solve()? {
        referee::check(puzzle, &grid).map_err(|fault| SolveError::InvalidSolution(fault.into()))?;
        session.block(&grid, grids.len());
        grids.push(grid);
        if grids.len() as u64 > limit {
            return Ok((at_least(grids), Derivation::default()));
        }
    }
    let claim = exactly(grids.clone());
    let proof = proof_of(puzzle, &claim, &grids, &trail, &session)?;
    Ok((claim, proof))
}

fn exactly(grids: Vec<Grid>) -> Claim {
    Claim::Exactly(ascending(grids))
}

fn at_least(grids: Vec<Grid>) -> Claim {
    Claim::AtLeast(ascending(grids))
}

/// In the order in which the checker wants grids.
fn ascending(mut grids: Vec<Grid>) -> Vec<Grid> {
    grids.sort_by(|a, b| a.digits().cmp(b.digits()));
    grids
}
