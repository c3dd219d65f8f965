//! The names that people know steps by.
//!
//! A name is a claim about the shape of a step, and `name.rs` is where it is checked. Here is what each one means.

use std::fmt;

/// The names that people know steps by, the more familiar first.
///
/// Where a name has a number, it is the number of sets: a naked pair is `NakedSet(2)`, an X-wing is `Fish(2)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Technique {
    /// A house has only one cell left without a digit.
    FullHouse,
    /// A digit has only one place left in a house.
    HiddenSingle,
    /// A cell has only one candidate left.
    NakedSingle,
    /// A digit is only in one line of a box, so it goes from the rest of the line.
    Pointing,
    /// A digit is only in one box of a line, so it goes from the rest of the box.
    Claiming,
    /// So many cells of a house hold only so many digits: naked pair, triple, quad.
    NakedSet(usize),
    /// So many digits are only in so many cells of a house: hidden pair, triple, quad.
    HiddenSet(usize),
    /// A digit is only in so many columns of so many rows, or the other way round: X-wing, swordfish, jellyfish.
    Fish(usize),
    /// A digit has two places in each of two rows, two of which share a column; or the other way round.
    Skyscraper,
    /// A digit has two places in a row and two in a column, and two of these share a box.
    TwoStringKite,
    /// A digit has two places in each of two houses, two of which see each other.
    TurbotFish,
    /// A digit is only in one row and one column of a box, and has two places in a line that crosses one of them.
    EmptyRectangle,
    /// A cell with two candidates, each of which gives one of two cells that it sees the same digit.
    XyWing,
    /// As an XY-wing, but the middle cell may hold that digit too.
    XyzWing,
    /// Two cells with the same two candidates, joined by a digit that has two places in a house.
    WWing,
    /// A chain of cells that all have the same two candidates.
    RemotePairs,
    /// One digit along houses in which it has two places, every link of the chain being such a house.
    SimpleColouring,
    /// One digit along houses in which it has two places.
    XChain,
    /// A chain of cells with two candidates each.
    XyChain,
    /// A fish, but for some places that see what goes.
    FinnedFish(usize),
    /// A finned fish with a line that has only one place besides its fins.
    SashimiFish(usize),
    /// So many cells hold only so many digits, all but one of which fit only once: WXYZ-wing.
    BentSet(usize),
    /// A chain of cells with two candidates and digits with two places.
    Aic,
    /// An X-chain with groups of places in a box and line.
    GroupedXChain,
    /// An alternating inference chain with groups of places in a box and line.
    GroupedAic,
    /// So many sets whose candidates are all in so many others, without a name.
    Counted(usize),
    /// A chain of so many sets, without a name.
    Chain(usize),
    /// Steps within a step.
    Nested,
    /// Nothing is left of a set.
    Contradiction,
}

