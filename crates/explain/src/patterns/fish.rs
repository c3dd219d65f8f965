//! Fish of every shape: basic, franken and mutant, each with or without fins.
//!
//! n base houses whose candidates of a digit all lie in n cover houses, apart from the fins. If no fin is true, each cover
//! house has its digit inside the base, so every other candidate of a cover house is false. A candidate that also sees
//! all fins is false in any case.
//!
//! ```text
//!   basic     rows against columns, or columns against rows
//!   franken   the same, with boxes among either
//!   mutant    any houses
//!   fins      base candidates outside the cover (exo fins), or inside two base houses (endo fins)
//! ```
//!
//! The cover is found by branching on the first base candidate that is not covered yet: one of its houses joins the cover,
//! or it is a fin. Fins must share a peer that can be eliminated, which ends most branches at once.
//!
//! References: `HoDoKu`, "Fish, General Information"; "The Ultimate Fish Guide", Sudoku Players' Forums, 2007.

use qedoku_puzzle::ExactlyOne;

use super::basic::for_each_subset;
use super::candidate_grid::{CandidateGrid, CellSet, bits, count, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::{Justification, Step, Technique};

/// Fins of one fish. `HoDoKu` has the same limit.
const MAX_FINS: usize = 5;
/// Finned fish with one base that are combined in pairs.
const MAX_COMBINED_FISH: usize = 64;
/// Base candidates in two base houses.
const MAX_ENDO_FINS: usize = 2;

/// The houses that a fish may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Basic,
    Franken,
    Mutant,
}

/// Fish of a technique: its shape and size, and whether fins are allowed.
pub(super) fn find_fish(grid: &CandidateGrid<'_>, technique: Technique, sink: &mut StepSink) {
    let (shape, size, has_fins) = match technique {
        Technique::Fish(size) => (Shape::Basic, size, false),
        Technique::FinnedFish(size) | Technique::SashimiFish(size) => (Shape::Basic, size, true),
        Technique::FrankenFish(size) => (Shape::Franken, size, false),
        Technique::FinnedFrankenFish(size) => (Shape::Franken, size, true),
        Technique::MutantFish(size) => (Shape::Mutant, size, false),
        Technique::FinnedMutantFish(size) => (Shape::Mutant, size, true),
        _ => return,
    };
    let [rows, columns, boxes] = [0, 1, 2].map(|kind| houses_of_kind(grid, kind));
    let orientations = match shape {
        Shape::Basic => vec![(rows, columns), (columns, rows)],
        Shape::Franken => vec![(rows | boxes, columns | boxes), (columns | boxes, rows | boxes)],
        Shape::Mutant => vec![(rows | columns | boxes, rows | columns | boxes)],
    };
    for digit in 0..grid.geometry.side {
        for (base, cover) in &orientations {
            let is_open = |house: &usize| count(grid.places(*house, digit)) > 1;
            let base = bits(*base).filter(is_open).fold(0, |set, house| set | only(house));
            let mut search = FishSearch { grid, digit, shape, size, has_fins, allowed: *cover, fish: Vec::new() };
            for_each_subset(base, size, &mut |chosen| {
                if !sink.is_full() {
                    search.search_cover(chosen, sink);
                }
            });
        }
    }
}

/// The houses of a kind, as a set of house indices.
fn houses_of_kind(grid: &CandidateGrid<'_>, kind: usize) -> CellSet {
    let side = grid.geometry.side;
    (kind * side..(kind + 1) * side).fold(0, |set, house| set | only(house))
}

/// Search for fish of one digit.
struct FishSearch<'a> {
    grid: &'a CandidateGrid<'a>,
    digit: usize,
    shape: Shape,
    size: usize,
    has_fins: bool,
    /// Houses that the cover may use.
    allowed: CellSet,
    /// The finned fish with the same base, to combine pairs of them.
    fish: Vec<Step>,
}

/// A fish under construction. Houses are sets of house indices, the others sets of cells.
#[derive(Clone, Copy)]
struct Fish {
    base: CellSet,
    cover: CellSet,
    /// Houses that the cover may still use.
    allowed: CellSet,
    /// Cells of the base.
    base_cells: CellSet,
    /// Cells of the cover, and those in two cover houses.
    cover_cells: CellSet,
    cover_twice: CellSet,
    fins: CellSet,
}

