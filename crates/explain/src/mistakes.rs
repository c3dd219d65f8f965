//! Mistakes of a player: digits that occur in no solution, and true candidates that were eliminated.

use qedoku_puzzle::{Answer, Candidate, DigitSet, GivenConflict, Grid, Puzzle};
use qedoku_solve::sat::{AssumptionResult, PuzzleSession};
use qedoku_solve::{Interrupt, SolveError, Solver};

use super::position::Position;

/// The mistakes in a player's position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistakes {
    /// Equal digits in one house, givens included.
    pub conflicts: Vec<GivenConflict>,
    /// The digits that no solution has in their cell, in reading order.
    pub wrong_digits: Vec<WrongDigit>,
    /// The candidates that the player eliminated though every solution contains them, in reading order. A candidate eliminated by
    /// a wrong digit in one of its houses is not listed: that digit is.
    pub wrongly_eliminated: Vec<Candidate>,
    /// Whether some solution contains all digits and none of the eliminated candidates. With several solutions each entry may
    /// agree with one of them, and all together with none.
    pub is_consistent: bool,
}

/// A digit that no solution has in its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongDigit {
    /// The digit that the player entered.
    pub entered: Candidate,
    /// The digits of the cell in the solutions: one digit if there is only one solution.
    pub correct: DigitSet,
}

/// Finds the mistakes in a player's position of a puzzle. Returns `None` if the puzzle has no solution, because then no entry is
/// correct.
///
/// With several solutions, an entry is a mistake only if it contradicts all of them.
///
/// # Panics
/// If the position is on another board.
pub fn find_mistakes(
    puzzle: &Puzzle,
    position: &Position,
    interrupt: &Interrupt,
) -> Result<Option<Mistakes>, SolveError> {
    assert_eq!(puzzle.board(), position.board(), "the position must be on the board of the puzzle");
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    let found = match solver.solve(puzzle)? {
        Answer::None => return Ok(None),
        Answer::One(solution) => compare_with_solution(&solution, position),
        Answer::Many(first, _) => compare_with_solutions(puzzle, &first, position, interrupt)?,
    };
    let conflicts = Puzzle::new(position.placed().clone()).given_conflicts().collect();
    Ok(Some(Mistakes { conflicts, ..found }))
}

impl Mistakes {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.wrong_digits.is_empty()
            && self.wrongly_eliminated.is_empty()
            && self.conflicts.is_empty()
            && self.is_consistent
    }
}

/// The differences from the only solution.
fn compare_with_solution(solution: &Grid, position: &Position) -> Mistakes {
    let digit = |cell| solution.get(cell).expect("a solution is full");
    let differing = position.placed().filled().filter(|(cell, entered)| digit(*cell) != *entered);
    let wrong_digits: Vec<WrongDigit> = differing
        .map(|(cell, entered)| WrongDigit {
            entered: Candidate::new(cell, entered),
            correct: DigitSet::only(digit(cell)),
        })
        .collect();
    let wrongly_eliminated: Vec<Candidate> =
        player_eliminations(position).filter(|candidate| digit(candidate.cell) == candidate.digit).collect();
    let is_consistent = wrong_digits.is_empty() && wrongly_eliminated.is_empty();
    Mistakes { conflicts: Vec::new(), wrong_digits, wrongly_eliminated, is_consistent }
}

/// The candidates of open cells that are eliminated though none of their peers holds the digit.
fn player_eliminations(position: &Position) -> impl Iterator<Item = Candidate> + '_ {
    let board = position.board();
    let open = board.cells().filter(|cell| position.placed().get(*cell).is_none());
    open.flat_map(move |cell| {
        let of_peers: DigitSet = board.peers(cell).filter_map(|peer| position.placed().get(peer)).collect();
        let eliminated = DigitSet::all(board.side()) - position.candidates(cell) - of_peers;
        eliminated.iter().map(move |digit| Candidate::new(cell, digit))
    })
}

/// The entries that contradict all solutions, by SAT queries. Candidates of the known solution need no query.
fn compare_with_solutions(
    puzzle: &Puzzle,
    known: &Grid,
    position: &Position,
    interrupt: &Interrupt,
) -> Result<Mistakes, SolveError> {
    let session = PuzzleSession::propagated(puzzle, interrupt)?.expect("the puzzle has solutions");
    let mut queries = SolutionQueries { puzzle, session, known };
    let mut wrong_digits = Vec::new();
    for (cell, digit) in position.placed().filled() {
        let entered = Candidate::new(cell, digit);
        if !queries.is_in_some_solution(entered)? {
            wrong_digits.push(WrongDigit { entered, correct: queries.true_digits(entered)? });
        }
    }
    let mut wrongly_eliminated = Vec::new();
    // A candidate of every solution is one of the known solution.
    let in_known = |candidate: &Candidate| known.get(candidate.cell) == Some(candidate.digit);
    for candidate in player_eliminations(position).filter(in_known) {
        if queries.true_digits(candidate)?.len() == 1 {
            wrongly_eliminated.push(candidate);
        }
    }
    let is_consistent =
        wrong_digits.is_empty() && wrongly_eliminated.is_empty() && has_solution(puzzle, position, interrupt)?;
    Ok(Mistakes { conflicts: Vec::new(), wrong_digits, wrongly_eliminated, is_consistent })
}

struct SolutionQueries<'p> {
    puzzle: &'p Puzzle,
    session: PuzzleSession<'static>,
    known: &'p Grid,
}

impl SolutionQueries<'_> {
    fn is_in_some_solution(&mut self, candidate: Candidate) -> Result<bool, SolveError> {
        if self.known.get(candidate.cell) == Some(candidate.digit) {
            return Ok(true);
        }
        Ok(matches!(self.session.solve_assuming(&[candidate], None)?, AssumptionResult::Solution(_)))
    }

    /// The true candidates of a candidate's cell.
    fn true_digits(&mut self, candidate: Candidate) -> Result<DigitSet, SolveError> {
        let mut digits = DigitSet::EMPTY;
        for digit in self.puzzle.allowed(candidate.cell) {
            if self.is_in_some_solution(Candidate::new(candidate.cell, digit))? {
                digits.insert(digit);
            }
        }
        Ok(digits)
    }
}

/// Whether the position still admits a solution of the puzzle.
fn has_solution(puzzle: &Puzzle, position: &Position, interrupt: &Interrupt) -> Result<bool, SolveError> {
    let board = puzzle.board();
    let allowed: Vec<DigitSet> = board.cells().map(|cell| puzzle.allowed(cell) & position.candidates(cell)).collect();
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    let restricted = Puzzle::with_candidates(board, allowed);
    solver.solutions(&restricted).next().transpose().map(|solution| solution.is_some())
}
