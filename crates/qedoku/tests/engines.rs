//! The built-in engines against known answers, reference backtracking, symmetries, and large boards.

use std::collections::BTreeSet;

use qedoku::formats;
use qedoku::{
    Amo, Answer, Board, EncodingOptions, Engine, Grid, Puzzle, SatEngine, Scheme, SolutionCount, Solver, referee,
};
use qedoku_testdata::collection;
use qedoku_testdata::random_puzzles::{Isomorphism, mutate, oracle_solutions, random_solution, with_givens};
use qedoku_testdata::suite::core;
use qedoku_testdata::{is_long, seeded_rng};

/// The default engine, the SAT engine, and a SAT engine for each complete scheme and at-most-one encoding.
fn engines() -> Vec<(String, Solver)> {
    let with_encoding = |(scheme, amo): (Scheme, Amo)| {
        let sat = SatEngine::with_options(EncodingOptions { scheme, amo, ..EncodingOptions::default() })
            .expect("a complete scheme");
        (format!("{scheme}, {amo}"), Solver::new(Engine::Sat(sat)))
    };
    let schemes = Scheme::ALL.iter().map(|(scheme, _)| *scheme).filter(|scheme| scheme.is_complete());
    let pairs = schemes.flat_map(|scheme| Amo::ALL.iter().map(move |(amo, _)| (scheme, *amo)));
    defaults().into_iter().map(|(name, solver)| (name.to_owned(), solver)).chain(pairs.map(with_encoding)).collect()
}

