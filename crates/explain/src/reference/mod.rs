//! Reference braid search: straightforward, for boards of every size.
//!
//! A braid refutes a candidate, its target: if the target were true, unit propagation would reduce one constraint after
//! the other to a single candidate, and the last one to none (definitions and a picture in `braids/mod.rs`). The module
//! has two searches:
//!
//! - [`smallest_braid`] tries everything, by size. It is written to be evidently correct; the tests compare the fast
//!   search of `braids/` with it.
//! - `layered_propagation.rs` propagates all consequences of a target at once. That gives some braid, rarely a smallest
//!   one, and a lower bound on the size of all. On large boards it runs for each of a hundred thousand candidates.
//!
//! [`next_step`], [`why_not`] and [`why`] use the second to decide where the first is worth its cost. They explain
//! boards larger than 16x16, which the bit masks of `braids/` do not cover. Cost is counted in candidates visited, some
//! hundred million a second. A result states whether it was proved to be smallest.

mod open_candidates;
mod exhaustive_search;
mod layered_propagation;
mod minimize;
mod steps;

pub use exhaustive_search::smallest_braid;
pub use qedoku_solve::sat::SearchOutcome;
pub use steps::{NextStep, PlacementExplanation, next_step, why, why_not};

use super::step::ChainLink;
use qedoku_solve::{Interrupt, Progress};

/// A braid that refutes a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefutingBraid {
    /// Its constraints in order.
    pub links: Vec<ChainLink>,
    /// Whether it was proved that no braid of the candidate is smaller. Otherwise the braid is minimal: no constraint
    /// can be left out.
    pub is_smallest: bool,
}

/// A budget that suffices for most small braids: some tenths of a second.
pub const DEFAULT_BUDGET: u64 = 50_000_000;

/// The limits of a search.
#[derive(Clone, Debug)]
pub struct SearchBudget {
    /// Candidates that may be visited.
    pub candidates: u64,
    /// Ends the search as if the budget were exhausted.
    pub interrupt: Interrupt,
    /// Receives how many candidates the search for a step has tested.
    pub progress: Progress,
}

/// A budget without an interrupt flag.
impl From<u64> for SearchBudget {
    fn from(candidates: u64) -> SearchBudget {
        SearchBudget { candidates, interrupt: Interrupt::default(), progress: Progress::default() }
    }
}

/// The default budget with an interrupt flag.
impl From<&Interrupt> for SearchBudget {
    fn from(interrupt: &Interrupt) -> SearchBudget {
        SearchBudget { interrupt: interrupt.clone(), ..DEFAULT_BUDGET.into() }
    }
}
