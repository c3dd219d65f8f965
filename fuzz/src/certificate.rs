//! Certificate checker: no input makes it panic, the verdict does not depend on buffer sizes, and every verified claim is true.

use std::io::BufReader;
use std::ops::ControlFlow;

use qedoku_proof::{Claim, VerifiedClaim, VerifyError, VerifyLimits, verify};
use qedoku_puzzle::{Grid, Puzzle, oracle};

/// The first line is a 4x4 puzzle, the rest a certificate.
pub fn check(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let Ok(Ok(puzzle)) = std::str::from_utf8(&data[..end]).map(str::parse::<Puzzle>) else { return };
    if puzzle.board().side() > 4 {
        return; // the oracle enumerates all solutions, which takes too long on larger boards
    }
    let text = data.get(end + 1..).unwrap_or_default();
    let limits = VerifyLimits { grid_bytes: 1 << 12, clause_bytes: 1 << 16 };
    let printable = |verdict: Result<VerifiedClaim, VerifyError>| verdict.map_err(|error| error.to_string());
    let verdict = printable(verify(&puzzle, text, limits));
    let small_buffer = BufReader::with_capacity(1 + text.len() % 7, text);
    assert_eq!(verdict, printable(verify(&puzzle, small_buffer, limits)), "the verdict depends on the buffer size");
    if let Ok(VerifiedClaim { claim, .. }) = verdict {
        assert!(is_true(&puzzle, &claim), "verified a false claim: {claim}");
    }
}

fn is_true(puzzle: &Puzzle, claim: &Claim) -> bool {
    let mut solutions: Vec<Grid> = Vec::new();
    oracle::solutions(puzzle, |grid| {
        solutions.push(grid.clone());
        ControlFlow::Continue(())
    });
    let are_solutions = claim.grids().iter().all(|grid| solutions.contains(grid));
    match claim {
        Claim::Exactly(grids) => are_solutions && grids.len() == solutions.len(),
        Claim::AtLeast(_) => are_solutions,
        Claim::Forced(candidate) => solutions.iter().all(|grid| grid.get(candidate.cell) == Some(candidate.digit)),
        Claim::Excluded(candidate) => solutions.iter().all(|grid| grid.get(candidate.cell) != Some(candidate.digit)),
    }
}
