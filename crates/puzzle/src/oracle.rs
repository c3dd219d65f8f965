//! Reference solver: plain backtracking, the oracle that tests compare every engine with.
//!
//! Branches on an open cell with the fewest digits that neither the puzzle nor its houses exclude, and backtracks when a cell has
//! none. It is deliberately simple, so that it can be trusted by reading it.

use std::ops::ControlFlow;

use crate::{Board, Cell, DigitSet, Grid, Puzzle};

/// Calls `each` with every solution of a puzzle, until it returns `Break`.
pub fn solutions(puzzle: &Puzzle, mut each: impl FnMut(&Grid) -> ControlFlow<()>) {
    let _ = extend(puzzle, &mut Grid::empty(puzzle.board()), &mut each);
}

/// The number of solutions of a puzzle, counted up to the limit.
pub fn count(puzzle: &Puzzle, limit: u64) -> u64 {
    let mut count = 0;
    solutions(puzzle, |_| {
        count += u64::from(count < limit);
        if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}

/// Extends a partial grid to all solutions.
fn extend(puzzle: &Puzzle, grid: &mut Grid, each: &mut dyn FnMut(&Grid) -> ControlFlow<()>) -> ControlFlow<()> {
    let open = puzzle.board().cells().filter(|cell| grid.get(*cell).is_none());
    let choices = open.map(|cell| (cell, puzzle.allowed(cell) - excluded(puzzle.board(), grid, cell)));
    let Some((cell, digits)) = choices.min_by_key(|(_, digits)| digits.len()) else { return each(grid) };
    for digit in digits {
        grid.set(cell, digit);
        extend(puzzle, grid, each)?;
    }
    grid.set(cell, None);
    ControlFlow::Continue(())
}

/// The digits that the houses of a cell already hold.
fn excluded(board: Board, grid: &Grid, cell: Cell) -> DigitSet {
    let peers = board.houses_of(cell).into_iter().flat_map(move |house| board.cells_of(house));
    peers.filter_map(|peer| grid.get(peer)).collect::<DigitSet>()
}
