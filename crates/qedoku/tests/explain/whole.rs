//! Explanations of whole puzzles: to the solution, to a contradiction, or to the common part of all solutions.

use qedoku::explain::{BraidRater, Explainer, ExplanationEnd, Justification, Position, Step};
use qedoku::generate::{self, PuzzleSpec};
use qedoku::{Answer, Board, Candidate, Grid, Puzzle, SolveError};
use qedoku_testdata::collection;
use qedoku_testdata::random_puzzles::{Isomorphism, mutate, with_givens};
use qedoku_testdata::seeded_rng;
use qedoku_testdata::suite::core;

use crate::replay::{check_all, check_explanation};

/// Explains a puzzle and validates the steps. Returns the end.
fn explain(explainer: &mut Explainer, puzzle: &Puzzle) -> ExplanationEnd {
    let explanation = explainer.explain(puzzle).unwrap_or_else(|incomplete| *incomplete.partial);
    check_explanation(&Position::new(puzzle), &explanation);
    explanation.end
}

#[test]
fn every_puzzle_with_one_solution_is_explained_completely() {
    let mut explainer = Explainer::default();
    let lists = [
        ("rated/cbg_000_a.csv", 300),
        ("9x9/17_clue.txt", 100),
        ("9x9/top1465.txt", 25),
        ("explain/sudokuwiki76.txt", 26),
        ("9x9/hardest_1106.txt", 4),
        ("9x9/hardest_1905_11.txt", 4),
    ];
    for (name, limit) in lists {
        for puzzle in &collection::sample(name, limit) {
            assert_eq!(explain(&mut explainer, puzzle), ExplanationEnd::Solved, "{name}: {}", puzzle.givens());
        }
    }
}

/// The puzzle is Golden Nugget, which needs nested steps.
#[test]
fn an_interrupt_ends_explaining_and_rating() {
    let puzzle = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
        .parse::<Puzzle>()
        .expect("a puzzle");
    let mut explainer = Explainer::default();
    let position = Position::new(&puzzle);
    let is_nested = |step: &Step| matches!(step.justification, Justification::Nested(_));
    let needs_nested = |candidate: &Candidate| {
        let explanation = explainer.why_not(&position, *candidate).unwrap();
        explanation.is_some_and(|explanation| is_nested(&explanation.step))
    };
    let candidates: Vec<Candidate> = position.open_candidates().filter(needs_nested).collect();
    assert!(candidates.len() > 20);
    explainer.interrupt.set();
    for candidate in candidates {
        assert!(matches!(explainer.why_not(&position, candidate), Err(SolveError::Interrupted)), "{candidate}");
        assert!(matches!(explainer.why(&position, candidate), Err(SolveError::Interrupted)), "{candidate}");
    }
    assert!(!explainer.next_step(&position).is_ok_and(|step| step.is_some_and(|step| is_nested(&step))));
    assert!(explainer.all_steps(&position, 3).unwrap_err().is_interrupted());
    assert_eq!(explain(&mut explainer, &puzzle), ExplanationEnd::Open);
    let mut rater = BraidRater::default();
    rater.interrupt = explainer.interrupt.clone();
    assert!(rater.rate(&puzzle).unwrap_err().is_interrupted());
}

/// Regression: in this puzzle a nested step listed two eliminations, but after minimization it justified only one.
#[test]
fn nested_steps_list_only_justified_eliminations() {
    let puzzle = "98.7.....6...9.5....4..6.9.3....8.4..4......2....1...5.9...3.6...3.7...1...2.....";
    let puzzle = puzzle.parse().expect("a puzzle");
    assert_eq!(explain(&mut Explainer::default(), &puzzle), ExplanationEnd::Solved);
}

#[test]
fn explanations_of_the_suite_have_the_expected_end() {
    let mut explainer = Explainer::default();
    for case in core().iter().filter(|case| case.puzzle.board().side() <= 9) {
        let expected =
            [ExplanationEnd::Contradiction, ExplanationEnd::Solved, ExplanationEnd::Open, ExplanationEnd::Open]
                [case.up_to_three()];
        assert_eq!(explain(&mut explainer, &case.puzzle), expected, "{}", case.puzzle.givens());
    }
}

