//! Metadata comments of DIMACS files: no input makes the reader panic, and reading what was written gives the same metadata.

use qedoku_encode::Var;
use qedoku_encode::dimacs::DimacsMetadata;

/// The lines of the input are comment lines.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines: Vec<&str> = text.lines().collect();
    let Some(metadata) = DimacsMetadata::parse(&lines) else { return };
    assert!(metadata.puzzle.as_ref().is_none_or(|puzzle| puzzle.board() == metadata.board), "the boards differ");
    let written = metadata.lines();
    assert_eq!(DimacsMetadata::parse(&written).as_ref(), Some(&metadata), "{written:?}");
    let variables = metadata.variables();
    assert_eq!(variables.board(), metadata.board);
    for number in 1..variables.max_var().min(2000) + 2 {
        let var = Var::new(number).expect("a number from 1");
        if let Some((cell, digit)) = variables.candidate(var) {
            assert_eq!(variables.var(cell, digit), Some(var));
        }
    }
}
