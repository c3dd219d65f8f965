//! Start screen, and everything that can be pasted, opened or linked.

use crate::command::{TestFolder, UNIQUE_9X9, qedoku};
use crate::page::Page;

const VISIBLE_BUTTONS: &str =
    "[...document.querySelectorAll('#panel-answer button')].filter((one) => one.checkVisibility())";

#[test]
fn an_empty_board_offers_something_to_do() {
    let mut page = Page::open();
    page.wait("document.querySelector('#start').checkVisibility()");
    assert_eq!(page.value(&format!("{VISIBLE_BUTTONS}.filter((one) => one.disabled).length")), 0);
    for (level, answer) in
        [("easy", "one"), ("medium", "one"), ("hard", "one"), ("extreme", "one"), ("impossible", "none")]
    {
        page.visit("");
        page.click(&format!("#example-{level}"));
        page.wait(&format!("document.querySelector('#verdict').dataset.answer === '{answer}'"));
        assert_eq!(page.value("document.querySelector('#start').checkVisibility()"), false);
        assert_eq!(page.value("document.activeElement.getAttribute('role')"), "gridcell", "{level}");
    }
    page.finish();
}

#[test]
fn the_start_screen_pastes_and_opens() {
    let folder = TestFolder::new();
    let mut page = Page::open();
    page.click("#start-paste");
    page.wait("document.activeElement.id === 'load-text'");
    page.click("#load-close");
    page.choose_file("#load-file", &folder.write("puzzle.txt", UNIQUE_9X9));
    page.wait_for("#notice", "Loaded a 9x9 puzzle");
    page.finish();
}

#[test]
fn pastes_what_the_command_reads() {
    let mut page = Page::open();
    let convert = |to: &str| qedoku(["convert", UNIQUE_9X9, "--to", to]).exits_with(0).out;
    let encode = |to: &str| qedoku(["encode", UNIQUE_9X9, "--to", to]).exits_with(0).out;
    let dimacs = qedoku(["encode", UNIQUE_9X9, "--scheme", "extended"]).exits_with(0).out;
    let formats =
        ["grid", "numbers", "clues", "sdk", "ss", "candidates", "csv", "json", "hodoku", "sudokuwiki", "f-puzzles"];
    let texts = formats.iter().map(|to| (*to, convert(to))).chain([("f2csp", encode("f2csp")), ("dimacs", dimacs)]);
    for (format, text) in texts {
        page.load("4x4");
        page.load(&text);
        page.wait_for("#notice", "Loaded a 9x9 puzzle");
        let givens = page.value("document.querySelectorAll('#board .given').length");
        assert_eq!(givens, UNIQUE_9X9.chars().filter(|digit| *digit != '.').count(), "{format}");
    }
    page.finish();
}

#[test]
pub(crate) fn a_damaged_link_says_so() {
    let mut page = Page::open();
    page.load(UNIQUE_9X9);
    page.wait("location.hash.startsWith('#2.')");
    let link = page.value("location.hash").as_str().expect("a fragment").to_owned();
    let changed = link.replacen("AB", "BA", 1).replacen("AC", "CA", 1);
    let short = &link[..link.len() / 2];
    for fragment in
        [changed.as_str(), short, "#nonsense", "#1.3x3.AAAA....0a", "#1.3x3.????", "#2.3x3.AAAA....0a", "#1.9x9.....0a"]
    {
        assert_ne!(fragment, link);
        page.visit(fragment);
        page.wait_for("#notice", "This link is damaged or incomplete");
        assert_eq!(page.text("#verdict-headline"), "Empty board", "{fragment}");
    }
    page.paste(&format!("http://127.0.0.1:8930/{short}"));
    page.wait_for("#load-task", "This link is damaged or incomplete");
    page.visit(&link);
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.finish();
}

#[test]
fn a_link_of_the_first_version_still_works() {
    let mut page = Page::with("#1.2x2.gAADQAAi....p0a", 1280, 860);
    page.wait_for("#verdict-headline", "solution");
    assert_ne!(page.value("document.querySelectorAll('#board .given').length"), 0);
    page.finish();
}

#[test]
fn an_image_is_refused_with_advice() {
    let mut page = Page::open();
    page.dispatch_paste(
        "data.items.add(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])], 'image.png', {type: 'image/png'}))",
    );
    page.wait_for("#load-task", "This is an image, not a text. Type the puzzle, or copy it as text.");
    page.finish();
}

#[test]
pub(crate) fn opens_a_compressed_file() {
    let folder = TestFolder::new();
    let path = folder.path_to("puzzle.txt.gz");
    qedoku(["convert", UNIQUE_9X9, "--to", "line", "-o", &path]).exits_with(0);
    let mut page = Page::open();
    page.choose_file("#load-file", &path);
    page.wait_for("#notice", "Loaded a 9x9 puzzle");
    page.finish();
}

#[test]
fn a_large_paste_into_the_dialog_is_loaded_instead_of_shown() {
    let mut page = Page::open();
    page.click("#load");
    page.wait("document.activeElement.id === 'load-text'");
    page.dispatch_paste_on("#load-text", &format!("data.setData('text/plain', '{UNIQUE_9X9}\\n'.repeat(20000))"));
    page.wait_for("#notice", "It is the first of");
    assert_eq!(page.value("document.querySelector('#load-dialog').open"), false);
    page.finish();
}

#[test]
fn a_large_paste_loads_its_first_puzzle_without_showing_the_text() {
    let mut page = Page::open();
    page.dispatch_paste(&format!("data.setData('text/plain', '{UNIQUE_9X9}\\n'.repeat(200000))"));
    page.wait_for("#notice", "It is the first of more than");
    assert_eq!(
        page.value("document.querySelector('#load-text').value.length"),
        0,
        "16 MB in a text field would freeze the page"
    );
    page.wait_for("#verdict-headline", "Exactly one solution");
    page.finish();
}
