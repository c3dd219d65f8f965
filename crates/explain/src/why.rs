//! Explanation of one candidate: the smallest step that proves it false, or the steps that prove it true.

use qedoku_puzzle::Candidate;
use qedoku_solve::{Interrupt, SolveError};

use super::explainer::Explainer;
use super::patterns::PatternFinder;
use super::raw_step::RawStep;
use super::technique_path::easiest_step;
use super::{ChainLink, ExactlyOne, Justification, Position, Step, reference};

/// A step that proves a candidate false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateExplanation {
    /// The step.
    pub step: Step,
    /// Whether the search proved that no smaller step does it. False if its budget was exhausted, or if the step is nested.
    pub is_minimal: bool,
}

/// The steps that prove a candidate true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacementDerivation {
    /// Each step holds in the position that the ones before it have left; the last one places the candidate.
    pub steps: Vec<Step>,
    /// Whether each step was proved to be a smallest one that eliminates its candidate. False if the budget of some search
    /// was exhausted, or if some step is nested.
    pub is_minimal: bool,
}

impl Explainer {
    /// Explains why a candidate is false: a step that eliminates it and holds in this position alone.
    ///
    /// The step is a smallest subset, fish or braid. If the search for it exceeds its budget, the step is a refutation by propagation that was
    /// minimised by deletion, and [`CandidateExplanation::is_minimal`] is false. If no braid exists, it is a nested forcing
    /// chain (up to 16x16). `None` if some solution contains the candidate, or if it is placed or eliminated already; on larger
    /// boards also if the reference search finds no braid.
    pub fn why_not(
        &mut self,
        position: &Position,
        candidate: Candidate,
    ) -> Result<Option<CandidateExplanation>, SolveError> {
        let found = self.find_why_not(position, candidate);
        self.unless_interrupted(found)
    }

    /// [`Explainer::why_not`]; also `None` if interrupted.
    pub(crate) fn find_why_not(&mut self, position: &Position, candidate: Candidate) -> Option<CandidateExplanation> {
        if !Explainer::supports(position.board()) {
            return why_not_on_large_board(position, candidate, &self.interrupt);
        }
        self.smallest_refutation(position, candidate)
    }

    /// Explains why a candidate is false by an instance of the easiest named technique that eliminates it, by the step
    /// scores of `HoDoKu` and on boards up to 9x9; by the step of [`why_not`](Explainer::why_not) if no technique is easier.
    pub fn why_not_by_technique(
        &mut self,
        position: &Position,
        candidate: Candidate,
    ) -> Result<Option<CandidateExplanation>, SolveError> {
        let found = self.find_easiest_refutation(position, candidate);
        self.unless_interrupted(found)
    }

    /// [`Explainer::why_not_by_technique`]; also `None` if interrupted.
    pub(crate) fn find_easiest_refutation(
        &mut self,
        position: &Position,
        candidate: Candidate,
    ) -> Option<CandidateExplanation> {
        let smallest = self.find_why_not(position, candidate)?;
        Some(self.easier_elimination(position, candidate, &smallest.step).unwrap_or(smallest))
    }

    /// A smallest step that eliminates a candidate, on boards that [`Explainer::supports`].
    fn smallest_refutation(&mut self, position: &Position, candidate: Candidate) -> Option<CandidateExplanation> {
        let memory = self.memory(position.board());
        let id = candidate.index(position.board());
        let (step, is_minimal) = memory.refute(position, id as u16)?;
        Some(CandidateExplanation { step: step.to_step(memory.tables(), position), is_minimal })
    }

    /// An instance of a named technique that eliminates a candidate, with a lower score than a smallest step.
    fn easier_elimination(
        &mut self,
        position: &Position,
        candidate: Candidate,
        smallest: &Step,
    ) -> Option<CandidateExplanation> {
        if !PatternFinder::supports(position.board()) {
            return None;
        }
        let score = smallest.technique.hodoku_score();
        let unique = self.unique_puzzle_of(position).cloned();
        let finder = self.pattern_finder(position.board());
        let step = easiest_step(finder, position, score, unique.as_ref(), candidate)?;
        let is_minimal = false;
        Some(CandidateExplanation { step, is_minimal })
    }

