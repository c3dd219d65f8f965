//! The engine for classic 9x9 puzzles, which answers many at once; its own crate says how.
//!
//! Here puzzles become its questions, and its digits become grids. Which solution a batch shows for a puzzle that has
//! several depends on the width of the machine's vectors: so where there are several, both grids of the answer come
//! from [`SolutionIter`], whose order is the same on every machine.

pub use qedoku_lanes::*;

use std::cell::RefCell;
use std::ops::ControlFlow;

use qedoku_puzzle::{Board, Cell, Grid, Puzzle};

use crate::{Interrupt, SolutionCount};

thread_local! {
    /// A solver keeps memory that is worth keeping: one for each thread.
    static SOLVER: RefCell<LanesSolver> = RefCell::default();
}

/// The givens of a puzzle, if its board is the classic one.
pub fn digits(puzzle: &Puzzle) -> Option<CellDigits> {
    if puzzle.board() == Board::CLASSIC { puzzle.givens().digits().try_into().ok() } else { None }
}

/// The candidates that a puzzle allows, if its board is the classic one.
pub fn candidates(puzzle: &Puzzle) -> Option<CellCandidates> {
    let allowed = |cell: Cell| puzzle.allowed(cell).iter().fold(0, |bits, digit| bits | 1 << digit.index());
    (puzzle.board() == Board::CLASSIC).then(|| std::array::from_fn(|index| allowed(Board::CLASSIC.cell(index))))
}

/// A solution as a grid.
///
/// # Panics
/// If a digit is above 9.
pub fn grid(solution: &CellDigits) -> Grid {
    Grid::from_digits(Board::CLASSIC, *solution).expect("a digit is at most 9")
}

/// What is found about classic puzzles, in their order, looking for no more than two solutions of each.
pub fn found(puzzles: &[&Puzzle]) -> Vec<BatchAnswer> {
    let mut found = vec![BatchAnswer::default(); puzzles.len()];
    SOLVER.with_borrow_mut(|solver| {
        // Candidates say all that digits do and take longer to read, so they are asked only where they are needed.
        if puzzles.iter().any(|puzzle| puzzle.has_eliminations()) {
            solver.solve(&all(puzzles, candidates), 2, &mut found)
        } else {
            solver.solve(&all(puzzles, digits), 2, &mut found)
        }
    });
    found
}

/// The candidates of a classic puzzle that occur in some solution.
pub fn true_candidates(question: &CellCandidates) -> CellCandidates {
    SOLVER.with_borrow_mut(|solver| solver.true_candidates(question))
}

fn all<Q>(puzzles: &[&Puzzle], question: impl Fn(&Puzzle) -> Option<Q>) -> Vec<Q> {
    puzzles.iter().map(|puzzle| question(puzzle).expect(CLASSIC)).collect()
}

/// The solutions of a classic puzzle one by one, in the same order on every machine.
pub fn solutions(puzzle: &Puzzle) -> impl Iterator<Item = Grid> + use<> {
    let solutions = if puzzle.has_eliminations() {
        SolutionIter::new(&candidates(puzzle).expect(CLASSIC))
    } else {
        SolutionIter::new(&digits(puzzle).expect(CLASSIC))
    };
    solutions.map(|solution| grid(&solution))
}

/// How many solutions a classic puzzle has, counting no further than the limit. They are counted and not made, so no
/// referee sees them.
pub fn count(puzzle: &Puzzle, limit: u64, interrupt: &Interrupt) -> SolutionCount {
    let mut stopped = interrupt.is_set();
    if stopped || limit == 0 {
        return SolutionCount::AtLeast(0);
    }
    let watch = |_| {
        stopped = interrupt.is_set();
        if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let count = SOLVER.with_borrow_mut(|solver| {
        if puzzle.has_eliminations() {
            solver.count(&candidates(puzzle).expect(CLASSIC), limit, watch)
        } else {
            solver.count(&digits(puzzle).expect(CLASSIC), limit, watch)
        }
    });
    if stopped || count >= limit { SolutionCount::AtLeast(count) } else { SolutionCount::Exactly(count) }
}

const CLASSIC: &str = "only classic puzzles come here";
