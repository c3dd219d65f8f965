//! Unique rectangles (types 1 to 6), hidden rectangles and avoidable rectangles.
//!
//! Four cells in two rows, two columns and two boxes, none of them a given, would form a deadly pattern if they held two
//! digits A and B only. So one of the extra candidates of these cells is true.
//!
//! ```text
//!   type 1    extras in one cell: it is neither A nor B
//!   type 2, 5 extras are one digit, in two or three cells: a cell that sees them all does not hold it
//!   type 3    extras in two cells of a house form a naked subset with other cells
//!   type 4    extras in two cells of a line where A has no other place: neither of them is B
//!   type 6    extras in two diagonal cells, and A is confined to the rectangle in its rows or columns
//!   hidden    a cell without extras; A is confined to the rectangle in both lines of the opposite cell, which is not B
//!   avoidable the same as types 1 and 2, with cells that were solved before
//! ```
//!
//! Reference: `HoDoKu`, "Uniqueness".

use qedoku_puzzle::{Candidate, Digit, ExactlyOne, Puzzle};

use super::basic::for_each_subset;
use super::candidate_grid::{CandidateGrid, CellSet, bits, count, digits, only};
use super::pattern::{DeadlyPattern, PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;

/// Rectangles of every type in a puzzle with exactly one solution.
pub(super) fn find_rectangles(grid: &CandidateGrid<'_>, puzzle: &Puzzle, sink: &mut StepSink) {
    let geometry = grid.geometry;
    let side = geometry.side;
    for top in 0..side {
        for bottom in top + 1..side {
            for left in 0..side {
                for right in left + 1..side {
                    let cells = [(top, left), (top, right), (bottom, left), (bottom, right)];
                    let cells = cells.map(|(row, column)| row * side + column);
                    let set = cells.iter().fold(0, |set, cell| set | only(*cell));
                    let is_free = cells.iter().all(|cell| puzzle.givens().get(geometry.cell(*cell)).is_none());
                    if is_free && geometry.boxes_of(set).count_ones() == 2 && !sink.is_full() {
                        search_pairs(grid, cells, sink);
                    }
                }
            }
        }
    }
}

/// Tries every pair of digits that each cell can hold one of.
fn search_pairs(grid: &CandidateGrid<'_>, cells: [usize; 4], sink: &mut StepSink) {
    let masks = cells.map(|cell| grid.placed(cell).map_or(grid.masks[cell], |digit| 1 << digit));
    let all = masks.iter().fold(0, |all, mask| all | mask);
    for one in digits(all) {
        for other in digits(all).filter(|other| *other > one) {
            let pair = 1 << one | 1 << other;
            // Some cell must be able to hold nothing else, or the pattern is of no use for any type.
            if masks.iter().all(|mask| mask & pair != 0) && masks.iter().any(|mask| mask & !pair == 0) {
                let rectangle = Rectangle::new(grid, &cells, &masks, pair);
                rectangle.find(sink);
            }
        }
    }
}

/// A rectangle, or a loop of more cells, with its two digits.
pub(super) struct Rectangle<'a> {
    grid: &'a CandidateGrid<'a>,
    /// The corners of a rectangle in reading order, or the cells of a loop.
    cells: Vec<usize>,
    /// The two digits, as a mask.
    pair: u16,
    /// Cells with further candidates.
    extra_cells: CellSet,
    /// The further digits.
    extra_digits: u16,
    /// Solved cells.
    solved: CellSet,
}

