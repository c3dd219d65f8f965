//! Adapter to the lanes engine: puzzles to its inputs, its digits to grids.
//!
//! The solution that a batch reports for an ambiguous puzzle depends on the vector width of the machine, unless the search is
//! ordered ([`LanesSolver::solve_ordered`]). Both grids of an ambiguous answer come from [`SolutionIter`], whose order is the same on
//! every machine.

pub use qedoku_lanes::*;

use std::cell::RefCell;
use std::ops::ControlFlow;

use qedoku_puzzle::{Board, Cell, Grid, Puzzle};

use crate::{IncompleteError, Interrupt, Progress, SolutionCount, SolveError};

thread_local! {
    /// One solver per thread: its buffers are worth keeping.
    static SOLVER: RefCell<LanesSolver> = RefCell::default();
}

/// The givens of a classic puzzle; `None` for any other board.
pub fn digits(puzzle: &Puzzle) -> Option<CellDigits> {
    if puzzle.board() == Board::CLASSIC { puzzle.givens().digits().try_into().ok() } else { None }
}

/// The candidates of a classic puzzle as bit masks; `None` for any other board.
pub fn candidates(puzzle: &Puzzle) -> Option<CellCandidates> {
    let allowed = |cell: Cell| puzzle.allowed(cell).iter().fold(0, |bits, digit| bits | 1 << digit.index());
    (puzzle.board() == Board::CLASSIC).then(|| std::array::from_fn(|index| allowed(Board::CLASSIC.cell(index))))
}

/// The grid of a solution.
///
/// # Panics
/// If a digit is above 9.
pub fn grid(solution: &CellDigits) -> Grid {
    Grid::from_digits(Board::CLASSIC, *solution).expect("a digit is at most 9")
}

/// Counts the solutions of classic puzzles in one batch, up to a limit of at least 1. Empty if interrupted.
pub fn solve_batch(puzzles: &[&Puzzle], limit: u32, interrupt: &Interrupt) -> Vec<BatchAnswer> {
    if interrupt.is_set() {
        return Vec::new();
    }
    let mut answers = vec![BatchAnswer::default(); puzzles.len()];
    with_solver(interrupt, |solver| {
        // Candidates carry all the information of digits but take longer to load, so they are used only where needed.
        if puzzles.iter().any(|puzzle| puzzle.has_eliminations()) {
            solver.solve(&convert_all(puzzles, candidates), limit, &mut answers)
        } else {
            solver.solve(&convert_all(puzzles, digits), limit, &mut answers)
        }
    });
    // An answer does not record whether its search was interrupted, so none of the batch is valid.
    if interrupt.is_set() { Vec::new() } else { answers }
}

/// Solves classic puzzles on lines of text in one ordered batch, up to two solutions each. Replaces the content of `answers`. If
/// interrupted, the answers are not valid.
pub fn solve_lines(lines: &[PuzzleLine<'_>], answers: &mut Vec<BatchAnswer>, interrupt: &Interrupt) {
    answers.resize(lines.len(), BatchAnswer::default()); // the search resets each answer before it begins the puzzle
    with_solver(interrupt, |solver| solver.solve_ordered(lines, 2, answers));
}

/// The index of the first answer with a solution that is not one of its line: the referee for batches.
pub fn find_invalid(lines: &[PuzzleLine<'_>], answers: &[BatchAnswer]) -> Option<usize> {
    SOLVER.with_borrow(|solver| solver.find_invalid(lines, answers))
}

/// The true candidates of a classic puzzle; if interrupted, those found so far.
pub fn true_candidates(candidates: &CellCandidates, interrupt: &Interrupt) -> CellCandidates {
    with_solver(interrupt, |solver| solver.true_candidates(candidates))
}

/// Calls the solver of this thread, with an interrupt flag.
fn with_solver<T>(interrupt: &Interrupt, call: impl FnOnce(&mut LanesSolver) -> T) -> T {
    SOLVER.with_borrow_mut(|solver| {
        solver.set_stop_flag(Some(interrupt.flag().clone()));
        let result = call(solver);
        solver.set_stop_flag(None);
        result
    })
}

/// The number of solutions with these candidates if it is below the limit.
pub(crate) fn count_below(candidates: &CellCandidates, limit: u64) -> Option<u64> {
    let count = SOLVER.with_borrow_mut(|solver| solver.count(candidates, limit, |_| ControlFlow::Continue(())));
    (count < limit).then_some(count)
}

fn convert_all<I>(puzzles: &[&Puzzle], convert: impl Fn(&Puzzle) -> Option<I>) -> Vec<I> {
    puzzles.iter().map(|puzzle| convert(puzzle).expect(CLASSIC)).collect()
}

/// Iterator over the solutions of a classic puzzle, in the same order on every machine. It ends early if interrupted.
pub fn solutions(puzzle: &Puzzle, interrupt: &Interrupt) -> impl Iterator<Item = Grid> + use<> {
    let solutions = if puzzle.has_eliminations() {
        SolutionIter::new(&candidates(puzzle).expect(CLASSIC))
    } else {
        SolutionIter::new(&digits(puzzle).expect(CLASSIC))
    };
    solutions.with_stop_flag(Some(interrupt.flag().clone())).map(|solution| grid(&solution))
}

/// Counts the solutions of a classic puzzle up to a limit. No grids are built, so the referee sees none of them.
pub fn count(
    puzzle: &Puzzle,
    limit: u64,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<SolutionCount, IncompleteError<SolutionCount>> {
    let poll = |count| {
        progress.set_solutions(count);
        if interrupt.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let count = if limit == 0 || interrupt.is_set() {
        0
    } else {
        with_solver(interrupt, |solver| {
            if puzzle.has_eliminations() {
                solver.count(&candidates(puzzle).expect(CLASSIC), limit, poll)
            } else {
                solver.count(&digits(puzzle).expect(CLASSIC), limit, poll)
            }
        })
    };
    match count {
        // A search that reached its limit is complete, even if the flag was set meanwhile.
        count if interrupt.is_set() && count < limit => {
            Err(IncompleteError { partial: SolutionCount::AtLeast(count), error: SolveError::Interrupted })
        }
        count if count >= limit => Ok(SolutionCount::AtLeast(count)),
        count => Ok(SolutionCount::Exactly(count)),
    }
}

const CLASSIC: &str = "the lanes engine receives classic puzzles only";
