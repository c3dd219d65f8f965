//! True candidates: the candidates that occur in some solution (cells with exactly one form the backbone).
//!
//! On 9x9 the lanes engine computes them. On other boards the engine finds a first solution; then one SAT session is queried
//! about each candidate that no solution has shown yet, with the candidate as an assumption. Every solution shows one
//! candidate per cell, so most candidates need no query of their own.

use std::borrow::Cow;

use qedoku_puzzle::{Candidate, Digit, DigitSet, Grid, Puzzle, referee};

use crate::preprocess::preprocess;
use crate::sat::{AssumptionResult, PuzzleSession};
use crate::{Engine, IncompleteError, SatEngine, SolutionCount, SolveError, Solver, lanes};

/// The true candidates of a puzzle: for each cell, row by row, the digits that some solution has there.
pub type TrueCandidates = Vec<DigitSet>;

/// A true candidate and the number of solutions that contain it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CandidateCount {
    /// The candidate.
    pub candidate: Candidate,
    /// The number of solutions, up to a limit.
    pub count: SolutionCount,
}

impl Solver {
    /// The true candidates; none at all if the puzzle has no solution.
    pub fn true_candidates(&self, puzzle: &Puzzle) -> Result<TrueCandidates, IncompleteError<TrueCandidates>> {
        let is_auto = matches!(self.engine, Engine::Auto | Engine::Lanes);
        if let Some(candidates) = lanes::candidates(puzzle).filter(|_| is_auto) {
            let found = from_bits(&lanes::true_candidates(&candidates, &self.interrupt));
            let interrupted = self.interrupt.is_set();
            return if interrupted { Err(IncompleteError::new(found, SolveError::Interrupted)) } else { Ok(found) };
        }
        let mut digits = vec![DigitSet::EMPTY; puzzle.board().cell_count()];
        match self.mark_all(puzzle, &mut digits) {
            Ok(()) => Ok(digits),
            Err(error) => Err(IncompleteError { partial: digits, error }),
        }
    }

    /// The true candidates, cell by cell, each with the number of solutions that contain it, counted up to a limit.
    ///
    /// If the puzzle has fewer solutions than the limit, they are enumerated once. Otherwise each candidate is counted on
    /// its own.
    pub fn candidate_counts(
        &self,
        puzzle: &Puzzle,
        limit: u64,
    ) -> Result<Vec<CandidateCount>, IncompleteError<Vec<CandidateCount>>> {
        let mut tally = vec![0; puzzle.board().cell_count() * puzzle.board().side()];
        let mut total = 0;
        for solution in self.solutions(puzzle).take(limit.try_into().unwrap_or(usize::MAX)) {
            match solution {
                Ok(solution) => tally_solution(&solution, &mut tally),
                Err(error) => return Err(IncompleteError { partial: Vec::new(), error }),
            }
            total += 1;
        }
        if total < limit {
            return Ok(tallied(puzzle, &tally));
        }
        let candidates = self.true_candidates(puzzle).map_err(|incomplete| incomplete.map(|_| Vec::new()))?;
        let mut counts = Vec::new();
        for (cell, digits) in puzzle.board().cells().zip(candidates) {
            for digit in digits {
                let candidate = Candidate::new(cell, digit);
                match self.count(&puzzle.with_placed(candidate), Some(limit)) {
                    Ok(count) => counts.push(CandidateCount { candidate, count }),
                    Err(incomplete) => return Err(incomplete.map(|_| counts)),
                }
            }
        }
        Ok(counts)
    }

    /// Marks the candidates of solutions until every true candidate is marked.
    fn mark_all(&self, puzzle: &Puzzle, marked: &mut [DigitSet]) -> Result<(), SolveError> {
        let Some(first) = self.solutions(puzzle).next().transpose()? else { return Ok(()) };
        mark_solution(&first, marked);
        let left = preprocess(puzzle, &self.interrupt).expect("preprocessing keeps all solutions");
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

fn tally_solution(solution: &Grid, tally: &mut [u64]) {
    for (cell, digit) in solution.filled() {
        tally[Candidate::new(cell, digit).index(solution.board())] += 1;
    }
}

/// The candidates that were counted, with exact numbers.
fn tallied(puzzle: &Puzzle, tally: &[u64]) -> Vec<CandidateCount> {
    let counts = tally.iter().enumerate().filter(|(_, count)| **count > 0);
    let exactly = |(index, count): (usize, &u64)| CandidateCount {
        candidate: Candidate::from_index(puzzle.board(), index),
        count: SolutionCount::Exactly(*count),
    };
    counts.map(exactly).collect()
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
    fn counts_of_candidates_are_those_of_the_enumeration_up_to_the_limit() {
        let nine = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.";
        let open = nine.replacen('6', ".", 2).replacen('9', ".", 1);
        for text in ["..2..3.1........", "................", "123....4........", "..2..3.114......", nine, &open] {
            let puzzle: Puzzle = text.parse().unwrap();
            let board = puzzle.board();
            let mut expected = vec![0; board.cell_count() * board.side()];
            Solver::default().solutions(&puzzle).for_each(|grid| tally_solution(&grid.unwrap(), &mut expected));
            for limit in [1, 5, 73, 1000] {
                let counts = Solver::default().candidate_counts(&puzzle, limit).unwrap();
                let mut found = vec![0; expected.len()];
                for CandidateCount { candidate, count } in counts {
                    found[candidate.index(board)] = match count {
                        SolutionCount::Exactly(count) if count < limit => count,
                        SolutionCount::AtLeast(count) if count == limit => count,
                        count => panic!("{text}, limit {limit}: {count:?}"),
                    };
                }
                let capped: Vec<u64> = expected.iter().map(|count| *count.min(&limit)).collect();
                assert_eq!(found, capped, "{text}, limit {limit}");
            }
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