#[test]
fn unsolvable_puzzles_are_explained_to_a_contradiction() {
    let mut rng = seeded_rng(11);
    let mut explainer = Explainer::default();
    let mut unsolvable = 0;
    for puzzle in collection::sample("9x9/17_clue.txt", 60) {
        let wrong = mutate(&puzzle, &mut rng);
        if qedoku::solve(&wrong) == Answer::None {
            unsolvable += 1;
            assert_eq!(explain(&mut explainer, &wrong), ExplanationEnd::Contradiction, "{}", wrong.givens());
        }
    }
    assert!(unsolvable >= 20, "only {unsolvable} unsolvable puzzles");
}

#[test]
fn explanations_of_ambiguous_puzzles_eliminate_every_false_candidate() {
    let mut explainer = Explainer::default();
    for puzzle in collection::sample("9x9/serg_multi.txt", 10).iter().take(20) {
        let explanation = explainer.explain(puzzle).unwrap();
        assert_eq!(explanation.end, ExplanationEnd::Open, "{}", puzzle.givens());
        let last = check_all(&Position::new(puzzle), &explanation.steps);
        let is_possible = |candidate| {
            let mut position = last.clone();
            position.place(candidate);
            let board = position.board();
            let allowed: Vec<_> = board.cells().map(|cell| position.candidates(cell)).collect();
            qedoku::solve(&Puzzle::with_candidates(board, allowed)) != Answer::None
        };
        assert!(last.open_candidates().all(is_possible), "{}", puzzle.givens());
    }
}

#[test]
fn boards_of_other_sizes_are_explained() {
    let mut explainer = Explainer::default();
    for (side, count) in [(4, 20), (6, 10), (8, 4), (10, 2), (12, 1)] {
        let spec = PuzzleSpec::new(Board::of_side(side).unwrap());
        for generated in generate::puzzles(spec, 5, None).expect("the specification is possible").take(count) {
            let puzzle = generated.expect("some attempt succeeds").puzzle;
            assert_eq!(explain(&mut explainer, &puzzle), ExplanationEnd::Solved, "{}", puzzle.givens());
        }
    }
    let mut rng = seeded_rng(12);
    let board = Board::of_side(16).unwrap();
    let solution = Isomorphism::random(board, &mut rng).apply(&Grid::cyclic_shift(board));
    let puzzle = with_givens(&solution, 200, &mut rng);
    assert!(matches!(explain(&mut explainer, &puzzle), ExplanationEnd::Solved | ExplanationEnd::Open));
}

#[test]
fn each_cell_is_filled_once() {
    let mut explainer = Explainer::default();
    for puzzle in collection::sample("9x9/top1465.txt", 8) {
        let explanation = explainer.explain(&puzzle).unwrap();
        let placed =
            explanation.steps.iter().filter(|step| matches!(step.justification, Justification::Single(_))).count();
        assert_eq!(placed, 81 - puzzle.givens().filled_count());
    }
}

/// The exact search ends at 16x16; the reference search takes over.
#[test]
fn a_25x25_board_is_explained_in_sentences() {
    let board = Board::new(5, 5).unwrap();
    let Answer::Many(mut givens, _) = qedoku::solve(&Puzzle::new(Grid::empty(board))) else {
        panic!("an empty board has many solutions")
    };
    for cell in board.cells().filter(|cell| cell.row() % 5 == cell.column() % 5) {
        givens.set(cell, None);
    }
    let puzzle = Puzzle::new(givens);
    let Answer::One(solution) = qedoku::solve(&puzzle) else { panic!("the puzzle is nearly full") };
    let explanation = qedoku::explain(&puzzle).unwrap();
    assert_eq!(explanation.end, ExplanationEnd::Solved);
    assert_eq!(check_all(&explanation.start, &explanation.steps).placed(), &solution);
    assert!(explanation.iter().all(|step| step.to_string().contains(" r")), "every sentence names a cell");
}
