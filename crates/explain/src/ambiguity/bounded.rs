//! Ambiguity of large boards, on a budget: SAT queries under assumptions.
//!
//! Each candidate that no solution found so far contains is assumed in turn; a solution shows where solutions differ. The
//! disambiguating givens are for the first solution only: a greedy hitting set of the differences found so far is assumed, a
//! further solution that satisfies it adds its difference, and an unsatisfiable query ends the loop.

use std::collections::BTreeMap;

use qedoku_puzzle::{Answer, Candidate, Cell, DigitSet, Grid, Puzzle};
use qedoku_solve::preprocess::preprocess;
use qedoku_solve::sat::{AssumptionResult, PuzzleSession};
use qedoku_solve::{Interrupt, SolveError, Solver};

use super::{Ambiguity, differing_cells};

/// SAT queries for differing cells, and as many for disambiguating givens.
const MAX_QUERIES: usize = 1000;
/// SAT work per query, in CaDiCaL ticks: some milliseconds.
const TICK_BUDGET: u32 = 100_000;
/// Puzzles with more open candidates are not encoded: the clauses alone would take too long.
const MAX_ENCODED_CANDIDATES: usize = 100_000;

/// Analyses a large puzzle. Returns `None` if it has one solution or none.
pub(super) fn find(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Option<Ambiguity>, SolveError> {
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    let Answer::Many(first, second) = solver.solve(puzzle)? else { return Ok(None) };
    let preprocessed = preprocess(puzzle, interrupt).expect("the puzzle has solutions");
    let (differing_cells, is_complete) =
        KnownSolutions::new(&[&first, &second]).probe_candidates(&preprocessed, interrupt)?;
    let disambiguating_givens =
        if is_too_large(&preprocessed) { None } else { disambiguating_givens(&preprocessed, &first, interrupt)? };
    let solutions = [first, second];
    Ok(Some(Ambiguity { solutions, differing_cells, is_complete, disambiguating_givens, min_givens: 1 }))
}

fn is_too_large(preprocessed: &Puzzle) -> bool {
    preprocessed.initial_candidates().iter().map(DigitSet::len).sum::<usize>() > MAX_ENCODED_CANDIDATES
}

/// The solutions found so far.
struct KnownSolutions {
    solutions: Vec<Grid>,
    /// Per cell: its digits in these solutions.
    digits: Vec<DigitSet>,
}

impl KnownSolutions {
    fn new(solutions: &[&Grid]) -> KnownSolutions {
        let digits = vec![DigitSet::EMPTY; solutions[0].board().cell_count()];
        let mut known = KnownSolutions { solutions: Vec::new(), digits };
        for solution in solutions {
            known.add((*solution).clone());
        }
        known
    }

    fn add(&mut self, solution: Grid) {
        for ((_, digit), digits) in solution.filled().zip(&mut self.digits) {
            digits.insert(digit);
        }
        self.solutions.push(solution);
    }

    /// Queries the candidates that no known solution contains. Returns the differing cells, and whether they are complete.
    fn probe_candidates(
        mut self,
        preprocessed: &Puzzle,
        interrupt: &Interrupt,
    ) -> Result<(Vec<(Cell, DigitSet)>, bool), SolveError> {
        let session =
            if is_too_large(preprocessed) { None } else { PuzzleSession::propagated(preprocessed, interrupt)? };
        let Some(mut session) = session else { return Ok((differing_cells(&self.solutions), false)) };
        let (mut queries, mut is_complete) = (0, true);
        for (index, cell) in preprocessed.board().cells().enumerate() {
            for digit in preprocessed.allowed(cell) {
                if self.digits[index].contains(digit) {
                    continue;
                }
                queries += 1;
                if queries > MAX_QUERIES {
                    return Ok((differing_cells(&self.solutions), false));
                }
                match session.solve_assuming(&[Candidate::new(cell, digit)], Some(TICK_BUDGET))? {
                    AssumptionResult::Solution(grid) => self.add(grid),
                    AssumptionResult::Unsatisfiable(_) => {}
                    AssumptionResult::OutOfBudget => is_complete = false,
                }
            }
        }
        Ok((differing_cells(&self.solutions), is_complete))
    }
}

/// Givens that leave this solution only, or `None` if the budget was exhausted.
fn disambiguating_givens(
    preprocessed: &Puzzle,
    solution: &Grid,
    interrupt: &Interrupt,
) -> Result<Option<Vec<Candidate>>, SolveError> {
    let Some(mut session) = PuzzleSession::propagated(preprocessed, interrupt)? else { return Ok(None) };
    session.block(solution);
    let mut differences: Vec<Vec<Candidate>> = Vec::new();
    for _ in 0..MAX_QUERIES {
        let mut givens = greedy_hitting_set(&differences);
        match session.solve_assuming(&givens, Some(TICK_BUDGET))? {
            AssumptionResult::Solution(other) => differences.push(difference(solution, &other)),
            AssumptionResult::Unsatisfiable(failed) => {
                // The failed assumptions suffice; the others are redundant.
                givens.retain(|given| failed.contains(given));
                return Ok(Some(givens));
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

/// A hitting set of these lists, in reading order: repeatedly the candidate that hits most of the lists not hit yet.
fn greedy_hitting_set(lists: &[Vec<Candidate>]) -> Vec<Candidate> {
    let mut missed: Vec<&Vec<Candidate>> = lists.iter().collect();
    let mut chosen = Vec::new();
    while !missed.is_empty() {
        let mut counts: BTreeMap<Candidate, usize> = BTreeMap::new();
        missed.iter().flat_map(|list| list.iter()).for_each(|candidate| *counts.entry(*candidate).or_default() += 1);
        let most = counts.values().max().copied().unwrap_or_default();
        let best = counts.into_iter().find(|(_, count)| *count == most).expect("no list is empty").0;
        chosen.push(best);
        missed.retain(|list| !list.contains(&best));
    }
    chosen.sort_unstable();
    chosen
}
