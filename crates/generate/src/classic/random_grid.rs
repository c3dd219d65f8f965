//! Random full 9x9 grids: first band and stack by uniform sampling, the rest by randomised backtracking.
//!
//! ```text
//!   1 | 2 2      1  box 1: any of the 9! permutations
//!   --+----      2  boxes 2 and 3, then boxes 4 and 7: uniformly any of the 56 x 6^6 = 2,612,736 ways
//!   2 | 3 3      3  the rest: backtracking, the cell with the fewest candidates first, its digits in random order
//!   2 | 3 3      4  a random symmetry: permutes bands, stacks, rows and columns, and perhaps transposes
//! ```
//!
//! Every grid can be generated, because steps 1 to 3 reach all of them. Grids that differ by a relabelling of the digits or by a
//! symmetry of step 4 are equally likely. Other grids are not exactly: a grid is more likely if its first band and stack have few
//! completions (2,690 on average), or if the backtracking of step 3 reaches it sooner.

use qedoku_puzzle::rng::Rng;

/// A full grid: digits from 0, row by row.
pub(super) type FullGrid = [u8; 81];

/// A random full grid.
pub(super) fn random_grid(rng: &mut Rng) -> FullGrid {
    loop {
        let mut partial = PartialGrid::new();
        partial.fill_first_box(rng);
        partial.fill_band(rng, |line, place| 9 * line + place);
        partial.fill_band(rng, |line, place| 9 * place + line);
        if partial.complete(0, rng) {
            return apply_random_symmetry(&partial.digits, rng);
        }
    }
}

/// A random grid in progress.
struct PartialGrid {
    digits: FullGrid,
    /// The digits that are missing in each row, column and box, as bits.
    rows: [u16; 9],
    columns: [u16; 9],
    blocks: [u16; 9],
    /// The cells of the last four boxes: first those that step 3 has filled, then the empty ones.
    empty: [u8; 36],
}

impl PartialGrid {
    fn new() -> PartialGrid {
        PartialGrid { digits: [0; 81], rows: [0x1ff; 9], columns: [0x1ff; 9], blocks: [0x1ff; 9], empty: LAST_BOXES }
    }

    /// Places a digit, or removes it if it was placed there: toggles its bit in the masks of missing digits.
    fn toggle(&mut self, cell: usize, digit: u8) {
        self.digits[cell] = digit;
        let [row, column, block] = HOUSES[cell];
        self.rows[usize::from(row)] ^= 1 << digit;
        self.columns[usize::from(column)] ^= 1 << digit;
        self.blocks[usize::from(block)] ^= 1 << digit;
    }

    fn fill_first_box(&mut self, rng: &mut Rng) {
        let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        rng.shuffle(&mut digits);
        for (place, digit) in digits.into_iter().enumerate() {
            self.toggle(9 * (place / 3) + place % 3, digit);
        }
    }

    /// Fills the two boxes beside the first one, or those below it. `index` maps a line of the band and a place to the cell.
    ///
    /// The digits of a line in the second box determine its digits in the third. Rejection sampling: draws the digits of the first
    /// two lines in the second box, each from the six that the line does not have in the first box, until they are disjoint
    /// and contain all digits that the third line has in the first box. (The third line cannot repeat these.)
    fn fill_band(&mut self, rng: &mut Rng, index: fn(usize, usize) -> usize) {
        let first_box: [u16; 3] =
            std::array::from_fn(|line| (0..3).fold(0, |set, place| set | 1 << self.digits[index(line, place)]));
        let second_box = loop {
            let first = sample_three(first_box[1] | first_box[2], rng);
            let next = sample_three(first_box[0] | first_box[2], rng);
            if first & next == 0 && (first | next) & first_box[2] == first_box[2] {
                break [first, next, 0x1ff & !(first | next)];
            }
        };
        for line in 0..3 {
            self.fill_triple(second_box[line], rng, |place| index(line, 3 + place));
            self.fill_triple(0x1ff & !(first_box[line] | second_box[line]), rng, |place| index(line, 6 + place));
        }
    }

    /// Places three digits in random order.
    fn fill_triple(&mut self, digits: u16, rng: &mut Rng, index: impl Fn(usize) -> usize) {
        let mut rest = digits;
        for place in 0..3 {
            let digit = rng.pick_bit(rest);
            rest ^= digit;
            self.toggle(index(place), digit.trailing_zeros() as u8);
        }
    }

    /// Fills the cells `empty[filled..]` by backtracking. Returns false if they cannot be filled.
    fn complete(&mut self, filled: usize, rng: &mut Rng) -> bool {
        let Some((place, mut candidates)) = self.fewest_candidates(filled) else { return true };
        self.empty.swap(filled, place);
        let cell = usize::from(self.empty[filled]);
        while candidates != 0 {
            let digit = rng.pick_bit(candidates);
            candidates ^= digit;
            let digit = digit.trailing_zeros() as u8;
            self.toggle(cell, digit);
            if self.complete(filled + 1, rng) {
                return true;
            }
            self.toggle(cell, digit); // removes it
        }
        self.empty.swap(filled, place);
        false
    }

