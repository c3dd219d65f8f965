//! Why a puzzle has not only one solution: two of them, where solutions differ, and which givens more would make it one.
//!
//! | solutions | cells that can differ | givens more |
//! |---|---|---|
//! | up to 9x9, at most 1,000 (300 if not 9x9) | all | a smallest set, over all solutions that could become the only one (`few.rs`) |
//! | up to 9x9, more | all | by a plain choice; smallest if one or two are enough (`many.rs`) |
//! | larger boards | as far as the SAT solver finds them in bounded work (`large.rs`) | for one of the solutions, by a plain choice |
//!
//! The work is counted, never timed. Candidates that the puzzle was read without stay ruled out.

mod few;
mod many;
mod large;

use qedoku_puzzle::{Board, Candidate, Cell, DigitSet, Grid, Puzzle};

use qedoku_solve::{Interrupt, SolveError, Solver};

/// Why there is more than one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ambiguous {
    /// Two of them.
    pub solutions: [Grid; 2],
    /// The cells where solutions differ, in reading order, each with the digits that it has in one of them.
    pub open: Vec<(Cell, DigitSet)>,
    /// Whether these are all such cells and digits; else only those that were seen in bounded work.
    pub all_open: bool,
    /// Givens that would leave one solution, in reading order; none if none were found in bounded work.
    pub extra: Option<Vec<Candidate>>,
    /// No set of fewer givens than this would: if `extra` has as many, it is a smallest one.
    pub at_least: usize,
}

/// All solutions are looked at if they are no more than this: on the classic board, and on others, where finding them takes
/// longer.
const ALL_UP_TO: [usize; 2] = [1000, 300];

/// Boards up to this side are small.
const SMALL_UP_TO: usize = 9;

/// Why a puzzle has several solutions; none if it has one or none.
pub fn ambiguous(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Option<Ambiguous>, SolveError> {
    if puzzle.board().side() > SMALL_UP_TO {
        return large::ambiguous(puzzle, interrupt);
    }
    let solutions = first_solutions(puzzle, interrupt)?;
    match solutions.len() {
        0 | 1 => Ok(None),
        many if many <= all_up_to(puzzle) => few::ambiguous(&solutions, interrupt).map(Some),
        _ => many::ambiguous(puzzle, [solutions[0].clone(), solutions[1].clone()], interrupt).map(Some),
    }
}

impl Ambiguous {
    /// Whether no fewer givens more would leave one solution.
    pub fn is_smallest(&self) -> bool {
        self.extra.as_ref().is_some_and(|extra| extra.len() == self.at_least)
    }
}

fn all_up_to(puzzle: &Puzzle) -> usize {
    ALL_UP_TO[usize::from(puzzle.board() != Board::CLASSIC)]
}

/// The solutions of a puzzle, up to one more than are all looked at.
fn first_solutions(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Vec<Grid>, SolveError> {
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    solver.solutions(puzzle).take(all_up_to(puzzle) + 1).collect()
}

/// The cells where these solutions differ, with their digits.
fn open_in<'g>(solutions: impl IntoIterator<Item = &'g Grid>) -> Vec<(Cell, DigitSet)> {
    let mut seen: Vec<(Cell, DigitSet)> = Vec::new();
    for solution in solutions {
        seen.resize(solution.board().cell_count(), (Cell::new(0, 0), DigitSet::EMPTY));
        for ((cell, digit), seen) in solution.filled().zip(&mut seen) {
            seen.0 = cell;
            seen.1.insert(digit);
        }
    }
    seen.retain(|(_, digits)| digits.len() > 1);
    seen
}

/// The puzzle with some givens more.
fn with_extra(puzzle: &Puzzle, extra: &[Candidate]) -> Puzzle {
    if !puzzle.has_eliminations() {
        let mut givens = puzzle.givens().clone();
        for given in extra {
            givens.set(given.cell, given.digit);
        }
        return Puzzle::new(givens);
    }
    let board = puzzle.board();
    let mut allowed: Vec<DigitSet> = board.cells().map(|cell| puzzle.allowed(cell)).collect();
    for given in extra {
        allowed[board.index(given.cell)] = DigitSet::only(given.digit);
    }
    Puzzle::with_candidates(board, allowed)
}
