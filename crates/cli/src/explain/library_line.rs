//! Positions of HoDoKu's library lines: the digits with a `+` were placed, the others are the givens of the puzzle.

use qedoku::explain::Position;
use qedoku::formats::PuzzleRecord;
use qedoku::{Answer, Grid, Puzzle, Solver};

/// The puzzle of a library line, without the digits that were placed, and the position of the line in it.
///
/// `None` if the line marks no digit as placed, or if its givens alone do not have exactly one solution: the line is a puzzle
/// of its own then.
pub(super) fn puzzle_and_position(record: &PuzzleRecord, solver: &Solver) -> Option<(Puzzle, Position)> {
    if record.placed.is_empty() {
        return None;
    }
    let board = record.puzzle.board();
    let mut givens = Grid::empty(board);
    for (cell, digit) in record.puzzle.givens().filled().filter(|(cell, _)| !record.placed.contains(cell)) {
        givens.set(cell, Some(digit));
    }
    let puzzle = Puzzle::new(givens);
    if !matches!(solver.solve(&puzzle), Ok(Answer::One(_))) {
        return None;
    }
    let position = Position::from_progress(&puzzle, &record.puzzle).ok()?;
    Some((puzzle, position))
}
