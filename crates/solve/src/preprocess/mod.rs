//! Preprocessing: constraint propagation and failed-literal probing before any search.
//!
//! Two levels. [`propagate`] places naked and hidden singles and eliminates locked candidates; it takes microseconds on 9x9.
//! [`preprocess_fully`] continues with generalised arc consistency of alldifferent (subsets and fish of every size) and
//! failed-literal probing. It is for boards where a search may take seconds or hours.
//!
//! Unit propagation in a SAT solver finds the singles too, but only after every clause was generated, and generating clauses
//! is most of the time that a 9x9 takes: four of five 17-given puzzles need no clause at all once they are propagated.
//!
//! Every function returns `None` if it finds a contradiction (the puzzle then has no solution), and never removes a solution.
//! An interrupt ends full preprocessing early: the result then has more candidates than necessary, and the search that
//! follows polls the flag itself.

mod singles;
mod locked;
mod matching;
mod alldifferent;
mod probing;
mod search_node;

use qedoku_puzzle::Puzzle;

use crate::Interrupt;
use alldifferent::AllDifferentFilter;
pub(crate) use search_node::SearchNode;
use singles::Domains;

/// Places all singles and eliminates all locked candidates; `None` on a contradiction. If that fills the grid, it is the only
/// solution.
pub fn propagate(puzzle: &Puzzle) -> Option<Puzzle> {
    let mut domains = Domains::new(puzzle)?;
    propagate_to_fixpoint(&mut domains)?;
    Some(Puzzle::with_candidates(puzzle.board(), domains.candidates))
}

/// From this side on, full preprocessing takes less time than it saves in the search.
const FULL_PREPROCESSING_SIDE: usize = 16;

/// Preprocesses a puzzle as far as pays off before a search on a board of its size; `None` on a contradiction.
pub fn preprocess(puzzle: &Puzzle, interrupt: &Interrupt) -> Option<Puzzle> {
    if puzzle.board().side() < FULL_PREPROCESSING_SIDE {
        propagate(puzzle)
    } else {
        preprocess_fully(puzzle, PROBING_BUDGET, interrupt)
    }
}

/// Default probing budget of [`preprocess_fully`], about 20 ms. It is enough to reach the fixpoint on nearly all boards up to
/// 49x49; larger boards are too open for probes to fail.
pub const PROBING_BUDGET: u64 = 2_000_000;

/// Propagates, filters alldifferent constraints and probes until nothing changes; `None` on a contradiction. The probing
/// budget is the number of candidates that probes may visit, approximately.
pub fn preprocess_fully(puzzle: &Puzzle, mut probing_budget: u64, interrupt: &Interrupt) -> Option<Puzzle> {
    let mut domains = Domains::new(puzzle)?;
    let mut filter = AllDifferentFilter::new(puzzle.board());
    loop {
        propagate_to_fixpoint(&mut domains)?;
        let has_changed = filter.propagate(&mut domains, interrupt)?
            || !interrupt.is_set() && probing::probe_all(&mut domains, &mut probing_budget, interrupt)?;
        if !has_changed || interrupt.is_set() {
            return Some(Puzzle::with_candidates(puzzle.board(), domains.candidates));
        }
    }
}

