//! Braid ratings: agreement with published ratings and invariance under symmetries.

use qedoku::explain::{BraidRater, BraidRating, Measure, RATING_BUDGET};
use qedoku::{Board, Grid, Puzzle};
use qedoku_testdata::collection;
use qedoku_testdata::random_puzzles::{Isomorphism, with_givens};
use qedoku_testdata::{is_long, seeded_rng};

/// Asserts the published ratings of puzzles of D. Berthier's unbiased collection, every `step`-th row.
fn assert_published_ratings(text: &str, step: usize) {
    let mut rater = BraidRater::default();
    let mut rows = 0;
    let lines = text.lines().skip_while(|line| !line.starts_with("puzzle,"));
    for row in lines.skip(1).step_by(step) {
        let columns: Vec<&str> = row.split(',').collect();
        let puzzle: Puzzle = columns[0].parse().expect("a puzzle");
        let expected: u64 = columns[3].parse().expect("a rating");
        assert_eq!(rater.rate(&puzzle).unwrap(), BraidRating::exactly(expected), "{row}");
        rows += 1;
    }
    assert!(rows >= 500);
}

#[test]
fn the_rating_agrees_with_the_published_one() {
    assert_published_ratings(&collection::sample_text("rated/cbg_000_a.csv"), if is_long() { 1 } else { 2 });
}

#[test]
#[ignore = "needs the puzzle collection: set QEDOKU_DATA, or put it at ../shared/data"]
fn the_rating_agrees_with_all_published_ones() {
    assert_published_ratings(&collection::whole_text("rated/cbg_000_a.csv"), 1);
}

#[test]
fn the_rating_is_invariant_under_symmetries() {
    let mut rng = seeded_rng(7);
    let mut rater = BraidRater::default();
    for puzzle in collection::sample("9x9/top1465.txt", 20) {
        let expected = rater.rate(&puzzle).unwrap();
        let transformed = Puzzle::new(Isomorphism::random(Board::CLASSIC, &mut rng).apply(puzzle.givens()));
        assert_eq!(rater.rate(&transformed).unwrap(), expected, "{}", puzzle.givens());
    }
}

#[test]
fn puzzles_beyond_braids_have_no_b_rating() {
    let mut rater = BraidRater::default();
    for puzzle in collection::sample("9x9/hardest_1106.txt", 40) {
        assert_eq!(rater.rate(&puzzle).unwrap().b, None, "{}", puzzle.givens());
    }
}

#[test]
fn a_rating_within_a_budget_is_exact_or_a_lower_bound() {
    let [mut exact, mut limited] = [BraidRater::default(), BraidRater::default()];
    exact.budget = u64::MAX;
    let (mut bounds, mut exact_count) = (0, 0);
    for puzzle in collection::sample("9x9/top1465.txt", 30) {
        let b = exact.rate(&puzzle).unwrap().exact();
        for budget in [0, 1_000, 30_000, RATING_BUDGET] {
            limited.budget = budget;
            let rating = limited.rate(&puzzle).unwrap();
            if let Some(Measure::AtLeast(bound)) = rating.b {
                assert!(budget < RATING_BUDGET && b.is_none_or(|b| bound <= b), "{rating}, not {b:?}");
                bounds += 1;
            } else {
                assert_eq!(rating.exact(), b, "{}", puzzle.givens());
                exact_count += 1;
            }
        }
    }
    assert!(bounds > 10 && exact_count > 30, "{bounds} bounds, {exact_count} exact ratings");
}

#[test]
fn an_interrupted_rating_carries_a_lower_bound() {
    let mut rater = BraidRater::default();
    rater.interrupt.set();
    let puzzle = collection::sample("9x9/top1465.txt", 1).remove(0);
    let incomplete = rater.rate(&puzzle).unwrap_err();
    assert!(incomplete.is_interrupted() && matches!(incomplete.partial.b, Some(Measure::AtLeast(_))));
}

#[test]
fn boards_of_all_sizes_are_rated() {
    let mut rng = seeded_rng(8);
    let mut rater = BraidRater::default();
    for side in [4, 6, 8, 9, 10, 12, 14, 15, 16] {
        let board = Board::of_side(side).unwrap();
        let solution = Isomorphism::random(board, &mut rng).apply(&Grid::cyclic_shift(board));
        assert_eq!(rater.rate(&Puzzle::new(solution.clone())).unwrap(), BraidRating::exactly(0), "{board}");
        // Singles solve a grid with a few empty cells.
        assert_eq!(
            rater.rate(&with_givens(&solution, side * side - side / 2, &mut rng)).unwrap(),
            BraidRating::exactly(0),
            "{board}"
        );
        let puzzle = with_givens(&solution, side * side * 3 / 5, &mut rng);
        let transformed = Puzzle::new(Isomorphism::random(board, &mut rng).apply(puzzle.givens()));
        assert_eq!(rater.rate(&puzzle).unwrap(), rater.rate(&transformed).unwrap(), "{}", puzzle.givens());
    }
}

#[test]
fn a_puzzle_without_a_unique_solution_is_not_rated() {
    for (text, answer) in [("44..............", "none"), ("4...............", "many")] {
        let error = qedoku::rate(&text.parse().unwrap()).unwrap_err();
        assert!(matches!(error, qedoku::SolveError::NotUnique(found) if found == answer), "{error}");
    }
}
