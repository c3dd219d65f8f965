//! What follows from a puzzle: the one place where conclusions are drawn that must be trusted.
//!
//! The kernel knows the givens and what every player does without thinking: when a candidate is true, the others of its cell
//! are false, and so is its digit elsewhere in its houses. All else it has to be told: which set, or which clause that was
//! shown before, to look at. If all of it is false but one literal, that one is true; if all of it is false, that is a
//! contradiction.
//!
//! Assumptions open scopes, one inside the other. A scope that holds a contradiction can be discharged: the opposite of its
//! assumption is known from there on in the scope around it. Nothing else leaves a scope.
//!
//! Invariant: every peer of a true candidate is false. So a second true candidate in a set shows as one that is false
//! already.

use qedoku_puzzle::tables::Tables;
use qedoku_puzzle::{Board, Cell, DigitSet, Grid, Puzzle, Set};

use crate::Lit;

/// What is known of a puzzle, and what follows from assumptions.
#[derive(Clone, Debug)]
pub struct Kernel {
    board: Board,
    tables: &'static Tables,
    /// For each x of the board whether it is true, if that is known.
    values: Vec<Option<bool>>,
    /// The x's with a value, in the order in which they came by it.
    decided: Vec<u32>,
    /// The assumptions, and how many x's were decided before each.
    scopes: Vec<(Lit, usize)>,
    /// The number of scopes around the contradiction.
    contradiction: Option<usize>,
}

/// What follows when a set or a clause is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consequence {
    /// Its last literal that is not false is true from now on.
    Implied(Lit),
    /// All of it is false.
    Contradiction,
}

/// Nothing new follows: two literals are open, or one is true, or there is a contradiction already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NothingFollows;

/// The innermost scope holds no contradiction, or there is no scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoContradiction;

impl Kernel {
    /// Knows the givens and the candidates that the puzzle came without. Givens that clash are a contradiction at once.
    pub fn new(puzzle: &Puzzle) -> Kernel {
        let mut kernel = Kernel::of(puzzle.givens());
        if puzzle.has_candidates() {
            kernel.rule_out(|cell| puzzle.allowed(cell));
        }
        kernel
    }

    /// Knows the digits that are placed, and that each cell holds one of its candidates. A cell with only one candidate is not
    /// placed by that: the kernel has to be told to look at it.
    pub fn from_candidates(placed: &Grid, candidates: impl Fn(Cell) -> DigitSet) -> Kernel {
        let mut kernel = Kernel::of(placed);
        kernel.rule_out(candidates);
        kernel
    }

    fn of(placed: &Grid) -> Kernel {
        let board = placed.board();
        let (tables, values) = (Tables::of(board), vec![None; board.cell_count() * board.side()]);
        let decided = Vec::with_capacity(values.len());
        let mut kernel = Kernel { board, tables, values, decided, scopes: Vec::new(), contradiction: None };
        for (cell, digit) in placed.filled() {
            kernel.know(Lit::x(board, cell, digit));
        }
        kernel
    }

    fn rule_out(&mut self, candidates: impl Fn(Cell) -> DigitSet) {
        let board = self.board;
        for cell in board.cells() {
            let allowed = candidates(cell);
            for digit in board.digits().filter(|digit| !allowed.contains(*digit)) {
                self.know(!Lit::x(board, cell, digit));
            }
        }
    }

