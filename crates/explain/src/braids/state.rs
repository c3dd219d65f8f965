//! A position in masks: for each set the candidates that are left.
//!
//! The digits that follow at once wait as `singles`; whoever uses the state decides when, and in which order, they are placed.

use qedoku_puzzle::{Digit, Puzzle};

use super::tables::{MAX_SIDE, Tables, places};
use crate::Position;

/// What is left of each set.
#[derive(Default)]
pub(crate) struct State {
    /// The candidates left, a placed one among them.
    masks: Vec<u16>,
    /// The sets without a digit, as bits.
    open_sets: Vec<u64>,
    /// The candidates that are neither placed nor gone, as bits.
    alive: Vec<u64>,
    /// How many of them.
    count: usize,
    /// Cells without a digit.
    open: usize,
    /// Sets that came down to one candidate, as bits; some of them may have been closed since.
    singles: Vec<u64>,
    /// The first set that was left with nothing.
    empty: Option<u16>,
}

/// `clone_from` reuses memory: states are kept and brought back thousands of times a second.
impl Clone for State {
    fn clone(&self) -> State {
        let mut state = State::default();
        state.clone_from(self);
        state
    }

    fn clone_from(&mut self, other: &State) {
        self.masks.clone_from(&other.masks);
        self.open_sets.clone_from(&other.open_sets);
        self.alive.clone_from(&other.alive);
        self.singles.clone_from(&other.singles);
        (self.count, self.open, self.empty) = (other.count, other.open, other.empty);
    }
}

impl State {
    /// The state of a puzzle with its givens placed.
    pub(crate) fn read_puzzle(&mut self, tables: &Tables, puzzle: &Puzzle) {
        if puzzle.has_eliminations() {
            return self.read(tables, &Position::new(puzzle));
        }
        let side = tables.side();
        let digits = puzzle.givens().digits();
        // By houses: digits that some given takes, and those that two take.
        let (mut once, mut twice) = ([0_u16; 3 * MAX_SIDE], [0_u16; 3 * MAX_SIDE]);
        let houses = |cell: usize| {
            let [_, row, column, block] = tables.sets(cell * side).map(|set| usize::from(set) / side);
            [row - side, column - side, block - side]
        };
        for (cell, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let bit = 1 << (digit - 1);
            for house in houses(cell) {
                twice[house] |= once[house] & bit;
                once[house] |= bit;
            }
        }
        let all = (u32::MAX >> (32 - side)) as u16;
        let mask = |cell: usize| {
            let [row, column, block] = houses(cell);
            match digits[cell] {
                0 => all & !(once[row] | once[column] | once[block]),
                digit => 1 << (digit - 1) & !(twice[row] | twice[column] | twice[block]),
            }
        };
        self.fill(tables, (0..digits.len()).map(|cell| (mask(cell), digits[cell] != 0)));
    }

    /// The state of a position.
    pub(crate) fn read(&mut self, tables: &Tables, position: &Position) {
        let mask =
            |digits: qedoku_puzzle::DigitSet| digits.iter().map(Digit::index).fold(0, |mask, digit| mask | 1 << digit);
        let cells = position.placed().iter();
        self.fill(tables, cells.map(|(cell, digit)| (mask(position.candidates(cell)), digit.is_some())));
    }

    /// From the mask of each cell, and whether it has a digit.
    fn fill(&mut self, tables: &Tables, cells: impl Iterator<Item = (u16, bool)>) {
        self.clear(tables);
        for (cell, (mask, placed)) in cells.enumerate() {
            for digit in places(mask) {
                self.enter(tables, tables.candidate(cell, digit).into(), placed);
            }
            self.open += usize::from(!placed);
        }
        for set in 0..tables.set_count() {
            self.look(set);
        }
    }

    fn clear(&mut self, tables: &Tables) {
        self.masks.clear();
        self.masks.resize(tables.set_count(), 0);
        self.open_sets.clear();
        self.open_sets.resize(tables.set_count().div_ceil(64), 0);
        for set in 0..tables.set_count() {
            self.open_sets[set / 64] |= 1 << (set % 64);
        }
        self.alive.clear();
        self.alive.resize(tables.candidate_count().div_ceil(64), 0);
        self.singles.clear();
        self.singles.resize(tables.set_count().div_ceil(64), 0);
        (self.count, self.open, self.empty) = (0, 0, None);
    }

