//! `ConstraintState`: the open candidates of a position, as one bit mask per exactly-one constraint.
//!
//! ```text
//!   masks[constraint]   bit k set: candidate k of the constraint is open or placed
//!   open constraints    those without a placed candidate
//!   singles             open constraints reduced to one candidate, waiting to be placed
//! ```
//!
//! Eliminating a candidate updates its four masks and queues new singles. Singles are not placed automatically: the
//! caller decides when and in which order ([`ConstraintState::pop_single`], [`ConstraintState::propagate_singles`]).

use std::ops::Range;

use qedoku_puzzle::{Digit, Puzzle};

use super::tables::{ConstraintTables, MAX_SIDE, mask_bits};
use crate::Position;

/// The candidates left in each constraint.
#[derive(Default)]
pub(crate) struct ConstraintState {
    /// The candidates left in each constraint; the placed one remains.
    masks: Vec<u16>,
    /// Bit set of the constraints without a placed candidate.
    open_constraints: Vec<u64>,
    /// Bit set of the candidates that are neither placed nor eliminated.
    open_candidates: Vec<u64>,
    /// Size of `open_candidates`.
    open_count: usize,
    /// Number of cells without a digit.
    open_cells: usize,
    /// Bit set of the constraints that were reduced to one candidate; some of them may have been closed since.
    singles: Vec<u64>,
    /// The first constraint that became empty.
    conflict: Option<u16>,
}

/// `clone_from` reuses memory: states are saved and restored thousands of times a second.
impl Clone for ConstraintState {
    fn clone(&self) -> ConstraintState {
        let mut state = ConstraintState::default();
        state.clone_from(self);
        state
    }

    fn clone_from(&mut self, other: &ConstraintState) {
        self.masks.clone_from(&other.masks);
        self.open_constraints.clone_from(&other.open_constraints);
        self.open_candidates.clone_from(&other.open_candidates);
        self.singles.clone_from(&other.singles);
        (self.open_count, self.open_cells, self.conflict) = (other.open_count, other.open_cells, other.conflict);
    }
}

