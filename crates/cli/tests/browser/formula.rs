//! Panel "Logic": formula size, clauses, files for solvers, decoding.

use crate::command::{SOLUTION_9X9, UNIQUE_9X9, program, qedoku};
use crate::page::Page;

/// The page with this puzzle and the panel open.
fn open_logic(puzzle: &str) -> Page {
    let mut page = Page::open();
    page.load(puzzle);
    page.wait_for_verdict();
    page.click("#tab-logic");
    page.wait("document.querySelector('#families tr')");
    page
}

#[test]
fn formula_size_equals_that_of_the_dimacs_file() {
    let mut page = open_logic(UNIQUE_9X9);
    for scheme in ["efficient", "extended"] {
        page.choose("scheme", scheme);
        let file = qedoku(["encode", UNIQUE_9X9, "--scheme", scheme]).exits_with(0).out;
        let header = file.lines().find(|line| line.starts_with("p cnf")).expect("a header");
        let clauses: usize = header.split(' ').nth(3).and_then(|number| number.parse().ok()).expect("a number");
        page.wait(&format!("document.querySelector('#clauses').textContent.replaceAll(',', '') === '{clauses}'"));
        assert_eq!(page.text("#variables"), "729");
    }
    page.finish();
}

#[test]
fn lists_the_clauses_of_a_cell_and_a_house() {
    let mut page = open_logic(UNIQUE_9X9);
    page.choose("scheme", "extended");
    page.click("#cell-r1c4");
    page.wait_for("#clauses-title", "r1c4");
    page.wait_for("#clause-list", "28 29 30 31 32 33 34 35 36 0");
    page.choose("clauses-of", "column 4");
    page.wait_for("#clauses-title", "column 4");
    page.wait_for("#clause-list", "0");
    assert!(page.value("document.querySelectorAll('#clause-list li span').length").as_u64() > Some(0));
    page.finish();
}

#[test]
fn minisat_solves_the_downloaded_file_and_its_output_is_decoded() {
    let mut page = open_logic(UNIQUE_9X9);
    page.save_downloads();
    page.click("#file-cnf");
    let file = page.downloaded("cnf");
    let model = file.with_extension("out");
    program("minisat", &["-verb=0", file.to_str().expect("a path"), model.to_str().expect("a path")]).exits_with(10);
    let output = std::fs::read_to_string(&model).expect("a model");
    page.value(&format!("document.querySelector('#output').value = {}", serde_json::json!(output)));
    page.click("#decode");
    page.wait_for("#decode-message", "A solution");
    let shown = page.value("[...document.querySelectorAll('#board .digit')].map((text) => text.textContent).join('')");
    assert_eq!(shown, SOLUTION_9X9);
    page.finish();
}

#[test]
fn downloads_every_file_format() {
    let mut page = open_logic(UNIQUE_9X9);
    page.save_downloads();
    for (to, extension) in [("f2csp", "f2csp"), ("minizinc", "mzn"), ("xcsp3", "xml"), ("opb", "opb"), ("smt2", "smt2")]
    {
        page.click(&format!("#file-{to}"));
        let file = page.downloaded(extension);
        let expected = qedoku(["encode", UNIQUE_9X9, "--to", to]).exits_with(0).out;
        assert_eq!(std::fs::read_to_string(file).expect("a text file"), expected, "{to}");
    }
    page.finish();
}
