//! `solve --certified`: the verdict comes with a certificate, and with the time that it took to check it.

use std::fmt;
use std::time::{Duration, Instant};

use qedoku::proof::{VerifyLimits, verify};
use qedoku::prove::{ProofGoal, ProveError, prove};
use qedoku::{Interrupt, Puzzle};
use serde_json::{Value, json};

use crate::output::pluralize;

/// What is to be said about the certificate of a verdict.
pub(crate) struct Certified {
    claim: String,
    steps: u64,
    bytes: u64,
    checked: Duration,
}

impl Certified {
    /// Proves none, one or many, and checks the proof with a look at the clock.
    pub(crate) fn new(puzzle: &Puzzle, stop: &Interrupt) -> Result<Certified, ProveError> {
        let certificate = prove(puzzle, ProofGoal::Solutions(1), stop)?;
        let begin = Instant::now();
        let accepted = verify(puzzle, certificate.text(), VerifyLimits::default()).map_err(ProveError::Rejected)?;
        let (bytes, checked) = (certificate.text().len() as u64, begin.elapsed());
        Ok(Certified { claim: accepted.claim.to_string(), steps: accepted.steps, bytes, checked })
    }

    /// What JSON says of it.
    pub(crate) fn fields(&self) -> Value {
        let seconds = self.checked.as_secs_f64();
        let fields = json!({ "claim": self.claim, "steps": self.steps, "bytes": self.bytes, "check_seconds": seconds });
        json!({ "certificate": fields })
    }
}

impl fmt::Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (steps, bytes) = (pluralize(self.steps, "step"), pluralize(self.bytes, "byte"));
        let milliseconds = self.checked.as_secs_f64() * 1e3;
        write!(f, "certified: {}, {steps}, {bytes}, checked in {milliseconds:.2} ms", self.claim)
    }
}
