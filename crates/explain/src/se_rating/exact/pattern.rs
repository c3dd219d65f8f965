//! Hints of the pattern techniques (locked candidates, sets, fish) and the eliminations that a chain must make before they apply.

use super::grid::{ALL, COLUMNS, Candidate, GEOMETRY, Grid, ROWS, bits, candidate};
use super::step::Removals;

/// A pattern, with what is needed to find out which removed candidates it depends on.
#[derive(Clone, Copy)]
pub(super) enum Pattern {
    /// All places of the digit in region `one` are in region `other`.
    Locking { one: usize, other: usize, digit: usize },
    /// Cells of a region with no other candidates than `digits`.
    NakedSet { region: usize, places: u16, digits: u16 },
    /// Digits of a region with no other places than `places`.
    HiddenSet { region: usize, places: u16, digits: u16 },
    /// All places of the digit in the base lines are in the cover lines. `first` is the first region of the kind of the base.
    Fish { first: usize, base: u16, cover: u16, digit: usize },
}

/// An instance of a pattern that removes candidates.
pub(super) struct PatternHint {
    pub(super) difficulty: f64,
    pub(super) removals: Removals,
    pub(super) pattern: Pattern,
}

impl Pattern {
    /// The candidates of `source` whose removal made the pattern possible in `grid`.
    pub(super) fn parents(&self, source: &Grid, grid: &Grid, parents: &mut Vec<Candidate>) {
        match *self {
            Pattern::Locking { one, other, digit } => {
                let removed = source.places[one][digit] & !grid.places[one][digit];
                parents.extend(
                    bits(removed & !super::locked::crossing_places(one, other)).map(|place| at(one, place, digit)),
                );
            }
            Pattern::NakedSet { region, places, digits } => {
                for cell in bits(places).map(|place| usize::from(GEOMETRY.cells_of[region][place])) {
                    parents.extend(bits(source.cells[cell] & !digits).map(|digit| candidate(cell, digit)));
                }
            }
            Pattern::HiddenSet { region, places, digits } => {
                for place in bits(!places & ALL) {
                    let removed = bits(digits).filter(|digit| source.places[region][*digit] >> place & 1 == 1);
                    parents.extend(removed.map(|digit| at(region, place, digit)));
                }
            }
            Pattern::Fish { first, base, cover, digit } => {
                debug_assert!(first == ROWS || first == COLUMNS);
                for line in bits(base).map(|line| first + line) {
                    let removed = source.places[line][digit] & !grid.places[line][digit];
                    parents.extend(bits(removed & !cover).map(|place| at(line, place, digit)));
                }
            }
        }
    }
}

fn at(region: usize, place: usize, digit: usize) -> Candidate {
    candidate(usize::from(GEOMETRY.cells_of[region][place]), digit)
}
