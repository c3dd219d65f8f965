//! Layout: the size of the board, what stays in view, and the work of a key on a large board.

use serde_json::{Value, json};

use crate::command::UNIQUE_9X9;
use crate::page::Page;

/// Left, top, right and bottom of the board in the window.
const BOARD_EDGES: &str = "(({left, top, right, bottom}) => [left, top, right, bottom].map(Math.round))(document.querySelector('#board').getBoundingClientRect())";

fn edges(page: &mut Page) -> [i64; 4] {
    let value: Value = page.value(BOARD_EDGES);
    [0, 1, 2, 3].map(|at| value[at].as_i64().expect("a number"))
}

#[test]
pub(crate) fn the_board_fits_the_window_in_both_directions_and_uses_a_large_one() {
    for (width, height, least) in
        [(1280, 900, 640), (1920, 1080, 830), (1366, 640, 400), (844, 390, 300), (390, 844, 330), (640, 450, 290)]
    {
        let mut page = Page::with("", width, height);
        page.load(UNIQUE_9X9);
        page.wait_for_verdict();
        let [left, top, right, bottom] = edges(&mut page);
        let (width, height) = (i64::from(width), i64::from(height));
        assert!(left >= 0 && right <= width, "{width}x{height}: {left}..{right}");
        assert!(bottom - top <= height, "{width}x{height}: {top}..{bottom}");
        assert!(right - left >= least, "{width}x{height}: {} pixels", right - left);
        assert_eq!(page.value("document.documentElement.scrollWidth <= window.innerWidth"), true, "{width}x{height}");
        page.finish();
    }
}

#[test]
pub(crate) fn the_board_stays_in_view_while_a_long_panel_scrolls() {
    for (width, height) in [(1280, 900), (1366, 640), (390, 844), (844, 390)] {
        let mut page = Page::with("", width, height);
        page.load(UNIQUE_9X9);
        page.wait_for_verdict();
        page.click("#tab-logic");
        page.wait("document.querySelector('#families tr')");
        page.value("window.scrollTo(0, document.body.scrollHeight)");
        page.wait("window.scrollY > 100");
        let [_, top, _, bottom] = edges(&mut page);
        assert!(top >= -1 && bottom <= i64::from(height) + 1, "{width}x{height}: {top}..{bottom}");
        page.finish();
    }
}

#[test]
fn the_notice_about_a_puzzle_is_in_view() {
    for (width, height) in [(1280, 900), (1920, 1080), (1366, 640), (390, 844), (844, 390)] {
        let mut page = Page::with("", width, height);
        page.load(UNIQUE_9X9);
        page.wait_for_verdict();
        let bottom = page.value("document.querySelector('#notice').getBoundingClientRect().bottom");
        assert!(bottom.as_f64() <= Some(f64::from(height)), "{width}x{height}: {bottom}");
        page.finish();
    }
}

#[test]
fn a_result_is_scrolled_into_view_beside_or_below_the_board() {
    for (width, height) in [(1366, 640), (390, 844), (844, 390), (640, 450)] {
        let mut page = Page::with("", width, height);
        page.load(UNIQUE_9X9);
        page.wait_for_verdict();
        page.click("#tab-explain");
        for (button, shown) in
            [("#explain-all", "#step-buttons"), ("#rate", "#rating"), ("#hint-house", "#explain-message")]
        {
            page.value(&format!("document.querySelector('{button}').focus()"));
            page.press("Enter");
            page.wait(&format!("document.querySelector('{shown}').checkVisibility()"));
            let edges = page.value(&format!(
                "new Promise((resolve) => setTimeout(() => {{ const {{top, bottom}} = document.querySelector('{shown}').getBoundingClientRect(); \
                 resolve([top, bottom]); }}, 100))"
            ));
            let [top, bottom] = [0, 1].map(|at| edges[at].as_f64().expect("a number"));
            assert!(top >= 0.0 && bottom <= f64::from(height), "{shown} at {width}x{height}: {top}..{bottom}");
        }
        page.finish();
    }
}

#[test]
fn no_control_is_cut_off_in_an_enlarged_window() {
    let mut page = Page::with("", 640, 450);
    let cut = "[...document.querySelectorAll('.starters > *, .tabs button, .tools button')].filter((one) => one.checkVisibility() \
         && (one.getBoundingClientRect().right > window.innerWidth || one.scrollWidth > one.clientWidth + 1)).map((one) => one.id)";
    assert_eq!(page.value(cut), json!([]));
    assert_eq!(
        page.value("document.querySelector('#tab-share').getBoundingClientRect().right <= window.innerWidth"),
        true
    );
    assert_eq!(page.value("document.querySelector('#pad').checkVisibility()"), false, "a mouse needs no number pad");
    page.finish();
}

