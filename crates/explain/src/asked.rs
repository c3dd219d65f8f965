//! A puzzle said to the SAT solver once, and asked about many times: what if these candidates were true?

use std::borrow::Cow;

use cadical_sys::{CaDiCal, Status};
use qedoku_encode::Var;
use qedoku_puzzle::{Candidate, Grid, Puzzle};

use qedoku_solve::prune::prune;
use qedoku_solve::sat::{Said, tell};
use qedoku_solve::{Failure, Sat, Stop};

/// A solver that was told a puzzle.
pub(super) struct Asked {
    /// What plain pruning left of the puzzle.
    left: Puzzle,
    said: Said<'static>,
    /// None if the work was stopped while the clauses were made.
    solver: Option<CaDiCal>,
    stop: Stop,
}

/// The answer to "what if".
pub(super) enum Reply {
    /// This is a solution.
    Solution(Grid),
    /// There is none; these of the assumptions are enough for that, in the order in which they were made.
    None(Vec<Candidate>),
    /// The work was done, and there is no answer yet.
    NotYet,
}

impl Asked {
    /// Tells the solver a puzzle; none if pruning shows that it has no solution.
    pub(super) fn new(puzzle: &Puzzle, stop: &Stop) -> Option<Asked> {
        let left = prune(puzzle)?;
        let said = Sat::default().say(Cow::Owned(left.clone()));
        let solver = tell(&said, &[], stop).map(|(solver, _)| solver);
        Some(Asked { left, said, solver, stop: stop.clone() })
    }

    /// Whether there is a solution with all of these candidates. The work is counted in "ticks" of the solver, of which a second
    /// has some ten millions.
    pub(super) fn ask(&mut self, assumed: &[Candidate], work: Option<u32>) -> Result<Reply, Failure> {
        if let Some(impossible) =
            assumed.iter().find(|candidate| !self.left.allowed(candidate.cell).contains(candidate.digit))
        {
            return Ok(Reply::None(vec![*impossible]));
        }
        let lits: Vec<Option<i32>> = assumed.iter().map(|candidate| self.x(*candidate)).collect();
        let Some(solver) = self.solver.as_mut().filter(|_| !self.stop.is_set()) else { return Err(Failure::Stopped) };
        let work = work.map_or(i32::MAX, |work| i32::try_from(work).unwrap_or(i32::MAX));
        // The largest number is no limit.
        assert!(solver.limit("ticks", if work == i32::MAX { -1 } else { work }), "CaDiCaL can limit ticks");
        lits.iter().flatten().for_each(|lit| solver.assume(*lit));
        match solver.solve() {
            Status::SATISFIABLE => Ok(Reply::Solution(self.grid())),
            Status::UNSATISFIABLE => {
                let failed = lits.iter().map(|lit| lit.is_some_and(|lit| solver.failed(lit)));
                Ok(Reply::None(assumed.iter().zip(failed).filter(|(_, failed)| *failed).map(|(lit, _)| *lit).collect()))
            }
            Status::UNKNOWN if self.stop.is_set() => Err(Failure::Stopped),
            Status::UNKNOWN => Ok(Reply::NotYet),
        }
    }

    /// Never gives this solution again.
    pub(super) fn forbid(&mut self, solution: &Grid) {
        let differs = |(cell, digit)| Some(-self.x(Candidate::new(cell, digit))?);
        let clause: Vec<i32> = solution.filled().filter_map(differs).collect();
        if let Some(solver) = &mut self.solver {
            solver.clause6(&clause);
        }
    }

    /// The literal of a candidate; none if the candidate is settled.
    fn x(&self, candidate: Candidate) -> Option<i32> {
        self.said.x(candidate).map(|x: Var| x.positive().to_dimacs())
    }

    /// The solution that the solver found.
    fn grid(&mut self) -> Grid {
        let mut grid = self.left.givens().clone();
        for cell in self.left.board().cells().filter(|cell| self.left.givens().get(*cell).is_none()) {
            let is_true =
                |solver: &mut CaDiCal, x: Option<Var>| x.is_some_and(|x| solver.val(x.positive().to_dimacs()) > 0);
            let solver = self.solver.as_mut().expect("it has answered");
            let digits = self.left.allowed(cell);
            grid.set(cell, digits.iter().find(|digit| is_true(solver, self.said.x(Candidate::new(cell, *digit)))));
        }
        grid
    }
}
