//! Score and level of `HoDoKu`.
//!
//! `HoDoKu` (B. Hobiger) solves a puzzle with the techniques of its solver, in a fixed order, and adds up the scores of the steps. The level
//! is that of the hardest technique, or a higher one if the score exceeds what the level allows.
//!
//! The path decides the score, so it is repeated: singles in the order of `HoDoKu`'s queues ([`singles_grid`]), locked candidates and
//! subsets in the order of its search ([`simple`]). Harder techniques are tried in the same order as there, but which of several
//! instances comes first can differ, and so can the score then. `docs/decisions/0084-hodoku-rating.md` has the figures.

mod simple;
mod singles_grid;

use std::cmp::Reverse;
use std::fmt;

use qedoku_puzzle::message_text::group_digits;
use qedoku_puzzle::{Board, Candidate, Digit, Puzzle};
use qedoku_solve::{Interrupt, SolveError};

use super::explainer::Explainer;
use super::instances::is_valid;
use super::{HodokuLevel, Justification, PartRole, Position, Step, Technique};
use singles_grid::SinglesGrid;

/// Score and level of a puzzle, as `HoDoKu` computes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HodokuRating {
    /// The sum of the scores of all steps.
    pub score: u32,
    /// Level of the hardest technique, or a higher one because of the score.
    pub level: HodokuLevel,
    /// The hardest technique by score.
    pub hardest: Technique,
}

/// `HoDoKu 1,084 (hard)`.
impl fmt::Display for HodokuRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HoDoKu {} ({})", group_digits(self.score.into()), self.level)
    }
}

/// The techniques of `HoDoKu`'s solver beyond singles, in its order (default settings of version 2.2). Those of one group are
/// one search there. Forcing chains come after them.
const ORDER: &[(Choice, &[Technique])] = {
    use Choice::{First, Most};
    use Technique as T;
    &[
        (First, &[T::LockedSubset(2)]),
        (First, &[T::LockedSubset(3)]),
        (First, &[T::Pointing]),
        (First, &[T::Claiming]),
        (First, &[T::NakedSubset(2)]),
        (First, &[T::NakedSubset(3)]),
        (First, &[T::HiddenSubset(2)]),
        (First, &[T::HiddenSubset(3)]),
        (First, &[T::NakedSubset(4)]),
        (First, &[T::HiddenSubset(4)]),
        (First, &[T::Fish(2)]),
        (First, &[T::Fish(3)]),
        (First, &[T::Fish(4)]),
        (Most, &[T::RemotePairs]),
        (First, &[T::Bug]),
        (First, &[T::Skyscraper]),
        (First, &[T::TwoStringKite]),
        (Most, &[T::TurbotFish]),
        (First, &[T::EmptyRectangle]),
        (First, &[T::WWing]),
        (First, &[T::XyWing]),
        (First, &[T::XyzWing]),
        (First, &[T::UniqueRectangle(1)]),
        (First, &[T::UniqueRectangle(2)]),
        (First, &[T::UniqueRectangle(3)]),
        (First, &[T::UniqueRectangle(4)]),
        (First, &[T::UniqueRectangle(5)]),
        (First, &[T::UniqueRectangle(6)]),
        (First, &[T::HiddenRectangle]),
        (First, &[T::AvoidableRectangle(1)]),
        (First, &[T::AvoidableRectangle(2)]),
        (First, &[T::FinnedFish(2)]),
        (First, &[T::SashimiFish(2)]),
        (First, &[T::FinnedFish(3)]),
        (First, &[T::SashimiFish(3)]),
        (First, &[T::FinnedFish(4)]),
        (First, &[T::SashimiFish(4)]),
        (First, &[T::SueDeCoq]),
        (First, &[T::SimpleColouring]),
        (First, &[T::MultiColouring]),
        (Most, &[T::XChain]),
        (Most, &[T::XyChain]),
        (Most, &[T::ContinuousLoop, T::DiscontinuousLoop, T::Aic]),
        (Most, &[T::GroupedContinuousLoop, T::GroupedDiscontinuousLoop, T::GroupedAic]),
        (First, &[T::AlsXz]),
        (First, &[T::AlsXyWing]),
        (Most, &[T::AlsChain]),
        (First, &[T::FrankenFish(2)]),
        (First, &[T::FrankenFish(3)]),
        (First, &[T::FinnedFrankenFish(2)]),
        (First, &[T::FinnedFrankenFish(3)]),
    ]
};

/// Which of several instances of a technique is applied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// The first one found.
    First,
    /// The one with the most eliminations; of those, the one that eliminates first in reading order.
    Most,
}

impl HodokuLevel {
    /// The largest score of a puzzle of this level; more makes it the next level. (Default settings of `HoDoKu`.)
    fn max_score(self) -> u32 {
        match self {
            HodokuLevel::Easy => 800,
            HodokuLevel::Medium => 1000,
            HodokuLevel::Hard => 1600,
            HodokuLevel::Unfair => 1800,
            HodokuLevel::Extreme => u32::MAX,
        }
    }
}

/// Rates puzzles. Keeps its buffers from one puzzle to the next.
#[derive(Default)]
pub struct HodokuRater {
    explainer: Explainer,
}

