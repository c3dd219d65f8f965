//! The Sudoku techniques that steps are classified as: identifiers, names and definitions.
//!
//! The names are the established ones. The references beside the variants mean:
//!
//! - *HoDoKu*: B. Hobiger, "`HoDoKu`: Solving Techniques" (manual of the program), by the title of its page;
//! - *Sudopedia*: the Sudoku wiki, by the title of its article;
//! - *Berthier*: D. Berthier, "Pattern-Based Constraint Satisfaction and Logic Puzzles", 2012;
//! - *Sudoku Explainer*: N. Juillerat's program of that name.
//!
//! [`recognize`](super::recognize) decides which technique a step is; this module only describes them.

use std::fmt;

/// A Sudoku technique. The order of the variants decides between steps of the same size: the more familiar technique first.
///
/// The number in a variant is its size, the number of constraints in its pattern: a naked pair is `NakedSubset(2)`, an X-wing
/// is `Fish(2)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Technique {
    /// The last open cell of a house. (HoDoKu, "Singles".)
    FullHouse,
    /// The only cell of a house that can hold a digit. (HoDoKu, "Singles".)
    HiddenSingle,
    /// A cell with one candidate. (HoDoKu, "Singles".)
    NakedSingle,
    /// Locked candidates, type 1: a digit of a box is confined to one line and is eliminated from the rest of the line.
    /// (HoDoKu, "Intersections".)
    Pointing,
    /// Locked candidates, type 2: a digit of a line is confined to one box and is eliminated from the rest of the box.
    /// (HoDoKu, "Intersections".)
    Claiming,
    /// Locked pair, triple: a naked subset in the crossing of a box and a line, with eliminations in both. (HoDoKu,
    /// "Locked Candidates, Locked Pair, Locked Triple".)
    LockedSubset(usize),
    /// Naked pair, triple, quad: n cells of a house with n candidate digits in total. (HoDoKu, "Naked Subsets".)
    NakedSubset(usize),
    /// Hidden pair, triple, quad: n digits that are confined to n cells of a house. (HoDoKu, "Hidden Subsets".)
    HiddenSubset(usize),
    /// X-wing, swordfish, jellyfish: a digit that is confined to n columns in n rows, or the other way round.
    /// (HoDoKu, "Basic Fish".)
    Fish(usize),
    /// Turbot fish with two rows joined by a column, or two columns joined by a row. (HoDoKu, "Single Digit Patterns".)
    Skyscraper,
    /// Turbot fish with a row and a column joined by a box. (HoDoKu, "Single Digit Patterns".)
    TwoStringKite,
    /// Two two-string kites that share their two cells in the box. (HoDoKu, "Single Digit Patterns".)
    DualTwoStringKite,
    /// X-chain with two strong links, of any other shape. (HoDoKu, "Single Digit Patterns".)
    TurbotFish,
    /// A box in which a digit is confined to one row and one column, and a strong link in a line that crosses one of them.
    /// (HoDoKu, "Single Digit Patterns".)
    EmptyRectangle,
    /// Two empty rectangles in the same box. (HoDoKu, "Single Digit Patterns".)
    DualEmptyRectangle,
    /// Unique rectangle, types 1 to 6: four cells that would have two solutions with two digits alone. (HoDoKu,
    /// "Uniqueness".)
    UniqueRectangle(usize),
    /// A unique rectangle with a cell of two candidates and conjugate pairs in both lines of the opposite cell. (HoDoKu,
    /// "Uniqueness".)
    HiddenRectangle,
    /// A unique rectangle of types 1 and 2 with solved cells that are no givens. (HoDoKu, "Uniqueness".)
    AvoidableRectangle(usize),
    /// A closed chain of cells that would have two solutions with two digits alone, six cells or more. (Sudopedia, "Unique Loop".)
    UniqueLoop,
    /// Bivalue universal grave with n extra candidates, one of which is true. (HoDoKu, "Uniqueness".)
    Bug,
    /// A bivalue pivot XY with pincers XZ and YZ. (HoDoKu, "Wings".)
    XyWing,
    /// An XY-wing whose pivot has the common digit too: pivot XYZ, pincers XZ and YZ. (HoDoKu, "Wings".)
    XyzWing,
    /// Two cells with the same two candidates, joined by a strong link on one of the digits. (HoDoKu, "Wings".)
    WWing,
    /// An XY-chain of cells that all have the same two candidates. (HoDoKu, "Chains and Loops".)
    RemotePairs,
    /// An X-chain in which every link is strong (a conjugate pair), so the digit can be coloured. (HoDoKu, "Coloring":
    /// simple colors, color trap.)
    SimpleColouring,
    /// Two clusters of conjugate pairs on a digit, joined by a weak link. (HoDoKu, "Coloring": multi-colors.)
    MultiColouring,
    /// Colouring of all digits by conjugate pairs in cells and houses. (Sudopedia, "3D Medusa".)
    Medusa,
    /// An alternating inference chain on one digit. (HoDoKu, "Chains and Loops".)
    XChain,
    /// An alternating inference chain of bivalue cells. (HoDoKu, "Chains and Loops".)
    XyChain,
    /// A fish with extra candidates, the fins; every elimination sees all of them. (HoDoKu, "Finned/Sashimi Fish".)
    FinnedFish(usize),
    /// A finned fish that has a line with fewer than two candidates besides its fins. (HoDoKu, "Finned/Sashimi Fish".)
    SashimiFish(usize),
    /// WXYZ-wing and larger: n cells in two crossing houses with n digits, all but one of which are restricted to a house.
    /// (Sudopedia, "WXYZ-Wing".)
    BentNakedSubset(usize),
    /// Cells in the crossing of a box and a line, in the rest of the line and in the rest of the box, with as many digits as
    /// cells. (HoDoKu, "Sue de Coq".)
    SueDeCoq,
    /// Alternating inference chain: strong links in cells and houses, joined by weak links. (Sudopedia, "Alternating
    /// Inference Chain"; HoDoKu, "Chains and Loops".)
    Aic,
    /// A chain whose ends see each other: every weak link has exactly one true end. (HoDoKu, "Chains and Loops".)
    ContinuousLoop,
    /// A chain closed at one candidate, which is eliminated or placed. (HoDoKu, "Chains and Loops".)
    DiscontinuousLoop,
    /// An X-chain with grouped nodes, several candidates of a digit in one box and line. (HoDoKu, "Chains and Loops".)
    GroupedXChain,
    /// An alternating inference chain with grouped nodes. (HoDoKu, "Chains and Loops".)
    GroupedAic,
    /// A continuous loop with grouped nodes or almost locked sets. (HoDoKu, "Chains and Loops".)
    GroupedContinuousLoop,
    /// A discontinuous loop with grouped nodes or almost locked sets. (HoDoKu, "Chains and Loops".)
    GroupedDiscontinuousLoop,
    /// Two almost locked sets with a restricted common X: one of them holds Z. (HoDoKu, "Almost Locked Sets".)
    AlsXz,
    /// Three almost locked sets with two restricted commons. (HoDoKu, "Almost Locked Sets".)
    AlsXyWing,
    /// Four or more almost locked sets, each joined to the next by a restricted common. (HoDoKu, "Almost Locked Sets".)
    AlsChain,
    /// A cell each of whose digits would take its place from an almost locked set. (HoDoKu, "Almost Locked Sets".)
    DeathBlossom,
    /// Three digits that a row and a column confine to their crossing and one cell of each. (shye, "Fireworks", 2021.)
    Fireworks,
    /// Eight pairs of cells around four solved cells, with two digits between neighbours. (S. Kurzhals, "SK Loop", 2008.)
    SkLoop,
    /// Cells of several rows and columns whose digits fit only as often as there are cells. (D. P. Bird, "Multi-Sector Locked
    /// Sets", 2012.)
    MultiSectorLockedSet,
    /// Twelve cells in four boxes that three digits cannot fill. (New Sudoku Players' Forum, "Tridagon", "Thor's hammer", 2022.)
    Tridagon,
    /// Two cells whose digits return in two others. (D. P. Bird, "Junior Exocet", 2013.)
    Exocet,
    /// A fish of rows or columns with boxes among its base or cover sets. (HoDoKu, "Complex Fish".)
    FrankenFish(usize),
    /// A franken fish with fins. (HoDoKu, "Complex Fish".)
    FinnedFrankenFish(usize),
    /// A fish of any houses. (HoDoKu, "Complex Fish".)
    MutantFish(usize),
    /// A mutant fish with fins. (HoDoKu, "Complex Fish".)
    FinnedMutantFish(usize),
    /// A candidate in every way to place a digit in all houses. (HoDoKu, "Templates".)
    TemplateSet,
    /// A candidate in no way to place a digit in all houses. (HoDoKu, "Templates".)
    TemplateDelete,
    /// n base sets whose candidates all lie in n cover sets, of no shape with a name of its own. (HoDoKu, "Fish" in general,
    /// for the base and cover sets of one digit; here with constraints of any kind.)
    BaseCover(usize),
    /// A braid of n constraints, of no shape with a name of its own. (Berthier, braids and their lengths.)
    Braid(usize),
    /// Steps below an assumption, which end in a contradiction. (Sudoku Explainer, "Nested Forcing Chains".)
    NestedForcingChain,
    /// A cell without a candidate, or a digit without a cell in a house.
    Contradiction,
}

