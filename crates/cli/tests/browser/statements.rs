//! The page states only what it knows: results that a limit has cut short.

use serde_json::json;

use crate::command::{AMBIGUOUS_4X4, UNIQUE_9X9};
use crate::page::Page;

/// The page with an ambiguous puzzle, whose search for true candidates is stopped after one solution.
fn open_stopped() -> Page {
    let mut page = Page::open();
    page.load(AMBIGUOUS_4X4);
    page.wait_for("#verdict-headline", "More than one solution");
    let one_solution = [[[1], [2], [3], [4]], [[3], [4], [1], [2]], [[2], [1], [4], [3]], [[4], [3], [2], [1]]];
    let stopped =
        json!({ "schema": 1, "result": "incomplete", "found": one_solution, "stopped": "the time limit was reached" });
    page.stub("candidates", &stopped);
    page
}

#[test]
pub(crate) fn an_incomplete_search_calls_no_cell_forced() {
    let mut page = open_stopped();
    page.click("#show-forced");
    page.wait_for("#answer-message", "Which cells are forced is not known: the time limit was reached.");
    assert!(!page.text("#answer-message").contains("every solution"));
    assert_eq!(page.value("document.querySelectorAll('#board .forced, #board .shown').length"), 0);
    page.click("#show-true");
    page.wait_for("#answer-message", "At least 13 candidates in 13 open cells occur in some solution: the time limit");
    assert_eq!(page.value("document.querySelectorAll('#board .forced').length"), 0);
    assert_eq!(page.value("document.querySelectorAll('#board .candidate').length"), 13);
    page.finish();
}

#[test]
fn a_complete_search_says_which_cells_are_forced() {
    let mut page = Page::open();
    page.choose("examples", "ambiguous");
    page.wait_for("#verdict-headline", "More than one solution");
    page.click("#show-forced");
    page.wait_for("#answer-message", "the same digit in every solution");
    assert_ne!(page.value("document.querySelectorAll('#board .forced').length"), 0);
    page.finish();
}

#[test]
fn an_incomplete_count_is_a_lower_bound() {
    let mut page = Page::open();
    page.load(AMBIGUOUS_4X4);
    page.stub(
        "count",
        &json!({ "schema": 1, "result": "incomplete", "at_least": 5, "stopped": "the time limit was reached" }),
    );
    page.click("#count");
    page.wait_for("#answer-message", "At least 5 solutions: the time limit was reached.");
    page.finish();
}

#[test]
fn a_solution_that_need_not_be_the_only_one_is_not_called_the_solution() {
    let mut page = Page::open();
    let rows: Vec<Vec<u32>> = vec![(1..=9).collect(); 9];
    let found = |grids: serde_json::Value| json!({ "schema": 1, "result": "incomplete", "found": grids, "stopped": "the time limit was reached" });
    page.stub("solve", &found(json!([rows])));
    page.load(UNIQUE_9X9);
    page.wait_for("#verdict-headline", "At least one solution");
    page.wait_for("#verdict-detail", "Whether there is another is not known: the time limit was reached.");
    assert_eq!(page.value("document.querySelector('#fill-solution').checkVisibility()"), false);
    page.click("#show-solution");
    page.wait_for("#answer-message", "Whether there is another is not known");
    page.visit("");
    page.stub("solve", &found(json!([])));
    page.load(UNIQUE_9X9);
    page.wait_for("#verdict-detail", "Whether there is a solution is not known");
    assert_eq!(page.value("document.querySelector('#show-solution').checkVisibility()"), false);
    page.finish();
}

#[test]
fn a_full_board_with_an_excluded_digit_is_not_called_solved() {
    let mut page = Page::open();
    // A text with candidates: r1c1 may be 1 or 2 only, so the grid below, with 4 there, is no solution.
    page.load("12 1234 1234 1234  1234 1234 1234 1234  1234 1234 1234 1234  1234 1234 1234 1234");
    page.wait_for_verdict();
    page.type_board("4231314223141423");
    page.wait_for("#verdict-play", "16 entered, 0 left");
    page.wait("!document.querySelector('#verdict-play').textContent.includes('Solved')");
    page.finish();
}

#[test]
fn the_formula_panel_states_what_its_numbers_mean() {
    let mut page = Page::open();
    page.load(UNIQUE_9X9);
    page.wait_for_verdict();
    page.click("#tab-logic");
    page.wait("document.querySelector('#variables').textContent === '729'");
    assert_eq!(page.text("#variables-label"), "variables");
    page.choose("numbering", "base");
    page.wait("document.querySelector('#variables').textContent === '999'");
    assert_eq!(page.text("#variables-label"), "highest variable");
    page.choose("scheme", "houses");
    page.wait_for("#formula-note", "need not be a solution");
    page.finish();
}