    /// The geometry.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Whether the literal is true or false, if that is known here.
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.index()].map(|value| value == lit.is_positive())
    }

    /// The number of assumptions that are open.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Whether what is known, with the assumptions, is a contradiction.
    #[inline]
    pub fn is_contradiction(&self) -> bool {
        self.contradiction.is_some()
    }

    /// Opens a scope in which the literal is true. One that is known to be false makes a contradiction.
    pub fn assume(&mut self, lit: Lit) {
        self.scopes.push((lit, self.decided.len()));
        self.know(lit);
    }

    /// Closes the innermost scope, which holds a contradiction: the opposite of its assumption is known now, and returned.
    pub fn discharge(&mut self) -> Result<Lit, NoContradiction> {
        if self.contradiction.is_none() {
            return Err(NoContradiction);
        }
        let refuted = !self.abandon().ok_or(NoContradiction)?;
        self.know(refuted);
        Ok(refuted)
    }

    /// Closes the innermost scope, whatever it holds, and forgets what followed there; its assumption, if there is a scope.
    pub fn abandon(&mut self) -> Option<Lit> {
        let (assumed, before) = self.scopes.pop()?;
        for index in self.decided.drain(before..) {
            self.values[index as usize] = None;
        }
        self.contradiction = self.contradiction.filter(|depth| *depth <= self.scopes.len());
        Some(assumed)
    }

    /// Looks at a set: one of its candidates is true.
    pub fn apply_set(&mut self, set: Set) -> Result<Consequence, NothingFollows> {
        let (index, side, tables) = (set.index(self.board), self.board.side(), self.tables);
        match index.checked_sub(side * side) {
            None => self.apply((0..side).map(|digit| Lit::from_index(index * side + digit))),
            Some(place) => {
                let cells = tables.cells_of(place / side).iter();
                self.apply(cells.map(|cell| Lit::from_index(usize::from(*cell) * side + place % side)))
            }
        }
    }

    /// Looks at a clause, one of whose literals is true; that it is so, the caller must have seen.
    #[inline]
    pub(crate) fn apply(&mut self, clause: impl Iterator<Item = Lit>) -> Result<Consequence, NothingFollows> {
        if self.is_contradiction() {
            return Err(NothingFollows);
        }
        let mut open = None;
        for lit in clause {
            match self.value(lit) {
                Some(false) => {}
                None if open.is_none() => open = Some(lit),
                _ => return Err(NothingFollows),
            }
        }
        let Some(lit) = open else {
            self.contradiction = Some(self.depth());
            return Ok(Consequence::Contradiction);
        };
        self.know(lit);
        Ok(Consequence::Implied(lit))
    }

    /// The literal is true in this scope.
    fn know(&mut self, lit: Lit) {
        match self.value(lit) {
            Some(true) => {}
            Some(false) => self.contradiction = self.contradiction.or(Some(self.depth())),
            None if lit.is_positive() => self.set_true(lit.index()),
            None => self.set_false(lit.index()),
        }
    }

    /// A candidate is true: the others of its cell and of its digit in its houses are false.
    fn set_true(&mut self, x: usize) {
        let (side, tables) = (self.board.side(), self.tables);
        let (cell, digit) = (x / side, x % side);
        self.values[x] = Some(true);
        self.decided.push(x as u32);
        for other in cell * side..(cell + 1) * side {
            self.set_false(other);
        }
        for house in tables.houses_of(cell) {
            for peer in tables.cells_of(house) {
                self.set_false(usize::from(*peer) * side + digit);
            }
        }
    }

    /// A candidate is false, unless it has a value.
    #[inline]
    fn set_false(&mut self, x: usize) {
        if self.values[x].is_none() {
            self.values[x] = Some(false);
            self.decided.push(x as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::{Candidate, DigitSet, Grid, oracle};
    use std::ops::ControlFlow;

    fn kernel(puzzle: &str) -> Kernel {
        Kernel::new(&puzzle.parse().unwrap())
    }

    fn x(kernel: &Kernel, candidate: &str) -> Lit {
        Lit::from_index(candidate.parse::<Candidate>().unwrap().index(kernel.board()))
    }

    fn cell(kernel: &Kernel, index: usize) -> Set {
        Set::Cell(kernel.board().cell(index))
    }

    #[test]
    fn givens_are_known_and_what_they_make_false() {
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
        assert!(!kernel.is_contradiction());
    }

    #[test]
    fn givens_that_clash_are_a_contradiction() {
        for clash in ["11..............", "1...1...........", "1....1.........."] {
            assert!(kernel(clash).is_contradiction(), "{clash}");
        }
    }

    #[test]
    fn candidates_that_the_puzzle_came_without_are_false() {
        let board = Board::of_side(4).unwrap();
        let mut allowed = vec![DigitSet::all(4); 16];
        allowed[1] = board.digits().take(2).collect();
        let mut kernel = Kernel::new(&Puzzle::with_candidates(board, allowed));
        assert_eq!(kernel.value(x(&kernel, "r1c2=3")), Some(false));
        kernel.assume(x(&kernel, "r1c1=1"));
        assert_eq!(kernel.apply_set(cell(&kernel, 1)), Ok(Consequence::Implied(x(&kernel, "r1c2=2"))));
    }

    #[test]
    fn sets_fill_a_grid_one_by_one() {
        let mut kernel = kernel("4...3..2...4..2.");
        let mut left: Vec<Set> = Set::all(kernel.board()).collect();
        let mut placed = 0;
        loop {
            let before = left.len();
            left.retain(|set| match kernel.apply_set(*set) {
                Ok(Consequence::Implied(lit)) => {
                    assert_eq!(kernel.value(lit), Some(true));
                    placed += 1;
                    false
                }
                Ok(Consequence::Contradiction) => panic!("there is a solution"),
                Err(NothingFollows) => true,
            });
            if left.len() == before {
                break;
            }
        }
        assert_eq!(placed, 11);
        let solution: Puzzle = "4231314223141423".parse().unwrap();
        for (cell, digit) in solution.givens().filled() {
            assert_eq!(kernel.value(Lit::x(kernel.board(), cell, digit)), Some(true));
        }
    }

    #[test]
    fn a_scope_is_discharged_only_with_a_contradiction_and_leaves_nothing_but_the_opposite() {
        let mut kernel = kernel("12..............");
        assert_eq!(kernel.discharge(), Err(NoContradiction));
        let three = x(&kernel, "r2c3=3");
        kernel.assume(three);
        assert_eq!(kernel.discharge(), Err(NoContradiction));
        let before = kernel.decided.len();
        kernel.assume(x(&kernel, "r1c3=4"));
        assert_eq!(kernel.apply_set(cell(&kernel, 3)), Ok(Consequence::Contradiction));
        assert_eq!(kernel.apply_set(cell(&kernel, 2)), Err(NothingFollows), "it is over");
        assert_eq!(kernel.discharge(), Ok(!x(&kernel, "r1c3=4")));
        assert_eq!((kernel.depth(), kernel.decided.len()), (1, before + 1));
        assert_eq!(kernel.apply_set(cell(&kernel, 2)), Ok(Consequence::Contradiction));
        assert_eq!(kernel.discharge(), Ok(!three));
        assert_eq!((kernel.value(three), kernel.is_contradiction()), (Some(false), false));
        assert_eq!(kernel.discharge(), Err(NoContradiction), "there is no scope");
    }

    #[test]
    fn a_second_true_candidate_in_a_set_is_a_contradiction() {
        let mut kernel = kernel("................");
        for other in ["r1c1=2", "r1c4=1", "r3c1=1", "r2c2=1"] {
            kernel.assume(x(&kernel, "r1c1=1"));
            kernel.assume(x(&kernel, other));
            assert!(kernel.is_contradiction(), "{other}");
            assert_eq!(kernel.discharge(), Ok(!x(&kernel, other)));
            assert_eq!((kernel.is_contradiction(), kernel.abandon()), (false, Some(x(&kernel, "r1c1=1"))));
        }
        assert!(kernel.decided.is_empty());
    }

    #[test]
    fn a_contradiction_stays_in_the_scopes_inside_it() {
        let mut kernel = kernel("................");
        kernel.assume(x(&kernel, "r1c1=1"));
        kernel.assume(!x(&kernel, "r1c1=1"));
        kernel.assume(x(&kernel, "r4c4=4"));
        assert!(kernel.is_contradiction());
        assert_eq!(kernel.discharge(), Ok(!x(&kernel, "r4c4=4")));
        assert!(kernel.is_contradiction());
        assert_eq!(kernel.discharge(), Ok(x(&kernel, "r1c1=1")));
        assert!(!kernel.is_contradiction());
        assert_eq!(kernel.abandon(), Some(x(&kernel, "r1c1=1")));
        assert_eq!((kernel.abandon(), kernel.decided.len()), (None, 0));
    }

    /// Whatever is assumed, applied, abandoned and discharged: what is known without assumption is so in every solution.
    #[test]
    fn no_row_of_calls_makes_anything_known_that_a_solution_contradicts() {
        let puzzle: Puzzle = "1....2....3.....".parse().unwrap();
        let (board, mut solutions) = (puzzle.board(), Vec::new());
        oracle::solutions(&puzzle, |grid: &Grid| {
            solutions.push(grid.clone());
            ControlFlow::Continue(())
        });
        let holds = |lit: Lit, grid: &Grid| {
            let Candidate { cell, digit } = Candidate::from_index(board, lit.index());
            (grid.get(cell) == Some(digit)) == lit.is_positive()
        };
        let mut state = 7_u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let mut discharged = 0;
        for _ in 0..200 {
            let mut kernel = Kernel::new(&puzzle);
            for _ in 0..300 {
                match below(10) {
                    0 => drop(kernel.abandon()),
                    1 | 2 => discharged += usize::from(kernel.discharge().is_ok()),
                    3 => {
                        let lit = Lit::from_index(below(64));
                        kernel.assume(if below(3) == 0 { lit } else { !lit });
                    }
                    _ => drop(kernel.apply_set(Set::from_index(board, below(64)).unwrap())),
                }
            }
            while kernel.abandon().is_some() {}
            assert!(!kernel.is_contradiction());
            for lit in (0..64).map(Lit::from_index) {
                let known = kernel.value(lit).map(|value| if value { lit } else { !lit });
                assert!(known.is_none_or(|lit| solutions.iter().all(|grid| holds(lit, grid))), "{known:?}");
            }
        }
        assert!(solutions.len() > 1 && discharged > 1000, "{} {discharged}", solutions.len());
    }
}
