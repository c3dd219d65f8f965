//! Why a puzzle has no solution: few givens that already clash.
//!
//! | board | the givens that are told |
//! |---|---|
//! | any, two givens clash directly | those two, and their house |
//! | up to 9x9 | a smallest set, of all smallest ones the first in reading order (`smallest.rs`) |
//! | larger | a set of which none can be left out, as far as that can be found out (`shrink.rs`) |
//!
//! Only givens can be left out. What a puzzle was read with beyond them, candidates ruled out in cells without a given, is taken
//! as a fact; if that alone is impossible, the set is empty. A cell whose given is left out allows every digit.

mod oracle;
mod smallest;
mod traced;
mod shrink;

use qedoku_puzzle::{Board, Candidate, DigitSet, GivenConflict, Puzzle};

use qedoku_solve::{Interrupt, SolveError};
use shrink::Large;

/// Why there is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Impossible {
    /// Givens that have no solution together, in reading order.
    pub givens: Vec<Candidate>,
    /// How few they are.
    pub few: Few,
    /// Where they clash, if they are two with the same digit in a house.
    pub clash: Option<GivenConflict>,
    /// The givens without any one of which there is a solution, in reading order.
    pub removable: Vec<Candidate>,
    /// Those of which it is not known whether they belong to the removable ones; none up to 9x9.
    pub undecided: Vec<Candidate>,
}

/// How few givens were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Few {
    /// No set of fewer givens is impossible.
    Smallest,
    /// Without any one of them there is a solution; but another set may be smaller.
    Irreducible,
    /// Perhaps some of them can be left out: the work to find out was bounded.
    Reduced,
}

/// Boards up to this side get the smallest set.
const SMALLEST_UP_TO: usize = 9;

/// Why a puzzle has no solution; none if it has one. The work has no bound up to 9x9, where it is small; above that, whether there is a
/// solution at all may take as long as solving does.
pub fn impossible(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Option<Impossible>, SolveError> {
    match first_clash(puzzle) {
        // With candidates ruled out, a single given may be impossible already.
        Some(clash) if !puzzle.has_eliminations() => Large::new(puzzle, interrupt).around(clash).map(Some),
        _ if puzzle.board().side() <= SMALLEST_UP_TO => smallest::smallest(puzzle, interrupt),
        _ => Large::new(puzzle, interrupt).impossible(),
    }
}

impl Impossible {
    /// The puzzle with only these givens, which is impossible too.
    pub fn reduced(&self, puzzle: &Puzzle) -> Puzzle {
        with_only(puzzle, &self.givens)
    }
}

/// The clash whose cells come first in reading order.
fn first_clash(puzzle: &Puzzle) -> Option<GivenConflict> {
    puzzle.given_conflicts().min_by_key(|clash| clash.cells)
}

/// The clash of these givens, if they are just two that clash.
fn clash_of(board: Board, givens: &[Candidate]) -> Option<GivenConflict> {
    let [first, second] = *givens else { return None };
    let houses = board.houses_of(second.cell);
    let house = board.houses_of(first.cell).into_iter().find(|house| houses.contains(house))?;
    (first.digit == second.digit).then_some(GivenConflict {
        house,
        digit: first.digit,
        cells: [first.cell, second.cell],
    })
}

/// The givens in reading order.
fn givens_of(puzzle: &Puzzle) -> Vec<Candidate> {
    puzzle.givens().filled().map(|(cell, digit)| Candidate::new(cell, digit)).collect()
}

/// What is left of a puzzle if all givens but these are left out.
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
