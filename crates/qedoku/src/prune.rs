//! What a puzzle is after the steps that every person knows: naked and hidden singles, and locked candidates.
//!
//! A naked single is a cell with one candidate, a hidden single a digit with one place in a house. A digit is locked when
//! its places in a house all lie in a second house: then it goes from the rest of that one.
//!
//! ```text
//!   . . . | 7 7 .        All 7s of the row are in the second box,
//!   . . . | x x x        so the box has no other: the x's are not 7.
//!   . . . | x x x        (And the same from a box to a row or column.)
//! ```
//!
//! Unit propagation in a SAT solver finds the singles too, but only after every clause was made, and making clauses is most
//! of the time that a 9x9 takes: four of five 17-given puzzles need no clause at all once this is done.

use qedoku_puzzle::tables::Tables;
use qedoku_puzzle::{Digit, DigitSet, Puzzle};

/// The puzzle with every single placed and every locked candidate acted upon; `None` when a cell or a digit is left
/// without a place, so that there is no solution. A grid that this fills is the only solution.
pub fn prune(puzzle: &Puzzle) -> Option<Puzzle> {
    let board = puzzle.board();
    let mut state = State::new(puzzle)?;
    loop {
        state.place_singles(DigitSet::all(board.side()))?;
        for house in 0..state.tables.house_count() {
            state.lock(house)?;
        }
        if state.singles.is_empty() && !std::mem::take(&mut state.locked) {
            return Some(Puzzle::with_candidates(board, state.candidates));
        }
    }
}

struct State {
    tables: &'static Tables,
    /// By cell.
    candidates: Vec<DigitSet>,
    /// Cells that have become singles and whose peers do not know yet.
    singles: Vec<usize>,
    /// Whether a locked candidate took anything away since it was last asked.
    locked: bool,
    /// The crossing houses of the house at hand, and the digits that lie there.
    crossings: Vec<(usize, DigitSet)>,
}

impl State {
    fn new(puzzle: &Puzzle) -> Option<State> {
        let (tables, candidates) = (Tables::of(puzzle.board()), puzzle.open_candidates());
        let mut state = State { tables, candidates, singles: Vec::new(), locked: false, crossings: Vec::new() };
        for (index, (_, given)) in puzzle.givens().iter().enumerate() {
            match given {
                None => state.note(index)?,
                Some(_) if state.candidates[index].is_empty() => return None,
                Some(_) => {}
            }
        }
        Some(state)
    }

    /// Notes a cell that lost candidates: a contradiction if none is left, a single if one is.
    #[inline]
    fn note(&mut self, cell: usize) -> Option<()> {
        let candidates = self.candidates[cell];
        if candidates.single().is_some() {
            self.singles.push(cell);
        }
        (!candidates.is_empty()).then_some(())
    }

