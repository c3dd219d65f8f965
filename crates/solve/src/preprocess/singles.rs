//! Naked and hidden singles: a cell with one candidate, a digit with one place in a house.
//!
//! Separate from [`Trail`](crate::propagation::Trail) because locked candidates and the alldifferent filter work on the same
//! digit sets of cells, and because one set per cell is small where one entry per candidate is not. Propagating the givens
//! on a `Trail` takes 1.1 times as long as [`propagate`](super::propagate) on `17_clue`, 3.2 on 25x25, 7 on 49x49 and 17 on
//! 100x100, although the latter eliminates locked candidates as well
//! (`cargo bench -p qedoku --bench propagation -- FILE`, row `singles`).

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Digit, DigitSet, Puzzle};

/// The domains of the cells (their candidates), the queue of singles to propagate, and the houses to search.
///
/// Every method returns `None` on a contradiction: a cell without a candidate, or a digit without a place in a house.
#[derive(Clone)]
pub(super) struct Domains {
    pub(super) tables: &'static HouseTables,
    /// The candidates of each cell.
    pub(super) candidates: Vec<DigitSet>,
    /// Queue of cells with one candidate that has not been eliminated from their peers yet.
    singles: Vec<usize>,
    /// Searches that each house is due for: [`HIDDEN_SINGLES`] and [`LOCKED_CANDIDATES`], since a cell of it changed.
    due: Vec<u8>,
}

/// Bits of the searches that a house is due for.
const HIDDEN_SINGLES: u8 = 1;
const LOCKED_CANDIDATES: u8 = 2;

impl Domains {
    pub(super) fn new(puzzle: &Puzzle) -> Option<Domains> {
        let (tables, candidates) = (HouseTables::of(puzzle.board()), puzzle.initial_candidates());
        let due = vec![HIDDEN_SINGLES | LOCKED_CANDIDATES; tables.house_count()];
        let mut domains = Domains { tables, candidates, singles: Vec::new(), due };
        for (index, (_, given)) in puzzle.givens().iter().enumerate() {
            match given {
                None => domains.record_change(index)?,
                Some(_) if domains.candidates[index].is_empty() => return None,
                Some(_) => {}
            }
        }
        Some(domains)
    }

    /// The side of the board.
    pub(super) fn side(&self) -> usize {
        self.tables.house_count() / 3
    }

    /// Whether the queue of singles is empty.
    pub(super) fn is_propagated(&self) -> bool {
        self.singles.is_empty()
    }

    /// To be called for a cell that lost candidates: its houses are due, and it is enqueued if it is a single now.
    #[inline]
    pub(super) fn record_change(&mut self, cell: usize) -> Option<()> {
        for house in self.tables.houses_of(cell) {
            self.due[house] = HIDDEN_SINGLES | LOCKED_CANDIDATES;
        }
        let candidates = self.candidates[cell];
        if candidates.single().is_some() {
            self.singles.push(cell);
        }
        (!candidates.is_empty()).then_some(())
    }

    /// Eliminates a candidate.
    pub(super) fn eliminate(&mut self, cell: usize, digit: Digit) -> Option<()> {
        if self.candidates[cell].remove(digit) { self.record_change(cell) } else { Some(()) }
    }

    /// Places naked and hidden singles until there are no more.
    pub(super) fn place_singles(&mut self) -> Option<()> {
        let all = DigitSet::all(self.side());
        loop {
            while let Some(cell) = self.singles.pop() {
                self.propagate_single(cell)?;
            }
            for house in 0..self.tables.house_count() {
                if self.take_due(house, HIDDEN_SINGLES) {
                    self.place_hidden_singles(house, all)?;
                }
            }
            if self.singles.is_empty() {
                return Some(());
            }
        }
    }

    /// Whether a house is due for the search for locked candidates. It is not any more after this call.
    pub(super) fn take_due_for_locked(&mut self, house: usize) -> bool {
        self.take_due(house, LOCKED_CANDIDATES)
    }

    fn take_due(&mut self, house: usize, search: u8) -> bool {
        let is_due = self.due[house] & search != 0;
        self.due[house] &= !search;
        is_due
    }

    /// Eliminates the digit of a single from its peers.
    fn propagate_single(&mut self, cell: usize) -> Option<()> {
        let digit: Digit = self.candidates[cell].single()?;
        for house in self.tables.houses_of(cell) {
            for &peer in self.tables.cells_of(house) {
                let peer = usize::from(peer);
                if peer != cell && self.candidates[peer].remove(digit) {
                    self.record_change(peer)?;
                }
            }
        }
        Some(())
    }

    /// Places each digit that has a single place in the house.
    fn place_hidden_singles(&mut self, house: usize, all: DigitSet) -> Option<()> {
        let cells = self.tables.cells_of(house);
        let (once, twice) = occurrences(cells.iter().map(|cell| self.candidates[usize::from(*cell)]));
        if once != all {
            return None;
        }
        let hidden = once - twice;
        if hidden.is_empty() {
            return Some(());
        }
        for &cell in cells {
            let cell = usize::from(cell);
            let here = self.candidates[cell] & hidden;
            if !here.is_empty() && here != self.candidates[cell] {
                self.candidates[cell] = DigitSet::only(here.single()?); // two digits with this place only: a contradiction
                self.record_change(cell)?;
            }
        }
        Some(())
    }
}

/// The digits that occur in at least one of the sets, and those that occur in at least two.
#[inline]
pub(super) fn occurrences(sets: impl Iterator<Item = DigitSet>) -> (DigitSet, DigitSet) {
    sets.fold((DigitSet::EMPTY, DigitSet::EMPTY), |(once, twice), set| (once | set, twice | (once & set)))
}

#[cfg(test)]
mod tests {
    use crate::preprocess::propagate;

    #[test]
    fn singles_alone_fill_an_easy_puzzle() {
        let easy = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
        let left = propagate(&easy.parse().unwrap()).unwrap();
        assert!(left.givens().is_full());
        assert!(qedoku_puzzle::referee::check(&easy.parse().unwrap(), left.givens()).is_ok());
    }

    #[test]
    fn detects_cells_without_candidates_and_digits_without_places() {
        // r1c4 sees 1, 2, 3 in its row and 4 in its column.
        assert!(propagate(&"123. ...4 .... ....".parse().unwrap()).is_none());
        // No place for 1 in box 4: columns 3 and 4 have theirs above.
        assert!(propagate(&"..1. ...1 .... ..23".parse().unwrap()).is_none());
        assert!(propagate(&"11.. .... .... ....".parse().unwrap()).is_none());
    }
}
