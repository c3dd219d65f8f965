//! What a player got wrong: digits that are in no solution, and true candidates that were crossed out.

use qedoku_puzzle::{Answer, Candidate, DigitSet, GivenConflict, Grid, Puzzle};

use super::position::Position;
use qedoku_solve::sat::{AssumptionResult, PuzzleSession};
use qedoku_solve::{Interrupt, SolveError, Solver};

/// What is wrong with a position. Nothing, if all lists are empty and it [`is_possible`](Mistakes::is_possible).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistakes {
    /// Digits placed twice in a house, the givens among them.
    pub clashes: Vec<GivenConflict>,
    /// The placed digits that no solution has there, in reading order.
    pub wrong: Vec<Wrong>,
    /// The candidates that were crossed out though every solution has them, in reading order. (One that is gone because the
    /// same digit was placed wrongly in one of its houses is not among them: that digit is.)
    pub lost: Vec<Candidate>,
    /// Whether some solution has all digits placed and none of the candidates crossed out. With several solutions each digit may be
    /// right on its own and all together wrong.
    pub is_possible: bool,
}

/// A digit that no solution has in its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// What was placed.
    pub placed: Candidate,
    /// What solutions have there: one digit if there is only one solution.
    pub instead: DigitSet,
}

/// What a player got wrong on the way from a puzzle to this position; none if the puzzle has no solution, so that nothing is
/// right.
///
/// With several solutions only what no solution allows is a mistake.
///
/// # Panics
/// If the position is on another board.
pub fn mistakes(puzzle: &Puzzle, position: &Position, interrupt: &Interrupt) -> Result<Option<Mistakes>, SolveError> {
    assert_eq!(puzzle.board(), position.board(), "the position is one of the puzzle");
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    let (wrong, lost, is_possible) = match solver.answer(puzzle)? {
        Answer::None => return Ok(None),
        Answer::One(solution) => beside(&solution, position),
        Answer::Many(first, _) => by_asking(puzzle, &first, position, interrupt)?,
    };
    let clashes = Puzzle::new(position.placed().clone()).given_conflicts().collect();
    Ok(Some(Mistakes { clashes, wrong, lost, is_possible }))
}

type Found = (Vec<Wrong>, Vec<Candidate>, bool);

/// What differs from the only solution.
fn beside(solution: &Grid, position: &Position) -> Found {
    let digit = |cell| solution.get(cell).expect("a solution is full");
    let wrong = position.placed().filled().filter(|(cell, placed)| digit(*cell) != *placed);
    let wrong: Vec<Wrong> = wrong
        .map(|(cell, placed)| Wrong { placed: Candidate::new(cell, placed), instead: DigitSet::only(digit(cell)) })
        .collect();
    let lost: Vec<Candidate> =
        crossed_out(position).filter(|candidate| digit(candidate.cell) == candidate.digit).collect();
    let is_possible = wrong.is_empty() && lost.is_empty();
    (wrong, lost, is_possible)
}

/// The candidates of open cells that are gone without having been placed in one of their houses.
fn crossed_out(position: &Position) -> impl Iterator<Item = Candidate> + '_ {
    let board = position.board();
    let open = board.cells().filter(|cell| position.placed().get(*cell).is_none());
    open.flat_map(move |cell| {
        let seen: DigitSet = board.peers(cell).filter_map(|peer| position.placed().get(peer)).collect();
        let gone = DigitSet::all(board.side()) - position.candidates(cell) - seen;
        gone.iter().map(move |digit| Candidate::new(cell, digit))
    })
}

/// The same where there are several solutions, of which one is known: the SAT solver is asked about each digit that it does not
/// have.
fn by_asking(puzzle: &Puzzle, known: &Grid, position: &Position, interrupt: &Interrupt) -> Result<Found, SolveError> {
    let mut asking =
        Asking { puzzle, session: PuzzleSession::propagated(puzzle, interrupt)?.expect("it has solutions"), known };
    let mut wrong = Vec::new();
    for (cell, digit) in position.placed().filled() {
        let placed = Candidate::new(cell, digit);
        if !asking.is_possible(&[placed])? {
            wrong.push(Wrong { placed, instead: asking.digits(placed)? });
        }
    }
    let mut lost = Vec::new();
    for candidate in crossed_out(position).filter(|candidate| known.get(candidate.cell) == Some(candidate.digit)) {
        if asking.digits(candidate)?.len() == 1 {
            lost.push(candidate);
        }
    }
    let possible = wrong.is_empty() && lost.is_empty() && has_solution(puzzle, position, interrupt)?;
    Ok((wrong, lost, possible))
}

struct Asking<'p> {
    puzzle: &'p Puzzle,
    session: PuzzleSession<'static>,
    known: &'p Grid,
}

impl Asking<'_> {
    fn is_possible(&mut self, candidates: &[Candidate]) -> Result<bool, SolveError> {
        if candidates.iter().all(|candidate| self.known.get(candidate.cell) == Some(candidate.digit)) {
            return Ok(true);
        }
        Ok(matches!(self.session.solve_assuming(candidates, None)?, AssumptionResult::Solution(_)))
    }

    /// What solutions have in the cell of a candidate.
    fn digits(&mut self, candidate: Candidate) -> Result<DigitSet, SolveError> {
        let mut digits = DigitSet::EMPTY;
        for digit in self.puzzle.allowed(candidate.cell) {
            if self.is_possible(&[Candidate::new(candidate.cell, digit)])? {
                digits.insert(digit);
            }
        }
        Ok(digits)
    }
}

/// Whether a solution of the puzzle is still open in a position.
fn has_solution(puzzle: &Puzzle, position: &Position, interrupt: &Interrupt) -> Result<bool, SolveError> {
    let board = puzzle.board();
    let allowed: Vec<DigitSet> = board.cells().map(|cell| puzzle.allowed(cell) & position.candidates(cell)).collect();
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    let still = Puzzle::with_candidates(board, allowed);
    solver.solutions(&still).next().transpose().map(|solution| solution.is_some())
}
