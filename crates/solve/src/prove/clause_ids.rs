//! The numbers that clauses have in a plain file: rules as in the scheme `extended`, then the puzzle, then the opposite of the
//! claim.
//!
//! On a board with n digits, P = n(n-1)/2 pairs:
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

use std::collections::HashMap;

use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::Puzzle;
use qedoku_puzzle::house_tables::HouseTables;

use super::assignment::{opposite, said};

/// The way from a rule to the number of its clause. Cells, houses, digits and places are counted from 0.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    side: usize,
    tables: &'static HouseTables,
    /// The number of pairs in a set.
    pairs: u64,
    /// What the puzzle and the opposite of the claim say of single literals.
    said: HashMap<CandidateLit, u64>,
    /// The number of the first grid.
    first_grid: u64,
    /// The number of the last clause.
    pub(super) last: u64,
}

impl Numbers {
    pub(super) fn new(puzzle: &Puzzle, claim: &Claim) -> Numbers {
        let side = puzzle.board().side();
        let pairs = (side * (side - 1) / 2) as u64;
        let rules = 4 * (side * side) as u64 * (1 + pairs);
        let lits = said(puzzle);
        let first_grid = rules + 1 + lits.len() as u64;
        let opposite = opposite(puzzle, claim);
        let last = first_grid - 1 + claim.grids().len() as u64 + u64::from(opposite.is_some());
        // What both say has the number that comes first.
        let said = opposite.map(|lit| (lit, last)).into_iter().chain(lits.into_iter().zip(rules + 1..)).collect();
        Numbers { side, tables: HouseTables::of(puzzle.board()), pairs, said, first_grid, last }
    }

    /// What the puzzle or the opposite of the claim says.
    pub(super) fn said(&self, lit: CandidateLit) -> u64 {
        self.said[&lit]
    }

    /// A grid to differ from.
    pub(super) fn grid(&self, index: usize) -> u64 {
        self.first_grid + index as u64
    }

    /// One of the candidates of this set is true.
    pub(super) fn some(&self, set: usize) -> u64 {
        let cells = self.side * self.side;
        1 + set as u64 + if set < cells { 0 } else { cells as u64 * self.pairs }
    }

    /// Two x's that share a set are not both true.
    pub(super) fn once(&self, x: usize, y: usize) -> u64 {
        let (side, cells) = (self.side, (self.side * self.side) as u64);
        let (cell, other) = (x / side, y / side);
        if cell == other {
            return 1 + cells + cell as u64 * self.pairs + self.pair(x % side, y % side);
        }
        let shared = |house: &usize| self.tables.houses_of(other).contains(house);
        let house = self.tables.houses_of(cell).into_iter().find(shared).expect("they share a house");
        let place = |cell: usize| {
            let cells = self.tables.cells_of(house);
            cells.iter().position(|one| usize::from(*one) == cell).expect("a cell is in its houses")
        };
        let set = (house * side + x % side) as u64;
        1 + cells * (4 + self.pairs) + set * self.pairs + self.pair(place(cell), place(other))
    }

    fn pair(&self, a: usize, b: usize) -> u64 {
        let (a, b) = (a.min(b), a.max(b));
        (a * (2 * self.side - a - 1) / 2 + b - a - 1) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_encode::{self as encode, Encoding, EncodingOptions, Formula, Scheme};
    use qedoku_puzzle::{Board, Candidate, ExactlyOne, Grid};

    fn extended(puzzle: &Puzzle) -> Vec<Vec<i32>> {
        let options = EncodingOptions { scheme: Scheme::Extended, ..EncodingOptions::default() };
        let mut clauses: Vec<Vec<encode::Lit>> = Vec::new();
        Encoding::new(puzzle, options).expect("these go together").emit(&mut clauses).expect("memory takes all");
        clauses.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect()
    }

    #[test]
    fn every_rule_has_the_number_that_it_has_in_the_scheme_extended() {
        for board in [Board::of_side(4).unwrap(), Board::of_side(6).unwrap(), Board::CLASSIC] {
            let puzzle = Puzzle::new(Grid::empty(board));
            let (numbers, clauses) = (Numbers::new(&puzzle, &Claim::Exactly(vec![])), extended(&puzzle));
            assert_eq!(numbers.last, clauses.len() as u64);
            let clause = |number: u64| &clauses[number as usize - 1];
            for (index, set) in ExactlyOne::all(board).enumerate() {
                let xs: Vec<usize> = set.candidates(board).map(|candidate: Candidate| candidate.index(board)).collect();
                assert!(
                    clause(numbers.some(index)).iter().eq(xs.iter().map(|x| *x as i32 + 1).collect::<Vec<_>>().iter())
                );
                for (x, y) in xs.iter().flat_map(|x| xs.iter().map(move |y| (*x, *y))).filter(|(x, y)| x != y) {
                    let mut pair = [-(x as i32) - 1, -(y as i32) - 1];
                    pair.sort_by_key(|lit| -lit);
                    assert_eq!(clause(numbers.once(x, y))[..], pair);
                }
            }
        }
    }

    #[test]
    fn after_the_rules_come_the_puzzle_and_the_opposite_of_the_claim() {
        let puzzle: Puzzle = "1234 3412 2143 43..".parse().unwrap();
        let solution: Puzzle = "1234 3412 2143 4321".parse().unwrap();
        let candidate = "r4c4=1".parse().unwrap();
        let one = Numbers::new(&puzzle, &Claim::Exactly(vec![solution.givens().clone()]));
        assert_eq!((one.said(CandidateLit::from_index(0)), one.grid(0), one.last), (449, 463, 463));
        let forced = Numbers::new(&puzzle, &Claim::Forced(candidate));
        assert_eq!((forced.said(!CandidateLit::from_index(60)), forced.last), (463, 463));
        let given = Numbers::new(&puzzle, &Claim::Excluded("r1c1=1".parse().unwrap()));
        assert_eq!((given.said(CandidateLit::from_index(0)), given.last), (449, 463));
        assert_eq!(extended(&puzzle)[448..451], [[1], [6], [11]]);
    }
}