#[test]
fn a_set_of_techniques_does_not_push_the_result_out_of_view() {
    let mut page = Page::with("", 1280, 900);
    page.load("4...3..2...4..2.");
    page.wait_for_verdict();
    page.click("#tab-explain");
    page.choose("level", "set");
    page.click("#hint-house");
    page.wait_for("#explain-message", "Look at");
    let bottom = page.value("document.querySelector('#explain-message').getBoundingClientRect().bottom");
    assert!(bottom.as_f64() <= Some(900.0), "{bottom}");
    page.finish();
}

#[test]
fn what_large_boards_do_not_support_is_not_offered() {
    let mut page = Page::open();
    page.choose("examples", "25x25");
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.click("#tab-explain");
    for id in ["explain-all", "rate"] {
        assert_eq!(page.value(&format!("document.querySelector('#{id}').checkVisibility()")), false, "{id}");
    }
    page.click("#explain-next");
    page.wait_for("#step-number", "Step 1 of 1");
    page.click("#step-apply");
    page.click("#hint-house");
    page.wait_for("#explain-message", "Look at");
    assert_eq!(page.text("#explain-task"), "");
    page.choose("examples", "16x16");
    page.wait(
        "document.querySelector('#explain-all').checkVisibility() && document.querySelector('#rate').checkVisibility()",
    );
    page.finish();
}

/// Counts the elements that are added, removed or changed until the next frame after a key.
const OBSERVE: &str = "(() => { window.changes = 0; new MutationObserver((records) => { for (const one of records) \
     window.changes += Math.max(1, one.addedNodes.length + one.removedNodes.length); }).observe(document.querySelector('#board'), \
     {subtree: true, childList: true, attributes: true, characterData: true}); })()";

#[test]
fn a_key_on_a_large_board_changes_only_the_cells_concerned() {
    let mut page = Page::open();
    page.choose("sizes", "6x6");
    page.click("#candidates");
    page.wait("document.querySelectorAll('#board .candidate').length === 36 * 36 * 36");
    page.click("#cell-r5c5");
    page.value(OBSERVE);
    let changes =
        |page: &mut Page| page.value("new Promise((resolve) => setTimeout(() => resolve(window.changes), 0))").as_u64();
    page.press("ArrowRight");
    let moved = changes(&mut page).expect("a number");
    assert!(moved > 0 && moved < 600, "{moved} changes: the peers of two cells, not 1296 cells");
    page.value("window.changes = 0");
    page.type_in("7");
    let entered = changes(&mut page).expect("a number");
    assert!(entered > 35 && entered < 600, "{entered} changes: one candidate in each of 95 peers, not all of them");
    page.finish();
}

#[test]
fn numbers_of_one_and_two_digits_have_the_same_size() {
    let mut page = Page::open();
    page.choose("sizes", "6x6");
    page.type_in("7");
    page.click("#cell-r2c2");
    page.type_in("12");
    let size = |page: &mut Page, cell: &str| {
        page.value(&format!("getComputedStyle(document.querySelector('#cell-{cell} .digit')).fontSize"))
    };
    assert_eq!(size(&mut page, "r1c1"), size(&mut page, "r2c2"));
    page.finish();
}

#[test]
fn forced_colours_and_reduced_motion_are_respected() {
    let mut page = Page::open();
    page.load(UNIQUE_9X9);
    page.wait_for_verdict();
    let features =
        json!([{"name": "forced-colors", "value": "active"}, {"name": "prefers-reduced-motion", "value": "reduce"}]);
    page.call("Emulation.setEmulatedMedia", &json!({ "features": features }));
    let style = |page: &mut Page, selector: &str, name: &str| {
        page.value(&format!("getComputedStyle(document.querySelector('{selector}')).{name}"))
    };
    let system = |page: &mut Page, colour: &str| {
        page.value(&format!("(() => {{ const one = document.createElement('p'); one.style.color = '{colour}'; document.body.append(one); \
             const {{color}} = getComputedStyle(one); one.remove(); return color; }})()"))
    };
    assert_eq!(style(&mut page, "#board .back", "fill"), system(&mut page, "Canvas"));
    assert_eq!(style(&mut page, "#board .given .digit", "fill"), system(&mut page, "CanvasText"));
    assert_eq!(style(&mut page, "#board .selected .ring", "stroke"), system(&mut page, "Highlight"));
    page.value("document.querySelector('#answer-task').innerHTML = '<span class=spinner></span>'");
    assert_eq!(style(&mut page, ".spinner", "animationName"), "none");
    page.finish();
}