impl<'a> Rectangle<'a> {
    pub(super) fn new(grid: &'a CandidateGrid<'a>, cells: &[usize], masks: &[u16], pair: u16) -> Rectangle<'a> {
        let set = |is_in: &dyn Fn(usize) -> bool| {
            (0..cells.len()).filter(|index| is_in(*index)).fold(0, |set, index| set | only(cells[index]))
        };
        Rectangle {
            grid,
            cells: cells.to_vec(),
            pair,
            extra_cells: set(&|index| masks[index] & !pair != 0),
            extra_digits: masks.iter().fold(0, |all, mask| all | mask & !pair),
            solved: set(&|index| grid.placed(cells[index]).is_some()),
        }
    }

    fn find(&self, sink: &mut StepSink) {
        if self.solved != 0 {
            return self.find_avoidable(sink);
        }
        match count(self.extra_cells) {
            1 => self.push_eliminated_pair(Technique::UniqueRectangle(1), sink),
            2 if self.is_diagonal() => {
                self.push_common_extra(Technique::UniqueRectangle(5), sink);
                self.find_type_6(sink);
                self.find_hidden(sink);
            }
            2 => {
                self.push_common_extra(Technique::UniqueRectangle(2), sink);
                self.find_type_3(Technique::UniqueRectangle(3), sink);
                self.find_type_4(Technique::UniqueRectangle(4), sink);
            }
            3 => {
                self.push_common_extra(Technique::UniqueRectangle(5), sink);
                self.find_hidden(sink);
            }
            _ => {}
        }
    }

    fn find_avoidable(&self, sink: &mut StepSink) {
        match (count(self.solved), count(self.extra_cells)) {
            // The last open cell is neither digit; only one of them is a candidate.
            (3, 1) => self.push_eliminated_pair(Technique::AvoidableRectangle(1), sink),
            (2, 2) => self.push_common_extra(Technique::AvoidableRectangle(2), sink),
            _ => {}
        }
    }

    /// The four cells of a rectangle in reading order.
    fn corners(&self) -> [usize; 4] {
        self.cells[..].try_into().expect("a rectangle has four cells")
    }

    /// A loop of six or more cells: like types 1 to 4 of rectangles.
    pub(super) fn find_loop(&self, sink: &mut StepSink) {
        let technique = Technique::UniqueLoop;
        if count(self.extra_cells) == 1 {
            self.push_eliminated_pair(technique, sink);
        }
        self.push_common_extra(technique, sink);
        if count(self.extra_cells) == 2 {
            self.find_type_3(technique, sink);
            self.find_type_4(technique, sink);
        }
    }

    /// Whether two cells with extras are in different rows and columns.
    fn is_diagonal(&self) -> bool {
        let [one, two, three, four] = self.corners().map(only);
        self.extra_cells == one | four || self.extra_cells == two | three
    }

    /// Extras in one cell: it holds one of them.
    fn push_eliminated_pair(&self, technique: Technique, sink: &mut StepSink) {
        self.push(technique, Vec::new(), self.grid.candidates_among(self.extra_cells, self.pair), sink);
    }

    /// Extras of one digit: one of them is true.
    fn push_common_extra(&self, technique: Technique, sink: &mut StepSink) {
        if self.extra_digits.is_power_of_two() && sink.wants(technique) {
            let digit = self.extra_digits.trailing_zeros() as usize;
            let peers = self.grid.geometry.common_peers(self.extra_cells);
            self.push(technique, Vec::new(), self.grid.candidates(peers, digit), sink);
        }
    }

    /// Extras in two cells of a house: together they act as a cell with the extra digits, which forms a naked subset with
    /// other cells of the house.
    fn find_type_3(&self, technique: Technique, sink: &mut StepSink) {
        let (grid, geometry) = (self.grid, self.grid.geometry);
        if !sink.wants(technique) {
            return;
        }
        let rectangle = self.cells.iter().fold(0, |set, cell| set | only(*cell));
        for house in geometry.common_houses(self.extra_cells) {
            let others = geometry.houses[house] & grid.open & !rectangle;
            for size in 1..count(others) {
                for_each_subset(others, size, &mut |subset| {
                    let mask = grid.digits_of(subset) | self.extra_digits;
                    if mask.count_ones() as usize == size + 1 {
                        let seen = |house| geometry.houses[house] & !subset & !self.extra_cells & grid.open;
                        let houses = geometry.common_houses(self.extra_cells | subset);
                        let eliminated = houses.fold(0, |cells, house| cells | seen(house));
                        let eliminations = grid.candidates_among(eliminated, mask);
                        self.push(technique, geometry.cell_constraints(subset), eliminations, sink);
                    }
                });
            }
        }
    }

    /// Extras in two cells of a line: a digit of the pair that has no other place in a common house is in one of them,
    /// so the other digit is in neither.
    fn find_type_4(&self, technique: Technique, sink: &mut StepSink) {
        let (grid, geometry) = (self.grid, self.grid.geometry);
        for house in geometry.common_houses(self.extra_cells) {
            let is_confined = |digit: &usize| {
                let places = grid.places(house, *digit);
                places != 0 && places & !self.extra_cells == 0
            };
            for digit in digits(self.pair).filter(is_confined) {
                let eliminations = grid.candidates_among(self.extra_cells, self.pair & !(1 << digit));
                let constraints = vec![geometry.house_digit(house, digit)];
                self.push(technique, constraints, eliminations, sink);
            }
        }
    }

    /// Extras in two diagonal cells: if a digit of the pair has no place outside the rectangle in both rows, or in both
    /// columns, one of these cells would force the other, so it is in neither.
    fn find_type_6(&self, sink: &mut StepSink) {
        let (grid, geometry) = (self.grid, self.grid.geometry);
        for digit in digits(self.pair) {
            for kind in [0, 1] {
                let lines = [self.corners()[0], self.corners()[3]].map(|cell| geometry.houses_of(cell)[kind]);
                if lines.iter().all(|line| self.is_confined(*line, digit)) {
                    let constraints = lines.map(|line| geometry.house_digit(line, digit)).to_vec();
                    let eliminations = grid.candidates(self.extra_cells, digit);
                    self.push(Technique::UniqueRectangle(6), constraints, eliminations, sink);
                }
            }
        }
    }

    /// A cell without extras, and a digit that is confined to the rectangle in both lines of the opposite cell.
    fn find_hidden(&self, sink: &mut StepSink) {
        let (grid, geometry) = (self.grid, self.grid.geometry);
        for (index, corner) in self.corners().into_iter().enumerate() {
            if self.extra_cells >> corner & 1 != 0 {
                continue;
            }
            let opposite = self.corners()[3 - index];
            for digit in digits(self.pair) {
                let lines = [0, 1].map(|kind| geometry.houses_of(opposite)[kind]);
                if lines.iter().all(|line| self.is_confined(*line, digit)) {
                    let mut constraints = lines.map(|line| geometry.house_digit(line, digit)).to_vec();
                    constraints.push(geometry.cell_constraint(corner));
                    let eliminations = grid.candidates_among(only(opposite), self.pair & !(1 << digit));
                    self.push(Technique::HiddenRectangle, constraints, eliminations, sink);
                }
            }
        }
    }

    /// Whether a digit has places in a line, all of them in the rectangle.
    fn is_confined(&self, line: usize, digit: usize) -> bool {
        let rectangle = self.cells.iter().fold(0, |set, cell| set | only(*cell));
        let places = self.grid.places(line, digit);
        places != 0 && places & !rectangle == 0
    }

    fn push(
        &self,
        technique: Technique,
        constraints: Vec<ExactlyOne>,
        eliminations: Vec<Candidate>,
        sink: &mut StepSink,
    ) {
        let grid = self.grid;
        let body = bits(self.cells.iter().fold(0, |set, cell| set | only(*cell)));
        let body = body.flat_map(|cell| {
            let mask = grid.placed(cell).map_or(grid.masks[cell], |digit| 1 << digit) & self.pair;
            digits(mask).map(move |digit| grid.geometry.candidate(cell, digit))
        });
        let extra = grid.candidates_among(self.extra_cells, !self.pair);
        let mut parts = vec![
            PatternPart { role: PartRole::Body, candidates: body.collect() },
            PatternPart { role: PartRole::Extra, candidates: extra },
        ];
        let others = constraints.iter().flat_map(|constraint| grid.position.candidates_in(*constraint));
        let others: Vec<Candidate> = others.collect();
        let is_set = !constraints.is_empty() && constraints.iter().all(|one| matches!(one, ExactlyOne::Cell(_)));
        if is_set {
            parts.push(PatternPart { role: PartRole::AlmostLockedSet, candidates: others });
        }
        let pattern = Pattern { constraints, deadly: Some(self.deadly_pattern()), parts, cover: Vec::new() };
        sink.push(technique, pattern, eliminations);
    }

    fn deadly_pattern(&self) -> DeadlyPattern {
        let mut pair = digits(self.pair).map(Digit::from_index);
        let pair = [pair.next().expect("a pair of digits"), pair.next().expect("a pair of digits")];
        DeadlyPattern { cells: self.cells.iter().map(|cell| (self.grid.geometry.cell(*cell), pair)).collect() }
    }
}
