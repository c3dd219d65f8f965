//! Deletion-based MUS extraction for large boards, on a budget.
//!
//! ```text
//!   all givens -> a core, from singles, preprocessing or the SAT solver -> delete one given after the other
//! ```
//!
//! To delete a given, the rest must still be unsatisfiable. Singles show that (and name the givens they used), or CaDiCaL under
//! assumptions; in both cases the core found replaces the whole rest, which deletes many givens at once (clause set refinement).
//! If the rest has a solution, the given is necessary; tabu search finds such solutions quickly, because boards with few givens
//! are easy to fill. Boards above [`MAX_ENCODED_SIDE`] have too many clauses for a SAT session over all cells.
//!
//! # References
//! - J. Marques-Silva: Minimal unsatisfiability: models, algorithms and applications. ISMVL 2010.
//! - A. Belov, J. Marques-Silva: MUSer2: an efficient MUS extractor. JSAT 8, 2012.

use std::borrow::Cow;

use qedoku_puzzle::{Candidate, DigitSet, GivenConflict, Puzzle};
use qedoku_solve::local_search::TabuSearch;
use qedoku_solve::preprocess::{preprocess, propagate};
use qedoku_solve::propagation::AssumptionCores;
use qedoku_solve::sat::{AssumptionResult, PuzzleSession, SearchOutcome};
use qedoku_solve::{Interrupt, SatEngine, SolveError, Solver};

use super::{Minimality, UnsatCore, conflict_of, givens_of, with_only};

/// The largest side whose empty board is encoded (49x49: a million clauses).
const MAX_ENCODED_SIDE: usize = 49;
/// Puzzles with more open candidates are not encoded.
const MAX_ENCODED_CANDIDATES: usize = 200_000;
/// Tabu work per query before the SAT solver gets it: some hundredths of a second.
const FIRST_TABU_BUDGET: u64 = 4_000_000;
/// Tabu work per query where the board is not encoded: about half a second.
const TABU_BUDGET: u64 = 50_000_000;
/// Tabu work of all failed queries of one minimisation.
const TOTAL_TABU_BUDGET: u64 = 1_000_000_000;
/// SAT work per query, in CaDiCaL ticks: about a second.
const TICK_BUDGET: u32 = 10_000_000;

/// Finds a core on a board of any size.
pub(super) struct BoundedCoreFinder<'p> {
    puzzle: &'p Puzzle,
    /// The puzzle without givens.
    bare: Puzzle,
    interrupt: &'p Interrupt,
}

