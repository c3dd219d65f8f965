//! Unsatisfiable cores: few givens that already rule out every solution.
//!
//! | board | core |
//! |---|---|
//! | any, two givens conflict directly | those two, with the house they share |
//! | up to 9x9 | a smallest core (SMUS), the lexicographically first one in reading order (`smallest_mus.rs`) |
//! | larger | a minimal core (MUS), as far as bounded work can establish minimality (`deletion_mus.rs`) |
//!
//! Only givens can be left out. Candidates that the puzzle eliminates in cells without a given are hard constraints; if they alone
//! are unsatisfiable, the core is empty. A cell whose given is left out allows every digit.

mod deletion_mus;
mod smallest_mus;
mod subset_solver;

use qedoku_puzzle::{Board, Candidate, DigitSet, GivenConflict, Puzzle};
use qedoku_solve::{Interrupt, SolveError};

use deletion_mus::BoundedCoreFinder;

/// A subset of the givens without a common solution, and the givens whose removal repairs the puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsatCore {
    /// The givens of the core, in reading order.
    pub givens: Vec<Candidate>,
    /// Whether a smaller core exists, as far as it is known.
    pub minimality: Minimality,
    /// The house and digit, if the core is two equal givens in one house.
    pub conflict: Option<GivenConflict>,
    /// Correction sets of size one: the givens whose removal alone makes the puzzle solvable, in reading order.
    pub single_corrections: Vec<Candidate>,
    /// Givens that may be single corrections: the search budget was exhausted. Empty up to 9x9.
    pub undecided: Vec<Candidate>,
}

/// Whether a core can be made smaller, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minimality {
    /// No core has fewer givens (a smallest MUS).
    Smallest,
    /// Every proper subset has a solution (a MUS); a core of other givens may be smaller.
    Irreducible,
    /// Some givens may be redundant: the search budget was exhausted.
    Reduced,
}

/// Boards up to this side get a smallest core. Their givens also fit the bit sets of the hitting-set search (81 of 128 bits).
const MAX_SMALLEST_MUS_SIDE: usize = 9;

/// Finds an unsatisfiable core of the givens, or `None` if the puzzle has a solution.
///
/// The work is unbounded up to 9x9, where it is small. On larger boards only the first question, whether there is a solution at
/// all, is unbounded; minimisation runs on a budget.
pub fn find_unsat_core(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Option<UnsatCore>, SolveError> {
    match first_conflict(puzzle) {
        // With eliminations a single given may already be unsatisfiable; then two givens are not a smallest core.
        Some(conflict) if !puzzle.has_eliminations() => {
            BoundedCoreFinder::new(puzzle, interrupt).core_of_conflict(conflict).map(Some)
        }
        _ if puzzle.board().side() <= MAX_SMALLEST_MUS_SIDE => smallest_mus::find(puzzle, interrupt),
        _ => BoundedCoreFinder::new(puzzle, interrupt).find(),
    }
}

impl UnsatCore {
    /// The puzzle with the givens of the core only. It has no solution either.
    pub fn reduced(&self, puzzle: &Puzzle) -> Puzzle {
        with_only(puzzle, &self.givens)
    }
}

/// The conflict whose cells come first in reading order.
fn first_conflict(puzzle: &Puzzle) -> Option<GivenConflict> {
    puzzle.given_conflicts().min_by_key(|conflict| conflict.cells)
}

/// The direct conflict of these givens, if they are exactly two equal ones in a house.
fn conflict_of(board: Board, givens: &[Candidate]) -> Option<GivenConflict> {
    let [first, second] = *givens else { return None };
    let houses = board.houses_of(second.cell);
    let house = board.houses_of(first.cell).into_iter().find(|house| houses.contains(house))?;
    (first.digit == second.digit).then_some(GivenConflict {
        house,
        digit: first.digit,
        cells: [first.cell, second.cell],
    })
}

/// The givens of a puzzle, in reading order.
fn givens_of(puzzle: &Puzzle) -> Vec<Candidate> {
    puzzle.givens().filled().map(|(cell, digit)| Candidate::new(cell, digit)).collect()
}

/// The puzzle with these of its givens only.
fn with_only(puzzle: &Puzzle, givens: &[Candidate]) -> Puzzle {
    let (board, all) = (puzzle.board(), DigitSet::all(puzzle.board().side()));
    let is_given = |cell| puzzle.givens().get(cell).is_some();
    let mut allowed: Vec<DigitSet> =
        board.cells().map(|cell| if is_given(cell) { all } else { puzzle.allowed(cell) }).collect();
    for given in givens {
        allowed[board.index(given.cell)] = DigitSet::only(given.digit);
    }
    Puzzle::with_candidates(board, allowed)
}
