//! Inference kernel: unit propagation over exactly-one constraints under nested assumptions.
//!
//! This is the one place where conclusions are drawn that certificates and explanations depend on. The state is a partial
//! assignment of the variables x(c,d), "cell c holds digit d", and a stack of assumptions, as in natural deduction:
//!
//! ```text
//!   depth 0      puzzle         | r1c1=1  ¬r1c2=1  ¬r1c3=1 ...      trail: literals in the order of assignment
//!   depth 1      assume l1      | l1 ...                            each scope remembers where its part begins
//!   depth 2      assume l2      | l2 ...  conflict
//! ```
//!
//! Inference rules. Let P be the puzzle and A the open assumptions:
//!
//! 1. *Axioms*: the givens are true; candidates eliminated in the input are false.
//! 2. *At most one* (automatic): a true x(c,d) makes false every other candidate of the cell c, and d in every other cell of
//!    the houses of c.
//! 3. *At least one* ([`Kernel::apply_exactly_one`], on request): if all candidates of an exactly-one constraint are false but
//!    one, and that one is unassigned, it is true; if all are false, that is a conflict.
//! 4. *Unit clause* (on request): the same for a clause that the caller has derived.
//! 5. *Assumption* ([`Kernel::assume`]): opens a scope in which a literal is true. A literal that is already false is a conflict.
//! 6. *Reductio ad absurdum* ([`Kernel::discharge`]): if P, A and the last assumption l are in conflict, ¬l holds under P and A.
//!    Nothing else leaves a scope: [`Kernel::retract`] forgets all of it.
//!
//! Soundness invariant: a literal assigned at depth i is true in every solution of P (and of the clauses of rule 4) in which
//! the first i assumptions hold; after a conflict at depth i there is no such solution.
//!
//! Propagation invariant: every peer of a true candidate is false. A second true candidate of a constraint therefore shows up
//! as an assignment to a literal that is already false, and rule 2 needs no conflict check of its own.
//!
//! Rules 3 and 4 are applied to the constraint that the caller names, never to a fixpoint: a certificate is checked in time
//! linear in its hints, and an explanation must follow from the constraints that it shows.

use std::error::Error;
use std::fmt;

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Cell, DigitSet, ExactlyOne, Grid, Puzzle};

use crate::CandidateLit;

/// A partial assignment of the candidates of a puzzle, under nested assumptions.
#[derive(Clone, Debug)]
pub struct Kernel {
    board: Board,
    tables: &'static HouseTables,
    /// The value of each variable; `None` if unassigned.
    values: Vec<Option<bool>>,
    /// The assigned variables in the order of their assignment.
    trail: Vec<u32>,
    /// The open assumptions, each with the length of the trail before it.
    scopes: Vec<(CandidateLit, usize)>,
    /// The depth of the conflict: it depends on this many of the open assumptions.
    conflict_depth: Option<usize>,
}

/// The conclusion from a constraint or a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inference {
    /// Unit: this was the last literal that was not false; it is true now.
    Implied(CandidateLit),
    /// Falsified: all literals are false.
    Conflict,
}

/// The clause is neither unit nor falsified (two literals are open or one is true), or there is a conflict already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NotUnitError;

/// There is no conflict, or no assumption to discharge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NoConflictError;

impl Kernel {
    /// Assigns the givens and the eliminations of the puzzle. Givens that contradict each other are a conflict at depth 0.
    pub fn new(puzzle: &Puzzle) -> Kernel {
        let mut kernel = Kernel::from_placed(puzzle.givens());
        if puzzle.has_eliminations() {
            kernel.eliminate_all_but(|cell| puzzle.allowed(cell));
        }
        kernel
    }

    /// Assigns the placed digits, and eliminates everything but the candidates. A cell with a single candidate is not placed
    /// by that: the caller has to apply its constraint.
    pub fn from_candidates(placed: &Grid, candidates: impl Fn(Cell) -> DigitSet) -> Kernel {
        let mut kernel = Kernel::from_placed(placed);
        kernel.eliminate_all_but(candidates);
        kernel
    }

    fn from_placed(placed: &Grid) -> Kernel {
        let board = placed.board();
        let (tables, values) = (HouseTables::of(board), vec![None; board.cell_count() * board.side()]);
        let trail = Vec::with_capacity(values.len());
        let mut kernel = Kernel { board, tables, values, trail, scopes: Vec::new(), conflict_depth: None };
        for (cell, digit) in placed.filled() {
            kernel.assign(CandidateLit::positive(board, cell, digit));
        }
        kernel
    }

    fn eliminate_all_but(&mut self, candidates: impl Fn(Cell) -> DigitSet) {
        let board = self.board;
        for cell in board.cells() {
            let allowed = candidates(cell);
            for digit in board.digits().filter(|digit| !allowed.contains(*digit)) {
                self.assign(!CandidateLit::positive(board, cell, digit));
            }
        }
    }

