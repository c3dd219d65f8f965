//! The only definition of "solved": every house holds every digit once, and the question was respected.
//!
//! No engine is trusted over this, so it is written as plainly as the rules are said: `fault` goes from cell to cell
//! and from house to house. Engines that find millions of grids in a second have most of them accepted by
//! `is_solved`, which says the same in one pass over the cells; a test compares the two. (9x9: 60 ns against 350.)

use std::fmt;

use crate::{Cell, Digit, DigitSet, Grid, House, Puzzle};

/// Why a grid is not a solution of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The grid is for another board.
    OtherBoard,
    /// A cell is empty.
    Empty(Cell),
    /// A cell holds a digit that the puzzle does not allow there: another one is given, or it was ruled out.
    NotAllowed(Cell, Digit),
    /// A house lacks a digit, so it holds another one twice.
    Missing(House, Digit),
}

/// Whether the grid solves the puzzle, or the first fault in reading order.
pub fn check(puzzle: &Puzzle, grid: &Grid) -> Result<(), Fault> {
    if is_solved(puzzle, grid) { Ok(()) } else { fault(puzzle, grid).map_or(Ok(()), Err) }
}

/// The first fault: cell by cell, then house by house.
fn fault(puzzle: &Puzzle, grid: &Grid) -> Option<Fault> {
    let board = puzzle.board();
    if grid.board() != board {
        return Some(Fault::OtherBoard);
    }
    let in_cell = |(cell, digit)| match digit {
        None => Some(Fault::Empty(cell)),
        Some(digit) => (!puzzle.allowed(cell).contains(digit)).then_some(Fault::NotAllowed(cell, digit)),
    };
    let in_house = |house| {
        let held: DigitSet = board.cells_of(house).filter_map(|cell| grid.get(cell)).collect();
        board.digits().find(|digit| !held.contains(*digit)).map(|digit| Fault::Missing(house, digit))
    };
    grid.iter().find_map(in_cell).or_else(|| board.houses().find_map(in_house))
}

/// Whether it is known at a glance that there is no fault. Boards above 63x63 and puzzles with candidates are not.
fn is_solved(puzzle: &Puzzle, grid: &Grid) -> bool {
    let board = puzzle.board();
    if grid.board() != board || board.side() > MOST || puzzle.has_candidates() {
        return false;
    }
    // Without a way out of the loop, the compiler compares 16 cells at a time.
    let fault = |digit: u8, given: u8| if given == 0 { u8::from(digit == 0) } else { given ^ digit };
    let pairs = grid.digits().iter().zip(puzzle.givens().digits());
    pairs.fold(0, |faults, (digit, given)| faults | fault(*digit, *given)) == 0
        && match (board.box_height(), board.box_width()) {
            (3, 3) => are_full(3, 3, grid.digits()), // with numbers that the compiler knows it takes half the time
            (height, width) => are_full(height, width, grid.digits()),
        }
}

/// The largest side whose digits, from 1, are bits of a word.
const MOST: usize = 63;

/// Whether every house holds every digit: each cell ticks off its digit in its row, its column and its box.
#[inline(always)]
#[expect(clippy::inline_always, reason = "so that it is compiled once more for the classic board")]
fn are_full(height: usize, width: usize, digits: &[u8]) -> bool {
    let side = height * width;
    let all = ((1 << side) - 1) << 1;
    let mut columns = [0; MOST];
    let mut missing = 0;
    for band in digits[..side * side].chunks_exact(height * side) {
        let mut boxes = [0; MOST];
        for cells in band.chunks_exact(side) {
            let mut row = 0;
            for (block, held) in boxes[..height].iter_mut().enumerate() {
                for column in block * width..(block + 1) * width {
                    let tick = TICKS[usize::from(cells[column])];
                    columns[column] |= tick;
                    *held |= tick;
                    row |= tick;
                }
            }
            missing |= all & !row;
        }
        missing |= boxes[..height].iter().fold(0, |missing, held| missing | all & !held);
    }
    columns[..side].iter().fold(missing, |missing, held| missing | all & !held) == 0
}

