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
    /// X-chain with two strong links, of any other shape. (HoDoKu, "Single Digit Patterns".)
    TurbotFish,
    /// A box in which a digit is confined to one row and one column, and a strong link in a line that crosses one of them.
    /// (HoDoKu, "Single Digit Patterns".)
    EmptyRectangle,
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
    /// Alternating inference chain: strong links in cells and houses, joined by weak links. (Sudopedia, "Alternating
    /// Inference Chain"; HoDoKu, "Chains and Loops".)
    Aic,
    /// An X-chain with grouped nodes, several candidates of a digit in one box and line. (HoDoKu, "Chains and Loops".)
    GroupedXChain,
    /// An alternating inference chain with grouped nodes. (HoDoKu, "Chains and Loops".)
    GroupedAic,
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
            Technique::NakedSubset(size) => by_size(size, ["naked-pair", "naked-triple", "naked-quad", "naked-set"]),
            Technique::HiddenSubset(size) => {
                by_size(size, ["hidden-pair", "hidden-triple", "hidden-quad", "hidden-set"])
            }
            Technique::Fish(size) => by_size(size, ["x-wing", "swordfish", "jellyfish", "fish"]),
            Technique::Skyscraper => "skyscraper",
            Technique::TwoStringKite => "two-string-kite",
            Technique::TurbotFish => "turbot-fish",
            Technique::EmptyRectangle => "empty-rectangle",
            Technique::XyWing => "xy-wing",
            Technique::XyzWing => "xyz-wing",
            Technique::WWing => "w-wing",
            Technique::RemotePairs => "remote-pairs",
            Technique::SimpleColouring => "simple-colouring",
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
            Technique::Aic => "aic",
            Technique::GroupedXChain => "grouped-x-chain",
            Technique::GroupedAic => "grouped-aic",
            Technique::BaseCover(_) => "base-cover",
            Technique::Braid(_) => "chain",
            Technique::NestedForcingChain => "nested",
            Technique::Contradiction => "contradiction",
        }
    }

    /// Definition of the technique in one sentence, for players.
    pub fn definition(self) -> &'static str {
        match self {
            Technique::FullHouse => "A house has only one open cell left.",
            Technique::HiddenSingle => "Only one cell of a house can hold a digit.",
            Technique::NakedSingle => "A cell has only one candidate left.",
            Technique::Pointing => {
                "In a box, a digit is confined to one row or column, so it can be eliminated from the rest of that line."
            }
            Technique::Claiming => {
                "In a row or column, a digit is confined to one box, so it can be eliminated from the rest of that box."
            }
            Technique::NakedSubset(_) => {
                "n cells of a house have only n digits as candidates, so these can be eliminated from its other cells."
            }
            Technique::HiddenSubset(_) => {
                "n digits of a house are confined to n cells, so all other candidates of these cells can be eliminated."
            }
            Technique::Fish(_) => {
                "In n rows, a digit is confined to n columns, so it can be eliminated from the rest of these columns; or the \
                 other way round."
            }
            Technique::Skyscraper => {
                "A digit has two cells in each of two rows (columns); one of each shares a column (row), so one of the \
                 others is true."
            }
            Technique::TwoStringKite => {
                "A digit has two cells in a row and two in a column; one of each shares a box, so one of the others is true."
            }
            Technique::TurbotFish => {
                "A digit has two cells in each of two houses; one of each see each other, so one of the others is true."
            }
            Technique::EmptyRectangle => {
                "A digit is confined to one row and one column of a box, and has two cells in a line that crosses one of them."
            }
            Technique::XyWing => {
                "A pivot with candidates X and Y sees the pincers XZ and YZ, so one of the pincers is Z."
            }
            Technique::XyzWing => {
                "A pivot with candidates X, Y and Z sees the pincers XZ and YZ, so one of the three cells is Z."
            }
            Technique::WWing => {
                "Two cells have the same two candidates and cannot both be the first digit, so one of them is the second."
            }
            Technique::RemotePairs => "A chain of cells that all have the same two candidates, which alternate.",
            Technique::SimpleColouring => {
                "A chain of conjugate pairs (two cells for a digit in a house): its two ends have opposite colours."
            }
            Technique::XChain => "A chain on one digit with strong links in houses: one of its two ends is true.",
            Technique::XyChain => {
                "A chain of cells with two candidates each: one of its two ends is true, and both are the same digit."
            }
            Technique::FinnedFish(_) => {
                "A fish with extra candidates (fins): either the fish holds or a fin is true, with the same elimination."
            }
            Technique::SashimiFish(_) => {
                "A finned fish with a line that has fewer than two candidates besides its fins."
            }
            Technique::BentNakedSubset(_) => {
                "n cells in two crossing houses have n digits; all but one fit at most once, so that one is in one of them."
            }
            Technique::Aic => "A chain of alternating strong and weak links: one of its two ends is true.",
            Technique::GroupedXChain => {
                "A chain on one digit in which a node may be several candidates that share a box and a line."
            }
            Technique::GroupedAic => {
                "A chain of alternating strong and weak links in which a node may be several candidates of a box and line."
            }
            Technique::BaseCover(_) => {
                "All candidates of n base sets lie in n cover sets, so the other candidates of the cover sets are false."
            }
            Technique::Braid(_) => {
                "If the candidate were true, constraint after constraint would be left with one candidate, the last with none."
            }
            Technique::NestedForcingChain => "If the candidate were true, further steps would lead to a contradiction.",
            Technique::Contradiction => "A cell has no candidate, or a house has no cell for a digit.",
        }
    }
}

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
            Technique::NestedForcingChain => "nested forcing chain",
            other => other.id(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::text::capitalize;

    /// Every technique in order; those with a size, with sizes 2 to 5.
    fn all() -> Vec<Technique> {
        use Technique::*;
        let sized = |make: fn(usize) -> Technique| (2..=5).map(make);
        let mut all = vec![FullHouse, HiddenSingle, NakedSingle, Pointing, Claiming];
        all.extend(sized(NakedSubset).chain(sized(HiddenSubset)).chain(sized(Fish)));
        all.extend([Skyscraper, TwoStringKite, TurbotFish, EmptyRectangle, XyWing, XyzWing, WWing, RemotePairs]);
        all.extend([SimpleColouring, XChain, XyChain]);
        all.extend(sized(FinnedFish).chain(sized(SashimiFish)).chain((4..=5).map(BentNakedSubset)));
        all.extend([Aic, GroupedXChain, GroupedAic, BaseCover(3), Braid(4), NestedForcingChain, Contradiction]);
        all
    }

    #[test]
    fn names_and_ids_are_unique_and_ids_are_lowercase_words() {
        let all = all();
        for (index, technique) in all.iter().enumerate() {
            let id = technique.id();
            assert!(id.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase()), "{id}");
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
            let name = name.split(" of ").next().unwrap_or(&name);
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
