//! Panel "Explain": levels, technique sets, and patterns that are found by name.

use serde_json::json;

use crate::page::Page;
use crate::patterns::count;

/// Its path by name has colouring, nice loops, and a hidden rectangle.
const UNFAIR: &str = "..35..7......3...21....8..4.2.....47...2.6...91.....6.3..1....96...9......7..45..";

/// The page with the puzzle and the panel open.
fn open() -> Page {
    let mut page = Page::open();
    page.load(UNFAIR);
    page.wait_for_verdict();
    page.wait("!document.querySelector('#tab-explain').hidden");
    page.click("#tab-explain");
    page
}

/// Explains all steps, and waits for them.
fn explain(page: &mut Page) {
    page.click("#explain-all");
    page.wait("document.querySelector('#step-number').textContent.startsWith('Step 1 of')");
    page.wait("!document.querySelector('.spinner')");
}

/// Explains all steps by name and shows the first one whose name contains this.
fn open_named_step(name: &str) -> Page {
    let mut page = open();
    page.choose("path", "named");
    explain(&mut page);
    let item =
        format!("[...document.querySelectorAll('#steps button')].find((one) => one.textContent.includes('{name}'))");
    page.value(&format!("{item}.click()"));
    page.wait_for("#step-name", name);
    page
}

#[test]
pub(crate) fn a_level_is_a_setting_and_says_what_it_lacks() {
    let mut page = open();
    page.choose("level", "medium");
    assert_eq!(page.value("document.querySelector('#path').disabled"), true, "a level is searched by name");
    explain(&mut page);
    page.wait_for("#explain-message", "Stuck: the next step needs a technique beyond this level: simple colouring.");
    let names = page.value("[...document.querySelectorAll('#steps button')].map((one) => one.textContent).join()");
    assert!(names.as_str().expect("names").contains("pointing"), "{names}");
    page.click("#step-last");
    page.click("#step-apply");
    page.click("#explain-next");
    page.wait_for("#explain-message", "Stuck: the next step needs a technique beyond this level: simple colouring.");
    page.click("#hint-house");
    page.wait_for("#explain-message", "Stuck: no instance of these techniques found.");
    page.choose("level", "");
    assert_eq!(page.value("document.querySelector('#path').disabled"), false);
    assert_eq!(page.value("document.querySelector('#path').value"), "easy", "the path of before");
    page.click("#explain-next");
    page.wait_for("#step-number", "Step 1 of 1");
    page.finish();
}

#[test]
fn a_set_of_techniques_starts_with_the_level_and_follows_its_boxes() {
    let mut page = open();
    page.choose("level", "medium");
    page.choose("level", "set");
    page.wait("document.querySelector('#technique-set').open");
    assert!(page.text("#set-size").starts_with("singles and 8 of "), "{}", page.text("#set-size"));
    page.click("#technique-simple-colouring");
    assert!(page.text("#set-size").starts_with("singles and 9 of "));
    explain(&mut page);
    let steps = page.value("[...document.querySelectorAll('#steps button')].map((one) => one.textContent).join()");
    assert!(steps.as_str().expect("names").contains("simple colouring"), "{steps}");
    page.wait_for("#explain-message", "Stuck: the next step needs a technique beyond this level: ");
    page.finish();
}

#[test]
fn techniques_by_name_are_offered_where_they_are_searched() {
    let mut page = open();
    let visible = |page: &mut Page, id: &str| page.value(&format!("document.getElementById('{id}').checkVisibility()"));
    assert_eq!(visible(&mut page, "uniqueness"), false, "easy paths never rest on uniqueness");
    page.choose("path", "named");
    assert_eq!(visible(&mut page, "uniqueness"), true);
    page.choose("level", "hard");
    page.choose("examples", "16x16");
    page.wait_for("#verdict-headline", "Exactly one solution");
    assert_eq!(visible(&mut page, "level"), false);
    assert_eq!(page.value("document.querySelector('#path').value"), "easy");
    assert_eq!(page.value("document.querySelector('#path').disabled"), false);
    page.click("#hint-house");
    page.wait_for("#explain-message", "Look at");
    page.finish();
}

