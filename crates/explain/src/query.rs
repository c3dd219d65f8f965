//! Queries to the explainer, and the checked steps that answer them.

use qedoku_puzzle::Candidate;

use super::step_checker::StepChecker;
use super::{Explainer, HintLevel, Justification, Position, Step, reference};

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
    /// Why a candidate is true.
    Why(Candidate),
    /// Why a candidate is false.
    WhyNot(Candidate),
}

/// The steps that answer a query. Each applies to the position after the one before it; those of
/// [`ExplainQuery::AllSteps`] all apply to the same position.
pub(super) struct StepList {
    pub(super) steps: Vec<Step>,
    /// Whether the search proved that no smaller steps answer the query.
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

    /// Finds the steps that answer the query in a position, and checks each. `None` if there are none.
    pub(super) fn find_steps(self, explainer: &mut Explainer, position: &Position) -> Option<StepList> {
        let is_covered = Explainer::supports(position.board());
        let list = if is_covered { self.search(explainer, position) } else { self.search_large(position) }?;
        let mut check = StepChecker::from(position);
        match self {
            ExplainQuery::AllSteps(_) => {
                list.steps.iter().for_each(|step| check.clone().check_all(std::slice::from_ref(step)));
            }
            _ => check.check_all(&list.steps),
        }
        Some(list)
    }

    fn search(self, explainer: &mut Explainer, position: &Position) -> Option<StepList> {
        let minimal = |steps| StepList { steps, is_minimal: true };
        match self {
            ExplainQuery::SolutionPath => {
                let explanation = explainer.explain_position(position).unwrap_or_else(|incomplete| *incomplete.partial);
                Some(StepList { steps: explanation.steps, is_minimal: explanation.is_minimal })
            }
            ExplainQuery::NextStep | ExplainQuery::Hint(_) => {
                explainer.next_step(position).map(|step| minimal(vec![step]))
            }
            ExplainQuery::AllSteps(size) => Some(minimal(explainer.all_steps(position, size))),
            ExplainQuery::Why(candidate) => explainer.why(position, candidate).map(minimal),
            ExplainQuery::WhyNot(candidate) => {
                let explanation = explainer.why_not(position, candidate)?;
                // The step may eliminate more candidates; the query is about this one only.
                let step = Step::new(position, explanation.step.justification, None, vec![candidate]);
                Some(StepList { steps: vec![step], is_minimal: explanation.is_minimal })
            }
        }
    }

    /// The search for boards that the [`Explainer`] does not cover: single steps by the reference search.
    fn search_large(self, position: &Position) -> Option<StepList> {
        let named = |step: Step| Step::new(position, step.justification, step.placement, step.eliminations);
        match self {
            ExplainQuery::SolutionPath | ExplainQuery::AllSteps(_) => None,
            ExplainQuery::NextStep | ExplainQuery::Hint(_) => reference::next_step(position, reference::DEFAULT_BUDGET)
                .map(|next| StepList { steps: vec![named(next.step)], is_minimal: next.is_smallest }),
            ExplainQuery::Why(candidate) => reference::why(position, candidate, reference::DEFAULT_BUDGET)
                .map(|why| StepList { steps: why.steps, is_minimal: why.is_smallest }),
            ExplainQuery::WhyNot(candidate) => {
                reference::why_not(position, candidate, reference::DEFAULT_BUDGET).map(|chain| {
                    let step = Step::new(position, Justification::Chain(chain.links), None, vec![candidate]);
                    StepList { steps: vec![step], is_minimal: chain.is_smallest }
                })
            }
        }
    }
}
