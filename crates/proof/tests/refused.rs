//! Certificates that must be refused, each for its own reason.
//!
//! A file of testdata/refused has two lines before the certificate: the puzzle, and why it is refused, with the line.

use std::fs;
use std::path::{Path, PathBuf};

use qedoku_proof::{Limits, check};
use qedoku_puzzle::Puzzle;

/// A certificate that is wrong.
struct Case {
    file: PathBuf,
    puzzle: Puzzle,
    reason: String,
    certificate: String,
}

fn read(file: PathBuf) -> Case {
    let text = fs::read_to_string(&file).expect("the file can be read");
    let (puzzle, rest) = text.strip_prefix("puzzle ").and_then(|rest| rest.split_once('\n')).expect("a puzzle");
    let (reason, rest) = rest.strip_prefix("refused ").and_then(|rest| rest.split_once('\n')).expect("a reason");
    Case { file, puzzle: puzzle.parse().expect("a puzzle"), reason: reason.to_owned(), certificate: rest.to_owned() }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/testdata/refused");
    fs::read_dir(folder).expect("there is the folder").map(|entry| read(entry.expect("a file").path())).collect()
}

#[test]
fn each_is_refused_at_the_line_and_for_the_reason_that_it_says() {
    let verdict = |case: &Case| match check(&case.puzzle, case.certificate.as_bytes(), Limits::default()) {
        Ok(accepted) => format!("accepted: {}", accepted.claim),
        Err(refusal) => refusal.to_string(),
    };
    let wrong: Vec<String> = cases()
        .iter()
        .filter(|case| verdict(case) != case.reason)
        .map(|case| format!("{}: expected '{}', found '{}'", case.file.display(), case.reason, verdict(case)))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn there_are_cases_for_every_kind_of_reason() {
    let reasons: String = cases().iter().map(|case| case.reason.clone() + "\n").collect();
    let kinds = [
        "expected",
        "another board",
        "not a solution",
        "not greater",
        "limits",
        "the number must",
        "there is no clause",
        "nothing follows",
        "without a contradiction",
    ];
    for kind in kinds {
        assert!(reasons.contains(kind), "no case is refused because of: {kind}");
    }
}