/// The default engine, and the SAT engine for all boards including 9x9.
fn defaults() -> [(&'static str, Solver); 2] {
    [("auto", Solver::default()), ("sat", Solver::new(Engine::Sat(SatEngine::default())))]
}

fn enumerate(solver: &Solver, puzzle: &Puzzle, limit: usize) -> Vec<Grid> {
    solver.solutions(puzzle).take(limit).map(|grid| grid.expect("the engine answers")).collect()
}

fn texts(grids: &[Grid]) -> BTreeSet<String> {
    grids.iter().map(Grid::to_string).collect()
}

/// Asserts that the engine finds the same solutions as the oracle, up to a limit. Returns their number.
#[track_caller]
fn assert_agrees(name: &str, solver: &Solver, puzzle: &Puzzle) -> usize {
    const LIMIT: usize = 6;
    let (expected, found) = (oracle_solutions(puzzle, LIMIT), enumerate(solver, puzzle, LIMIT));
    let text = formats::line(puzzle.givens());
    assert_eq!(found.len(), expected.len(), "{name}: {text}");
    assert_eq!(texts(&found).len(), found.len(), "{name} yields a grid twice: {text}");
    assert!(found.iter().all(|grid| referee::check(puzzle, grid).is_ok()), "{name}: {text}");
    if found.len() < LIMIT {
        assert_eq!(texts(&found), texts(&expected), "{name}: {text}");
    }
    found.len()
}

#[test]
fn the_engine_agrees_with_the_oracle_on_puzzles_with_zero_one_two_and_many_solutions() {
    let mut rng = seeded_rng(1);
    let mut histogram = [0; 7];
    for (height, width, rounds, givens) in [(2, 2, 150, 2..9), (2, 3, 120, 6..18), (3, 3, 120, 24..40)] {
        let board = Board::new(height, width).unwrap();
        for _ in 0..if is_long() { 20 * rounds } else { rounds } {
            let left = givens.start + rng.below(givens.len());
            let puzzle = with_givens(&random_solution(board, &mut rng), left, &mut rng);
            let mutated = mutate(&puzzle, &mut rng);
            for (name, solver) in defaults() {
                histogram[assert_agrees(name, &solver, &puzzle)] += 1;
                histogram[assert_agrees(name, &solver, &mutated)] += 1;
                if let Answer::Many(first, second) = solver.solve(&puzzle).unwrap() {
                    histogram[assert_agrees(name, &solver, &common(&first, &second))] += 1;
                }
            }
        }
    }
    assert!(
        histogram[..3].iter().all(|count| *count >= 30) && histogram[3..].iter().sum::<i32>() >= 30,
        "{histogram:?}"
    );
}

/// The puzzle whose givens are the digits common to two solutions; it has at least these two solutions.
fn common(first: &Grid, second: &Grid) -> Puzzle {
    let mut shared = first.clone();
    for (cell, digit) in second.filled() {
        if first.get(cell) != Some(digit) {
            shared.set(cell, None);
        }
    }
    Puzzle::new(shared)
}

#[test]
fn every_scheme_and_encoding_agrees_with_the_oracle() {
    let mut rng = seeded_rng(2);
    let engines = engines();
    for (height, width, givens) in [(2, 2, 4), (2, 3, 10), (3, 2, 11), (3, 3, 28)] {
        let board = Board::new(height, width).unwrap();
        for _ in 0..if is_long() { 40 } else { 3 } {
            let puzzle = with_givens(&random_solution(board, &mut rng), givens, &mut rng);
            for puzzle in [&puzzle, &mutate(&puzzle, &mut rng)] {
                for (name, solver) in &engines {
                    assert_agrees(name, solver, puzzle);
                }
            }
        }
    }
}

#[test]
fn the_answer_of_a_transformed_puzzle_is_the_transformed_answer() {
    let mut rng = seeded_rng(3);
    for case in core() {
        let answer = qedoku::solve(&case.puzzle);
        for _ in 0..if is_long() { 100 } else { 5 } {
            let isomorphism = Isomorphism::random(case.puzzle.board(), &mut rng);
            let transformed = Puzzle::new(isomorphism.apply(case.puzzle.givens()));
            match (&answer, qedoku::solve(&transformed)) {
                (Answer::None, Answer::None) => {}
                (Answer::One(grid), Answer::One(found)) => assert_eq!(isomorphism.apply(grid), found),
                (Answer::Many(first, second), Answer::Many(..)) => {
                    let is_solution = |grid| referee::check(&transformed, &isomorphism.apply(grid)).is_ok();
                    assert!(is_solution(first) && is_solution(second));
                }
                (expected, found) => {
                    panic!("{} before, {} after: {}", expected.as_str(), found.as_str(), transformed.givens())
                }
            }
        }
    }
}

#[test]
fn counts_of_known_puzzles_are_exact() {
    let count = |text: &str| Solver::default().count(&text.parse().unwrap(), None).unwrap();
    assert_eq!(count("................"), SolutionCount::Exactly(288));
    assert_eq!(count("1234............"), SolutionCount::Exactly(12));
    assert_eq!(count("..2..3.1........"), SolutionCount::Exactly(6));
    let six: Puzzle = "12345645612323156431264.56......3645".parse().unwrap();
    let expected = oracle_solutions(&six, usize::MAX).len() as u64;
    assert_eq!(Solver::default().count(&six, None).unwrap(), SolutionCount::Exactly(expected));
    assert_eq!(Solver::default().count(&six, Some(0)).unwrap(), SolutionCount::AtLeast(0));
}

#[test]
fn boards_up_to_25x25_are_solved() {
    let mut rng = seeded_rng(4);
    for (height, width) in [(2, 5), (3, 4), (2, 6), (6, 2), (3, 5), (4, 4), (2, 9), (4, 5), (4, 6), (5, 5)] {
        let board = Board::new(height, width).unwrap();
        for percent in [40, 55, 70] {
            let grid = Isomorphism::random(board, &mut rng).apply(&Grid::cyclic_shift(board));
            let puzzle = with_givens(&grid, board.cell_count() * percent / 100, &mut rng);
            let found = Solver::default().solutions(&puzzle).next().expect("the puzzle has a solution").unwrap();
            assert_eq!(referee::check(&puzzle, &found), Ok(()), "{board}, {percent} %");
        }
    }
}

#[test]
fn a_144x144_board_with_a_tenth_of_its_cells_empty_is_solved() {
    let board = Board::new(12, 12).unwrap();
    let mut rng = seeded_rng(5);
    let grid = Isomorphism::random(board, &mut rng).apply(&Grid::cyclic_shift(board));
    let puzzle = with_givens(&grid, board.cell_count() * 9 / 10, &mut rng);
    let found = Solver::default().solutions(&puzzle).next().expect("the puzzle has a solution").unwrap();
    assert_eq!(referee::check(&puzzle, &found), Ok(()));
}

#[test]
fn an_interrupted_search_is_an_error() {
    let solver = Solver::default();
    solver.interrupt.set();
    let empty: Puzzle = ".".repeat(81).parse().unwrap();
    assert!(matches!(solver.solve(&empty), Err(qedoku::SolveError::Interrupted)));
    assert_eq!(solver.count(&empty, None).unwrap_err().partial, SolutionCount::AtLeast(0));
}

/// Asserts that every puzzle has this answer.
fn assert_answers(name: &str, puzzles: &[Puzzle], answer: &str) {
    for (puzzle, found) in puzzles.iter().zip(Solver::default().solve_all(puzzles)) {
        assert_eq!(found.expect("an answer").as_str(), answer, "{name}: {}", puzzle.givens());
    }
}

/// Asserts that every puzzle of the sample of a list has this answer.
fn check_list(name: &str, answer: &str) {
    assert_answers(name, &collection::sample(&format!("9x9/{name}"), 300), answer);
}

#[test]
fn puzzles_with_17_givens_have_one_solution() {
    check_list("17_clue.txt", "one");
}

#[test]
fn hard_puzzles_have_one_solution() {
    check_list("top1465.txt", "one");
    check_list("hardest_1106.txt", "one");
    check_list("hardest_1905_11.txt", "one");
}

#[test]
fn ambiguous_puzzles_have_many_solutions() {
    check_list("serg_multi.txt", "many");
}

#[test]
#[ignore = "needs the puzzle collection: set QEDOKU_DATA, or put it at ../shared/data"]
fn every_puzzle_of_the_whole_lists_has_the_published_answer() {
    for (name, size, answer) in [
        ("17_clue.txt", 49_158, "one"),
        ("top1465.txt", 1465, "one"),
        ("hardest_1106.txt", 375, "one"),
        ("hardest_1905_11.txt", 24_383, "one"),
        ("serg_multi.txt", 10_000, "many"),
    ] {
        let puzzles = collection::whole_list(&format!("9x9/{name}"));
        assert_eq!(puzzles.len(), size, "{name}");
        assert_answers(name, &puzzles, answer);
    }
}
