//! Colours: light and dark theme, and the contrast of every text.

use serde_json::Value;

use crate::command::UNIQUE_9X9;
use crate::page::Page;

/// Returns the lowest contrast of any visible text, that text, and the number of texts.
const LOWEST_CONTRAST: &str = include_str!("contrast.js");

#[test]
fn every_text_has_wcag_aa_contrast() {
    let mut page = Page::open();
    page.load(UNIQUE_9X9);
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.click("#candidates");
    for scheme in ["light", "dark"] {
        page.prefer(scheme);
        for panel in ["logic", "proof", "share", "answer"] {
            page.click(&format!("#tab-{panel}"));
            assert_readable(&mut page, &format!("{panel}, {scheme}"));
        }
        page.click("#show-solution");
        assert_readable(&mut page, &format!("solution, {scheme}"));
        page.click("#hide-answer");
    }
    page.choose("examples", "ambiguous");
    page.wait_for("#verdict-headline", "More than one");
    page.click("#show-two");
    assert_readable(&mut page, "two solutions");
    page.click("#show-true");
    page.wait("document.querySelector('.forced')");
    assert_readable(&mut page, "true candidates");
    page.finish();
}

#[track_caller]
fn assert_readable(page: &mut Page, what: &str) {
    let result: Value = page.value(LOWEST_CONTRAST);
    assert!(result[0].as_f64() >= Some(4.5) && result[2].as_u64() > Some(50), "{what}: {result}");
}

#[test]
fn the_theme_button_overrides_the_system() {
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
