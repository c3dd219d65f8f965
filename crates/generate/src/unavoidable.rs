//! Unavoidable sets: cells whose digits can be exchanged to give another full grid.
//!
//! A puzzle with one solution has a given in every unavoidable set of its solution, or the exchanged grid would be a
//! second solution. Many of these sets are seen in the grid without any search:
//!
//! ```text
//!   1 . . | 2 . .      two digits: let 1 and 2 change places in some rows, if afterwards
//!   2 . . | 1 . .      every row, column and box still has one of each
//!
//!   4 7 . | 5 . .      two rows of a band (or two columns of a stack): let them change
//!   7 5 . | 4 . .      places in some columns, if both still have every digit
//! ```
//!
//! On 9x9 that is about a hundred sets, and nearly half of the givens of a minimal puzzle are known to be needed by
//! them alone. Every second solution that a solver finds is one more such set: the cells
//! where it differs.
//!
//! Reference: G. `McGuire`, B. Tugemann, G. Civario: There is no 16-clue Sudoku, Experimental Mathematics 2014.

use qedoku_puzzle::house_tables::HouseTables;

use super::cells::Cells;
use qedoku_puzzle::Board;

/// The unavoidable sets of a full grid that are seen without a search, and those that were learned.
#[derive(Clone, Debug)]
pub(super) struct Unavoidable<const W: usize> {
    side: usize,
    seen: Vec<Cells<W>>,
    /// For each cell, which of the seen ones it is in: one for each other digit, row of its band, column of its stack.
    of_cell: Vec<u16>,
    /// How many that are.
    per_cell: usize,
    learned: Vec<Cells<W>>,
    places: Places,
}

/// Where each digit is: tables by digit and row, digit and column, or digit and box.
#[derive(Clone, Debug, Default)]
struct Places {
    column_in_row: Vec<u8>,
    block_in_row: Vec<u8>,
    row_in_column: Vec<u8>,
    row_in_block: Vec<u8>,
}

/// Rows or columns, for which the same is true.
#[derive(Clone, Copy)]
struct Lines {
    /// How far it is from a cell of a line to the next one, and from a line to the next one.
    steps: [usize; 2],
    /// How many lines belong to a band or stack.
    depth: usize,
    /// The first place in `of_cell` for these.
    first: usize,
}

impl<const W: usize> Unavoidable<W> {
    pub(super) fn new() -> Unavoidable<W> {
        let (seen, of_cell, learned) = (Vec::new(), Vec::new(), Vec::new());
        Unavoidable { side: 0, seen, of_cell, per_cell: 0, learned, places: Places::default() }
    }

    /// Forgets everything and looks at a full grid: the digits of its cells, from 0.
    pub(super) fn look_at(&mut self, board: Board, digits: &[u8]) {
        let (side, height, width) = (board.side(), board.box_height(), board.box_width());
        self.side = side;
        self.per_cell = (side - 1) + (height - 1) + (width - 1);
        self.of_cell.resize(board.cell_count() * self.per_cell, 0);
        self.seen.clear();
        self.learned.clear();
        self.places.look_at(board, digits);
        for high in 1..side {
            for low in 0..high {
                self.see_two_digits(low, high);
            }
        }
        self.see_lines(Lines { steps: [1, side], depth: height, first: side - 1 });
        self.see_lines(Lines { steps: [side, 1], depth: width, first: side + height - 2 });
    }

    /// Adds the cells in which another solution differs.
    pub(super) fn learn(&mut self, set: Cells<W>) {
        self.learned.push(set);
    }

    /// Whether some set has no given outside of these cells: then one of them is needed. `rest` are the other givens.
    pub(super) fn need(&self, cells: &[u16], rest: &Cells<W>) -> bool {
        let seen = cells.iter().any(|cell| {
            let sets = &self.of_cell[usize::from(*cell) * self.per_cell..][..self.per_cell];
            sets.iter().any(|set| self.seen[usize::from(*set)].is_disjoint(rest))
        });
        seen || self.learned.iter().any(|set| set.is_disjoint(rest))
    }

    /// Two digits, in the rows that one exchange pulls along.
    fn see_two_digits(&mut self, low: usize, high: usize) {
        let mut left = u32::MAX >> (32 - self.side);
        while left != 0 {
            let rows = self.places.rows_pulled_along(self.side, low, high, left.trailing_zeros() as usize);
            left &= !rows;
            let mut set = Cells::EMPTY;
            for row in bits(rows) {
                for (digit, other) in [(low, high - 1), (high, low)] {
                    let cell = self.side * row + usize::from(self.places.column_in_row[digit * self.side + row]);
                    set.insert(cell);
                    self.of_cell[cell * self.per_cell + other] = self.seen.len() as u16;
                }
            }
            self.seen.push(set);
        }
    }

    /// Every two rows of a band, or columns of a stack.
    fn see_lines(&mut self, lines: Lines) {
        for start in (0..self.side).step_by(lines.depth) {
            for line in start..start + lines.depth {
                for before in start..line {
                    self.see_two_lines(lines, before, line, line - start);
                }
            }
        }
    }

