//! Panel "Explain": steps to the solution, hints, why and why not, mistakes, rating.

use crate::command::UNIQUE_9X9;
use crate::page::Page;

/// The page with this puzzle and the panel open.
fn open_explain(puzzle: &str) -> Page {
    let mut page = Page::open();
    page.load(puzzle);
    page.wait_for_verdict();
    page.wait("!document.querySelector('#tab-explain').hidden");
    page.click("#tab-explain");
    page
}

#[test]
fn steps_lead_to_the_solution() {
    let mut page = open_explain(UNIQUE_9X9);
    page.click("#explain-all");
    page.wait_for("#step-number", "Step 1 of");
    let steps = page.value("document.querySelectorAll('#steps li').length").as_u64().expect("a number");
    assert!(steps > 50, "58 cells are open");
    for step in 2..=steps {
        page.click("#step-next");
        page.wait_for("#step-number", &format!("Step {step} of {steps}"));
        assert!(page.text("#step-text").len() > 10);
        assert_ne!(page.value("document.querySelectorAll('#board .cell.placed, #board .cell.elimination').length"), 0);
    }
    page.click("#step-apply");
    page.wait_for("#verdict-play", "Solved");
    page.finish();
}

#[test]
pub(crate) fn hints_have_three_levels() {
    let mut page = open_explain(UNIQUE_9X9);
    page.click("#hint-house");
    page.wait_for("#explain-message", "Look at");
    page.click("#hint-cell");
    page.wait_for("#explain-message", "there is a");
    page.click("#hint-reason");
    page.wait_for("#step-number", "Step 1 of 1");
    assert!(page.text("#step-text").len() > 10);
    page.finish();
}

#[test]
fn explains_why_a_digit_must_or_cannot_be_in_the_selected_cell() {
    let mut page = open_explain("4...3..2...4..2.");
    page.click("#cell-r1c2");
    page.choose("why-digit", "2");
    page.click("#why");
    page.wait_for("#step-text", "in row 1, only r1c2 can be 2");
    page.choose("why-digit", "1");
    page.click("#why-not");
    page.wait_for("#step-text", "so 1 can be eliminated from r1c2");
    page.choose("why-digit", "2");
    page.click("#why-not");
    page.wait_for("#explain-message", "r1c2 is 2 in the solution");
    page.finish();
}

#[test]
fn reports_conflicting_givens() {
    let mut page = open_explain("4...3..2...4...4");
    page.click("#explain-all");
    page.wait_for("#explain-message", "No solution: column 4 has two 4s.");
    page.finish();
}

#[test]
fn rates_a_puzzle() {
    let mut page = open_explain(UNIQUE_9X9);
    page.click("#rate");
    page.wait_for("#rating", "Steps beyond singles");
    let rating = page.text("#rating");
    assert!(rating.contains("Guesses a brute-force search needs") && rating.contains("Hardest technique"), "{rating}");
    assert!(!rating.contains("trust") && !rating.contains("answer"), "{rating}");
    assert_eq!(page.text("#explain-message"), "", "the table says it all");
    page.click("#rating-help");
    page.wait("document.activeElement.id === 'help-ratings'");
    page.click("#help-close");
    page.choose("examples", "ambiguous");
    page.wait_for("#verdict-headline", "More than one solution");
    page.click("#rate");
    page.wait_for("#explain-message", "Not rated: the puzzle has more than one solution.");
    assert_eq!(page.value("document.querySelector('#rating-help').checkVisibility()"), false);
    page.finish();
}
