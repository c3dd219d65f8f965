//! Engine suite: puzzles with known answers, on boards of many sizes. Every engine runs all of them.

use qedoku_puzzle::Puzzle;

/// A puzzle of the suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number of solutions; 3 stands for three or more.
    pub solutions: usize,
}

/// All cases, from `suite.txt`: lines of an answer (`none`, `one`, `two`, `many`) and a puzzle.
pub fn cases() -> Vec<Case> {
    let lines = include_str!("suite.txt").lines().filter(|line| !line.starts_with('#'));
    let case = |line: &str| {
        let (answer, puzzle) = line.split_once(' ').expect("an answer and a puzzle");
        let solutions = ["none", "one", "two", "many"].iter().position(|word| *word == answer).expect("an answer");
        Case { puzzle: puzzle.parse().expect("a puzzle"), solutions }
    };
    lines.map(case).collect()
}