impl<'p> BoundedCoreFinder<'p> {
    pub(super) fn new(puzzle: &'p Puzzle, interrupt: &'p Interrupt) -> BoundedCoreFinder<'p> {
        BoundedCoreFinder { puzzle, bare: with_only(puzzle, &[]), interrupt }
    }

    /// The core of two givens that conflict directly. No core is smaller.
    pub(super) fn core_of_conflict(&self, conflict: GivenConflict) -> Result<UnsatCore, SolveError> {
        let givens = conflict.cells.map(|cell| Candidate::new(cell, conflict.digit)).to_vec();
        let (single_corrections, undecided) = self.single_corrections(&givens)?;
        let minimality = Minimality::Smallest;
        Ok(UnsatCore { givens, minimality, conflict: Some(conflict), single_corrections, undecided })
    }

    /// A core that is minimal as far as the budget allows, or `None` if there is a solution.
    pub(super) fn find(&self) -> Result<Option<UnsatCore>, SolveError> {
        let mut cores = AssumptionCores::new(&self.bare);
        let Some(core) = self.initial_core(&mut cores)? else { return Ok(None) };
        let core = minimize_by_propagation(core, &mut cores)?;
        drop(cores); // 32 bytes per candidate: 96 MB on 144x144
        let mut deletion = DeletionMus { finder: self, session: None, tabu_budget: TOTAL_TABU_BUDGET };
        let (givens, minimality) = deletion.minimize(core)?;
        let (single_corrections, undecided) = self.single_corrections(&givens)?;
        let conflict = conflict_of(self.puzzle.board(), &givens);
        Ok(Some(UnsatCore { givens, minimality, conflict, single_corrections, undecided }))
    }

    /// A core that is not minimised yet, or `None` if there is a solution.
    fn initial_core(&self, cores: &mut AssumptionCores) -> Result<Option<Vec<Candidate>>, SolveError> {
        let all = givens_of(self.puzzle);
        if let Some(core) = cores.find(&all) {
            return Ok(Some(core));
        }
        if preprocess(self.puzzle, self.interrupt).is_none() {
            return self.minimize_by_preprocessing(all).map(Some);
        }
        let solver = Solver { interrupt: self.interrupt.clone(), ..Solver::default() };
        match solver.solutions(self.puzzle).next() {
            Some(solution) => solution.map(|_| None),
            None => Ok(Some(all)),
        }
    }

    /// Deletes halves, then quarters, down to single givens, while preprocessing alone still refutes the rest.
    fn minimize_by_preprocessing(&self, mut givens: Vec<Candidate>) -> Result<Vec<Candidate>, SolveError> {
        let mut chunk = givens.len().div_ceil(2);
        while chunk > 0 {
            let mut end = givens.len();
            while end > 0 {
                self.poll_interrupt()?;
                let start = end.saturating_sub(chunk);
                let rest: Vec<Candidate> = givens[..start].iter().chain(&givens[end..]).copied().collect();
                if preprocess(&with_only(self.puzzle, &rest), self.interrupt).is_none() {
                    givens = rest;
                }
                end = start;
            }
            chunk /= 2;
        }
        Ok(givens)
    }

    /// The givens whose removal alone makes the puzzle solvable, and those for which the budget was exhausted. Every core
    /// contains all of the former, so only the givens of this core are tried.
    fn single_corrections(&self, core: &[Candidate]) -> Result<(Vec<Candidate>, Vec<Candidate>), SolveError> {
        let (mut corrections, mut undecided) = (Vec::new(), Vec::new());
        for given in core {
            let rest: Vec<Candidate> = givens_of(self.puzzle).into_iter().filter(|other| other != given).collect();
            match self.is_solvable(&with_only(self.puzzle, &rest))? {
                Some(true) => corrections.push(*given),
                Some(false) => {}
                None => undecided.push(*given),
            }
        }
        Ok((corrections, undecided))
    }

    /// Whether a puzzle has a solution, or `None` if the budget was exhausted.
    fn is_solvable(&self, puzzle: &Puzzle) -> Result<Option<bool>, SolveError> {
        self.poll_interrupt()?;
        let Some(preprocessed) = preprocess(puzzle, self.interrupt) else { return Ok(Some(false)) };
        // An interrupted preprocessing may leave a full grid that is no solution.
        self.poll_interrupt()?;
        if preprocessed.givens().is_full() {
            return Ok(Some(true));
        }
        let Some(mut tabu) = TabuSearch::new(&preprocessed, 0) else { return Ok(Some(false)) };
        if tabu.run_until(FIRST_TABU_BUDGET, self.interrupt).is_some() {
            return Ok(Some(true));
        }
        if preprocessed.initial_candidates().iter().map(DigitSet::len).sum::<usize>() > MAX_ENCODED_CANDIDATES {
            return Ok(tabu.run_until(4 * TABU_BUDGET, self.interrupt).map(|_| true));
        }
        match SatEngine::default().enumerate(Cow::Borrowed(&preprocessed), self.interrupt).next_limited(TICK_BUDGET)? {
            SearchOutcome::Found(_) => Ok(Some(true)),
            SearchOutcome::Exhausted => Ok(Some(false)),
            SearchOutcome::OutOfBudget => Ok(tabu.run_until(4 * TABU_BUDGET, self.interrupt).map(|_| true)),
        }
    }

    fn poll_interrupt(&self) -> Result<(), SolveError> {
        if self.interrupt.is_set() { Err(SolveError::Interrupted) } else { Ok(()) }
    }
}

/// Deletion-based minimisation of a core.
struct DeletionMus<'a, 'p> {
    finder: &'a BoundedCoreFinder<'p>,
    /// The board without givens, encoded on first use.
    session: Option<PuzzleSession<'static>>,
    /// Tabu work left for all queries.
    tabu_budget: u64,
}

/// Satisfiability of a subset of the givens, as far as it is known.
enum SubsetStatus {
    /// This core of the subset has no solution.
    Unsatisfiable(Vec<Candidate>),
    Satisfiable,
    /// The budget was exhausted.
    Unknown,
}

