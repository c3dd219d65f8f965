//! Accessibility: keyboard only, screen reader, phone.

use serde_json::json;

use crate::command::UNIQUE_9X9;
use crate::page::Page;

#[test]
pub(crate) fn works_with_the_keyboard_alone() {
    let mut page = Page::open();
    page.type_board(UNIQUE_9X9);
    page.wait_for("#verdict-headline", "Exactly one solution");
    tab_to(&mut page, "tab-answer");
    tab_to(&mut page, "show-solution");
    page.press("Enter");
    page.wait_for("#answer-message", "The solution");
    // Past the last control, Tab goes to those of the browser: start again at the board.
    page.wait("location.hash.endsWith('a')");
    let fragment = page.value("location.hash").as_str().expect("a fragment").to_owned();
    page.visit(&fragment);
    page.wait_for("#verdict-headline", "Exactly one solution");
    tab_to(&mut page, "tab-answer");
    for panel in ["logic", "proof"] {
        arrow_to(&mut page, panel);
    }
    tab_to(&mut page, "make-proof");
    page.press("Enter");
    page.wait_for("#proof-facts", "exactly 1 solution");
    page.finish();
}

/// Presses Tab until this element has the focus.
fn tab_to(page: &mut Page, id: &str) {
    for _ in 0..60 {
        page.press("Tab");
        if page.value("document.activeElement.id") == id {
            return;
        }
    }
    panic!("Tab does not reach {id}");
}

/// Presses the right arrow key on the tabs until this panel is visible.
fn arrow_to(page: &mut Page, panel: &str) {
    for _ in 0..5 {
        page.press("ArrowRight");
        if page.value(&format!("!document.querySelector('#panel-{panel}').hidden")) == true {
            return;
        }
    }
    panic!("arrow keys do not reach {panel}");
}

#[test]
fn exposes_named_cells_and_controls_to_screen_readers() {
    let mut page = Page::open();
    page.type_in("5");
    page.wait_for("#verdict-headline", "More than one solution");
    let tree = page.call("Accessibility.getFullAXTree", &json!({}));
    let nodes = tree["nodes"].as_array().expect("nodes");
    let of_role = |role: &str| nodes.iter().filter(|node| node["role"]["value"] == role).collect::<Vec<_>>();
    assert_eq!((of_role("grid").len(), of_role("row").len(), of_role("gridcell").len()), (1, 9, 81));
    let names: Vec<&str> = of_role("gridcell").iter().filter_map(|node| node["name"]["value"].as_str()).collect();
    assert_eq!(
        (names[0], names[1], names[80]),
        ("row 1, column 1, given 5", "row 1, column 2, empty", "row 9, column 9, empty")
    );
    let unnamed = |node: &&&serde_json::Value| {
        node["name"]["value"].as_str().unwrap_or_default().is_empty() && node["ignored"] != true
    };
    for role in ["button", "combobox", "tab", "textbox", "checkbox"] {
        let missing: Vec<_> = of_role(role).iter().filter(unnamed).copied().cloned().collect();
        assert!(missing.is_empty(), "{role} without a name: {missing:#?}");
    }
    page.finish();
}

#[test]
fn fits_a_phone_without_horizontal_scrolling() {
    let mut page = Page::with("", 360, 740);
    page.load(UNIQUE_9X9);
    assert_eq!(page.value("document.querySelector('#pad').checkVisibility()"), true);
    for width in [360, 390] {
        page.resize(width, 844);
        for panel in ["answer", "logic", "proof", "share"] {
            page.click(&format!("#tab-{panel}"));
            assert_eq!(
                page.value("document.documentElement.scrollWidth <= window.innerWidth"),
                true,
                "{panel} at {width}"
            );
        }
    }
    page.choose("examples", "25x25");
    page.wait("document.querySelectorAll('#board .cell').length === 625");
    assert_eq!(page.value("document.documentElement.scrollWidth <= window.innerWidth"), true, "25x25");
    page.finish();
}

