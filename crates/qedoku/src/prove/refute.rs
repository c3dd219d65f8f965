//! The proof of a claim that is known to be true: the shorter one of two.
//!
//! Where propagation alone leads to a contradiction, that is the proof, in one step. Else a 9x9 is tried by our own search,
//! and what takes it too long goes to the solver.

use qedoku_proof::{Claim, Formula};
use qedoku_puzzle::{Board, Grid, Puzzle};

use super::NoProof;
use super::derivation::Derivation;
use super::numbers::Numbers;
use super::retrace::retrace;
use super::search::search;
use super::solving::Solving;
use super::trail::{Conflict, Trail};
use super::weave::weave;
use crate::{Failure, Stop};

/// A search that needs more hints than this is given up: the solver's proof will be shorter.
const MOST_HINTS: usize = 800;
/// A proof by search with fewer hints is taken as it is: the solver's may be a little shorter, but takes twice the time.
const FEW_HINTS: usize = 1500;

/// The proof of a claim that is true: its opposite is refuted.
pub(super) fn refute(puzzle: &Puzzle, claim: Claim, stop: &Stop) -> Result<(Claim, Derivation), NoProof> {
    let formula = Formula::new(puzzle, &claim);
    let (trail, drawn) = Trail::new(&formula);
    let steps = match drawn {
        Err(Conflict(number)) => Some(Derivation::of_one(formula.clause_count(), number)),
        Ok(()) if puzzle.board() == Board::CLASSIC => search(trail.clone(), MOST_HINTS),
        Ok(()) => None,
    };
    let proof = match steps.map(|steps| weave(&steps, &trail, &formula)) {
        Some(proof) if drawn.is_err() || proof.hint_count() <= FEW_HINTS => proof,
        Some(proof) => by_solver(puzzle, &claim, &trail, stop)?.shorter(proof),
        None => by_solver(puzzle, &claim, &trail, stop)?,
    };
    Ok((claim, proof))
}

/// The solver's proof that a claim is true.
fn by_solver(puzzle: &Puzzle, claim: &Claim, trail: &Trail, stop: &Stop) -> Result<Derivation, NoProof> {
    let mut solving = Solving::new(trail, stop);
    claim.grids().iter().enumerate().for_each(|(which, grid)| solving.forbid(grid, which));
    match solving.solve()? {
        None => proof_of(puzzle, claim, claim.grids(), trail, &solving),
        Some(grid) => Err(Failure::Wrong(format!("{grid} was not found before").into()).into()),
    }
}

/// The steps of a solver that found no further model; `grids` are those that it was told to differ from, in that order.
pub(super) fn proof_of(
    puzzle: &Puzzle,
    claim: &Claim,
    grids: &[Grid],
    trail: &Trail,
    solving: &Solving,
) -> Result<Derivation, NoProof> {
    if solving.trace().is_strange || solving.trace().empty().is_none() {
        return Err(NoProof::Strange);
    }
    let formula = Formula::new(puzzle, claim);
    let first = Numbers::of(&formula).opposites;
    let place = |grid: &Grid| claim.grids().iter().position(|one| one == grid).expect("it is in the claim");
    let numbers: Vec<u64> = grids.iter().map(|grid| first + place(grid) as u64).collect();
    let steps = retrace(solving, &numbers, formula.clause_count());
    Ok(weave(&steps, trail, &formula))
}
