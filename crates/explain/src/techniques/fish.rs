//! Fish, with and without fins.

use qedoku_puzzle::{Candidate, Digit, DigitSet, HouseKind};

use super::pattern::{StepPattern, are_linked};
use super::technique::Technique;

/// A fish: n base lines of a digit and n cover lines that cross them and contain all its candidates there, except for the fins.
#[derive(Debug)]
pub(crate) struct FinnedFish {
    /// The numbers of the cover lines, from 1.
    pub(crate) cover_lines: DigitSet,
    /// The candidates outside the cover lines; each elimination sees all of them. Empty for a basic fish.
    pub(crate) fins: Vec<Candidate>,
    /// Whether some base line has fewer than two candidates besides the fins.
    pub(crate) is_sashimi: bool,
}

impl FinnedFish {
    /// The fish whose base lines are the constraints of the pattern and that justifies the eliminations, if there is one.
    ///
    /// The cover lines need not be searched for. A candidate that some elimination does not see cannot be a fin, so its
    /// crossing line is a cover line; the crossing line of each elimination is one too. There must be as many of these as base lines.
    pub(crate) fn new(pattern: &StepPattern, eliminations: &[Candidate]) -> Option<FinnedFish> {
        let (kind, digit) = (pattern.line_kind()?, pattern.digit()?);
        if eliminations.iter().any(|target| target.digit != digit) {
            return None;
        }
        let crossing = |candidate: &Candidate| crossing_line(kind, *candidate);
        let all: DigitSet = pattern.candidates().iter().chain(eliminations).map(crossing).collect();
        let may_be_fin =
            |candidate: &Candidate| eliminations.iter().all(|target| are_linked(pattern.board, *candidate, *target));
        let body = pattern.candidates().iter().filter(|candidate| !may_be_fin(candidate));
        let needed: DigitSet = body.chain(eliminations).map(crossing).collect();
        let cover_lines = if all.len() == pattern.len() { all } else { needed };
        let is_fin = |candidate: &&Candidate| !cover_lines.contains(crossing(candidate));
        let fins = pattern.candidates().iter().filter(is_fin).copied().collect();
        let is_thin = |line| pattern.candidates_of(line).iter().filter(|candidate| !is_fin(candidate)).count() < 2;
        let is_sashimi = (0..pattern.len()).any(is_thin);
        (cover_lines.len() == pattern.len()).then_some(FinnedFish { cover_lines, fins, is_sashimi })
    }
}

/// The line that crosses the base line at a candidate, as a digit: a board has as many lines of a kind as digits, so a set of
/// lines is a `DigitSet`.
fn crossing_line(kind: HouseKind, candidate: Candidate) -> Digit {
    let cell = candidate.cell;
    Digit::from_index(if kind == HouseKind::Row { cell.column() } else { cell.row() })
}

/// Fish without fins.
pub(super) fn basic_fish(pattern: &StepPattern, eliminations: &[Candidate]) -> Option<Technique> {
    FinnedFish::new(pattern, eliminations).filter(|fish| fish.fins.is_empty()).map(|_| Technique::Fish(pattern.len()))
}

/// Fish with fins.
pub(super) fn finned_fish(pattern: &StepPattern, eliminations: &[Candidate]) -> Option<Technique> {
    let fish = FinnedFish::new(pattern, eliminations).filter(|fish| !fish.fins.is_empty())?;
    let technique = if fish.is_sashimi { Technique::SashimiFish } else { Technique::FinnedFish };
    Some(technique(pattern.len()))
}