    fn enter(&mut self, tables: &Tables, candidate: usize, placed: bool) {
        for (set, bit) in tables.bits(candidate) {
            self.masks[set] |= bit;
            if placed {
                self.close(set);
            }
        }
        if !placed {
            self.alive[candidate / 64] |= 1 << (candidate % 64);
            self.count += 1;
        }
    }

    /// Takes note of a set that has one candidate left, or none.
    #[inline]
    fn look(&mut self, set: usize) {
        let mask = self.masks[set];
        if mask & mask.wrapping_sub(1) == 0 {
            if mask == 0 {
                self.empty.get_or_insert(set as u16);
            } else if !self.is_closed(set) {
                self.singles[set / 64] |= 1 << (set % 64);
            }
        }
    }

    /// Takes a candidate away, if it is not placed or gone.
    pub(crate) fn remove(&mut self, tables: &Tables, candidate: usize) {
        if !self.is_open(candidate) {
            return;
        }
        self.alive[candidate / 64] &= !(1 << (candidate % 64));
        self.count -= 1;
        for (set, bit) in tables.bits(candidate) {
            self.masks[set] &= !bit;
            self.look(set);
        }
    }

    /// Places a candidate that is open: what is linked to it goes.
    pub(crate) fn place(&mut self, tables: &Tables, candidate: usize) {
        debug_assert!(self.is_open(candidate), "only open candidates are placed");
        self.alive[candidate / 64] &= !(1 << (candidate % 64));
        self.count -= 1;
        self.open -= 1;
        tables.sets(candidate).iter().for_each(|set| self.close((*set).into()));
        for (set, bit) in tables.bits(candidate) {
            for other in tables.members(set, self.masks[set] & !bit) {
                self.remove(tables, usize::from(other));
            }
        }
    }

    /// The most familiar single that waits, its set and its candidate: of a box, a column, a row, and at last of a cell.
    pub(crate) fn take_single(&mut self, tables: &Tables) -> Option<(usize, usize)> {
        loop {
            let (index, word) = self.singles.iter_mut().enumerate().rfind(|(_, word)| **word != 0)?;
            let bit = word.ilog2() as usize;
            *word ^= 1 << bit;
            let single = self.single_of(tables, 64 * index + bit);
            if single.is_some() {
                return single;
            }
        }
    }

    fn single_of(&self, tables: &Tables, set: usize) -> Option<(usize, usize)> {
        let mask = self.masks[set];
        (!self.is_closed(set) && mask != 0).then(|| (set, tables.candidate(set, mask.trailing_zeros()).into()))
    }

    /// Places all that follows by singles. Whether no set is left with nothing.
    pub(crate) fn settle(&mut self, tables: &Tables) -> bool {
        while self.empty.is_none()
            && let Some((_, candidate)) = self.take_single(tables)
        {
            self.place(tables, candidate);
        }
        self.empty.is_none()
    }

    /// Whether a candidate is neither placed nor gone.
    #[inline]
    pub(crate) fn is_open(&self, candidate: usize) -> bool {
        self.alive[candidate / 64] >> (candidate % 64) & 1 != 0
    }

    /// The candidates that are neither placed nor gone, in ascending order.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        bits(&self.alive)
    }

    /// The candidates left in a set.
    #[inline]
    pub(crate) fn mask(&self, set: usize) -> u16 {
        self.masks[set]
    }

    /// The candidates left in each set.
    pub(crate) fn masks(&self) -> &[u16] {
        &self.masks
    }

    /// Whether a set has its digit.
    #[inline]
    pub(crate) fn is_closed(&self, set: usize) -> bool {
        self.open_sets[set / 64] >> (set % 64) & 1 == 0
    }

    /// The sets without a digit, in ascending order.
    pub(crate) fn open_sets(&self) -> impl Iterator<Item = usize> + '_ {
        bits(&self.open_sets)
    }

    fn close(&mut self, set: usize) {
        self.open_sets[set / 64] &= !(1 << (set % 64));
    }

    /// How many candidates are open.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether every cell has its digit.
    pub(crate) fn is_full(&self) -> bool {
        self.open == 0
    }

    /// A set without a candidate, if there is one.
    pub(crate) fn empty(&self) -> Option<usize> {
        self.empty.map(usize::from)
    }
}

/// The numbers of the bits that are set.
pub(super) fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, word)| {
        let mut word = *word;
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(64 * index + bit)
        })
    })
}
