//! `solve --certified`: the verdict is the claim of a certificate that the checker has verified.
//!
//! The prover searches for the solutions itself, so a certified puzzle is solved once, and the verdict and the grids shown
//! are those of the claim. With an external solver the certificate is made of its proof, or else proves its claim.

use std::fmt::Display;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use qedoku::external::{CertifiedAnswer, SolverProof};
use qedoku::message_text::{describe_claim, describe_enumeration};
use qedoku::proof::{VerifyLimits, verify};
use qedoku::prove::{Certificate, Claim, ProofGoal, ProveError, prove};
use qedoku::{Answer, Completeness, Engine, EnumerationResult, Grid, Locale, Puzzle, SolveError, Solver};
use serde_json::{Value, json};

/// A verdict and its certificate.
pub(super) struct CertifiedResult {
    pub(super) result: EnumerationResult<Grid>,
    pub(super) certification: Certification,
}

/// The certificate of a verdict.
pub(super) enum Certification {
    NotRequested,
    Certified(CertificateSummary),
    /// The verdict of an external solver, whose proof was interrupted.
    Interrupted,
}

/// Size of a certificate, the time to check it, and its origin.
pub(super) struct CertificateSummary {
    claim: Claim,
    steps: u64,
    bytes: u64,
    check_time: Duration,
    /// The external solver, and the use of its proof.
    solver_proof: Option<(String, SolverProof)>,
}

impl CertifiedResult {
    /// Proves that a puzzle has no, one or many solutions. `None` if the prover was interrupted.
    pub(super) fn prove(puzzle: &Puzzle, solver: &Solver) -> Result<Option<CertifiedResult>> {
        let proved = match &solver.engine {
            Engine::External(external) => external.certify(puzzle, &solver.interrupt).map(|answer| match answer {
                CertifiedAnswer::Certified { certificate, solver_proof } => {
                    Ok((certificate, Some((external.name().to_owned(), solver_proof))))
                }
                CertifiedAnswer::NotCertified(answer) => Err(answer),
            }),
            _ => prove(puzzle, ProofGoal::Solutions(1), &solver.interrupt).map(|certificate| Ok((certificate, None))),
        };
        let (certificate, solver_proof) = match proved {
            Ok(Ok(proved)) => proved,
            Ok(Err(answer)) => {
                return Ok(Some(CertifiedResult { result: answer.into(), certification: Certification::Interrupted }));
            }
            Err(ProveError::Solve(SolveError::Interrupted)) => return Ok(None),
            Err(ProveError::Solve(failure)) => return Err(failure.into()),
            Err(error) => return Err(error).with_context(|| format!("puzzle {}", puzzle.givens())),
        };
        let certified = CertifiedResult::from_certificate(puzzle, &certificate, solver_proof);
        certified.map(Some).with_context(|| format!("puzzle {}", puzzle.givens()))
    }

    /// Checks a certificate and takes the verdict from its claim.
    fn from_certificate(
        puzzle: &Puzzle,
        certificate: &Certificate,
        solver_proof: Option<(String, SolverProof)>,
    ) -> Result<CertifiedResult> {
        let result = EnumerationResult::from(answer(certificate.claim())?);
        // The prover has checked the certificate already. This check measures the time, and the claim it accepts is the
        // one that is printed.
        let start = Instant::now();
        let verified = verify(puzzle, certificate.text(), VerifyLimits::default()).map_err(ProveError::Rejected)?;
        let check_time = start.elapsed();
        ensure_claimed(&result, &verified.claim)?;
        let bytes = certificate.text().len() as u64;
        let (claim, steps) = (verified.claim, verified.steps);
        let summary = CertificateSummary { claim, steps, bytes, check_time, solver_proof };
        Ok(CertifiedResult { result, certification: Certification::Certified(summary) })
    }
}

/// The verdict that a claim states: that of a certificate for `ProofGoal::Solutions(1)`.
fn answer(claim: &Claim) -> Result<Answer> {
    Ok(match claim {
        Claim::Exactly(grids) if grids.is_empty() => Answer::None,
        Claim::Exactly(grids) if grids.len() == 1 => Answer::One(grids[0].clone()),
        Claim::AtLeast(grids) if grids.len() == 2 => Answer::Many(grids[0].clone(), grids[1].clone()),
        _ => bail!("internal error: the certificate claims '{claim}', which is no verdict; please report this"),
    })
}

/// Fails unless the claim states the verdict and contains the grids that are shown with it. A difference is a bug, and a
/// certificate that proves something else than what is printed would be worse than none.
fn ensure_claimed(result: &EnumerationResult<Grid>, claim: &Claim) -> Result<()> {
    let is_claimed = match (result.completeness, claim) {
        (Completeness::Complete, Claim::Exactly(grids)) | (Completeness::More, Claim::AtLeast(grids)) => {
            result.solutions == *grids
        }
        _ => false,
    };
    if !is_claimed {
        bail!(
            "internal error: the verdict '{}' differs from the claim '{claim}' of its certificate; please report this",
            describe_enumeration(result, Locale::English)
        );
    }
    Ok(())
}

impl Certification {
    /// Whether a certificate was accepted.
    pub(super) fn is_certified(&self) -> bool {
        matches!(self, Certification::Certified(_))
    }

