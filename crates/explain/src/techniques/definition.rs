//! Definitions of the techniques, for players.

use super::technique::Technique;

impl Technique {
    /// Definition of the technique in one sentence, for players.
    #[expect(clippy::too_many_lines, reason = "one sentence for each technique")]
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
            Technique::LockedSubset(_) => {
                "n cells of a box and a line have only n digits as candidates, so these can be eliminated from the rest of both."
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
            Technique::DualTwoStringKite => {
                "Two two-string kites on the same two cells of a box, read in both directions."
            }
            Technique::TurbotFish => {
                "A digit has two cells in each of two houses; one of each see each other, so one of the others is true."
            }
            Technique::EmptyRectangle => {
                "A digit is confined to one row and one column of a box, and has two cells in a line that crosses one of them."
            }
            Technique::DualEmptyRectangle => {
                "Two empty rectangles in the same box, each with a strong link of its own."
            }
            Technique::UniqueRectangle(1) => {
                "Three cells of a rectangle in two boxes have two digits only, so the fourth is neither: else two solutions."
            }
            Technique::UniqueRectangle(2) => {
                "Two cells of a rectangle have the same extra digit, which is in one of them: else two solutions."
            }
            Technique::UniqueRectangle(3) => {
                "Two cells of a rectangle hold one of their extra digits, and form a naked subset with other cells."
            }
            Technique::UniqueRectangle(4) => {
                "One digit of a rectangle is confined to its two extended cells in a house, so the other is in neither."
            }
            Technique::UniqueRectangle(5) => {
                "Two diagonal or three cells of a rectangle have the same extra digit, which is in one of them."
            }
            Technique::UniqueRectangle(_) => {
                "Two diagonal cells have extra digits; a digit confined to the rectangle in its rows or columns is in neither."
            }
            Technique::HiddenRectangle => {
                "A digit is confined to a rectangle in both lines of one of its cells, so that cell is not the other digit."
            }
            Technique::AvoidableRectangle(1) => {
                "Three solved cells of a rectangle that are no givens: the fourth digit that would allow an exchange is false."
            }
            Technique::AvoidableRectangle(_) => {
                "Two solved cells of a rectangle that are no givens; the other two have the same extra digit, one of them holds it."
            }
            Technique::UniqueLoop => {
                "Six or more cells in a loop with two digits, each house having two of them or none: one of the extra candidates is true."
            }
            Technique::Bug => {
                "Without the extra candidates every cell would have two, each digit twice in a house: one of the extra is true."
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
            Technique::MultiColouring => {
                "Two clusters of conjugate pairs: a colour of one sees a colour of the other, so one of the opposite colours is true."
            }
            Technique::Medusa => {
                "All digits are coloured along conjugate pairs in cells and houses: one colour is true, the other false."
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
            Technique::SueDeCoq => {
                "Cells of a crossing, of its line and of its box have as many digits as cells, so each digit is in one of them."
            }
            Technique::Aic => "A chain of alternating strong and weak links: one of its two ends is true.",
            Technique::ContinuousLoop => {
                "A closed chain of alternating strong and weak links: each weak link has exactly one true end."
            }
            Technique::DiscontinuousLoop => {
                "A chain of alternating links that starts and ends at one candidate, which is false, or true if both links are strong."
            }
            Technique::GroupedXChain => {
                "A chain on one digit in which a node may be several candidates that share a box and a line."
            }
            Technique::GroupedAic => {
                "A chain of alternating strong and weak links in which a node may be several candidates of a box and line."
            }
            Technique::GroupedContinuousLoop => {
                "A continuous nice loop with groups or almost locked sets among its nodes."
            }
            Technique::GroupedDiscontinuousLoop => {
                "A discontinuous nice loop with groups or almost locked sets among its nodes."
            }
            Technique::AlsXz => {
                "Two almost locked sets of which only one can hold X: the other one is locked, so one of them holds Z."
            }
            Technique::AlsXyWing => {
                "An almost locked set takes X or Y from two others, so one of these is locked and holds Z."
            }
            Technique::AlsChain => {
                "Almost locked sets, each of which can take a digit from the next: the first or the last is locked."
            }
            Technique::DeathBlossom => {
                "Whatever digit the stem cell holds, some almost locked set is locked and holds Z."
            }
            Technique::Fireworks => {
                "A row and a column confine three digits to their crossing and one cell of each, apart from the box where they cross."
            }
            Technique::SkLoop => {
                "Eight pairs of cells around four solved cells: neighbouring pairs share two digits, so the 16 cells use each of them."
            }
            Technique::MultiSectorLockedSet => {
                "The open cells of some rows and columns: their digits fit only as often as there are cells, so each is used."
            }
            Technique::Tridagon => {
                "Twelve cells in four boxes that three digits cannot fill: one of their further candidates (guardians) is true."
            }
            Technique::Exocet => {
                "The digits of two base cells have too few places in three lines across, so both return in the two target cells."
            }
            Technique::FrankenFish(_) => "A fish whose base or cover sets include boxes besides rows (columns).",
            Technique::FinnedFrankenFish(_) => "A franken fish with fins: either the fish holds or a fin is true.",
            Technique::MutantFish(_) => "A fish whose base and cover sets are any mix of rows, columns and boxes.",
            Technique::FinnedMutantFish(_) => "A mutant fish with fins: either the fish holds or a fin is true.",
            Technique::TemplateSet => "Every way to place a digit in all houses contains a candidate, so it is true.",
            Technique::TemplateDelete => "No way to place a digit in all houses contains a candidate, so it is false.",
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
