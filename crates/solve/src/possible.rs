//! The candidates that occur in some solution: what a cell can really hold.
//!
//! For a classic puzzle the engine lanes knows. For others, a first solution comes from the engine; then a SAT solver that
//! keeps its clauses is asked about each candidate that no solution has shown yet. Each solution found shows one for
//! every cell, so most candidates need no question of their own.

use std::borrow::Cow;

use qedoku_puzzle::{Candidate, Digit, DigitSet, Grid, Puzzle, referee};

use crate::prune::prune_by_size;
use crate::{Engine, Failure, Sat, Solver, lanes};

/// What is known about the candidates of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Possible {
    /// For each cell, row by row, the digits that some solution has there.
    pub digits: Vec<DigitSet>,
    /// Whether these are all; not if the work was stopped.
    pub complete: bool,
}

impl Solver {
    /// The candidates that occur in some solution; none at all if there is no solution.
    pub fn possible(&self, puzzle: &Puzzle) -> Result<Possible, Failure> {
        let is_auto = matches!(self.engine, Engine::Auto | Engine::Lanes);
        match lanes::candidates(puzzle).filter(|_| is_auto) {
            Some(question) => Ok(Possible { digits: of_classic(&lanes::possible(&question)), complete: true }),
            None => self.possible_by_questions(puzzle),
        }
    }

    fn possible_by_questions(&self, puzzle: &Puzzle) -> Result<Possible, Failure> {
        let mut digits = vec![DigitSet::EMPTY; puzzle.board().cell_count()];
        let complete = match self.show_all(puzzle, &mut digits) {
            Ok(()) => true,
            Err(Failure::Stopped) => false,
            Err(failure) => return Err(failure),
        };
        Ok(Possible { digits, complete })
    }

    /// Adds what solutions show until there is nothing left to show.
    fn show_all(&self, puzzle: &Puzzle, shown: &mut [DigitSet]) -> Result<(), Failure> {
        let Some(first) = self.solutions(puzzle).next().transpose()? else { return Ok(()) };
        show(&first, shown);
        let left = prune_by_size(puzzle).expect("a puzzle with a solution is not pruned to nothing");
        let board = left.board();
        let open = left.initial_candidates();
        let mut search = Sat::default().search_in(Cow::Borrowed(&left), &self.stop);
        for cell in board.cells().filter(|cell| left.givens().get(*cell).is_none()) {
            for digit in open[board.index(cell)] {
                if !shown[board.index(cell)].contains(digit)
                    && let Some(grid) = search.find_with(Candidate::new(cell, digit))?
                {
                    referee::check(puzzle, &grid).map_err(|fault| Failure::Wrong(fault.into()))?;
                    show(&grid, shown);
                }
            }
        }
        Ok(())
    }
}

fn show(solution: &Grid, shown: &mut [DigitSet]) {
    for (cell, digit) in solution.filled() {
        shown[solution.board().index(cell)].insert(digit);
    }
}

/// The sets of digits that the engine lanes says as bits.
fn of_classic(candidates: &lanes::Candidates) -> Vec<DigitSet> {
    let set = |bits: &u16| (0..9).filter(|bit| bits >> bit & 1 == 1).map(Digit::from_index).collect();
    candidates.iter().map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stop;
    use qedoku_puzzle::Board;

    /// What all solutions show, by listing them.
    fn by_list(puzzle: &Puzzle) -> Vec<DigitSet> {
        let mut shown = vec![DigitSet::EMPTY; puzzle.board().cell_count()];
        Solver::default().solutions(puzzle).for_each(|grid| show(&grid.unwrap(), &mut shown));
        shown
    }

    #[test]
    fn they_are_what_all_solutions_show_with_every_engine() {
        let nine = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.";
        let open = nine.replacen('6', ".", 2).replacen('9', ".", 1);
        for text in ["..2..3.1........", "................", "123....4........", "..2..3.114......", nine, &open] {
            let puzzle: Puzzle = text.parse().unwrap();
            let expected = Possible { digits: by_list(&puzzle), complete: true };
            assert_eq!(Solver::default().possible(&puzzle).unwrap(), expected, "{text}");
            assert_eq!(Solver::new(Engine::Sat(Sat::default())).possible(&puzzle).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn stopped_work_is_not_complete() {
        let solver = Solver { stop: Stop::default(), ..Solver::default() };
        solver.stop.set();
        let puzzle = Puzzle::new(Grid::empty(Board::of_side(16).unwrap()));
        assert!(!solver.possible(&puzzle).unwrap().complete);
    }
}