#[test]
fn uniqueness_is_a_setting() {
    let mut page = open();
    page.choose("path", "named");
    explain(&mut page);
    let rectangles =
        "[...document.querySelectorAll('#steps button')].filter((one) => one.textContent.includes('rectangle')).length";
    assert_ne!(page.value(rectangles), 0);
    page.click("#uniqueness");
    page.press_control("z"); // another puzzle and back: the list is empty
    page.press_control("y");
    page.wait_for_verdict();
    page.wait("document.querySelector('#stepper').hidden");
    explain(&mut page);
    assert_eq!(page.value(rectangles), 0);
    page.finish();
}

#[test]
fn a_rectangle_has_its_cells_and_its_extra_candidates() {
    let mut page = open_named_step("hidden rectangle");
    assert_eq!(count(&mut page, ".outline.deadly"), 4);
    assert_eq!((count(&mut page, "rect.spot.extra"), count(&mut page, ".spot.eliminated")), (4, 1));
    assert!(page.cell("r7c6").ends_with("in the rectangle or loop with two fillings"), "{}", page.cell("r7c6"));
    let legend = page.text("#step-legend");
    assert!(legend.contains("two fillings") && legend.contains("one of these is true"), "{legend}");
    page.finish();
}

#[test]
fn a_loop_has_numbered_nodes_and_alternating_links() {
    let mut page = open_named_step("discontinuous nice loop");
    let nodes = count(&mut page, ".badge-number");
    let (strong, weak) = (count(&mut page, ".link.strong"), count(&mut page, ".link.weak"));
    assert!(nodes >= 4 && strong == nodes / 2 && weak == strong - 1, "{nodes} {strong} {weak}");
    assert_eq!((count(&mut page, "rect.spot.node"), count(&mut page, ".arrow")), (nodes / 2, strong));
    assert!(page.text("#step-legend").contains("if the one is false, the other is true"));
    page.finish();
}

#[test]
fn a_colouring_has_two_colours_with_two_shapes() {
    let mut page = open_named_step("simple colouring");
    assert!(count(&mut page, "circle.spot.reason") >= 2 && count(&mut page, "path.spot.second-colour") >= 2);
    assert_eq!(count(&mut page, ".house"), 0, "the houses would overlap");
    let legend = page.text("#step-legend");
    assert!(legend.contains("first colour") && legend.contains("second colour"), "{legend}");
    page.finish();
}

#[test]
fn locked_candidates_are_no_chain() {
    let mut page = open();
    page.choose("level", "medium");
    explain(&mut page);
    page.value("[...document.querySelectorAll('#steps button')].find((one) => one.textContent === 'pointing').click()");
    page.wait_for("#step-name", "pointing");
    assert_eq!((count(&mut page, ".house.base"), count(&mut page, ".link")), (1, 0), "a box, and no link");
    assert!(count(&mut page, ".spot.reason") >= 2 && count(&mut page, ".spot.eliminated") >= 1);
    assert!(!page.text("#step-legend").contains("nothing left"));
    page.finish();
}

#[test]
fn a_fish_with_boxes_is_not_drawn_as_rows_and_columns() {
    let mut page = open();
    let (grid, candidates) = (vec![0; 81], vec![vec![5, 6]; 81]);
    let set = |kind: &str, number: u32| json!({ "kind": kind, "number": number, "digit": 5, "candidates": [] });
    let step = json!({
        "technique": "franken-fish", "name": "franken X-wing", "size": 2, "sentence": "Fish.", "grid": grid, "candidates": candidates,
        "sets": [set("row", 1), set("row", 2)], "covers": [set("column", 4), set("box", 1)],
        "parts": [{ "role": "body", "candidates": ["r1c4=5", "r2c1=5"] }], "placed": null, "removed": ["r3c1=5"],
    });
    page.stub("next", &json!({ "schema": 1, "smallest": true, "steps": [step] }));
    page.click("#explain-next");
    page.wait_for("#step-name", "franken X-wing");
    assert_eq!((count(&mut page, ".house.base"), count(&mut page, ".house.cover")), (2, 2));
    let widths = page.value(
        "[...document.querySelectorAll('#board .house.cover')].map((one) => Math.round(one.getAttribute('width') / 40)).sort()",
    );
    assert_eq!(widths, json!([1, 3]), "a column and a box");
    page.finish();
}
