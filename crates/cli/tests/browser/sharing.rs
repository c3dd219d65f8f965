//! Panel "Share": links, text, images, printing.

use serde_json::json;

use crate::command::{UNIQUE_4X4, UNIQUE_9X9, qedoku_with};
use crate::page::Page;

#[test]
pub(crate) fn a_link_restores_the_complete_state() {
    let mut page = Page::open();
    page.load(UNIQUE_4X4);
    page.press_control("Home");
    page.type_in("4");
    page.press_control("End");
    page.shift('3');
    page.click("#tab-share");
    page.wait("location.hash.startsWith('#2.') && location.hash.includes('.2x2.')");
    page.wait("document.querySelector('#link').value === location.href && location.hash.endsWith('s')");
    let fragment = page.value("location.hash").as_str().expect("a fragment").to_owned();
    let labels = "[...document.querySelectorAll('#board .cell')].map((cell) => cell.getAttribute('aria-label')).join()";
    let before = page.value(labels);
    page.visit(&fragment);
    page.wait("!document.querySelector('#panel-share').hidden");
    assert_eq!(page.value(labels), before);
    assert_eq!(page.cell("r4c4"), "row 4, column 4, empty, candidates 2 4");
    page.finish();
}

#[test]
fn a_link_restores_the_encoding_options() {
    let mut page = Page::open();
    page.load(UNIQUE_9X9);
    page.click("#tab-logic");
    page.choose("scheme", "extended");
    page.choose("amo", "product");
    page.wait("location.hash.endsWith('.extended~product~rowmajor~repeats')");
    let fragment = page.value("location.hash").as_str().expect("a fragment").to_owned();
    page.visit(&fragment);
    page.wait(
        "!document.querySelector('#panel-logic').hidden && document.querySelector('#scheme').value === 'extended'",
    );
    assert_eq!(page.value("document.querySelector('#amo').value"), "product");
    page.choose("amo", "pairwise");
    page.choose("scheme", "reduced");
    page.wait("location.hash.endsWith('l')");
    page.finish();
}

#[test]
fn copies_the_puzzle_as_text() {
    let mut page = open_share(UNIQUE_9X9);
    page.click("#copy-text");
    page.wait(&format!("document.querySelector('#copied').value.trim() === {}", json!(UNIQUE_9X9)));
    page.finish();
}

#[test]
fn saves_valid_svg_and_png_files() {
    let mut page = open_share(UNIQUE_9X9);
    page.save_downloads();
    page.click("#save-svg");
    let svg = std::fs::read_to_string(page.downloaded("svg")).expect("a text file");
    let parsed = format!("new DOMParser().parseFromString({}, 'image/svg+xml')", json!(svg));
    assert_eq!(page.value(&format!("{parsed}.querySelector('parsererror')")), json!(null));
    let digits =
        page.value(&format!("[...{parsed}.querySelectorAll('g > text')].map((text) => text.textContent).join('')"));
    let givens: String = UNIQUE_9X9.chars().filter(|digit| *digit != '.').collect();
    assert!(digits.as_str().expect("digits").ends_with(&givens), "{digits}");
    assert!(!svg.contains("var(") && !svg.contains("class="), "the file needs no style sheet");
    page.click("#save-png");
    let png = std::fs::read(page.downloaded("png")).expect("a file");
    assert_eq!((&png[1..4], &png[16..24]), (&b"PNG"[..], &[0, 0, 6, 64, 0, 0, 6, 64][..]), "1600 x 1600");
    page.finish();
}

#[test]
fn prints_only_the_board() {
    let mut page = open_share(UNIQUE_9X9);
    page.call("Emulation.setEmulatedMedia", &json!({"media": "print"}));
    let visible = "[...document.querySelectorAll('button, select, h1, h2, p')].filter((element) => element.checkVisibility()).length";
    assert_eq!(page.value(visible), 0);
    assert_eq!(page.value("document.querySelector('#board').checkVisibility()"), true);
    page.finish();
}

/// The page with this puzzle and the panel open.
fn open_share(puzzle: &str) -> Page {
    assert!(qedoku_with(["solve"], puzzle).code == 0);
    let mut page = Page::open();
    page.load(puzzle);
    page.wait_for_verdict();
    page.click("#tab-share");
    page
}
