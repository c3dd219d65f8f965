//! Certified answers of an external solver: its proof as a certificate, or else a certificate of our own for the same claim.
//!
//! ```text
//!   runs of the solver --- two solutions ----------------------------> certificate: both grids
//!        | "unsatisfiable"
//!        v
//!   the solver's proof --- every step follows by propagation --------> certificate: the solver's proof
//!        | none, or not usable
//!        v
//!   our prover ----------- the same claim ---------------------------> certificate: our proof
//!        |        \------- another claim ----------------------------> error: the solver is wrong
//!        v interrupted
//!   the claim is not certified
//! ```

use std::fs::File;
use std::io::BufReader;

use qedoku_encode::{Encoding, Formula, Lit, Var};
use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::{Answer, Grid, Puzzle, referee};

use super::command::{CommandLine, ExternalSolverError};
use super::{ExternalSolver, run, write_instance};
use crate::problem::SatProblem;
use crate::prove::{Certificate, ProofGoal, ProofImportError, ProveError, certify_grids, import_clausal_proof, prove};
use crate::solver::decode_output;
use crate::{Interrupt, SolveError};

/// Greatest proof in bytes that is imported. The solver is stopped if it writes more, and runs again without a proof. A proof of
/// this size has some million steps; our own is then found sooner.
const PROOF_BYTES: u64 = 256 << 20;

/// The answer of an external solver, and whether it is certified.
#[derive(Debug)]
pub enum CertifiedAnswer {
    /// The checker has accepted a certificate for the answer.
    Certified {
        /// The certificate; its claim is the answer.
        certificate: Certificate,
        /// What the solver contributed to it.
        solver_proof: SolverProof,
    },
    /// The work was interrupted before there was a certificate; the answer rests on the word of the solver.
    NotCertified(Answer),
}

/// The use of an external solver's proof for a certificate.
#[derive(Debug)]
pub enum SolverProof {
    /// The solver's proof was checked, step by step, and became the certificate.
    Checked,
    /// The certificate consists of two solutions.
    NotNeeded,
    /// The solver wrote no proof; the certificate is our own.
    Missing,
    /// The solver's proof was not accepted; the certificate is our own.
    Unusable(ProofImportError),
}

/// The result of the runs: the claim of the solver.
struct SolverClaim {
    grids: Vec<Grid>,
    /// The directory of the run that reported "unsatisfiable", if there was such a run and it was to write a proof.
    proof: Option<run::RunDirectory>,
}

impl ExternalSolver {
    /// Decides whether a puzzle has no, one or many solutions, and certifies the answer. A solver whose claim is refuted is
    /// an error.
    pub fn certify(&self, puzzle: &Puzzle, interrupt: &Interrupt) -> Result<CertifiedAnswer, ProveError> {
        let encoding = Encoding::new(puzzle, self.options).expect("the options were checked");
        let SolverClaim { grids, proof } = self.search(puzzle, &encoding, interrupt)?;
        if grids.len() > 1 {
            let certificate = certify_grids(puzzle, grids, interrupt)?;
            return Ok(CertifiedAnswer::Certified { certificate, solver_proof: SolverProof::NotNeeded });
        }
        let claim = Claim::Exactly(grids);
        let solver_proof = match proof.map(|directory| import(puzzle, &claim, &encoding, &directory, interrupt)) {
            Some(Ok(certificate)) => {
                return Ok(CertifiedAnswer::Certified { certificate, solver_proof: SolverProof::Checked });
            }
            Some(Err(ProofImportError::File(_))) | None => SolverProof::Missing,
            Some(Err(error)) => SolverProof::Unusable(error),
        };
        self.certify_ourselves(puzzle, &claim, solver_proof, interrupt)
    }