#[test]
fn the_number_pad_enters_and_clears_digits() {
    let mut page = Page::with("", 390, 844);
    page.click("#cell-r2c2");
    page.click("#pad button:nth-child(6)");
    assert_eq!(page.cell("r2c2"), "row 2, column 2, given 6");
    page.click("#pad button:last-child");
    assert_eq!(page.cell("r2c2"), "row 2, column 2, empty");
    page.finish();
}

#[test]
pub(crate) fn says_that_the_server_has_ended() {
    let mut page = Page::open();
    page.choose("examples", "ambiguous");
    page.wait_for("#verdict-headline", "More than one solution");
    page.stop_server();
    let message = "qedoku is no longer running. Start `qedoku serve` and try again.";
    page.click("#count");
    page.wait_for("#answer-task", message);
    page.choose("examples", "easy");
    page.wait_for("#verdict-task", message);
    page.wait_for("#verdict-headline", "No answer yet");
}

#[test]
fn every_action_leaves_the_focus_on_something_usable() {
    let mut page = Page::open();
    page.click("#example-impossible");
    assert_focus(&mut page, "example");
    page.wait_for("#verdict-headline", "No solution");
    for action in ["#show-why", ".correction", "#undo", "#redo", "#tab-answer"] {
        act(&mut page, action);
    }
    page.load("4...3..2...4..2.");
    page.wait_for_verdict();
    page.click("#cell-r1c2");
    page.type_in("1");
    for action in ["#check-entered", "#answer-message .next-level", "#answer-message .next-level", "#restart"] {
        act(&mut page, action);
    }
    for action in
        ["#show-solution", "#hide-answer", "#get-hint", "#hint-reason", "#step-apply", "#explain-all", "#step-next"]
    {
        act(&mut page, action);
    }
    for action in ["#step-last", "#step-first", "#step-last", "#step-apply", "#tab-answer"] {
        act(&mut page, action);
    }
    page.press_control("z");
    act(&mut page, "#fill-solution");
    act(&mut page, "#load");
    act(&mut page, "#load-close");
    page.choose("sizes", "4x4");
    page.type_in("g");
    page.wait_for("#verdict-headline", "More than one solution");
    page.stub_endless("count");
    act(&mut page, "#count");
    act(&mut page, "#answer-task .cancel");
    page.finish();
}

/// Presses a button with the keyboard and waits until its work is done.
#[track_caller]
fn act(page: &mut Page, selector: &str) {
    page.wait(&format!(
        "document.querySelector('{selector}')?.checkVisibility() && !document.querySelector('{selector}').disabled"
    ));
    page.value(&format!("document.querySelector('{selector}').focus()"));
    page.press("Enter");
    if selector != "#count" {
        page.wait("!document.querySelector('.spinner')");
    }
    assert_focus(page, selector);
}

/// Asserts that a visible, enabled element of the page has the focus.
#[track_caller]
fn assert_focus(page: &mut Page, action: &str) {
    page.value("new Promise((resolve) => setTimeout(resolve, 300))");
    let focused = "document.activeElement";
    let usable =
        page.value(&format!("{focused} !== document.body && {focused}.checkVisibility() && !{focused}.disabled"));
    assert_eq!(usable, true, "{action}: {}", page.value(&format!("{focused}.outerHTML.slice(0, 200)")));
}

#[test]
fn marks_differ_by_more_than_colour() {
    let mut page = Page::open();
    page.choose("examples", "ambiguous");
    page.wait_for("#verdict-headline", "More than one solution");
    let signs = |page: &mut Page, class: &str| {
        page.value(&format!("document.querySelector('#board .{class} .sign').textContent"))
    };
    page.click("#show-two");
    assert_eq!(signs(&mut page, "differ"), "≠");
    page.click("#show-forced");
    page.wait("document.querySelector('#board .forced')");
    assert_eq!(signs(&mut page, "forced"), "=");
    page.visit("");
    page.type_in("5");
    page.press("ArrowRight");
    page.type_in("5");
    assert_eq!(signs(&mut page, "conflict"), "!");
    page.finish();
}