    /// Whether a certificate was wanted and is missing.
    pub(super) fn is_interrupted(&self) -> bool {
        matches!(self, Certification::Interrupted)
    }

    /// The fields for JSON output.
    pub(super) fn fields(&self) -> Value {
        match self {
            Certification::NotRequested => Value::Null,
            Certification::Certified(summary) => json!({ "certificate": summary.fields() }),
            Certification::Interrupted => json!({ "certificate": null }),
        }
    }

    /// The line for people.
    pub(super) fn describe(&self, locale: Locale) -> Option<String> {
        match self {
            Certification::NotRequested => None,
            Certification::Certified(summary) => Some(summary.describe(locale)),
            Certification::Interrupted => Some(locale.text("solve.not-certified").to_owned()),
        }
    }
}

impl CertificateSummary {
    fn fields(&self) -> Value {
        let seconds = self.check_time.as_secs_f64();
        let claim = self.claim.to_string();
        let mut fields = json!({ "claim": claim, "steps": self.steps, "bytes": self.bytes, "check_seconds": seconds });
        let (producer, solver_proof) = match &self.solver_proof {
            None => ("qedoku", None),
            Some((solver, SolverProof::Checked)) => (&solver[..], Some("checked")),
            Some((solver, SolverProof::NotNeeded)) => (&solver[..], Some("not needed")),
            Some((_, SolverProof::Unusable(error))) => {
                fields["reason"] = error.to_string().into();
                ("qedoku", Some("not accepted"))
            }
            Some((_, SolverProof::Missing)) => ("qedoku", Some("missing")),
        };
        fields["proof_by"] = producer.into();
        if let Some(solver_proof) = solver_proof {
            fields["solver_proof"] = solver_proof.into();
        }
        fields
    }

    /// The summary for people: `certified: exactly 1, 1 step, 140 bytes, proof by cadical, checked in 0.01 ms`.
    fn describe(&self, locale: Locale) -> String {
        let claim = describe_claim(&self.claim, locale);
        let (steps, bytes) = (locale.counted("steps", self.steps, &[]), locale.counted("bytes", self.bytes, &[]));
        let milliseconds = locale.decimal(self.check_time.as_secs_f64() * 1e3, 2);
        let mut values: Vec<(&str, &dyn Display)> =
            vec![("claim", &claim), ("steps", &steps), ("bytes", &bytes), ("milliseconds", &milliseconds)];
        match &self.describe_proof(locale) {
            None => locale.format("solve.certified", &values),
            Some(proof) => {
                values.push(("proof", proof));
                locale.format("solve.certified.proof", &values)
            }
        }
    }

    /// Who made the proof; `None` without an external solver, and if its solutions are the proof.
    fn describe_proof(&self, locale: Locale) -> Option<String> {
        let (solver, proof) = self.solver_proof.as_ref()?;
        match proof {
            SolverProof::NotNeeded => None,
            SolverProof::Checked => Some(locale.format("solve.proof.solver", &[("solver", solver)])),
            SolverProof::Missing => Some(locale.format("solve.proof.missing", &[("solver", solver)])),
            SolverProof::Unusable(reason) => {
                Some(locale.format("solve.proof.not-accepted", &[("solver", solver), ("reason", reason)]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku::Interrupt;

    /// Puzzles with no, one and six solutions.
    const PUZZLES: [&str; 3] = ["123....4........", "..2..3.114......", "..2..3.1........"];

    fn certified(puzzle: &str) -> (EnumerationResult<Grid>, Claim) {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let certificate = prove(&puzzle, ProofGoal::Solutions(1), &Interrupt::default()).unwrap();
        let CertifiedResult { result, .. } = CertifiedResult::from_certificate(&puzzle, &certificate, None).unwrap();
        (result, certificate.claim().clone())
    }

    #[test]
    fn the_verdict_is_the_claim() {
        let results = PUZZLES.map(|puzzle| certified(puzzle).0);
        assert_eq!(results.each_ref().map(EnumerationResult::as_str), ["none", "one", "many"]);
        assert_eq!(results.each_ref().map(|result| result.solutions.len()), [0, 1, 2]);
    }

    #[test]
    fn a_verdict_that_differs_from_the_claim_is_an_internal_error() {
        let certified = PUZZLES.map(certified);
        for (number, (result, _)) in certified.iter().enumerate() {
            for (other, (_, claim)) in certified.iter().enumerate() {
                let confirmed = ensure_claimed(result, claim);
                assert_eq!(confirmed.is_ok(), number == other, "{result:?} and {claim}");
                let is_internal = |error: anyhow::Error| error.to_string().starts_with("internal error: the verdict '");
                assert!(confirmed.err().is_none_or(is_internal));
            }
        }
    }

    #[test]
    fn a_grid_that_is_not_in_the_certificate_is_an_internal_error() {
        let (result, claim) = certified(PUZZLES[1]);
        let other_grid = "1234341221434321".parse::<Puzzle>().unwrap().givens().clone();
        assert!(ensure_claimed(&EnumerationResult { solutions: vec![other_grid], ..result }, &claim).is_err());
    }

    #[test]
    fn a_claim_about_one_candidate_is_no_verdict() {
        let claim = Claim::Forced("r1c1=4".parse().unwrap());
        assert!(answer(&claim).is_err());
    }
}
