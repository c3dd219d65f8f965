//! The explainer: whole explanations and single steps, with scratch memory that is reused from call to call.

use std::cmp::Reverse;
use std::{fmt, slice};

use qedoku_puzzle::{Board, Puzzle};
use qedoku_solve::{IncompleteError, Interrupt, Progress, SolveError};

use super::braids::{ConstraintTables, MAX_SIDE};
use super::instances::checker;
use super::loaded_position::LoadedPosition;
use super::next_step::{all_steps, next_step};
use super::patterns::PatternFinder;
use super::raw_step::RawStep;
use super::reference::SearchBudget;
use super::solution_path::SolutionPathBuilder;
use super::step_checker::StepChecker;
use super::step_finder::PATH_BUDGET;
use super::{Justification, Position, Step, Technique, TechniqueSet, describe_step, reference};

/// The steps from a position to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The position in which the first step applies.
    pub start: Position,
    /// Each step holds in the position that the ones before it have left.
    pub steps: Vec<Step>,
    /// The end that they reach.
    pub end: ExplanationEnd,
    /// Whether each step was proved to be a smallest one when it was found. False if the budget of some search was
    /// exhausted, or if some step is a nested forcing chain: the steps are correct, but smaller ones may exist.
    pub is_minimal: bool,
}

/// Explains a puzzle, step by step from its givens.
pub fn explain(puzzle: &Puzzle) -> Result<Explanation, IncompleteError<Box<Explanation>>> {
    Explainer::default().explain(puzzle)
}

/// A step with the position in which it applies. Displays as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionedStep<'e> {
    /// The position before the step.
    pub position: Position,
    /// The step.
    pub step: &'e Step,
}

impl fmt::Display for PositionedStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&describe_step(&self.position, self.step, None))
    }
}

/// Iterator over the steps of an [`Explanation`] with their positions.
#[derive(Clone, Debug)]
pub struct PositionedSteps<'e> {
    position: Position,
    steps: slice::Iter<'e, Step>,
}

impl<'e> Iterator for PositionedSteps<'e> {
    type Item = PositionedStep<'e>;

    fn next(&mut self) -> Option<PositionedStep<'e>> {
        let step = self.steps.next()?;
        let before = self.position.clone();
        self.position.apply(step);
        Some(PositionedStep { position: before, step })
    }
}

impl Explanation {
    /// Iterator over the steps with their positions.
    pub fn iter(&self) -> PositionedSteps<'_> {
        PositionedSteps { position: self.start.clone(), steps: self.steps.iter() }
    }
}

impl<'e> IntoIterator for &'e Explanation {
    type Item = PositionedStep<'e>;
    type IntoIter = PositionedSteps<'e>;

    fn into_iter(self) -> PositionedSteps<'e> {
        self.iter()
    }
}

/// The end of an [`Explanation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExplanationEnd {
    /// Every cell has its digit.
    Solved,
    /// Some exactly-one constraint has no candidate left: the position has no solution.
    Contradiction,
    /// Nothing more was concluded: each candidate left occurs in some of several solutions, or the search ended early (in
    /// a partial explanation, and on boards above 16x16).
    Open,
}

/// Which of the derived steps a path contains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum PathStyle {
    /// Every step is a smallest one of its position, and none is left out: what a player would do who always looks for
    /// the easiest step. Steps to a contradiction are shortened all the same: they are a proof, nobody plays them.
    #[default]
    Easy,
    /// Steps whose eliminations no later step needs are dropped. A step can then be larger than another one that is
    /// available in its position.
    Short,
    /// Every step is an instance of the easiest named technique that has one, by the step scores of `HoDoKu`, uniqueness techniques
    /// included if [`Explainer::unique_puzzle`] is set; a smallest step where there is none. On boards up to 9x9; larger
    /// ones have easy paths.
    Named,
}

