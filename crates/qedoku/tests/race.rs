//! Filling and SAT together: the same answers as SAT alone, and the same grids on any machine.

use std::collections::HashSet;

use qedoku::local_search::TabuSearch;
use qedoku::preprocess::propagate;
use qedoku::{
    Answer, Board, Cell, Digit, Engine, Grid, Portfolio, Puzzle, SatEngine, SolutionCount, SolveError, Solver, referee,
};
use qedoku_puzzle::rng::Rng;

fn raced(seed: u64, threads: usize) -> Solver {
    Solver { portfolio: Portfolio { seed, threads, ..Portfolio::default() }, ..Solver::default() }
}

fn by_sat() -> Solver {
    Solver::new(Engine::Sat(SatEngine::default()))
}

/// A solution of the empty board that is no plain pattern: a few givens at random, and what the filling engine makes of them.
fn full(board: Board, rng: &mut Rng) -> Grid {
    let mut givens = Grid::empty(board);
    for band in 0..board.side() / board.box_height().max(board.box_width()) {
        let cell = Cell::new(band * board.box_height(), band * board.box_width());
        givens.set(cell, Some(Digit::from_index(rng.below(board.side()))));
    }
    let puzzle = propagate(&Puzzle::new(givens)).expect("so few givens leave solutions");
    TabuSearch::new(&puzzle, 1).unwrap().run_limited(u64::MAX).unwrap()
}

/// A board with this share of holes, in percent.
fn with_holes(board: Board, percent: usize, seed: u64) -> Puzzle {
    let mut rng = Rng::new(seed, 0);
    let mut grid = full(board, &mut rng);
    for cell in board.cells() {
        if rng.below(100) < percent {
            grid.set(cell, None);
        }
    }
    Puzzle::new(grid)
}

#[test]
fn small_boards_have_as_many_solutions_as_by_sat() {
    let mut seen = HashSet::new();
    for (height, width, percent) in [(2, 2, 75), (2, 3, 70), (2, 5, 62), (3, 4, 55), (4, 4, 50)] {
        for seed in 0..12 {
            let mut puzzle = with_holes(Board::new(height, width).unwrap(), percent, seed);
            if seed % 3 == 0 {
                puzzle = with_a_wrong_digit(&puzzle, seed);
            }
            let expected = by_sat().count(&puzzle, Some(50)).unwrap();
            assert_eq!(raced(seed, 1).count(&puzzle, Some(50)).unwrap(), expected, "{puzzle:?}");
            seen.insert(std::mem::discriminant(&expected));
        }
    }
    assert_eq!(seen.len(), 2, "some have few solutions, some many");
}

/// Another digit in place of a given, if some fits there without a direct clash.
fn with_a_wrong_digit(puzzle: &Puzzle, seed: u64) -> Puzzle {
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
fn large_boards_are_filled_and_a_second_solution_is_found() {
    for (height, percent) in [(5, 60), (6, 58), (7, 62), (8, 75)] {
        let puzzle = with_holes(Board::new(height, height).unwrap(), percent, 7);
        let Answer::Many(first, second) = raced(0, 2).solve(&puzzle).unwrap() else { panic!("many, at {height}") };
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
        assert!(matches!(raced(3, 1).solve(&puzzle), Ok(Answer::Many(..))), "{board}");
    }
}

#[test]
fn one_thread_and_two_lead_to_the_same_grids_and_another_seed_to_others() {
    for (height, percent) in [(4, 65), (5, 55), (6, 60)] {
        let puzzle = with_holes(Board::new(height, height).unwrap(), percent, 3);
        let grids = |seed, threads| -> Vec<Grid> {
            raced(seed, threads).solutions(&puzzle).take(4).map(Result::unwrap).collect()
        };
        let alone = grids(1, 1);
        assert_eq!(alone.iter().collect::<HashSet<_>>().len(), 4, "all different");
        assert_eq!(alone, grids(1, 2));
        assert_eq!(alone, grids(1, 1));
        assert_ne!(alone[0], grids(2, 1)[0]);
        assert_eq!(grids(1, 4), grids(1, 4));
    }
}

#[test]
fn all_solutions_of_a_board_with_a_few_are_told_once() {
    let puzzle = with_holes(Board::new(3, 4).unwrap(), 55, 11);
    let all = |solver: &Solver| -> Vec<Grid> { solver.solutions(&puzzle).take(500).map(Result::unwrap).collect() };
    let (raced, by_sat) = (all(&raced(0, 2)), all(&by_sat()));
    assert!(by_sat.len() > 1 && by_sat.len() < 500, "{}", by_sat.len());
    assert_eq!(raced.len(), by_sat.len());
    assert_eq!(raced.into_iter().collect::<HashSet<_>>(), by_sat.into_iter().collect());
}

#[test]
fn a_wrong_digit_on_a_large_board_is_proved_impossible() {
    let mut impossible = 0;
    for seed in 0..6 {
        let puzzle = with_a_wrong_digit(&with_holes(Board::new(5, 5).unwrap(), 40, seed), seed);
        let answer = raced(seed, 2).solve(&puzzle).unwrap();
        assert_eq!(answer == Answer::None, by_sat().solve(&puzzle).unwrap() == Answer::None, "seed {seed}");
        impossible += usize::from(answer == Answer::None);
    }
    assert!(impossible > 2, "{impossible}");
}

#[test]
fn a_box_that_cannot_be_filled_has_no_solution() {
    // In the first box 1 and 2 have one cell for both.
    let puzzle: Puzzle = "..1.....2.......".parse().unwrap();
    let mut allowed: Vec<_> = puzzle.board().cells().map(|cell| puzzle.allowed(cell)).collect();
    for cell in [0, 1, 4] {
        allowed[cell] = qedoku::DigitSet::only(Digit::new(3).unwrap()) | qedoku::DigitSet::only(Digit::new(4).unwrap());
    }
    let puzzle = Puzzle::with_candidates(puzzle.board(), allowed);
    assert!(TabuSearch::new(&puzzle, 0).is_none());
    assert_eq!(raced(0, 1).solve(&puzzle).unwrap(), Answer::None);
}

#[test]
fn a_race_that_is_stopped_says_so_and_counts_what_it_found() {
    let puzzle = with_holes(Board::new(6, 6).unwrap(), 60, 5);
    let solver = raced(0, 2);
    let mut solutions = solver.solutions(&puzzle);
    assert!(solutions.next().unwrap().is_ok());
    solver.interrupt.set();
    assert!(matches!(solutions.next(), Some(Err(SolveError::Interrupted))));
    assert_eq!(solver.count(&puzzle, None).unwrap_err().partial, SolutionCount::AtLeast(0));
}

#[test]
fn the_watch_tells_how_far_a_long_search_is() {
    let puzzle = with_holes(Board::new(7, 7).unwrap(), 45, 1);
    let solver = raced(0, 1);
    let (stop, watch) = (solver.interrupt.clone(), solver.portfolio.progress.clone());
    std::thread::scope(|scope| {
        scope.spawn(|| solver.solutions(&puzzle).next());
        while watch.tabu_cost() == (0, 0) {
            std::thread::yield_now();
        }
        stop.set();
    });
    let (cells, best) = watch.tabu_cost();
    assert!(cells > 1 && best > 0 && best < 49 * 49, "{cells} cells, {best} pairs");
}