/// Alternates singles and locked candidates until neither applies.
fn propagate_to_fixpoint(domains: &mut Domains) -> Option<()> {
    let mut scratch = Vec::new();
    loop {
        domains.place_singles()?;
        if !locked::eliminate_locked(domains, &mut scratch)? && domains.is_propagated() {
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

    /// Givens are removed from a full grid until the puzzle is minimal; the digits of the grid must stay candidates all the
    /// way. (Random subsets of a grid are no substitute: they leave nothing to eliminate, or no long propagation.)
    #[test]
    fn no_digit_of_the_solution_is_eliminated() {
        let unpreprocessed = Solver::new(Engine::Sat(SatEngine::with_options(EncodingOptions::default()).unwrap()));
        for round in 0..20 {
            let mut random = Rng::new(1, round);
            let solution = random_solution(&mut random, Board::CLASSIC);
            let mut givens = solution.clone();
            for cell in shuffled_cells(&mut random, Board::CLASSIC) {
                let mut fewer = givens.clone();
                fewer.set(cell, None);
                if let Ok(Answer::One(_)) = unpreprocessed.solve(&Puzzle::new(fewer.clone())) {
                    givens = fewer;
                }
                for left in both_levels(&Puzzle::new(givens.clone())) {
                    let lost = solution.filled().find(|(cell, digit)| !left.allowed(*cell).contains(*digit));
                    assert_eq!(lost, None, "round {round}: {givens}");
                }
            }
        }
    }

    /// Compares the candidates of the first 300 solutions with those that each level leaves.
    #[test]
    fn both_levels_keep_all_solutions_and_full_preprocessing_eliminates_at_least_as_much() {
        let boards = [(Board::CLASSIC, 50), (Board::new(2, 5).unwrap(), 60), (Board::new(4, 4).unwrap(), 150)];
        for (board, open_cells) in boards {
            for round in 0..10 {
                let mut random = Rng::new(2, round);
                let mut givens = random_solution(&mut random, board);
                shuffled_cells(&mut random, board).into_iter().take(open_cells).for_each(|cell| givens.set(cell, None));
                let puzzle = Puzzle::new(givens);
                let [propagated, full] = both_levels(&puzzle);
                let occurring = occurring_candidates(&puzzle, 300);
                for (cell, occurring) in board.cells().zip(occurring) {
                    let (propagated, full) = (propagated.allowed(cell), full.allowed(cell));
                    assert!(
                        (occurring - full).is_empty(),
                        "{board}, round {round}: {cell} lost {:?}",
                        occurring - full
                    );
                    assert!(
                        (full - propagated).is_empty(),
                        "{board}, round {round}: {cell} kept {:?}",
                        full - propagated
                    );
                }
            }
        }
    }

    /// Replaces a given by a random digit.
    #[test]
    fn a_puzzle_refuted_by_full_preprocessing_has_no_solution() {
        let mut contradictions = 0;
        for round in 0..200 {
            let mut random = Rng::new(3, round);
            let mut givens = random_solution(&mut random, Board::CLASSIC);
            let mut cells = shuffled_cells(&mut random, Board::CLASSIC).into_iter();
            cells.by_ref().take(50).for_each(|cell| givens.set(cell, None));
            givens.set(cells.next().unwrap(), Some(Digit::from_index(random.below(9))));
            let puzzle = Puzzle::new(givens);
            if preprocess_fully(&puzzle, PROBING_BUDGET, &Interrupt::default()).is_none() {
                assert_eq!(crate::solve(&puzzle), Answer::None, "round {round}");
                contradictions += 1;
            }
        }
        assert!(contradictions > 100, "{contradictions}");
    }

    #[test]
    fn preprocessing_keeps_the_solution_of_a_hard_puzzle() {
        let hard: Puzzle =
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        for left in both_levels(&hard) {
            assert_eq!(crate::solve(&left).solutions(), crate::solve(&hard).solutions());
        }
    }

    fn both_levels(puzzle: &Puzzle) -> [Puzzle; 2] {
        let full = preprocess_fully(puzzle, PROBING_BUDGET, &Interrupt::default());
        [propagate(puzzle), full].map(|left| left.expect("there is a solution"))
    }

    /// The digits of each cell in the first solutions.
    fn occurring_candidates(puzzle: &Puzzle, solutions: usize) -> Vec<DigitSet> {
        let unpreprocessed = Solver::new(Engine::Sat(SatEngine::with_options(EncodingOptions::default()).unwrap()));
        let mut occurring = vec![DigitSet::EMPTY; puzzle.board().cell_count()];
        for grid in unpreprocessed.solutions(puzzle).take(solutions).map(Result::unwrap) {
            grid.filled().for_each(|(cell, digit)| occurring[puzzle.board().index(cell)].insert(digit));
        }
        occurring
    }

    fn shuffled_cells(random: &mut Rng, board: Board) -> Vec<Cell> {
        let mut cells: Vec<Cell> = board.cells().collect();
        random.shuffle(&mut cells);
        cells
    }

    /// A full grid: the first solution with random digits in the first box.
    fn random_solution(random: &mut Rng, board: Board) -> Grid {
        let mut digits: Vec<Digit> = board.digits().collect();
        random.shuffle(&mut digits);
        let mut givens = Grid::empty(board);
        let first = board.houses_of(Cell::new(0, 0))[2];
        board.cells_of(first).zip(digits).for_each(|(cell, digit)| givens.set(cell, Some(digit)));
        match crate::solve(&Puzzle::new(givens)) {
            Answer::None => panic!("every filling of one box extends to a solution"),
            Answer::One(grid) | Answer::Many(grid, _) => grid,
        }
    }
}
