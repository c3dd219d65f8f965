//! Proof production: finds out what is true of a puzzle and certifies it.
//!
//! ```
//! use qedoku_puzzle::Puzzle;
//! use qedoku_solve::Interrupt;
//! use qedoku_solve::prove::{Claim, ProofGoal, prove};
//!
//! let puzzle: Puzzle = "4...3..2...4..2.".parse()?;
//! let certificate = prove(&puzzle, ProofGoal::default(), &Interrupt::default())?;
//! assert!(matches!(certificate.claim(), Claim::Exactly(grids) if grids.len() == 1));
//!
//! // The text is all that a checker needs besides the puzzle.
//! assert!(certificate.to_string().starts_with("qedoku certificate 2\nboard 4x4 boxes 2x2\nclaim exactly 1\ngrid 4 2 3 1 "));
//! assert_eq!(certificate.verify(&puzzle)?.claim, *certificate.claim());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A certificate proves a [`Claim`] by refuting its negation with clausal steps (RUP with hints, see
//! docs/guide/src/certificates.md):
//!
//! ```text
//!   Puzzle, ProofGoal
//!     -> claims          search for the true claim (lanes engine on 9x9, else CDCL)
//!     -> prover          refutation of its negation: unit propagation, look-ahead or CDCL
//!          axioms                                         puzzle and negated claim, assigned and propagated
//!          lookahead                                      probing and conflict-directed backjumping
//!          traced_session, proof_trace, proof_core        CaDiCaL, its recorded proof, the core of that proof
//!          trim, derivation                               proof trimming; steps in memory and as text
//!   external solver's proof
//!     -> clausal_proof                                     RUP steps, checked and given hints
//!     -> qedoku_proof    independent checker
//!     -> Certificate     -> export, clause_ids            CNF, LRAT and DRAT for external checkers
//!                        -> coq                           a theorem for Coq
//!                        -> compose                       certificates of cubes: the certificate of the puzzle
//! ```
//!
//! Nothing in this module is trusted. A bug in a prover or in trimming makes [`prove()`] fail with
//! [`ProveError::Rejected`]; it cannot make a wrong certificate.

mod axioms;
mod proof_trace;
mod traced_session;
mod derivation;
mod proof_core;
mod lookahead;
mod trim;
mod prover;
mod claims;
mod clausal_proof;
mod clause_ids;
pub mod compose;
pub mod export;
pub mod coq;

use std::fmt;
use std::io::{self, BufRead, Read, Write};

use qedoku_proof::{VerifiedClaim, VerifyError, VerifyLimits, verify, verify_text, write_header};
use qedoku_puzzle::{Candidate, Grid, Puzzle};

pub use qedoku_proof::Claim;

use crate::{Interrupt, SolveError};
use claims::{ProvedClaim, prove_goal};
pub use clausal_proof::ProofImportError;
pub(crate) use clausal_proof::import_clausal_proof;

/// The question that a certificate answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofGoal {
    /// The number of solutions, up to this limit. If there are more, the certificate shows one more than the limit.
    Solutions(u64),
    /// Whether every solution contains this candidate, or none does. If neither, the certificate shows a solution with
    /// it and one without it.
    Candidate(Candidate),
}

impl Default for ProofGoal {
    /// `Solutions(1)`: whether the puzzle has exactly one solution.
    fn default() -> ProofGoal {
        ProofGoal::Solutions(1)
    }
}

/// Finds the true claim that answers a goal, and proves it. Every certificate has passed the checker.
pub fn prove(puzzle: &Puzzle, goal: ProofGoal, interrupt: &Interrupt) -> Result<Certificate, ProveError> {
    let proved = prove_goal(puzzle, goal, interrupt)?; // search, trimmed proof
    check(puzzle, proved, interrupt)
}

/// The certificate that these grids are solutions.
pub(crate) fn certify_grids(
    puzzle: &Puzzle,
    grids: Vec<Grid>,
    interrupt: &Interrupt,
) -> Result<Certificate, ProveError> {
    check(puzzle, ProvedClaim::at_least(grids), interrupt)
}

