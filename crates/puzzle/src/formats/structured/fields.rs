//! Names of JSON fields that hold puzzles and solutions, as datasets, programming interfaces and course files write them.

/// Names of a puzzle, or of a list of them.
const PUZZLE_NAMES: [&str; 36] = [
    "puzzle",
    "puzzles",
    "board",
    "boards",
    "grid",
    "grids",
    "givens",
    "given",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "sudoku",
    "sudokus",
    "clues",
    "hints",
    "problem",
    "problems",
    "unsolved",
    "initial",
    "start",
    "mission",
    "value",
    "values",
    "cells",
    "matrix",
    "task",
    "data",
    "field",
    "input",
    "inputs",
    "rows",
    "text",
    "instance",
    "puzzle_data",
    "newboard",
];

/// Names of a solution, or of a list of them.
const SOLUTION_NAMES: [&str; 14] = [
    "solution",
    "solutions",
    "answer",
    "answers",
    "solved",
    "label",
    "labels",
    "result",
    "output",
    "target",
    "solution_grid",
    "solvedboard",
    "solved_board",
    "solution_board",
];

/// Whether a field of this name holds a puzzle or a list of puzzles.
pub(super) fn is_puzzle_name(name: &str) -> bool {
    PUZZLE_NAMES.iter().any(|other| other.eq_ignore_ascii_case(name))
}

/// Whether a field of this name holds a solution or a list of solutions.
pub(super) fn is_solution_name(name: &str) -> bool {
    SOLUTION_NAMES.iter().any(|other| other.eq_ignore_ascii_case(name))
}
