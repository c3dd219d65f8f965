//! Junior exocet: two base cells whose digits return in two target cells.
//!
//! ```text
//!   base row    B B . | . . . | . . .     B base cells, T targets, c companions, all in one band; S cells of the three cross-lines:
//!               . . . | T . . | . c .     the columns of the targets and of the third cell of the base row in its box
//!               . . . | c . . | . T .
//!   ------------------+-------+------
//!   six rows    . . S | S . . | . S .     each base digit has its S cells in at most two of these rows
//! ```
//!
//! A digit of the base has three cross-lines to fill and at most two of them with S cells. In the band it cannot be in the base row or box again, and the
//! companions do not have it, so it is in a target. Both digits of the base are therefore in the targets, which hold nothing
//! else. The same with rows and columns exchanged.
//!
//! Reference: D. P. Bird, "`JExocet` Pattern Definition", New Sudoku Players' Forum, 2013.

use super::candidate_grid::{CandidateGrid, CellSet, bits, digits, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;

/// Exocets in the bands and in the stacks of a board with boxes of 3x3.
pub(super) fn find_exocets(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    for is_turned in [false, true] {
        for line in 0..9 {
            for block in 0..3 {
                for third in 0..3 {
                    let frame = Frame { grid, is_turned, line, third: 3 * block + third };
                    frame.search(sink);
                }
            }
        }
    }
}

/// A base: two cells of a box in a line, with the third cell of that line in the box.
struct Frame<'a> {
    grid: &'a CandidateGrid<'a>,
    /// Whether lines are columns.
    is_turned: bool,
    line: usize,
    /// The place of the third cell in the line.
    third: usize,
}

impl Frame<'_> {
    fn cell(&self, line: usize, place: usize) -> usize {
        if self.is_turned { 9 * place + line } else { 9 * line + place }
    }

    /// The house across the lines at a place, as an index into the houses.
    fn cross_line(&self, place: usize) -> usize {
        if self.is_turned { place } else { 9 + place }
    }

    fn search(&self, sink: &mut StepSink) {
        let first = self.third / 3 * 3;
        let base = (first..first + 3).filter(|place| *place != self.third).map(|place| self.cell(self.line, place));
        let base = base.fold(0, |set, cell| set | only(cell));
        let mask = self.grid.digits_of(base);
        if base & !self.grid.open != 0 || !(3..=4).contains(&mask.count_ones()) {
            return;
        }
        let others = (0..9).filter(|place| place / 3 != self.third / 3);
        let [one, other] = [0, 1].map(|half| others.clone().skip(3 * half).take(3));
        for first in one.flat_map(|place| self.targets(place, mask)) {
            for second in other.clone().flat_map(|place| self.targets(place, mask)) {
                if !sink.is_full() && self.are_confined([self.third, first.1, second.1], mask) {
                    self.push(base, mask, [first, second], sink);
                }
            }
        }
    }

    /// The targets in a cross-line: cells of the band outside the base line whose companion has no base digit.
    fn targets(&self, place: usize, mask: u16) -> Vec<(usize, usize)> {
        let band = self.line / 3 * 3;
        let lines: Vec<usize> = (band..band + 3).filter(|line| *line != self.line).collect();
        let is_target = |(target, companion): &(usize, usize)| {
            let masks = [*target, *companion].map(|line| self.mask(self.cell(line, place)));
            masks[0] & mask != 0 && masks[1] & mask == 0 && self.grid.open & only(self.cell(*target, place)) != 0
        };
        let pairs = [(lines[0], lines[1]), (lines[1], lines[0])].into_iter().filter(is_target);
        pairs.map(|(target, _)| (self.cell(target, place), place)).collect()
    }

    /// The candidates of a cell, or its digit.
    fn mask(&self, cell: usize) -> u16 {
        self.grid.placed(cell).map_or(self.grid.masks[cell], |digit| 1 << digit)
    }

    /// Whether each base digit lies in at most two lines of the S cells. (Digits placed there count.)
    fn are_confined(&self, cross_lines: [usize; 3], mask: u16) -> bool {
        let outside = || (0..9).filter(|line| line / 3 != self.line / 3);
        digits(mask).all(|digit| {
            let has_digit =
                |line: &usize| cross_lines.iter().any(|place| self.mask(self.cell(*line, *place)) >> digit & 1 != 0);
            outside().filter(has_digit).count() <= 2
        })
    }

    fn push(&self, base: CellSet, mask: u16, targets: [(usize, usize); 2], sink: &mut StepSink) {
        let (grid, geometry) = (self.grid, self.grid.geometry);
        let places = [self.third, targets[0].1, targets[1].1];
        let mut constraints = geometry.cell_constraints(base);
        for digit in digits(mask) {
            constraints.extend(places.map(|place| geometry.house_digit(self.cross_line(place), digit)));
        }
        let cells = only(targets[0].0) | only(targets[1].0);
        let part = |role, cells| PatternPart { role, candidates: grid.candidates_among(cells, mask) };
        let cross_lines = places.iter().fold(0, |set, place| set | geometry.houses[self.cross_line(*place)]);
        let in_band = bits(cross_lines).filter(|cell| {
            let line = if self.is_turned { cell % 9 } else { cell / 9 };
            line / 3 == self.line / 3
        });
        let s_cells = cross_lines & !in_band.fold(0, |set, cell| set | only(cell));
        let parts = vec![
            part(PartRole::Pivot, base),
            part(PartRole::Body, cells),
            part(PartRole::SecondColour, s_cells & grid.open),
        ];
        let pattern = Pattern { constraints, parts, ..Pattern::default() };
        sink.push(Technique::Exocet, pattern, grid.candidates_among(cells, !mask));
    }
}
