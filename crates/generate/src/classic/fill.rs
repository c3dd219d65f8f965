//! Random full 9x9 grids.
//!
//! ```text
//!   1 | 2 2      1  any of the 9! boxes
//!   --+----      2  boxes 2 and 3, then boxes 4 and 7: uniformly any of the 56 x 6^6 = 2,612,736 ways
//!   2 | 3 3      3  the rest: the cell with the fewest candidates next, its digits in random order, back when stuck
//!   2 | 3 3      4  bands, stacks, rows, columns and the diagonal in random order
//! ```
//!
//! Every grid can come out: steps 1 to 3 can make any. Grids that differ only by the names of the digits or by step 4 are equally
//! likely. Of two grids that do not, one may be more likely than the other: those whose first band and stack have few
//! completions (there are 2,690 on average), and those that step 3 comes to sooner.

use qedoku_puzzle::rng::Rng;

/// Digits from 0, row by row.
pub(super) type Full = [u8; 81];

/// A random full grid.
pub(super) fn fill(random: &mut Rng) -> Full {
    loop {
        let mut draft = Draft::new();
        draft.first_box(random);
        draft.band(random, |line, place| 9 * line + place);
        draft.band(random, |line, place| 9 * place + line);
        if draft.finish(random) {
            return shuffled(&draft.digits, random);
        }
    }
}

/// A grid that is being filled.
struct Draft {
    digits: Full,
    /// The digits that are not yet in a row, column or box, as bits.
    rows: [u16; 9],
    columns: [u16; 9],
    blocks: [u16; 9],
    /// The cells of the last four boxes that are empty.
    empty: [u8; 36],
}

impl Draft {
    fn new() -> Draft {
        Draft { digits: [0; 81], rows: [0x1ff; 9], columns: [0x1ff; 9], blocks: [0x1ff; 9], empty: LAST_BOXES }
    }

    fn set(&mut self, cell: usize, digit: u8) {
        self.digits[cell] = digit;
        let [row, column, block] = HOUSES[cell];
        self.rows[usize::from(row)] ^= 1 << digit;
        self.columns[usize::from(column)] ^= 1 << digit;
        self.blocks[usize::from(block)] ^= 1 << digit;
    }

    fn first_box(&mut self, random: &mut Rng) {
        let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        random.shuffle(&mut digits);
        for (place, digit) in digits.into_iter().enumerate() {
            self.set(9 * (place / 3) + place % 3, digit);
        }
    }

    /// The two boxes beside the first one, or those below it: `index` tells which.
    ///
    /// Which digits a line has in the second box decides which ones it has in the third. The second box gets a digit of each
    /// line from one of the two others, so the first two lines must have all digits of the third among them.
    fn band(&mut self, random: &mut Rng, index: fn(usize, usize) -> usize) {
        let lines: [u16; 3] =
            std::array::from_fn(|line| (0..3).fold(0, |set, place| set | 1 << self.digits[index(line, place)]));
        let second = loop {
            let first = three_of(lines[1] | lines[2], random);
            let next = three_of(lines[0] | lines[2], random);
            if first & next == 0 && (first | next) & lines[2] == lines[2] {
                break [first, next, 0x1ff & !(first | next)];
            }
        };
        for line in 0..3 {
            self.line(second[line], random, |place| index(line, 3 + place));
            self.line(0x1ff & !(lines[line] | second[line]), random, |place| index(line, 6 + place));
        }
    }

    /// Three digits in random order.
    fn line(&mut self, digits: u16, random: &mut Rng, index: impl Fn(usize) -> usize) {
        let mut left = digits;
        for place in 0..3 {
            let digit = random.pick_bit(left);
            left ^= digit;
            self.set(index(place), digit.trailing_zeros() as u8);
        }
    }

    /// Fills the rest, if that can be done.
    fn finish(&mut self, random: &mut Rng) -> bool {
        self.finish_from(0, random)
    }

