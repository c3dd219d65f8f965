//! Portfolio of tabu search and CDCL: the same answers as CDCL alone, and reproducible solutions.

use std::collections::HashSet;

use qedoku::local_search::TabuSearch;
use qedoku::preprocess::propagate;
use qedoku::{
    Answer, Board, Cell, Digit, Engine, Grid, Portfolio, Puzzle, SatEngine, SolutionCount, SolveError, Solver, referee,
};
use qedoku_puzzle::rng::Rng;

fn portfolio(seed: u64, threads: usize) -> Solver {
    Solver { portfolio: Portfolio { seed, threads, ..Portfolio::default() }, ..Solver::default() }
}

fn sat_only() -> Solver {
    Solver::new(Engine::Sat(SatEngine::default()))
}

/// An irregular solution of the empty board: tabu search completes a few random givens.
fn random_solution(board: Board, rng: &mut Rng) -> Grid {
    let mut givens = Grid::empty(board);
    for band in 0..board.side() / board.box_height().max(board.box_width()) {
        let cell = Cell::new(band * board.box_height(), band * board.box_width());
        givens.set(cell, Some(Digit::from_index(rng.below(board.side()))));
    }
    let puzzle = propagate(&Puzzle::new(givens)).expect("so few givens have a solution");
    TabuSearch::new(&puzzle, 1).unwrap().run_limited(u64::MAX).unwrap()
}

/// A solution with about this percentage of its cells cleared.
fn with_empty_cells(board: Board, percent: usize, seed: u64) -> Puzzle {
    let mut rng = Rng::new(seed, 0);
    let mut grid = random_solution(board, &mut rng);
    for cell in board.cells() {
        if rng.below(100) < percent {
            grid.set(cell, None);
        }
    }
    Puzzle::new(grid)
}

#[test]
fn counts_on_small_boards_agree_with_the_sat_engine() {
    let mut seen = HashSet::new();
    for (height, width, percent) in [(2, 2, 75), (2, 3, 70), (2, 5, 62), (3, 4, 55), (4, 4, 50)] {
        for seed in 0..12 {
            let mut puzzle = with_empty_cells(Board::new(height, width).unwrap(), percent, seed);
            if seed % 3 == 0 {
                puzzle = with_a_wrong_given(&puzzle, seed);
            }
            let expected = sat_only().count(&puzzle, Some(50)).unwrap();
            assert_eq!(portfolio(seed, 1).count(&puzzle, Some(50)).unwrap(), expected, "{puzzle:?}");
            seen.insert(std::mem::discriminant(&expected));
        }
    }
    assert_eq!(seen.len(), 2, "some counts are exact, some are lower bounds");
}

/// Replaces one given by another digit without a conflict of givens, if such a digit is found.
fn with_a_wrong_given(puzzle: &Puzzle, seed: u64) -> Puzzle {
    let mut rng = Rng::new(seed, 0);
    let filled: Vec<Cell> = puzzle.givens().filled().map(|(cell, _)| cell).collect();
    for _ in 0..100 {
        let mut givens = puzzle.givens().clone();
        let digit = Digit::from_index(rng.below(puzzle.board().side()));
        givens.set(filled[rng.below(filled.len())], Some(digit));
        let wrong = Puzzle::new(givens);
        if wrong != *puzzle && wrong.given_conflicts().next().is_none() {
            return wrong;
        }
    }
    puzzle.clone()
}

#[test]
fn large_boards_are_solved_and_a_second_solution_is_found() {
    for (height, percent) in [(5, 60), (6, 58), (7, 62), (8, 75)] {
        let puzzle = with_empty_cells(Board::new(height, height).unwrap(), percent, 7);
        let Answer::Many(first, second) = portfolio(0, 2).solve(&puzzle).unwrap() else {
            panic!("expected many solutions at box height {height}")
        };
        assert_eq!(referee::check(&puzzle, &first), Ok(()));
        assert_eq!(referee::check(&puzzle, &second), Ok(()));
        assert_ne!(first, second);
    }
}

#[test]
fn empty_boards_of_every_size_have_many_solutions() {
    for side in [4, 6, 16, 30, 64, 100, 144] {
        let board = Board::of_side(side).unwrap();
        let puzzle = Puzzle::new(Grid::empty(board));
        assert!(matches!(portfolio(3, 1).solve(&puzzle), Ok(Answer::Many(..))), "{board}");
    }
}

