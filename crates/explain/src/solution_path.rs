//! Solution paths: the steps from a position to its end, a smallest one each time.
//!
//! ```text
//!   loop: place singles -> find a smallest step -> eliminate        until solved, contradictory or without a step
//!   then: minimise the list by deletion (short paths only), insert the singles, name the techniques
//! ```
//!
//! An easy path ([`PathStyle::Easy`]) keeps every step, so each one is a smallest step of its position.

use qedoku_puzzle::Board;

use super::Position;
use super::braids::ConstraintState;
use super::explainer::{Explanation, ExplanationEnd, PathStyle};
use super::forcing::ForcingSearch;
use super::lazy_true_candidates::LazyTrueCandidates;
use super::minimize_steps::{insert_singles, minimize};
use super::raw_step::{RawStep, to_steps};
use super::step_finder::{FinderCache, PATH_BUDGET, SEARCH_BUDGET, StepFinder};
use qedoku_solve::StepStage;

/// Builds solution paths on one board.
pub(crate) struct SolutionPathBuilder {
    pub(crate) finder: StepFinder,
    /// Buffer of the state, reused from one explanation to the next.
    state: ConstraintState,
    /// Work of the searches along a path (see `PATH_BUDGET` of the step finder).
    pub(crate) path_budget: u64,
    /// Whether every step of the current path was proved to be a smallest one. Nested forcing chains never are.
    is_minimal: bool,
}

impl SolutionPathBuilder {
    pub(crate) fn new(board: Board) -> SolutionPathBuilder {
        let (finder, state) = (StepFinder::new(board), ConstraintState::default());
        SolutionPathBuilder { finder, state, path_budget: PATH_BUDGET, is_minimal: true }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.finder.braids.interrupt.is_set()
    }

    pub(crate) fn board(&self) -> Board {
        self.finder.braids.tables().board()
    }

    /// The explanation of a position, not yet checked.
    pub(super) fn explain(&mut self, position: &Position, path: PathStyle) -> Explanation {
        let mut state = std::mem::take(&mut self.state);
        state.load_position(self.finder.braids.tables(), position);
        let start = state.clone();
        self.is_minimal = true;
        let steps = self.derive_steps(&mut state, Some(position), SEARCH_BUDGET, usize::MAX);
        let end = end_of(&state);
        self.state = state;
        let tables = self.finder.braids.tables();
        let is_shortened = match end {
            ExplanationEnd::Solved => path == PathStyle::Short,
            ExplanationEnd::Contradiction => true,
            // An open end gives no criterion for which steps are needed.
            ExplanationEnd::Open => false,
        };
        let interrupt = &self.finder.braids.interrupt;
        let steps = if is_shortened { minimize(tables, &start, steps, interrupt) } else { steps };
        let steps = insert_singles(tables, &start, steps);
        let steps = to_steps(tables, position.clone(), &steps);
        Explanation { start: position.clone(), steps, end, is_minimal: self.is_minimal }
    }

    /// The steps that lead a state to its end, without singles. The state is advanced to that end.
    ///
    /// With a position, steps with the best-known techniques are chosen and only false candidates are assumed. Without
    /// one (inside a nested forcing chain, where every candidate may be false), all candidates are assumed. Forcing
    /// chains nest at most `depth` levels.
    pub(crate) fn derive_steps(
        &mut self,
        state: &mut ConstraintState,
        position: Option<&Position>,
        budget: u64,
        depth: usize,
    ) -> Vec<RawStep> {
        let interrupt = self.finder.braids.interrupt.clone();
        let truth = position.map(|position| LazyTrueCandidates::new(position, &interrupt));
        let mut cache = FinderCache::with_path_budget(budget, self.path_budget);
        let mut now = position.cloned();
        let mut steps = Vec::new();
        let mut placed = Vec::new();
        loop {
            let tables = self.finder.braids.tables();
            while state.conflict().is_none()
                && let Some((_, candidate)) = state.pop_single(tables)
            {
                state.place(tables, candidate);
                placed.push(candidate as u16);
            }
            if state.is_full() || state.conflict().is_some() || interrupt.is_set() {
                return steps;
            }
            if let Some(now) = &mut now {
                self.finder.progress.set_step_number(steps.len() as u64 + 1);
                let tables = self.finder.braids.tables();
                for candidate in &placed {
                    now.place(tables.candidate(*candidate));
                }
            }
            placed.clear();
            let Some(step) = self.next_step(state, now.as_ref(), truth.as_ref(), &mut cache, depth) else {
                return steps;
            };
            let tables = self.finder.braids.tables();
            for candidate in &step.candidates {
                state.eliminate(tables, (*candidate).into());
                if let Some(now) = &mut now {
                    now.eliminate(tables.candidate(*candidate));
                }
            }
            steps.push(step);
        }
    }

    /// The next step of a state without singles: a smallest one, or a nested forcing chain if there is no other.
    fn next_step(
        &mut self,
        state: &ConstraintState,
        position: Option<&Position>,
        truth: Option<&LazyTrueCandidates>,
        cache: &mut FinderCache,
        depth: usize,
    ) -> Option<RawStep> {
        match self.finder.find(state, position, cache) {
            Some(found) => {
                self.is_minimal &= found.is_minimal;
                Some(found.step)
            }
            None if depth > 0 => {
                if position.is_some() {
                    self.finder.progress.set_stage(StepStage::Nested);
                }
                let nested = ForcingSearch { builder: self, state, truth }.find(&mut cache.forcing)?;
                self.is_minimal = false;
                Some(nested)
            }
            None => None,
        }
    }
}

fn end_of(state: &ConstraintState) -> ExplanationEnd {
    if state.conflict().is_some() {
        ExplanationEnd::Contradiction
    } else if state.is_full() {
        ExplanationEnd::Solved
    } else {
        ExplanationEnd::Open
    }
}