/// The bit of each digit: looked up, since to shift by a number takes longer.
static TICKS: [u64; 256] = {
    let mut ticks = [0; 256];
    let mut digit = 1;
    while digit <= MOST {
        ticks[digit] = 1 << digit;
        digit += 1;
    }
    ticks
};

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::OtherBoard => write!(f, "the grid is for another board than the puzzle"),
            Fault::Empty(cell) => write!(f, "{cell} is empty"),
            Fault::NotAllowed(cell, digit) => write!(f, "{cell} holds {digit}, which the puzzle does not allow there"),
            Fault::Missing(house, digit) => write!(f, "{house} has no {digit}"),
        }
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    /// The rows of the first band shifted by 3, then by 1 for each band.
    fn solved(board: Board) -> Grid {
        let (side, width) = (board.side(), board.box_width());
        let mut grid = Grid::empty(board);
        for cell in board.cells() {
            let shift = cell.row() * width + cell.row() / board.box_height();
            grid.set(cell, Digit::from_index((shift + cell.column()) % side));
        }
        grid
    }

    #[test]
    fn accepts_a_solution_at_every_size() {
        for board in (4..=144).filter_map(|side| Board::of_side(side).ok()) {
            let grid = solved(board);
            assert_eq!(check(&Puzzle::new(Grid::empty(board)), &grid), Ok(()), "{board}");
            assert_eq!(check(&Puzzle::new(grid.clone()), &grid), Ok(()), "{board}");
        }
    }

    #[test]
    fn refuses_every_single_change_of_a_solution() {
        let grid = solved(Board::CLASSIC);
        let empty = Puzzle::new(Grid::empty(Board::CLASSIC));
        for cell in Board::CLASSIC.cells() {
            let mut holed = grid.clone();
            holed.set(cell, None);
            assert_eq!(check(&empty, &holed), Err(Fault::Empty(cell)));
            for digit in Board::CLASSIC.digits().filter(|digit| grid.get(cell) != Some(*digit)) {
                let mut wrong = grid.clone();
                wrong.set(cell, digit);
                assert!(
                    matches!(check(&empty, &wrong), Err(Fault::Missing(_, missing)) if Some(missing) == grid.get(cell))
                );
                assert_eq!(
                    check(&Puzzle::new(wrong), &grid).map_err(|fault| fault
                        .to_string()
                        .split(' ')
                        .next()
                        .map(str::to_owned)),
                    Err(Some(cell.to_string()))
                );
            }
        }
    }

    #[test]
    fn what_is_seen_at_a_glance_is_what_the_rules_say() {
        for board in (4..=63).filter_map(|side| Board::of_side(side).ok()) {
            let (grid, empty) = (solved(board), Puzzle::new(Grid::empty(board)));
            assert!(is_solved(&empty, &grid), "{board}");
            for (index, cell) in board.cells().enumerate() {
                let other = board.cell((index * index + 7 * index + 1) % board.cell_count());
                let mut swapped = grid.clone();
                swapped.set(cell, grid.get(other));
                swapped.set(other, grid.get(cell));
                assert_eq!(is_solved(&empty, &swapped), fault(&empty, &swapped).is_none(), "{board}: {cell}, {other}");
                assert_eq!(
                    is_solved(&Puzzle::new(swapped.clone()), &grid),
                    swapped == grid,
                    "{board}: {cell}, {other}"
                );
            }
        }
    }

    #[test]
    fn refuses_a_grid_of_another_board() {
        let wide = Board::new(2, 3).unwrap();
        let high = Board::new(3, 2).unwrap();
        assert_eq!(check(&Puzzle::new(Grid::empty(high)), &solved(wide)), Err(Fault::OtherBoard));
    }
}
