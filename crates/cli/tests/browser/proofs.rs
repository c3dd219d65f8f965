//! Panel "Proof": creating, verifying, downloading and rejecting certificates.

use crate::command::{AMBIGUOUS_4X4, TestFolder, UNIQUE_4X4, UNIQUE_9X9, qedoku};
use crate::page::Page;

/// The page with this puzzle and the panel open.
fn open_proof(puzzle: &str) -> Page {
    let mut page = Page::open();
    page.load(puzzle);
    page.wait_for_verdict();
    page.click("#tab-proof");
    page
}

#[test]
fn creates_a_certificate_that_the_page_and_the_command_accept() {
    let mut page = open_proof(UNIQUE_9X9);
    page.click("#make-proof");
    page.wait_for("#proof-facts", "exactly 1 solution");
    page.click("#check-proof");
    page.wait_for("#proof-message", "Accepted");
    page.save_downloads();
    page.click("#save-proof");
    let file = page.downloaded("proof");
    assert!(page.text("#proof-facts").contains("bytes"));
    qedoku(["verify", UNIQUE_9X9, file.to_str().expect("a path")]).exits_with(0).stdout_is("accepted: exactly 1\n");
    page.finish();
}

#[test]
pub(crate) fn rejects_a_certificate_of_another_puzzle_with_its_line() {
    let folder = TestFolder::new();
    let path = folder.path_to("proof");
    qedoku(["prove", UNIQUE_4X4, "-o", &path]).exits_with(0);
    let mut page = open_proof(UNIQUE_4X4);
    page.choose_file("#upload-proof", &path);
    page.wait_for("#proof-message", "Accepted");
    page.load(AMBIGUOUS_4X4);
    page.choose_file("#upload-proof", &path);
    page.wait_for("#proof-message", "Rejected");
    page.wait_for("#proof-message", "Line");
    page.finish();
}

#[test]
fn the_claim_about_an_ambiguous_puzzle_is_a_lower_bound() {
    let mut page = open_proof(AMBIGUOUS_4X4);
    page.click("#make-proof");
    page.wait_for("#proof-facts", "at least 2 solutions");
    page.finish();
}
