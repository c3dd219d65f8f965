//! Whole explanations.

use qedoku::explain::{BraidRater, Explainer, ExplanationEnd, Justification, Position};
use qedoku::generate::{self, PuzzleSpec};
use qedoku::{Answer, Board, Puzzle};
use qedoku_testdata::collection;
use qedoku_testdata::random_puzzles::{Symmetry, mutate, shift_grid, with_givens};
use qedoku_testdata::settings::{is_long, seeded_rng};
use qedoku_testdata::suite::cases;

use crate::replay::{check_all, check_explanation};

fn explain(explainer: &mut Explainer, puzzle: &Puzzle) -> ExplanationEnd {
    let explanation = explainer.explain(puzzle).unwrap_or_else(|incomplete| incomplete.partial);
    check_explanation(&Position::new(puzzle), &explanation);
    explanation.end
}

#[test]
fn every_puzzle_with_one_solution_is_explained_to_the_end() {
    let mut explainer = Explainer::default();
    let lists = [
        ("rated/cbg_000_a.csv", 300),
        ("9x9/17_clue.txt", 100),
        ("9x9/top1465.txt", 25),
        ("explain/sudokuwiki76.txt", 76),
        ("9x9/hardest_1106.txt", 4),
        ("9x9/hardest_1905_11.txt", 4),
    ];
    for (name, some) in lists {
        let some = if is_long() { some * 10 } else { some };
        let puzzles = list_or_rows(name, some);
        for puzzle in &puzzles {
            assert_eq!(explain(&mut explainer, puzzle), ExplanationEnd::Solved, "{name}: {}", puzzle.givens());
        }
    }
}

/// Golden Nugget, which needs nested steps.
#[test]
fn work_that_is_stopped_ends() {
    let puzzle = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
        .parse::<Puzzle>()
        .expect("a puzzle");
    let mut explainer = Explainer::default();
    let position = Position::new(&puzzle);
    let nested = |explainer: &mut Explainer| {
        let arguments = position.open_candidates().filter_map(|candidate| explainer.why_not(&position, candidate));
        arguments.filter(|argument| matches!(argument.step.justification, Justification::Nested(_))).count()
    };
    assert!(nested(&mut explainer) > 20);
    explainer.interrupt.set();
    assert_eq!(nested(&mut explainer), 0);
    assert!(explainer.next_step(&position).is_none_or(|step| !matches!(step.justification, Justification::Nested(_))));
    assert_eq!(explain(&mut explainer, &puzzle), ExplanationEnd::Open);
    let mut rater = BraidRater::default();
    rater.interrupt = explainer.interrupt.clone();
    assert!(rater.rate(&puzzle).unwrap_err().is_interrupted());
}

/// Of this puzzle a step inside once told two candidates of which, after shrinking, it took away one.
#[test]
fn nested_steps_tell_no_more_than_they_show() {
    let puzzle = "98.7.....6...9.5....4..6.9.3....8.4..4......2....1...5.9...3.6...3.7...1...2.....";
    let puzzle = puzzle.parse().expect("a puzzle");
    assert_eq!(explain(&mut Explainer::default(), &puzzle), ExplanationEnd::Solved);
}

/// Lists of puzzles, and the first column of tables.
fn list_or_rows(name: &str, some: usize) -> Vec<Puzzle> {
    if !name.starts_with("rated/") {
        return collection::puzzles(name, some);
    }
    let Some(text) = collection::read(name) else { return Vec::new() };
    let rows: Vec<&str> = text.lines().skip(1).collect();
    let puzzles = rows.iter().step_by(rows.len().div_ceil(some));
    puzzles.map(|row| row.split(',').next().unwrap_or_default().parse().expect("a puzzle")).collect()
}

#[test]
fn the_suite_of_all_engines_ends_as_it_should() {
    let mut explainer = Explainer::default();
    for case in cases().iter().filter(|case| case.puzzle.board().side() <= 9) {
        let expected =
            [ExplanationEnd::Contradiction, ExplanationEnd::Solved, ExplanationEnd::Open, ExplanationEnd::Open]
                [case.solutions];
        assert_eq!(explain(&mut explainer, &case.puzzle), expected, "{}", case.puzzle.givens());
    }
}

#[test]
fn impossible_puzzles_are_explained_to_their_contradiction() {
    let mut rng = seeded_rng(11);
    let mut explainer = Explainer::default();
    let mut impossible = 0;
    for puzzle in collection::puzzles("9x9/17_clue.txt", 60) {
        let wrong = mutate(&puzzle, &mut rng);
        if qedoku::solve(&wrong) == Answer::None {
            impossible += 1;
            assert_eq!(explain(&mut explainer, &wrong), ExplanationEnd::Contradiction, "{}", wrong.givens());
        }
    }
    println!("{impossible} impossible puzzles");
}

#[test]
fn what_is_common_to_all_solutions_is_found_where_there_are_several() {
    let mut explainer = Explainer::default();
    for puzzle in collection::puzzles("9x9/serg_multi.txt", 10).iter().take(20) {
        let explanation = explainer.explain(puzzle).unwrap();
        assert_eq!(explanation.end, ExplanationEnd::Open, "{}", puzzle.givens());
        let last = check_all(&Position::new(puzzle), &explanation.steps);
        let is_possible = |candidate| {
            let mut with = last.clone();
            with.place(candidate);
            let board = with.board();
            let allowed: Vec<_> = board.cells().map(|cell| with.candidates(cell)).collect();
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
        for made in generate::puzzles(spec, 5, None).expect("there are such puzzles").take(count) {
            let puzzle = made.expect("it is made").puzzle;
            assert_eq!(explain(&mut explainer, &puzzle), ExplanationEnd::Solved, "{}", puzzle.givens());
        }
    }
    let mut rng = seeded_rng(12);
    let board = Board::of_side(16).unwrap();
    let full = Symmetry::random(board, &mut rng).apply(&shift_grid(board));
    let puzzle = with_givens(&full, 200, &mut rng);
    assert!(matches!(explain(&mut explainer, &puzzle), ExplanationEnd::Solved | ExplanationEnd::Open));
}

#[test]
fn each_cell_is_filled_once() {
    let mut explainer = Explainer::default();
    for puzzle in collection::puzzles("9x9/top1465.txt", 8) {
        let explanation = explainer.explain(&puzzle).unwrap();
        let placed =
            explanation.steps.iter().filter(|step| matches!(step.justification, Justification::Single(_))).count();
        assert_eq!(placed, 81 - puzzle.givens().filled_count());
    }
}