impl Technique {
    /// Identifier for programs, such as `naked-pair`. It is part of the JSON format and stays stable. Sizes above four share one
    /// identifier; the size of the step distinguishes them.
    pub fn id(self) -> &'static str {
        match self {
            Technique::FullHouse => "full-house",
            Technique::HiddenSingle => "hidden-single",
            Technique::NakedSingle => "naked-single",
            Technique::Pointing => "pointing",
            Technique::Claiming => "claiming",
            Technique::LockedSubset(2) => "locked-pair",
            Technique::LockedSubset(_) => "locked-triple",
            Technique::NakedSubset(size) => by_size(size, ["naked-pair", "naked-triple", "naked-quad", "naked-set"]),
            Technique::HiddenSubset(size) => {
                by_size(size, ["hidden-pair", "hidden-triple", "hidden-quad", "hidden-set"])
            }
            Technique::Fish(size) => by_size(size, ["x-wing", "swordfish", "jellyfish", "fish"]),
            Technique::Skyscraper => "skyscraper",
            Technique::TwoStringKite => "two-string-kite",
            Technique::DualTwoStringKite => "dual-two-string-kite",
            Technique::TurbotFish => "turbot-fish",
            Technique::EmptyRectangle => "empty-rectangle",
            Technique::DualEmptyRectangle => "dual-empty-rectangle",
            Technique::UniqueRectangle(kind) => UNIQUE_RECTANGLE_IDS[kind - 1],
            Technique::HiddenRectangle => "hidden-rectangle",
            Technique::AvoidableRectangle(1) => "avoidable-rectangle-1",
            Technique::AvoidableRectangle(_) => "avoidable-rectangle-2",
            Technique::UniqueLoop => "unique-loop",
            Technique::Bug => "bug",
            Technique::XyWing => "xy-wing",
            Technique::XyzWing => "xyz-wing",
            Technique::WWing => "w-wing",
            Technique::RemotePairs => "remote-pairs",
            Technique::SimpleColouring => "simple-colouring",
            Technique::MultiColouring => "multi-colouring",
            Technique::Medusa => "3d-medusa",
            Technique::XChain => "x-chain",
            Technique::XyChain => "xy-chain",
            Technique::FinnedFish(size) => {
                by_size(size, ["finned-x-wing", "finned-swordfish", "finned-jellyfish", "finned-fish"])
            }
            Technique::SashimiFish(size) => {
                by_size(size, ["sashimi-x-wing", "sashimi-swordfish", "sashimi-jellyfish", "sashimi-fish"])
            }
            Technique::BentNakedSubset(4) => "wxyz-wing",
            Technique::BentNakedSubset(_) => "bent-set",
            Technique::SueDeCoq => "sue-de-coq",
            Technique::Aic => "aic",
            Technique::ContinuousLoop => "continuous-nice-loop",
            Technique::DiscontinuousLoop => "discontinuous-nice-loop",
            Technique::GroupedXChain => "grouped-x-chain",
            Technique::GroupedAic => "grouped-aic",
            Technique::GroupedContinuousLoop => "grouped-continuous-nice-loop",
            Technique::GroupedDiscontinuousLoop => "grouped-discontinuous-nice-loop",
            Technique::AlsXz => "als-xz",
            Technique::AlsXyWing => "als-xy-wing",
            Technique::AlsChain => "als-chain",
            Technique::DeathBlossom => "death-blossom",
            Technique::Fireworks => "fireworks",
            Technique::SkLoop => "sk-loop",
            Technique::MultiSectorLockedSet => "multi-sector-locked-set",
            Technique::Tridagon => "tridagon",
            Technique::Exocet => "exocet",
            Technique::FrankenFish(_) => "franken-fish",
            Technique::FinnedFrankenFish(_) => "finned-franken-fish",
            Technique::MutantFish(_) => "mutant-fish",
            Technique::FinnedMutantFish(_) => "finned-mutant-fish",
            Technique::TemplateSet => "template-set",
            Technique::TemplateDelete => "template-delete",
            Technique::BaseCover(_) => "base-cover",
            Technique::Braid(_) => "chain",
            Technique::NestedForcingChain => "nested",
            Technique::Contradiction => "contradiction",
        }
    }

    /// Every technique, in the order of familiarity; those with a size, with the sizes that have a name and one more.
    pub fn all() -> impl Iterator<Item = Technique> {
        #[allow(clippy::enum_glob_use, reason = "the list names nearly every variant")]
        use Technique::*;
        let sized = |make: fn(usize) -> Technique, largest: usize| (2..=largest).map(make);
        let mut all = vec![FullHouse, HiddenSingle, NakedSingle, Pointing, Claiming];
        all.extend(sized(LockedSubset, 3).chain(sized(NakedSubset, 5)).chain(sized(HiddenSubset, 5)));
        all.extend(sized(Fish, 5));
        all.extend([Skyscraper, TwoStringKite, DualTwoStringKite, TurbotFish, EmptyRectangle, DualEmptyRectangle]);
        all.extend((1..=6).map(UniqueRectangle).chain([HiddenRectangle]).chain((1..=2).map(AvoidableRectangle)));
        all.extend([
            UniqueLoop,
            Bug,
            XyWing,
            XyzWing,
            WWing,
            RemotePairs,
            SimpleColouring,
            MultiColouring,
            Medusa,
            XChain,
            XyChain,
        ]);
        all.extend(sized(FinnedFish, 5).chain(sized(SashimiFish, 5)).chain((4..=5).map(BentNakedSubset)));
        all.extend([SueDeCoq, Aic, ContinuousLoop, DiscontinuousLoop, GroupedXChain, GroupedAic]);
        all.extend([GroupedContinuousLoop, GroupedDiscontinuousLoop, AlsXz, AlsXyWing, AlsChain, DeathBlossom]);
        all.extend([Fireworks, SkLoop, MultiSectorLockedSet, Tridagon, Exocet]);
        all.extend(sized(FrankenFish, 4).chain(sized(FinnedFrankenFish, 4)));
        all.extend(sized(MutantFish, 4).chain(sized(FinnedMutantFish, 4)));
        all.extend([TemplateSet, TemplateDelete, BaseCover(3), Braid(4), NestedForcingChain, Contradiction]);
        all.into_iter()
    }

    /// The techniques with an identifier: one, or one for each size. Empty if there is none.
    pub fn with_id(id: &str) -> Vec<Technique> {
        Technique::all().filter(|technique| technique.id() == id).collect()
    }
}

