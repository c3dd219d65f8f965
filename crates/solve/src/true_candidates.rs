//! True candidates: the candidates that occur in some solution (cells with exactly one form the backbone).
//!
//! On 9x9 the lanes engine computes them. On other boards the engine finds a first solution; then one SAT session is queried
//! about each candidate that no solution has shown yet, with the candidate as an assumption. Every solution shows one
//! candidate per cell, so most candidates need no query of their own.

use std::borrow::Cow;

use qedoku_puzzle::{Candidate, Digit, DigitSet, Grid, Puzzle, referee};

use crate::preprocess::preprocess;
use crate::sat::{AssumptionResult, PuzzleSession};
use crate::{Engine, IncompleteError, SatEngine, SolveError, Solver, lanes};

/// The true candidates of a puzzle: for each cell, row by row, the digits that some solution has there.
pub type TrueCandidates = Vec<DigitSet>;

impl Solver {
    /// The true candidates; none at all if the puzzle has no solution.
    pub fn true_candidates(&self, puzzle: &Puzzle) -> Result<TrueCandidates, IncompleteError<TrueCandidates>> {
        let is_auto = matches!(self.engine, Engine::Auto | Engine::Lanes);
        if let Some(candidates) = lanes::candidates(puzzle).filter(|_| is_auto) {
            return Ok(from_bits(&lanes::true_candidates(&candidates)));
        }
        let mut digits = vec![DigitSet::EMPTY; puzzle.board().cell_count()];
        match self.mark_all(puzzle, &mut digits) {
            Ok(()) => Ok(digits),
            Err(error) => Err(IncompleteError { partial: digits, error }),
        }
    }

    /// Marks the candidates of solutions until every true candidate is marked.
    fn mark_all(&self, puzzle: &Puzzle, marked: &mut [DigitSet]) -> Result<(), SolveError> {
        let Some(first) = self.solutions(puzzle).next().transpose()? else { return Ok(()) };
        mark_solution(&first, marked);
        let left = preprocess(puzzle).expect("preprocessing keeps all solutions");
        let board = left.board();
        let open = left.initial_candidates();
        let mut session = PuzzleSession::new(Cow::Borrowed(&left), SatEngine::search_options(&left), &self.interrupt)?;
        for cell in board.cells().filter(|cell| left.givens().get(*cell).is_none()) {
            for digit in open[board.index(cell)] {
                if !marked[board.index(cell)].contains(digit)
                    && let AssumptionResult::Solution(grid) =
                        session.solve_assuming(&[Candidate::new(cell, digit)], None)?
                {
                    referee::check(puzzle, &grid).map_err(|error| SolveError::InvalidSolution(error.into()))?;
                    mark_solution(&grid, marked);
                }
            }
        }
        Ok(())
    }
}

fn mark_solution(solution: &Grid, marked: &mut [DigitSet]) {
    for (cell, digit) in solution.filled() {
        marked[solution.board().index(cell)].insert(digit);
    }
}

/// Digit sets from the bit masks of the lanes engine.
fn from_bits(candidates: &lanes::CellCandidates) -> Vec<DigitSet> {
    let set = |bits: &u16| (0..9).filter(|bit| bits >> bit & 1 == 1).map(Digit::from_index).collect();
    candidates.iter().map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interrupt;
    use qedoku_puzzle::Board;

    /// The true candidates by enumerating all solutions.
    fn by_enumeration(puzzle: &Puzzle) -> Vec<DigitSet> {
        let mut marked = vec![DigitSet::EMPTY; puzzle.board().cell_count()];
        Solver::default().solutions(puzzle).for_each(|grid| mark_solution(&grid.unwrap(), &mut marked));
        marked
    }

    #[test]
    fn every_engine_finds_the_candidates_of_all_solutions() {
        let nine = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.";
        let open = nine.replacen('6', ".", 2).replacen('9', ".", 1);
        for text in ["..2..3.1........", "................", "123....4........", "..2..3.114......", nine, &open] {
            let puzzle: Puzzle = text.parse().unwrap();
            let expected = by_enumeration(&puzzle);
            assert_eq!(Solver::default().true_candidates(&puzzle).unwrap(), expected, "{text}");
            assert_eq!(
                Solver::new(Engine::Sat(SatEngine::default())).true_candidates(&puzzle).unwrap(),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn an_interrupted_search_is_an_error() {
        let solver = Solver { interrupt: Interrupt::default(), ..Solver::default() };
        solver.interrupt.set();
        let puzzle = Puzzle::new(Grid::empty(Board::of_side(16).unwrap()));
        assert!(solver.true_candidates(&puzzle).unwrap_err().is_interrupted());
    }
}
