//! Which sets of givens have a solution together: for boards up to 9x9.
//!
//! On the classic board the lanes engine answers many questions in the time that the SAT solver needs for one. But it learns nothing:
//! where few givens are impossible, it may search for seconds, again for each question. So small sets go to the SAT solver,
//! which tells the givens that it used; whatever contains those is known from then on.

use qedoku_puzzle::{Board, Candidate, Grid, Puzzle};

use super::super::hitting_set::{ElementSet, elements};
use super::{givens_of, with_only};
use qedoku_solve::lanes::{self, BatchAnswer, CellCandidates, CellDigits};
use qedoku_solve::sat::{AssumptionResult, PuzzleSession};
use qedoku_solve::{Interrupt, SolveError};

/// Answers questions about the givens of a puzzle; a given is a bit, by its place in reading order.
pub(super) struct Oracle {
    givens: Vec<Candidate>,
    /// The puzzle without givens.
    bare: Puzzle,
    /// The same for the engine that answers many questions at once, if the board is classic.
    lanes: Option<Box<(CellCandidates, lanes::LanesSolver)>>,
    /// The same for the SAT solver, with the givens as assumptions; made when it is first needed.
    sat: Option<Box<PuzzleSession<'static>>>,
    /// Sets that have no solution.
    impossible: Vec<ElementSet>,
    interrupt: Interrupt,
}

/// Sets of fewer givens go to the SAT solver.
const FEW: u32 = 20;

impl Oracle {
    pub(super) fn new(puzzle: &Puzzle, interrupt: &Interrupt) -> Oracle {
        let bare = with_only(puzzle, &[]);
        let lanes = lanes::candidates(&bare).map(|candidates| Box::new((candidates, lanes::LanesSolver::default())));
        Oracle {
            givens: givens_of(puzzle),
            bare,
            lanes,
            sat: None,
            impossible: Vec::new(),
            interrupt: interrupt.clone(),
        }
    }

    /// The givens, in reading order.
    pub(super) fn givens(&self) -> &[Candidate] {
        &self.givens
    }

    /// All of them.
    pub(super) fn all(&self) -> ElementSet {
        (1 << self.givens.len()) - 1
    }

    /// For each set of givens the givens that a solution of it has; none if it has no solution.
    pub(super) fn ask(&mut self, sets: &[ElementSet]) -> Result<Vec<Option<ElementSet>>, SolveError> {
        if self.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        let is_quick = |set: &ElementSet| set.count_ones() >= FEW;
        let quick: Vec<ElementSet> = sets.iter().copied().filter(is_quick).collect();
        let mut answers = self.lanes.as_mut().map(|lanes| ask_lanes(lanes, &self.givens, &quick).into_iter());
        let answer = |set: &ElementSet| match answers.as_mut().filter(|_| is_quick(set)) {
            Some(answers) => Ok(answers.next().expect("each was answered")),
            None => self.ask_sat(*set),
        };
        sets.iter().map(answer).collect()
    }

    fn ask_sat(&mut self, set: ElementSet) -> Result<Option<ElementSet>, SolveError> {
        if self.impossible.iter().any(|impossible| impossible & set == *impossible) {
            return Ok(None);
        }
        if self.sat.is_none() {
            self.sat = PuzzleSession::propagated(&self.bare, &self.interrupt)?.map(Box::new);
        }
        let assumed: Vec<Candidate> = chosen(&self.givens, set).collect();
        let reply = self
            .sat
            .as_mut()
            .map_or(Ok(AssumptionResult::Unsatisfiable(Vec::new())), |sat| sat.solve_assuming(&assumed, None))?;
        match reply {
            AssumptionResult::Solution(grid) => Ok(Some(shared_with(&self.givens, &grid))),
            AssumptionResult::Unsatisfiable(used) => {
                self.impossible.push(places(&self.givens, |given| used.contains(given)));
                Ok(None)
            }
            AssumptionResult::OutOfBudget => unreachable!("there is no limit"),
        }
    }
}

fn ask_lanes(
    lanes: &mut (CellCandidates, lanes::LanesSolver),
    givens: &[Candidate],
    sets: &[ElementSet],
) -> Vec<Option<ElementSet>> {
    let (bare, solver) = lanes;
    let mut found = vec![BatchAnswer::default(); sets.len()];
    if bare.iter().all(|candidates| *candidates == lanes::ALL_DIGITS) {
        let questions: Vec<CellDigits> = sets.iter().map(|set| digits(givens, *set)).collect();
        solver.solve(&questions, 1, &mut found);
    } else {
        let questions: Vec<CellCandidates> = sets.iter().map(|set| candidates(bare, givens, *set)).collect();
        solver.solve(&questions, 1, &mut found);
    }
    found.iter().map(|found| (found.count > 0).then(|| shared(givens, &found.solution))).collect()
}

/// The givens that are in a solution.
fn shared(givens: &[Candidate], solution: &CellDigits) -> ElementSet {
    places(givens, |given| usize::from(solution[Board::CLASSIC.index(given.cell)]) == given.digit.get())
}

fn shared_with(givens: &[Candidate], grid: &Grid) -> ElementSet {
    places(givens, |given| grid.get(given.cell) == Some(given.digit))
}

/// The set of the givens for which this holds.
fn places(givens: &[Candidate], holds: impl Fn(&Candidate) -> bool) -> ElementSet {
    (0..).zip(givens).filter(|(_, given)| holds(given)).fold(0, |all, (place, _)| all | 1 << place)
}

fn digits(givens: &[Candidate], set: ElementSet) -> CellDigits {
    let mut digits = [0; 81];
    chosen(givens, set).for_each(|given| digits[Board::CLASSIC.index(given.cell)] = given.digit.get() as u8);
    digits
}

fn candidates(bare: &CellCandidates, givens: &[Candidate], set: ElementSet) -> CellCandidates {
    let mut candidates = *bare;
    chosen(givens, set).for_each(|given| candidates[Board::CLASSIC.index(given.cell)] = 1 << given.digit.index());
    candidates
}

/// The givens of a set, in reading order.
pub(super) fn chosen(givens: &[Candidate], set: ElementSet) -> impl Iterator<Item = Candidate> {
    elements(set).map(|place| givens[place])
}
