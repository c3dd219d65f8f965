//! The explainer: whole explanations and single steps, with scratch memory that is reused from call to call.

use std::cmp::Reverse;

use qedoku_puzzle::{Board, Puzzle};
use qedoku_solve::Interrupt;

use super::braids::{ConstraintTables, MAX_SIDE};
use super::loaded_position::LoadedPosition;
use super::next_step::{all_steps, next_step};
use super::raw_step::RawStep;
use super::solution_path::SolutionPathBuilder;
use super::step_checker::StepChecker;
use super::{Position, Step};

/// The steps from a position to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Each step holds in the position that the ones before it have left.
    pub steps: Vec<Step>,
    /// The end that they reach.
    pub end: ExplanationEnd,
    /// Whether each step was proved to be a smallest one when it was found. False if the budget of some search was
    /// exhausted: its step is correct, but a smaller one may exist.
    pub is_minimal: bool,
}

/// The end of an [`Explanation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExplanationEnd {
    /// Every cell has its digit.
    Solved,
    /// Some exactly-one constraint has no candidate left: the position has no solution.
    Contradiction,
    /// Nothing more can be concluded, because each candidate left occurs in some of several solutions; or the explainer
    /// was interrupted.
    Open,
}

/// Explains positions on boards up to 16x16.
///
/// Keeps its scratch memory from one call to the next; use one explainer per thread.
#[derive(Default)]
pub struct Explainer {
    /// Set it to end an explanation early: it is then [open](ExplanationEnd::Open).
    pub interrupt: Interrupt,
    memory: Option<SearchMemory>,
}

impl Explainer {
    /// Whether boards of this size can be explained: up to 16x16, since the search keeps the candidates of a constraint
    /// in 16 bits.
    pub fn supports(board: Board) -> bool {
        board.side() <= MAX_SIDE
    }

    /// The steps from the givens of a puzzle to its end.
    ///
    /// The proof kernel has checked every step against the puzzle and the steps before it.
    pub fn explain(&mut self, puzzle: &Puzzle) -> Explanation {
        let explanation = self.memory(puzzle.board()).builder.explain(&Position::new(puzzle));
        StepChecker::new(puzzle).check_all(&explanation.steps);
        explanation
    }

    /// The steps from a position to its end, each checked.
    pub fn explain_position(&mut self, position: &Position) -> Explanation {
        let explanation = self.memory(position.board()).builder.explain(position);
        StepChecker::from(position).check_all(&explanation.steps);
        explanation
    }

    /// A smallest step of a position, with the best-known technique among those of its size. `None` if the position is
    /// full, or if every candidate left occurs in some solution.
    pub fn next_step(&mut self, position: &Position) -> Option<Step> {
        let memory = self.memory(position.board());
        let step = next_step(&mut memory.builder, position)?;
        Some(step.to_step(memory.tables(), position))
    }

    /// All steps of up to `max_size`: each single, each base/cover pattern, and for each candidate that can be
    /// eliminated a smallest chain. Ordered by size, then by technique.
    ///
    /// A chain that eliminates several candidates is listed once, and not at all if a base/cover pattern of its size
    /// eliminates the same or if it only states what placing a single eliminates.
    pub fn all_steps(&mut self, position: &Position, max_size: usize) -> Vec<Step> {
        let memory = self.memory(position.board());
        let steps = all_steps(&mut memory.builder.finder, position, max_size);
        let mut steps: Vec<Step> = steps.iter().map(|step| step.to_step(memory.tables(), position)).collect();
        steps.sort_by_key(|step| (step.size(), step.technique, Reverse(step.eliminations.len())));
        steps
    }

    /// The scratch memory for a board; new if the last call was about another board.
    pub(crate) fn memory(&mut self, board: Board) -> &mut SearchMemory {
        if self.memory.as_ref().is_none_or(|memory| memory.builder.board() != board) {
            self.memory = Some(SearchMemory { builder: SolutionPathBuilder::new(board), loaded: None });
        }
        let memory = self.memory.as_mut().expect("it was just created");
        memory.builder.finder.braids.interrupt = self.interrupt.clone();
        memory
    }
}

/// Scratch memory of an [`Explainer`] for one board.
///
/// The two engines are separate, because a query about one candidate may need a nested forcing chain, and its search
/// must not overwrite the position loaded for further queries.
pub(crate) struct SearchMemory {
    /// Engine of explanations, next steps and nested forcing chains. Every call overwrites its state.
    builder: SolutionPathBuilder,
    /// Position of the last query about one candidate, with an engine of its own.
    loaded: Option<LoadedPosition>,
}

impl SearchMemory {
    pub(crate) fn tables(&self) -> &ConstraintTables {
        self.builder.finder.braids.tables()
    }

    /// Whether some constraint has no candidate left in a position.
    pub(crate) fn is_contradictory(&mut self, position: &Position) -> bool {
        self.load(position).0.is_contradictory()
    }

    /// A step that eliminates a candidate, and whether it was proved to be a smallest one. See
    /// [`LoadedPosition::refute`].
    pub(crate) fn refute(&mut self, position: &Position, target: u16) -> Option<(RawStep, bool)> {
        let (loaded, builder) = self.load(position);
        loaded.refute(target, builder)
    }

    /// Loads a position for queries about its candidates. Cheap if it is the one of the last query.
    fn load(&mut self, position: &Position) -> (&mut LoadedPosition, &mut SolutionPathBuilder) {
        let interrupt = &self.builder.finder.braids.interrupt;
        let loaded = self.loaded.get_or_insert_with(|| LoadedPosition::new(position, interrupt));
        loaded.switch_to(position, interrupt);
        (loaded, &mut self.builder)
    }
}
