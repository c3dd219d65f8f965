//! Ambiguity: where the solutions of a puzzle differ, and which additional givens would leave only one.
//!
//! | board, solutions | differing cells | disambiguating givens |
//! |---|---|---|
//! | up to 9x9, at most 1,000 solutions (300 if not 9x9) | all | a minimum set over all solutions that could become the only one (`exact.rs`) |
//! | up to 9x9, more solutions | all | greedy; minimum if one or two suffice (`greedy.rs`) |
//! | larger boards | those that the SAT solver finds on a budget | greedy, for one of the solutions (`bounded.rs`) |
//!
//! Budgets count work, not time, so results are reproducible. Candidates that the puzzle eliminates stay eliminated.

mod bounded;
mod exact;
mod greedy;

use qedoku_puzzle::{Board, Candidate, Cell, DigitSet, Grid, Puzzle};
use qedoku_solve::{Interrupt, SolveError, Solver};

/// Two solutions of a puzzle, the cells where its solutions differ, and givens that would make one of them unique.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ambiguity {
    /// Two of the solutions.
    pub solutions: [Grid; 2],
    /// The cells where solutions differ, in reading order, each with its digits in the solutions.
    pub differing_cells: Vec<(Cell, DigitSet)>,
    /// Whether `differing_cells` is complete. If not, a budget was exhausted.
    pub is_complete: bool,
    /// Additional givens that leave exactly one solution, in reading order; `None` if the budget was exhausted first.
    pub disambiguating_givens: Option<Vec<Candidate>>,
    /// A lower bound on the number of additional givens needed.
    pub min_givens: usize,
}

/// All solutions are enumerated if there are at most this many: on the classic board, and on others, where enumeration is slower.
const MAX_ENUMERATED: [usize; 2] = [1000, 300];

/// Boards up to this side are treated exactly or greedily, larger ones on a budget. Their cells also fit the bit sets of the
/// hitting-set search (81 of 128 bits).
const MAX_SMALL_SIDE: usize = 9;

/// Analyses why a puzzle has several solutions. Returns `None` if it has one or none.
pub fn find_ambiguity(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Option<Ambiguity>, SolveError> {
    if puzzle.board().side() > MAX_SMALL_SIDE {
        return bounded::find(puzzle, interrupt);
    }
    let solutions = first_solutions(puzzle, interrupt)?;
    match solutions.len() {
        0 | 1 => Ok(None),
        count if count <= max_enumerated(puzzle) => exact::find(&solutions, interrupt).map(Some),
        _ => greedy::find(puzzle, [solutions[0].clone(), solutions[1].clone()], interrupt).map(Some),
    }
}

impl Ambiguity {
    /// Whether `disambiguating_givens` is a minimum set: no set of fewer givens leaves one solution.
    pub fn is_minimum(&self) -> bool {
        self.disambiguating_givens.as_ref().is_some_and(|givens| givens.len() == self.min_givens)
    }
}

fn max_enumerated(puzzle: &Puzzle) -> usize {
    MAX_ENUMERATED[usize::from(puzzle.board() != Board::CLASSIC)]
}

/// The solutions of a puzzle, up to one more than are enumerated completely.
fn first_solutions(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Vec<Grid>, SolveError> {
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    solver.solutions(puzzle).take(max_enumerated(puzzle) + 1).collect()
}

/// The cells where these solutions differ, with their digits.
fn differing_cells<'g>(solutions: impl IntoIterator<Item = &'g Grid>) -> Vec<(Cell, DigitSet)> {
    let mut cells: Vec<(Cell, DigitSet)> = Vec::new();
    for solution in solutions {
        cells.resize(solution.board().cell_count(), (Cell::new(0, 0), DigitSet::EMPTY));
        for ((cell, digit), entry) in solution.filled().zip(&mut cells) {
            entry.0 = cell;
            entry.1.insert(digit);
        }
    }
    cells.retain(|(_, digits)| digits.len() > 1);
    cells
}

/// The puzzle with additional givens.
fn with_givens(puzzle: &Puzzle, additional: &[Candidate]) -> Puzzle {
    if !puzzle.has_eliminations() {
        let mut givens = puzzle.givens().clone();
        for given in additional {
            givens.set(given.cell, given.digit);
        }
        return Puzzle::new(givens);
    }
    let board = puzzle.board();
    let mut allowed: Vec<DigitSet> = board.cells().map(|cell| puzzle.allowed(cell)).collect();
    for given in additional {
        allowed[board.index(given.cell)] = DigitSet::only(given.digit);
    }
    Puzzle::with_candidates(board, allowed)
}
