//! Unit propagation over exactly-one constraints and blocking clauses, with decision levels.
//!
//! The constraints are not stored as clauses. [`Assignment`] propagates at-most-one; [`Trail`] counts for each
//! constraint the candidates that are not false, and for each blocking clause the literals that are not false. A count
//! of one is a unit clause, a count of zero a conflict. A false candidate costs four decrements, its backtracking four
//! increments; a constraint is read only when its count falls to one. So even 144x144, with 854 million clauses in CNF,
//! is propagated in little memory.
//!
//! ```text
//!   trail   | givens and consequences | decision, consequences | decision, consequences   not yet propagated |
//!           0                         levels[0]                levels[1]                ^ propagated
//! ```
//!
//! Invariant: the counts reflect exactly the literals before `propagated`. Literals are propagated in the order of
//! assignment (breadth first), so the consequences of the givens come first and most reasons lead straight to them;
//! this keeps proofs short.

use qedoku_proof::CandidateLit;
use qedoku_puzzle::{Board, Digit, Grid, Puzzle};

use super::assignment::{Assignment, Conflict, Reason, unit_axioms};

/// Assignment with decision levels, closed under unit propagation unless the last call ended in a conflict.
#[derive(Clone)]
pub struct Trail {
    pub(crate) assignment: Assignment,
    board: Board,
    /// Number of literals of the trail that are propagated.
    propagated: usize,
    /// Number of candidates of each constraint that are not false.
    open_counts: Vec<u8>,
    /// Length of the trail at each decision.
    levels: Vec<usize>,
    /// Number of literals of each blocking clause that are not false.
    blocking_open_counts: Vec<usize>,
}

impl Trail {
    /// A trail whose literals so far are at the root level and not propagated yet.
    pub(crate) fn new(board: Board, assignment: Assignment) -> Trail {
        Trail {
            board,
            propagated: 0,
            open_counts: vec![assignment.side as u8; assignment.constraint_count()],
            levels: Vec::new(),
            blocking_open_counts: assignment.blocking_clauses.iter().map(Vec::len).collect(),
            assignment,
        }
    }

    /// Propagates the givens and eliminations of a puzzle. A conflict shows that it has no solution.
    pub fn of_puzzle(puzzle: &Puzzle) -> (Trail, Result<(), Conflict>) {
        let mut assignment = Assignment::new(puzzle.board(), Vec::new());
        let axioms = unit_axioms(puzzle).into_iter().try_for_each(|lit| assignment.assign(lit, Reason::Axiom));
        let mut trail = Trail::new(puzzle.board(), assignment);
        let result = axioms.and_then(|()| trail.propagate_root());
        (trail, result)
    }

    /// Propagates the literals that were assigned before any decision.
    pub(crate) fn propagate_root(&mut self) -> Result<(), Conflict> {
        self.propagate_blocked_grids()?;
        self.propagate()
    }

    /// The true literals in the order of assignment.
    pub fn literals(&self) -> &[CandidateLit] {
        self.assignment.trail()
    }

    /// The value of a literal, if it is assigned.
    #[inline]
    pub fn value(&self, lit: CandidateLit) -> Option<bool> {
        self.assignment.value(lit)
    }

