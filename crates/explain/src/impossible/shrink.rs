//! Givens of a large board that have no solution, with as many left out as can be.
//!
//! ```text
//!   all givens -> those that singles, pruning or the SAT solver used -> one after the other left out
//! ```
//!
//! That a set is impossible still is shown by singles (which tell the givens they used), or by the SAT solver; that it has a
//! solution without a given, so that this one is needed, mostly by filling the board. Nearly empty boards are filled
//! easily, and boards above [`SAID_UP_TO`] are too large for clauses about all their cells.

use std::borrow::Cow;

use qedoku_puzzle::{Candidate, DigitSet, GivenConflict, Puzzle};

use super::traced::trace;
use super::{Few, Impossible, clash_of, givens_of, with_only};
use qedoku_solve::local_search::TabuSearch;
use qedoku_solve::preprocess::{preprocess, propagate};
use qedoku_solve::sat::{AssumptionResult, PuzzleSession, SearchOutcome};
use qedoku_solve::{Interrupt, SatEngine, SolveError, Solver};

/// The largest side whose empty board is said in clauses (49x49: a million).
const SAID_UP_TO: usize = 49;
/// Beyond so many candidates the clauses of a puzzle are too many.
const CANDIDATES: usize = 200_000;
/// The work of filling for a question before the SAT solver gets it: some hundredths of a second.
const FILLING_FIRST: u64 = 4_000_000;
/// The work of filling for a question after that, or where there are too many clauses: about half a second.
const FILLING: u64 = 50_000_000;
/// The work of filling for all questions about what can be left out.
const FILLING_ALL: u64 = 1_000_000_000;
/// The work of the SAT solver for one question, in its ticks: about a second.
const TICKS: u32 = 10_000_000;

/// A puzzle on a board of any size.
pub(super) struct Large<'p> {
    puzzle: &'p Puzzle,
    /// The same without givens.
    bare: Puzzle,
    interrupt: &'p Interrupt,
}

impl<'p> Large<'p> {
    pub(super) fn new(puzzle: &'p Puzzle, interrupt: &'p Interrupt) -> Large<'p> {
        Large { puzzle, bare: with_only(puzzle, &[]), interrupt }
    }

    /// Why there is no solution, where two givens clash: nothing is smaller than these two.
    pub(super) fn around(&self, clash: GivenConflict) -> Result<Impossible, SolveError> {
        let givens = clash.cells.map(|cell| Candidate::new(cell, clash.digit)).to_vec();
        let (removable, undecided) = self.removable(&givens)?;
        Ok(Impossible { givens, few: Few::Smallest, clash: Some(clash), removable, undecided })
    }

    /// Why there is no solution; none if there is one.
    pub(super) fn impossible(&self) -> Result<Option<Impossible>, SolveError> {
        let Some(used) = self.used()? else { return Ok(None) };
        let (givens, few) = Shrinking { large: self, session: None, filling: FILLING_ALL }.run(used)?;
        let (removable, undecided) = self.removable(&givens)?;
        let clash = clash_of(self.puzzle.board(), &givens);
        Ok(Some(Impossible { givens, few, clash, removable, undecided }))
    }

    /// Givens that have no solution, not yet few; none if there is a solution.
    fn used(&self) -> Result<Option<Vec<Candidate>>, SolveError> {
        let all = givens_of(self.puzzle);
        if let Some(used) = trace(&self.bare, &all) {
            return Ok(Some(used));
        }
        if preprocess(self.puzzle).is_none() {
            return self.pruned(all).map(Some);
        }
        let solver = Solver { interrupt: self.interrupt.clone(), ..Solver::default() };
        match solver.solutions(self.puzzle).next() {
            Some(solution) => solution.map(|_| None),
            None => Ok(Some(all)),
        }
    }

    /// Leaves out halves, quarters and so on, as long as pruning alone shows that there is no solution.
    fn pruned(&self, mut givens: Vec<Candidate>) -> Result<Vec<Candidate>, SolveError> {
        let mut part = givens.len().div_ceil(2);
        while part > 0 {
            let mut end = givens.len();
            while end > 0 {
                self.look()?;
                let start = end.saturating_sub(part);
                let rest: Vec<Candidate> = givens[..start].iter().chain(&givens[end..]).copied().collect();
                if preprocess(&with_only(self.puzzle, &rest)).is_none() {
                    givens = rest;
                }
                end = start;
            }
            part /= 2;
        }
        Ok(givens)
    }

    /// The givens without any one of which there is a solution, and those of which it is not known. All of them are in every
    /// impossible set, and so among these.
    fn removable(&self, givens: &[Candidate]) -> Result<(Vec<Candidate>, Vec<Candidate>), SolveError> {
        let (mut removable, mut undecided) = (Vec::new(), Vec::new());
        for given in givens {
            let rest: Vec<Candidate> = givens_of(self.puzzle).into_iter().filter(|other| other != given).collect();
            match self.is_solvable(&with_only(self.puzzle, &rest))? {
                Some(true) => removable.push(*given),
                Some(false) => {}
                None => undecided.push(*given),
            }
        }
        Ok((removable, undecided))
    }

    /// Whether a puzzle has a solution, if that is found out with bounded work.
    fn is_solvable(&self, puzzle: &Puzzle) -> Result<Option<bool>, SolveError> {
        self.look()?;
        let Some(left) = preprocess(puzzle) else { return Ok(Some(false)) };
        if left.givens().is_full() {
            return Ok(Some(true));
        }
        let Some(mut fill) = TabuSearch::new(&left, 0) else { return Ok(Some(false)) };
        if fill.run_limited(FILLING_FIRST).is_some() {
            return Ok(Some(true));
        }
        if left.initial_candidates().iter().map(DigitSet::len).sum::<usize>() > CANDIDATES {
            return Ok(fill.run_limited(4 * FILLING).map(|_| true));
        }
        match SatEngine::default().enumerate(Cow::Borrowed(&left), self.interrupt).next_limited(TICKS)? {
            SearchOutcome::Found(_) => Ok(Some(true)),
            SearchOutcome::Exhausted => Ok(Some(false)),
            SearchOutcome::OutOfBudget => Ok(fill.run_limited(4 * FILLING).map(|_| true)),
        }
    }

    fn look(&self) -> Result<(), SolveError> {
        if self.interrupt.is_set() { Err(SolveError::Interrupted) } else { Ok(()) }
    }
}

