//! Paths by technique: at each position the first instance of the easiest technique, by the step scores of `HoDoKu`.
//!
//! Smallest steps are not always the easiest to see: an almost locked set of five cells is a chain of five constraints, and
//! a unique rectangle is no chain at all. A [named path](PathStyle::Named) therefore looks for techniques first, and for a
//! smallest step where none has an instance. With a [`TechniqueSet`](crate::TechniqueSet) it uses these techniques only.

use std::sync::OnceLock;

use qedoku_puzzle::{Board, Candidate, Puzzle};

use super::explainer::{Explainer, Explanation, ExplanationEnd, PathStyle};
use super::instances::is_valid;
use super::patterns::PatternFinder;
use super::{Justification, Position, Step, Technique};

/// The techniques that paths use, in the order of `HoDoKu`'s solver, followed by those that it tries only on request or does
/// not know.
const SEARCHED: [Technique; 73] = {
    use Technique as T;
    [
        T::FullHouse,
        T::NakedSingle,
        T::HiddenSingle,
        T::LockedSubset(2),
        T::LockedSubset(3),
        T::Pointing,
        T::Claiming,
        T::NakedSubset(2),
        T::NakedSubset(3),
        T::HiddenSubset(2),
        T::HiddenSubset(3),
        T::NakedSubset(4),
        T::HiddenSubset(4),
        T::Fish(2),
        T::Fish(3),
        T::Fish(4),
        T::RemotePairs,
        T::Bug,
        T::Skyscraper,
        T::DualTwoStringKite,
        T::TwoStringKite,
        T::TurbotFish,
        T::DualEmptyRectangle,
        T::EmptyRectangle,
        T::WWing,
        T::XyWing,
        T::XyzWing,
        T::UniqueRectangle(1),
        T::UniqueRectangle(2),
        T::UniqueRectangle(3),
        T::UniqueRectangle(4),
        T::UniqueRectangle(5),
        T::UniqueRectangle(6),
        T::HiddenRectangle,
        T::AvoidableRectangle(1),
        T::AvoidableRectangle(2),
        T::UniqueLoop,
        T::FinnedFish(2),
        T::SashimiFish(2),
        T::FinnedFish(3),
        T::SashimiFish(3),
        T::FinnedFish(4),
        T::SashimiFish(4),
        T::SueDeCoq,
        T::SimpleColouring,
        T::MultiColouring,
        T::XChain,
        T::XyChain,
        T::ContinuousLoop,
        T::DiscontinuousLoop,
        T::Aic,
        T::GroupedContinuousLoop,
        T::GroupedDiscontinuousLoop,
        T::GroupedAic,
        T::AlsXz,
        T::AlsXyWing,
        T::AlsChain,
        T::FrankenFish(2),
        T::FrankenFish(3),
        T::FinnedFrankenFish(2),
        T::FinnedFrankenFish(3),
        T::DeathBlossom,
        T::Medusa,
        T::GroupedXChain,
        T::FrankenFish(4),
        T::FinnedFrankenFish(4),
        T::MutantFish(3),
        T::FinnedMutantFish(3),
        T::Fireworks,
        T::SkLoop,
        T::Tridagon,
        T::Exocet,
        T::MultiSectorLockedSet,
    ]
};

/// The techniques by score; of one score, in the order of [`SEARCHED`].
fn score_order() -> &'static [Technique] {
    static ORDER: OnceLock<Vec<Technique>> = OnceLock::new();
    ORDER.get_or_init(|| sorted_by(Technique::hodoku_score))
}

/// The techniques in the order of paths: by score, with basic fish and simple colouring right after uniqueness. Players know
/// these before kites and empty rectangles, whose scores are lower. SK loops, tridagons and exocets, which the program does not know, come
/// where players look for them: before the chains that would break the same position into many small steps.
fn path_order() -> &'static [Technique] {
    static ORDER: OnceLock<Vec<Technique>> = OnceLock::new();
    ORDER.get_or_init(|| {
        sorted_by(|technique| match technique {
            Technique::Fish(_) | Technique::SimpleColouring => Technique::Bug.hodoku_score() + 1,
            Technique::SkLoop => Technique::ContinuousLoop.hodoku_score() + 1,
            Technique::Fireworks | Technique::Tridagon | Technique::Exocet => Technique::AlsXz.hodoku_score() + 1,
            other => other.hodoku_score(),
        })
    })
}

