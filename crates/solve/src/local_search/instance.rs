//! The open cells of a puzzle, numbered without gaps, and where each digit can go.
//!
//! The rivals of a cell for a digit are the open cells in its row and in its column, outside its box, that may hold the digit.
//! They are kept line by line, in a line digit by digit, and for a digit box by box, so that those of any cell are what
//! stands before its own box and what stands after it:
//!
//! ```text
//!   row 4, digit 7:   | box 1: 20 21 | box 2: 23 | box 3: 26 27 |       cell 23: 20 21, and 26 27
//! ```

use std::ops::Range;

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{DigitSet, Puzzle};

/// What does not change while a board is filled. An open cell is known by its number among the open cells, a digit by its
/// index.
pub(super) struct Layout {
    /// Digits of the board.
    pub(super) side: usize,
    /// By open cell: its index on the board.
    pub(super) cells: Vec<u16>,
    /// By open cell: its candidates.
    pub(super) allowed: Vec<DigitSet>,
    /// The same one after the other, and where those of each open cell begin.
    digits: Vec<u8>,
    starts: Vec<u32>,
    /// By open cell: its box.
    boxes: Vec<u16>,
    rows: Lines,
    columns: Lines,
    /// The open cells that may hold a digit, as the lines have them: first the rows, then the columns.
    pub(super) places: Vec<u16>,
}

/// Where the places of the digits in all rows begin, or in all columns.
struct Lines {
    /// By open cell: its line, and the how-manieth box of that line.
    at: Vec<(u16, u16)>,
    /// Boxes that a line crosses.
    boxes: usize,
    /// By line, digit and box; and the end.
    starts: Vec<u32>,
}

impl Layout {
    pub(super) fn new(puzzle: &Puzzle) -> Layout {
        let board = puzzle.board();
        let (side, tables) = (board.side(), HouseTables::of(board));
        let open: Vec<usize> = (0..board.cell_count()).filter(|cell| puzzle.givens().digits()[*cell] == 0).collect();
        let candidates = puzzle.initial_candidates();
        let allowed: Vec<DigitSet> = open.iter().map(|cell| candidates[*cell]).collect();
        let row = |cell: &usize| ((cell / side) as u16, (cell % side / board.box_width()) as u16);
        let column = |cell: &usize| ((cell % side) as u16, (cell / side / board.box_height()) as u16);
        let mut places = Vec::new();
        Layout {
            side,
            digits: allowed.iter().flat_map(|set| set.iter().map(|digit| digit.index() as u8)).collect(),
            starts: running_sum(0, allowed.iter().map(DigitSet::len)),
            boxes: open.iter().map(|cell| (tables.houses_of(*cell)[2] - 2 * side) as u16).collect(),
            rows: Lines::new(open.iter().map(row).collect(), side / board.box_width(), side, &allowed, &mut places),
            columns: Lines::new(
                open.iter().map(column).collect(),
                side / board.box_height(),
                side,
                &allowed,
                &mut places,
            ),
            cells: open.into_iter().map(|cell| cell as u16).collect(),
            allowed,
            places,
        }
    }

    /// How many open cells there are.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// How many candidates they have.
    pub(super) fn candidates(&self) -> usize {
        self.digits.len()
    }

    /// The candidates of an open cell.
    #[inline]
    pub(super) fn digits_of(&self, cell: usize) -> &[u8] {
        &self.digits[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The place of a digit in tables by box and digit, for the box of an open cell.
    #[inline]
    pub(super) fn key(&self, cell: usize, digit: usize) -> usize {
        usize::from(self.boxes[cell]) * self.side + digit
    }

    /// Where the rivals of a cell for a digit are among the places: in its row, in its column.
    #[inline]
    pub(super) fn rivals(&self, cell: usize, digit: usize) -> [Range<usize>; 4] {
        let [left, right] = self.rows.rivals(cell, digit, self.side);
        let [above, below] = self.columns.rivals(cell, digit, self.side);
        [left, right, above, below]
    }
}

impl Lines {
    /// Adds the places of all lines.
    fn new(at: Vec<(u16, u16)>, boxes: usize, side: usize, allowed: &[DigitSet], places: &mut Vec<u16>) -> Lines {
        let slots = |cell: usize| {
            let (line, place) = at[cell];
            let slot = move |digit: usize| (usize::from(line) * side + digit) * boxes + usize::from(place);
            allowed[cell].iter().map(move |digit| slot(digit.index()))
        };
        let mut counts = vec![0; side * side * boxes];
        (0..at.len()).flat_map(slots).for_each(|slot| counts[slot] += 1);
        let starts = running_sum(places.len(), counts.into_iter());
        places.resize(starts[starts.len() - 1] as usize, 0);
        let mut free = starts.clone();
        for cell in 0..at.len() {
            for slot in slots(cell) {
                places[free[slot] as usize] = cell as u16;
                free[slot] += 1;
            }
        }
        Lines { at, boxes, starts }
    }

    #[inline]
    fn rivals(&self, cell: usize, digit: usize, side: usize) -> [Range<usize>; 2] {
        let (line, place) = self.at[cell];
        let slot = (usize::from(line) * side + digit) * self.boxes;
        let start = |place: usize| self.starts[slot + place] as usize;
        let place = usize::from(place);
        [start(0)..start(place), start(place + 1)..start(self.boxes)]
    }
}

/// The first number, and after each of the others their sum so far.
fn running_sum(first: usize, numbers: impl Iterator<Item = usize>) -> Vec<u32> {
    let sums = numbers.scan(first as u32, |sum, number| {
        *sum += number as u32;
        Some(*sum)
    });
    std::iter::once(first as u32).chain(sums).collect()
}