impl Technique {
    /// A word for programs that never changes: `naked-pair`. Sets of more than four share one; the size of the step tells.
    pub fn id(self) -> &'static str {
        match self {
            Technique::FullHouse => "full-house",
            Technique::HiddenSingle => "hidden-single",
            Technique::NakedSingle => "naked-single",
            Technique::Pointing => "pointing",
            Technique::Claiming => "claiming",
            Technique::NakedSet(size) => by_size(size, ["naked-pair", "naked-triple", "naked-quad", "naked-set"]),
            Technique::HiddenSet(size) => by_size(size, ["hidden-pair", "hidden-triple", "hidden-quad", "hidden-set"]),
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
            Technique::BentSet(4) => "wxyz-wing",
            Technique::BentSet(_) => "bent-set",
            Technique::Aic => "aic",
            Technique::GroupedXChain => "grouped-x-chain",
            Technique::GroupedAic => "grouped-aic",
            Technique::Counted(_) => "counted",
            Technique::Chain(_) => "chain",
            Technique::Nested => "nested",
            Technique::Contradiction => "contradiction",
        }
    }

    /// What the name means, in one sentence.
    pub fn definition(self) -> &'static str {
        match self {
            Technique::FullHouse => "A house has only one cell left without a digit.",
            Technique::HiddenSingle => "A digit has only one place left in a house.",
            Technique::NakedSingle => "A cell has only one candidate left.",
            Technique::Pointing => {
                "In a box, a digit is only in one row or column, so it goes from the rest of that line."
            }
            Technique::Claiming => {
                "In a row or column, a digit is only in one box, so it goes from the rest of that box."
            }
            Technique::NakedSet(_) => {
                "As many cells of a house as they have digits between them, so these digits go from the rest of the house."
            }
            Technique::HiddenSet(_) => {
                "As many digits of a house as there are cells for them, so other digits go from these cells."
            }
            Technique::Fish(_) => {
                "In as many rows as there are columns for a digit, it must be there, so it goes from the rest of these \
                 columns; or the other way round."
            }
            Technique::Skyscraper => {
                "A digit has two places in each of two rows (or columns), and two of these share a column (or row), so it is \
                 at one of the other two."
            }
            Technique::TwoStringKite => {
                "A digit has two places in a row and two in a column, and two of these share a box, so it is at one of the \
                 other two."
            }
            Technique::TurbotFish => {
                "A digit has two places in each of two houses, and two of these see each other, so it is at one of the other \
                 two."
            }
            Technique::EmptyRectangle => {
                "In a box, a digit is only in one row and one column, and it has only two places in a line that crosses one \
                 of them."
            }
            Technique::XyWing => {
                "A cell with two candidates sees two cells, and whichever it holds, one of these is left with the same digit."
            }
            Technique::XyzWing => {
                "A cell with three candidates sees two cells with two of them each, and all three have one digit in common."
            }
            Technique::WWing => {
                "Two cells have the same two candidates and cannot both hold the first, so one of them holds the second."
            }
            Technique::RemotePairs => "A chain of cells that all have the same two candidates, which alternate.",
            Technique::SimpleColouring => {
                "One digit alternates along a chain of houses with two places for it, so it is at one end or the other."
            }
            Technique::XChain => {
                "A chain through houses with two places for one digit, which is at one end or the other."
            }
            Technique::XyChain => {
                "A chain of cells with two candidates each, with the same digit at one end or the other."
            }
            Technique::FinnedFish(_) => "A fish, or else one of its fins holds the digit; what goes, goes either way.",
            Technique::SashimiFish(_) => {
                "A finned fish with a line that has only one place besides its fins; what goes, goes either way."
            }
            Technique::BentSet(_) => {
                "As many cells as they have digits between them; all but one digit fit only once, so that one is there too."
            }
            Technique::Aic => {
                "A chain of cells with two candidates and houses with two places for a digit; one of its ends is true."
            }
            Technique::GroupedXChain => {
                "A chain through houses with two places for one digit, a place being several cells of a box and line."
            }
            Technique::GroupedAic => {
                "A chain of cells with two candidates and houses with two places for a digit, a place being several cells of a \
                 box and line."
            }
            Technique::Counted(_) => {
                "As many sets as there are others that hold all their candidates, so the rest of these others goes."
            }
            Technique::Chain(_) => {
                "Were the candidate true, set after set would have one candidate left, and the last one none."
            }
            Technique::Nested => "Were the candidate true, steps would follow that end in a contradiction.",
            Technique::Contradiction => "A cell without a candidate, or a digit without a place in a house.",
        }
    }
}

