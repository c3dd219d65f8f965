//! What a puzzle is before anything is guessed: candidates that cannot be are taken away.
//!
//! Two levels. [`prune`] does what every person knows, naked and hidden singles and locked candidates, and takes microseconds on
//! 9x9. [`preprocess_fully`] goes on where it ends: sets and fish of every size, then candidates that lead to a contradiction by
//! singles alone. It is for boards where a search may take seconds or hours.
//!
//! Unit propagation in a SAT solver finds the singles too, but only after every clause was made, and making clauses is most
//! of the time that a 9x9 takes: four of five 17-given puzzles need no clause at all once this is done.

mod singles;
mod locked;
mod matching;
mod alldifferent;
mod probing;

use qedoku_puzzle::Puzzle;

use alldifferent::Sets;
use singles::State;

/// The puzzle with every single placed and every locked candidate acted upon; `None` when a cell or a digit is left
/// without a place, so that there is no solution. A grid that this fills is the only solution.
pub fn propagate(puzzle: &Puzzle) -> Option<Puzzle> {
    let mut state = State::new(puzzle)?;
    propagate_to_fixpoint(&mut state)?;
    Some(Puzzle::with_candidates(puzzle.board(), state.candidates))
}

/// Boards with this side and larger ones are worth pruning deeply before a search.
const DEEP_FROM: usize = 16;

/// The puzzle pruned as far as pays off before a search: plainly if the board is small, deeply if it is large.
pub fn preprocess(puzzle: &Puzzle) -> Option<Puzzle> {
    if puzzle.board().side() < DEEP_FROM { propagate(puzzle) } else { preprocess_fully(puzzle, PROBING_BUDGET) }
}

/// What [`preprocess_fully`] should be allowed: about 20 ms. Up to 49x49 it is all that there is to do, but for few boards;
/// larger boards are too open for assumptions to fail.
pub const PROBING_BUDGET: u64 = 2_000_000;

/// The puzzle without any candidate that a set, a fish or an assumption rules out; `None` when there is no solution.
/// Assumptions look at candidates about `work` times and no more.
pub fn preprocess_fully(puzzle: &Puzzle, mut work: u64) -> Option<Puzzle> {
    let mut state = State::new(puzzle)?;
    let mut sets = Sets::new(puzzle.board());
    loop {
        propagate_to_fixpoint(&mut state)?;
        if !sets.act(&mut state)? && !probing::probe(&mut state, &mut work)? {
            return Some(Puzzle::with_candidates(puzzle.board(), state.candidates));
        }
    }
}