const UNIQUE_RECTANGLE_IDS: [&str; 6] = [
    "unique-rectangle-1",
    "unique-rectangle-2",
    "unique-rectangle-3",
    "unique-rectangle-4",
    "unique-rectangle-5",
    "unique-rectangle-6",
];

/// The entry for sizes 2, 3 and 4; the last one for all larger sizes.
fn by_size(size: usize, words: [&'static str; 4]) -> &'static str {
    words[size.clamp(2, 5) - 2]
}

/// Name for people: `naked pair`, `X-wing`, `chain of 5`.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sized = |f: &mut fmt::Formatter<'_>, size: usize, words: [&'static str; 4]| match size {
            ..=4 => f.pad(by_size(size, words)),
            _ => f.pad(&format!("{} of {size}", by_size(size, words))),
        };
        match *self {
            Technique::NakedSubset(size) => sized(f, size, ["naked pair", "naked triple", "naked quad", "naked set"]),
            Technique::HiddenSubset(size) => {
                sized(f, size, ["hidden pair", "hidden triple", "hidden quad", "hidden set"])
            }
            Technique::Fish(size) => sized(f, size, ["X-wing", "swordfish", "jellyfish", "fish"]),
            Technique::FinnedFish(size) => {
                sized(f, size, ["finned X-wing", "finned swordfish", "finned jellyfish", "finned fish"])
            }
            Technique::SashimiFish(size) => {
                sized(f, size, ["sashimi X-wing", "sashimi swordfish", "sashimi jellyfish", "sashimi fish"])
            }
            Technique::LockedSubset(size) => {
                sized(f, size, ["locked pair", "locked triple", "locked quad", "locked set"])
            }
            Technique::FrankenFish(size) => {
                sized(f, size, ["franken X-wing", "franken swordfish", "franken jellyfish", "franken fish"])
            }
            Technique::FinnedFrankenFish(size) => sized(
                f,
                size,
                [
                    "finned franken X-wing",
                    "finned franken swordfish",
                    "finned franken jellyfish",
                    "finned franken fish",
                ],
            ),
            Technique::MutantFish(size) => {
                sized(f, size, ["mutant X-wing", "mutant swordfish", "mutant jellyfish", "mutant fish"])
            }
            Technique::FinnedMutantFish(size) => sized(
                f,
                size,
                ["finned mutant X-wing", "finned mutant swordfish", "finned mutant jellyfish", "finned mutant fish"],
            ),
            Technique::UniqueRectangle(kind) => f.pad(&format!("unique rectangle type {kind}")),
            Technique::AvoidableRectangle(kind) => f.pad(&format!("avoidable rectangle type {kind}")),
            Technique::BentNakedSubset(size @ 5..) => f.pad(&format!("bent set of {size}")),
            Technique::BaseCover(size) => f.pad(&format!("base/cover pattern of {size}")),
            Technique::Braid(size) => f.pad(&format!("chain of {size}")),
            _ => f.pad(self.unsized_name()),
        }
    }
}

