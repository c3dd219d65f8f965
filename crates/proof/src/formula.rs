//! The rules, the puzzle and the opposite of a claim in clauses, each computed from its number.
//!
//! On a board with n digits, P = n(n-1)/2 pairs, the clauses are numbered from 1 in this order:
//!
//! | how many | clause | says |
//! |---|---|---|
//! | n² | x(c,1) ∨ … ∨ x(c,n) | cell c holds some digit |
//! | n² P | ¬x(c,d) ∨ ¬x(c,e) | cell c holds not two digits d < e |
//! | 3n n | x(a,d) ∨ … | house holds digit d somewhere |
//! | 3n n P | ¬x(a,d) ∨ ¬x(b,d) | house holds digit d not in two cells a, b |
//! | one each | x(c,d) or ¬x(c,d) | d is given in c; or the puzzle came without the candidate d of c |
//! | one each | ¬x(c,d) ∨ … over the cells without a given | another solution than this grid of "exactly" |
//! | one | ¬x(c,d) or x(c,d) | the opposite of "forced" or "excluded" |
//!
//! Cells go row by row, houses as rows, columns, boxes, then digits, then pairs with the first of both slowest. That is
//! the order of the scheme `extended`, so that a plain file of the clauses has the same numbers. A 144x144 has 854 million
//! clauses: none of the rules is kept, and memory goes with the givens and the grids.

use qedoku_puzzle::{Board, Cell, Digit, House, HouseKind, Puzzle};

use crate::{Claim, Lit};

/// A formula that has no model if and only if the claim's "no other" is true.
#[derive(Debug)]
pub struct Formula<'a> {
    puzzle: &'a Puzzle,
    claim: &'a Claim,
    /// Every pair of numbers below the side, both from 0.
    pairs: Vec<(u8, u8)>,
    /// What the puzzle says of single candidates.
    units: Vec<Lit>,
}

impl<'a> Formula<'a> {
    /// The rules, the puzzle and the opposite of the claim, whose grids are for the same board.
    pub fn new(puzzle: &'a Puzzle, claim: &'a Claim) -> Formula<'a> {
        let side = puzzle.board().side() as u8;
        let pairs = (0..side).flat_map(|a| (a + 1..side).map(move |b| (a, b))).collect();
        let units = puzzle.board().cells().flat_map(|cell| units(puzzle, cell)).collect();
        Formula { puzzle, claim, pairs, units }
    }

    /// The geometry.
    pub fn board(&self) -> Board {
        self.puzzle.board()
    }

    /// How many clauses each part has, in the order of the table above.
    pub fn parts(&self) -> [u64; 6] {
        let (n, pairs) = (self.board().side() as u64, self.pairs.len() as u64);
        let opposites = match self.claim {
            Claim::Exactly(grids) => grids.len(),
            Claim::AtLeast(_) => 0,
            Claim::Forced(..) | Claim::Excluded(..) => 1,
        };
        [n * n, n * n * pairs, 3 * n * n, 3 * n * n * pairs, self.units.len() as u64, opposites as u64]
    }

    /// How many clauses there are.
    pub fn clause_count(&self) -> u64 {
        self.parts().iter().sum()
    }

    /// Puts the clause of a number into `lits`; none if there is no such clause.
    pub fn clause(&self, number: u64, lits: &mut Vec<Lit>) -> Option<()> {
        let mut index = number.checked_sub(1)?;
        for (part, length) in self.parts().into_iter().enumerate() {
            if index < length {
                lits.clear();
                self.write(part, index as usize, lits);
                return Some(());
            }
            index -= length;
        }
        None
    }

    fn write(&self, part: usize, index: usize, lits: &mut Vec<Lit>) {
        let (board, side, pairs) = (self.board(), self.board().side(), self.pairs.len());
        let x = |cell: Cell, digit: usize| Lit::x(board, cell, Digit::from_index(digit));
        match part {
            0 => lits.extend((0..side).map(|digit| x(board.cell(index), digit))),
            1 => {
                let (cell, (d, e)) = (board.cell(index / pairs), self.pairs[index % pairs]);
                lits.extend([!x(cell, d.into()), !x(cell, e.into())]);
            }
            2 => lits.extend(board.cells_of(self.house(index / side)).map(|cell| x(cell, index % side))),
            3 => {
                let (house, digit) = (self.house(index / pairs / side), index / pairs % side);
                let (a, b) = self.pairs[index % pairs];
                lits.extend([a, b].map(|place| !x(board.cell_of(house, place.into()), digit)));
            }
            4 => lits.push(self.units[index]),
            _ => self.write_opposite(index, lits),
        }
    }

    fn house(&self, number: usize) -> House {
        let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Block];
        House::new(kinds[number / self.board().side()], number % self.board().side())
    }

    fn write_opposite(&self, index: usize, lits: &mut Vec<Lit>) {
        match self.claim {
            Claim::Exactly(grids) | Claim::AtLeast(grids) => {
                let open = grids[index].filled().filter(|(cell, _)| self.puzzle.givens().get(*cell).is_none());
                lits.extend(open.map(|(cell, digit)| !Lit::x(self.board(), cell, digit)));
            }
            Claim::Forced(cell, digit) => lits.push(!Lit::x(self.board(), *cell, *digit)),
            Claim::Excluded(cell, digit) => lits.push(Lit::x(self.board(), *cell, *digit)),
        }
    }
}

