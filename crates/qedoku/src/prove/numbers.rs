//! The numbers that the checker's formula gives to the rules: the way back from a rule to its clause.

use qedoku_proof::Formula;

/// Where each family of rules begins, and how long its rows are. Cells, houses, digits and places are counted from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    side: usize,
    /// The number of pairs in a house or cell.
    pairs: u64,
    cell_some: u64,
    cell_once: u64,
    house_some: u64,
    house_once: u64,
    /// The first clause of the puzzle, after all rules.
    pub(super) units: u64,
    /// The first clause of the opposite of the claim.
    pub(super) opposites: u64,
}

impl Numbers {
    pub(super) fn of(formula: &Formula) -> Numbers {
        let side = formula.board().side();
        let mut next = 1;
        let [cell_some, cell_once, house_some, house_once, units, opposites] = formula.parts().map(|length| {
            let first = next;
            next += length;
            first
        });
        let pairs = (side * (side - 1) / 2) as u64;
        Numbers { side, pairs, cell_some, cell_once, house_some, house_once, units, opposites }
    }

    /// The cell holds some digit.
    pub(super) fn cell_some(self, cell: usize) -> u64 {
        self.cell_some + cell as u64
    }

    /// The cell holds not both digits.
    pub(super) fn cell_once(self, cell: usize, a: usize, b: usize) -> u64 {
        self.cell_once + cell as u64 * self.pairs + self.pair(a, b)
    }

    /// The house holds the digit somewhere.
    pub(super) fn house_some(self, house: usize, digit: usize) -> u64 {
        self.house_some + (house * self.side + digit) as u64
    }

    /// The house holds the digit not in both places.
    pub(super) fn house_once(self, house: usize, digit: usize, a: usize, b: usize) -> u64 {
        self.house_once + (house * self.side + digit) as u64 * self.pairs + self.pair(a, b)
    }

    fn pair(self, a: usize, b: usize) -> u64 {
        let (a, b) = (a.min(b), a.max(b));
        (a * (2 * self.side - a - 1) / 2 + b - a - 1) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_proof::Claim;
    use qedoku_puzzle::tables::Tables;
    use qedoku_puzzle::{Board, Grid, Puzzle};

    #[test]
    fn every_rule_has_the_number_under_which_the_checker_finds_it() {
        for board in [Board::of_side(4).unwrap(), Board::of_side(6).unwrap(), Board::CLASSIC] {
            let (puzzle, claim) = (Puzzle::new(Grid::empty(board)), Claim::Exactly(vec![]));
            let formula = Formula::new(&puzzle, &claim);
            let (numbers, tables, n) = (Numbers::of(&formula), Tables::of(board), board.side());
            let x = |cell: usize, digit: usize| (cell * n + digit + 1) as i32;
            let mut lits = Vec::new();
            let mut expect = |number, expected: &[i32]| {
                formula.clause(number, &mut lits).unwrap();
                assert!(lits.iter().map(|lit| lit.to_dimacs()).eq(expected.iter().copied()), "{number} of {board}");
            };
            for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a < b) {
                for cell in 0..n * n {
                    expect(numbers.cell_once(cell, b, a), &[-x(cell, a), -x(cell, b)]);
                    expect(numbers.cell_some(cell), &(0..n).map(|digit| x(cell, digit)).collect::<Vec<_>>());
                }
                for (house, digit) in (0..3 * n).flat_map(|house| (0..n).map(move |digit| (house, digit))) {
                    let places: Vec<i32> = tables.cells_of(house).iter().map(|cell| x((*cell).into(), digit)).collect();
                    expect(numbers.house_once(house, digit, a, b), &[-places[a], -places[b]]);
                    expect(numbers.house_some(house, digit), &places);
                }
            }
            assert_eq!(numbers.units, 4 * (n * n) as u64 * (1 + numbers.pairs) + 1);
        }
    }
}
