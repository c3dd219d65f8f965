//! Lazily computed true candidates: which candidates occur in some solution of a position.
//!
//! Nested forcing chains assume false candidates only. Which ones are false is computed late, if at all, because most
//! positions need no nested step. The solver runs once for a position with one solution. With several solutions it runs
//! again for each queried candidate that no solution seen so far contains.

use std::cell::RefCell;

use qedoku_puzzle::{Answer, Candidate};
use qedoku_solve::{Interrupt, SolveError, Solver};

use super::Position;
use super::braids::ConstraintTables;

/// The true candidates of one position, computed on the first query.
pub(crate) struct LazyTrueCandidates {
    position: Position,
    solver: Solver,
    found: RefCell<Option<FoundCandidates>>,
}

/// Candidates of the solutions seen so far.
struct FoundCandidates {
    /// By candidate id.
    is_true: Vec<bool>,
    /// Whether all solutions have been seen.
    is_complete: bool,
}

impl LazyTrueCandidates {
    pub(crate) fn new(position: &Position, interrupt: &Interrupt) -> LazyTrueCandidates {
        let solver = Solver::default().with_interrupt(interrupt);
        LazyTrueCandidates { position: position.clone(), solver, found: RefCell::new(None) }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Whether it is known that no solution contains this candidate. False if interrupted.
    pub(crate) fn is_false(&self, tables: &ConstraintTables, candidate: u16) -> bool {
        let mut found = self.found.borrow_mut();
        if found.is_none() {
            let Some(answer) = self.solve(&self.position) else { return false };
            let mut is_true = vec![false; tables.candidate_count()];
            mark(&answer, &mut is_true);
            *found = Some(FoundCandidates { is_true, is_complete: !matches!(answer, Answer::Many(..)) });
        }
        let found = found.as_mut().expect("it was just computed");
        if !found.is_true[usize::from(candidate)] && !found.is_complete {
            let mut with_candidate = self.position.clone();
            with_candidate.place(tables.candidate(candidate));
            let Some(answer) = self.solve(&with_candidate) else { return false };
            mark(&answer, &mut found.is_true);
        }
        !found.is_true[usize::from(candidate)]
    }

    /// The answer of the solver; `None` if interrupted.
    fn solve(&self, position: &Position) -> Option<Answer> {
        match self.solver.solve(&position.to_puzzle()) {
            Err(SolveError::Interrupted) => None,
            answer => Some(answer.expect("the built-in engine answers unless it is interrupted")),
        }
    }
}

/// Marks the candidates of the solutions in an answer.
fn mark(answer: &Answer, is_true: &mut [bool]) {
    for grid in answer.solutions() {
        for (cell, digit) in grid.filled() {
            is_true[Candidate::new(cell, digit).index(grid.board())] = true;
        }
    }
}
