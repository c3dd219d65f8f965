//! Unavoidable sets: sets of cells of a full grid whose digits can be permuted to give another full grid.
//!
//! A puzzle with a unique solution has a given in every unavoidable set of that solution; otherwise the permuted grid would be
//! a second solution. Two kinds are found without a search:
//!
//! ```text
//!   1 . . | 2 . .      digit pair: swap 1 and 2 in some of the rows, such that every
//!   2 . . | 1 . .      row, column and box still has one of each
//!
//!   4 7 . | 5 . .      line pair, two rows of a band (or two columns of a stack): swap
//!   7 5 . | 4 . .      them in some of the columns, such that both still have every digit
//! ```
//!
//! Each pair of digits or lines partitions its cells into such sets, its connected components; one set per component is stored.
//! Hence every cell is in exactly one set per other digit, other row of its band and other column of its stack, which gives an
//! index of fixed width from cells to sets.
//!
//! On 9x9 there are about a hundred sets, and they alone show that nearly half of the givens of a minimal puzzle are needed.
//! Every second solution that a solver finds adds one more set: the cells in which it differs.
//!
//! Reference: G. `McGuire`, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", Experimental Mathematics, 2014.

use qedoku_puzzle::house_tables::HouseTables;

use super::cell_set::CellSet;
use qedoku_puzzle::Board;

/// Unavoidable sets of a full grid: digit pairs and line pairs, and those learnt from second solutions.
#[derive(Clone, Debug)]
pub(super) struct UnavoidableSets<const W: usize> {
    side: usize,
    /// The sets of digit pairs and line pairs.
    pairs: Vec<CellSet<W>>,
    /// For each cell, the indices in `pairs` of the sets that contain it: one per other digit, then one per other row of its
    /// band, then one per other column of its stack.
    pairs_of_cell: Vec<u16>,
    /// The number of entries per cell in `pairs_of_cell`.
    pairs_per_cell: usize,
    /// The differences of second solutions.
    learnt: Vec<CellSet<W>>,
    positions: DigitPositions,
}

/// The position of each digit in each house. The tables are indexed by digit and row, digit and column, or digit and box.
#[derive(Clone, Debug, Default)]
struct DigitPositions {
    column_in_row: Vec<u8>,
    block_in_row: Vec<u8>,
    row_in_column: Vec<u8>,
    row_in_block: Vec<u8>,
}

/// Direction of a line pair: rows or columns.
#[derive(Clone, Copy)]
struct Lines {
    /// The distances between two adjacent cells of a line, and between two adjacent lines.
    steps: [usize; 2],
    /// The number of lines per band or stack.
    depth: usize,
    /// The first entry of a cell in `pairs_of_cell` for this direction.
    offset: usize,
}

impl<const W: usize> UnavoidableSets<W> {
    pub(super) fn new() -> UnavoidableSets<W> {
        UnavoidableSets {
            side: 0,
            pairs: Vec::new(),
            pairs_of_cell: Vec::new(),
            pairs_per_cell: 0,
            learnt: Vec::new(),
            positions: DigitPositions::default(),
        }
    }

    /// Replaces all sets by the digit pairs and line pairs of a full grid. `digits` are the digits of its cells, from 0.
    pub(super) fn collect(&mut self, board: Board, digits: &[u8]) {
        let (side, height, width) = (board.side(), board.box_height(), board.box_width());
        self.side = side;
        self.pairs_per_cell = (side - 1) + (height - 1) + (width - 1);
        self.pairs_of_cell.resize(board.cell_count() * self.pairs_per_cell, 0);
        self.pairs.clear();
        self.learnt.clear();
        self.positions.update(board, digits);
        for high in 1..side {
            for low in 0..high {
                self.add_digit_pair(low, high);
            }
        }
        self.add_all_line_pairs(Lines { steps: [1, side], depth: height, offset: side - 1 });
        self.add_all_line_pairs(Lines { steps: [side, 1], depth: width, offset: side + height - 2 });
    }

    /// Adds a learnt set: the cells in which a second solution differs.
    pub(super) fn add(&mut self, set: CellSet<W>) {
        self.learnt.push(set);
    }

    /// Whether some unavoidable set has no given in `rest`, the givens outside `cells`. Then one of `cells` is needed.
    pub(super) fn requires_one_of(&self, cells: &[u16], rest: &CellSet<W>) -> bool {
        let by_pair = cells.iter().any(|cell| {
            let sets = &self.pairs_of_cell[usize::from(*cell) * self.pairs_per_cell..][..self.pairs_per_cell];
            sets.iter().any(|set| self.pairs[usize::from(*set)].is_disjoint(rest))
        });
        by_pair || self.learnt.iter().any(|set| set.is_disjoint(rest))
    }

    /// Adds the components of two digits: the rows in which they must be swapped together.
    fn add_digit_pair(&mut self, low: usize, high: usize) {
        let mut open_rows = u32::MAX >> (32 - self.side);
        while open_rows != 0 {
            let rows = self.positions.swap_component(self.side, low, high, open_rows.trailing_zeros() as usize);
            open_rows &= !rows;
            let mut set = CellSet::EMPTY;
            for row in bits(rows) {
                // The entry of a digit pair in a cell is the other digit, numbered without the cell's own.
                for (digit, entry) in [(low, high - 1), (high, low)] {
                    let cell = self.side * row + usize::from(self.positions.column_in_row[digit * self.side + row]);
                    set.insert(cell);
                    self.pairs_of_cell[cell * self.pairs_per_cell + entry] = self.pairs.len() as u16;
                }
            }
            self.pairs.push(set);
        }
    }