    /// Two lines, in the cells that one exchange pulls along. `place` is that of the second one in its band.
    fn see_two_lines(&mut self, lines: Lines, before: usize, line: usize, place: usize) {
        let [across, down] = lines.steps;
        let place_in = if across == 1 { &self.places.column_in_row } else { &self.places.row_in_column };
        let mut pulled = [0; 32]; // from where one line has a digit to where the other one has it
        for digit in 0..self.side {
            pulled[usize::from(place_in[digit * self.side + before])] = place_in[digit * self.side + line];
        }
        let mut left = u32::MAX >> (32 - self.side);
        while left != 0 {
            let mut set = Cells::EMPTY;
            let mut along = left.trailing_zeros() as usize;
            while left >> along & 1 == 1 {
                left &= !(1 << along);
                for (own, other) in [(before, place - 1), (line, place - (line - before))] {
                    let cell = down * own + across * along;
                    set.insert(cell);
                    self.of_cell[cell * self.per_cell + lines.first + other] = self.seen.len() as u16;
                }
                along = usize::from(pulled[along]);
            }
            self.seen.push(set);
        }
    }
}

impl Places {
    fn look_at(&mut self, board: Board, digits: &[u8]) {
        let side = board.side();
        for table in [&mut self.column_in_row, &mut self.block_in_row, &mut self.row_in_column, &mut self.row_in_block]
        {
            table.resize(side * side, 0);
        }
        let tables = HouseTables::of(board);
        for (row, digits) in digits.chunks_exact(side).enumerate() {
            for (column, digit) in digits.iter().enumerate() {
                let start = usize::from(*digit) * side;
                let block = tables.houses_of(side * row + column)[2] - 2 * side;
                self.column_in_row[start + row] = column as u8;
                self.block_in_row[start + row] = block as u8;
                self.row_in_column[start + column] = row as u8;
                self.row_in_block[start + block] = row as u8;
            }
        }
    }

    /// The rows in which two digits must change places if they do so in one of them.
    fn rows_pulled_along(&self, side: usize, low: usize, high: usize, row: usize) -> u32 {
        let of_low = |table: &[u8], row: usize| usize::from(table[low * side + row]);
        let of_high = |table: &[u8], house: usize| 1 << table[high * side + house];
        let (mut rows, mut new) = (0, 1u32 << row);
        while new != 0 {
            let row = new.trailing_zeros() as usize;
            rows |= 1 << row;
            new |= of_high(&self.row_in_column, of_low(&self.column_in_row, row));
            new |= of_high(&self.row_in_block, of_low(&self.block_in_row, row));
            new &= !rows;
        }
        rows
    }
}

fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::{Digit, Grid, Puzzle, referee};

    /// The rows of the first band shifted by the width of a box, then by 1 for each band.
    fn solved(board: Board) -> Vec<u8> {
        let digit = |cell: qedoku_puzzle::Cell| {
            let shift = cell.row() * board.box_width() + cell.row() / board.box_height();
            ((shift + cell.column()) % board.side()) as u8
        };
        board.cells().map(digit).collect()
    }

    fn puzzle(board: Board, digits: &[u8], givens: impl Fn(usize) -> bool) -> Puzzle {
        let mut grid = Grid::empty(board);
        for (index, digit) in digits.iter().enumerate().filter(|(index, _)| givens(*index)) {
            grid.set(board.cell(index), Digit::from_index(usize::from(*digit)));
        }
        Puzzle::new(grid)
    }

    #[test]
    fn without_its_cells_a_grid_has_a_second_solution() {
        for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4)] {
            let board = Board::new(height, width).unwrap();
            let digits = solved(board);
            assert!(
                referee::check(&Puzzle::new(Grid::empty(board)), puzzle(board, &digits, |_| true).givens()).is_ok()
            );
            let mut sets = Unavoidable::<3>::new();
            sets.look_at(board, &digits);
            for set in &sets.seen {
                let holed = puzzle(board, &digits, |cell| !set.contains(cell));
                assert!(
                    matches!(qedoku_solve::solve(&holed), qedoku_puzzle::Answer::Many(..)),
                    "{board}: {}",
                    holed.givens()
                );
            }
        }
    }

    #[test]
    fn every_cell_knows_the_sets_that_it_is_in() {
        let board = Board::new(3, 4).unwrap();
        let mut sets = Unavoidable::<3>::new();
        sets.look_at(board, &solved(board));
        for cell in 0..board.cell_count() {
            let known: Vec<u16> = sets.of_cell[cell * sets.per_cell..][..sets.per_cell].to_vec();
            let within = (0u16..).zip(&sets.seen).filter(|(_, set)| set.contains(cell)).map(|(number, _)| number);
            let mut sorted = known.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, within.collect::<Vec<_>>(), "cell {cell}");
        }
    }
}
