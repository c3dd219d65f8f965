//! How it looks: light and dark, and every text readable on what is behind it.

use serde_json::Value;

use crate::command::NINE;
use crate::page::Page;

/// The least contrast between any text of the page and what is behind it, with the text; texts of disabled controls do not count.
const LEAST: &str = r#"(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
    const parts = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
    const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
    const behind = (element) => {
        const back = element.closest('.cell')?.querySelector('.back');
        if (back) return parts(getComputedStyle(element.previousElementSibling?.matches('circle') ? element.previousElementSibling : back).fill);
        for (let at = element; at; at = at.parentElement) { const colour = parts(getComputedStyle(at).backgroundColor); if (colour[3] === 255) return colour; }
        return [255, 255, 255];
    };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let worst = [99, ''];
    let seen = 0;
    while (walk.nextNode()) {
        const element = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim() || !element.checkVisibility() || element.closest(':disabled, option, dialog:not([open])')) continue;
        seen += 1;
        const style = getComputedStyle(element);
        const found = ratio(parts(element.namespaceURI.endsWith('svg') ? style.fill : style.color), behind(element));
        if (found < worst[0]) worst = [found, walk.currentNode.data];
    }
    return [...worst, seen];
})()"#;

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
