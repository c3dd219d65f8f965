//! The whole story of a puzzle: how it is solved, or why it cannot be, or not in one way only.

use qedoku_puzzle::{Answer, Puzzle};

use super::ambiguous::{Ambiguous, ambiguous};
use super::impossible::{Impossible, impossible};
use super::path::{Explainer, Explanation};
use super::position::Position;
use qedoku_solve::{SolveError, Solver};

/// Why a puzzle has the answer that it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Account {
    /// One solution: the steps that lead to it.
    One(Explanation),
    /// No solution: givens that clash, and the steps from these givens alone to the contradiction.
    None(Impossible, Explanation),
    /// Several solutions: where they differ, and what would decide between them.
    Many(Ambiguous),
}

impl Explainer {
    /// Why the puzzle has the answer that it has. The board is one that [`Explainer::covers`].
    pub fn account(&mut self, puzzle: &Puzzle, solver: &Solver) -> Result<Account, SolveError> {
        const SAME: &str = "whether there is a solution does not change";
        Ok(match solver.answer(puzzle)? {
            Answer::One(_) => Account::One(self.explain(puzzle)),
            Answer::None => {
                let why = impossible(puzzle, &solver.interrupt)?.expect(SAME);
                let steps = self.explain(&why.reduced(puzzle));
                Account::None(why, steps)
            }
            Answer::Many(..) => Account::Many(ambiguous(puzzle, &solver.interrupt)?.expect(SAME)),
        })
    }
}

impl Account {
    /// The position that its steps start from.
    pub fn start(&self, puzzle: &Puzzle) -> Position {
        match self {
            Account::None(why, _) => Position::new(&why.reduced(puzzle)),
            Account::One(_) | Account::Many(_) => Position::new(puzzle),
        }
    }
}