impl ConstraintState {
    /// Loads a puzzle with its givens placed.
    pub(crate) fn load_puzzle(&mut self, tables: &ConstraintTables, puzzle: &Puzzle) {
        if puzzle.has_eliminations() {
            return self.load_position(tables, &Position::new(puzzle));
        }
        let side = tables.side();
        let digits = puzzle.givens().digits();
        // For each house the digits given in it, and those given twice: contradicting givens are no candidates of each
        // other's cells.
        let (mut once, mut twice) = ([0_u16; 3 * MAX_SIDE], [0_u16; 3 * MAX_SIDE]);
        let houses = |cell: usize| {
            let [_, row, column, block] =
                tables.constraints_of(cell * side).map(|constraint| usize::from(constraint) / side);
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
        self.load_cells(tables, (0..digits.len()).map(|cell| (mask(cell), digits[cell] != 0)));
    }

    /// Loads a position.
    pub(crate) fn load_position(&mut self, tables: &ConstraintTables, position: &Position) {
        let mask =
            |digits: qedoku_puzzle::DigitSet| digits.iter().map(Digit::index).fold(0, |mask, digit| mask | 1 << digit);
        let cells = position.placed().iter();
        self.load_cells(tables, cells.map(|(cell, digit)| (mask(position.candidates(cell)), digit.is_some())));
    }

    /// Loads the digit mask of each cell, and whether its digit is placed.
    fn load_cells(&mut self, tables: &ConstraintTables, cells: impl Iterator<Item = (u16, bool)>) {
        self.clear(tables);
        for (cell, (mask, is_placed)) in cells.enumerate() {
            for digit in mask_bits(mask) {
                self.load_candidate(tables, tables.candidate_at(cell, digit).into(), is_placed);
            }
            self.open_cells += usize::from(!is_placed);
        }
        for constraint in 0..tables.constraint_count() {
            self.check_reduced(constraint);
        }
    }

    fn clear(&mut self, tables: &ConstraintTables) {
        self.masks.clear();
        self.masks.resize(tables.constraint_count(), 0);
        self.open_constraints.clear();
        self.open_constraints.resize(tables.constraint_count().div_ceil(64), 0);
        for constraint in 0..tables.constraint_count() {
            self.open_constraints[constraint / 64] |= 1 << (constraint % 64);
        }
        self.open_candidates.clear();
        self.open_candidates.resize(tables.candidate_count().div_ceil(64), 0);
        self.singles.clear();
        self.singles.resize(tables.constraint_count().div_ceil(64), 0);
        (self.open_count, self.open_cells, self.conflict) = (0, 0, None);
    }

    fn load_candidate(&mut self, tables: &ConstraintTables, candidate: usize, is_placed: bool) {
        for (constraint, bit) in tables.membership_bits(candidate) {
            self.masks[constraint] |= bit;
            if is_placed {
                self.close(constraint);
            }
        }
        if !is_placed {
            self.open_candidates[candidate / 64] |= 1 << (candidate % 64);
            self.open_count += 1;
        }
    }

    /// Queues a constraint with one candidate left as a single; records an empty one as the conflict.
    #[inline]
    fn check_reduced(&mut self, constraint: usize) {
        let mask = self.masks[constraint];
        // At most one bit is set.
        if mask & mask.wrapping_sub(1) == 0 {
            if mask == 0 {
                self.conflict.get_or_insert(constraint as u16);
            } else if !self.is_closed(constraint) {
                self.singles[constraint / 64] |= 1 << (constraint % 64);
            }
        }
    }

    /// Eliminates a candidate, if it is open.
    pub(crate) fn eliminate(&mut self, tables: &ConstraintTables, candidate: usize) {
        if !self.is_open(candidate) {
            return;
        }
        self.open_candidates[candidate / 64] &= !(1 << (candidate % 64));
        self.open_count -= 1;
        for (constraint, bit) in tables.membership_bits(candidate) {
            self.masks[constraint] &= !bit;
            self.check_reduced(constraint);
        }
    }

    /// Places an open candidate and eliminates its links.
    pub(crate) fn place(&mut self, tables: &ConstraintTables, candidate: usize) {
        debug_assert!(self.is_open(candidate), "candidate {candidate} is placed or eliminated already");
        self.open_candidates[candidate / 64] &= !(1 << (candidate % 64));
        self.open_count -= 1;
        self.open_cells -= 1;
        tables.constraints_of(candidate).iter().for_each(|constraint| self.close((*constraint).into()));
        for (constraint, bit) in tables.membership_bits(candidate) {
            for other in tables.candidates_in(constraint, self.masks[constraint] & !bit) {
                self.eliminate(tables, usize::from(other));
            }
        }
    }

    /// Removes a single from the queue and returns its constraint and candidate. The one that is easiest to see comes
    /// first: hidden singles of boxes, columns and rows, then naked singles. (That is the descending order of
    /// constraint ids.)
    pub(crate) fn pop_single(&mut self, tables: &ConstraintTables) -> Option<(usize, usize)> {
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

    /// The constraint with its candidate, unless another single has closed it meanwhile.
    fn single_of(&self, tables: &ConstraintTables, constraint: usize) -> Option<(usize, usize)> {
        let mask = self.masks[constraint];
        let is_single = !self.is_closed(constraint) && mask != 0;
        is_single.then(|| (constraint, tables.candidate_at(constraint, mask.trailing_zeros()).into()))
    }

    /// Places singles until there are none. Returns whether no constraint is empty.
    pub(crate) fn propagate_singles(&mut self, tables: &ConstraintTables) -> bool {
        while self.conflict.is_none()
            && let Some((_, candidate)) = self.pop_single(tables)
        {
            self.place(tables, candidate);
        }
        self.conflict.is_none()
    }

    /// Whether a candidate is neither placed nor eliminated.
    #[inline]
    pub(crate) fn is_open(&self, candidate: usize) -> bool {
        self.open_candidates[candidate / 64] >> (candidate % 64) & 1 != 0
    }

    /// The candidates that are neither placed nor eliminated, in ascending order.
    pub(crate) fn open_candidates(&self) -> impl Iterator<Item = usize> + '_ {
        bits(&self.open_candidates)
    }

    /// The candidates left in a constraint.
    #[inline]
    pub(crate) fn mask(&self, constraint: usize) -> u16 {
        self.masks[constraint]
    }

    /// The candidates left in each constraint.
    pub(crate) fn masks(&self) -> &[u16] {
        &self.masks
    }

    /// Whether a constraint has a placed candidate.
    #[inline]
    pub(crate) fn is_closed(&self, constraint: usize) -> bool {
        self.open_constraints[constraint / 64] >> (constraint % 64) & 1 == 0
    }

    /// The constraints without a placed candidate, in ascending order.
    pub(crate) fn open_constraints(&self) -> impl Iterator<Item = usize> + '_ {
        bits(&self.open_constraints)
    }

    /// Those of a range of constraints that have no placed candidate, in ascending order.
    pub(crate) fn open_constraints_in(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let first_word = range.start / 64;
        let open = bits(&self.open_constraints[first_word..range.end.div_ceil(64)]);
        open.map(move |bit| 64 * first_word + bit).filter(move |constraint| range.contains(constraint))
    }

    fn close(&mut self, constraint: usize) {
        self.open_constraints[constraint / 64] &= !(1 << (constraint % 64));
    }

    /// Number of open candidates.
    pub(crate) fn open_count(&self) -> usize {
        self.open_count
    }

    /// Whether every cell has its digit.
    pub(crate) fn is_full(&self) -> bool {
        self.open_cells == 0
    }

    /// A constraint without a candidate, if there is one.
    pub(crate) fn conflict(&self) -> Option<usize> {
        self.conflict.map(usize::from)
    }
}

/// The indices of the set bits, in ascending order.
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
