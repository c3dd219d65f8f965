//! Scores and levels of `HoDoKu`: how difficult the program considers one step of a technique.
//!
//! The figures are the default settings of `HoDoKu` 2.2 (B. Hobiger), and a step of a technique that the program does not
//! know gets the score of the nearest one. A level is the set of techniques that a player of that level is expected to
//! know: [`HodokuLevel`] and all below it.

use std::fmt;

use super::technique::Technique;

/// Level of a technique or puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum HodokuLevel {
    /// Singles.
    Easy,
    /// Locked candidates, pairs and triples.
    Medium,
    /// Quads, basic fish, wings, single-digit patterns, uniqueness, simple colouring.
    Hard,
    /// Finned fish, chains, nice loops, almost locked sets, franken fish.
    Unfair,
    /// Everything else.
    Extreme,
}

impl HodokuLevel {
    /// All levels, the easiest first.
    pub const ALL: [HodokuLevel; 5] =
        [HodokuLevel::Easy, HodokuLevel::Medium, HodokuLevel::Hard, HodokuLevel::Unfair, HodokuLevel::Extreme];
}

/// `easy`, `medium`, `hard`, `unfair`, `extreme`.
impl fmt::Display for HodokuLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            HodokuLevel::Easy => "easy",
            HodokuLevel::Medium => "medium",
            HodokuLevel::Hard => "hard",
            HodokuLevel::Unfair => "unfair",
            HodokuLevel::Extreme => "extreme",
        })
    }
}

#[expect(clippy::match_same_arms, reason = "short lines of related techniques instead of one long pattern per value")]
impl Technique {
    /// Score of one step, by the default settings of `HoDoKu`.
    pub fn hodoku_score(self) -> u32 {
        use Technique as T;
        match self {
            T::FullHouse | T::NakedSingle => 4,
            T::HiddenSingle => 14,
            T::Pointing | T::Claiming => 50,
            T::LockedSubset(2) => 40,
            T::LockedSubset(_) => 60,
            T::NakedSubset(size) => [60, 80, 120, 470][size.clamp(2, 5) - 2],
            T::HiddenSubset(size) => [70, 100, 150, 470][size.clamp(2, 5) - 2],
            T::Fish(size) => [140, 150, 160, 470][size.clamp(2, 5) - 2],
            T::Skyscraper | T::FinnedFish(2) => 130,
            T::TurbotFish | T::EmptyRectangle | T::DualEmptyRectangle => 120,
            T::TwoStringKite | T::DualTwoStringKite | T::WWing | T::SashimiFish(2) | T::SimpleColouring => 150,
            T::UniqueRectangle(_) | T::HiddenRectangle | T::AvoidableRectangle(_) | T::UniqueLoop | T::Bug => 100,
            T::XyWing => 160,
            T::XyzWing => 180,
            T::RemotePairs => 110,
            T::MultiColouring | T::FinnedFish(3) => 200,
            T::SashimiFish(3) => 240,
            T::FinnedFish(4) | T::SueDeCoq => 250,
            T::SashimiFish(4) | T::XChain | T::XyChain => 260,
            T::FinnedFish(_) | T::SashimiFish(_) => 470,
            T::Aic | T::ContinuousLoop | T::DiscontinuousLoop | T::Medusa => 280,
            T::GroupedXChain | T::GroupedAic | T::GroupedContinuousLoop | T::GroupedDiscontinuousLoop => 300,
            // A bent set is two almost locked sets.
            T::AlsXz | T::BentNakedSubset(_) => 300,
            T::AlsXyWing => 320,
            T::AlsChain => 340,
            T::DeathBlossom => 360,
            T::FrankenFish(size) => [300, 350, 370, 470][size.clamp(2, 5) - 2],
            T::FinnedFrankenFish(size) => [390, 410, 430, 470][size.clamp(2, 5) - 2],
            T::MutantFish(size) => [450, 450, 450, 470][size.clamp(2, 5) - 2],
            T::FinnedMutantFish(_) => 470,
            T::Fireworks => 400,
            // Unknown to the program, which needs forcing chains or nets instead.
            T::SkLoop | T::MultiSectorLockedSet | T::Tridagon | T::Exocet => 480,
            // Forcing chains, and nets for nested ones.
            T::BaseCover(_) | T::Braid(_) => 500,
            T::NestedForcingChain | T::Contradiction => 700,
            T::TemplateSet | T::TemplateDelete => 10_000,
        }
    }

