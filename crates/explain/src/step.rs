//! A step of an explanation: what goes or is placed, and why.

use qedoku_puzzle::Candidate;
pub use qedoku_puzzle::ExactlyOne;

use super::position::Position;
use super::techniques::Technique;
use super::techniques::recognize;

/// What follows from what is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The name that people know it by.
    pub technique: Technique,
    /// Why.
    pub reason: Reason,
    /// The digit that is placed, by a single.
    pub placed: Option<Candidate>,
    /// The candidates that go, by any other step.
    pub removed: Vec<Candidate>,
}

/// Why something follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The set has only one candidate left.
    Single(ExactlyOne),
    /// Were one of the removed candidates true, each set in turn would be left with one candidate, which would be true then,
    /// and the last one with none. (A braid of D. Berthier; with one set, locked candidates.)
    Chain(Vec<Link>),
    /// As many sets as there are covers, and all their candidates are in the covers: so each cover's true candidate is in one of
    /// the sets, and its others go. (Naked and hidden pairs to quads, fish.)
    Counted {
        /// Whose candidates are looked at.
        sets: Vec<ExactlyOne>,
        /// Where all of them are.
        covers: Vec<ExactlyOne>,
    },
    /// Were the removed candidate true, these steps would follow one after the other; the last one is a contradiction.
    Nested(Vec<Step>),
    /// The set has no candidate left: what was assumed, or the puzzle itself, is impossible.
    Contradiction(ExactlyOne),
}

/// One move of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The set that is looked at.
    pub set: ExactlyOne,
    /// Its only candidate that is left by then; none at the end of the chain.
    pub left: Option<Candidate>,
}

impl Step {
    /// A step with the name that its shape deserves; the reason holds in the position, which is the one before it.
    pub fn new(position: &Position, reason: Reason, placed: Option<Candidate>, removed: Vec<Candidate>) -> Step {
        Step { technique: recognize(position, &reason, &removed), reason, placed, removed }
    }

    /// The number of sets used; a single is no work at all, and nested steps count all that is inside and one more.
    pub fn size(&self) -> usize {
        match &self.reason {
            Reason::Single(_) | Reason::Contradiction(_) => 0,
            Reason::Chain(links) => links.len(),
            Reason::Counted { sets, .. } => sets.len(),
            Reason::Nested(steps) => 1 + steps.iter().map(Step::size).sum::<usize>(),
        }
    }
}