    /// Proves the claim of the solver without its help.
    fn certify_ourselves(
        &self,
        puzzle: &Puzzle,
        claim: &Claim,
        solver_proof: SolverProof,
        interrupt: &Interrupt,
    ) -> Result<CertifiedAnswer, ProveError> {
        match prove(puzzle, ProofGoal::Solutions(1), interrupt) {
            Ok(certificate) if certificate.claim() == claim => {
                Ok(CertifiedAnswer::Certified { certificate, solver_proof })
            }
            Ok(certificate) => {
                let (solver, proved) = (self.name().to_owned(), certificate.claim().to_string());
                Err(SolveError::RefutedClaim { solver, claimed: claim.to_string(), proved }.into())
            }
            Err(ProveError::Solve(SolveError::Interrupted)) => {
                let answer = claim.grids().first().map_or(Answer::None, |grid| Answer::One(grid.clone()));
                Ok(CertifiedAnswer::NotCertified(answer))
            }
            Err(error) => Err(error),
        }
    }

    /// Searches for up to two solutions, with a proof if the solver can write one that can be imported.
    fn search(&self, puzzle: &Puzzle, encoding: &Encoding, interrupt: &Interrupt) -> Result<SolverClaim, SolveError> {
        let plain = self.command(interrupt);
        // The steps of a proof with auxiliary variables say nothing about candidates alone.
        let has_auxiliary = encoding.size().variables > encoding.variables().max_var();
        let with_proof = if has_auxiliary { None } else { plain.with_importable_proof() };
        let (mut grids, mut blocked) = (Vec::new(), Vec::new());
        while grids.len() < 2 {
            if blocked.iter().any(Vec::is_empty) {
                return Ok(SolverClaim { grids, proof: None }); // There can be no other solution.
            }
            let (found, proof) = run_once(plain, with_proof.as_ref(), encoding, &blocked, interrupt)?;
            let Some(grid) = found else { return Ok(SolverClaim { grids, proof }) };
            referee::check(puzzle, &grid).map_err(|error| SolveError::InvalidSolution(error.into()))?;
            if grids.contains(&grid) {
                return Err(SolveError::DuplicateSolution);
            }
            blocked.push(encoding.blocking_clause(&grid));
            grids.push(grid);
        }
        Ok(SolverClaim { grids, proof: None })
    }
}

/// Runs the solver with a proof if it can write one; again without, if the proof gets too long. Returns the solution, and the
/// directory with the proof.
fn run_once(
    plain: &CommandLine,
    with_proof: Option<&CommandLine>,
    encoding: &Encoding,
    blocked: &[Vec<Lit>],
    interrupt: &Interrupt,
) -> Result<(Option<Grid>, Option<run::RunDirectory>), SolveError> {
    let write = || {
        let mut directory = write_instance(encoding, blocked)?;
        directory.proof_limit = PROOF_BYTES;
        Ok::<_, SolveError>(directory)
    };
    if let Some(command) = with_proof {
        let directory = write()?;
        match run::run(command, &directory, interrupt) {
            Err(SolveError::External(ExternalSolverError::TooMuchOutput(..))) => {}
            output => return Ok((decode_output(output?, encoding)?, Some(directory))),
        }
    }
    Ok((decode_output(run::run(plain, &write()?, interrupt)?, encoding)?, None))
}

/// Makes a certificate of the proof in a run directory. The puzzle and the claim are stated anew: neither the formula that
/// the solver read nor any other file is involved.
fn import(
    puzzle: &Puzzle,
    claim: &Claim,
    encoding: &Encoding,
    directory: &run::RunDirectory,
    interrupt: &Interrupt,
) -> Result<Certificate, ProofImportError> {
    let proof = BufReader::new(File::open(directory.proof()).map_err(ProofImportError::File)?);
    let literal = |number: i64| {
        let var = Var::new(u32::try_from(number.unsigned_abs()).ok()?)?;
        let (cell, digit) = encoding.variables().candidate(var)?;
        let candidate = CandidateLit::positive(puzzle.board(), cell, digit);
        Some(if number > 0 { candidate } else { !candidate })
    };
    import_clausal_proof(puzzle, claim.clone(), proof, literal, interrupt)
}