/// The given of a cell, or what the puzzle rules out there.
fn units(puzzle: &Puzzle, cell: Cell) -> Vec<Lit> {
    let board = puzzle.board();
    match puzzle.givens().get(cell) {
        Some(given) => vec![Lit::x(board, cell, given)],
        None if !puzzle.has_candidates() => Vec::new(),
        None => {
            let ruled_out = board.digits().filter(|digit| !puzzle.allowed(cell).contains(*digit));
            ruled_out.map(|digit| !Lit::x(board, cell, digit)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::{Grid, oracle};
    use std::ops::ControlFlow;

    fn clauses(formula: &Formula) -> Vec<Vec<i32>> {
        let mut lits = Vec::new();
        let mut clause = |number| {
            formula.clause(number, &mut lits).expect("it is one of them");
            lits.iter().map(|lit| lit.to_dimacs()).collect()
        };
        (1..=formula.clause_count()).map(&mut clause).collect()
    }

    /// The rules of the 4x4, said cell by cell as a person would.
    fn rules_of_4x4() -> Vec<Vec<i32>> {
        let x = |row: i32, column: i32, digit: i32| 16 * row + 4 * column + digit + 1;
        let rows = (0..4).map(|r| [0, 1, 2, 3].map(|place| (r, place)));
        let columns = (0..4).map(|c| [0, 1, 2, 3].map(|place| (place, c)));
        let boxes = (0..4).map(|b| [0, 1, 2, 3].map(|place| (b / 2 * 2 + place / 2, b % 2 * 2 + place % 2)));
        let houses: Vec<[(i32, i32); 4]> = rows.chain(columns).chain(boxes).collect();
        let pairs = |all: [i32; 4]| (0..4).flat_map(move |a| (a + 1..4).map(move |b| vec![-all[a], -all[b]]));
        let cells = || (0..16).map(|cell| [0, 1, 2, 3].map(|digit| x(cell / 4, cell % 4, digit)));
        let places = || {
            let places = |house: [(i32, i32); 4]| (0..4).map(move |digit| house.map(|(r, c)| x(r, c, digit)));
            houses.clone().into_iter().flat_map(places)
        };
        let some = cells().map(Vec::from).chain(cells().flat_map(pairs));
        some.chain(places().map(Vec::from)).chain(places().flat_map(pairs)).collect()
    }

    #[test]
    fn the_rules_are_the_four_families_in_their_order() {
        let puzzle = Puzzle::new(Grid::empty(Board::of_side(4).unwrap()));
        let claim = Claim::Exactly(vec![]);
        assert_eq!(clauses(&Formula::new(&puzzle, &claim)), rules_of_4x4());
    }

    #[test]
    fn every_size_has_as_many_clauses_as_the_scheme_extended() {
        for (side, count) in [(4, 448), (9, 11_988), (16, 123_904), (25, 752_500), (36, 3_271_104)] {
            let puzzle = Puzzle::new(Grid::empty(Board::of_side(side).unwrap()));
            assert_eq!(Formula::new(&puzzle, &Claim::Exactly(vec![])).clause_count(), count);
        }
    }

    #[test]
    fn the_last_rule_of_the_largest_board_is_computed_from_its_number() {
        let puzzle = Puzzle::new(Grid::empty(Board::of_side(144).unwrap()));
        let claim = Claim::Exactly(vec![]);
        let formula = Formula::new(&puzzle, &claim);
        let (count, mut lits) = (formula.clause_count(), Vec::new());
        assert_eq!(count, 4 * 144 * 144 * (1 + 144 * 143 / 2));
        formula.clause(count, &mut lits).unwrap();
        assert_eq!(
            lits.iter().map(|lit| lit.to_dimacs()).collect::<Vec<_>>(),
            [-(144 * 144 * 144 - 144), -(144 * 144 * 144)]
        );
        assert!(formula.clause(count + 1, &mut lits).is_none() && formula.clause(0, &mut lits).is_none());
    }

    #[test]
    fn after_the_rules_come_the_puzzle_and_the_opposite_of_the_claim() {
        let puzzle: Puzzle = "1234 3412 2143 43..".parse().unwrap();
        let solution: Puzzle = "1234 3412 2143 4321".parse().unwrap();
        let (cell, digit) = (Cell::new(3, 3), Digit::new(1).unwrap());
        let after_the_givens = |claim| clauses(&Formula::new(&puzzle, &claim)).split_off(448 + 14);
        assert_eq!(after_the_givens(Claim::Exactly(vec![solution.givens().clone()])), [[-58, -61]]);
        assert_eq!(after_the_givens(Claim::Forced(cell, digit)), [[-61]]);
        assert_eq!(after_the_givens(Claim::Excluded(cell, digit)), [[61]]);
        assert_eq!(clauses(&Formula::new(&puzzle, &Claim::Forced(cell, digit)))[448..451], [[1], [6], [11]]);
    }

    #[test]
    fn candidates_that_the_puzzle_came_without_are_ruled_out() {
        let board = Board::of_side(4).unwrap();
        let mut allowed = vec![qedoku_puzzle::DigitSet::all(4); 16];
        allowed[1].remove(Digit::new(3).unwrap());
        let puzzle = Puzzle::with_candidates(board, allowed);
        assert_eq!(clauses(&Formula::new(&puzzle, &Claim::Exactly(vec![])))[448..], [[-7]]);
    }

    #[test]
    fn solutions_make_every_rule_true_and_a_changed_cell_makes_one_false() {
        let puzzle = Puzzle::new(Grid::empty(Board::of_side(6).unwrap()));
        let claim = Claim::Exactly(vec![]);
        let clauses = clauses(&Formula::new(&puzzle, &claim));
        let is_model = |grid: &Grid| {
            let holds = |lit: &i32| {
                let (cell, digit) = ((lit.abs() - 1) / 6, (lit.abs() - 1) % 6 + 1);
                (i32::from(grid.digits()[cell as usize]) == digit) == (*lit > 0)
            };
            clauses.iter().all(|clause| clause.iter().any(holds))
        };
        let mut left = 20;
        oracle::solutions(&puzzle, |grid| {
            assert!(is_model(grid), "{grid}");
            let cell = puzzle.board().cell(left);
            let mut changed = grid.clone();
            changed.set(cell, Digit::from_index(grid.get(cell).unwrap().get() % 6));
            assert!(!is_model(&changed), "{changed}");
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(left, 0);
    }
}