impl Technique {
    /// Name of a technique that is called the same for every size.
    fn unsized_name(self) -> &'static str {
        match self {
            Technique::FullHouse => "full house",
            Technique::HiddenSingle => "hidden single",
            Technique::NakedSingle => "naked single",
            Technique::TwoStringKite => "two-string kite",
            Technique::TurbotFish => "turbot fish",
            Technique::EmptyRectangle => "empty rectangle",
            Technique::XyWing => "XY-wing",
            Technique::XyzWing => "XYZ-wing",
            Technique::WWing => "W-wing",
            Technique::RemotePairs => "remote pairs",
            Technique::SimpleColouring => "simple colouring",
            Technique::XChain => "X-chain",
            Technique::XyChain => "XY-chain",
            Technique::BentNakedSubset(_) => "WXYZ-wing",
            Technique::Aic => "alternating inference chain",
            Technique::GroupedXChain => "grouped X-chain",
            Technique::GroupedAic => "grouped alternating inference chain",
            Technique::DualTwoStringKite => "dual two-string kite",
            Technique::DualEmptyRectangle => "dual empty rectangle",
            Technique::HiddenRectangle => "hidden rectangle",
            Technique::UniqueLoop => "unique loop",
            Technique::Bug => "bivalue universal grave",
            Technique::MultiColouring => "multi-colouring",
            Technique::Medusa => "3D Medusa",
            Technique::SueDeCoq => "Sue de Coq",
            Technique::ContinuousLoop => "continuous nice loop",
            Technique::DiscontinuousLoop => "discontinuous nice loop",
            Technique::GroupedContinuousLoop => "grouped continuous nice loop",
            Technique::GroupedDiscontinuousLoop => "grouped discontinuous nice loop",
            Technique::AlsXz => "ALS-XZ",
            Technique::AlsXyWing => "ALS-XY-wing",
            Technique::AlsChain => "ALS chain",
            Technique::DeathBlossom => "death blossom",
            Technique::Fireworks => "fireworks",
            Technique::SkLoop => "SK loop",
            Technique::MultiSectorLockedSet => "multi-sector locked set",
            Technique::Tridagon => "tridagon",
            Technique::Exocet => "exocet",
            Technique::TemplateSet => "template set",
            Technique::TemplateDelete => "template delete",
            Technique::NestedForcingChain => "nested forcing chain",
            other => other.id(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::text::capitalize;

    /// Every technique in order. Techniques with a size that share an identifier occur once.
    fn all() -> Vec<Technique> {
        let mut all: Vec<Technique> = Technique::all().collect();
        all.dedup_by_key(|technique| technique.id());
        all
    }

    #[test]
    fn names_and_ids_are_unique_and_ids_are_lowercase_words() {
        let all = all();
        for (index, technique) in all.iter().enumerate() {
            let id = technique.id();
            assert!(id.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase() || byte.is_ascii_digit()), "{id}");
            for other in &all[..index] {
                assert!(other < technique, "{other} should be ordered before {technique}");
                assert_ne!(other.to_string(), technique.to_string());
                assert_ne!(other.id(), id);
            }
            assert!(technique.definition().ends_with('.') && technique.definition().len() < 140, "{technique}");
        }
    }

    #[test]
    fn every_id_is_documented_in_this_order() {
        let table = guide_page("README.md");
        let offset = |technique: &Technique| table.find(&format!("[`{0}`]({0}.md)", technique.id()));
        let offsets: Vec<usize> =
            all().iter().map(|one| offset(one).unwrap_or_else(|| panic!("{one} is not documented"))).collect();
        assert!(offsets.is_sorted(), "{offsets:?}");
    }

    #[test]
    fn every_technique_has_a_page_of_the_guide() {
        for technique in all() {
            let (name, page) = (technique.to_string(), guide_page(&format!("{}.md", technique.id())));
            // The sizes of complex fish share a page, which is named after all of them.
            let family = technique.id().replace('-', " ");
            let is_complex_fish = family.contains("franken") || family.contains("mutant");
            let name = if is_complex_fish { family.as_str() } else { name.split(" of ").next().unwrap_or(&name) };
            let heading = format!("# {}\n\nIdentifier `{}`, size ", capitalize(name), technique.id());
            assert!(page.starts_with(&heading), "{technique}: {}", page.lines().next().unwrap_or_default());
        }
    }

    /// A page of the guide about techniques.
    fn guide_page(name: &str) -> String {
        let file = format!("{}/../../docs/guide/src/techniques/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    #[test]
    fn names_are_the_established_ones() {
        let names =
            [Technique::NakedSubset(3), Technique::HiddenSubset(5), Technique::Fish(2), Technique::SashimiFish(3)];
        let names = names.map(|technique| technique.to_string());
        assert_eq!(names, ["naked triple", "hidden set of 5", "X-wing", "sashimi swordfish"]);
        assert_eq!(
            [Technique::Braid(6).to_string(), Technique::BentNakedSubset(4).to_string()],
            ["chain of 6", "WXYZ-wing"]
        );
        assert_eq!(Technique::Pointing.to_string(), "pointing");
    }
}