    /// Whether the technique rests on the puzzle having exactly one solution.
    pub fn rests_on_uniqueness(self) -> bool {
        use Technique as T;
        matches!(self, T::UniqueRectangle(_) | T::HiddenRectangle | T::AvoidableRectangle(_) | T::UniqueLoop | T::Bug)
    }

    /// Level of the technique, by the default settings of `HoDoKu`.
    pub fn hodoku_level(self) -> HodokuLevel {
        use Technique as T;
        match self {
            T::FullHouse | T::HiddenSingle | T::NakedSingle => HodokuLevel::Easy,
            T::Pointing | T::Claiming | T::LockedSubset(_) => HodokuLevel::Medium,
            T::NakedSubset(..=3) | T::HiddenSubset(..=3) => HodokuLevel::Medium,
            T::NakedSubset(4) | T::HiddenSubset(4) | T::Fish(..=4) => HodokuLevel::Hard,
            T::Skyscraper | T::TwoStringKite | T::DualTwoStringKite | T::TurbotFish => HodokuLevel::Hard,
            T::EmptyRectangle | T::DualEmptyRectangle | T::XyWing | T::XyzWing | T::WWing => HodokuLevel::Hard,
            T::UniqueRectangle(_) | T::HiddenRectangle | T::AvoidableRectangle(_) | T::UniqueLoop | T::Bug => {
                HodokuLevel::Hard
            }
            T::RemotePairs | T::SimpleColouring | T::MultiColouring => HodokuLevel::Hard,
            T::FinnedFish(2) | T::SashimiFish(2) => HodokuLevel::Hard,
            T::NakedSubset(_) | T::HiddenSubset(_) | T::Fish(_) => HodokuLevel::Unfair,
            T::FinnedFish(_) | T::SashimiFish(_) | T::SueDeCoq | T::XChain | T::XyChain => HodokuLevel::Unfair,
            T::Aic | T::ContinuousLoop | T::DiscontinuousLoop | T::Medusa => HodokuLevel::Unfair,
            T::GroupedXChain | T::GroupedAic | T::GroupedContinuousLoop => HodokuLevel::Unfair,
            T::GroupedDiscontinuousLoop | T::BentNakedSubset(_) => HodokuLevel::Unfair,
            T::AlsXz | T::AlsXyWing | T::AlsChain | T::DeathBlossom => HodokuLevel::Unfair,
            T::FrankenFish(..=4) | T::FinnedFrankenFish(..=4) | T::Fireworks => HodokuLevel::Unfair,
            T::SkLoop | T::MultiSectorLockedSet | T::Tridagon | T::Exocet => HodokuLevel::Extreme,
            T::FrankenFish(_) | T::FinnedFrankenFish(_) | T::MutantFish(_) => HodokuLevel::Extreme,
            T::FinnedMutantFish(_) | T::TemplateSet | T::TemplateDelete => HodokuLevel::Extreme,
            T::BaseCover(_) | T::Braid(_) | T::NestedForcingChain | T::Contradiction => HodokuLevel::Extreme,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_rise_with_the_level_on_average() {
        let mean = |level: HodokuLevel| {
            let scores = Technique::all().filter(|one| one.hodoku_level() == level).map(Technique::hodoku_score);
            let scores: Vec<u32> = scores.collect();
            assert!(!scores.is_empty(), "no technique is {level}");
            scores.iter().sum::<u32>() / scores.len() as u32
        };
        assert!(HodokuLevel::ALL.map(mean).is_sorted(), "{:?}", HodokuLevel::ALL.map(mean));
    }
}
