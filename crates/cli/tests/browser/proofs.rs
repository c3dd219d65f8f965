//! Panel "Proof": certificates made, checked, saved, refused.

use crate::command::{Folder, MANY, NINE, ONE, qedoku};
use crate::page::Page;

fn proof(puzzle: &str) -> Page {
    let mut page = Page::open();
    page.load(puzzle);
    page.click("#tab-proof");
    page
}

#[test]
fn a_certificate_is_made_checked_and_accepted_by_the_command_too() {
    let mut page = proof(NINE);
    page.click("#make-proof");
    page.wait_for("#proof-facts", "exactly 1 solution");
    page.click("#check-proof");
    page.wait_for("#proof-words", "Accepted");
    page.click("#save-proof");
    let file = page.downloaded("proof");
    assert!(page.text("#proof-facts").contains("bytes"));
    qedoku(["verify", NINE, file.to_str().expect("a path")]).ends(0).prints("accepted: exactly 1\n");
    page.finish();
}

#[test]
fn a_certificate_of_another_puzzle_is_refused_with_its_line() {
    let folder = Folder::new();
    let path = folder.at("proof");
    qedoku(["prove", ONE, "-o", &path]).ends(0);
    let mut page = proof(ONE);
    page.choose_file("#upload-proof", &path);
    page.wait_for("#proof-words", "Accepted");
    page.load(MANY);
    page.choose_file("#upload-proof", &path);
    page.wait_for("#proof-words", "Refused");
    page.wait_for("#proof-words", "Line");
    page.finish();
}
