//! Invalid certificates, each refused at the right line for the right reason.
//!
//! A file of testdata/invalid starts with two lines, `puzzle PUZZLE` and `error MESSAGE`; the rest is the certificate.

use std::fs;
use std::path::{Path, PathBuf};

use qedoku_proof::{VerifyLimits, verify};
use qedoku_puzzle::Puzzle;

/// An invalid certificate and the error that the checker must report.
struct Case {
    file: PathBuf,
    puzzle: Puzzle,
    error: String,
    certificate: String,
}

fn read_case(file: PathBuf) -> Case {
    let text = fs::read_to_string(&file).expect("the file is readable");
    let (puzzle, rest) = text.strip_prefix("puzzle ").and_then(|rest| rest.split_once('\n')).expect("a puzzle line");
    let (error, rest) = rest.strip_prefix("error ").and_then(|rest| rest.split_once('\n')).expect("an error line");
    Case { file, puzzle: puzzle.parse().expect("a puzzle"), error: error.to_owned(), certificate: rest.to_owned() }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/testdata/invalid");
    let entries = fs::read_dir(folder).expect("the folder exists");
    entries.map(|entry| read_case(entry.expect("a readable entry").path())).collect()
}

#[test]
fn refuses_each_certificate_with_the_expected_error() {
    let verdict = |case: &Case| match verify(&case.puzzle, case.certificate.as_bytes(), VerifyLimits::default()) {
        Ok(verified) => format!("verified: {}", verified.claim),
        Err(error) => error.to_string(),
    };
    let failures: Vec<String> = cases()
        .iter()
        .filter(|case| verdict(case) != case.error)
        .map(|case| format!("{}: expected '{}', found '{}'", case.file.display(), case.error, verdict(case)))
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn every_kind_of_error_has_a_case() {
    let errors: String = cases().iter().map(|case| case.error.clone() + "\n").collect();
    let kinds = [
        "expected",
        "different board",
        "not a solution",
        "ascending order",
        "memory limits",
        "wrong step number",
        "no stored clause",
        "neither unit nor falsified",
        "after the conflict",
        "do not lead to a conflict",
    ];
    for kind in kinds {
        assert!(errors.contains(kind), "no case for the error: {kind}");
    }
}