#[test]
fn solutions_depend_on_the_seed_but_not_on_one_or_two_threads() {
    for (height, percent) in [(4, 65), (5, 55), (6, 60)] {
        let puzzle = with_empty_cells(Board::new(height, height).unwrap(), percent, 3);
        let grids = |seed, threads| -> Vec<Grid> {
            portfolio(seed, threads).solutions(&puzzle).take(4).map(Result::unwrap).collect()
        };
        let single_threaded = grids(1, 1);
        assert_eq!(single_threaded.iter().collect::<HashSet<_>>().len(), 4, "all different");
        assert_eq!(single_threaded, grids(1, 2));
        assert_eq!(single_threaded, grids(1, 1));
        assert_ne!(single_threaded[0], grids(2, 1)[0]);
        assert_eq!(grids(1, 4), grids(1, 4));
    }
}

#[test]
fn enumeration_yields_each_solution_once() {
    let puzzle = with_empty_cells(Board::new(3, 4).unwrap(), 55, 11);
    let all = |solver: &Solver| -> Vec<Grid> { solver.solutions(&puzzle).take(500).map(Result::unwrap).collect() };
    let (found, expected) = (all(&portfolio(0, 2)), all(&sat_only()));
    assert!(expected.len() > 1 && expected.len() < 500, "{}", expected.len());
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected.into_iter().collect());
}

#[test]
fn a_large_board_with_a_wrong_given_is_proved_unsatisfiable() {
    let mut unsolvable = 0;
    for seed in 0..6 {
        let puzzle = with_a_wrong_given(&with_empty_cells(Board::new(5, 5).unwrap(), 40, seed), seed);
        let answer = portfolio(seed, 2).solve(&puzzle).unwrap();
        assert_eq!(answer == Answer::None, sat_only().solve(&puzzle).unwrap() == Answer::None, "seed {seed}");
        unsolvable += usize::from(answer == Answer::None);
    }
    assert!(unsolvable > 2, "{unsolvable}");
}

#[test]
fn a_box_that_cannot_be_completed_has_no_solution() {
    // Box 1 has only one cell left for both 1 and 2.
    let puzzle: Puzzle = "..1.....2.......".parse().unwrap();
    let mut allowed: Vec<_> = puzzle.board().cells().map(|cell| puzzle.allowed(cell)).collect();
    for cell in [0, 1, 4] {
        allowed[cell] = qedoku::DigitSet::only(Digit::new(3).unwrap()) | qedoku::DigitSet::only(Digit::new(4).unwrap());
    }
    let puzzle = Puzzle::with_candidates(puzzle.board(), allowed);
    assert!(TabuSearch::new(&puzzle, 0).is_none());
    assert_eq!(portfolio(0, 1).solve(&puzzle).unwrap(), Answer::None);
}

#[test]
fn an_interrupted_enumeration_is_an_error_with_a_partial_count() {
    let puzzle = with_empty_cells(Board::new(6, 6).unwrap(), 60, 5);
    let solver = portfolio(0, 2);
    let mut solutions = solver.solutions(&puzzle);
    assert!(solutions.next().unwrap().is_ok());
    solver.interrupt.set();
    assert!(matches!(solutions.next(), Some(Err(SolveError::Interrupted))));
    assert_eq!(solver.count(&puzzle, None).unwrap_err().partial, SolutionCount::AtLeast(0));
}

#[test]
fn progress_reports_the_tabu_cost_of_a_running_search() {
    let puzzle = with_empty_cells(Board::new(7, 7).unwrap(), 45, 1);
    let solver = portfolio(0, 1);
    let (interrupt, progress) = (solver.interrupt.clone(), solver.portfolio.progress.clone());
    std::thread::scope(|scope| {
        scope.spawn(|| solver.solutions(&puzzle).next());
        while progress.tabu_cost() == (0, 0) {
            std::thread::yield_now();
        }
        interrupt.set();
    });
    let (cells, best) = progress.tabu_cost();
    assert!(cells > 1 && best > 0 && best < 49 * 49, "{cells} cells, {best} pairs");
}
