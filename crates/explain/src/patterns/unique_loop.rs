//! Unique loops: six or more cells that could hold two digits in two ways.
//!
//! A closed chain of cells, each sharing a house with the next, that all may hold the digits A and B. Every house has two of
//! the cells or none, so they form a deadly pattern, like the four cells of a unique rectangle: one of the extra candidates is true.
//!
//! Depth-first search from a cell with no other candidates; a house with three cells of the chain ends a branch.
//!
//! Reference: Sudopedia, "Unique Loop".

use std::collections::HashSet;

use qedoku_puzzle::{Digit, Puzzle};

use super::candidate_grid::{CandidateGrid, CellSet, bits, count, digits, only};
use super::pattern::DeadlyPattern;
use super::rectangles::Rectangle;
use super::sink::StepSink;
use crate::Technique;

/// Cells of a loop. Longer ones are rare, and nobody sees them.
const MAX_CELLS: usize = 10;

/// Unique loops in a puzzle with exactly one solution.
pub(super) fn find_unique_loops(grid: &CandidateGrid<'_>, puzzle: &Puzzle, sink: &mut StepSink) {
    if !sink.wants(Technique::UniqueLoop) {
        return;
    }
    let mut seen = HashSet::new();
    for start in bits(grid.bivalue_cells()) {
        let pair = grid.masks[start];
        let is_open =
            |cell: &usize| grid.masks[*cell] & pair == pair && puzzle.givens().get(grid.geometry.cell(*cell)).is_none();
        let allowed = bits(grid.open).filter(is_open).fold(0, |set, cell| set | only(cell));
        let mut search = LoopSearch { grid, puzzle, pair, allowed, chain: vec![start], seen: &mut seen };
        search.extend(sink);
    }
}

struct LoopSearch<'a> {
    grid: &'a CandidateGrid<'a>,
    puzzle: &'a Puzzle,
    /// The two digits.
    pair: u16,
    /// Cells that may hold both digits and are no givens.
    allowed: CellSet,
    chain: Vec<usize>,
    /// Loops found, with their digits: each is met from every start and in both directions.
    seen: &'a mut HashSet<(CellSet, u16)>,
}

impl LoopSearch<'_> {
    fn extend(&mut self, sink: &mut StepSink) {
        let geometry = self.grid.geometry;
        let cells = self.chain.iter().fold(0, |set, cell| set | only(*cell));
        let last = self.chain[self.chain.len() - 1];
        if sink.is_full() || !self.may_eliminate(cells) {
            return;
        }
        if self.chain.len() >= 6
            && geometry.peers[self.chain[0]] >> last & 1 != 0
            && self.seen.insert((cells, self.pair))
        {
            self.push(sink);
        }
        if self.chain.len() == MAX_CELLS {
            return;
        }
        for next in bits(geometry.peers[last] & self.allowed & !cells) {
            let new = cells | only(next);
            if geometry.houses_of(next).iter().all(|house| count(geometry.houses[*house] & new) <= 2) {
                self.chain.push(next);
                self.extend(sink);
                self.chain.pop();
            }
        }
    }

    /// Whether the extra candidates can lead to an elimination: they are in one or two cells, or of one digit.
    fn may_eliminate(&self, cells: CellSet) -> bool {
        let extra = bits(cells).map(|cell| self.grid.masks[cell] & !self.pair).filter(|extra| *extra != 0);
        extra.clone().count() <= 2 || extra.fold(0, |all, extra| all | extra).is_power_of_two()
    }

    fn push(&self, sink: &mut StepSink) {
        let mut cells = self.chain.clone();
        cells.sort_unstable();
        let masks: Vec<u16> = cells.iter().map(|cell| self.grid.masks[*cell]).collect();
        let mut pair = digits(self.pair).map(Digit::from_index);
        let pair = [pair.next().expect("two digits"), pair.next().expect("two digits")];
        let deadly = DeadlyPattern { cells: cells.iter().map(|cell| (self.grid.geometry.cell(*cell), pair)).collect() };
        if deadly.is_deadly(self.puzzle) {
            Rectangle::new(self.grid, &cells, &masks, self.pair).find_loop(sink);
        }
    }
}
