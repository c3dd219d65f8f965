//! What is so in the end.

use std::cell::RefCell;

use qedoku_puzzle::{Answer, Candidate};

use super::Position;
use super::braids::ConstraintTables;

/// Which candidates of a position are false. A solver is asked when it is first needed.
pub(crate) struct Truth {
    position: Position,
    /// The candidates that some solution has, as far as solutions were seen; and whether these are all.
    seen: RefCell<Option<(Vec<bool>, bool)>>,
}

impl Truth {
    pub(crate) fn new(position: &Position) -> Truth {
        Truth { position: position.clone(), seen: RefCell::new(None) }
    }

    /// The position that it is about.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Whether no solution has this candidate.
    pub(crate) fn is_false(&self, tables: &ConstraintTables, candidate: u16) -> bool {
        let mut seen = self.seen.borrow_mut();
        let (possible, complete) = seen.get_or_insert_with(|| {
            let mut possible = vec![false; tables.candidate_count()];
            let answer = qedoku_solve::solve(&self.position.to_puzzle());
            mark(&answer, &mut possible);
            (possible, !matches!(answer, Answer::Many(..)))
        });
        if !possible[usize::from(candidate)] && !*complete {
            let mut with = self.position.clone();
            with.place(tables.candidate(candidate));
            mark(&qedoku_solve::solve(&with.to_puzzle()), possible);
        }
        !possible[usize::from(candidate)]
    }
}

/// Takes note of the candidates of solutions.
fn mark(answer: &Answer, possible: &mut [bool]) {
    for grid in answer.solutions() {
        for (cell, digit) in grid.filled() {
            possible[Candidate::new(cell, digit).index(grid.board())] = true;
        }
    }
}