/// The certificate of a claim, accepted by the independent checker.
fn check(puzzle: &Puzzle, proved: ProvedClaim, interrupt: &Interrupt) -> Result<Certificate, ProveError> {
    let text = write_text(puzzle, proved);
    Certificate::read_until(puzzle, text, interrupt).map_err(|error| match error {
        _ if interrupt.is_set() => ProveError::Solve(SolveError::Interrupted),
        error => ProveError::Rejected(error),
    })
}

/// The text of a certificate. Consumes the proof: on large boards its memory is needed for the check.
fn write_text(puzzle: &Puzzle, ProvedClaim { claim, proof }: ProvedClaim) -> Vec<u8> {
    let mut text = Vec::new();
    let written = write_header(puzzle.board(), &claim, &mut text).and_then(|()| proof.write(&mut text));
    written.expect("writing to memory cannot fail");
    text
}

/// A claim about a puzzle with its proof, accepted by the checker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// UTF-8: the checker refuses anything else.
    text: Vec<u8>,
    verified: VerifiedClaim,
}

/// The limits of the checker protect it from hostile streams; a certificate that is already in memory needs none.
const UNLIMITED: VerifyLimits = VerifyLimits { grid_bytes: usize::MAX, clause_bytes: usize::MAX };

impl Certificate {
    /// Reads and verifies a certificate. Text that follows it is dropped.
    pub fn read(puzzle: &Puzzle, text: Vec<u8>) -> Result<Certificate, VerifyError> {
        Certificate::read_until(puzzle, text, &Interrupt::default())
    }

    /// [`Certificate::read`]; fails with an error of the reader if interrupted.
    pub fn read_until(puzzle: &Puzzle, mut text: Vec<u8>, interrupt: &Interrupt) -> Result<Certificate, VerifyError> {
        let mut reader = InterruptibleReader { rest: &text, interrupt };
        let verified = verify(puzzle, &mut reader, UNLIMITED)?;
        let length = text.len() - reader.rest.len();
        text.truncate(length);
        Ok(Certificate { text, verified })
    }

    /// The statement that is proved.
    pub fn claim(&self) -> &Claim {
        &self.verified.claim
    }

    /// Number of steps of the proof.
    pub fn steps(&self) -> u64 {
        self.verified.steps
    }

    /// The certificate in the format of docs/guide/src/certificates.md.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Writes the text of the certificate.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        out.write_all(&self.text)
    }

    /// Verifies the text again, by the checker of `qedoku-proof` and nothing else.
    ///
    /// It succeeds for the puzzle for which the certificate was made. For another puzzle it fails, unless the proof is
    /// valid there too.
    pub fn verify(&self, puzzle: &Puzzle) -> Result<VerifiedClaim, VerifyError> {
        verify_text(puzzle, &self.text, UNLIMITED)
    }
}

/// Text in memory that the checker reads in pieces; reading fails once the interrupt flag is set.
struct InterruptibleReader<'a> {
    rest: &'a [u8],
    interrupt: &'a Interrupt,
}

/// Bytes between two polls of the interrupt flag: some hundred steps of a proof.
const BYTES_PER_POLL: usize = 1 << 16;

impl Read for InterruptibleReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for InterruptibleReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.interrupt.is_set() {
            return Err(io::Error::other("interrupted"));
        }
        Ok(&self.rest[..self.rest.len().min(BYTES_PER_POLL)])
    }

    fn consume(&mut self, amount: usize) {
        self.rest = &self.rest[amount..];
    }
}

/// The text of the certificate.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.text))
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
    /// The SAT solver found this solution, which the first search did not: a bug in one of the engines.
    ClaimRefuted(Grid),
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
            ProveError::ClaimRefuted(grid) => write!(f, "the SAT solver found another solution: {grid}"),
        }
    }
}

/// The message of an inner error is part of the message here, so `source` continues with the cause of the inner error.
impl std::error::Error for ProveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ProveError::Solve(error) => std::error::Error::source(error),
            ProveError::Rejected(error) => std::error::Error::source(error),
            ProveError::NotRup | ProveError::ClaimRefuted(_) => None,
        }
    }
}
