//! The slow, obvious solver that every engine is compared with.
//!
//! It knows nothing but the houses: it tries every allowed digit in a cell with the fewest of them, and goes back when a
//! cell has none. Nothing here is clever, so that nothing here is wrong.

use std::ops::ControlFlow;

use crate::{Board, Cell, DigitSet, Grid, Puzzle};

/// Calls `each` with every solution of a puzzle, until it breaks.
pub fn solutions(puzzle: &Puzzle, mut each: impl FnMut(&Grid) -> ControlFlow<()>) {
    let _ = extend(puzzle, &mut Grid::empty(puzzle.board()), &mut each);
}

/// How many solutions a puzzle has, counting no further than the limit.
pub fn count(puzzle: &Puzzle, limit: u64) -> u64 {
    let mut count = 0;
    solutions(puzzle, |_| {
        count += u64::from(count < limit);
        if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}

/// Fills the empty cells of a grid in every way.
fn extend(puzzle: &Puzzle, grid: &mut Grid, each: &mut dyn FnMut(&Grid) -> ControlFlow<()>) -> ControlFlow<()> {
    let empty = puzzle.board().cells().filter(|cell| grid.get(*cell).is_none());
    let choices = empty.map(|cell| (cell, puzzle.allowed(cell) - taken(puzzle.board(), grid, cell)));
    let Some((cell, digits)) = choices.min_by_key(|(_, digits)| digits.len()) else { return each(grid) };
    for digit in digits.iter() {
        grid.set(cell, digit);
        extend(puzzle, grid, each)?;
    }
    grid.set(cell, None);
    ControlFlow::Continue(())
}

/// The digits in the houses of a cell.
fn taken(board: Board, grid: &Grid, cell: Cell) -> DigitSet {
    let peers = board.houses_of(cell).into_iter().flat_map(move |house| board.cells_of(house));
    peers.filter_map(|peer| grid.get(peer)).collect::<DigitSet>()
}
