//! Panel "Explain": step by step to the end, hints, reasons, what is wrong, and how hard.

use crate::command::NINE;
use crate::page::Page;

/// The page with the panel open.
fn explaining(puzzle: &str) -> Page {
    let mut page = Page::open();
    page.load(puzzle);
    page.wait("!document.querySelector('#tab-explain').hidden");
    page.click("#tab-explain");
    page
}

#[test]
fn an_explanation_is_stepped_through_to_the_solution() {
    let mut page = explaining(NINE);
    page.click("#explain-all");
    page.wait_for("#step-place", "Step 1 of");
    let steps = page.value("document.querySelectorAll('#steps li').length").as_u64().expect("a number");
    assert!(steps > 50, "58 digits are to be placed");
    for step in 2..=steps {
        page.click("#step-on");
        page.wait_for("#step-place", &format!("Step {step} of {steps}"));
        assert!(page.text("#step-words").len() > 10);
        assert_ne!(page.value("document.querySelectorAll('#board .placed, #board .loses').length"), 0);
    }
    page.click("#step-do");
    page.wait_for("#verdict-play", "Solved");
    page.finish();
}

#[test]
fn a_hint_comes_in_three_strengths() {
    let mut page = explaining(NINE);
    page.click("#hint-house");
    page.wait_for("#explain-words", "Look at");
    page.click("#hint-cell");
    page.wait_for("#explain-words", "there is a");
    page.click("#hint-reason");
    page.wait_for("#step-place", "Step 1 of 1");
    assert!(page.text("#step-words").len() > 10);
    page.finish();
}

#[test]
fn a_digit_of_the_selected_cell_has_its_reason() {
    let mut page = explaining("4...3..2...4..2.");
    page.click("#cell-r1c2");
    page.choose("why-digit", "2");
    page.click("#why");
    page.wait_for("#step-words", "2 has only one place in row 1, r1c2");
    page.choose("why-digit", "1");
    page.click("#why-not");
    page.wait_for("#step-words", "So r1c2 is not 1");
    page.choose("why-digit", "2");
    page.click("#why-not");
    page.wait_for("#explain-words", "r1c2 is 2 in the solution");
    page.finish();
}

#[test]
fn givens_that_clash_and_digits_that_are_wrong_are_told() {
    let mut page = explaining("4...3..2...4...4");
    page.click("#explain-all");
    page.wait_for("#explain-words", "r3c4 and r4c4 both hold 4");
    page.finish();
    let mut page = explaining("4...3..2...4..2.");
    page.click("#mode-play");
    page.click("#cell-r1c2");
    page.type_in("1");
    page.click("#explain-next");
    page.wait_for("#explain-words", "r1c2 is not 1; it is 2");
    page.finish();
}

#[test]
fn a_puzzle_is_rated() {
    let mut page = explaining(NINE);
    page.click("#rate");
    page.wait_for("#explain-words", "steps beyond singles");
    let rating = page.text("#rating");
    assert!(rating.contains("Guesses of plain search") && rating.contains("Hardest technique"), "{rating}");
    assert!(!rating.contains("trust") && !rating.contains("answer"), "{rating}");
    page.finish();
}
