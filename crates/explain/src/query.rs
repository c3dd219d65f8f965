//! Queries to the explainer, and the checked steps that answer them.

use qedoku_puzzle::Candidate;

use super::instances::checker;
use super::link_order::order_links;
use super::{CandidateExplanation, Explainer, HintLevel, Justification, PlacementDerivation, Position, Step};

/// A query about a puzzle or position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplainQuery {
    /// All steps to the solution, or why there is none or more than one.
    SolutionPath,
    /// The next step.
    NextStep,
    /// A hint at the next step.
    Hint(HintLevel),
    /// All steps up to this size.
    AllSteps(usize),
    /// Steps that prove a candidate true.
    Why(Candidate),
    /// A step that proves a candidate false.
    WhyNot(Candidate),
}

/// The steps that answer a query. Each applies to the position after the one before it; those of
/// [`ExplainQuery::AllSteps`] all apply to the same position.
pub(super) struct StepList {
    pub(super) steps: Vec<Step>,
    /// Whether each step was proved to be a smallest one, and for [`ExplainQuery::AllSteps`] that none is missing.
    pub(super) is_minimal: bool,
}

impl ExplainQuery {
    /// The candidate that the query is about, if any.
    pub fn candidate(self) -> Option<Candidate> {
        match self {
            ExplainQuery::Why(candidate) | ExplainQuery::WhyNot(candidate) => Some(candidate),
            _ => None,
        }
    }

    /// Finds the steps that answer the query in a position, and checks each. `None` if there are none, or if interrupted.
    pub(super) fn find_steps(self, explainer: &mut Explainer, position: &Position) -> Option<StepList> {
        let list = self.search(explainer, position)?;
        let mut check = checker(position, explainer.unique_puzzle_of(position));
        match self {
            ExplainQuery::AllSteps(_) => {
                list.steps.iter().for_each(|step| check.clone().check_all(std::slice::from_ref(step)));
            }
            _ => check.check_all(&list.steps),
        }
        Some(list)
    }

    fn search(self, explainer: &mut Explainer, position: &Position) -> Option<StepList> {
        let (steps, is_minimal) = match self {
            ExplainQuery::SolutionPath => {
                let explanation = explainer.explain_position(position).unwrap_or_else(|incomplete| *incomplete.partial);
                (explanation.steps, explanation.is_minimal)
            }
            ExplainQuery::NextStep | ExplainQuery::Hint(_) => {
                let (step, is_minimal) = explainer.find_next_step(position)?;
                (vec![step], is_minimal)
            }
            ExplainQuery::AllSteps(size) => explainer.find_all_steps(position, size),
            ExplainQuery::Why(candidate) => {
                let PlacementDerivation { steps, is_minimal } = explainer.find_why(position, candidate)?;
                (steps, is_minimal)
            }
            ExplainQuery::WhyNot(candidate) => {
                let CandidateExplanation { step, is_minimal } =
                    explainer.find_easiest_refutation(position, candidate)?;
                // The step may eliminate more candidates; the query is about this one only.
                let step = match step.justification {
                    // A pattern has its name from its finder.
                    Justification::Pattern(_) => Step { eliminations: vec![candidate], ..step },
                    Justification::Chain(links) => {
                        let links = order_links(position, links, &[candidate]);
                        Step::new(position, Justification::Chain(links), None, vec![candidate])
                    }
                    other => Step::new(position, other, None, vec![candidate]),
                };
                (vec![step], is_minimal)
            }
        };
        Some(StepList { steps, is_minimal })
    }
}
