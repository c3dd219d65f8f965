//! What can be said about a puzzle.

use std::fmt;

use qedoku_puzzle::{Candidate, Grid};

/// A statement about the solutions of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// These are the solutions, and there is no other. No grid at all: there is no solution.
    Exactly(Vec<Grid>),
    /// These are solutions; there may be others.
    AtLeast(Vec<Grid>),
    /// Every solution has this digit in this cell.
    Forced(Candidate),
    /// No solution has this digit in this cell.
    Excluded(Candidate),
}

impl Claim {
    /// The grids that it says are solutions.
    pub fn grids(&self) -> &[Grid] {
        match self {
            Claim::Exactly(grids) | Claim::AtLeast(grids) => grids,
            Claim::Forced(_) | Claim::Excluded(_) => &[],
        }
    }

    /// Whether its opposite must be refuted: all but "at least", which its grids show.
    pub fn needs_steps(&self) -> bool {
        !matches!(self, Claim::AtLeast(_))
    }
}

/// As a certificate writes it, and people read it: `exactly 1`, `forced r3c4=5`.
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