/// The word for 2, 3 and 4 sets, and the one for more.
fn by_size(size: usize, words: [&'static str; 4]) -> &'static str {
    words[size.clamp(2, 5) - 2]
}

/// `naked pair`, `X-wing`, `chain of 5`.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sized = |f: &mut fmt::Formatter<'_>, size: usize, words: [&'static str; 4]| match size {
            ..=4 => f.pad(by_size(size, words)),
            _ => f.pad(&format!("{} of {size}", by_size(size, words))),
        };
        match *self {
            Technique::NakedSet(size) => sized(f, size, ["naked pair", "naked triple", "naked quad", "naked set"]),
            Technique::HiddenSet(size) => sized(f, size, ["hidden pair", "hidden triple", "hidden quad", "hidden set"]),
            Technique::Fish(size) => sized(f, size, ["X-wing", "swordfish", "jellyfish", "fish"]),
            Technique::FinnedFish(size) => {
                sized(f, size, ["finned X-wing", "finned swordfish", "finned jellyfish", "finned fish"])
            }
            Technique::SashimiFish(size) => {
                sized(f, size, ["sashimi X-wing", "sashimi swordfish", "sashimi jellyfish", "sashimi fish"])
            }
            Technique::BentSet(size @ 5..) => f.pad(&format!("bent set of {size}")),
            Technique::Counted(size) => f.pad(&format!("locked sets of {size}")),
            Technique::Chain(size) => f.pad(&format!("chain of {size}")),
            _ => f.pad(self.plain()),
        }
    }
}

impl Technique {
    /// The name, of those that are called the same whatever their size.
    fn plain(self) -> &'static str {
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
            Technique::BentSet(_) => "WXYZ-wing",
            Technique::Aic => "alternating inference chain",
            Technique::GroupedXChain => "grouped X-chain",
            Technique::GroupedAic => "grouped alternating inference chain",
            Technique::Nested => "nested steps",
            other => other.id(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each name once, in order, those with a number from 2 to 5.
    fn all() -> Vec<Technique> {
        use Technique::*;
        let sized = |make: fn(usize) -> Technique| (2..=5).map(make);
        let mut all = vec![FullHouse, HiddenSingle, NakedSingle, Pointing, Claiming];
        all.extend(sized(NakedSet).chain(sized(HiddenSet)).chain(sized(Fish)));
        all.extend([Skyscraper, TwoStringKite, TurbotFish, EmptyRectangle, XyWing, XyzWing, WWing, RemotePairs]);
        all.extend([SimpleColouring, XChain, XyChain]);
        all.extend(sized(FinnedFish).chain(sized(SashimiFish)).chain((4..=5).map(BentSet)));
        all.extend([Aic, GroupedXChain, GroupedAic, Counted(3), Chain(4), Nested, Contradiction]);
        all
    }

    #[test]
    fn names_and_ids_differ_and_ids_are_words_for_programs() {
        let all = all();
        for (place, technique) in all.iter().enumerate() {
            let id = technique.id();
            assert!(id.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase()), "{id}");
            for other in &all[..place] {
                assert!(other < technique, "{other} comes before {technique}");
                assert_ne!(other.to_string(), technique.to_string());
                assert_ne!(other.id(), id);
            }
            assert!(technique.definition().ends_with('.') && technique.definition().len() < 140, "{technique}");
        }
    }

    #[test]
    fn every_id_is_in_the_documentation_in_this_order() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/explain.md");
        let text = std::fs::read_to_string(file).expect("docs/explain.md is there");
        let table = text.split("## JSON").next().unwrap();
        let place = |technique: &Technique| table.find(&format!("`{}`", technique.id()));
        let places: Vec<usize> = all().iter().map(|one| place(one).unwrap_or_else(|| panic!("{one}"))).collect();
        assert!(places.is_sorted(), "{places:?}");
    }

    #[test]
    fn names_are_those_that_people_use() {
        let names = [Technique::NakedSet(3), Technique::HiddenSet(5), Technique::Fish(2), Technique::SashimiFish(3)];
        let names = names.map(|technique| technique.to_string());
        assert_eq!(names, ["naked triple", "hidden set of 5", "X-wing", "sashimi swordfish"]);
        assert_eq!([Technique::Chain(6).to_string(), Technique::BentSet(4).to_string()], ["chain of 6", "WXYZ-wing"]);
        assert_eq!(Technique::Pointing.to_string(), "pointing");
    }
}
