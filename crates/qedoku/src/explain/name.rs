//! The names of steps.

use qedoku_puzzle::Candidate;

use super::{Position, Reason, Set, Technique};

/// The name of a step that takes these candidates away for this reason.
pub(crate) fn name(_position: &Position, reason: &Reason, _removed: &[Candidate]) -> Technique {
    match reason {
        Reason::Single(Set::Cell(_)) => Technique::NakedSingle,
        Reason::Single(Set::Place(..)) => Technique::HiddenSingle,
        Reason::Chain(links) => Technique::Chain(links.len()),
        Reason::Counted { sets, .. } => Technique::Chain(sets.len()),
        Reason::Nested(_) => Technique::Nested,
        Reason::Contradiction(_) => Technique::Contradiction,
    }
}
