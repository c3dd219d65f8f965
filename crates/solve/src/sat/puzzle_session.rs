//! Queries about one puzzle under assumptions: is there a solution with these candidates?
//!
//! The puzzle is encoded once. Each query assumes candidates, so learnt clauses are kept from query to query, and an
//! unsatisfiable query returns the failed assumptions (a core, not necessarily minimal).

use std::borrow::Cow;

use qedoku_encode::{Lit, Var};
use qedoku_puzzle::{Candidate, Grid, Puzzle};

use super::{SatEncoding, SatEngine, SatOption, SatResult, SatSession};
use crate::SolveError;
use crate::problem::SatProblem;
use crate::{Interrupt, preprocess};

/// A SAT session that holds one puzzle.
pub struct PuzzleSession<'p> {
    puzzle: Cow<'p, Puzzle>,
    encoding: SatEncoding<'p>,
    session: SatSession,
    problem_vars: Vec<Var>,
}

/// The result of a query under assumptions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AssumptionResult {
    /// A solution with all assumed candidates.
    Solution(Grid),
    /// There is none. The failed assumptions, in the order in which they were given, already exclude one.
    Unsatisfiable(Vec<Candidate>),
    /// The budget was exhausted first.
    OutOfBudget,
}

impl PuzzleSession<'static> {
    /// Propagates singles and locked candidates and encodes what is left; `None` if that already refutes the puzzle.
    pub fn propagated(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Option<PuzzleSession<'static>>, SolveError> {
        let Some(left) = preprocess::propagate(puzzle) else { return Ok(None) };
        PuzzleSession::new(Cow::Owned(left), &[], interrupt).map(Some)
    }
}

impl<'p> PuzzleSession<'p> {
    /// Encodes a preprocessed puzzle.
    pub fn new(puzzle: Cow<'p, Puzzle>, options: &[SatOption], interrupt: &Interrupt) -> Result<Self, SolveError> {
        let encoding = SatEngine::default().encode(puzzle.clone());
        let (session, max_var) = SatSession::load(&encoding, options, interrupt)?;
        let problem_vars = super::problem_vars(&encoding, max_var);
        Ok(PuzzleSession { puzzle, encoding, session, problem_vars })
    }

    /// Searches for a solution with all of these candidates, within a budget of ticks
    /// (see [`SatSession::solve`]) or without one.
    pub fn solve_assuming(
        &mut self,
        assumptions: &[Candidate],
        ticks: Option<u32>,
    ) -> Result<AssumptionResult, SolveError> {
        if let Some(eliminated) = assumptions.iter().find(|assumption| !self.is_candidate(**assumption)) {
            return Ok(AssumptionResult::Unsatisfiable(vec![*eliminated]));
        }
        // A candidate that is already placed has no variable, and is never to blame.
        let lits: Vec<Option<Lit>> = assumptions.iter().map(|candidate| self.lit(*candidate)).collect();
        for lit in lits.iter().flatten() {
            self.session.assume(*lit);
        }
        match self.session.solve(ticks)? {
            SatResult::Satisfiable => self.decode_model().map(AssumptionResult::Solution),
            SatResult::OutOfBudget => Ok(AssumptionResult::OutOfBudget),
            SatResult::Unsatisfiable => {
                let mut is_failed = |lit: Option<Lit>| lit.is_some_and(|lit| self.session.is_failed(lit));
                let failed = assumptions.iter().zip(lits).filter(|(_, lit)| is_failed(*lit));
                Ok(AssumptionResult::Unsatisfiable(failed.map(|(candidate, _)| *candidate).collect()))
            }
        }
    }

    /// Excludes a solution from all further results.
    pub fn block(&mut self, solution: &Grid) {
        let clause = self.encoding.blocking_clause(solution);
        self.session.add_clause(&clause);
    }

    fn is_candidate(&self, candidate: Candidate) -> bool {
        self.puzzle.allowed(candidate.cell).contains(candidate.digit)
    }

    fn lit(&self, candidate: Candidate) -> Option<Lit> {
        self.encoding.x(candidate).map(Var::positive)
    }

    fn decode_model(&mut self) -> Result<Grid, SolveError> {
        super::decode_model(&self.encoding, &self.problem_vars, &mut self.session)
    }
}