    /// The digits of the true candidates.
    pub(crate) fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.board);
        for lit in self.assignment.trail().iter().filter(|lit| lit.is_positive()) {
            let (cell, digit) = (lit.index() / self.assignment.side, lit.index() % self.assignment.side);
            grid.set(self.board.cell(cell), Digit::from_index(digit));
        }
        grid
    }

    /// Number of literals at the root level: they depend on no decision.
    pub(crate) fn root_len(&self) -> usize {
        self.levels.first().copied().unwrap_or(self.assignment.trail().len())
    }

    /// The current decision level: the number of decisions.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// The decision that was made at this level; level 0 is the root.
    pub(crate) fn decision(&self, level: usize) -> CandidateLit {
        self.assignment.trail()[self.levels[level]]
    }

    /// The two open candidates of every binary constraint (bivalue cell or bilocal digit), without duplicates.
    pub(crate) fn binary_constraints(&self) -> Vec<[CandidateLit; 2]> {
        let assignment = &self.assignment;
        let pair = |constraint: usize| {
            let mut open =
                assignment.constraint_candidates(constraint).filter(|lit| assignment.value(*lit) != Some(false));
            // At the fixpoint of propagation both are unassigned: a true candidate would have made the other one false.
            Some([open.next()?, open.next()?]).filter(|pair| pair.iter().all(|lit| assignment.value(*lit).is_none()))
        };
        let mut pairs: Vec<[CandidateLit; 2]> = (0..assignment.constraint_count())
            .filter(|constraint| self.open_counts[*constraint] == 2)
            .filter_map(pair)
            .collect();
        // A pair may be both a line and a box constraint.
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The open candidates of every constraint that no candidate satisfies yet.
    pub(crate) fn open_constraints(&self) -> Vec<Vec<CandidateLit>> {
        let open = |constraint| {
            let candidates = self.assignment.constraint_candidates(constraint);
            candidates.filter(|lit| self.value(*lit).is_none()).collect::<Vec<_>>()
        };
        (0..self.assignment.constraint_count()).map(open).filter(|open| !open.is_empty()).collect()
    }

    /// Opens a decision level with an unassigned literal and propagates.
    pub fn decide(&mut self, lit: CandidateLit) -> Result<(), Conflict> {
        self.levels.push(self.assignment.trail().len());
        self.assign(lit, Reason::Decision)
    }

    /// Opens a decision level with several literals, assigned in this order and not propagated yet beyond at-most-one.
    pub(crate) fn assume(&mut self, mut lits: impl Iterator<Item = CandidateLit>) -> Result<(), Conflict> {
        self.levels.push(self.assignment.trail().len());
        lits.try_for_each(|lit| self.assignment.assign(lit, Reason::Decision))
    }

    /// Counts the literals assigned so far, without applying the constraints that have one candidate left. Returns
    /// those constraints in ascending order, or a constraint without a candidate.
    pub(super) fn count_assigned(&mut self) -> Result<Vec<usize>, Conflict> {
        while let Some(&lit) = self.assignment.trail().get(self.propagated) {
            self.propagated += 1;
            self.update_counts(lit, -1);
        }
        match self.open_counts.iter().position(|count| *count == 0) {
            Some(empty) => Err(Conflict::Clause(empty as u64 + 1)),
            None => Ok((0..self.open_counts.len()).filter(|constraint| self.open_counts[*constraint] == 1).collect()),
        }
    }

    /// Applies some constraints, then propagates.
    pub(super) fn apply_and_propagate(&mut self, constraints: &[usize]) -> Result<(), Conflict> {
        for constraint in constraints {
            self.assignment.apply_clause(*constraint as u64 + 1, &[])?;
        }
        self.propagate()
    }

    /// After a conflict: the constraint that lost its last candidate first, in the order of the trail; `None` if no
    /// constraint is empty.
    ///
    /// Propagation notices a conflict as soon as a constraint is read whose last candidate is false already, but not
    /// counted yet. Another constraint may have become empty before, from fewer consequences: its core tends to be smaller.
    pub(super) fn earliest_empty_constraint(&mut self) -> Option<Conflict> {
        // The literal counted last may have left several constraints empty. Before it, none was.
        let mut position = self.propagated.saturating_sub(1);
        loop {
            let lit = *self.assignment.trail().get(position)?;
            if position == self.propagated {
                self.propagated += 1;
                self.update_counts(lit, -1);
            }
            if !lit.is_positive() {
                let constraints = self.constraints_of(lit.index());
                if let Some(empty) = constraints.into_iter().find(|constraint| self.open_counts[*constraint] == 0) {
                    return Some(Conflict::Clause(empty as u64 + 1));
                }
            }
            position += 1;
        }
    }

    /// Undoes all decisions but the first `level`, and their consequences.
    pub fn backtrack(&mut self, level: usize) {
        let len = self.levels[level];
        self.levels.truncate(level);
        for position in len..self.propagated {
            self.update_counts(self.assignment.trail()[position], 1);
        }
        self.assignment.backtrack(len);
        self.propagated = self.propagated.min(len);
    }

    /// Assigns a literal at the current level and propagates.
    pub(crate) fn assign(&mut self, lit: CandidateLit, reason: Reason) -> Result<(), Conflict> {
        self.assignment.assign(lit, reason)?;
        self.propagate()
    }

    /// Unit propagation up to the fixpoint or the first conflict.
    pub(crate) fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(&lit) = self.assignment.trail().get(self.propagated) {
            self.propagated += 1;
            if lit.is_positive() {
                self.update_blocking_counts(lit, -1);
                self.propagate_blocked_grids()?;
            } else {
                self.propagate_false(lit.index())?;
            }
        }
        Ok(())
    }

    /// Adds `change` to the counts of the clauses in which a true literal occurs negated: -1 when it is propagated, 1
    /// when it is undone.
    fn update_counts(&mut self, lit: CandidateLit, change: i8) {
        if lit.is_positive() {
            return self.update_blocking_counts(lit, change);
        }
        for constraint in self.constraints_of(lit.index()) {
            self.open_counts[constraint] = self.open_counts[constraint].wrapping_add_signed(change);
        }
    }

    /// The same for the blocking clauses, which contain the negations of candidates.
    fn update_blocking_counts(&mut self, lit: CandidateLit, change: i8) {
        for (clause, count) in self.assignment.blocking_clauses.iter().zip(&mut self.blocking_open_counts) {
            if clause.binary_search_by_key(&lit.index(), |lit| lit.index()).is_ok() {
                *count = count.wrapping_add_signed(change.into());
            }
        }
    }

    /// The four constraints of a candidate: its cell, and its digit in its row, column and box.
    fn constraints_of(&self, candidate: usize) -> [usize; 4] {
        let side = self.assignment.side;
        let (cell, digit) = (candidate / side, candidate % side);
        let [row, column, block] = self.assignment.tables.houses_of(cell).map(|house| side * (side + house) + digit);
        [cell, row, column, block]
    }

    /// Applies the blocking clauses that have at most one literal left.
    fn propagate_blocked_grids(&mut self) -> Result<(), Conflict> {
        for grid in 0..self.blocking_open_counts.len() {
            if self.blocking_open_counts[grid] <= 1 {
                self.assignment.apply_clause(self.assignment.blocking_clause_id(grid), &[])?;
            }
        }
        Ok(())
    }

    /// Counts a false candidate, and applies those of its constraints that have at most one candidate left.
    fn propagate_false(&mut self, candidate: usize) -> Result<(), Conflict> {
        let constraints = self.constraints_of(candidate);
        for constraint in constraints {
            self.open_counts[constraint] -= 1;
        }
        for constraint in constraints {
            if self.open_counts[constraint] <= 1 {
                self.assignment.apply_clause(constraint as u64 + 1, &[])?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trail(puzzle: &str) -> (Trail, Result<(), Conflict>) {
        Trail::of_puzzle(&puzzle.parse().unwrap())
    }

    /// Asserts that the reason of each literal mentions earlier literals only.
    fn assert_reasons_come_first(assignment: &Assignment) {
        let position = |lit: CandidateLit| assignment.trail().iter().position(|other| *other == lit);
        for (here, lit) in assignment.trail().iter().enumerate() {
            match assignment.reason(*lit) {
                Reason::Decision | Reason::Axiom => {}
                Reason::AtMostOne(candidate) => {
                    assert!(position(CandidateLit::from_index(candidate as usize)).unwrap() < here);
                }
                Reason::Clause(id) => {
                    let clause: Vec<CandidateLit> = assignment.constraint_candidates(id as usize - 1).collect();
                    assert!(clause.contains(lit), "{lit} does not occur in its reason {id}");
                    assert!(
                        clause.iter().all(|other| other == lit || position(!*other).unwrap() < here),
                        "{lit} precedes its reason {id}"
                    );
                }
                Reason::Unit(_) => panic!("there are no steps"),
            }
        }
    }

    #[test]
    fn singles_complete_a_grid_with_reasons_that_lead_back_to_the_givens() {
        let (trail, propagated) = trail("4...3..2...4..2.");
        assert_eq!(propagated, Ok(()));
        assert!(trail.assignment.is_complete());
        assert_eq!(trail.grid().to_string(), "4231314223141423");
        assert_reasons_come_first(&trail.assignment);
    }

    #[test]
    fn conflicting_givens_are_a_conflict_between_axioms() {
        let (trail, propagated) = trail("44..............");
        let Err(Conflict::Falsified(lit, Reason::Axiom)) = propagated else { panic!("{propagated:?}") };
        assert_eq!(trail.assignment.value(lit), Some(false));
    }

    #[test]
    fn backtracking_restores_trail_and_counts() {
        let (mut trail, propagated) = trail("4...3...........");
        assert_eq!(propagated, Ok(()));
        let before = (trail.assignment.trail().to_vec(), trail.open_counts.clone());
        let pairs = trail.binary_constraints();
        assert!(!pairs.is_empty());
        for lit in pairs.into_iter().flatten() {
            let _ = trail.decide(lit);
            assert_reasons_come_first(&trail.assignment);
            trail.backtrack(0);
            assert_eq!((trail.assignment.trail().to_vec(), trail.open_counts.clone()), before, "after {lit}");
        }
    }
}
