//! `SinglesGrid`: a candidate grid that keeps its singles in the order in which they appear.
//!
//! `HoDoKu` places singles in the order in which eliminations have left them: naked singles from one queue, hidden singles from
//! another. The order decides how many of the singles on a path are naked ones (score 4) and how many are hidden ones (score
//! 14), so a score can be equal only if the queues are.
//!
//! ```text
//!   unit 0..9 rows, 9..18 columns, 18..27 boxes
//!   places[unit][digit]  number of cells of the unit that may hold the digit
//!   naked, hidden        (cell, digit) in the order of appearance; entries of solved cells are skipped when read
//! ```

use std::collections::VecDeque;

use qedoku_puzzle::Puzzle;

use crate::Technique;

/// Cells of a classic board.
pub(super) const CELLS: usize = 81;

/// Candidates of a classic board, with queues of singles.
pub(super) struct SinglesGrid {
    /// Candidates of the open cells, bit d for digit index d; 0 for solved cells.
    pub(super) masks: [u16; CELLS],
    /// Number of cells for each digit of each unit.
    pub(super) places: [[u8; 9]; 27],
    is_solved: [bool; CELLS],
    naked: VecDeque<(u8, u8)>,
    hidden: VecDeque<(u8, u8)>,
}

/// Row, column and box of a cell, as units.
pub(super) fn units_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

/// The cells of a unit in reading order.
pub(super) fn cells_of(unit: usize) -> [usize; 9] {
    let index = unit % 9;
    std::array::from_fn(|place| match unit / 9 {
        0 => 9 * index + place,
        1 => 9 * place + index,
        _ => 9 * (index / 3 * 3 + place / 3) + index % 3 * 3 + place % 3,
    })
}

/// Whether two different cells share a unit.
pub(super) fn are_peers(one: usize, other: usize) -> bool {
    one != other && units_of(one).iter().zip(units_of(other)).any(|(unit, others)| *unit == others)
}

/// The digits of a mask in ascending order.
pub(super) fn digits(mask: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| mask >> digit & 1 != 0)
}

impl SinglesGrid {
    /// Enters the givens of a classic puzzle in reading order.
    pub(super) fn new(puzzle: &Puzzle) -> SinglesGrid {
        let mut grid = SinglesGrid {
            masks: [0x1ff; CELLS],
            places: [[9; 9]; 27],
            is_solved: [false; CELLS],
            naked: VecDeque::new(),
            hidden: VecDeque::new(),
        };
        for (cell, digit) in puzzle.givens().filled() {
            grid.place(puzzle.board().index(cell), digit.index());
        }
        grid
    }

    /// Whether every cell has its digit.
    pub(super) fn is_full(&self) -> bool {
        self.is_solved.iter().all(|is_solved| *is_solved)
    }

    /// Places a digit: eliminates it from the peers in reading order, then the candidates of the cell.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        let candidates = std::mem::take(&mut self.masks[cell]);
        self.is_solved[cell] = true;
        for peer in (0..CELLS).filter(|peer| are_peers(cell, *peer)) {
            self.eliminate(peer, digit);
        }
        for other in digits(candidates) {
            for unit in units_of(cell) {
                self.places[unit][other] -= 1;
                if self.places[unit][other] == 1 && other != digit {
                    self.push_hidden(unit, other);
                }
            }
        }
    }

    /// Eliminates a candidate, if it is there, and queues the singles that this leaves.
    pub(super) fn eliminate(&mut self, cell: usize, digit: usize) {
        if self.masks[cell] >> digit & 1 == 0 {
            return;
        }
        self.masks[cell] &= !(1 << digit);
        if self.masks[cell].is_power_of_two() {
            self.naked.push_back((cell as u8, self.masks[cell].trailing_zeros() as u8));
        }
        for unit in units_of(cell) {
            self.places[unit][digit] -= 1;
            if self.places[unit][digit] == 1 {
                self.push_hidden(unit, digit);
            }
        }
    }

    /// Queues the last cell of a unit for a digit; none if that cell is the one that is being solved.
    fn push_hidden(&mut self, unit: usize, digit: usize) {
        let cell = cells_of(unit).into_iter().find(|cell| self.masks[*cell] >> digit & 1 != 0);
        self.hidden.extend(cell.map(|cell| (cell as u8, digit as u8)));
    }

    /// The next single: a full house among the naked ones, the first naked one, the first hidden one.
    pub(super) fn next_single(&mut self) -> Option<(Technique, usize, usize)> {
        self.full_house().or_else(|| self.naked_single()).or_else(|| self.hidden_single())
    }

    /// The first naked single that is the last open cell of a unit. It stays in the queue.
    fn full_house(&self) -> Option<(Technique, usize, usize)> {
        let mut queue = self.naked.iter().map(|(cell, digit)| (usize::from(*cell), usize::from(*digit)));
        let is_last = |(cell, digit): &(usize, usize)| {
            let has_no_other = |unit: &usize| (0..9).all(|other| other == *digit || self.places[*unit][other] == 0);
            !self.is_solved[*cell] && units_of(*cell).iter().any(has_no_other)
        };
        queue.find(is_last).map(|(cell, digit)| (Technique::FullHouse, cell, digit))
    }

    fn naked_single(&mut self) -> Option<(Technique, usize, usize)> {
        while let Some((cell, digit)) = self.naked.pop_front() {
            if !self.is_solved[usize::from(cell)] {
                return Some((Technique::NakedSingle, cell.into(), digit.into()));
            }
        }
        None
    }

    fn hidden_single(&mut self) -> Option<(Technique, usize, usize)> {
        while let Some((cell, digit)) = self.hidden.pop_front() {
            if !self.is_solved[usize::from(cell)] {
                return Some((Technique::HiddenSingle, cell.into(), digit.into()));
            }
        }
        None
    }
}
