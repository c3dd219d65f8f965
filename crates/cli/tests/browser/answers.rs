//! Panel "Answer", and cancellation of long requests.

use crate::command::{AMBIGUOUS_4X4, SOLUTION_9X9, UNIQUE_9X9};
use crate::page::Page;

/// The digits on the board in reading order; a point for an empty cell.
const BOARD_TEXT: &str =
    "[...document.querySelectorAll('#board .digit')].map((text) => text.textContent || '.').join('')";

#[test]
pub(crate) fn shows_hides_and_fills_in_the_solution() {
    let mut page = open_solved(UNIQUE_9X9);
    page.click("#show-solution");
    assert_eq!(page.value(BOARD_TEXT), SOLUTION_9X9);
    page.click("#hide-answer");
    assert_eq!(page.value(BOARD_TEXT), UNIQUE_9X9);
    page.click("#fill-solution");
    assert_eq!(page.value(BOARD_TEXT), SOLUTION_9X9);
    page.wait_for("#verdict-play", "Solved");
    page.finish();
}

#[test]
pub(crate) fn shows_two_solutions_and_their_differences() {
    let mut page = open_solved(AMBIGUOUS_4X4);
    page.click("#show-two");
    let pairs = page.value("document.querySelectorAll('#board .differ .pair').length").as_u64().expect("a number");
    assert!(pairs >= 8 && pairs.is_multiple_of(2), "two solutions differ in at least four cells: {pairs}");
    assert!(page.text("#answer-message").contains(&format!("differ in {} cells", pairs / 2)));
    page.finish();
}

#[test]
pub(crate) fn shows_true_candidates_and_counts_solutions() {
    let mut page = open_solved(AMBIGUOUS_4X4);
    page.click("#show-true");
    page.wait("document.querySelector('#board .candidate')");
    let total = page.value("document.querySelectorAll('#board .candidate').length");
    page.wait_for("#answer-message", &format!("{total} candidates in 13 open cells"));
    page.click("#count");
    page.wait_for("#answer-message", "Exactly 6 solutions");
    page.finish();
}

#[test]
fn a_long_count_shows_progress_and_can_be_cancelled() {
    let mut page = Page::open();
    page.choose("sizes", "4x4");
    page.type_in("g");
    page.wait_for("#verdict-headline", "More than one solution");
    page.stub_endless("count");
    page.click("#count");
    page.wait_for("#answer-task", "conflicts");
    page.click("#answer-task .cancel");
    page.wait_for("#answer-task", "Cancelled");
    // The cancelled count does not block the next puzzle.
    page.paste(UNIQUE_9X9);
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.finish();
}

/// A puzzle whose uniqueness takes seconds to prove.
const SLOW: &str = include_str!("../../../qedoku/tests/testdata/36x36_hard.txt");

#[test]
fn a_slow_solve_can_be_cancelled_and_retried() {
    let mut page = Page::open();
    page.load(SLOW);
    page.wait("document.querySelector('#verdict-task .spinner')");
    page.click("#verdict-task .cancel");
    page.wait_for("#verdict-task", "Cancelled");
    page.wait_for("#verdict-headline", "No answer yet");
    page.click("#verdict-task .cancel");
    page.wait("document.querySelector('#verdict-task .spinner')");
    page.load(UNIQUE_9X9);
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.finish();
}

/// The page with this puzzle, solved.
fn open_solved(puzzle: &str) -> Page {
    let mut page = Page::open();
    page.load(puzzle);
    page.wait_for_verdict();
    page
}
