//! Solution families: a solution with k disjoint exchanges, which stands for 2^k solutions.
//!
//! Large boards with few givens have a family of any size that is asked for. Counting them to a limit then needs no formula: on
//! an empty 144x144 board, loading one takes 20 s and 3 GB.

use qedoku_encode::Lit;
use qedoku_puzzle::{DigitSet, Grid, Puzzle};

use super::{Exchange, apply, cycles, rectangles};
use crate::sat::SatEncoding;

/// Upper bound of the number of exchanges, so that members can be numbered. Nobody sees the last member.
const MAX_EXCHANGES: usize = 62;

/// The solutions that differ from one solution by some of k disjoint exchanges.
pub(crate) struct SolutionFamily {
    solution: Grid,
    exchanges: Vec<Exchange>,
    /// Number of members enumerated, the solution itself included.
    enumerated: u64,
}

impl SolutionFamily {
    /// The family of a solution, which counts as enumerated.
    pub(crate) fn new(solution: Grid) -> SolutionFamily {
        SolutionFamily { solution, exchanges: Vec::new(), enumerated: 1 }
    }

    /// The solution that the family started from.
    pub(crate) fn solution(&self) -> &Grid {
        &self.solution
    }

    /// The next member, or `None` if all have been enumerated.
    ///
    /// The second member differs from the first one in as few cells as an exchange can. The other exchanges are searched for
    /// only if there is demand for a third one.
    pub(crate) fn next_member(&mut self, puzzle: &Puzzle) -> Option<Grid> {
        match self.enumerated {
            1 => self.exchanges.extend(smallest_exchange(puzzle, &self.solution)),
            2 => self.add_disjoint_exchanges(puzzle),
            _ => {}
        }
        if self.enumerated >> self.exchanges.len() != 0 {
            return None;
        }
        // The Gray code: a member differs from the one before it by one exchange.
        let applied = self.enumerated ^ self.enumerated >> 1;
        self.enumerated += 1;
        let mut grid = self.solution.clone();
        for (index, exchange) in self.exchanges.iter().enumerate() {
            if applied >> index & 1 != 0 {
                apply(exchange, &mut grid);
            }
        }
        Some(grid)
    }

    /// The clause that excludes all members, and no other solution: a cell outside the exchanges differs from the solution, or
    /// a cell of an exchange holds neither of its two digits.
    pub(crate) fn blocking_clause(&self, encoding: &SatEncoding<'_>) -> Vec<Lit> {
        let board = self.solution.board();
        let mut domains: Vec<DigitSet> = self.solution.filled().map(|(_, digit)| DigitSet::only(digit)).collect();
        for (cell, digit) in self.exchanges.iter().flatten() {
            domains[board.index(*cell)].insert(*digit);
        }
        encoding.blocking_clause_of_domains(&domains)
    }

    fn add_disjoint_exchanges(&mut self, puzzle: &Puzzle) {
        let board = puzzle.board();
        let mut is_taken = vec![false; board.cell_count()];
        let mut take = |exchange: &Exchange| {
            let is_disjoint = exchange.iter().all(|(cell, _)| !is_taken[board.index(*cell)]);
            for (cell, _) in exchange.iter().filter(|_| is_disjoint) {
                is_taken[board.index(*cell)] = true;
            }
            is_disjoint
        };
        self.exchanges.retain(&mut take);
        let left = MAX_EXCHANGES - self.exchanges.len();
        self.exchanges.extend(rectangles::find_all(puzzle, &self.solution).filter(take).take(left));
        let left = MAX_EXCHANGES - self.exchanges.len();
        let taken: Vec<_> = self.exchanges.iter().flatten().map(|(cell, _)| *cell).collect();
        self.exchanges.extend(cycles::find_disjoint(puzzle, &self.solution, &taken, left));
    }
}

/// An exchange of as few cells as possible.
fn smallest_exchange(puzzle: &Puzzle, solution: &Grid) -> Option<Exchange> {
    rectangles::find_all(puzzle, solution).next().or_else(|| cycles::find_smallest(puzzle, solution))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use super::*;
    use crate::{Interrupt, SatEngine};
    use qedoku_puzzle::rng::Rng;
    use qedoku_puzzle::{Board, oracle, referee};

    fn members(puzzle: &Puzzle, solution: &Grid) -> (SolutionFamily, Vec<Grid>) {
        let mut family = SolutionFamily::new(solution.clone());
        let mut members = vec![solution.clone()];
        members.extend(std::iter::from_fn(|| family.next_member(puzzle)).take(1 << 12));
        (family, members)
    }

    /// The puzzle with each digit of the solution as a given with probability 1 / `one_in`.
    fn random_givens(solution: &Grid, one_in: usize, rng: &mut Rng) -> Puzzle {
        let mut givens = Grid::empty(solution.board());
        for (cell, digit) in solution.filled() {
            givens.set(cell, (rng.below(one_in) == 0).then_some(digit));
        }
        Puzzle::new(givens)
    }

    #[test]
    fn members_are_different_solutions() {
        for (seed, side) in [(1, 4), (2, 6), (3, 9), (4, 12), (5, 25)] {
            let solution = Grid::cyclic_shift(Board::of_side(side).unwrap());
            for one_in in [2, 3, 10] {
                let puzzle = random_givens(&solution, one_in, &mut Rng::new(seed, one_in as u64));
                let (_, members) = members(&puzzle, &solution);
                assert_eq!(members.iter().collect::<HashSet<_>>().len(), members.len());
                assert!(members.iter().all(|member| referee::check(&puzzle, member).is_ok()), "seed {seed}");
            }
        }
    }

    #[test]
    fn the_blocking_clause_excludes_exactly_the_members() {
        let solution: Grid =
            "126745938759183642483629157897316524612457389345892716934568271561274893278931465".parse().unwrap();
        let (mut blocked, mut left) = (0, 0);
        for round in 0..40 {
            let puzzle = random_givens(&solution, 3, &mut Rng::new(7, round));
            let mut all = HashSet::new();
            oracle::solutions(&puzzle, |solution| {
                all.insert(solution.clone());
                if all.len() < 3_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if all.len() == 3_000 {
                continue;
            }
            let (family, members) = members(&puzzle, &solution);
            let mut session = SatEngine::default().enumerate(Cow::Borrowed(&puzzle), &Interrupt::default());
            let clause = family.blocking_clause(session.problem());
            session.block_and_set_phases(family.solution(), &clause);
            let others: Vec<Grid> = session.map(Result::unwrap).collect();
            assert_eq!(members.len() + others.len(), all.len(), "round {round}");
            assert_eq!(members.iter().chain(&others).cloned().collect::<HashSet<_>>(), all, "round {round}");
            blocked += members.len();
            left += others.len();
        }
        assert!(blocked > 100 && left > 100, "{blocked} members, {left} other solutions");
    }

    #[test]
    fn empty_boards_have_large_families() {
        for side in [6, 9, 25, 49, 121, 144] {
            let board = Board::of_side(side).unwrap();
            let (family, members) = members(&Puzzle::new(Grid::empty(board)), &Grid::cyclic_shift(board));
            assert!(members.len() > 64, "{board}: {} members, {} exchanges", members.len(), family.exchanges.len());
        }
    }
}
