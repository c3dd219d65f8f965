//! How it looks: light and dark, and every text readable on what is behind it.

use serde_json::Value;

use crate::command::NINE;
use crate::page::Page;

/// The least contrast between any text of the page and what is behind it, with the text; texts of disabled controls do not count.
const LEAST: &str = include_str!("contrast.js");

#[test]
fn every_text_has_the_contrast_that_wcag_aa_asks_for() {
    let mut page = Page::open();
    page.load(NINE);
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.click("#candidates");
    for scheme in ["light", "dark"] {
        page.prefer(scheme);
        for panel in ["logic", "proof", "share", "answer"] {
            page.click(&format!("#tab-{panel}"));
            readable(&mut page, &format!("{panel}, {scheme}"));
        }
        page.click("#show-solution");
        readable(&mut page, &format!("the solution, {scheme}"));
        page.click("#hide-answer");
    }
    page.choose("examples", "ambiguous");
    page.wait_for("#verdict-headline", "More than one");
    page.click("#show-two");
    readable(&mut page, "two solutions");
    page.click("#show-true");
    page.wait("document.querySelector('.forced')");
    readable(&mut page, "true candidates");
    page.finish();
}

#[track_caller]
fn readable(page: &mut Page, what: &str) {
    let found: Value = page.value(LEAST);
    assert!(found[0].as_f64() >= Some(4.5) && found[2].as_u64() > Some(50), "{what}: {found}");
}

#[test]
fn the_switch_overrules_the_system() {
    let mut page = Page::open();
    page.prefer("dark");
    let background = "getComputedStyle(document.body).backgroundColor";
    let dark = page.value(background);
    page.click("#theme");
    let light = page.value(background);
    assert_ne!(light, dark);
    page.prefer("light");
    assert_eq!(page.value(background), light);
    page.click("#theme");
    assert_eq!(page.value(background), dark);
    page.finish();
}