/// Explains puzzles and positions.
///
/// Boards up to 16x16 have the exact search for smallest steps. Larger boards have the reference search, which finds singles, locked
/// candidates and braids within a budget, and no nested forcing chains.
///
/// Keeps its scratch memory from one call to the next; use one explainer per thread.
#[derive(Default)]
pub struct Explainer {
    /// Ends an explanation early.
    pub interrupt: Interrupt,
    /// Receives the step that is searched, its size, and the bounds of other searches.
    pub progress: Progress,
    /// Which steps whole explanations contain.
    pub path: PathStyle,
    /// The puzzle of the positions to explain, if the caller has established that it has exactly one solution. Uniqueness
    /// techniques are used then, and rest on it. Ignored for positions that do not contain its givens.
    pub unique_puzzle: Option<Puzzle>,
    /// Whether reports do without uniqueness techniques: [`ExplainReport`](super::ExplainReport) sets `unique_puzzle` otherwise.
    pub avoids_uniqueness: bool,
    /// The only techniques that steps may use, if given; on boards up to 9x9.
    pub techniques: Option<TechniqueSet>,
    /// Work of a path, if less than usual: a rating leaves its explanation what it did not use.
    pub(crate) path_budget: Option<u64>,
    memory: Option<SearchMemory>,
    patterns: Option<PatternFinder>,
}

impl Explainer {
    /// Whether boards of this size have the exact search: up to 16x16, since it keeps the candidates of a constraint in
    /// 16 bits.
    pub fn supports(board: Board) -> bool {
        board.side() <= MAX_SIDE
    }

    /// The steps from the givens of a puzzle to its end.
    ///
    /// The proof kernel has checked every step against the puzzle and the steps before it.
    pub fn explain(&mut self, puzzle: &Puzzle) -> Result<Explanation, IncompleteError<Box<Explanation>>> {
        let start = Position::new(puzzle);
        let explanation = self.search(&start);
        let checker = StepChecker::new(puzzle);
        let mut checker = match self.unique_puzzle_of(&start) {
            Some(unique) => checker.with_unique_puzzle(unique),
            None => checker,
        };
        checker.check_all(&explanation.steps);
        self.complete(explanation)
    }

    /// The steps from a position to its end, each checked.
    pub fn explain_position(&mut self, position: &Position) -> Result<Explanation, IncompleteError<Box<Explanation>>> {
        let explanation = self.search(position);
        checker(position, self.unique_puzzle_of(position)).check_all(&explanation.steps);
        self.complete(explanation)
    }

    fn search(&mut self, position: &Position) -> Explanation {
        if self.names_steps(position.board()) {
            self.named_path(position)
        } else if Explainer::supports(position.board()) {
            let path = self.path;
            self.memory(position.board()).builder.explain(position, path)
        } else {
            self.search_large_board(position)
        }
    }

    /// Takes the steps of the reference search one by one.
    fn search_large_board(&self, start: &Position) -> Explanation {
        let (mut position, mut steps, mut is_minimal) = (start.clone(), Vec::new(), true);
        let mut end = ExplanationEnd::Open;
        while !self.interrupt.is_set() {
            if position.is_full() {
                end = ExplanationEnd::Solved;
                break;
            }
            self.progress.set_step_number(steps.len() as u64 + 1);
            let Some(next) = reference::next_step(&position, self.reference_budget()) else { break };
            is_minimal &= next.is_smallest;
            let is_contradiction = matches!(next.step.justification, Justification::Contradiction(_));
            position.apply(&next.step);
            steps.push(next.step);
            if is_contradiction {
                end = ExplanationEnd::Contradiction;
                break;
            }
        }
        Explanation { start: start.clone(), steps, end, is_minimal }
    }

    fn reference_budget(&self) -> SearchBudget {
        SearchBudget { progress: self.progress.clone(), ..(&self.interrupt).into() }
    }

    /// The explanation, as the partial result of an error if it was interrupted.
    fn complete(&self, explanation: Explanation) -> Result<Explanation, IncompleteError<Box<Explanation>>> {
        if explanation.end == ExplanationEnd::Open && self.interrupt.is_set() {
            return Err(IncompleteError::new(Box::new(explanation), SolveError::Interrupted));
        }
        Ok(explanation)
    }

    /// A smallest step of a position, with the best-known technique among those of its size. If the search exceeds its budget, a
    /// larger step; if only nested forcing chains are left, a small one of them. `None` if the position is full, or if
    /// every candidate left occurs in some solution; on large boards also if the reference search finds none.
    pub fn next_step(&mut self, position: &Position) -> Result<Option<Step>, SolveError> {
        let found = self.find_next_step(position).map(|(step, _)| step);
        self.unless_interrupted(found)
    }

