//! Failed-assumption cores by unit propagation alone: candidates that cannot all be true, found without search.
//!
//! The counterpart of the failed assumptions of a SAT solver (N. Eén, N. Sörensson: Temporal induction by incremental
//! SAT solving. ENTCS 89(4), 2003), for conflicts that singles find. It takes some 60 µs on 16x16 and is incomplete: without a
//! conflict the candidates may still be incompatible.

use qedoku_proof::CandidateLit;
use qedoku_puzzle::{Board, Candidate, Puzzle};

use super::assignment::{Assignment, Conflict, Reason};
use super::trail::Trail;

/// Finds cores of sets of candidates on one puzzle. The trail is reused: each call backtracks to the root level.
#[derive(Clone)]
pub struct AssumptionCores {
    board: Board,
    trail: Trail,
    /// The constraints in which the puzzle leaves one candidate, or a constraint in which it leaves none.
    initial_units: Result<Vec<usize>, Conflict>,
    /// Buffer of conflict analysis.
    antecedents: Vec<CandidateLit>,
}

impl AssumptionCores {
    /// Assigns the candidates that the puzzle eliminates.
    pub fn new(puzzle: &Puzzle) -> AssumptionCores {
        let board = puzzle.board();
        let mut assignment = Assignment::new(board, Vec::new());
        for cell in board.cells() {
            for digit in board.digits().filter(|digit| !puzzle.allowed(cell).contains(*digit)) {
                let eliminated = !CandidateLit::positive(board, cell, digit);
                assignment.assign(eliminated, Reason::Axiom).expect("negative literals do not conflict");
            }
        }
        let mut trail = Trail::new(board, assignment);
        let initial_units = trail.count_assigned();
        AssumptionCores { board, trail, initial_units, antecedents: Vec::new() }
    }

    /// Candidates among the assumptions from which unit propagation derives a conflict, in the order of the assumptions;
    /// `None` if there is no conflict. The core is not minimal.
    ///
    /// Literals are propagated breadth first, which keeps implication chains short and cores small.
    pub fn find(&mut self, assumptions: &[Candidate]) -> Option<Vec<Candidate>> {
        let Ok(initial_units) = &self.initial_units else { return Some(Vec::new()) };
        let (board, root_len) = (self.board, self.trail.literals().len());
        let lits = assumptions.iter().map(|assumed| CandidateLit::positive(board, assumed.cell, assumed.digit));
        let conflict = self.trail.assume(lits).and_then(|()| self.trail.apply_and_propagate(initial_units)).err();
        let core = conflict.map(|conflict| {
            let conflict = self.trail.earliest_empty_constraint().unwrap_or(conflict);
            self.trail.assignment.analyze_conflict(conflict, root_len, |_| &[], &mut self.antecedents);
            let failed = self.trail.assignment.learnt_clause(conflict, &self.antecedents);
            failed.iter().map(|lit| Candidate::from_index(board, lit.index())).collect()
        });
        self.trail.backtrack(0);
        core
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::{Cell, Digit};

    fn candidate(row: usize, column: usize, digit: usize) -> Candidate {
        Candidate::new(Cell::new(row - 1, column - 1), Digit::new(digit).unwrap())
    }

    #[test]
    fn a_core_names_only_the_assumptions_of_the_conflict() {
        let mut cores = AssumptionCores::new(&Puzzle::new(qedoku_puzzle::Grid::empty(Board::of_side(4).unwrap())));
        // 1, 2, 3 in row 1 and 4 in column 4 leave no digit for r1c4; r4c2 is not involved.
        let involved = [candidate(1, 1, 1), candidate(1, 2, 2), candidate(1, 3, 3), candidate(3, 4, 4)];
        let assumptions = [involved[0], involved[1], involved[2], candidate(4, 2, 1), involved[3]];
        // The trail is reused, so the second call finds the same core.
        for _ in 0..2 {
            assert_eq!(cores.find(&assumptions), Some(involved.to_vec()));
            assert_eq!(cores.find(&assumptions[..4]), None);
        }
        // Two equal digits in a row: the second assumption is false when it is made.
        assert_eq!(
            cores.find(&[involved[0], candidate(4, 1, 3), candidate(1, 4, 1)]),
            Some(vec![involved[0], candidate(1, 4, 1)])
        );
    }

    #[test]
    fn a_puzzle_without_candidates_in_a_cell_has_the_empty_core() {
        let board = Board::of_side(4).unwrap();
        let mut allowed = vec![qedoku_puzzle::DigitSet::all(4); 16];
        allowed[5] = qedoku_puzzle::DigitSet::EMPTY;
        let mut cores = AssumptionCores::new(&Puzzle::with_candidates(board, allowed));
        assert_eq!(cores.find(&[candidate(1, 1, 1)]), Some(Vec::new()));
    }

    #[test]
    fn an_assumption_that_the_puzzle_eliminates_is_a_core_alone() {
        let board = Board::of_side(4).unwrap();
        let mut allowed = vec![qedoku_puzzle::DigitSet::all(4); 16];
        allowed[0].remove(Digit::new(1).unwrap());
        let mut cores = AssumptionCores::new(&Puzzle::with_candidates(board, allowed));
        assert_eq!(cores.find(&[candidate(2, 2, 3), candidate(1, 1, 1)]), Some(vec![candidate(1, 1, 1)]));
    }
}