    fn finish_from(&mut self, filled: usize, random: &mut Rng) -> bool {
        let Some((place, mut candidates)) = self.fewest(filled) else { return true };
        self.empty.swap(filled, place);
        let cell = usize::from(self.empty[filled]);
        while candidates != 0 {
            let digit = random.pick_bit(candidates);
            candidates ^= digit;
            let digit = digit.trailing_zeros() as u8;
            self.set(cell, digit);
            if self.finish_from(filled + 1, random) {
                return true;
            }
            self.set(cell, digit); // takes it out
        }
        self.empty.swap(filled, place);
        false
    }

    /// The place of an empty cell with the fewest candidates, and these.
    fn fewest(&self, filled: usize) -> Option<(usize, u16)> {
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
fn three_of(digits: u16, random: &mut Rng) -> u16 {
    let mut left = digits;
    (0..3).fold(0, |chosen, _| {
        let digit = random.pick_bit(left);
        left ^= digit;
        chosen | digit
    })
}

/// The grid with bands, stacks, rows, columns and perhaps the diagonal changed.
fn shuffled(digits: &Full, random: &mut Rng) -> Full {
    let rows = shuffled_lines(random);
    let columns = shuffled_lines(random);
    let [down, across] = if random.below(2) == 0 { [9, 1] } else { [1, 9] };
    let mut result = [0; 81];
    for (row, from_row) in rows.into_iter().enumerate() {
        for (column, from_column) in columns.into_iter().enumerate() {
            result[9 * row + column] = digits[down * from_row + across * from_column];
        }
    }
    result
}

/// The rows (or columns) in another order that keeps bands together.
fn shuffled_lines(random: &mut Rng) -> [usize; 9] {
    let mut bands = [0, 3, 6];
    random.shuffle(&mut bands);
    let mut lines = [0; 9];
    for (band, lines) in bands.into_iter().zip(lines.chunks_exact_mut(3)) {
        lines.copy_from_slice(&[band, band + 1, band + 2]);
        random.shuffle(lines);
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

    fn is_solved(digits: &Full) -> bool {
        let mut draft = Draft::new();
        (0..81).for_each(|cell| draft.set(cell, digits[cell]));
        draft.rows == [0; 9] && draft.columns == [0; 9] && draft.blocks == [0; 9]
    }

    #[test]
    fn every_grid_is_solved_and_no_two_are_equal() {
        let grids: HashSet<Full> = (0..2000).map(|attempt| fill(&mut Rng::new(1, attempt))).collect();
        assert_eq!(grids.len(), 2000);
        assert!(grids.iter().all(is_solved));
    }

    /// 9,000 grids: each digit is expected 1,000 times in each cell, with a deviation of 30.
    #[test]
    fn every_digit_is_about_as_often_in_every_cell() {
        let mut counts = [[0; 9]; 81];
        for attempt in 0..9000 {
            let digits = fill(&mut Rng::new(2, attempt));
            digits.iter().zip(&mut counts).for_each(|(digit, counts)| counts[usize::from(*digit)] += 1);
        }
        assert!(counts.iter().flatten().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    /// A band is pure when its boxes have the same three triples of digits in their rows: 2 of the 56 ways.
    #[test]
    fn bands_are_of_each_kind_as_often_as_there_are_such_bands() {
        let pure = |attempt| {
            let digits = fill(&mut Rng::new(3, attempt));
            let triple = |row: usize, stack: usize| {
                (0..3).fold(0u16, |set, place| set | 1 << digits[9 * row + 3 * stack + place])
            };
            let first = triple(0, 0);
            (1..3).any(|row| triple(row, 1) == first) && (1..3).any(|row| triple(row, 2) == first)
        };
        let pure = (0..20_000).filter(|attempt| pure(*attempt)).count();
        // 714 would be 2 of 56; pure bands have some more completions than others.
        assert!((650..950).contains(&pure), "{pure}");
    }
}
