//! Diagnosis of a puzzle: the steps of a unique solution, a core of an unsolvable puzzle, or the ambiguity of several solutions.

use qedoku_puzzle::{Answer, Puzzle};
use qedoku_solve::{SolveError, Solver};

use super::ambiguity::{Ambiguity, find_ambiguity};
use super::explainer::{Explainer, Explanation};
use super::position::Position;
use super::unsat_core::{UnsatCore, find_unsat_core};

/// Diagnosis of a puzzle: the reason why it has one solution, none or many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Diagnosis {
    /// One solution: the steps that lead to it.
    Unique(Explanation),
    /// No solution: a core of the givens, and the steps from these givens alone to the contradiction.
    Unsatisfiable(UnsatCore, Explanation),
    /// Several solutions: where they differ, and which givens would decide between them.
    Ambiguous(Ambiguity),
}

impl Explainer {
    /// Diagnoses a puzzle on a board that [`Explainer::supports`].
    pub fn diagnose(&mut self, puzzle: &Puzzle, solver: &Solver) -> Result<Diagnosis, SolveError> {
        const SAME_ANSWER: &str = "the analysis finds the same number of solutions as the solver";
        Ok(match solver.solve(puzzle)? {
            Answer::One(_) => Diagnosis::Unique(self.explain(puzzle)?),
            Answer::None => {
                let core = find_unsat_core(puzzle, &solver.interrupt)?.expect(SAME_ANSWER);
                let explanation = self.explain(&core.reduced(puzzle))?;
                Diagnosis::Unsatisfiable(core, explanation)
            }
            Answer::Many(..) => Diagnosis::Ambiguous(find_ambiguity(puzzle, &solver.interrupt)?.expect(SAME_ANSWER)),
        })
    }
}

impl Diagnosis {
    /// The position from which its steps start: for an unsolvable puzzle, the givens of the core only.
    pub fn start(&self, puzzle: &Puzzle) -> Position {
        match self {
            Diagnosis::Unsatisfiable(core, _) => Position::new(&core.reduced(puzzle)),
            Diagnosis::Unique(_) | Diagnosis::Ambiguous(_) => Position::new(puzzle),
        }
    }
}