/// The techniques that named paths try before any of these; `None` if one of them is not searched for.
pub(crate) fn easier_techniques(techniques: &[Technique]) -> Option<Vec<Technique>> {
    let order = path_order();
    let place = |technique: &Technique| order.iter().position(|other| other == technique);
    let first = techniques.iter().filter_map(place).min()?;
    Some(order[..first].to_vec())
}

fn sorted_by(key: impl Fn(Technique) -> u32) -> Vec<Technique> {
    let mut order = SEARCHED.to_vec();
    order.sort_by_key(|technique| key(*technique));
    order
}

/// An instance of the easiest technique below a score that eliminates a candidate.
pub(crate) fn easiest_step(
    finder: &PatternFinder,
    position: &Position,
    below: u32,
    unique: Option<&Puzzle>,
    target: Candidate,
) -> Option<Step> {
    let find = |technique| {
        let step = finder.find(position, technique, unique, Some(target), 1).pop();
        step.filter(|step| is_valid(position, unique, step))
    };
    score_order().iter().copied().filter(|technique| technique.hodoku_score() < below).find_map(find)
}

impl Explainer {
    /// Whether steps on a board are chosen by technique.
    pub(crate) fn names_steps(&self, board: Board) -> bool {
        PatternFinder::supports(board) && (self.techniques.is_some() || self.path == PathStyle::Named)
    }

    /// The steps from a position, each an instance of the first technique that has one. Not yet checked.
    ///
    /// Without a set of techniques, a smallest step is taken where no technique has an instance. With a set, the path ends
    /// [open](ExplanationEnd::Open) there.
    pub(crate) fn named_path(&mut self, start: &Position) -> Explanation {
        let (mut position, mut steps, mut end) = (start.clone(), Vec::new(), ExplanationEnd::Open);
        while !self.interrupt.is_set() {
            if position.is_full() {
                end = ExplanationEnd::Solved;
                break;
            }
            self.progress.set_step_number(steps.len() as u64 + 1);
            let Some((step, _)) = self.next_named_step(&position) else { break };
            let is_contradiction = matches!(step.justification, Justification::Contradiction(_));
            position.apply(&step);
            steps.push(step);
            if is_contradiction {
                end = ExplanationEnd::Contradiction;
                break;
            }
        }
        Explanation { start: start.clone(), steps, end, is_minimal: false }
    }

    /// The first instance of the first technique that has one, and that it was not proved to be a smallest step.
    pub(crate) fn next_named_step(&mut self, position: &Position) -> Option<(Step, bool)> {
        let (unique, techniques) = (self.unique_puzzle_of(position).cloned(), self.techniques);
        let is_allowed = |technique: &Technique| techniques.is_none_or(|set| set.contains(*technique));
        let finder = self.pattern_finder(position.board());
        let mut allowed = path_order().iter().copied().filter(is_allowed);
        let found = allowed.find_map(|technique| {
            let step = finder.find(position, technique, unique.as_ref(), None, 1).pop();
            step.filter(|step| is_valid(position, unique.as_ref(), step))
        });
        match found {
            Some(step) => Some((step, false)),
            // The level extreme has every technique, chains of any size and nested ones included.
            None if techniques.is_none_or(|set| set.contains(Technique::NestedForcingChain)) => {
                self.find_smallest_step(position)
            }
            None => None,
        }
    }

    /// The next step of a position whatever techniques are allowed: the step that a player at the end of a path needs.
    pub(crate) fn next_step_beyond(&mut self, position: &Position) -> Option<Step> {
        let allowed = self.techniques.take();
        let step = self.next_named_step(position).map(|(step, _)| step);
        self.techniques = allowed;
        step
    }
}
