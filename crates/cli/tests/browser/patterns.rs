//! Panel "Explain": patterns are drawn as what they are.

use serde_json::json;

use crate::page::Page;

/// `qedoku generate --symmetry rotate180` with seeds 6 and 2.
const XY_WING: &str = ".271..5..1..4.....8.5..7..46......9.3.4...7.6.7......37..9..3.1.....6..5..3..497.";
const W_WING: &str = "..85..3...7.43.........9.75...38..2.8.7.1.5.9.2..95...18.7.........41.5...2..61..";

/// Opens the steps of a puzzle that are needed and shows the first with this name.
fn open_step(puzzle: &str, name: &str) -> Page {
    let mut page = Page::open();
    page.load(puzzle);
    page.wait_for_verdict();
    page.wait("!document.querySelector('#tab-explain').hidden");
    page.click("#tab-explain");
    page.choose("path", "short");
    page.click("#explain-all");
    let item = format!("[...document.querySelectorAll('#steps button')].find((one) => one.textContent === '{name}')");
    page.wait(&item);
    page.value(&format!("{item}.click()"));
    page.wait_for("#step-name", name);
    page
}

/// Number of elements on the board that match a selector.
pub(super) fn count(page: &mut Page, selector: &str) -> u64 {
    page.value(&format!("document.querySelectorAll('#board {selector}').length")).as_u64().expect("a number")
}

#[test]
pub(crate) fn a_finned_fish_has_base_lines_cover_lines_and_fins() {
    let hard = "..9.3...6.1.2..78.6..1............59..8...4..76............7..3.97..8.4.2...9.1..";
    let mut page = open_step(hard, "finned X-wing");
    assert_eq!((count(&mut page, ".house.base"), count(&mut page, ".house.cover")), (2, 2));
    assert!(count(&mut page, "rect.spot.fin") >= 1);
    assert!(count(&mut page, ".spot.reason") >= 3 && count(&mut page, ".spot.eliminated") >= 1);
    let legend = page.text("#step-legend");
    assert!(legend.contains("base: ") && legend.contains("cover: ") && legend.contains("fin"), "{legend}");
    assert_eq!(count(&mut page, ".link"), 0, "a fish is no chain");
    page.finish();
}

#[test]
fn a_wing_has_a_pivot_and_pincers() {
    let mut page = open_step(XY_WING, "XY-wing");
    assert_eq!((count(&mut page, ".outline.pivot"), count(&mut page, ".outline.pincer")), (1, 2));
    assert_eq!(count(&mut page, ".bridge"), 2);
    let pivot = page.value("document.querySelector('#step-text').textContent.match(/pivot (r\\dc\\d)/)[1]");
    let pivot = pivot.as_str().expect("a cell").to_owned();
    assert!(page.cell(&pivot).ends_with("pivot"));
    assert!(page.text("#step-legend").contains("pivot"));
    page.finish();
}

#[test]
pub(crate) fn a_chain_has_numbered_links_with_arrowheads() {
    let mut page = open_step(W_WING, "W-wing");
    let implied = count(&mut page, ".badge-number");
    assert!(implied >= 2, "each implied candidate has a number");
    let numbers = page
        .value("[...document.querySelectorAll('#board .badge-number')].map((one) => one.textContent).sort().join('')");
    assert_eq!(numbers, (1..=implied).map(|number| number.to_string()).collect::<String>());
    let outside = "[...document.querySelectorAll('#board .badge')].filter((one) => { const at = (one.getAttribute('cx') - 20) % 40; \
         const radius = Number(one.getAttribute('r')); return at < radius || at > 40 - radius; }).length";
    assert_eq!(page.value(outside), 0, "no number lies on the line between two cells");
    assert_eq!(count(&mut page, ".overlay .badge"), implied, "no line is drawn over a number");
    assert!(count(&mut page, ".arrow") >= implied, "an arrowhead points to each");
    assert!(
        count(&mut page, ".link.weak") > count(&mut page, ".link.strong"),
        "the last set is ruled out by weak links"
    );
    assert!(page.text("#step-legend").contains("cannot both be true"));
    page.finish();
}

#[test]
fn the_path_is_a_setting() {
    let extreme = "..35..7......3...21....8..4.2.....47...2.6...91.....6.3..1....96...9......7..45..";
    let mut page = Page::open();
    page.load(extreme);
    page.wait_for_verdict();
    page.wait("!document.querySelector('#tab-explain').hidden");
    page.click("#tab-explain");
    let mut steps = Vec::new();
    for path in ["easy", "short"] {
        page.choose("path", path);
        page.click("#explain-all");
        page.wait("document.querySelector('#step-number').textContent.startsWith('Step 1 of')");
        page.wait("!document.querySelector('.spinner')");
        steps.push(page.value("document.querySelectorAll('#steps li').length").as_u64().expect("a number"));
        page.press_control("z"); // another puzzle and back: the list is empty
        page.press_control("y");
        page.wait_for_verdict();
        page.wait("document.querySelector('#stepper').hidden");
    }
    assert!(steps[1] < steps[0], "{steps:?}");
    page.finish();
}

#[test]
fn a_chain_has_its_notation_and_details() {
    let mut page = Page::open();
    page.load(XY_WING);
    page.wait_for_verdict();
    page.click("#tab-explain");
    let (grid, candidates) = (vec![0; 81], vec![vec![1, 2]; 81]);
    let step = json!({
        "technique": "aic", "name": "AIC", "size": 1, "sentence": "Chain.", "grid": grid, "candidates": candidates,
        "sets": [{ "kind": "cell", "row": 1, "column": 1, "candidates": ["r1c1=1", "r1c1=2"] }],
        "links": [{ "set": 0, "left": null }], "placed": null, "removed": ["r1c2=1"],
        "eureka": ["(1=2)r1c1", "=> r1c2<>1"], "detail": "Every branch.",
    });
    page.stub("next", &json!({ "schema": 1, "smallest": true, "steps": [step] }));
    page.click("#explain-next");
    page.wait_for("#step-notation", "(1=2)r1c1\n=> r1c2<>1");
    page.click("#step-detail summary");
    page.wait("document.querySelector('#step-detail-text').checkVisibility()");
    page.finish();
}

#[test]
fn buttons_say_what_they_do() {
    let mut page = open_step(XY_WING, "XY-wing");
    let step = page
        .value("Number(document.querySelector('#step-number').textContent.split(' ')[1])")
        .as_u64()
        .expect("a number");
    assert_eq!(page.text("#step-apply"), format!("Apply steps 1–{step}"));
    assert!(page.text("#step-next").contains("Next step") && page.text("#step-back").contains("Previous step"));
    page.click("#step-apply");
    page.wait("document.querySelector('#stepper').hidden");
    assert_eq!(page.value("document.activeElement.id"), "explain-next");
    page.finish();
}