    fn place_singles(&mut self, all: DigitSet) -> Option<()> {
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

    /// Digits of this house that lie in one crossing house only go from the rest of that one.
    fn lock(&mut self, house: usize) -> Option<()> {
        let side = self.tables.house_count() / 3;
        let crossing_kinds: &[usize] = if house < 2 * side { &[2] } else { &[0, 1] };
        for &kind in crossing_kinds {
            self.cross(house, kind);
            let (once, twice) = once_and_twice(self.crossings.iter().map(|(_, digits)| *digits));
            let locked = once - twice;
            for place in 0..self.crossings.len() {
                let (crossing, digits) = self.crossings[place];
                self.take_away(crossing, house, digits & locked)?;
            }
        }
        Some(())
    }

    /// Collects the houses of a kind that cross this one, each with the open digits of the cells in both.
    fn cross(&mut self, house: usize, kind: usize) {
        self.crossings.clear();
        for &cell in self.tables.cells_of(house) {
            let cell = usize::from(cell);
            let crossing = self.tables.houses_of(cell)[kind];
            let digits = self.candidates[cell];
            match self.crossings.iter_mut().find(|(known, _)| *known == crossing) {
                Some((_, known)) => *known = *known | digits,
                None => self.crossings.push((crossing, digits)),
            }
        }
    }

    /// Takes digits from the cells of one house that are not in another.
    fn take_away(&mut self, from: usize, except: usize, digits: DigitSet) -> Option<()> {
        if digits.is_empty() {
            return Some(());
        }
        for &cell in self.tables.cells_of(from) {
            let cell = usize::from(cell);
            let kept = self.candidates[cell] - digits;
            if kept != self.candidates[cell] && !self.tables.houses_of(cell).contains(&except) {
                self.candidates[cell] = kept;
                self.locked = true;
                self.note(cell)?;
            }
        }
        Some(())
    }
}

/// The digits that are in some of the sets, and those that are in two or more.
#[inline]
fn once_and_twice(sets: impl Iterator<Item = DigitSet>) -> (DigitSet, DigitSet) {
    sets.fold((DigitSet::EMPTY, DigitSet::EMPTY), |(once, twice), set| (once | set, twice | (once & set)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Options, Sat, Solver};
    use qedoku_puzzle::{Answer, Board, Cell, Grid};

    #[test]
    fn singles_alone_fill_an_easy_puzzle() {
        let easy = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
        let left = prune(&easy.parse().unwrap()).unwrap();
        assert!(left.givens().is_full());
        assert!(qedoku_puzzle::referee::check(&easy.parse().unwrap(), left.givens()).is_ok());
    }

    #[test]
    fn a_digit_without_a_place_or_a_cell_without_a_digit_is_a_contradiction() {
        // r1c4 sees 1, 2, 3 in its row and 4 in its column.
        assert!(prune(&"123. ...4 .... ....".parse().unwrap()).is_none());
        // No place for 1 in box 4: columns 3 and 4 have theirs above.
        assert!(prune(&"..1. ...1 .... ..23".parse().unwrap()).is_none());
        assert!(prune(&"11.. .... .... ....".parse().unwrap()).is_none());
    }

    #[test]
    fn a_locked_digit_goes_from_the_rest_of_the_second_house() {
        // In row 1 only the second box has room for 1: r1c1 to r1c3 and r1c7 to r1c9 are taken.
        let puzzle: Puzzle = format!("234...567{}", ".".repeat(72)).parse().unwrap();
        let left = prune(&puzzle).unwrap();
        let one = Digit::new(1).unwrap();
        let holds_one = |row, column| left.allowed(Cell::new(row, column)).contains(one);
        assert!(holds_one(0, 3) && holds_one(1, 0) && holds_one(3, 4));
        assert!((3..6).all(|column| !holds_one(1, column) && !holds_one(2, column)));
    }

    /// On the way from a full grid to a minimal puzzle, the digits of the grid must stay. (Random subsets of a grid would
    /// not do: they leave either nothing to find or no chain of steps to go wrong in.)
    #[test]
    fn no_digit_of_a_solution_is_ever_taken_away() {
        let unpruned = Solver::new(Engine::Sat(Sat::with_options(Options::default()).unwrap()));
        let mut random = Random(2_862_933_555_777_941_757);
        for round in 0..20 {
            let solution = random.solved_classic();
            let mut givens = solution.clone();
            for index in random.shuffled(81) {
                let mut fewer = givens.clone();
                fewer.set(Board::CLASSIC.cell(index), None);
                if let Ok(Answer::One(_)) = unpruned.answer(&Puzzle::new(fewer.clone())) {
                    givens = fewer;
                }
                let left = prune(&Puzzle::new(givens.clone())).expect("there is a solution");
                let lost = solution.filled().find(|(cell, digit)| !left.allowed(*cell).contains(*digit));
                assert_eq!(lost, None, "round {round}: {givens}");
            }
        }
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, below: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % below
        }

        fn shuffled(&mut self, count: usize) -> Vec<usize> {
            let mut order: Vec<usize> = (0..count).collect();
            (1..count).rev().for_each(|last| order.swap(last, self.below(last + 1)));
            order
        }

        /// Random digits in the first box, and what the solver makes of them.
        fn solved_classic(&mut self) -> Grid {
            let mut givens = Grid::empty(Board::CLASSIC);
            for (place, digit) in self.shuffled(9).into_iter().enumerate() {
                givens.set(Cell::new(4 * (place / 3), 4 * (place % 3)), Digit::from_index(digit)); // no two in a house
            }
            match crate::solve(&Puzzle::new(givens)) {
                Answer::None => panic!("nine different digits far from each other have a solution"),
                Answer::One(grid) | Answer::Many(grid, _) => grid,
            }
        }
    }

    #[test]
    fn what_is_left_keeps_every_solution() {
        let hard: Puzzle =
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        let left = prune(&hard).unwrap();
        assert_eq!(crate::solve(&left).solutions(), crate::solve(&hard).solutions());
    }
}
