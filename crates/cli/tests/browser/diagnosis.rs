//! Puzzles without exactly one solution, symbols in sentences, and messages that disappear with what they are about.

use crate::command::{AMBIGUOUS_4X4, UNIQUE_4X4, UNIQUE_9X9};
use crate::page::Page;

#[test]
pub(crate) fn marks_the_culprits_of_an_impossible_puzzle_and_removes_one() {
    let mut page = Page::open();
    page.choose("examples", "impossible");
    page.wait_for("#verdict-headline", "No solution");
    page.click("#show-why");
    page.wait_for("#explain-message", "givens contradict each other");
    let count = |page: &mut Page, class: &str| {
        page.value(&format!("document.querySelectorAll('#board .given.{class}').length")).as_u64().expect("a number")
    };
    let (culprits, dimmed) = (count(&mut page, "culprit"), count(&mut page, "dimmed"));
    assert!(culprits >= 2 && dimmed > 0, "{culprits} {dimmed}");
    assert_eq!(page.value("document.querySelectorAll('#board .given').length"), culprits + dimmed);
    assert!(page.text("#step-number").ends_with(" to a contradiction"), "{}", page.text("#step-number"));
    assert!(page.text("#explain-message .correction").starts_with("Remove r"));
    page.click("#explain-message .correction");
    page.wait("!['none', 'busy'].includes(document.querySelector('#verdict').dataset.answer)");
    assert_eq!(page.text("#explain-message"), "", "the message disappears with its puzzle");
    assert_eq!(page.value("document.querySelectorAll('#board .culprit, #board .dimmed').length"), 0);
    page.finish();
}

#[test]
fn marks_where_the_solutions_of_an_ambiguous_puzzle_differ_and_makes_it_unique() {
    let mut page = Page::open();
    page.choose("examples", "ambiguous");
    page.wait_for("#verdict-headline", "More than one solution");
    page.click("#show-why");
    page.wait_for("#explain-message", "Solutions differ in");
    assert_ne!(page.value("document.querySelectorAll('#board .differ').length"), 0);
    let overlaps = page.value(
        "(() => { const box = (kind) => document.querySelector(`#board .differ .${kind}`).getBoundingClientRect(); \
         return ['first', 'second'].map(box).some((digit) => box('sign').left < digit.right && box('sign').right > digit.left \
         && box('sign').top < digit.bottom && box('sign').bottom > digit.top); })()",
    );
    assert_eq!(overlaps, false, "the sign does not cover a digit");
    assert!(page.text("#explain-message .correction").starts_with("Add r"));
    page.click("#explain-message .correction");
    page.wait_for("#verdict-headline", "Exactly one solution");
    assert_eq!(page.value("document.querySelectorAll('#board .differ').length"), 0);
    page.finish();
}

#[test]
pub(crate) fn sentences_use_the_symbols_of_the_board() {
    let mut page = Page::open();
    page.choose("examples", "16x16");
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.click("#tab-explain");
    page.click("#cell-r1c2");
    page.choose("why-digit", "12");
    page.click("#why-not");
    page.wait_for("#explain-message", "r1c2 cannot be C: r1c3 holds it in row 1.");
    page.click("#numbers");
    page.click("#why-not");
    page.wait_for("#explain-message", "r1c2 cannot be 12: r1c3 holds it in row 1.");
    page.click("#numbers");
    page.click("#tab-logic");
    page.choose("scheme", "extended");
    page.choose("clauses-digit", "12");
    page.wait_for("#clause-list", "=C");
    assert!(!page.text("#clause-list").contains("=12"));
    page.finish();
}

#[test]
fn conflicts_are_named_by_the_symbols_of_the_board() {
    let mut page = Page::open();
    page.choose("sizes", "4x4");
    page.type_in("c");
    page.press("ArrowRight");
    page.type_in("c");
    page.wait_for("#verdict-detail", "Row 1 has two Cs.");
    page.click("#numbers");
    page.wait_for("#verdict-detail", "Row 1 has two 12s.");
    page.finish();
}

#[test]
fn a_displayed_solution_differs_from_digits_and_disappears_with_its_message() {
    let mut page = Page::open();
    page.load(UNIQUE_4X4);
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.press_control("Home");
    page.type_in("4");
    page.click("#show-solution");
    page.wait_for("#answer-message", "The solution, shown on the board.");
    let style = |page: &mut Page, kind: &str| {
        page.value(&format!("(({{fontStyle, fontSize}}) => fontStyle + fontSize)(getComputedStyle(document.querySelector('#board .{kind} .digit')))"))
    };
    assert_ne!(style(&mut page, "shown"), style(&mut page, "entered"), "not by colour alone");
    let shown = "document.querySelectorAll('#board .shown').length";
    for end in ["#hide-answer", "#tab-logic", "#undo"] {
        page.click("#tab-answer");
        page.click("#show-solution");
        page.wait(&format!("{shown} > 0"));
        page.click(end);
        page.wait(&format!("{shown} === 0"));
        assert_eq!(page.text("#answer-message"), "", "{end}");
    }
    page.finish();
}

#[test]
fn a_result_of_an_earlier_puzzle_is_never_shown() {
    let mut page = Page::open();
    page.load(AMBIGUOUS_4X4);
    page.wait_for("#verdict-headline", "More than one solution");
    // The count is sent, and its result held back until another puzzle is there.
    page.value(
        "(() => { const real = window.fetch; window.release = () => {}; \
         window.fetch = async (url, options) => { const response = await real(url, {...options, signal: undefined}); \
         if (url.endsWith('/api/count')) await new Promise((resolve) => { window.release = resolve; }); return response; }; })()",
    );
    page.click("#count");
    page.load(UNIQUE_9X9);
    page.value("window.release()");
    page.wait_for("#verdict-headline", "Exactly one solution");
    assert_eq!(page.text("#answer-message"), "");
    page.finish();
}

#[test]
fn the_notice_about_a_loaded_puzzle_disappears_with_it() {
    let mut page = Page::open();
    page.load(UNIQUE_9X9);
    page.choose("examples", "easy");
    assert_eq!(page.text("#notice"), "");
    page.finish();
}
