//! A certificate for whatever is true of a puzzle, made by a solver and checked by code that knows none.
//!
//! ```
//! use qedoku_solve::prove::{Claim, ProofGoal, prove};
//! use qedoku_puzzle::Puzzle;
//! use qedoku_solve::Interrupt;
//!
//! let puzzle: Puzzle = "4...3..2...4..2.".parse()?;
//! let certificate = prove(&puzzle, ProofGoal::Solutions(1), &Interrupt::default())?;
//! assert!(matches!(certificate.claim(), Claim::Exactly(grids) if grids.len() == 1));
//! assert!(certificate.text().starts_with(b"qedoku certificate 2\nboard 4x4 boxes 2x2\nclaim exactly 1\ngrid 4 2 3 1 "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules in reading order: `facts` knows what is true and why, `trail` draws what follows from the puzzle set by
//! set; `solving` tells a solver the open rest, `trace` notes what it does, and `retrace` makes steps of it; `search` makes
//! steps without a solver; `derivation` keeps and writes steps, `polish` makes them shorter; `refute` chooses the shorter proof
//! of a claim, `find` says which claim is true. [`export`] is for outside checkers, which need more hints and other `numbers`.

mod assignment;
mod trail;
mod proof_trace;
mod traced_session;
mod derivation;
mod proof_core;
mod lookahead;
mod trim;
mod prover;
mod claims;
mod clause_ids;
pub mod export;

use std::fmt;

use qedoku_proof::{VerifiedClaim, VerifyError, VerifyLimits, verify, write_header};
use qedoku_puzzle::{Board, Candidate, Puzzle};

pub use qedoku_proof::Claim;

use crate::{Interrupt, SolveError};
use claims::{count, count_classic, decide};
use derivation::Derivation;

/// What is to be proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofGoal {
    /// How many solutions there are, if not more than this; else that there are more.
    Solutions(u64),
    /// Whether this digit is forced in this cell, or excluded; if neither, a solution with it and one without it.
    Candidate(Candidate),
}

/// A claim and its proof, which the checker has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    text: Vec<u8>,
    accepted: VerifiedClaim,
}

impl Certificate {
    /// A text that the checker accepts; what follows after it is left out.
    pub fn read(puzzle: &Puzzle, mut text: Vec<u8>) -> Result<Certificate, VerifyError> {
        let mut rest = &text[..];
        // What is in memory already is not too large for it.
        let accepted = verify(puzzle, &mut rest, VerifyLimits { grid_bytes: usize::MAX, clause_bytes: usize::MAX })?;
        let length = text.len() - rest.len();
        text.truncate(length);
        Ok(Certificate { text, accepted })
    }

    /// What is true of the puzzle.
    pub fn claim(&self) -> &Claim {
        &self.accepted.claim
    }

    /// The number of steps of the proof.
    pub fn steps(&self) -> u64 {
        self.accepted.steps
    }

    /// The certificate as it is written.
    pub fn text(&self) -> &[u8] {
        &self.text
    }
}

/// The reason why there is no certificate.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProveError {
    /// The search was interrupted, or the solver failed.
    Solve(SolveError),
    /// The SAT solver's proof has a step that is not RUP.
    NotRup,
    /// The checker rejected the certificate.
    Rejected(VerifyError),
}

/// Finds out what is true and proves it. No certificate leaves unchecked.
pub fn prove(puzzle: &Puzzle, wish: ProofGoal, interrupt: &Interrupt) -> Result<Certificate, ProveError> {
    let (claim, proof) = match wish {
        ProofGoal::Solutions(limit) if puzzle.board() == Board::CLASSIC => count_classic(puzzle, limit, interrupt)?,
        ProofGoal::Solutions(limit) => count(puzzle, limit, interrupt)?,
        ProofGoal::Candidate(candidate) => decide(puzzle, candidate, interrupt)?,
    };
    let text = write(puzzle, &claim, &proof);
    drop(proof);
    Certificate::read(puzzle, text).map_err(ProveError::Rejected)
}

/// The text of a certificate.
fn write(puzzle: &Puzzle, claim: &Claim, proof: &Derivation) -> Vec<u8> {
    let mut text = Vec::new();
    let written = write_header(puzzle.board(), claim, &mut text).and_then(|()| proof.write(&mut text));
    written.expect("memory can be written");
    text
}

impl From<SolveError> for ProveError {
    fn from(error: SolveError) -> ProveError {
        ProveError::Solve(error)
    }
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProveError::Solve(error) => error.fmt(f),
            ProveError::NotRup => write!(f, "the SAT solver's proof has a step that is not RUP"),
            ProveError::Rejected(error) => write!(f, "the checker rejected the certificate: {error}"),
        }
    }
}

impl std::error::Error for ProveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ProveError::Solve(error) => std::error::Error::source(error),
            ProveError::Rejected(error) => Some(error),
            ProveError::NotRup => None,
        }
    }
}