    /// The place in `empty` of a cell with the fewest candidates, and its candidates; `None` if all cells are filled.
    fn fewest_candidates(&self, filled: usize) -> Option<(usize, u16)> {
        let mut best = None;
        let mut fewest = u32::MAX;
        for place in filled..self.empty.len() {
            let [row, column, block] = HOUSES[usize::from(self.empty[place])];
            let row = self.rows[usize::from(row)];
            let candidates = row & self.columns[usize::from(column)] & self.blocks[usize::from(block)];
            let count = candidates.count_ones();
            if count < fewest {
                (best, fewest) = (Some((place, candidates)), count);
                if count <= 1 {
                    break;
                }
            }
        }
        best
    }
}

/// Three of six digits, each triple equally likely.
fn sample_three(digits: u16, rng: &mut Rng) -> u16 {
    let mut rest = digits;
    (0..3).fold(0, |chosen, _| {
        let digit = rng.pick_bit(rest);
        rest ^= digit;
        chosen | digit
    })
}

/// Applies a random symmetry of the grid (without relabelling): permutes lines, and transposes in half of the cases.
fn apply_random_symmetry(digits: &FullGrid, rng: &mut Rng) -> FullGrid {
    let rows = permuted_lines(rng);
    let columns = permuted_lines(rng);
    let [down, across] = if rng.below(2) == 0 { [9, 1] } else { [1, 9] };
    let mut result = [0; 81];
    for (row, from_row) in rows.into_iter().enumerate() {
        for (column, from_column) in columns.into_iter().enumerate() {
            result[9 * row + column] = digits[down * from_row + across * from_column];
        }
    }
    result
}

/// A random permutation of the rows (or columns) that keeps bands together.
fn permuted_lines(rng: &mut Rng) -> [usize; 9] {
    let mut bands = [0, 3, 6];
    rng.shuffle(&mut bands);
    let mut lines = [0; 9];
    for (band, lines) in bands.into_iter().zip(lines.chunks_exact_mut(3)) {
        lines.copy_from_slice(&[band, band + 1, band + 2]);
        rng.shuffle(lines);
    }
    lines
}

/// The row, the column and the box of each cell.
const HOUSES: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        houses[cell] = [cell as u8 / 9, cell as u8 % 9, cell as u8 / 27 * 3 + cell as u8 % 9 / 3];
        cell += 1;
    }
    houses
};

/// The cells of the four boxes at the bottom right.
const LAST_BOXES: [u8; 36] = {
    let mut cells = [0; 36];
    let mut place = 0;
    while place < 36 {
        cells[place] = (9 * (3 + place / 6) + 3 + place % 6) as u8;
        place += 1;
    }
    cells
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn is_valid(digits: &FullGrid) -> bool {
        let mut partial = PartialGrid::new();
        (0..81).for_each(|cell| partial.toggle(cell, digits[cell]));
        partial.rows == [0; 9] && partial.columns == [0; 9] && partial.blocks == [0; 9]
    }

    #[test]
    fn every_grid_is_valid_and_no_two_are_equal() {
        let grids: HashSet<FullGrid> = (0..2000).map(|attempt| random_grid(&mut Rng::new(1, attempt))).collect();
        assert_eq!(grids.len(), 2000);
        assert!(grids.iter().all(is_valid));
    }

    /// 9,000 grids: each digit is expected 1,000 times in each cell, with a deviation of 30.
    #[test]
    fn digits_are_about_uniform_in_every_cell() {
        let mut counts = [[0; 9]; 81];
        for attempt in 0..9000 {
            let digits = random_grid(&mut Rng::new(2, attempt));
            digits.iter().zip(&mut counts).for_each(|(digit, counts)| counts[usize::from(*digit)] += 1);
        }
        assert!(counts.iter().flatten().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    /// A band is pure if its boxes have the same three triples of digits in their rows: 2 of the 56 ways.
    #[test]
    fn pure_bands_are_about_as_frequent_as_among_all_bands() {
        let pure = |attempt| {
            let digits = random_grid(&mut Rng::new(3, attempt));
            let triple = |row: usize, stack: usize| {
                (0..3).fold(0u16, |set, place| set | 1 << digits[9 * row + 3 * stack + place])
            };
            let first = triple(0, 0);
            (1..3).any(|row| triple(row, 1) == first) && (1..3).any(|row| triple(row, 2) == first)
        };
        let pure = (0..20_000).filter(|attempt| pure(*attempt)).count();
        // 2 of 56 would be 714; pure bands have some more completions than others.
        assert!((650..950).contains(&pure), "{pure}");
    }
}
