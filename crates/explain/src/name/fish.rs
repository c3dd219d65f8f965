//! Fish, with and without fins.

use qedoku_puzzle::{Candidate, Digit, DigitSet, HouseKind};

use super::pattern::{Pattern, linked};
use crate::technique::Technique;

/// A fish: as many lines with a digit as lines that cross them and have all its places, fins excepted.
#[derive(Debug)]
pub(crate) struct Finned {
    /// The numbers of the crossing lines, from 1.
    pub(crate) crossing: DigitSet,
    /// The places that no crossing line has; each thing that goes sees all of them.
    pub(crate) fins: Vec<Candidate>,
    /// Whether some line has fewer than two places that are no fins.
    pub(crate) is_sashimi: bool,
}

impl Finned {
    /// The fish of these sets that takes these candidates away, if they are one.
    ///
    /// A place that some target does not see is no fin, so its crossing line belongs to the fish, and so does each target's.
    /// These must be as many as there are sets.
    pub(crate) fn new(pattern: &Pattern, removed: &[Candidate]) -> Option<Finned> {
        let (kind, digit) = (pattern.lines()?, pattern.digit()?);
        if removed.iter().any(|target| target.digit != digit) {
            return None;
        }
        let all: DigitSet = pattern.all().iter().chain(removed).map(|candidate| across(kind, *candidate)).collect();
        let is_seen = |member: &Candidate| removed.iter().all(|target| linked(pattern.board, *member, *target));
        let body = pattern.all().iter().filter(|member| !is_seen(member));
        let needed: DigitSet = body.chain(removed).map(|candidate| across(kind, *candidate)).collect();
        let crossing = if all.len() == pattern.len() { all } else { needed };
        let is_outside = |member: &&Candidate| !crossing.contains(across(kind, **member));
        let fins = pattern.all().iter().filter(is_outside).copied().collect();
        let is_thin = |set| pattern.members(set).iter().filter(|member| !is_outside(member)).count() < 2;
        let is_sashimi = (0..pattern.len()).any(is_thin);
        (crossing.len() == pattern.len()).then_some(Finned { crossing, fins, is_sashimi })
    }
}

/// The line that crosses at a candidate, as a digit: boards have as many lines as digits.
fn across(kind: HouseKind, candidate: Candidate) -> Digit {
    let cell = candidate.cell;
    Digit::from_index(if kind == HouseKind::Row { cell.column() } else { cell.row() })
}

/// Fish without fins.
pub(super) fn fish(pattern: &Pattern, removed: &[Candidate]) -> Option<Technique> {
    Finned::new(pattern, removed).filter(|fish| fish.fins.is_empty()).map(|_| Technique::Fish(pattern.len()))
}

/// Fish with fins.
pub(super) fn finned(pattern: &Pattern, removed: &[Candidate]) -> Option<Technique> {
    let fish = Finned::new(pattern, removed).filter(|fish| !fish.fins.is_empty())?;
    let name = if fish.is_sashimi { Technique::SashimiFish } else { Technique::FinnedFish };
    Some(name(pattern.len()))
}
