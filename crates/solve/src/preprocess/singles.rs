//! Naked and hidden singles: a cell with one candidate, a digit with one place in a house.

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Digit, DigitSet, Puzzle};

/// The candidates of a puzzle while they are pruned.
///
/// Every step gives `None` when a cell or a digit is left without a place: there is no solution.
pub(super) struct State {
    pub(super) tables: &'static HouseTables,
    /// By cell.
    pub(super) candidates: Vec<DigitSet>,
    /// Cells that have become singles and whose peers do not know yet.
    singles: Vec<usize>,
}

impl State {
    pub(super) fn new(puzzle: &Puzzle) -> Option<State> {
        let (tables, candidates) = (HouseTables::of(puzzle.board()), puzzle.initial_candidates());
        let mut state = State { tables, candidates, singles: Vec::new() };
        for (index, (_, given)) in puzzle.givens().iter().enumerate() {
            match given {
                None => state.note(index)?,
                Some(_) if state.candidates[index].is_empty() => return None,
                Some(_) => {}
            }
        }
        Some(state)
    }

    /// The number of digits, and of cells in a house.
    pub(super) fn side(&self) -> usize {
        self.tables.house_count() / 3
    }

    /// Whether every single was told to its peers.
    pub(super) fn is_settled(&self) -> bool {
        self.singles.is_empty()
    }

    /// Notes a cell that lost candidates: a contradiction if none is left, a single if one is.
    #[inline]
    pub(super) fn note(&mut self, cell: usize) -> Option<()> {
        let candidates = self.candidates[cell];
        if candidates.single().is_some() {
            self.singles.push(cell);
        }
        (!candidates.is_empty()).then_some(())
    }

    /// Takes a candidate from a cell.
    pub(super) fn take(&mut self, cell: usize, digit: Digit) -> Option<()> {
        if self.candidates[cell].remove(digit) { self.note(cell) } else { Some(()) }
    }

    /// Places singles until there are no more.
    pub(super) fn place_singles(&mut self) -> Option<()> {
        let all = DigitSet::all(self.side());
        loop {
            while let Some(cell) = self.singles.pop() {
                self.clear_peers(cell)?;
            }
            for house in 0..self.tables.house_count() {
                self.find_hidden(house, all)?;
            }
            if self.singles.is_empty() {
                return Some(());
            }
        }
    }

    /// Takes the digit of a single from its peers.
    fn clear_peers(&mut self, cell: usize) -> Option<()> {
        let digit: Digit = self.candidates[cell].single()?;
        for house in self.tables.houses_of(cell) {
            for &peer in self.tables.cells_of(house) {
                let peer = usize::from(peer);
                if peer != cell && self.candidates[peer].remove(digit) {
                    self.note(peer)?;
                }
            }
        }
        Some(())
    }

    /// Leaves each digit that has a single place in the house alone there.
    fn find_hidden(&mut self, house: usize, all: DigitSet) -> Option<()> {
        let cells = self.tables.cells_of(house);
        let (once, twice) = once_and_twice(cells.iter().map(|cell| self.candidates[usize::from(*cell)]));
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
                self.candidates[cell] = DigitSet::only(here.single()?); // two digits with no other place: a contradiction
                self.singles.push(cell);
            }
        }
        Some(())
    }
}

/// The digits that are in some of the sets, and those that are in two or more.
#[inline]
pub(super) fn once_and_twice(sets: impl Iterator<Item = DigitSet>) -> (DigitSet, DigitSet) {
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
    fn a_digit_without_a_place_or_a_cell_without_a_digit_is_a_contradiction() {
        // r1c4 sees 1, 2, 3 in its row and 4 in its column.
        assert!(propagate(&"123. ...4 .... ....".parse().unwrap()).is_none());
        // No place for 1 in box 4: columns 3 and 4 have theirs above.
        assert!(propagate(&"..1. ...1 .... ..23".parse().unwrap()).is_none());
        assert!(propagate(&"11.. .... .... ....".parse().unwrap()).is_none());
    }
}
