//! Pattern finders: every instance of a named technique in a position.
//!
//! The search for smallest steps ([`step_finder`](crate::step_finder)) knows two kinds of justifications, chains and
//! base/cover patterns, and names what it has found. The finders here go the other way: they know the shape of a technique
//! and list all of its instances, in a fixed order. Each step carries a [`Pattern`], which the
//! [`StepChecker`](crate::StepChecker) verifies on the proof kernel.
//!
//! ```text
//!   candidate_grid  the position as bit sets
//!   basic           singles, locked candidates, subsets
//!   fish            basic, franken and mutant fish, with and without fins
//!   single_digit    skyscraper, kite, turbot fish, empty rectangle       templates
//!   wings           XY-, XYZ- and W-wing, remote pairs                   colouring
//!   rectangles, unique_loop, bug    uniqueness: only in a puzzle with exactly one solution
//!   als             almost locked sets                                   sue_de_coq
//!   chains          X-chains, XY-chains, alternating inference chains, nice loops
//!   fireworks, multi_sector (and SK loops), tridagon, exocet    patterns of the hardest puzzles
//! ```

mod candidate_grid;
mod pattern;
mod sink;
mod basic;
mod fish;
mod single_digit;
mod wings;
mod colouring;
mod rectangles;
mod unique_loop;
mod bug;
mod als;
mod sue_de_coq;
mod chains;
mod templates;
mod fireworks;
mod multi_sector;
mod tridagon;
mod exocet;
#[cfg(test)]
mod tests;

use qedoku_puzzle::{Board, Candidate, Puzzle};

use super::{Position, Step, Technique};
use candidate_grid::{CandidateGrid, Geometry};
use sink::StepSink;

pub use pattern::{DeadlyPattern, PartRole, Pattern, PatternPart};

/// Finds the instances of techniques on one board.
pub(crate) struct PatternFinder {
    geometry: Geometry,
}

impl PatternFinder {
    pub(crate) fn new(board: Board) -> PatternFinder {
        PatternFinder { geometry: Geometry::new(board) }
    }

    /// Whether the patterns of a board are searched: up to 9x9.
    pub(crate) fn supports(board: Board) -> bool {
        board.side() <= candidate_grid::MAX_SIDE
    }

    pub(crate) fn board(&self) -> Board {
        self.geometry.board
    }

    /// The instances of a technique in a position, up to `limit`; with a target, only those that eliminate it.
    ///
    /// `unique` is the puzzle of the position if it has exactly one solution; without it, no uniqueness technique is found.
    pub(crate) fn find(
        &self,
        position: &Position,
        technique: Technique,
        unique: Option<&Puzzle>,
        target: Option<Candidate>,
        limit: usize,
    ) -> Vec<Step> {
        let grid = CandidateGrid::new(&self.geometry, position);
        let mut sink = StepSink::new(technique, target, limit);
        search(&grid, technique, unique, &mut sink);
        sink.steps
    }
}

/// Runs the finder of a technique.
fn search(grid: &CandidateGrid<'_>, technique: Technique, unique: Option<&Puzzle>, sink: &mut StepSink) {
    use Technique as T;
    match technique {
        T::FullHouse | T::HiddenSingle | T::NakedSingle => basic::find_singles(grid, sink),
        T::Pointing | T::Claiming => basic::find_locked(grid, sink),
        T::LockedSubset(size) | T::NakedSubset(size) => basic::find_naked_subsets(grid, size, sink),
        T::HiddenSubset(size) => basic::find_hidden_subsets(grid, size, sink),
        T::Fish(_)
        | T::FinnedFish(_)
        | T::SashimiFish(_)
        | T::FrankenFish(_)
        | T::FinnedFrankenFish(_)
        | T::MutantFish(_)
        | T::FinnedMutantFish(_) => fish::find_fish(grid, technique, sink),
        T::Skyscraper | T::TwoStringKite | T::TurbotFish | T::DualTwoStringKite => {
            single_digit::find_turbots(grid, sink);
        }
        T::EmptyRectangle | T::DualEmptyRectangle => single_digit::find_empty_rectangles(grid, sink),
        T::XyWing | T::XyzWing => wings::find_xy_wings(grid, sink),
        T::WWing => wings::find_w_wings(grid, sink),
        T::RemotePairs => wings::find_remote_pairs(grid, sink),
        T::SimpleColouring => colouring::find_simple_colours(grid, sink),
        T::MultiColouring => colouring::find_multi_colours(grid, sink),
        T::Medusa => colouring::find_medusa(grid, sink),
        T::UniqueRectangle(_) | T::HiddenRectangle | T::AvoidableRectangle(_) => {
            if let Some(puzzle) = unique {
                rectangles::find_rectangles(grid, puzzle, sink);
            }
        }
        T::UniqueLoop => {
            if let Some(puzzle) = unique {
                unique_loop::find_unique_loops(grid, puzzle, sink);
            }
        }
        T::Bug => {
            if let Some(puzzle) = unique {
                bug::find_bug(grid, puzzle, sink);
            }
        }
        T::AlsXz => als::find_als_xz(grid, sink),
        T::AlsXyWing | T::AlsChain => als::find_als_chains(grid, sink),
        T::DeathBlossom => als::find_death_blossoms(grid, sink),
        T::SueDeCoq => sue_de_coq::find_sue_de_coq(grid, sink),
        T::XChain
        | T::XyChain
        | T::Aic
        | T::ContinuousLoop
        | T::DiscontinuousLoop
        | T::GroupedXChain
        | T::GroupedAic
        | T::GroupedContinuousLoop
        | T::GroupedDiscontinuousLoop => chains::find_chains(grid, technique, sink),
        T::Fireworks => fireworks::find_fireworks(grid, sink),
        // These need the boxes of a classic board.
        T::SkLoop | T::MultiSectorLockedSet | T::Tridagon | T::Exocet if grid.geometry.board != Board::CLASSIC => {}
        T::SkLoop => multi_sector::find_sk_loops(grid, sink),
        T::MultiSectorLockedSet => multi_sector::find_multi_sector_sets(grid, sink),
        T::Tridagon => tridagon::find_tridagons(grid, sink),
        T::Exocet => exocet::find_exocets(grid, sink),
        T::TemplateSet | T::TemplateDelete => templates::find_templates(grid, sink),
        T::BentNakedSubset(_) | T::BaseCover(_) | T::Braid(_) | T::NestedForcingChain | T::Contradiction => {}
    }
}
