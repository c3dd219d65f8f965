//! The checker of certificates: no bytes make it panic, it reads the same in pieces of any size, and what it accepts is true.

use std::io::BufReader;
use std::ops::ControlFlow;

use qedoku_proof::{Accepted, Claim, Limits, Refusal};
use qedoku_puzzle::{Grid, Puzzle, oracle};

/// The first line is a puzzle 4x4, the rest a certificate.
pub fn check(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let Ok(Ok(puzzle)) = std::str::from_utf8(&data[..end]).map(str::parse::<Puzzle>) else { return };
    if puzzle.board().side() > 4 {
        return; // plain search takes too long
    }
    let text = data.get(end + 1..).unwrap_or_default();
    let limits = Limits { grids: 1 << 12, steps: 1 << 16 };
    let shown = |verdict: Result<Accepted, Refusal>| verdict.map_err(|refusal| refusal.to_string());
    let verdict = shown(qedoku_proof::check(&puzzle, text, limits));
    let in_pieces = BufReader::with_capacity(1 + text.len() % 7, text);
    assert_eq!(verdict, shown(qedoku_proof::check(&puzzle, in_pieces, limits)), "in pieces it is another certificate");
    if let Ok(Accepted { claim, .. }) = verdict {
        assert!(is_true(&puzzle, &claim), "accepted, though it is wrong: {claim}");
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
        Claim::Forced(one) => solutions.iter().all(|grid| grid.get(one.cell) == Some(one.digit)),
        Claim::Excluded(one) => solutions.iter().all(|grid| grid.get(one.cell) != Some(one.digit)),
    }
}
