//! Clause ids of the exported CNF: scheme `extended`, then the puzzle, then the negated claim.
//!
//! LRAT hints are ids, counted from 1 in the order of the file. Certificates number only the clauses that need a hint,
//! so the export must compute the id of every other clause. On a board with n digits and P = n(n-1)/2 pairs:
//!
//! | number of clauses | clause | meaning |
//! |---|---|---|
//! | n² | x(c,1) ∨ … ∨ x(c,n) | cell c holds a digit |
//! | n² P | ¬x(c,d) ∨ ¬x(c,e) | cell c does not hold both d and e, d < e |
//! | 3n n | x(a,d) ∨ … | the house contains digit d |
//! | 3n n P | ¬x(a,d) ∨ ¬x(b,d) | the house does not contain digit d in both a and b |
//! | one each | x(c,d) or ¬x(c,d) | d is given in c; or the puzzle eliminates candidate d of c |
//! | one each | ¬x(c,d) ∨ … over the cells without a given | blocking clause of a grid of "exactly" |
//! | one | ¬x(c,d) or x(c,d) | negation of "forced" or "excluded" |
//!
//! Ids are computed, not stored: only the unit axioms need a table.

use std::collections::HashMap;

use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::Puzzle;
use qedoku_puzzle::house_tables::HouseTables;

use super::axioms::negated_claim;
use crate::propagation::unit_axioms;

/// Maps clauses to their ids. Cells, houses, digits and places are counted from 0.
#[derive(Clone, Debug)]
pub(super) struct ClauseIds {
    side: usize,
    tables: &'static HouseTables,
    /// Number of pairs of candidates of a constraint.
    pairs: u64,
    /// The ids of givens, eliminations and the negated claim.
    units: HashMap<CandidateLit, u64>,
    /// The id of the first blocking clause.
    first_blocking_clause: u64,
    /// The id of the last clause.
    pub(super) last: u64,
}

impl ClauseIds {
    pub(super) fn new(puzzle: &Puzzle, claim: &Claim) -> ClauseIds {
        let side = puzzle.board().side();
        let pairs = (side * (side - 1) / 2) as u64;
        let rules = 4 * (side * side) as u64 * (1 + pairs);
        let axioms = unit_axioms(puzzle);
        let first_blocking_clause = rules + 1 + axioms.len() as u64;
        let negated_claim = negated_claim(puzzle, claim);
        let last = first_blocking_clause - 1 + claim.grids().len() as u64 + u64::from(negated_claim.is_some());
        // A literal that the puzzle also fixes gets the earlier id: the later entry of the map wins.
        let units =
            negated_claim.map(|lit| (lit, last)).into_iter().chain(axioms.into_iter().zip(rules + 1..)).collect();
        ClauseIds { side, tables: HouseTables::of(puzzle.board()), pairs, units, first_blocking_clause, last }
    }

    /// The unit clause of a given, an elimination or the negated claim.
    pub(super) fn unit(&self, lit: CandidateLit) -> u64 {
        self.units[&lit]
    }

    /// The blocking clause of a grid, counted from 0.
    pub(super) fn blocking_clause(&self, grid: usize) -> u64 {
        self.first_blocking_clause + grid as u64
    }

    /// The at-least-one clause of a constraint.
    pub(super) fn at_least_one(&self, constraint: usize) -> u64 {
        let cells = self.side * self.side;
        1 + constraint as u64 + if constraint < cells { 0 } else { cells as u64 * self.pairs }
    }

    /// The at-most-one clause of two candidates that share a constraint; the one of the first shared house if there are
    /// two.
    pub(super) fn at_most_one(&self, a: usize, b: usize) -> u64 {
        let (side, cells) = (self.side, (self.side * self.side) as u64);
        let (cell, other) = (a / side, b / side);
        if cell == other {
            return 1 + cells + cell as u64 * self.pairs + self.pair_index(a % side, b % side);
        }
        let is_shared = |house: &usize| self.tables.houses_of(other).contains(house);
        let house = self.tables.houses_of(cell).into_iter().find(is_shared).expect("the candidates share a house");
        let place = |cell: usize| {
            let cells = self.tables.cells_of(house);
            cells.iter().position(|other| usize::from(*other) == cell).expect("a house contains its cells")
        };
        let constraint = (house * side + a % side) as u64;
        1 + cells * (4 + self.pairs) + constraint * self.pairs + self.pair_index(place(cell), place(other))
    }

    /// The index of an unordered pair of places in lexicographic order.
    fn pair_index(&self, a: usize, b: usize) -> u64 {
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
        let options = EncodingOptions { scheme: Scheme::EXTENDED, ..EncodingOptions::default() };
        let mut clauses: Vec<Vec<encode::Lit>> = Vec::new();
        Encoding::new(puzzle, options)
            .expect("these options are compatible")
            .emit(&mut clauses)
            .expect("writing to memory cannot fail");
        clauses.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect()
    }

    #[test]
    fn ids_of_rules_are_those_of_the_scheme_extended() {
        for board in [Board::of_side(4).unwrap(), Board::of_side(6).unwrap(), Board::CLASSIC] {
            let puzzle = Puzzle::new(Grid::empty(board));
            let (ids, clauses) = (ClauseIds::new(&puzzle, &Claim::Exactly(vec![])), extended(&puzzle));
            assert_eq!(ids.last, clauses.len() as u64);
            let clause = |id: u64| &clauses[id as usize - 1];
            for (index, constraint) in ExactlyOne::all(board).enumerate() {
                let candidates: Vec<usize> =
                    constraint.candidates(board).map(|candidate: Candidate| candidate.index(board)).collect();
                assert!(clause(ids.at_least_one(index)).iter().copied().eq(candidates.iter().map(|x| *x as i32 + 1)));
                let pairs = candidates.iter().flat_map(|x| candidates.iter().map(move |y| (*x, *y)));
                for (x, y) in pairs.filter(|(x, y)| x != y) {
                    let mut pair = [-(x as i32) - 1, -(y as i32) - 1];
                    pair.sort_by_key(|lit| -lit);
                    assert_eq!(clause(ids.at_most_one(x, y))[..], pair);
                }
            }
        }
    }

    #[test]
    fn ids_of_the_puzzle_and_the_negated_claim_follow_the_rules() {
        let puzzle: Puzzle = "1234 3412 2143 43..".parse().unwrap();
        let solution: Puzzle = "1234 3412 2143 4321".parse().unwrap();
        let candidate = "r4c4=1".parse().unwrap();
        let one = ClauseIds::new(&puzzle, &Claim::Exactly(vec![solution.givens().clone()]));
        assert_eq!((one.unit(CandidateLit::from_index(0)), one.blocking_clause(0), one.last), (449, 463, 463));
        let forced = ClauseIds::new(&puzzle, &Claim::Forced(candidate));
        assert_eq!((forced.unit(!CandidateLit::from_index(60)), forced.last), (463, 463));
        let given = ClauseIds::new(&puzzle, &Claim::Excluded("r1c1=1".parse().unwrap()));
        assert_eq!((given.unit(CandidateLit::from_index(0)), given.last), (449, 463));
        assert_eq!(extended(&puzzle)[448..451], [[1], [6], [11]]);
    }
}
