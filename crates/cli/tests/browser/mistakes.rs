//! The player's position: what counts as entered, and mistakes that are revealed in levels.

use crate::command::UNIQUE_9X9;
use crate::page::Page;

/// 4x4 whose solution is 4231 3142 2314 1423.
const PUZZLE: &str = "4...3..2...4..2.";

/// The page with the puzzle in play mode.
fn open() -> Page {
    let mut page = Page::open();
    page.load(PUZZLE);
    page.wait_for("#verdict-headline", "Exactly one solution");
    page
}

#[test]
fn a_cell_with_one_candidate_left_is_not_a_digit_of_the_player() {
    let mut page = open();
    page.click("#cell-r1c2");
    page.shift('1');
    assert_eq!(page.cell("r1c2"), "row 1, column 2, empty, candidates 2");
    page.click("#check-entered");
    page.wait_for("#answer-message", "No mistakes so far.");
    // Crossing out the right candidate of r1c2 is a mistake; its last, wrong candidate is not a wrong digit.
    page.click("#cell-r1c2");
    page.shift('1');
    page.shift('2');
    page.click("#check-entered");
    page.wait_for("#answer-message", "1 candidate was crossed out by mistake.");
    assert!(!page.text("#answer-message").contains("wrong"));
    page.finish();
}

#[test]
pub(crate) fn mistakes_are_revealed_in_levels() {
    let mut page = open();
    page.click("#cell-r1c2");
    page.type_in("1");
    page.click("#cell-r2c2");
    page.type_in("1");
    page.click("#check-entered");
    page.wait_for("#answer-message", "1 of your digits is wrong.");
    let shown = "document.querySelectorAll('#board .cell.wrong').length";
    assert_eq!(page.value(shown), 0, "how many, not which");
    assert!(!page.text("#answer-message").contains("r1c2"));
    page.click("#answer-message .next-level");
    page.wait(&format!("{shown} === 1"));
    assert!(page.cell("r1c2").ends_with("mistake"));
    assert!(!page.text("#answer-message").contains("is 2"), "which, not the right digit");
    page.click("#answer-message .next-level");
    page.wait_for("#answer-message", "r1c2 is 2.");
    assert_eq!(page.value("document.querySelectorAll('#board .shown').length"), 0, "no other digit is revealed");
    page.finish();
}

#[test]
fn a_hint_reveals_no_more_than_its_level() {
    let mut page = open();
    page.click("#cell-r1c2");
    page.type_in("1");
    page.click("#tab-explain");
    page.click("#hint-house");
    page.wait_for("#explain-message", "1 of your digits is wrong.");
    assert_eq!(page.value("document.querySelectorAll('#board .cell.wrong').length"), 0);
    for button in ["#explain-next", "#explain-all"] {
        page.click(button);
        page.wait_for("#explain-message", "1 of your digits is wrong.");
        assert!(!page.text("#explain-message").contains("is 2"), "{button}");
    }
    page.click("#hint-cell");
    page.wait("document.querySelectorAll('#board .cell.wrong').length === 1");
    assert!(!page.text("#explain-message").contains("is 2"));
    page.click("#hint-reason");
    page.wait_for("#explain-message", "r1c2 is 2.");
    page.finish();
}

#[test]
fn the_digits_of_an_ambiguous_puzzle_can_be_checked() {
    let mut page = Page::open();
    page.choose("examples", "ambiguous");
    page.wait_for("#verdict-headline", "More than one solution");
    page.click("#cell-r1c1");
    page.type_in("9");
    page.click("#check-entered");
    page.wait("document.querySelector('#answer-message').textContent !== ''");
    page.finish();
}

#[test]
fn the_most_prominent_buttons_reveal_no_digit() {
    let mut page = Page::open();
    page.load(UNIQUE_9X9);
    page.wait_for_verdict();
    for panel in ["answer", "explain"] {
        page.click(&format!("#tab-{panel}"));
        let prominent =
            "[...document.querySelectorAll('.panel button.primary')].filter((one) => one.checkVisibility())";
        assert_eq!(page.value(&format!("{prominent}.length")), 1, "{panel}");
        page.value(&format!("{prominent}[0].click()"));
        page.wait_for("#explain-message", "Look at");
        assert_eq!(page.value("document.querySelectorAll('#board .shown, #board .placed').length"), 0, "{panel}");
    }
    page.finish();
}
