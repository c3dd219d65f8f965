//! Entering puzzles: typing, pasting, opening files, dropping, examples.

use crate::command::{TestFolder, UNIQUE_4X4, UNIQUE_9X9, qedoku};
use crate::page::Page;

#[test]
pub(crate) fn solves_a_typed_puzzle() {
    let mut page = Page::open();
    page.type_board(UNIQUE_9X9);
    page.wait_for("#verdict-headline", "Exactly one solution");
    assert_eq!(page.cell("r1c1"), "row 1, column 1, given 1");
    assert_eq!(page.cell("r1c4"), "row 1, column 4, empty");
    page.finish();
}

#[test]
pub(crate) fn the_verdict_follows_every_edit() {
    let mut page = Page::open();
    assert_eq!(page.text("#verdict-headline"), "Empty board");
    page.type_in("5");
    page.wait_for("#verdict-headline", "More than one solution");
    page.press("ArrowRight");
    page.type_in("5");
    assert_eq!(page.cell("r1c2"), "row 1, column 2, given 5, conflict");
    assert!(page.cell("r1c1").ends_with("conflict"));
    page.wait_for("#verdict-headline", "No solution");
    page.wait_for("#verdict-detail", "Row 1 has two 5s.");
    page.press("Backspace");
    page.wait_for("#verdict-headline", "More than one solution");
    page.finish();
}

#[test]
pub(crate) fn undo_and_redo() {
    let mut page = Page::open();
    page.type_in("7");
    page.press("ArrowDown");
    page.type_in("8");
    page.press_control("z");
    assert_eq!((page.cell("r1c1"), page.cell("r2c1")), (given(1, 1, 7), "row 2, column 1, empty".to_owned()));
    page.press_control("z");
    assert_eq!(page.cell("r1c1"), "row 1, column 1, empty");
    page.press_control("y");
    page.press_control("y");
    assert_eq!((page.cell("r1c1"), page.cell("r2c1")), (given(1, 1, 7), given(2, 1, 8)));
    page.finish();
}

fn given(row: usize, column: usize, digit: usize) -> String {
    format!("row {row}, column {column}, given {digit}")
}

#[test]
pub(crate) fn play_mode_enters_digits_and_pencil_marks_but_keeps_givens() {
    let mut page = Page::open();
    page.load(UNIQUE_4X4);
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.press_control("Home");
    page.type_in("4");
    assert_eq!(page.cell("r1c1"), "row 1, column 1, entered 4");
    page.press("ArrowRight");
    page.press("ArrowRight");
    page.type_in("3");
    assert_eq!(page.cell("r1c3"), "row 1, column 3, given 2");
    page.press_control("End");
    page.shift('3');
    assert_eq!(page.cell("r4c4"), "row 4, column 4, empty, candidates 2 4");
    page.shift('3');
    assert_eq!(page.cell("r4c4"), "row 4, column 4, empty, candidates 2 3 4");
    page.finish();
}

#[test]
fn detects_and_solves_a_pasted_16x16() {
    let grid =
        qedoku(["generate", "--size", "16x16", "--seed", "4", "--not-minimal", "--givens", "140", "--to", "grid"])
            .exits_with(0)
            .out;
    let mut page = Page::open();
    page.paste(&grid);
    page.wait_for("#notice", "Loaded a 16x16 puzzle with 140 givens");
    page.wait_for("#verdict-headline", "Exactly one solution");
    assert_eq!(page.value("document.querySelectorAll('#board [role=gridcell]').length"), 256);
    page.finish();
}

#[test]
pub(crate) fn opens_a_file_and_rejects_invalid_text_with_its_position() {
    let folder = TestFolder::new();
    let mut page = Page::open();
    page.click("#load");
    page.choose_file("#load-file", &folder.write("puzzle.txt", format!("{UNIQUE_9X9}\n{UNIQUE_4X4}\n")));
    page.wait_for("#notice", "the first of 2 puzzles");
    page.paste("12345\nhello?\n");
    page.wait("document.querySelector('#load-dialog').open");
    page.wait_for("#load-task", "line 1");
    assert_eq!(page.cell("r1c1"), given(1, 1, 1), "the board is unchanged");
    page.finish();
}

#[test]
fn loads_a_dropped_file_and_a_pasted_link() {
    let mut page = Page::open();
    let drop = "(() => { const data = new DataTransfer(); data.items.add(new File(['PUZZLE'], 'puzzle.txt')); \
         document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})); })()";
    page.value(&drop.replace("PUZZLE", UNIQUE_4X4));
    page.wait_for("#notice", "Loaded a 4x4 puzzle with 5 givens");
    page.wait("location.hash.includes('.2x2.')");
    let link = page.value("location.href").as_str().expect("a URL").to_owned();
    page.load(UNIQUE_9X9);
    page.load(&link);
    assert_eq!(page.value("document.querySelectorAll('#board .given').length"), 5);
    page.finish();
}

#[test]
fn large_boards_accept_letters_and_numbers() {
    let mut page = Page::open();
    page.choose("sizes", "4x4");
    page.type_in("g");
    assert_eq!(page.cell("r1c1"), "row 1, column 1, given G");
    page.click("#numbers");
    assert_eq!(page.cell("r1c1"), "row 1, column 1, given 16");
    page.click("#cell-r2c3");
    page.type_in("12");
    assert_eq!(page.cell("r2c3"), "row 2, column 3, given 12");
    page.choose("sizes", "6x6");
    page.type_in("z");
    assert_eq!(page.cell("r1c1"), "row 1, column 1, given 35");
    page.wait("document.querySelector('#frame').scrollWidth > document.querySelector('#frame').clientWidth");
    page.finish();
}

#[test]
fn every_example_has_its_expected_answer() {
    let mut page = Page::open();
    for (id, answer) in [
        ("easy", "one"),
        ("medium", "one"),
        ("hard", "one"),
        ("extreme", "one"),
        ("impossible", "none"),
        ("ambiguous", "many"),
        ("4x4", "one"),
        ("6x6", "one"),
        ("16x16", "one"),
        ("25x25", "one"),
    ] {
        page.choose("examples", id);
        page.wait(&format!("document.querySelector('#verdict').dataset.answer === '{answer}'"));
        page.wait_for_verdict();
        assert_eq!(page.value("document.querySelector('#verdict').dataset.answer"), answer, "{id}");
    }
    page.finish();
}