    /// Adds all pairs of rows of a band, or of columns of a stack.
    fn add_all_line_pairs(&mut self, lines: Lines) {
        for start in (0..self.side).step_by(lines.depth) {
            for second in start..start + lines.depth {
                for first in start..second {
                    self.add_line_pair(lines, first, second, second - start);
                }
            }
        }
    }

    /// Adds the components of two lines: the cycles of the permutation that maps the place of a digit in the first line to its
    /// place in the second. `place` is the place of the second line in its band.
    fn add_line_pair(&mut self, lines: Lines, first: usize, second: usize, place: usize) {
        let [across, down] = lines.steps;
        let positions = if across == 1 { &self.positions.column_in_row } else { &self.positions.row_in_column };
        let mut permutation = [0; 32];
        for digit in 0..self.side {
            permutation[usize::from(positions[digit * self.side + first])] = positions[digit * self.side + second];
        }
        let mut open = u32::MAX >> (32 - self.side);
        while open != 0 {
            let mut set = CellSet::EMPTY;
            let mut along = open.trailing_zeros() as usize;
            while open >> along & 1 == 1 {
                open &= !(1 << along);
                // The entry is the place of the other line in the band, numbered without the cell's own line.
                for (line, entry) in [(first, place - 1), (second, place - (second - first))] {
                    let cell = down * line + across * along;
                    set.insert(cell);
                    self.pairs_of_cell[cell * self.pairs_per_cell + lines.offset + entry] = self.pairs.len() as u16;
                }
                along = usize::from(permutation[along]);
            }
            self.pairs.push(set);
        }
    }
}

impl DigitPositions {
    fn update(&mut self, board: Board, digits: &[u8]) {
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

    /// The rows in which two digits must be swapped if they are swapped in `row`, as bits.
    ///
    /// A swap in a row brings `high` into the column and the box of `low`, so the rows of the other `high` in these two houses
    /// must be swapped as well. Following `high` alone is enough: the columns of both digits form cycles.
    fn swap_component(&self, side: usize, low: usize, high: usize, row: usize) -> u32 {
        let of_low = |table: &[u8], row: usize| usize::from(table[low * side + row]);
        let of_high = |table: &[u8], house: usize| 1 << table[high * side + house];
        let (mut rows, mut frontier) = (0, 1u32 << row);
        while frontier != 0 {
            let row = frontier.trailing_zeros() as usize;
            rows |= 1 << row;
            frontier |= of_high(&self.row_in_column, of_low(&self.column_in_row, row));
            frontier |= of_high(&self.row_in_block, of_low(&self.block_in_row, row));
            frontier &= !rows;
        }
        rows
    }
}

/// The indices of the set bits, ascending.
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

    /// Indices of the digits of a full grid.
    fn shifted_digits(board: Board) -> Vec<u8> {
        Grid::cyclic_shift(board).digits().iter().map(|digit| digit - 1).collect()
    }

    fn puzzle(board: Board, digits: &[u8], givens: impl Fn(usize) -> bool) -> Puzzle {
        let mut grid = Grid::empty(board);
        for (index, digit) in digits.iter().enumerate().filter(|(index, _)| givens(*index)) {
            grid.set(board.cell(index), Digit::from_index(usize::from(*digit)));
        }
        Puzzle::new(grid)
    }

    #[test]
    fn removing_an_unavoidable_set_leads_to_a_second_solution() {
        for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4)] {
            let board = Board::new(height, width).unwrap();
            let digits = shifted_digits(board);
            assert!(
                referee::check(&Puzzle::new(Grid::empty(board)), puzzle(board, &digits, |_| true).givens()).is_ok()
            );
            let mut sets = UnavoidableSets::<3>::new();
            sets.collect(board, &digits);
            for set in &sets.pairs {
                let ambiguous = puzzle(board, &digits, |cell| !set.contains(cell));
                assert!(
                    matches!(qedoku_solve::solve(&ambiguous), qedoku_puzzle::Answer::Many(..)),
                    "{board}: {}",
                    ambiguous.givens()
                );
            }
        }
    }

    #[test]
    fn the_index_of_a_cell_lists_the_sets_that_contain_it() {
        let board = Board::new(3, 4).unwrap();
        let mut sets = UnavoidableSets::<3>::new();
        sets.collect(board, &shifted_digits(board));
        for cell in 0..board.cell_count() {
            let indexed: Vec<u16> = sets.pairs_of_cell[cell * sets.pairs_per_cell..][..sets.pairs_per_cell].to_vec();
            let containing = (0u16..).zip(&sets.pairs).filter(|(_, set)| set.contains(cell)).map(|(index, _)| index);
            let mut sorted = indexed.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, containing.collect::<Vec<_>>(), "cell {cell}");
        }
    }
}
