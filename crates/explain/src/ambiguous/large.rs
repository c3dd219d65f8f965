//! Several solutions of a large board, with bounded work.

use qedoku_puzzle::{Answer, Candidate, Cell, DigitSet, Grid, Puzzle};

use super::{Ambiguous, open_in};
use qedoku_solve::preprocess::preprocess;
use qedoku_solve::sat::{AssumptionResult, PuzzleSession};
use qedoku_solve::{Interrupt, SolveError, Solver};

/// Questions to the SAT solver about where solutions differ, and as many about givens more.
const QUESTIONS: usize = 1000;
/// The work for each, in its ticks: some milliseconds.
const TICKS: u32 = 100_000;
/// Beyond so many candidates the clauses alone are too much.
const CANDIDATES: usize = 100_000;

/// Why there is more than one solution; none if there is one or none.
pub(super) fn ambiguous(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Option<Ambiguous>, SolveError> {
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    let Answer::Many(first, second) = solver.answer(puzzle)? else { return Ok(None) };
    let left = preprocess(puzzle).expect("it has solutions");
    let (open, all_open) = Seen::new(&[&first, &second]).ask_on(&left, interrupt)?;
    let extra = if is_too_open(&left) { None } else { extra(&left, &first, interrupt)? };
    Ok(Some(Ambiguous { solutions: [first, second], open, all_open, extra, at_least: 1 }))
}

fn is_too_open(left: &Puzzle) -> bool {
    left.initial_candidates().iter().map(DigitSet::len).sum::<usize>() > CANDIDATES
}

/// What was seen in solutions.
struct Seen {
    solutions: Vec<Grid>,
    digits: Vec<DigitSet>,
}

impl Seen {
    fn new(solutions: &[&Grid]) -> Seen {
        let mut seen = Seen { solutions: Vec::new(), digits: vec![DigitSet::EMPTY; solutions[0].board().cell_count()] };
        for solution in solutions {
            seen.add((*solution).clone());
        }
        seen
    }

    fn add(&mut self, solution: Grid) {
        for ((_, digit), digits) in solution.filled().zip(&mut self.digits) {
            digits.insert(digit);
        }
        self.solutions.push(solution);
    }

    /// Asks about the candidates that no solution has shown, one after the other; where solutions differ, and whether that is
    /// all.
    fn ask_on(mut self, left: &Puzzle, interrupt: &Interrupt) -> Result<(Vec<(Cell, DigitSet)>, bool), SolveError> {
        let session = if is_too_open(left) { None } else { PuzzleSession::propagated(left, interrupt)? };
        let Some(mut session) = session else { return Ok((open_in(&self.solutions), false)) };
        let (mut questions, mut all) = (0, true);
        for (index, cell) in left.board().cells().enumerate() {
            for digit in left.allowed(cell) {
                if self.digits[index].contains(digit) {
                    continue;
                }
                questions += 1;
                if questions > QUESTIONS {
                    return Ok((open_in(&self.solutions), false));
                }
                match session.solve_assuming(&[Candidate::new(cell, digit)], Some(TICKS))? {
                    AssumptionResult::Solution(grid) => self.add(grid),
                    AssumptionResult::Unsatisfiable(_) => {}
                    AssumptionResult::OutOfBudget => all = false,
                }
            }
        }
        Ok((open_in(&self.solutions), all))
    }
}

/// Givens that leave this solution alone: again and again one that differs is looked for, and a cell is chosen where it does.
fn extra(left: &Puzzle, solution: &Grid, interrupt: &Interrupt) -> Result<Option<Vec<Candidate>>, SolveError> {
    let Some(mut session) = PuzzleSession::propagated(left, interrupt)? else { return Ok(None) };
    session.block(solution);
    let mut differences: Vec<Vec<Candidate>> = Vec::new();
    for _ in 0..QUESTIONS {
        let mut extra = meeting(&differences);
        match session.solve_assuming(&extra, Some(TICKS))? {
            AssumptionResult::Solution(other) => differences.push(difference(solution, &other)),
            AssumptionResult::Unsatisfiable(needed) => {
                extra.retain(|given| needed.contains(given));
                return Ok(Some(extra));
            }
            AssumptionResult::OutOfBudget => return Ok(None),
        }
    }
    Ok(None)
}

/// The digits of a solution in the cells where another one differs.
fn difference(solution: &Grid, other: &Grid) -> Vec<Candidate> {
    let differs = |(cell, digit): &(Cell, _)| other.get(*cell) != Some(*digit);
    solution.filled().filter(differs).map(|(cell, digit)| Candidate::new(cell, digit)).collect()
}

/// Some of these, in reading order, that meet every list: again and again the one that is in most of those not met.
fn meeting(lists: &[Vec<Candidate>]) -> Vec<Candidate> {
    let mut unmet: Vec<&Vec<Candidate>> = lists.iter().collect();
    let mut chosen = Vec::new();
    while !unmet.is_empty() {
        let mut counts: std::collections::BTreeMap<Candidate, usize> = std::collections::BTreeMap::new();
        unmet.iter().flat_map(|list| list.iter()).for_each(|candidate| *counts.entry(*candidate).or_default() += 1);
        let most = counts.values().max().copied().unwrap_or_default();
        let best = counts.into_iter().find(|(_, count)| *count == most).expect("the lists are not empty").0;
        chosen.push(best);
        unmet.retain(|list| !list.contains(&best));
    }
    chosen.sort_unstable();
    chosen
}
