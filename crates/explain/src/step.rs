//! Steps of an explanation: a conclusion (one placement, or some eliminations) and its justification.

use qedoku_puzzle::Candidate;
pub use qedoku_puzzle::ExactlyOne;

use super::patterns::Pattern;
use super::position::Position;
use super::techniques::Technique;
use super::techniques::recognize;

/// An inference: a placement or eliminations that follow from a [`Position`].
///
/// A single places a digit, every other step eliminates candidates, and a contradiction does neither.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The name under which the step is known.
    pub technique: Technique,
    /// Justification of the conclusion.
    pub justification: Justification,
    /// The digit placed by a single; `None` for every other step.
    pub placement: Option<Candidate>,
    /// The candidates eliminated; empty for a single.
    pub eliminations: Vec<Candidate>,
}

/// Justification of the conclusion of a [`Step`].
///
/// Every variant speaks of exactly-one constraints alone, so the same checker ([`StepChecker`](super::StepChecker))
/// serves all of them and the name of the technique is only a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Justification {
    /// One candidate of the constraint is left: a naked single of a cell, or a hidden single of a digit in a house.
    Single(ExactlyOne),
    /// A refutation by unit propagation: if an eliminated candidate were true, each constraint in turn would have one
    /// candidate left, which would be true then, and the last constraint would have none.
    ///
    /// This is a braid (D. Berthier, "Pattern-Based Constraint Satisfaction and Logic Puzzles", 2012). With one
    /// constraint it is called locked candidates; wings and alternating inference chains are special cases.
    Chain(Vec<ChainLink>),
    /// n base constraints without a common candidate, whose candidates all lie in n cover constraints. The n true
    /// candidates of the base lie one in each cover, so every other candidate that sees all base candidates of a cover is
    /// false. Naked and hidden subsets, basic fish, continuous loops (`cover[i]` joins `base[i]` to the next one).
    BaseCover {
        /// Constraints whose open candidates are all covered.
        base: Vec<ExactlyOne>,
        /// Constraints that contain them.
        cover: Vec<ExactlyOne>,
    },
    /// A pattern with a name: the clauses it is made of cannot all be satisfied if an eliminated candidate is true.
    Pattern(Box<Pattern>),
    /// A nested forcing chain: if the eliminated candidate were true, these steps would follow one after the other, and
    /// the last one is a contradiction.
    Nested(Vec<Step>),
    /// No candidate of the constraint is left: the assumption, or the puzzle itself, has no solution.
    Contradiction(ExactlyOne),
}

/// One unit propagation of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainLink {
    /// The constraint that propagates.
    pub constraint: ExactlyOne,
    /// Its last open candidate; `None` at the end of the chain, where the constraint has no candidate left.
    pub candidate: Option<Candidate>,
}

impl Step {
    /// Creates a step and finds its [`Technique`]. The justification must hold in `position`, the one before the step.
    pub fn new(
        position: &Position,
        justification: Justification,
        placement: Option<Candidate>,
        eliminations: Vec<Candidate>,
    ) -> Step {
        Step { technique: recognize(position, &justification, &eliminations), justification, placement, eliminations }
    }

    /// The size of the step: the number of exactly-one constraints it looks at.
    ///
    /// A single has size 0, so that singles always come first. A nested forcing chain counts all steps inside and 1 for
    /// its assumption.
    pub fn size(&self) -> usize {
        match &self.justification {
            Justification::Single(_) | Justification::Contradiction(_) => 0,
            Justification::Chain(links) => links.len(),
            Justification::BaseCover { base, .. } => base.len(),
            Justification::Pattern(pattern) => pattern.constraints.len() + usize::from(pattern.deadly.is_some()),
            Justification::Nested(steps) => 1 + steps.iter().map(Step::size).sum::<usize>(),
        }
    }
}
