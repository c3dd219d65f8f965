//! What can be asked, and the steps that answer it.

use qedoku_puzzle::Candidate;

use super::check::Check;
use super::{Explainer, Hint, Position, Reason, Step, reference};

/// What is to be explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// The whole way to the solution, or why there is none or more than one.
    Everything,
    /// The next step.
    Next,
    /// A hint at the next step.
    Hint(Hint),
    /// All steps of up to so many sets.
    All(usize),
    /// Why a candidate is true.
    Why(Candidate),
    /// Why a candidate is false.
    WhyNot(Candidate),
}

/// Steps that answer a question; each but those of "all" in the position that the one before has left.
pub(super) struct Told {
    pub(super) steps: Vec<Step>,
    /// Whether it is known that there is no smaller way.
    pub(super) smallest: bool,
}

impl Ask {
    /// The candidate that it is about, if it is about one.
    pub fn candidate(self) -> Option<Candidate> {
        match self {
            Ask::Why(candidate) | Ask::WhyNot(candidate) => Some(candidate),
            _ => None,
        }
    }

    /// The steps that answer a question about a position, each checked; there may be none.
    pub(super) fn answer(self, explainer: &mut Explainer, position: &Position) -> Option<Told> {
        let board = position.board();
        let told = if Explainer::covers(board) { self.find(explainer, position) } else { self.find_plainly(position) }?;
        let mut check = Check::from(position);
        match self {
            Ask::All(_) => told.steps.iter().for_each(|step| check.clone().follow_all(std::slice::from_ref(step))),
            _ => check.follow_all(&told.steps),
        }
        Some(told)
    }

    fn find(self, explainer: &mut Explainer, position: &Position) -> Option<Told> {
        let one = |step| Told { steps: vec![step], smallest: true };
        match self {
            Ask::Everything => {
                let explanation = explainer.explain_from(position);
                Some(Told { steps: explanation.steps, smallest: explanation.smallest })
            }
            Ask::Next | Ask::Hint(_) => explainer.next(position).map(one),
            Ask::All(size) => Some(Told { steps: explainer.all(position, size), smallest: true }),
            Ask::Why(candidate) => Some(Told { steps: explainer.why(position, candidate)?, smallest: true }),
            Ask::WhyNot(candidate) => {
                let argument = explainer.why_not(position, candidate)?;
                // What else would go for the same reason was not asked about.
                let step = Step::new(position, argument.step.reason, None, vec![candidate]);
                Some(Told { steps: vec![step], smallest: argument.smallest })
            }
        }
    }
    /// The same on boards that are too large to explain as a whole.
    fn find_plainly(self, position: &Position) -> Option<Told> {
        let named = |step: Step| Step::new(position, step.reason, step.placed, step.removed);
        match self {
            Ask::Everything | Ask::All(_) => None,
            Ask::Next | Ask::Hint(_) => reference::next_step(position, reference::DEFAULT_BUDGET)
                .map(|next| Told { steps: vec![named(next.step)], smallest: next.is_smallest }),
            Ask::Why(candidate) => reference::why(position, candidate, reference::DEFAULT_BUDGET)
                .map(|why| Told { steps: why.steps, smallest: why.is_smallest }),
            Ask::WhyNot(candidate) => reference::why_not(position, candidate, reference::DEFAULT_BUDGET).map(|chain| {
                let step = Step::new(position, Reason::Chain(chain.links), None, vec![candidate]);
                Told { steps: vec![step], smallest: chain.is_smallest }
            }),
        }
    }
}