    /// The result of a search. An interrupted one that found nothing has no result.
    pub(crate) fn unless_interrupted<T>(&self, found: Option<T>) -> Result<Option<T>, SolveError> {
        if found.is_none() && self.interrupt.is_set() { Err(SolveError::Interrupted) } else { Ok(found) }
    }

    /// The next step, and whether it was proved to be a smallest one.
    pub(crate) fn find_next_step(&mut self, position: &Position) -> Option<(Step, bool)> {
        if self.names_steps(position.board()) {
            return self.next_named_step(position);
        }
        self.find_smallest_step(position)
    }

    /// A smallest step, and whether it was proved to be one.
    pub(crate) fn find_smallest_step(&mut self, position: &Position) -> Option<(Step, bool)> {
        if !Explainer::supports(position.board()) {
            let reference::NextStep { step, is_smallest } = reference::next_step(position, self.reference_budget())?;
            return Some((Step::new(position, step.justification, step.placement, step.eliminations), is_smallest));
        }
        let memory = self.memory(position.board());
        let found = next_step(&mut memory.builder, position)?;
        Some((found.step.to_step(memory.tables(), position), found.is_minimal))
    }

    /// All steps of up to `max_size`: each single, each base/cover pattern, and for each candidate that can be
    /// eliminated a smallest chain. Ordered by size, then by technique.
    ///
    /// A chain that eliminates several candidates is listed once, and not at all if a base/cover pattern of its size
    /// eliminates the same or if it only states what placing a single eliminates. On boards above 16x16 the list has at
    /// most one step, the next one. The partial result of an interrupted search is the steps found so far.
    pub fn all_steps(&mut self, position: &Position, max_size: usize) -> Result<Vec<Step>, IncompleteError<Vec<Step>>> {
        let (steps, _) = self.find_all_steps(position, max_size);
        if self.interrupt.is_set() {
            return Err(IncompleteError::new(steps, SolveError::Interrupted));
        }
        Ok(steps)
    }

    /// All steps of up to `max_size`, and whether the searches were exhaustive, so that none is missing and each chain is a
    /// smallest one.
    pub(crate) fn find_all_steps(&mut self, position: &Position, max_size: usize) -> (Vec<Step>, bool) {
        if let Some(techniques) = self.techniques {
            let techniques: Vec<Technique> = techniques.iter().collect();
            let unique = self.unique_puzzle_of(position).cloned();
            return (self.instances(position, &techniques, unique.as_ref()), true);
        }
        if !Explainer::supports(position.board()) {
            let next = self.find_next_step(position).map(|(step, _)| step);
            return (next.into_iter().filter(|step| step.size() <= max_size).collect(), false);
        }
        let memory = self.memory(position.board());
        let (steps, is_complete) = all_steps(&mut memory.builder.finder, position, max_size);
        let mut steps: Vec<Step> = steps.iter().map(|step| step.to_step(memory.tables(), position)).collect();
        steps.sort_by_key(|step| (step.size(), step.technique, Reverse(step.eliminations.len())));
        (steps, is_complete)
    }

    /// The puzzle with exactly one solution that a position belongs to, if it is known.
    pub(crate) fn unique_puzzle_of(&self, position: &Position) -> Option<&Puzzle> {
        let has_givens = |puzzle: &&Puzzle| {
            puzzle.board() == position.board()
                && puzzle.givens().filled().all(|(cell, digit)| position.placed().get(cell) == Some(digit))
        };
        self.unique_puzzle.as_ref().filter(has_givens)
    }

    /// The pattern finder for a board; new if the last call was about another board.
    pub(crate) fn pattern_finder(&mut self, board: Board) -> &PatternFinder {
        if self.patterns.as_ref().is_none_or(|finder| finder.board() != board) {
            self.patterns = Some(PatternFinder::new(board));
        }
        self.patterns.as_ref().expect("it was just created")
    }

    /// The scratch memory for a board; new if the last call was about another board.
    pub(crate) fn memory(&mut self, board: Board) -> &mut SearchMemory {
        if self.memory.as_ref().is_none_or(|memory| memory.builder.board() != board) {
            self.memory = Some(SearchMemory { builder: SolutionPathBuilder::new(board), loaded: None });
        }
        let memory = self.memory.as_mut().expect("it was just created");
        memory.builder.finder.braids.interrupt = self.interrupt.clone();
        memory.builder.finder.progress = self.progress.clone();
        memory.builder.path_budget = self.path_budget.unwrap_or(PATH_BUDGET);
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