/// Singles and locked candidates, until there are no more.
fn propagate_to_fixpoint(state: &mut State) -> Option<()> {
    let mut scratch = Vec::new();
    loop {
        state.place_singles()?;
        if !locked::lock_all(state, &mut scratch)? && state.is_settled() {
            return Some(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, SatEngine, Solver};
    use qedoku_encode::EncodingOptions;
    use qedoku_puzzle::rng::Rng;
    use qedoku_puzzle::{Answer, Board, Cell, Digit, DigitSet, Grid};

    /// On the way from a full grid to a minimal puzzle, the digits of the grid must stay. (Random subsets of a grid would
    /// not do: they leave either nothing to find or no chain of steps to go wrong in.)
    #[test]
    fn no_digit_of_a_solution_is_ever_taken_away() {
        let unpruned = Solver::new(Engine::Sat(SatEngine::with_options(EncodingOptions::default()).unwrap()));
        for round in 0..20 {
            let mut random = Rng::new(1, round);
            let solution = solved(&mut random, Board::CLASSIC);
            let mut givens = solution.clone();
            for cell in shuffled_cells(&mut random, Board::CLASSIC) {
                let mut fewer = givens.clone();
                fewer.set(cell, None);
                if let Ok(Answer::One(_)) = unpruned.answer(&Puzzle::new(fewer.clone())) {
                    givens = fewer;
                }
                for left in both_levels(&Puzzle::new(givens.clone())) {
                    let lost = solution.filled().find(|(cell, digit)| !left.allowed(*cell).contains(*digit));
                    assert_eq!(lost, None, "round {round}: {givens}");
                }
            }
        }
    }

    /// The candidates that are in some solution, against what each level leaves.
    #[test]
    fn each_level_keeps_every_solution_and_the_deep_one_leaves_no_more_than_the_plain_one() {
        let boards = [(Board::CLASSIC, 50), (Board::new(2, 5).unwrap(), 60), (Board::new(4, 4).unwrap(), 150)];
        for (board, holes) in boards {
            for round in 0..10 {
                let mut random = Rng::new(2, round);
                let mut givens = solved(&mut random, board);
                shuffled_cells(&mut random, board).into_iter().take(holes).for_each(|cell| givens.set(cell, None));
                let puzzle = Puzzle::new(givens);
                let [plain, deep] = both_levels(&puzzle);
                let possible = possible(&puzzle, 300);
                for (cell, possible) in board.cells().zip(possible) {
                    let (plain, deep) = (plain.allowed(cell), deep.allowed(cell));
                    assert!((possible - deep).is_empty(), "{board}, round {round}: {cell} lost {:?}", possible - deep);
                    assert!((deep - plain).is_empty(), "{board}, round {round}: {cell} kept {:?}", deep - plain);
                }
            }
        }
    }

    /// A wrong digit in place of a given: if the deep level finds a contradiction, there is none without it.
    #[test]
    fn what_the_deep_level_calls_impossible_has_no_solution() {
        let mut contradictions = 0;
        for round in 0..200 {
            let mut random = Rng::new(3, round);
            let mut givens = solved(&mut random, Board::CLASSIC);
            let mut cells = shuffled_cells(&mut random, Board::CLASSIC).into_iter();
            cells.by_ref().take(50).for_each(|cell| givens.set(cell, None));
            givens.set(cells.next().unwrap(), Some(Digit::from_index(random.below(9))));
            let puzzle = Puzzle::new(givens);
            if preprocess_fully(&puzzle, PROBING_BUDGET).is_none() {
                assert_eq!(crate::solve(&puzzle), Answer::None, "round {round}");
                contradictions += 1;
            }
        }
        assert!(contradictions > 100, "{contradictions}");
    }

    #[test]
    fn what_is_left_keeps_every_solution() {
        let hard: Puzzle =
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        for left in both_levels(&hard) {
            assert_eq!(crate::solve(&left).solutions(), crate::solve(&hard).solutions());
        }
    }

    fn both_levels(puzzle: &Puzzle) -> [Puzzle; 2] {
        [propagate(puzzle), preprocess_fully(puzzle, PROBING_BUDGET)].map(|left| left.expect("there is a solution"))
    }

    /// What is in one of the first solutions, by cell.
    fn possible(puzzle: &Puzzle, solutions: usize) -> Vec<DigitSet> {
        let unpruned = Solver::new(Engine::Sat(SatEngine::with_options(EncodingOptions::default()).unwrap()));
        let mut possible = vec![DigitSet::EMPTY; puzzle.board().cell_count()];
        for grid in unpruned.solutions(puzzle).take(solutions).map(Result::unwrap) {
            grid.filled().for_each(|(cell, digit)| possible[puzzle.board().index(cell)].insert(digit));
        }
        possible
    }

    fn shuffled_cells(random: &mut Rng, board: Board) -> Vec<Cell> {
        let mut cells: Vec<Cell> = board.cells().collect();
        random.shuffle(&mut cells);
        cells
    }

    /// Random digits in the first box, and what the solver makes of them.
    fn solved(random: &mut Rng, board: Board) -> Grid {
        let mut digits: Vec<Digit> = board.digits().collect();
        random.shuffle(&mut digits);
        let mut givens = Grid::empty(board);
        let first = board.houses_of(Cell::new(0, 0))[2];
        board.cells_of(first).zip(digits).for_each(|(cell, digit)| givens.set(cell, Some(digit)));
        match crate::solve(&Puzzle::new(givens)) {
            Answer::None => panic!("one box has a solution, whatever its digits"),
            Answer::One(grid) | Answer::Many(grid, _) => grid,
        }
    }
}
