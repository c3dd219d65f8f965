//! Instances of techniques: all of them in a position, or the one that eliminates a candidate.

use qedoku_puzzle::{Answer, Puzzle};
use qedoku_solve::{SolveError, Solver};

use super::explainer::Explainer;
use super::patterns::PatternFinder;
use super::step_checker::StepChecker;
use super::{ExplainQuery, Position, Step, Technique};

impl Explainer {
    /// Sets the puzzle that uniqueness techniques rest on, if a query may use them and the solver finds exactly one
    /// solution. Easy and short paths do not use them, so they need no answer of the solver here.
    pub(crate) fn establish_uniqueness(
        &mut self,
        query: ExplainQuery,
        puzzle: &Puzzle,
        solver: &Solver,
    ) -> Result<(), SolveError> {
        let is_used = self.names_steps(puzzle.board())
            || PatternFinder::supports(puzzle.board()) && matches!(query, ExplainQuery::WhyNot(_));
        let is_unique = is_used && !self.avoids_uniqueness && matches!(solver.solve(puzzle)?, Answer::One(_));
        self.unique_puzzle = is_unique.then(|| puzzle.clone());
        Ok(())
    }

    /// Every instance of some techniques in a position, in the order of the techniques; each is checked by the proof kernel.
    ///
    /// `unique` is the puzzle of the position if it has exactly one solution, which the caller has established. Without it
    /// no uniqueness technique is found. Boards above 9x9 have no instances: techniques of patterns are searched up to there.
    pub fn instances(&mut self, position: &Position, techniques: &[Technique], unique: Option<&Puzzle>) -> Vec<Step> {
        if !PatternFinder::supports(position.board()) {
            return Vec::new();
        }
        let finder = self.pattern_finder(position.board());
        let find = |technique: &Technique| finder.find(position, *technique, unique, None, usize::MAX);
        let mut steps: Vec<Step> = techniques.iter().flat_map(find).collect();
        steps.retain(|step| is_valid(position, unique, step));
        steps
    }

    /// Up to `limit` instances of a technique, not checked.
    pub(crate) fn unchecked_instances(&mut self, position: &Position, technique: Technique, limit: usize) -> Vec<Step> {
        let unique = self.unique_puzzle_of(position).cloned();
        self.pattern_finder(position.board()).find(position, technique, unique.as_ref(), None, limit)
    }
}

/// Whether the proof kernel accepts a step. A finder whose step it refuses has a bug, which tests report; users are not shown
/// the step.
pub(crate) fn is_valid(position: &Position, unique: Option<&Puzzle>, step: &Step) -> bool {
    let result = checker(position, unique).check_step(step);
    debug_assert!(result.is_ok(), "{result:?}");
    result.is_ok()
}

/// A checker for steps that hold in a position.
pub(crate) fn checker(position: &Position, unique: Option<&Puzzle>) -> StepChecker {
    let checker = StepChecker::from(position);
    match unique {
        Some(puzzle) => checker.with_unique_puzzle(puzzle),
        None => checker,
    }
}
