//! Claims: statements about the solutions of a puzzle that a certificate can prove.

use std::fmt;

use qedoku_puzzle::{Candidate, Grid};

/// A statement about the solutions of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The set of solutions is exactly this one; if it is empty, the puzzle has no solution.
    Exactly(Vec<Grid>),
    /// These grids are solutions; there may be more.
    AtLeast(Vec<Grid>),
    /// Every solution contains this candidate.
    Forced(Candidate),
    /// No solution contains this candidate.
    Excluded(Candidate),
}

impl Claim {
    /// The grids claimed to be solutions.
    pub fn grids(&self) -> &[Grid] {
        match self {
            Claim::Exactly(grids) | Claim::AtLeast(grids) => grids,
            Claim::Forced(_) | Claim::Excluded(_) => &[],
        }
    }

    /// Whether the claim needs a refutation of its negation. `AtLeast` does not: the referee accepts its grids or not.
    pub fn needs_steps(&self) -> bool {
        !matches!(self, Claim::AtLeast(_))
    }
}

/// The text in a certificate after `claim`: `exactly 1`, `forced r3c4=5`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Exactly(grids) => write!(f, "exactly {}", grids.len()),
            Claim::AtLeast(grids) => write!(f, "at-least {}", grids.len()),
            Claim::Forced(candidate) => write!(f, "forced {candidate}"),
            Claim::Excluded(candidate) => write!(f, "excluded {candidate}"),
        }
    }
}
