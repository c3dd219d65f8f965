//! Satisfiability of subsets of the givens, for boards up to 9x9.
//!
//! On the classic board the SIMD engine solves a whole batch of subsets in the time that CaDiCaL needs for one. But it learns no
//! clauses: where few givens rule out every solution it may search for seconds, and again for each similar subset. Therefore small
//! subsets go to CaDiCaL with the givens as assumptions. Its failed assumptions are a core, and every later subset that
//! contains a known core is unsatisfiable without a search.

use qedoku_puzzle::{Board, Candidate, Grid, Puzzle};
use qedoku_solve::lanes::{self, BatchAnswer, CellCandidates, CellDigits};
use qedoku_solve::sat::{AssumptionResult, PuzzleSession};
use qedoku_solve::{Interrupt, SolveError};

use super::{givens_of, with_only};
use crate::hitting_set::{ElementSet, elements};

/// Decides which subsets of the givens have a solution. Bit i of a subset is given i in reading order.
pub(super) struct SubsetSolver {
    givens: Vec<Candidate>,
    /// The puzzle without givens.
    bare: Puzzle,
    /// The same puzzle for the SIMD engine, if the board is classic.
    lanes: Option<Box<(CellCandidates, lanes::LanesSolver)>>,
    /// The same puzzle in a SAT session, created on first use.
    sat: Option<Box<PuzzleSession<'static>>>,
    /// Subsets known to have no solution: failed assumptions of earlier queries.
    cores: Vec<ElementSet>,
    interrupt: Interrupt,
}

/// Subsets with fewer givens go to the SAT session.
const MIN_LANES_GIVENS: u32 = 20;

impl SubsetSolver {
    pub(super) fn new(puzzle: &Puzzle, interrupt: &Interrupt) -> SubsetSolver {
        let bare = with_only(puzzle, &[]);
        let lanes = lanes::candidates(&bare).map(|candidates| Box::new((candidates, lanes::LanesSolver::default())));
        SubsetSolver {
            givens: givens_of(puzzle),
            bare,
            lanes,
            sat: None,
            cores: Vec::new(),
            interrupt: interrupt.clone(),
        }
    }

    /// The givens, in reading order.
    pub(super) fn givens(&self) -> &[Candidate] {
        &self.givens
    }

    /// The set of all givens.
    pub(super) fn all(&self) -> ElementSet {
        (1 << self.givens.len()) - 1
    }

    /// Solves each subset. An answer is the set of all givens that agree with the solution found, a superset of the subset, or
    /// `None` if there is no solution.
    pub(super) fn solve_each(&mut self, subsets: &[ElementSet]) -> Result<Vec<Option<ElementSet>>, SolveError> {
        if self.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        let is_large = |subset: &ElementSet| subset.count_ones() >= MIN_LANES_GIVENS;
        let large: Vec<ElementSet> = subsets.iter().copied().filter(is_large).collect();
        let mut batch = self.lanes.as_mut().map(|lanes| solve_batch(lanes, &self.givens, &large).into_iter());
        let answer = |subset: &ElementSet| match batch.as_mut().filter(|_| is_large(subset)) {
            Some(answers) => Ok(answers.next().expect("the batch has an answer for every large subset")),
            None => self.solve_by_sat(*subset),
        };
        subsets.iter().map(answer).collect()
    }

    fn solve_by_sat(&mut self, subset: ElementSet) -> Result<Option<ElementSet>, SolveError> {
        if self.cores.iter().any(|core| core & subset == *core) {
            return Ok(None);
        }
        if self.sat.is_none() {
            self.sat = PuzzleSession::propagated(&self.bare, &self.interrupt)?.map(Box::new);
        }
        let assumptions: Vec<Candidate> = select(&self.givens, subset).collect();
        // No session: propagation refutes the puzzle even without givens, so the empty set is a core.
        let result = self
            .sat
            .as_mut()
            .map_or(Ok(AssumptionResult::Unsatisfiable(Vec::new())), |sat| sat.solve_assuming(&assumptions, None))?;
        match result {
            AssumptionResult::Solution(grid) => Ok(Some(agreeing_with_grid(&self.givens, &grid))),
            AssumptionResult::Unsatisfiable(failed) => {
                self.cores.push(subset_where(&self.givens, |given| failed.contains(given)));
                Ok(None)
            }
            AssumptionResult::OutOfBudget => unreachable!("the query has no budget"),
        }
    }
}

fn solve_batch(
    lanes: &mut (CellCandidates, lanes::LanesSolver),
    givens: &[Candidate],
    subsets: &[ElementSet],
) -> Vec<Option<ElementSet>> {
    let (bare, solver) = lanes;
    let mut found = vec![BatchAnswer::default(); subsets.len()];
    // Without eliminations the subsets are ordinary puzzles (digits); otherwise the engine needs candidate masks.
    if bare.iter().all(|candidates| *candidates == lanes::ALL_DIGITS) {
        let puzzles: Vec<CellDigits> = subsets.iter().map(|subset| digits(givens, *subset)).collect();
        solver.solve(&puzzles, 1, &mut found);
    } else {
        let puzzles: Vec<CellCandidates> = subsets.iter().map(|subset| candidates(bare, givens, *subset)).collect();
        solver.solve(&puzzles, 1, &mut found);
    }
    found.iter().map(|found| (found.count > 0).then(|| agreeing_with(givens, &found.solution))).collect()
}

/// The givens that agree with a solution.
fn agreeing_with(givens: &[Candidate], solution: &CellDigits) -> ElementSet {
    subset_where(givens, |given| usize::from(solution[Board::CLASSIC.index(given.cell)]) == given.digit.get())
}

fn agreeing_with_grid(givens: &[Candidate], grid: &Grid) -> ElementSet {
    subset_where(givens, |given| grid.get(given.cell) == Some(given.digit))
}

/// The subset of the givens that satisfy a predicate.
fn subset_where(givens: &[Candidate], predicate: impl Fn(&Candidate) -> bool) -> ElementSet {
    (0..).zip(givens).filter(|(_, given)| predicate(given)).fold(0, |subset, (index, _)| subset | 1 << index)
}

fn digits(givens: &[Candidate], subset: ElementSet) -> CellDigits {
    let mut digits = [0; 81];
    select(givens, subset).for_each(|given| digits[Board::CLASSIC.index(given.cell)] = given.digit.get() as u8);
    digits
}

fn candidates(bare: &CellCandidates, givens: &[Candidate], subset: ElementSet) -> CellCandidates {
    let mut candidates = *bare;
    select(givens, subset).for_each(|given| candidates[Board::CLASSIC.index(given.cell)] = 1 << given.digit.index());
    candidates
}

/// The givens of a subset, in reading order.
pub(super) fn select(givens: &[Candidate], subset: ElementSet) -> impl Iterator<Item = Candidate> {
    elements(subset).map(|index| givens[index])
}