/// Givens on their way to fewer.
struct Shrinking<'a, 'p> {
    large: &'a Large<'p>,
    /// The board without givens, made when it is first needed.
    session: Option<PuzzleSession<'static>>,
    /// The work of filling that is left.
    filling: u64,
}

/// What is known about a set of givens.
enum Known {
    /// These of them have no solution.
    Impossible(Vec<Candidate>),
    /// They have a solution.
    Possible,
    /// Neither.
    Nothing,
}

impl Shrinking<'_, '_> {
    fn run(&mut self, givens: Vec<Candidate>) -> Result<(Vec<Candidate>, Few), SolveError> {
        let bare = &self.large.bare;
        let (fewer, _) = leave_out(givens, |rest| Ok(trace(bare, rest).map_or(Known::Nothing, Known::Impossible)))?;
        let (fewer, needed) = leave_out(fewer, |rest| self.known(rest))?;
        Ok((fewer, if needed { Few::Irreducible } else { Few::Reduced }))
    }

    fn known(&mut self, givens: &[Candidate]) -> Result<Known, SolveError> {
        self.large.look()?;
        let Some(left) = propagate(&with_only(self.large.puzzle, givens)) else {
            return Ok(Known::Impossible(givens.to_vec()));
        };
        if left.givens().is_full() || self.is_filled(&left) {
            return Ok(Known::Possible);
        }
        self.ask(givens)
    }

    /// Whether the board without givens is said in clauses.
    fn is_said(&self) -> bool {
        self.large.puzzle.board().side() <= SAID_UP_TO
    }

    fn is_filled(&mut self, left: &Puzzle) -> bool {
        let most = if self.is_said() { FILLING_FIRST } else { FILLING };
        let work = most.min(self.filling);
        let filled = work > 0 && TabuSearch::new(left, 0).is_some_and(|mut fill| fill.run_limited(work).is_some());
        // What a quick filling took is not worth counting.
        self.filling -= if filled { 0 } else { work };
        filled
    }

    fn ask(&mut self, givens: &[Candidate]) -> Result<Known, SolveError> {
        if !self.is_said() {
            return Ok(Known::Nothing);
        }
        if self.session.is_none() {
            self.session = PuzzleSession::propagated(&self.large.bare, self.large.interrupt)?;
        }
        let Some(session) = &mut self.session else { return Ok(Known::Impossible(Vec::new())) };
        Ok(match session.solve_assuming(givens, Some(TICKS))? {
            AssumptionResult::Solution(_) => Known::Possible,
            AssumptionResult::Unsatisfiable(fewer) => Known::Impossible(fewer),
            AssumptionResult::OutOfBudget => Known::Nothing,
        })
    }
}

/// Leaves out each given that can be, the last ones first: so those that stay are rather at the beginning. Whether each of those
/// is known to be needed.
fn leave_out(
    mut givens: Vec<Candidate>,
    mut known: impl FnMut(&[Candidate]) -> Result<Known, SolveError>,
) -> Result<(Vec<Candidate>, bool), SolveError> {
    let mut kept = Vec::new();
    let mut needed = 0;
    while let Some(given) = givens.iter().rev().find(|given| !kept.contains(*given)).copied() {
        let rest: Vec<Candidate> = givens.iter().copied().filter(|other| *other != given).collect();
        match known(&rest)? {
            Known::Impossible(fewer) => givens = fewer,
            Known::Possible => {
                kept.push(given);
                needed += 1;
            }
            Known::Nothing => kept.push(given),
        }
    }
    // One that was kept without need may go with another one later; those that are needed never do.
    let all_needed = needed == givens.len();
    Ok((givens, all_needed))
}