    /// The geometry.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The value of the literal, or `None` if it is unassigned.
    #[inline]
    pub fn value(&self, lit: CandidateLit) -> Option<bool> {
        self.values[lit.index()].map(|value| value == lit.is_positive())
    }

    /// The number of open assumptions.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Whether the puzzle and the open assumptions are in conflict.
    #[inline]
    pub fn has_conflict(&self) -> bool {
        self.conflict_depth.is_some()
    }

    /// Opens a scope in which the literal is true. It is in conflict if the literal is already false.
    pub fn assume(&mut self, lit: CandidateLit) {
        self.scopes.push((lit, self.trail.len()));
        self.assign(lit);
    }

    /// Closes the innermost scope, which must be in conflict, and assigns the negation of its assumption. Returns the negation.
    pub fn discharge(&mut self) -> Result<CandidateLit, NoConflictError> {
        if self.conflict_depth.is_none() {
            return Err(NoConflictError);
        }
        let refuted = !self.retract().ok_or(NoConflictError)?;
        self.assign(refuted);
        Ok(refuted)
    }

    /// Closes the innermost scope and undoes its assignments. Returns its assumption, or `None` at depth 0.
    pub fn retract(&mut self) -> Option<CandidateLit> {
        let (assumption, trail_length) = self.scopes.pop()?;
        for index in self.trail.drain(trail_length..) {
            self.values[index as usize] = None;
        }
        // A conflict that depends on fewer assumptions stays.
        self.conflict_depth = self.conflict_depth.filter(|depth| *depth <= self.scopes.len());
        Some(assumption)
    }

    /// Propagates an exactly-one constraint: one of its candidates is true. (Its at-most-one half is propagated already.)
    pub fn apply_exactly_one(&mut self, constraint: ExactlyOne) -> Result<Inference, NotUnitError> {
        let (index, side, tables) = (constraint.index(self.board), self.board.side(), self.tables);
        match index.checked_sub(side * side) {
            None => self.apply_clause((0..side).map(|digit| CandidateLit::from_index(index * side + digit))),
            Some(house_digit) => {
                let (cells, digit) = (tables.cells_of(house_digit / side).iter(), house_digit % side);
                self.apply_clause(cells.map(|cell| CandidateLit::from_index(usize::from(*cell) * side + digit)))
            }
        }
    }

    /// Propagates a clause that the caller has derived by an argument of its own, such as the clause of a deadly pattern in
    /// a puzzle with exactly one solution. What follows then depends on that argument too.
    pub fn apply_derived_clause(
        &mut self,
        clause: impl Iterator<Item = CandidateLit>,
    ) -> Result<Inference, NotUnitError> {
        self.apply_clause(clause)
    }

    /// Propagates a clause. The caller guarantees that it was derived from the puzzle and assumptions that are open.
    #[inline]
    pub(crate) fn apply_clause(
        &mut self,
        clause: impl Iterator<Item = CandidateLit>,
    ) -> Result<Inference, NotUnitError> {
        if self.has_conflict() {
            return Err(NotUnitError);
        }
        let mut open = None;
        for lit in clause {
            match self.value(lit) {
                Some(false) => {}
                None if open.is_none() => open = Some(lit),
                _ => return Err(NotUnitError),
            }
        }
        let Some(lit) = open else {
            self.conflict_depth = Some(self.depth());
            return Ok(Inference::Conflict);
        };
        self.assign(lit);
        Ok(Inference::Implied(lit))
    }

    /// Makes the literal true in the innermost scope; a conflict if it is false.
    fn assign(&mut self, lit: CandidateLit) {
        match self.value(lit) {
            Some(true) => {}
            // The first conflict counts: it depends on the fewest assumptions.
            Some(false) => self.conflict_depth = self.conflict_depth.or(Some(self.depth())),
            None if lit.is_positive() => self.set_true(lit.index()),
            None => self.set_false(lit.index()),
        }
    }

    /// Makes an unassigned variable true and propagates the at-most-one constraints of its cell and houses.
    fn set_true(&mut self, var: usize) {
        let (side, tables) = (self.board.side(), self.tables);
        let (cell, digit) = (var / side, var % side);
        self.values[var] = Some(true);
        self.trail.push(var as u32);
        for other in cell * side..(cell + 1) * side {
            self.set_false(other);
        }
        for house in tables.houses_of(cell) {
            for peer in tables.cells_of(house) {
                self.set_false(usize::from(*peer) * side + digit);
            }
        }
    }