impl FishSearch<'_> {
    /// Finds all covers of a base.
    fn search_cover(&mut self, base: CellSet, sink: &mut StepSink) {
        let (mut base_cells, mut base_twice) = (0, 0);
        for house in bits(base) {
            let places = self.grid.places(house, self.digit);
            base_twice |= base_cells & places;
            base_cells |= places;
        }
        let max_endo_fins = if self.has_fins { MAX_ENDO_FINS } else { 0 };
        if count(base_twice) > max_endo_fins {
            return;
        }
        let allowed = self.allowed & !base;
        let fish = Fish { base, cover: 0, allowed, base_cells, cover_cells: 0, cover_twice: 0, fins: base_twice };
        self.fish.clear();
        if self.can_eliminate(base_twice) {
            self.extend(fish, sink);
        }
        self.push_siamese(sink);
    }

    /// Whether some candidate sees all fins.
    fn can_eliminate(&self, fins: CellSet) -> bool {
        self.grid.geometry.common_peers(fins) & self.grid.cells_with[self.digit] != 0
    }

    /// Covers the first base candidate that is neither covered nor a fin.
    fn extend(&mut self, mut fish: Fish, sink: &mut StepSink) {
        let uncovered = fish.base_cells & !fish.cover_cells & !fish.fins;
        if count(fish.cover) == self.size {
            fish.fins |= uncovered;
            return self.finish(&fish, sink);
        }
        if uncovered == 0 || sink.is_full() {
            return;
        }
        let cell = uncovered.trailing_zeros() as usize;
        let houses = self.grid.geometry.houses_of(cell).into_iter().filter(|house| fish.allowed >> house & 1 != 0);
        for house in houses.collect::<Vec<usize>>() {
            // Later branches do without this house: each cover is found once.
            fish.allowed &= !only(house);
            let places = self.grid.places(house, self.digit);
            self.extend(
                Fish {
                    cover: fish.cover | only(house),
                    cover_twice: fish.cover_twice | fish.cover_cells & places,
                    cover_cells: fish.cover_cells | places,
                    ..fish
                },
                sink,
            );
        }
        let fins = fish.fins | only(cell);
        if self.has_fins && count(fins) <= MAX_FINS && self.can_eliminate(fins) {
            self.extend(Fish { fins, ..fish }, sink);
        }
    }

    fn finish(&mut self, fish: &Fish, sink: &mut StepSink) {
        let (grid, has_fins) = (self.grid, fish.fins != 0);
        if has_fins != self.has_fins || count(fish.fins) > MAX_FINS || !self.has_shape(fish) {
            return;
        }
        // A base candidate in two cover houses is false as well: both would have their digit there.
        let outside = fish.cover_cells & !fish.base_cells | fish.cover_twice & fish.base_cells;
        let eliminated = outside & !fish.fins & grid.geometry.common_peers(fish.fins);
        if eliminated == 0 {
            return;
        }
        let technique = self.technique(fish);
        let constraints = |houses| {
            bits(houses).map(|house| grid.geometry.house_digit(house, self.digit)).collect::<Vec<ExactlyOne>>()
        };
        let part = |role, cells| PatternPart { role, candidates: grid.candidates(cells, self.digit) };
        let mut parts = vec![part(PartRole::Body, fish.base_cells & !fish.fins)];
        if has_fins {
            parts.push(part(PartRole::Fin, fish.fins));
        }
        let (constraints, cover) = (constraints(fish.base), constraints(fish.cover));
        let eliminations = grid.candidates(eliminated, self.digit);
        let justification = if self.shape == Shape::Basic && !has_fins {
            Justification::BaseCover { base: constraints, cover }
        } else {
            Justification::Pattern(Box::new(Pattern { constraints, cover, deadly: None, parts }))
        };
        if has_fins && self.fish.len() < MAX_COMBINED_FISH {
            self.fish.push(Step {
                technique,
                justification: justification.clone(),
                placement: None,
                eliminations: eliminations.clone(),
            });
        }
        sink.push_step(technique, justification, eliminations);
    }

    /// Whether the fish needs its shape: a franken fish has a box and no other orientation is basic, a mutant fish is no
    /// franken fish.
    fn has_shape(&self, fish: &Fish) -> bool {
        let kinds = |houses| bits(houses).fold(0u8, |set, house| set | 1 << (house / self.grid.geometry.side));
        let (base, cover) = (kinds(fish.base), kinds(fish.cover));
        let has_box = (base | cover) & 0b100 != 0;
        // Rows are kind 0, columns kind 1.
        let is_oriented = (base & 0b10 == 0 && cover & 0b1 == 0) || (base & 0b1 == 0 && cover & 0b10 == 0);
        match self.shape {
            Shape::Basic => true,
            Shape::Franken => has_box,
            Shape::Mutant => !is_oriented,
        }
    }

    fn technique(&self, fish: &Fish) -> Technique {
        let has_fins = fish.fins != 0;
        match self.shape {
            Shape::Basic if !has_fins => Technique::Fish(self.size),
            Shape::Basic if self.is_sashimi(fish) => Technique::SashimiFish(self.size),
            Shape::Basic => Technique::FinnedFish(self.size),
            Shape::Franken if has_fins => Technique::FinnedFrankenFish(self.size),
            Shape::Franken => Technique::FrankenFish(self.size),
            Shape::Mutant if has_fins => Technique::FinnedMutantFish(self.size),
            Shape::Mutant => Technique::MutantFish(self.size),
        }
    }

    /// Whether some base house has fewer than two candidates besides the fins.
    fn is_sashimi(&self, fish: &Fish) -> bool {
        bits(fish.base).any(|house| count(self.grid.places(house, self.digit) & !fish.fins) < 2)
    }

    /// Adds siamese fish: two finned fish with the same base and different covers, as one step. The base alone justifies
    /// the eliminations of both.
    fn push_siamese(&self, sink: &mut StepSink) {
        for (index, one) in self.fish.iter().enumerate() {
            for other in &self.fish[..index] {
                let is_new = |step: &Step, than: &Step| {
                    step.eliminations.iter().any(|candidate| !than.eliminations.contains(candidate))
                };
                if is_new(one, other) && is_new(other, one) {
                    // A finned and a sashimi fish are listed under both names.
                    let both = [&one.eliminations[..], &other.eliminations[..]].concat();
                    sink.push_step(one.technique, one.justification.clone(), both.clone());
                    sink.push_step(other.technique, other.justification.clone(), both);
                }
            }
        }
    }
}