impl DeletionMus<'_, '_> {
    /// Deletes redundant givens with the full solvers.
    fn minimize(&mut self, core: Vec<Candidate>) -> Result<(Vec<Candidate>, Minimality), SolveError> {
        let (smaller, is_minimal) = delete_redundant(core, |rest| self.status(rest))?;
        Ok((smaller, if is_minimal { Minimality::Irreducible } else { Minimality::Reduced }))
    }

    fn status(&mut self, givens: &[Candidate]) -> Result<SubsetStatus, SolveError> {
        self.finder.poll_interrupt()?;
        let Some(propagated) = propagate(&with_only(self.finder.puzzle, givens)) else {
            return Ok(SubsetStatus::Unsatisfiable(givens.to_vec()));
        };
        if propagated.givens().is_full() || self.tabu_finds_solution(&propagated) {
            return Ok(SubsetStatus::Satisfiable);
        }
        self.status_by_sat(givens)
    }

    /// Whether the board without givens is small enough for a SAT session.
    fn is_encoded(&self) -> bool {
        self.finder.puzzle.board().side() <= MAX_ENCODED_SIDE
    }

    fn tabu_finds_solution(&mut self, propagated: &Puzzle) -> bool {
        let per_query = if self.is_encoded() { FIRST_TABU_BUDGET } else { TABU_BUDGET };
        let budget = per_query.min(self.tabu_budget);
        let solve = |mut tabu: TabuSearch| tabu.run_until(budget, self.finder.interrupt).is_some();
        let is_solved = budget > 0 && TabuSearch::new(propagated, 0).is_some_and(solve);
        // Successful searches are short; only failed ones are charged.
        self.tabu_budget -= if is_solved { 0 } else { budget };
        is_solved
    }

    fn status_by_sat(&mut self, givens: &[Candidate]) -> Result<SubsetStatus, SolveError> {
        if !self.is_encoded() {
            return Ok(SubsetStatus::Unknown);
        }
        if self.session.is_none() {
            self.session = PuzzleSession::propagated(&self.finder.bare, self.finder.interrupt)?;
        }
        // No session: propagation refutes the board even without givens.
        let Some(session) = &mut self.session else { return Ok(SubsetStatus::Unsatisfiable(Vec::new())) };
        Ok(match session.solve_assuming(givens, Some(TICK_BUDGET))? {
            AssumptionResult::Solution(_) => SubsetStatus::Satisfiable,
            AssumptionResult::Unsatisfiable(failed) => SubsetStatus::Unsatisfiable(failed),
            AssumptionResult::OutOfBudget => SubsetStatus::Unknown,
        })
    }
}

/// Deletes the givens that are redundant by singles alone, which is cheap.
fn minimize_by_propagation(core: Vec<Candidate>, cores: &mut AssumptionCores) -> Result<Vec<Candidate>, SolveError> {
    let status = |rest: &[Candidate]| Ok(cores.find(rest).map_or(SubsetStatus::Unknown, SubsetStatus::Unsatisfiable));
    delete_redundant(core, status).map(|(smaller, _)| smaller)
}

/// Deletes redundant givens, the last ones first, so that the core prefers givens at the beginning. Also returns whether every
/// given that remains is known to be necessary.
fn delete_redundant(
    mut givens: Vec<Candidate>,
    mut status: impl FnMut(&[Candidate]) -> Result<SubsetStatus, SolveError>,
) -> Result<(Vec<Candidate>, bool), SolveError> {
    let mut kept = Vec::new();
    let mut necessary = 0;
    while let Some(given) = givens.iter().rev().find(|given| !kept.contains(*given)).copied() {
        let rest: Vec<Candidate> = givens.iter().copied().filter(|other| *other != given).collect();
        match status(&rest)? {
            SubsetStatus::Unsatisfiable(core) => givens = core,
            SubsetStatus::Satisfiable => {
                kept.push(given);
                necessary += 1;
            }
            SubsetStatus::Unknown => kept.push(given),
        }
    }
    // A given kept as unknown may still drop out with a later core. A necessary one is in every core of what is left, so the
    // count of necessary givens stays valid.
    let is_minimal = necessary == givens.len();
    Ok((givens, is_minimal))
}