    /// Explains why a candidate is true: the steps that eliminate all other candidates of one of its constraints, singles
    /// among them, and the final single. Of its four constraints, the one with the smallest total step size is chosen. `None` if no proof was
    /// found, or if the position is contradictory.
    pub fn why(
        &mut self,
        position: &Position,
        candidate: Candidate,
    ) -> Result<Option<PlacementDerivation>, SolveError> {
        let found = self.find_why(position, candidate);
        // An interrupted search may have missed the smallest derivation.
        if self.interrupt.is_set() { Err(SolveError::Interrupted) } else { Ok(found) }
    }

    /// [`Explainer::why`]; if interrupted, possibly `None` or not the smallest derivation.
    pub(crate) fn find_why(&mut self, position: &Position, candidate: Candidate) -> Option<PlacementDerivation> {
        if !Explainer::supports(position.board()) {
            let explanation = reference::why(position, candidate, &self.interrupt)?;
            return Some(PlacementDerivation { steps: explanation.steps, is_minimal: explanation.is_smallest });
        }
        let is_open = position.placed().get(candidate.cell).is_none() && position.allows(candidate);
        // Anything follows from a contradiction, so a proof from there would explain nothing.
        if !is_open || self.memory(position.board()).is_contradictory(position) {
            return None;
        }
        let constraints = ExactlyOne::containing(position.board(), candidate);
        let proofs =
            constraints.into_iter().filter_map(|constraint| self.derive_single(position, candidate, constraint));
        proofs.min_by_key(|proof| proof.steps.iter().map(Step::size).sum::<usize>())
    }

    /// The steps that make a candidate the last open one of a constraint, and the single.
    fn derive_single(
        &mut self,
        position: &Position,
        candidate: Candidate,
        constraint: ExactlyOne,
    ) -> Option<PlacementDerivation> {
        let mut current = position.clone();
        let (mut steps, mut is_minimal) = (Vec::new(), true);
        loop {
            let other = current.candidates_in(constraint).find(|other| *other != candidate);
            let Some(other) = other else { break };
            let CandidateExplanation { step, is_minimal: is_smallest } = self.smallest_refutation(&current, other)?;
            is_minimal &= is_smallest;
            if matches!(step.justification, Justification::Contradiction(_)) {
                return None;
            }
            let step = as_single(&current, &step).unwrap_or(step);
            current.apply(&step);
            steps.push(step);
            // A single on the way may already place the candidate, or eliminate it if the puzzle has no solution.
            if current.placed().get(candidate.cell).is_some() || !current.allows(candidate) {
                return current.allows(candidate).then_some(PlacementDerivation { steps, is_minimal });
            }
        }
        let board = position.board();
        let id = candidate.index(board);
        let tables = self.memory(board).tables();
        let single = RawStep::single((tables.constraint_id(constraint), id));
        steps.push(single.to_step(tables, &current));
        Some(PlacementDerivation { steps, is_minimal })
    }
}

/// [`Explainer::why_not`] by the reference search.
fn why_not_on_large_board(
    position: &Position,
    candidate: Candidate,
    interrupt: &Interrupt,
) -> Option<CandidateExplanation> {
    let braid = reference::why_not(position, candidate, interrupt)?;
    let step = Step::new(position, Justification::Chain(braid.links), None, vec![candidate]);
    Some(CandidateExplanation { step, is_minimal: braid.is_smallest })
}

/// The single that a chain of one link is a consequence of, if there is one: easier to see, and it eliminates the same candidate.
fn as_single(position: &Position, step: &Step) -> Option<Step> {
    let Justification::Chain(links) = &step.justification else { return None };
    let [ChainLink { constraint, .. }] = links[..] else { return None };
    let mut open = position.candidates_in(constraint);
    let only = open.next().filter(|_| open.next().is_none())?;
    Some(Step::new(position, Justification::Single(constraint), Some(only), Vec::new()))
}
