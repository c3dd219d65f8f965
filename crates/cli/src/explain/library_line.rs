//! Positions of HoDoKu's library lines: the digits with a `+` were placed, the others are the givens of the puzzle.

use qedoku::explain::Position;
use qedoku::{Answer, Board, Grid, Puzzle, Solver};

/// The puzzle of a library line, without the digits that were placed, and the position of the line in it.
///
/// `None` if no digit was placed and no candidate eliminated, or if the givens alone do not have exactly one solution: the
/// line is a puzzle of its own then.
pub(super) fn puzzle_and_position(line: &str, read: &Puzzle, solver: &Solver) -> Option<(Puzzle, Position)> {
    let givens = givens(line)?;
    let puzzle = Puzzle::new(givens);
    if puzzle == *read || !matches!(solver.solve(&puzzle), Ok(Answer::One(_))) {
        return None;
    }
    let position = Position::from_progress(&puzzle, read).ok()?;
    Some((puzzle, position))
}

/// The digits of a library line that have no `+` before them.
fn givens(line: &str) -> Option<Grid> {
    let cells = line.trim().split(':').nth(if line.trim().starts_with(':') { 3 } else { 0 })?;
    let (mut digits, mut is_placed) = (Vec::with_capacity(81), false);
    for symbol in cells.bytes() {
        if symbol == b'+' {
            is_placed = true;
        } else {
            digits.push(if symbol.is_ascii_digit() && !is_placed { symbol - b'0' } else { 0 });
            is_placed = false;
        }
    }
    Grid::from_digits(Board::CLASSIC, digits)
}
