//! Lazily computed true candidates: which candidates occur in some solution of a position.
//!
//! Nested forcing chains assume false candidates only. Which ones are false is computed late, if at all, because most
//! positions need no nested step. The solver runs once for a position with one solution. With several solutions it runs
//! again for each queried candidate that no solution seen so far contains.

use std::cell::RefCell;

use qedoku_puzzle::{Answer, Candidate};

use super::Position;
use super::braids::ConstraintTables;

/// The true candidates of one position, computed on the first query.
pub(crate) struct LazyTrueCandidates {
    position: Position,
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
    pub(crate) fn new(position: &Position) -> LazyTrueCandidates {
        LazyTrueCandidates { position: position.clone(), found: RefCell::new(None) }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Whether no solution contains this candidate.
    pub(crate) fn is_false(&self, tables: &ConstraintTables, candidate: u16) -> bool {
        let mut found = self.found.borrow_mut();
        let found = found.get_or_insert_with(|| {
            let mut is_true = vec![false; tables.candidate_count()];
            let answer = qedoku_solve::solve(&self.position.to_puzzle());
            mark(&answer, &mut is_true);
            FoundCandidates { is_true, is_complete: !matches!(answer, Answer::Many(..)) }
        });
        if !found.is_true[usize::from(candidate)] && !found.is_complete {
            let mut with_candidate = self.position.clone();
            with_candidate.place(tables.candidate(candidate));
            mark(&qedoku_solve::solve(&with_candidate.to_puzzle()), &mut found.is_true);
        }
        !found.is_true[usize::from(candidate)]
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
