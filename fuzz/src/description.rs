//! Descriptions in comments: no lines make the reader panic, and what is read says the same when it is written.

use qedoku_encode::Var;
use qedoku_encode::dimacs::Description;

/// Reads the lines of the input as comments.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines: Vec<&str> = text.lines().collect();
    let Some(description) = Description::read(&lines) else { return };
    assert!(description.puzzle.as_ref().is_none_or(|puzzle| puzzle.board() == description.board), "of one board");
    let written = description.lines();
    assert_eq!(Description::read(&written).as_ref(), Some(&description), "{written:?}");
    let variables = description.variables();
    assert_eq!(variables.board(), description.board);
    for number in 1..variables.last().min(2000) + 2 {
        let var = Var::new(number).expect("a number from 1");
        if let Some((cell, digit)) = variables.meaning(var) {
            assert_eq!(variables.x(cell, digit), Some(var));
        }
    }
}