    /// Makes a variable false if it is unassigned. A true one is the variable being propagated (propagation invariant).
    #[inline]
    fn set_false(&mut self, var: usize) {
        if self.values[var].is_none() {
            self.values[var] = Some(false);
            self.trail.push(var as u32);
        }
    }
}

impl fmt::Display for NotUnitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the clause is neither unit nor falsified")
    }
}

impl Error for NotUnitError {}

impl fmt::Display for NoConflictError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the assumption is not in conflict")
    }
}

impl Error for NoConflictError {}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::rng::Rng;
    use qedoku_puzzle::{Candidate, DigitSet, Grid, oracle};
    use std::ops::ControlFlow;

    fn kernel(puzzle: &str) -> Kernel {
        Kernel::new(&puzzle.parse().unwrap())
    }

    fn x(kernel: &Kernel, candidate: &str) -> CandidateLit {
        CandidateLit::from_index(candidate.parse::<Candidate>().unwrap().index(kernel.board()))
    }

    fn cell(kernel: &Kernel, index: usize) -> ExactlyOne {
        ExactlyOne::Cell(kernel.board().cell(index))
    }

    #[test]
    fn givens_are_true_and_their_peers_are_false() {
        let kernel = kernel("1...............");
        let value = |candidate| kernel.value(x(&kernel, candidate));
        assert_eq!(value("r1c1=1"), Some(true));
        for candidate in ["r1c1=2", "r1c4=1", "r4c1=1", "r2c2=1"] {
            assert_eq!(value(candidate), Some(false), "{candidate}");
        }
        for candidate in ["r1c2=2", "r3c3=1", "r2c3=1"] {
            assert_eq!(value(candidate), None, "{candidate}");
        }
        assert_eq!(kernel.value(!x(&kernel, "r1c4=1")), Some(true));
        assert!(!kernel.has_conflict());
    }

    #[test]
    fn contradictory_givens_are_a_conflict() {
        for givens in ["11..............", "1...1...........", "1....1.........."] {
            assert!(kernel(givens).has_conflict(), "{givens}");
        }
    }

    #[test]
    fn candidates_eliminated_in_the_input_are_false() {
        let board = Board::of_side(4).unwrap();
        let mut allowed = vec![DigitSet::all(4); 16];
        allowed[1] = board.digits().take(2).collect();
        let mut kernel = Kernel::new(&Puzzle::with_candidates(board, allowed));
        assert_eq!(kernel.value(x(&kernel, "r1c2=3")), Some(false));
        kernel.assume(x(&kernel, "r1c1=1"));
        assert_eq!(kernel.apply_exactly_one(cell(&kernel, 1)), Ok(Inference::Implied(x(&kernel, "r1c2=2"))));
    }

    #[test]
    fn a_single_candidate_is_placed_only_by_its_constraint() {
        let board = Board::of_side(4).unwrap();
        let mut placed = Grid::empty(board);
        placed.set(board.cell(0), board.digits().next());
        let candidates = |cell| board.digits().skip(if cell == board.cell(6) { 3 } else { 0 }).collect();
        let mut kernel = Kernel::from_candidates(&placed, candidates);
        let [one, three, four] = ["r1c1=1", "r2c3=3", "r2c3=4"].map(|candidate| x(&kernel, candidate));
        assert_eq!([one, three, four].map(|lit| kernel.value(lit)), [Some(true), Some(false), None]);
        assert_eq!(kernel.apply_exactly_one(cell(&kernel, 6)), Ok(Inference::Implied(four)));
        assert_eq!(kernel.value(four), Some(true));
    }

    #[test]
    fn errors_name_the_condition_that_does_not_hold() {
        let mut kernel = kernel("1...............");
        let not_unit = kernel.apply_exactly_one(cell(&kernel, 1)).unwrap_err();
        assert_eq!(not_unit.to_string(), "the clause is neither unit nor falsified");
        assert_eq!(kernel.discharge().unwrap_err().to_string(), "the assumption is not in conflict");
    }

    #[test]
    fn applying_constraints_one_by_one_fills_the_grid() {
        let mut kernel = kernel("4...3..2...4..2.");
        let mut open: Vec<ExactlyOne> = ExactlyOne::all(kernel.board()).collect();
        let mut placed = 0;
        loop {
            let before = open.len();
            open.retain(|constraint| match kernel.apply_exactly_one(*constraint) {
                Ok(Inference::Implied(lit)) => {
                    assert_eq!(kernel.value(lit), Some(true));
                    placed += 1;
                    false
                }
                Ok(Inference::Conflict) => panic!("the puzzle has a solution"),
                Err(NotUnitError) => true,
            });
            if open.len() == before {
                break;
            }
        }
        assert_eq!(placed, 11);
        let solution: Puzzle = "4231314223141423".parse().unwrap();
        for (cell, digit) in solution.givens().filled() {
            assert_eq!(kernel.value(CandidateLit::positive(kernel.board(), cell, digit)), Some(true));
        }
    }

    #[test]
    fn discharging_needs_a_conflict_and_leaves_only_the_negated_assumption() {
        let mut kernel = kernel("12..............");
        assert_eq!(kernel.discharge(), Err(NoConflictError));
        let three = x(&kernel, "r2c3=3");
        kernel.assume(three);
        assert_eq!(kernel.discharge(), Err(NoConflictError));
        let before = kernel.trail.len();
        kernel.assume(x(&kernel, "r1c3=4"));
        assert_eq!(kernel.apply_exactly_one(cell(&kernel, 3)), Ok(Inference::Conflict));
        assert_eq!(kernel.apply_exactly_one(cell(&kernel, 2)), Err(NotUnitError), "no inference after a conflict");
        assert_eq!(kernel.discharge(), Ok(!x(&kernel, "r1c3=4")));
        assert_eq!((kernel.depth(), kernel.trail.len()), (1, before + 1));
        assert_eq!(kernel.apply_exactly_one(cell(&kernel, 2)), Ok(Inference::Conflict));
        assert_eq!(kernel.discharge(), Ok(!three));
        assert_eq!((kernel.value(three), kernel.has_conflict()), (Some(false), false));
        assert_eq!(kernel.discharge(), Err(NoConflictError), "no open scope");
    }

    #[test]
    fn a_second_true_candidate_in_a_constraint_is_a_conflict() {
        let mut kernel = kernel("................");
        for other in ["r1c1=2", "r1c4=1", "r3c1=1", "r2c2=1"] {
            kernel.assume(x(&kernel, "r1c1=1"));
            kernel.assume(x(&kernel, other));
            assert!(kernel.has_conflict(), "{other}");
            assert_eq!(kernel.discharge(), Ok(!x(&kernel, other)));
            assert_eq!((kernel.has_conflict(), kernel.retract()), (false, Some(x(&kernel, "r1c1=1"))));
        }
        assert!(kernel.trail.is_empty());
    }

    #[test]
    fn a_conflict_stays_until_the_scope_it_depends_on_is_closed() {
        let mut kernel = kernel("................");
        kernel.assume(x(&kernel, "r1c1=1"));
        kernel.assume(!x(&kernel, "r1c1=1"));
        kernel.assume(x(&kernel, "r4c4=4"));
        assert!(kernel.has_conflict());
        assert_eq!(kernel.discharge(), Ok(!x(&kernel, "r4c4=4")));
        assert!(kernel.has_conflict());
        assert_eq!(kernel.discharge(), Ok(x(&kernel, "r1c1=1")));
        assert!(!kernel.has_conflict());
        assert_eq!(kernel.retract(), Some(x(&kernel, "r1c1=1")));
        assert_eq!((kernel.retract(), kernel.trail.len()), (None, 0));
    }

    /// Soundness under random calls: a literal assigned at depth 0 is true in every solution.
    #[test]
    fn no_sequence_of_calls_assigns_a_literal_that_some_solution_contradicts() {
        let puzzle: Puzzle = "1....2....3.....".parse().unwrap();
        let (board, mut solutions) = (puzzle.board(), Vec::new());
        oracle::solutions(&puzzle, |grid: &Grid| {
            solutions.push(grid.clone());
            ControlFlow::Continue(())
        });
        let holds = |lit: CandidateLit, grid: &Grid| {
            let Candidate { cell, digit } = Candidate::from_index(board, lit.index());
            (grid.get(cell) == Some(digit)) == lit.is_positive()
        };
        let mut rng = Rng::new(7, 0);
        let mut discharged = 0;
        for _ in 0..200 {
            let mut kernel = Kernel::new(&puzzle);
            for _ in 0..300 {
                match rng.below(10) {
                    0 => drop(kernel.retract()),
                    1 | 2 => discharged += usize::from(kernel.discharge().is_ok()),
                    3 => {
                        let lit = CandidateLit::from_index(rng.below(64));
                        kernel.assume(if rng.below(3) == 0 { lit } else { !lit });
                    }
                    _ => drop(kernel.apply_exactly_one(ExactlyOne::from_index(board, rng.below(64)).unwrap())),
                }
            }
            while kernel.retract().is_some() {}
            assert!(!kernel.has_conflict());
            for lit in (0..64).map(CandidateLit::from_index) {
                let assigned = kernel.value(lit).map(|value| if value { lit } else { !lit });
                assert!(assigned.is_none_or(|lit| solutions.iter().all(|grid| holds(lit, grid))), "{assigned:?}");
            }
        }
        assert!(solutions.len() > 1 && discharged > 1000, "{} {discharged}", solutions.len());
    }
}
