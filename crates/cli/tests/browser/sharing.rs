//! Panel "Share": the address, text, pictures, paper.

use serde_json::json;

use crate::command::{NINE, ONE, qedoku_with};
use crate::page::Page;

#[test]
fn an_address_brings_the_whole_state_back() {
    let mut page = Page::open();
    page.load(ONE);
    page.press_control("Home");
    page.type_in("4");
    page.press_control("End");
    page.shift('3');
    page.click("#tab-share");
    page.wait("location.hash.startsWith('#1.2x2.')");
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
fn an_address_brings_back_how_the_rules_are_said() {
    let mut page = Page::open();
    page.load(NINE);
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
fn a_broken_address_opens_an_empty_board() {
    for fragment in ["#1.3x3.????", "#2.3x3.AAAA....0a", "#1.9x9.....0a", "#1.3x3.____....0a", "#nonsense"] {
        let mut page = Page::with(fragment, 1280, 860);
        assert_eq!(page.text("#verdict-headline"), "An empty board", "{fragment}");
        page.finish();
    }
}

#[test]
fn the_puzzle_is_copied_as_text() {
    let mut page = shared(NINE);
    page.click("#copy-text");
    page.wait(&format!("document.querySelector('#copied').value.trim() === {}", json!(NINE)));
    page.finish();
}

#[test]
fn pictures_are_whole_files_of_their_kind() {
    let mut page = shared(NINE);
    page.click("#save-svg");
    let svg = std::fs::read_to_string(page.downloaded("svg")).expect("a file of text");
    let parsed = format!("new DOMParser().parseFromString({}, 'image/svg+xml')", json!(svg));
    assert_eq!(page.value(&format!("{parsed}.querySelector('parsererror')")), json!(null));
    let digits =
        page.value(&format!("[...{parsed}.querySelectorAll('g > text')].map((text) => text.textContent).join('')"));
    let givens: String = NINE.chars().filter(|digit| *digit != '.').collect();
    assert!(digits.as_str().expect("digits").ends_with(&givens), "{digits}");
    assert!(!svg.contains("var(") && !svg.contains("class="), "a picture that stands for itself");
    page.click("#save-png");
    let png = std::fs::read(page.downloaded("png")).expect("a file");
    assert_eq!((&png[1..4], &png[16..24]), (&b"PNG"[..], &[0, 0, 6, 64, 0, 0, 6, 64][..]), "1600 x 1600");
    page.finish();
}

#[test]
fn on_paper_there_is_only_the_board() {
    let mut page = shared(NINE);
    page.call("Emulation.setEmulatedMedia", &json!({"media": "print"}));
    let seen = "[...document.querySelectorAll('button, select, h1, h2, p')].filter((element) => element.checkVisibility()).length";
    assert_eq!(page.value(seen), 0);
    assert_eq!(page.value("document.querySelector('#board').checkVisibility()"), true);
    page.finish();
}

fn shared(puzzle: &str) -> Page {
    assert!(qedoku_with(["solve"], puzzle).code == 0);
    let mut page = Page::open();
    page.load(puzzle);
    page.click("#tab-share");
    page
}
