//! The static data of a tabu search: open cells, their candidates, and the cells that conflict with them.
//!
//! The conflict neighbours of a cell for a digit are the open cells in its row and column, outside its box, that have the digit as
//! a candidate. They are stored by line, digit and box, so that the neighbours of any cell in a line are the two ranges
//! before and after its own box:
//!
//! ```text
//!   row 4, digit 7:   | box 1: 20 21 | box 2: 23 | box 3: 26 27 |       cell 23: 20 21, and 26 27
//! ```

use std::ops::Range;

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{DigitSet, Puzzle};

/// A puzzle as tabu search sees it. Cells are indices among the open cells, digits are indices from 0.
pub(super) struct TabuInstance {
    /// The side of the board.
    pub(super) side: usize,
    /// The board index of each open cell.
    pub(super) cells: Vec<u16>,
    /// The candidates of each open cell.
    pub(super) allowed: Vec<DigitSet>,
    /// The same as one list, and the start of each cell in it.
    digits: Vec<u8>,
    starts: Vec<u32>,
    /// The box of each open cell.
    boxes: Vec<u16>,
    rows: LineIndex,
    columns: LineIndex,
    /// The cells of all ranges of conflict neighbours: first the rows, then the columns.
    pub(super) neighbours: Vec<u16>,
}

/// The ranges of conflict neighbours in all rows, or in all columns.
struct LineIndex {
    /// The line of each open cell, and the position of its box in that line.
    position: Vec<(u16, u16)>,
    /// Number of boxes that a line crosses.
    boxes: usize,
    /// Start of the range of each line, digit and box; and the end of the last one.
    starts: Vec<u32>,
}

impl TabuInstance {
    pub(super) fn new(puzzle: &Puzzle) -> TabuInstance {
        let board = puzzle.board();
        let (side, tables) = (board.side(), HouseTables::of(board));
        let open: Vec<usize> = (0..board.cell_count()).filter(|cell| puzzle.givens().digits()[*cell] == 0).collect();
        let candidates = puzzle.initial_candidates();
        let allowed: Vec<DigitSet> = open.iter().map(|cell| candidates[*cell]).collect();
        let row = |cell: &usize| ((cell / side) as u16, (cell % side / board.box_width()) as u16);
        let column = |cell: &usize| ((cell % side) as u16, (cell / side / board.box_height()) as u16);
        let mut neighbours = Vec::new();
        TabuInstance {
            side,
            digits: allowed.iter().flat_map(|set| set.iter().map(|digit| digit.index() as u8)).collect(),
            starts: running_sum(0, allowed.iter().map(DigitSet::len)),
            boxes: open.iter().map(|cell| (tables.houses_of(*cell)[2] - 2 * side) as u16).collect(),
            rows: LineIndex::new(
                open.iter().map(row).collect(),
                side / board.box_width(),
                side,
                &allowed,
                &mut neighbours,
            ),
            columns: LineIndex::new(
                open.iter().map(column).collect(),
                side / board.box_height(),
                side,
                &allowed,
                &mut neighbours,
            ),
            cells: open.into_iter().map(|cell| cell as u16).collect(),
            allowed,
            neighbours,
        }
    }

    /// The number of open cells.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The number of their candidates.
    pub(super) fn candidates(&self) -> usize {
        self.digits.len()
    }

    /// The candidates of an open cell.
    #[inline]
    pub(super) fn digits_of(&self, cell: usize) -> &[u8] {
        &self.digits[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The index of a digit in tables by box and digit, for the box of an open cell.
    #[inline]
    pub(super) fn key(&self, cell: usize, digit: usize) -> usize {
        usize::from(self.boxes[cell]) * self.side + digit
    }

    /// The conflict neighbours of a cell for a digit, as ranges of `neighbours`: left, right, above, below.
    #[inline]
    pub(super) fn conflict_neighbours(&self, cell: usize, digit: usize) -> [Range<usize>; 4] {
        let [left, right] = self.rows.conflict_neighbours(cell, digit, self.side);
        let [above, below] = self.columns.conflict_neighbours(cell, digit, self.side);
        [left, right, above, below]
    }
}

impl LineIndex {
    /// Appends the cells of all lines to `neighbours` (a counting sort by line, digit and box).
    fn new(
        position: Vec<(u16, u16)>,
        boxes: usize,
        side: usize,
        allowed: &[DigitSet],
        neighbours: &mut Vec<u16>,
    ) -> LineIndex {
        let slots = |cell: usize| {
            let (line, place) = position[cell];
            let slot = move |digit: usize| (usize::from(line) * side + digit) * boxes + usize::from(place);
            allowed[cell].iter().map(move |digit| slot(digit.index()))
        };
        let mut counts = vec![0; side * side * boxes];
        (0..position.len()).flat_map(slots).for_each(|slot| counts[slot] += 1);
        let starts = running_sum(neighbours.len(), counts.into_iter());
        neighbours.resize(starts[starts.len() - 1] as usize, 0);
        let mut free = starts.clone();
        for cell in 0..position.len() {
            for slot in slots(cell) {
                neighbours[free[slot] as usize] = cell as u16;
                free[slot] += 1;
            }
        }
        LineIndex { position, boxes, starts }
    }

    #[inline]
    fn conflict_neighbours(&self, cell: usize, digit: usize, side: usize) -> [Range<usize>; 2] {
        let (line, place) = self.position[cell];
        let slot = (usize::from(line) * side + digit) * self.boxes;
        let start = |place: usize| self.starts[slot + place] as usize;
        let place = usize::from(place);
        [start(0)..start(place), start(place + 1)..start(self.boxes)]
    }
}

/// Prefix sums: `first`, then the sum after each number.
fn running_sum(first: usize, numbers: impl Iterator<Item = usize>) -> Vec<u32> {
    let sums = numbers.scan(first as u32, |sum, number| {
        *sum += number as u32;
        Some(*sum)
    });
    std::iter::once(first as u32).chain(sums).collect()
}
