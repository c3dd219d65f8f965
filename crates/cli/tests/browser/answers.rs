//! Panel "Answer", and work that takes long.

use crate::command::{MANY, NINE, NINE_SOLVED, ONE};
use crate::page::Page;

/// What the cells of the board show, in reading order; a point for nothing.
const SHOWN: &str = "[...document.querySelectorAll('#board .digit')].map((text) => text.textContent || '.').join('')";

#[test]
fn the_solution_is_shown_on_request_and_hidden_again() {
    let mut page = pasted(NINE);
    page.click("#show-solution");
    assert_eq!(page.value(SHOWN), NINE_SOLVED);
    page.click("#hide-answer");
    assert_eq!(page.value(SHOWN), NINE);
    page.click("#fill-solution");
    assert_eq!(page.value(SHOWN), NINE_SOLVED);
    page.wait_for("#verdict-play", "Solved");
    page.finish();
}

#[test]
fn two_solutions_are_shown_with_their_differences() {
    let mut page = pasted(MANY);
    page.click("#show-two");
    let pairs = page.value("document.querySelectorAll('#board .differ .pair').length").as_u64().expect("a number");
    assert!(pairs >= 8 && pairs.is_multiple_of(2), "two grids differ in four cells or more: {pairs}");
    assert!(page.text("#answer-words").contains(&format!("differ in {} cells", pairs / 2)));
    page.finish();
}

#[test]
fn true_candidates_and_forced_cells_are_those_of_all_solutions() {
    let mut page = pasted(MANY);
    page.click("#show-true");
    page.wait("document.querySelector('#board .candidate')");
    let total = page.value("document.querySelectorAll('#board .candidate').length");
    page.wait_for("#answer-words", &format!("{total} candidates in 13 open cells"));
    page.click("#count");
    page.wait_for("#answer-words", "6 solutions, counted to the end");
    page.finish();
}

#[test]
fn wrong_digits_of_the_player_are_found() {
    let mut page = pasted(ONE);
    page.press_control("Home");
    page.type_in("3");
    page.press("ArrowRight");
    page.type_in("1");
    page.click("#check-entered");
    page.wait_for("#answer-words", "1 digit of yours cannot stay");
    assert!(page.cell("r1c1").ends_with("not as in the solution"));
    page.finish();
}

#[test]
fn long_work_tells_how_it_goes_and_can_be_cancelled() {
    let mut page = Page::open();
    page.choose("sizes", "4x4");
    page.type_in("g");
    page.wait_for("#verdict-headline", "More than one solution");
    page.click("#count");
    page.wait_for("#answer-task", "conflicts");
    page.click("#answer-task .cancel");
    page.wait_for("#answer-task", "Cancelled");
    // What was cancelled does not keep the server from the next puzzle.
    page.paste(NINE);
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.finish();
}

/// The solver needs seconds to see that it has only one solution.
const LONG: &str = include_str!("../../../qedoku/tests/testdata/36x36_hard.txt");

#[test]
fn a_long_solve_can_be_cancelled_and_asked_for_again() {
    let mut page = Page::open();
    page.load(LONG);
    page.wait("document.querySelector('#verdict-task .spinner')");
    page.click("#verdict-task .cancel");
    page.wait_for("#verdict-task", "Cancelled");
    page.wait_for("#verdict-headline", "No verdict yet");
    page.click("#verdict-task .cancel");
    page.wait("document.querySelector('#verdict-task .spinner')");
    page.load(NINE);
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.finish();
}

fn pasted(puzzle: &str) -> Page {
    let mut page = Page::open();
    page.load(puzzle);
    page.wait("!document.querySelector('#verdict').dataset.busy");
    page
}