impl HodokuRater {
    /// Rates a classic puzzle with one solution; `None` for other boards. Without one solution the error is
    /// [`SolveError::NotUnique`] if the path comes to an end.
    pub fn rate(&mut self, puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Option<HodokuRating>, SolveError> {
        if puzzle.board() != Board::CLASSIC {
            return Ok(None);
        }
        self.explainer.interrupt = interrupt.clone();
        self.explainer.unique_puzzle = Some(puzzle.clone());
        let mut path = Path::new(puzzle);
        while !path.grid.is_full() {
            if interrupt.is_set() {
                return Err(SolveError::Interrupted);
            }
            let Some(technique) = path.take_step(&mut self.explainer) else {
                let is_set = interrupt.is_set();
                return Err(if is_set { SolveError::Interrupted } else { SolveError::NotUnique("none or many") });
            };
            path.add(technique);
        }
        Ok(Some(path.rating()))
    }
}

/// A puzzle on its way to the solution. The grid and the position have the same candidates.
struct Path {
    grid: SinglesGrid,
    position: Position,
    score: u32,
    level: HodokuLevel,
    hardest: Technique,
}

impl Path {
    fn new(puzzle: &Puzzle) -> Path {
        let (grid, position) = (SinglesGrid::new(puzzle), Position::new(puzzle));
        Path { grid, position, score: 0, level: HodokuLevel::Easy, hardest: Technique::FullHouse }
    }

    /// Carries out the next step. `None` if the search for it was interrupted, or if the puzzle has not exactly one solution.
    fn take_step(&mut self, explainer: &mut Explainer) -> Option<Technique> {
        if let Some((technique, cell, digit)) = self.grid.next_single() {
            self.place(candidate(cell, digit));
            return Some(technique);
        }
        for (choice, techniques) in ORDER {
            let first = techniques[0];
            let eliminations = simple::find(&self.grid, first);
            if !eliminations.is_empty() {
                for (cell, digit) in eliminations {
                    self.eliminate(candidate(cell, digit));
                }
                return Some(first);
            }
            if first > Technique::HiddenSubset(4)
                && let Some(step) = self.find_instance(explainer, *choice, techniques)
            {
                self.apply(&step);
                return Some(step.technique);
            }
        }
        let (step, _) = explainer.find_smallest_step(&self.position)?;
        if matches!(step.justification, Justification::Contradiction(_)) {
            return None;
        }
        self.apply(&step);
        // Forcing chains, or nets for everything that branches beyond them.
        Some(if matches!(step.justification, Justification::Nested(_)) { step.technique } else { Technique::Braid(4) })
    }

    /// The instance of some techniques that is applied, if there is one.
    fn find_instance(&self, explainer: &mut Explainer, choice: Choice, techniques: &[Technique]) -> Option<Step> {
        let limit = if choice == Choice::First { 1 } else { usize::MAX };
        let find = |technique: &Technique| explainer.unchecked_instances(&self.position, *technique, limit);
        let mut steps: Vec<Step> = techniques.iter().flat_map(find).collect();
        // The program knows this grave with one extra candidate only.
        steps.retain(|step| step.technique != Technique::Bug || extra_count(step) == 1);
        steps.sort_by_cached_key(|step| (Reverse(step.eliminations.len()), step.eliminations.clone()));
        steps.into_iter().find(|step| is_valid(&self.position, explainer.unique_puzzle.as_ref(), step))
    }

    fn apply(&mut self, step: &Step) {
        step.placement.into_iter().for_each(|candidate| self.place(candidate));
        step.eliminations.iter().for_each(|candidate| self.eliminate(*candidate));
    }

    fn place(&mut self, candidate: Candidate) {
        self.grid.place(Board::CLASSIC.index(candidate.cell), candidate.digit.index());
        self.position.place(candidate);
    }

    fn eliminate(&mut self, candidate: Candidate) {
        self.grid.eliminate(Board::CLASSIC.index(candidate.cell), candidate.digit.index());
        self.position.eliminate(candidate);
    }

    fn add(&mut self, technique: Technique) {
        self.score += technique.hodoku_score();
        self.level = self.level.max(technique.hodoku_level());
        if technique.hodoku_score() > self.hardest.hodoku_score() {
            self.hardest = technique;
        }
    }

    fn rating(&self) -> HodokuRating {
        let levels = HodokuLevel::ALL.into_iter().filter(|level| *level >= self.level);
        let level = levels.into_iter().find(|level| self.score <= level.max_score());
        HodokuRating { score: self.score, level: level.unwrap_or(HodokuLevel::Extreme), hardest: self.hardest }
    }
}

fn candidate(cell: usize, digit: usize) -> Candidate {
    Candidate::new(Board::CLASSIC.cell(cell), Digit::from_index(digit))
}

/// The number of extra candidates of a deadly pattern.
fn extra_count(step: &Step) -> usize {
    let Justification::Pattern(pattern) = &step.justification else { return 0 };
    let extra = pattern.parts.iter().filter(|part| part.role == PartRole::Extra);
    extra.map(|part| part.candidates.len()).sum()
}
